import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "baseline",
      abstract: "Accepts the present findings, so that only new ones fail.",
      discussion: """
        Runs what check runs, and lists every finding in migcheck.json, warnings too, \
        with the reason, which can be made more precise there. A run of check reports \
        a listed finding in a line and does not fail for it. What the list has already \
        stays as it is; with --prune, what this run did not meet goes.
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @Option(help: "Why these findings are accepted, for later readers of the file.")
    var reason: String?
    @Flag(help: "Take out of the list what this run did not meet.")
    var prune = false
    @OptionGroup var trials: TrialsOption
    @OptionGroup var seed: SeedOption
    @OptionGroup var gate: GateOptions
    @OptionGroup var jobs: JobsOption
    @OptionGroup var timeLimit: TimeLimitOption

    func run() throws {
      try reporting {
        var options = try VerificationOptions([trials, seed, jobs, timeLimit])
        guard let reason, reason.contains(where: { !$0.isWhitespace }) else {
          throw UsageError(
            "a finding is accepted for a reason; say it, as in --reason \"users of 4.2 know\"")
        }
        let input = try source.load()
        (options.from, options.to) = try span.resolve(in: input)
        var settings = try gate.settingsToWrite(of: input)
        settings.accepted = settings.accepted(
          of: input.subject, gate.holding(settings, of: input))
        try gate.apply(to: &options, of: input, settings)
        let report = try Verification.run(input.subject, options).report
        let name = input.subject.name
        let new = report.findings.filter { $0.severity != .accepted }
          .map { AcceptedFinding($0, of: name, reason: reason) }
        let gone = prune && !report.isInterrupted ? report.unmet : []
        settings.accepted.removeAll { gone.contains($0) }
        settings.accepted += new
        guard !new.isEmpty || !gone.isEmpty else {
          return try Terminal.write(
            "nothing to accept: \(ShellText.file(settings.file)) is as it was\n")
        }
        try WholeFile.write(settings.text, to: settings.file, collision: .replace)
        try Terminal.write(text(new, gone, in: settings.file))
      }
    }

    private func text(_ new: [AcceptedFinding], _ gone: [AcceptedFinding], in file: String)
      -> String
    {
      func line(_ mark: String, _ finding: AcceptedFinding) -> String {
        let place = finding.type.map { PropertyPath(type: $0, property: finding.property) }
        let what = [
          place.map { ValueText.escaped($0.description) }, finding.code ?? finding.kind,
        ]
        .compactMap(\.self).joined(separator: ", ")
        return "  \(mark) \(finding.check.rawValue) \(finding.hop): \(what)"
      }
      let count = new.count == 1 ? "1 finding" : "\(new.count) findings"
      let lines =
        ["\(ShellText.file(file)): \(count) accepted"] + new.map { line("+", $0) }
        + gone.map { line("−", $0) }
      return ColumnText.fitted(lines).joined(separator: "\n") + "\n"
    }
  }
#endif
