import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckCoreData
  import MigCheckVerifier

  struct MutateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mutate",
      abstract: "Puts mistakes into the migration and sees which ones are noticed.",
      discussion: """
        Each declared step is left out, moved to a version beside its own, or run \
        from a version too many or too few; an assignment or a condition is left \
        out, a condition turned round, two assignments swapped. The history without \
        a mistake must pass. Exit status 0: every mistake was noticed, 1: some were \
        not, or the history itself fails, 2: there is no step to put a mistake into, \
        the history itself is not exercised, or not all mistakes were tried.

        An invariant is proposed only if it was tried: the history passes with it, \
        and the mistake does not. Ctrl-C ends the run early with a report of the \
        mistakes that were tried so far.
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @OptionGroup var trials: TrialsOption
    @OptionGroup var seed: SeedOption
    @OptionGroup var jobs: JobsOption
    @Option(help: "The form of the report. (default: text)", transform: ReportFormat.parse)
    var format = ReportFormat.text
    @OptionGroup var reports: ReportOptions
    @OptionGroup var timeLimit: TimeLimitOption

    func run() throws {
      try reporting {
        var options = try VerificationOptions(trials: 20, [trials, seed, jobs, timeLimit])
        let files = try reports.files(besides: source.history.map { [$0] } ?? [])
        let input = try source.load()
        try requireSteps(of: input)
        (options.from, options.to) = try span.resolve(in: input)
        options.stores = [.memory]
        options.origin = RunMap.Origin(path: input.path)
        let result = try run(input, options)
        let report = MutationReport(result: result)
        try files.write(report.content, isText: format.isText) {
          guard format.isText else { return try format.write(report.content) }
          try Terminal.write(report.text(colours: Terminal.hasColours))
        }
        if result.baseline.verdict != .passed, !result.baseline.isInterrupted {
          Terminal.complain(
            "fix the history first: planted mistakes show only in a history that passes")
        }
        try ExitStatus.exit(by: result.baseline.verdict)
        if result.killed < result.outcomes.count { throw ExitCode(ExitStatus.failed) }
        if result.outcomes.isEmpty || result.isInterrupted { throw ExitCode(ExitStatus.vacuous) }
      }
    }

    private func testing(
      _ input: any LoadedSubject, _ options: VerificationOptions
    ) -> MutationTesting {
      input.history.map { MutationTesting($0, options: options) }
        ?? MutationTesting(input.subject, options: options)
    }

    /// - Throws: `UsageError` for a subject that tells nothing of its steps, or has none that could be
    ///   left out.
    private func requireSteps(of input: any LoadedSubject) throws {
      let steps = input.subject.evidence.steps
      guard input.history == nil, steps?.omissions(everywhere: true).isEmpty ?? true else { return }
      throw UsageError(
        steps == nil
          ? "\(input.subject.name) tells nothing of the steps of its migrations, so no mistake can be "
            + "put into them"
          : "the migrations of \(input.subject.name) move and change no data, so there is nothing to put "
            + "a mistake into")
    }

    private func run(
      _ input: any LoadedSubject, _ options: VerificationOptions
    ) throws -> MutationTesting.Result {
      var options = options
      let interruption = Interruption()
      let scratch = try Scratch(interruption: interruption)
      let progress = ProgressLine()
      defer {
        progress.clear()
        scratch.end()
      }
      options.directory = scratch.path
      options.interruption = interruption
      guard Terminal.showsProgress else { return try testing(input, options).run() }
      options.progress = { progress.show($0) }
      return try testing(input, options).run { done, total in
        progress.show(RunProgress(phase: .mistakes, done: done, total: total))
      }
    }
  }
#endif
