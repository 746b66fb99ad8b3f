#if CommandLine
  import MigCheck
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel

  /// What a command works on: a subject, and what is known of where it came from.
  ///
  /// What a kind does not say is as for a subject that is written in Swift.
  protocol LoadedSubject {
    var subject: any Subject { get }
    /// What it is, such as `a history`.
    var noun: String { get }
    /// The path of its file or folder; empty if there is none.
    var path: String { get }
    /// The history, for what only histories can do.
    var history: History? { get }
    /// The version at which paths end unless the user says otherwise; `nil`: the last one.
    var currentVersion: UInt64? { get }

    // MARK: Files next to it

    /// Where its settings may lie, the likeliest first.
    var settingsFiles: [String] { get }
    /// Whether earlier releases named it by the folder of the checkout.
    var hadOtherNames: Bool { get }
    /// The folder in which findings are kept.
    func corpus(in folder: String) -> CorpusFolder
    /// With what is frozen of its versions; a history that was read from a file has this already.
    ///
    /// - Throws: `InputError` for a file that is not a frozen version.
    func withFrozenSchemas(in folder: String) throws -> any LoadedSubject
    /// Without what is frozen of its versions, for a command that compares that itself.
    var withoutFrozenSchemas: any LoadedSubject { get }
    /// What `replay` has to be told, as it cannot find it out.
    ///
    /// - Parameter cases: the folder of the cases.
    func replayOptions(cases: String) -> [String]

    // MARK: Stores of the app

    /// Whether a start graph from a store stays in the reports of shards.
    var keepsRowsOfStart: Bool { get }
    /// Reads a store of the app as a start graph; some subjects run on the store's own rows then.
    ///
    /// - Parameters:
    ///   - version: the version that the user says it is at.
    ///   - scratch: gives a folder for a copy.
    /// - Throws: `UsageError` for a subject that has no stores of its own; `InputError`.
    mutating func readStart(
      _ store: String, _ options: StoreStart, at version: UInt64?, scratch: () throws -> String
    ) throws -> StoreStart.Start?
    /// Reads a graph file, or a store file where it has some.
    func readGraph(at path: String, scratch: () throws -> String) throws -> StoredGraph
    /// How genuine store files of it are written.
    ///
    /// - Throws: `UsageError` for a subject without store files, or for options of another engine.
    func storeFormat(
      _ options: StoreFormatOptions, wanted: UInt64?, scratch: String
    ) throws -> StoreFormatOptions.Loaded
    /// What upgrades of a store give.
    func upgradedGraph(_ command: UpgradeCommand, scratch: String) throws -> UpgradedGraph
    /// Compares two stores, writes the result and exits by it.
    func compareStores(_ command: DiffCommand, _ first: String, _ second: String) throws
  }

  extension LoadedSubject {
    var path: String { "" }
    var history: History? { nil }
    var currentVersion: UInt64? { nil }
    var hadOtherNames: Bool { false }
    var withoutFrozenSchemas: any LoadedSubject { self }
    var keepsRowsOfStart: Bool { false }

    /// The folder that it lies in, with a slash; empty for the current one.
    var folderBeside: String {
      var path = path
      while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
      return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    var settingsFiles: [String] { ["\(folderBeside)migcheck.json"] }

    func corpus(in folder: String) -> CorpusFolder { CorpusFolder(folder, subject: subject) }

    func withFrozenSchemas(in folder: String) throws -> any LoadedSubject { self }

    func replayOptions(cases: String) -> [String] { [] }

    mutating func readStart(
      _ store: String, _ options: StoreStart, at version: UInt64?, scratch: () throws -> String
    ) throws -> StoreStart.Start? {
      throw StoreStart.noStores
    }

    func storeFormat(
      _ options: StoreFormatOptions, wanted: UInt64?, scratch: String
    ) throws -> StoreFormatOptions.Loaded {
      throw StoreFormatOptions.noFormat
    }

    func readGraph(at path: String, scratch: () throws -> String) throws -> StoredGraph {
      guard path.hasSuffix(".json") else {
        throw onlyHistories("can be compared by store files; name graph files (*.json)")
      }
      return try StoredGraph(at: path, of: subject)
    }

    func upgradedGraph(_ command: UpgradeCommand, scratch: String) throws -> UpgradedGraph {
      try UpgradedGraph(command, self, scratch: scratch)
    }

    func compareStores(_ command: DiffCommand, _ first: String, _ second: String) throws {
      try command.compareGraphs(first, second, of: self)
    }

    /// The history, for what only the stores of the kit can do.
    ///
    /// - Parameter purpose: what would be done, as the rest of "only a history …".
    /// - Throws: `UsageError` for any other kind of subject.
    func requireHistory(_ purpose: String) throws -> History {
      guard let history else { throw onlyHistories(purpose) }
      return history
    }

    private func onlyHistories(_ purpose: String) -> UsageError {
      UsageError("\(subject.name) is not a history, and only a history \(purpose)")
    }
  }

  /// A subject that a team's own command is built around.
  struct SubjectInSwift: LoadedSubject {
    let subject: any Subject
    var noun: String { "a subject written in Swift" }
  }
#endif
