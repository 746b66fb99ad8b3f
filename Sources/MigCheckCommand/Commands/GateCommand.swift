#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckText
  import MigCheckVerifier

  struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gate",
      abstract: "Fails when a frozen version has changed, or when a check fails.",
      discussion: """
        Compares every version that migcheck freeze has written down with what it \
        is now: its schema, and what upgrades into it give. Then it runs what check \
        runs. With --accept the frozen versions take what is different, with the \
        reason beside it. The exit status is that of check, and 1 where a frozen \
        version is different.
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @OptionGroup var trials: TrialsOption
    @OptionGroup var seed: SeedOption
    @OptionGroup var gate: GateOptions
    @OptionGroup var schemas: SchemaFolderOption
    @OptionGroup var jobs: JobsOption
    @OptionGroup var timeLimit: TimeLimitOption
    @OptionGroup var reports: ReportOptions
    @Flag(help: "Accept what is different, and write it down.")
    var accept = false
    @Option(help: "Why it is different, for later readers of the frozen version.")
    var reason: String?

    func run() throws {
      try reporting {
        var options = try VerificationOptions([trials, seed, jobs, timeLimit])
        let why = reason.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
        guard accept == (why != nil) else {
          throw UsageError(
            accept
              ? "a change is accepted for a reason; say it, as in --reason \"not released yet\""
              : "--reason belongs to --accept")
        }
        let files = try reports.files(besides: source.history.map { [$0] } ?? [])
        let input = try timeLimit.whileLoading { try source.load().withoutFrozenSchemas }
        (options.from, options.to) = try span.resolve(in: input)
        try gate.apply(to: &options, of: input)
        options.origin = RunMap.Origin(path: input.path)
        let isSame = try compare(input)
        let report = try Verification.run(input.subject, options).report
        let content = ReportContent(of: report)
        try files.write(content) { try ReportFormat.text.write(report, content) }
        if !isSame { throw ExitCode(ExitStatus.failed) }
        try ExitStatus.exit(by: report.verdict)
      }
    }

    /// - Returns: whether all frozen versions are what they were, or were changed on purpose.
    private func compare(_ input: any LoadedSubject) throws -> Bool {
      let scratch = try Scratch()
      defer { scratch.end() }
      let folder = try schemas.folder(of: input)
      let freezer = Freezer(
        input.subject, folder: folder, scratch: scratch.path, holdsOldNames: input.hadOtherNames)
      let (differences, unfrozen) = try freezer.differences()
      let numbers = input.subject.versions.map(\.number)
      guard unfrozen.count < numbers.count || !differences.isEmpty else {
        let names = FrozenNames(in: folder).names.map { quoted($0) }.joined(separator: ", ")
        throw UsageError(
          "no version of \(quoted(input.subject.name)) is frozen in \(ShellText.file(folder))"
            + (names.isEmpty ? "" : ", which holds versions of \(names)")
            + "; migcheck freeze writes down those that are released")
      }
      var lines = [String]()
      for difference in differences {
        lines.append("✘ version \(difference.version) is not what was frozen")
        lines += difference.what.map { "    \($0)" }
      }
      if accept, let reason {
        for difference in differences {
          guard
            let version = input.subject.versions.first(where: { $0.number == difference.version })
          else {
            throw UsageError(
              "version \(difference.version) is gone; remove "
                + "\(ShellText.file(freezer.path(of: difference.version))) if that is intended")
          }
          var frozen = try freezer.freeze(version)
          frozen.changes =
            try freezer.changes(of: version.number) + [(reason: reason, what: difference.what)]
          try freezer.write(frozen, replacing: true)
          lines.append("  accepted: \(ShellText.file(freezer.path(of: version.number)))")
        }
      }
      let count = numbers.count - unfrozen.count
      if differences.isEmpty {
        lines.append("✔ \(CountText.text(count, "frozen version")) as before")
      }
      if !unfrozen.isEmpty {
        let list = unfrozen.map(String.init).joined(separator: ", ")
        lines.append("  not frozen: \(list)")
      }
      try Terminal.write(ColumnText.fitted(lines).map { $0 + "\n" }.joined() + "\n")
      return differences.isEmpty || accept
    }
  }
#endif
