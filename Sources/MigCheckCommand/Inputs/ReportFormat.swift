import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheckReports
  import MigCheckSQL
  import MigCheckVerifier

  extension ReportFormat {
    /// What `--format` names.
    @Sendable static func parse(_ name: String) throws -> ReportFormat {
      guard let format = ReportFormat(named: name) else {
        throw ValidationError("write one of \(all.map(\.name).joined(separator: ", "))")
      }
      return format
    }

    var isText: Bool { name.isIdentical(to: ReportFormat.text.name) }

    /// Writes a report to standard output.
    ///
    /// - Parameters:
    ///   - explained: names of warnings that a text shows in full; the others do it anyway.
    ///   - replayOptions: what has to be said to `replay` beside the case, as a shell takes it.
    func write(
      _ report: Report, _ content: ReportContent, explained: [String] = [],
      replayOptions: [String] = []
    ) throws {
      guard isText else { return try write(content) }
      var text = TextReport(colours: Terminal.hasColours, explained: explained)
      for name in explained { text.explanations[name] = FaultCodes.summary(of: name) }
      text.isTerminal = Terminal.isTerminal
      text.replay = .command(TypedName.text, options: replayOptions)
      try Terminal.write(text.text(report))
    }

    /// Writes a content that was made for files to standard output.
    func write(_ content: ReportContent) throws {
      guard let text = formatted(content) else {
        throw UsageError(
          "a saved report cannot be shown as \(name); choose another format, such as markdown")
      }
      try Terminal.write(text, isDocument: true)
    }
  }

  extension ReportContent {
    /// What a report shows in files, with sentences about what a subject knows of itself.
    ///
    /// - Parameter replayOptions: what has to be said to `replay` beside the case.
    init(of report: Report, replayOptions: [String] = []) {
      self.init(report)
      let replay = ReplayWay.command(TypedName.text, options: replayOptions)
      text = {
        var text = TextReport()
        text.replay = replay
        return text.text(report)
      }
      document.explainFaults()
    }
  }

  extension ReportDocument {
    /// Adds what names of faults mean.
    mutating func explainFaults() {
      for name in findingNames { explanations[name] = FaultCodes.summary(of: name) }
    }
  }

  /// The forms of output that is not a report of a run.
  enum PlainFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
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
