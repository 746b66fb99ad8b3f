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
    lines += CoverageText(coverage: report.coverage).lines
    lines += warningLines(report, style)
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

  /// Why a report is no pass: a text for each finding, and one for what was not exercised.
  ///
  /// - Returns: empty if and only if the verdict is `passed`.
  public func problems(of report: Report) -> [String] {
    let style = ReportStyle(isColored: colours)
    var problems = report.findings.map { finding in
      FindingText(finding: finding, history: report.history, seed: report.seed, style: style)
        .lines.joined(separator: "\n")
    }
    if report.isInterrupted { problems.append("The run was interrupted: not all trials ran.") }
    let missing = CoverageText(coverage: report.coverage).lines.dropLast()
    if !missing.isEmpty { problems.append(missing.joined(separator: "\n")) }
    return problems
  }

  private func warningLines(_ report: Report, _ style: ReportStyle) -> [String] {
    guard !report.warnings.isEmpty else { return [] }
    return report.warnings.map { warning in
      "\(style.warning("⚠ \(warning.name)"))   \(ValueText.prose(warning.message))"
    } + [""]
  }
}

extension UInt64 {
  /// Sixteen digits, lower case.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
