import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Runs every upgrade path and reports what goes wrong.",
      discussion: """
        First the findings of earlier runs are tried again, then graphs made to hit \
        each hazard of the schema changes, then random graphs. What fails is shrunk, \
        reported and saved as a case file. The same seed gives the same report, \
        whatever the number of jobs.

        On several machines each one runs a shard, such as 3/16, and migcheck merge \
        joins their reports. In a job that Bazel, Slurm, CircleCI or GitLab runs as one \
        of several, the shard is taken from the environment.

        Of a Realm history --store names a store file of the app (*.realm), which must have \
        the schema of its version, and is a start graph too. It is only read, and its values \
        are replaced by others unless --show-values asks for them.

        Of a Core Data model (*.xcdatamodeld) every version is a start, and a store of \
        it given by --store is a start graph too; its values are replaced by others \
        unless --show-values asks for them.

        --upgrade runs the app's own upgrade in the place of migcheck's rules: genuine \
        store files of a Realm history or a Core Data model are written, the program \
        opens them, and what it leaves is judged, 20 random graphs unless --trials says \
        otherwise.

        Of a folder of SQL migrations --seed-database names a database of the app: the \
        upgrades run on a copy with its own rows, from the version that it is at, and \
        no value of it is in the report unless --show-values asks for them.

        Ctrl-C ends the run early with a report of what was found so far; a second \
        one ends it at once.
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @OptionGroup var trials: TrialsOption
    @OptionGroup var seed: SeedOption
    @OptionGroup var stores: StoreOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var exploration: ExplorationOption
    @OptionGroup var jobs: JobsOption
    @Option(
      help: ArgumentHelp(
        "Where findings are kept. (default: beside the history)", valueName: "folder"),
      completion: .directory)
    var corpus: String?
    @Option(help: "The form of the report. (default: text)", transform: ReportFormat.parse)
    var format = ReportFormat.text
    @OptionGroup var reports: ReportOptions
    @OptionGroup var timeLimit: TimeLimitOption
    @OptionGroup var shown: ReportingOptions
    @OptionGroup var explain: ExplainOption
    @OptionGroup var shard: ShardOption
    @OptionGroup var start: StoreStart
    @OptionGroup(title: "Options for the app's own upgrade") var upgrade: AppUpgradeOptions

    func run() throws {
      try reporting {
        var options = try VerificationOptions(
          trials: upgrade.trials,
          [trials, seed, stores, exploration, jobs, timeLimit, shown])
        let explained = try explain.names()
        let files = try reports.files(besides: source.history.map { [$0] } ?? [])
        let (part, variable) = try shard.resolve(ProcessInfo.processInfo.environment)
        options.shard = part
        let last = span.to
        let database = try upgrade.database(besides: source.history)
        var input = try database ?? timeLimit.whileLoading { try source.load(upTo: last) }
        let start = try start.read(in: &input, at: span.from, isShard: part != nil)
        let scratch = upgrade.isGiven ? try ScratchDirectory() : nil
        defer { scratch?.remove() }
        if database == nil {
          input = try upgrade.apply(to: input, end: span.to) { scratch?.path ?? "" }
        }
        var span = span
        if let start { span.from = start.version }
        (options.from, options.to) = try span.resolve(in: input)
        try gate.apply(to: &options, of: input)
        options.origin = RunMap.Origin(path: input.path)
        options.corpus = try corpusFolder(of: input, isShard: part != nil)
        if let start {
          options.savedFindings = CorpusWithStart(
            base: options.corpus,
            start: CorpusCase(
              name: self.start.store ?? "", version: start.version, graph: start.graph))
        }
        var (report, timeWarnings) = try Verification.run(input.subject, options)
        report.shard?.variable = variable
        let replay = input.replayOptions(
          cases: corpus ?? CorpusFolder.folder(besideHistory: input.path))
        let content = ReportContent(of: report, replayOptions: replay)
        try files.write(content, isText: format.isText) {
          try format.write(report, content, explained: explained, replayOptions: replay)
        }
        if let scale = upgrade.migrator.scale, let database = database as? LoadedDatabase,
          !report.isInterrupted
        {
          try database.writeScale(scale, of: options, isText: format.isText)
        }
        // Not among the rest of the report, which is the same on every machine.
        for warning in timeWarnings {
          Terminal.note(text(of: warning, explained), keepsLines: true)
        }
        try ExitStatus.exit(by: report.verdict)
      }
    }

    private func text(of warning: HealthWarning, _ explained: [String]) -> String {
      explained.contains { $0.isIdentical(to: warning.name.rawValue) }
        ? TextReport().text(of: warning) : TextReport().brief(warning)
    }

    private func corpusFolder(
      of input: any LoadedSubject, isShard: Bool
    ) throws -> CorpusFolder? {
      guard let corpus else {
        return input.path.isEmpty
          ? nil : input.corpus(in: CorpusFolder.folder(besideHistory: input.path))
      }
      guard !corpus.isEmpty else { throw UsageError("--corpus names no folder") }
      let folder = input.corpus(in: corpus)
      // A shard writes nothing there.
      guard !isShard else { return folder }
      // Better now than after the run. The default folder need not be writable: findings that
      // cannot be kept there are reported all the same.
      try folder.requireWritable()
      return folder
    }
  }
#endif
