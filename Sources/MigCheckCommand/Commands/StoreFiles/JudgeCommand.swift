#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckHistory
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckVerifier

  struct JudgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "judge",
      abstract: "Judges stores that the app upgraded, wherever it did.",
      discussion: """
        The first folder holds stores of released versions, as migcheck generate \
        --store-files writes them; the second one holds, under the same names, what \
        the app made of copies of them. Each pair is judged as check judges an upgrade. \
        The history or the model is the only one here, unless it is named before the \
        folders. Stores are only read, and no value of them is in the report unless \
        --show-values asks for it.
        """)

    @Argument(
      help: ArgumentHelp(
        "The history or the model, if there are several here; the folder with the stores before, and "
          + "the one with the stores after.", valueName: "path"),
      completion: .file())
    var paths: [String]
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The version that the app upgrades to. (default: the last, or the current one of a model)",
        valueName: "version"),
      transform: NumberArgument.parseVersion)
    var to: UInt64?
    @OptionGroup var model: ModelOptions
    @Flag(help: "Show values of the stores in the report.")
    var showValues = false

    func run() throws {
      try reporting {
        let input = try load()
        let scratch = try Scratch()
        defer { scratch.end() }
        let loaded = try input.storeFormat(.parse([]), wanted: nil, scratch: scratch.path)
        let last = to ?? input.currentVersion ?? loaded.history.stages.last?.number ?? 0
        let end = try loaded.history.requireVersion(last).number
        let stores = try JudgedStores(
          fixtures: fixtures, upgraded: upgraded, format: loaded.format, end: end)
        for problem in stores.problems { Terminal.complain(problem.description.printable()) }
        for store in stores.incomplete {
          ModelStore.noteMissingFiles(store.missing, of: store.path)
        }
        let report = try JudgeReport(
          of: stores, loaded, end: end, directory: scratch.path, showsValues: showValues)
        try Terminal.write(report.text)
        if let problem = stores.problems.first { throw ExitCode(problem.exitStatus) }
        if report.errors > 0 { throw ExitCode(ExitStatus.failed) }
      }
    }

    private var fixtures: String { paths[paths.count - 2] }
    private var upgraded: String { paths[paths.count - 1] }

    private func load() throws -> any LoadedSubject {
      guard paths.count == 2 || paths.count == 3 else {
        throw UsageError(
          "name the folder with the stores before, and the one with the stores after")
      }
      let path = try paths.count == 3 ? paths[0] : Self.onlyModel() ?? HistoryFinder.onlyHistory()
      return try SubjectKinds.load(path, SubjectRequest(options: [model]))
    }

    /// The only model here; `nil`: there is none, or a history too.
    private static func onlyModel() throws -> String? {
      let names = try FileManager.default.contentsOfDirectory(atPath: ".")
      let models = names.filter { $0.hasSuffix(".xcdatamodeld") }
      guard models.count == 1, !names.contains(where: { $0.hasSuffix(".history.json") }) else {
        return nil
      }
      return models[0]
    }
  }
#endif
