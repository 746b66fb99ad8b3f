#if CommandLine
  import MigCheck
  import MigCheckEngines
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSQL
  import MigCheckStoreFiles

  /// What a command works on.
  enum CommandSubject {
    /// A history with the path of its file; empty for one written in Swift.
    case history(History, path: String)
    /// A Core Data model, whose versions are a history.
    case model(CoreDataBundle, History)
    /// A folder of SQL migrations.
    case folder(SQLFolderSubject)
    /// Store files of a history or a model, upgraded by the app's own code, with its path.
    case files(StoreFileSubject, path: String)
    /// A subject that a team's own command is built around.
    case code(any Subject)

    var subject: any Subject {
      switch self {
      case .history(let history, _), .model(_, let history): history
      case .folder(let subject): subject
      case .files(let subject, _): subject
      case .code(let subject): subject
      }
    }

    /// The history, unless it is another kind of subject.
    var history: History? {
      switch self {
      case .history(let history, _), .model(_, let history): history
      case .folder, .files, .code: nil
      }
    }

    /// With what is frozen of its versions; for a history that was read from a file this is there
    /// already.
    ///
    /// - Throws: `InputError` for a file that is no frozen version.
    func withFrozenSchemas(in folder: String) throws -> CommandSubject {
      guard case .history(let history, let path) = self else { return self }
      return .history(try history.comparingSchemas(in: folder), path: path)
    }

    /// Without what is frozen of its versions, for a command that compares that itself.
    var withoutFrozenSchemas: CommandSubject {
      guard case .history(var history, let path) = self else { return self }
      history.released = []
      return .history(history, path: path)
    }

    /// The path of the history's file or of the folder; empty if there is none.
    var path: String {
      switch self {
      case .history(_, let path), .files(_, let path): path
      case .model(let bundle, _): bundle.path
      case .folder(let subject): subject.folder.path
      case .code: ""
      }
    }

    /// Whether earlier releases named it by the folder of the checkout.
    var hadOtherNames: Bool { if case .folder = self { true } else { false } }

    /// The history, for what only the stores of the kit can do.
    ///
    /// - Parameter purpose: what would be done, as the rest of "only a history …".
    /// - Throws: `UsageError` for any other kind of subject.
    func requireHistory(_ purpose: String) throws -> History {
      guard let history else {
        throw UsageError("\(subject.name) is not a history, and only a history \(purpose)")
      }
      return history
    }

    /// Reads a graph file, or of a history a store file, which may be one that Realm wrote.
    ///
    /// - Parameter scratch: gives a folder for the copy of a store.
    func readGraph(
      at path: String, scratch: () throws -> String
    ) throws -> StoredGraph {
      guard history == nil, path.hasSuffix(".json") else {
        let history = try requireHistory(
          "can be compared by store files; name graph files (*.json)")
        if RealmFile.isRealm(path) {
          let store = try RealmStore.read(path, in: history)
          return StoredGraph(
            version: store.version, graph: store.graph, isOfApp: true,
            incomparable: store.incomparable)
        }
        let (version, graph) = try history.readGraph(at: path, scratch: scratch)
        return StoredGraph(version: version, graph: graph)
      }
      let subject = subject
      let (version, graph) = try GraphFile.read(path: path) { version in
        subject.versions.first { $0.number == version }?.schema
      }
      return StoredGraph(version: version, graph: graph)
    }

    /// The version at which paths end unless the user says otherwise: of a model the one that the
    /// app uses; `nil`: the last one.
    var currentVersion: UInt64? {
      switch self {
      case .model(let bundle, _): bundle.current
      case .files(let subject, _): subject.end
      case .history, .folder, .code: nil
      }
    }

    /// Whether the model's files alone give the history.
    private func isAsItStands(_ bundle: CoreDataBundle, _ history: History) -> Bool {
      guard history.customHops.isEmpty, history.coreDataOpening == .inferred else { return false }
      let plain = try? CoreDataBundleReader.read(path: bundle.path).first
      return plain?.versions.map(\.name) == bundle.versions.map(\.name)
    }

    /// The folder in which findings are kept.
    func corpus(in folder: String) -> CorpusFolder {
      switch self {
      case .history(let history, let path):
        CorpusFolder(folder, history: history, historyPath: path.isEmpty ? nil : path)
      case .model(let bundle, let history):
        // What only options say is nowhere in the model: then cases hold the history.
        CorpusFolder(
          folder, history: history, historyPath: isAsItStands(bundle, history) ? bundle.path : nil)
      case .folder(let subject): CorpusFolder(folder, subject: subject)
      // Cases name the subject, and are none of the history itself.
      case .files(let subject, _): CorpusFolder(folder + ".app", subject: subject)
      case .code(let subject): CorpusFolder(folder, subject: subject)
      }
    }
  }
#endif
