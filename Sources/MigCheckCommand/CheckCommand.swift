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
      abstract: "Runs every upgrade path and reports what goes wrong. (default)",
      discussion: """
        First the findings of earlier runs are tried again, then graphs made to hit \
        each hazard of the schema changes, then random graphs. The same seed gives \
        the same report, whatever the number of jobs.
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
      case text, json
    }

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @Option(help: "How many random graphs to try.")
    var trials = 200
    @Option(
      help: ArgumentHelp(
        "16 hexadecimal digits; decides every random choice.", valueName: "hex"),
      transform: parseSeed)
    var seed = VerificationOptions.defaultSeed
    @OptionGroup var stores: StoreOptions
    @Option(help: "merged: equal states are run once; all: each path by itself.")
    var paths = VerificationOptions.Paths.merged
    @Option(help: "How many threads. (default: one for each core)")
    var jobs: Int?
    @Option(
      help: ArgumentHelp(
        "Where findings are kept. (default: beside the history)", valueName: "folder"),
      completion: .directory)
    var corpus: String?
    @Option(help: "text or json.")
    var format = Format.text
    @Option(
      help: ArgumentHelp("Start no trial after this time.", valueName: "seconds"))
    var timeLimit: Double?

    func run() throws {
      try reporting {
        try validateNumbers()
        let (history, path) = try source.load()
        let (from, to) = try span.resolve(in: history)
        let interruption = Interruption()
        let signals = InterruptHandler(interruption)
        defer { signals.stop() }
        let progress = ProgressLine()
        var options = VerificationOptions(from: from, to: to, trials: trials, seed: seed)
        options.stores = stores.stores
        options.paths = paths
        options.timeLimit = timeLimit
        options.interruption = interruption
        if let jobs { options.jobs = jobs }
        if let folder = corpus ?? (path.isEmpty ? nil : CorpusFolder.folder(besideHistory: path)) {
          options.corpus = CorpusFolder(
            folder, history: history, historyPath: path.isEmpty ? nil : path)
        }
        if Terminal.showsProgress { options.progress = { progress.show($0) } }
        let report = try Verifier(history, options: options).run()
        progress.clear()
        switch format {
        case .text: Terminal.write(TextReport(colours: Terminal.hasColours).text(report))
        case .json: Terminal.write(JSONReport.text(report))
        }
        switch report.verdict {
        case .passed: break
        case .failed: throw ExitCode(ExitStatus.failed)
        case .vacuous: throw ExitCode(ExitStatus.vacuous)
        }
      }
    }

    private func validateNumbers() throws {
      if trials < 0 { throw UsageError("--trials \(trials) is negative; write 0 or more") }
      if let jobs, jobs < 1 { throw UsageError("--jobs \(jobs) is too few; write 1 or more") }
      if let timeLimit, !(timeLimit > 0) {
        throw UsageError("--time-limit \(timeLimit) is no time; write seconds, such as 60")
      }
    }
  }

  extension VerificationOptions.Paths: ExpressibleByArgument {}

  @Sendable func parseSeed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text, radix: 16) else {
      throw ValidationError("'\(text)' is no seed; write up to 16 hexadecimal digits.")
    }
    return seed
  }
#endif
