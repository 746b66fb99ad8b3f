#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  struct MutateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mutate",
      abstract: "Puts mistakes into the migration and sees which ones are noticed.",
      usage: """
        migcheck mutate [<history>] [--from <version>] [--to <version>]
            [--trials <count>] [--seed <hex>]
        """,
      discussion: """
        Each declared step is left out, moved to the next version, or changed: an \
        assignment or a condition is left out, two assignments are swapped. The \
        history without a mistake must pass. Exit status 0: every mistake was \
        noticed, 1: some were not, or the history itself fails.
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "How many random graphs to try for each mistake. (default: 20)", valueName: "count"),
      transform: NumberArgument.parse)
    var trials = 20
    @OptionGroup var seed: SeedOption

    func run() throws {
      try reporting {
        guard trials >= 0 else {
          throw UsageError("--trials \(trials) is negative; write 0 or more")
        }
        let (history, _) = try source.load()
        let (from, to) = try span.resolve(in: history)
        var options = VerificationOptions(from: from, to: to, trials: trials, seed: seed.seed)
        options.stores = [.memory]
        let scratch = try Scratch()
        defer { scratch.end() }
        options.directory = scratch.path
        let result = try MutationTesting(history, options: options).run()
        guard result.baseline.verdict == .passed else {
          try Terminal.write(TextReport(colours: Terminal.hasColours).text(result.baseline))
          Terminal.complain("mend the history first: mistakes show only where there are none")
          throw ExitCode(ExitStatus.failed)
        }
        try Terminal.write(Self.text(result, history: history.name))
        if result.killed < result.outcomes.count { throw ExitCode(ExitStatus.failed) }
      }
    }

    static func text(_ result: MutationTesting.Result, history: String) -> String {
      var lines = [String]()
      for outcome in result.outcomes {
        let mark = outcome.isKilled ? "✔" : "✘"
        let steps = StepText(step: outcome.step).lines(width: 72)
        lines.append(
          "\(mark) version \(outcome.version)   \(outcome.kind)   "
            + ValueText.prose(outcome.change) + ":")
        lines += steps.map { "    \($0)" }
        lines.append(
          outcome.isKilled
            ? "  noticed by \(outcome.killedBy.joined(separator: ", "))"
            : "  nothing notices it; \(outcome.remedy) would")
      }
      if !lines.isEmpty { lines.append("") }
      lines.append("\(history): \(result.killed) of \(result.outcomes.count) mistakes noticed")
      return lines.joined(separator: "\n") + "\n"
    }
  }
#endif
