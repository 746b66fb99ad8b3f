#if CommandLine
  import ArgumentParser
  import MigCheckHistory
  import MigCheckModel
  import MigCheckReports
  import MigCheckText

  /// Which subject a command works on, unless it is built around one.
  struct HistoryArgument: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The history file, a Core Data model (*.xcdatamodeld), or a folder of SQL migrations. "
          + "(default: the only *.history.json here or in the folder Corpus)",
        valueName: "history"),
      completion: .file(extensions: ["json"]))
    var history: String?
    @OptionGroup(title: "Options for folders of SQL migrations") var folder: FolderOptions
    @OptionGroup(title: "Options for Core Data models") var model: ModelOptions

    private func request(upTo last: UInt64? = nil) -> SubjectRequest {
      SubjectRequest(options: [folder, model], last: last)
    }

    /// What a command runs upgrades of.
    ///
    /// - Parameter last: the last version that it goes to; `nil`: the last of all.
    /// - Throws: `UsageError` for a history whose migrations are code that the command does not have.
    func load(upTo last: UInt64? = nil) throws -> any LoadedSubject {
      let input = try Self.load(history, request(upTo: last))
      do {
        try input.history?.requireBlock(file: input.path)
      } catch {
        throw UsageError(error.description)
      }
      return input
    }

    /// What a command works on that runs no upgrade.
    ///
    /// - Parameter more: further options that only one kind has.
    func loadWithoutBlock(_ more: [any KindOptions] = []) throws -> any LoadedSubject {
      var request = request()
      request.options += more
      return try Self.load(history, request)
    }

    /// Lets the kind of the subject show its versions in its own way.
    ///
    /// - Returns: whether it has one.
    func showPaths(_ command: PathsCommand, _ more: some KindOptions) throws -> Bool {
      guard let history else { return false }
      return try SubjectKinds.kind(of: history)
        .showPaths(history, command, SubjectRequest(options: [folder, model, more]))
    }

    /// The subject that the user names, or the one that the command is built around, or else the only
    /// history here.
    ///
    /// - Parameter path: as the user named it; `nil`: not at all.
    static func load(_ path: String?, _ request: SubjectRequest) throws -> any LoadedSubject {
      if let path { return try SubjectKinds.load(path, request) }
      if let embedded = try SubjectKinds.embedded(request) {
        try embedded.subject.validate()
        return try embedded.withFrozenSchemas(in: "Schemas")
      }
      let found = try HistoryFinder.onlyHistory()
      let loaded = try SubjectKinds.load(found, request)
      Terminal.note("migcheck: using \(ShellText.file(found))")
      return loaded
    }
  }
#endif
