import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheckReports
  import MigCheckSQL
  import MigCheckVerifier

  /// The form of a report on standard output.
  enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json

    /// - Parameters:
    ///   - explained: names of warnings that a text shows in full; JSON does it anyway.
    ///   - replayOptions: what has to be said to `replay` beside the case, as a shell takes it.
    func write(
      _ report: Report, explained: [String] = [], replayOptions: [String] = []
    ) throws {
      switch self {
      case .text:
        var text = TextReport(colours: Terminal.hasColours, explained: explained)
        for name in explained { text.explanations[name] = FaultCodes.summary(of: name) }
        text.isTerminal = Terminal.isTerminal
        text.replay = .command(TypedName.text, options: replayOptions)
        try Terminal.write(text.text(report))
      case .json: try Terminal.write(JSONReport.text(report), isDocument: true)
      }
    }
  }

  extension ExitStatus {
    /// - Throws: the exit status of a verdict, unless it is `passed`.
    static func exit(by verdict: Report.Verdict) throws {
      switch verdict {
      case .passed: break
      case .failed: throw ExitCode(failed)
      case .vacuous, .undecided: throw ExitCode(vacuous)
      }
    }
  }
#endif
