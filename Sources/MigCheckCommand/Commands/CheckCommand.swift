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
      usage: """
        migcheck [check] [<history>] [--from <version>] [--to <version>]
            [--trials <count>] [--seed <hex>] [--stores <list>]
            [--paths <which>] [--unmerged] [--jobs <count>] [--corpus <folder>]
            [--shipped <version>] [--min-supported <version>] [--settings <file>]
            [--format <format>] [--report <format=file>] ...
            [--time-limit <seconds>] [--timings]
            [--strict] [--silence <name>] ... [--explain <name>] ...
            [--shard <index/count>]
        migcheck [check] <history> --store <file> [--show-values]
        migcheck [check] <model> [--order <names>] [--custom <from:to>] ...
            [--opening <way>] [--store <file>] [--show-values]
        migcheck [check] <history> --upgrade <command>
            [--upgrade-time-limit <seconds>] [--realm-format <number>]
            [--empty-store <file>] [--sample <…>]
        migcheck [check] <folder> [--base <file>] [--fresh <file>]
            [--define <name=value>] ... [--seed-database <file>] [--show-values]
        """,
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
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How many random graphs to try. (default: 200)", valueName: "count"),
      transform: NumberArgument.parse)
    var trials: Int?
    @OptionGroup var seed: SeedOption
    @OptionGroup var stores: StoreOptions
    @OptionGroup var gate: GateOptions
    @Flag(help: "Run each path by itself, and do not merge equal states: the same verdict, later.")
    var unmerged = false
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How many threads. (default: one for each core)", valueName: "count"),
      transform: NumberArgument.parse)
    var jobs: Int?
    @Option(
      help: ArgumentHelp(
        "Where findings are kept. (default: beside the history)", valueName: "folder"),
      completion: .directory)
    var corpus: String?
    @Option(help: "The form of the report. (default: text)", transform: ReportFormat.parse)
    var format = ReportFormat.text
    @OptionGroup var reports: ReportOptions
    @OptionGroup var timeLimit: TimeLimitOption
    @Flag(
      help: """
        Count dependence on other objects or on their order as an error even where the \
        migration numbers objects.
        """)
    var strict = false
    @Flag(help: "Put times into the report, which then differs from run to run.")
    var timings = false
    @Option(
      help: ArgumentHelp(
        "Leave out a warning, by the name that the report gives it. (repeatable)",
        valueName: "name"),
      transform: { HealthWarning.Kind($0) })
    var silence: [HealthWarning.Kind] = []
    @OptionGroup var explain: ExplainOption
    @OptionGroup var shard: ShardOption
    @OptionGroup var start: StoreStart
    @OptionGroup(title: "Options for the app's own upgrade") var upgrade: AppUpgradeOptions

    func run() throws {
      try reporting {
        try validateNumbers()
        let explained = try explain.names()
        let files = try reports.files(besides: source.history.map { [$0] } ?? [])
        let (part, variable) = try shard.resolve(ProcessInfo.processInfo.environment)
        let last = span.to
        var input = try timeLimit.whileLoading { try source.load(upTo: last) }
        var options = VerificationOptions(
          trials: trials ?? (upgrade.upgrade == nil ? 200 : AppUpgradeOptions.trials),
          seed: seed.seed)
        let start = try startGraph(of: &input, isShard: part != nil)
        let scratch = upgrade.upgrade == nil ? nil : try ScratchDirectory()
        defer { scratch?.remove() }
        input = try upgrade.apply(to: input, end: span.to) { scratch?.path ?? "" }
        var span = span
        if let start { span.from = start.version }
        (options.from, options.to) = try span.resolve(in: input)
        options.stores = stores.stores
        try gate.apply(to: &options, of: input)
        if unmerged { options.exploration = .separate }
        options.timeLimit = timeLimit.seconds
        options.strict = strict
        options.timings = timings
        options.silenced = silence
        if let jobs { options.jobs = jobs }
        options.shard = part
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
        let replay = replayOptions(for: input)
        let content = ReportContent(of: report, replayOptions: replay)
        try files.write(content, isText: format.isText) {
          try format.write(report, content, explained: explained, replayOptions: replay)
        }
        // Not among the rest of the report, which is the same on every machine.
        for warning in timeWarnings {
          Terminal.note(text(of: warning, explained), keepsLines: true)
        }
        try ExitStatus.exit(by: report.verdict)
      }
    }

    private func startGraph(
      of input: inout CommandSubject, isShard: Bool
    ) throws -> (version: UInt64, graph: ObjectGraph)? {
      guard start.store != nil || start.showValues else { return nil }
      if case .folder = input, isShard, !start.showValues {
        throw UsageError(
          "the report of a shard holds the rows of --store; run it without --shard, or add "
            + "--show-values")
      }
      let scratch = try Scratch()
      defer { scratch.end() }
      return try start.read(in: &input, at: span.from) { scratch.path }
    }

    /// What `replay` has to be told of a folder of SQL migrations, as it cannot find it out.
    private func replayOptions(for input: CommandSubject) -> [String] {
      if case .files(_, let path) = input, let command = upgrade.upgrade {
        return ["--history", ShellText.file(path), "--upgrade", ShellText.file(command)]
      }
      guard case .folder = input, let argument = source.history else { return [] }
      let cases = corpus ?? CorpusFolder.folder(besideHistory: input.path)
      func whole(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
      let isFound =
        SQLFolderArgument.folder(besideCases: cases).map(whole) == whole(argument)
        && whole(argument) == whole(input.path)
      return (isFound ? [] : ["--migrations", ShellText.file(argument)]) + source.folder.words
    }

    private func text(of warning: HealthWarning, _ explained: [String]) -> String {
      explained.contains { $0.isIdentical(to: warning.name.rawValue) }
        ? TextReport().text(of: warning) : TextReport().brief(warning)
    }

    private func corpusFolder(
      of input: CommandSubject, isShard: Bool
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

    private func validateNumbers() throws {
      if let trials, trials < 0 {
        throw UsageError("--trials \(trials) is negative; write 0 or more")
      }
      if let trials, trials > VerificationOptions.mostTrials {
        throw UsageError(
          "--trials \(trials) is too many; write at most \(VerificationOptions.mostTrials)")
      }
      if let jobs, jobs < 1 { throw UsageError("--jobs \(jobs) is too few; write 1 or more") }
      if let jobs, jobs > VerificationOptions.mostJobs {
        throw UsageError(
          "--jobs \(jobs) is too many; write at most \(VerificationOptions.mostJobs)")
      }
      try timeLimit.require()
    }
  }
#endif
