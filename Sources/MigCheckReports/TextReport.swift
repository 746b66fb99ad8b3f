import MigCheckModel
import MigCheckVerifier

/// A report as a person reads it: the findings, what was not exercised, and a summary.
public struct TextReport: Sendable {
  /// Whether ANSI colours are used.
  public let colours: Bool

  public init(colours: Bool = false) {
    self.colours = colours
  }

  /// All lines, each with its line break.
  public func text(_ report: Report) -> String {
    let style = ReportStyle(isColored: colours)
    var lines = [String]()
    for finding in report.findings {
      lines +=
        FindingText(
          finding: finding, history: report.history, seed: report.seed, style: style
        ).lines
      lines.append("")
    }
    // What a shard did not exercise is perhaps another's.
    if report.shard == nil { lines += CoverageText(coverage: report.coverage).lines }
    for warning in report.warnings {
      lines += WarningText(warning: warning, style: style).lines + [""]
    }
    lines += SummaryText(report: report, style: style).lines
    return lines.map { $0 + "\n" }.joined()
  }

  /// A finding that came again when its case was replayed.
  ///
  /// - Parameter history: the name of the subject.
  /// - Returns: lines without a line break at the end.
  public func text(ofReplayed finding: Finding, history: String) -> String {
    FindingText(
      finding: finding, history: history, seed: 0, style: ReportStyle(isColored: colours),
      isReplay: true
    ).lines.joined(separator: "\n")
  }

  /// Why a report is no pass: a text for each finding but those that an author may mean, and one
  /// for what was not exercised.
  ///
  /// - Returns: empty if and only if the verdict is `passed`.
  public func problems(of report: Report) -> [String] {
    var problems = texts(of: report) { $0.severity == .error || $0.isUndecided }
    if report.isInterrupted { problems.append("The run was interrupted: not all trials ran.") }
    let missing = CoverageText(coverage: report.coverage).lines.dropLast()
    // Of a run that failed it is a consequence: a path with an upgrade that fails has no end.
    if report.verdict != .failed, report.shard == nil, !missing.isEmpty {
      problems.append(missing.joined(separator: "\n"))
    }
    return problems
  }

  /// What an author may mean: a text for each such finding, which is none of the problems.
  public func warnings(of report: Report) -> [String] {
    texts(of: report) { $0.severity == .warning && !$0.isUndecided }
  }

  private func texts(of report: Report, where isWanted: (Finding) -> Bool) -> [String] {
    let style = ReportStyle(isColored: colours)
    return report.findings.filter(isWanted).map { finding in
      FindingText(finding: finding, history: report.history, seed: report.seed, style: style)
        .lines.joined(separator: "\n")
    }
  }

  /// One warning, with how to mend and how to silence it.
  ///
  /// - Parameter isInSwift: whether it is silenced by the argument `silenced`, and not by the option
  ///   `--silence`.
  /// - Returns: lines without a line break at the end.
  public func text(of warning: HealthWarning, isInSwift: Bool = false) -> String {
    WarningText(
      warning: warning, style: ReportStyle(isColored: colours), isInSwift: isInSwift
    ).lines.joined(separator: "\n")
  }
}

extension UInt64 {
  /// Sixteen digits, lower case.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
