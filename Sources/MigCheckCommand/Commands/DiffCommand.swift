#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckStoreFiles

  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compares two graphs up to renaming of their objects.",
      discussion: """
        The history, or the folder of SQL migrations, is the one whose schemas the \
        graphs have; it may be left out \
        where every command may do without. Each of the others is a graph file \
        (*.json) or a store file. Type#3 is the fourth object of its type there. \
        Exit status: 0 equal, 1 different, 2 undecided.

        Of a Core Data model (*.xcdatamodeld) two stores that Core Data wrote are \
        compared, read-only and with their -wal: what the upgrade of the older one \
        gives, and what is in the newer one.

        Of a history of Realm a store may be a file that an app wrote (*.realm); two of \
        them need no history. It is only read, and its values are replaced by others, \
        equal ones by equal ones, unless --show-values asks for them.
        """)

    @Argument(
      help: ArgumentHelp(
        "The history, if it is not the only one; then two graph files or store files.",
        valueName: "file"),
      completion: .file())
    var files: [String]
    @OptionGroup var span: ModelSpanOptions
    @OptionGroup(title: "Options for folders of SQL migrations") var folder: FolderOptions
    @OptionGroup var model: ModelOptions
    @OptionGroup var comparison: ModelDiffOptions

    func run() throws {
      try reporting {
        guard files.count == 2 || files.count == 3 else {
          throw UsageError(
            "diff takes two graphs, after the history if it is not the only one; "
              + "\(files.count == 1 ? "one file was" : "\(files.count) files were") named")
        }
        try subject().compareStores(self, files[files.count - 2], files[files.count - 1])
      }
    }

    /// The subject that is named, or else the only history here, or else what two Realm files say
    /// themselves.
    private func subject() throws -> any LoadedSubject {
      let request = SubjectRequest(options: [folder, model, span, comparison])
      if files.count == 2, files.allSatisfy({ RealmFile.isRealm($0) }),
        try SubjectKinds.embedded(request) == nil, (try? HistoryFinder.onlyHistory()) == nil
      {
        try request.refuseAll(but: nil, files[0], "a Realm file")
        return LoadedHistory(
          try RealmStore.history(
            of: files, named: "stores", showsNotes: false,
            remedy: "only stores of one schema can be compared at one version"), path: "")
      }
      return try HistoryArgument.load(files.count == 3 ? files[0] : nil, request)
    }

    /// Compares two graphs of one subject.
    func compareGraphs(_ first: String, _ second: String, of input: any LoadedSubject) throws {
      var scratch: Scratch?
      defer { scratch?.end() }
      func scratchFolder() throws -> String {
        let made = try scratch ?? Scratch()
        scratch = made
        return made.path
      }
      let older = try input.readGraph(at: first, scratch: scratchFolder)
      let newer = try input.readGraph(at: second, scratch: scratchFolder)
      guard older.isOfApp || newer.isOfApp || !comparison.showsValues else {
        throw UsageError("--show-values is about stores of an app, and none is named")
      }
      var (a, b) = (older.graph, newer.graph)
      if older.isOfApp || newer.isOfApp, !comparison.showsValues {
        var anonymiser = GraphAnonymiser()
        (a, b) = (anonymiser.hide(a), anonymiser.hide(b))
      }
      var lines = [String]()
      if older.version != newer.version {
        lines.append(
          "the first is at version \(older.version), the second at version \(newer.version)")
      }
      var incomparable = [PropertyPath]()
      for path in older.incomparable + newer.incomparable where !incomparable.contains(path) {
        incomparable.append(path)
      }
      if !incomparable.isEmpty {
        Terminal.note(
          "migcheck: not compared: "
            + incomparable.map(\.description).joined(separator: ", "))
      }
      switch GraphComparison.compare(a, b, ignoring: input.subject.ignoring + incomparable) {
      case .equal: break
      case .undecided:
        try Terminal.write(
          "undecided: \(first) and \(second) are too symmetrical to tell in time\n")
        throw ExitCode(ExitStatus.vacuous)
      case .different(let differences):
        let text = DifferenceText(first: a, second: b)
        lines += differences.map(text.line)
      }
      guard !lines.isEmpty else {
        return try Terminal.write(
          "equal: \(CountText.text(a.totalObjectCount, "object")), "
            + "\(CountText.text(a.linkCount, "link"))\n")
      }
      try Terminal.write(
        "different: \(first) → \(second)\n"
          + ColumnText.fitted(lines.map { "  \($0)" }).map { $0 + "\n" }.joined())
      throw ExitCode(ExitStatus.failed)
    }
  }

  /// The versions of two stores, where they do not tell.
  struct ModelSpanOptions: KindOptions {
    static let owners = ModelOptions.owners

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Of a Core Data model: the version that the older store is at. (default: as it says)",
        valueName: "version"),
      transform: NumberArgument.parseVersion)
    var from: UInt64?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Of a Core Data model: the version that the newer store is at. (default: as it says)",
        valueName: "version"),
      transform: NumberArgument.parseVersion)
    var to: UInt64?

    var given: [String] { (from == nil ? [] : ["--from"]) + (to == nil ? [] : ["--to"]) }
  }
#endif
