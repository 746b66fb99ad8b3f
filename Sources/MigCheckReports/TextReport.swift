import MigCheckModel
import MigCheckVerifier

/// A report as a person reads it: the findings, what was not exercised, and a summary.
public struct TextReport: Sendable {
  public let report: Report
  /// Whether ANSI colours are used.
  public let isColored: Bool

  public init(_ report: Report, isColored: Bool = false) {
    self.report = report
    self.isColored = isColored
  }

  /// All lines, each with its line break.
  public var text: String {
    let style = ReportStyle(isColored: isColored)
    var lines = [String]()
    for finding in report.findings {
      lines +=
        FindingText(
          finding: finding, history: report.history, seed: report.seed, style: style
        ).lines
      lines.append("")
    }
    lines += CoverageText(coverage: report.coverage).lines
    lines += warningLines(style)
    lines += summaryLines(style)
    return lines.map { $0 + "\n" }.joined()
  }

  private func warningLines(_ style: ReportStyle) -> [String] {
    guard !report.warnings.isEmpty else { return [] }
    return report.warnings.map { warning in
      "\(style.warning("⚠ \(warning.name)"))   \(ValueText.escaped(warning.message))"
    } + [""]
  }

  // MARK: The summary

  private func summaryLines(_ style: ReportStyle) -> [String] {
    let versions = "versions \(report.from) to \(report.to)"
    let title = "\(ValueText.escaped(report.history)) (\(report.rules)), \(versions)"
    let verdict =
      switch report.verdict {
      case .passed: style.success("✔ passed")
      case .failed: style.failure("✘ failed")
      case .vacuous: style.warning("⚠ vacuous")
      }
    var lines = ["\(verdict)   \(style.strong(title))\(findingCount)"]
    func add(_ label: String, _ text: String) {
      lines.append("  \(label.padded(to: 13))\(text)")
    }
    if report.isInterrupted { add("interrupted", "not all trials ran") }
    add("trials", trials)
    add("paths", "\(report.paths), in \(report.stores.map(\.rawValue).joined(separator: " and "))")
    add("upgrades", "\(report.upgrades)")
    add("hazards", hazards)
    add("seed", report.seed.hexadecimal)
    lines += meaning
    return lines
  }

  private var findingCount: String {
    let errors = report.findings.filter { $0.severity == .error }.count
    let undecided = report.findings.count - errors
    let counts = [
      errors > 0 ? errors.of("finding") : nil, undecided > 0 ? "\(undecided) undecided" : nil,
    ].compactMap { $0 }
    return counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))"
  }

  private var trials: String {
    func text(_ count: Report.Count, _ noun: String) -> String {
      count.run == count.planned
        ? "\(count.run) \(noun)" : "\(count.run) of \(count.planned) \(noun)"
    }
    var parts = [text(report.trials, "random"), text(report.witnesses, "made for hazards")]
    if report.replays.planned > 0 { parts.append(text(report.replays, "from the corpus")) }
    return parts.joined(separator: ", ")
  }

  private var hazards: String {
    let met = report.coverage.hazards.filter { $0.ran > 0 }.count
    return "\(met) met of \(report.coverage.hazards.count)"
  }

  /// What a run without failures says, and what it does not say.
  private var meaning: [String] {
    switch report.verdict {
    case .failed: return []
    case .vacuous:
      return ["", "Nothing failed, but something was not exercised: this is not a pass."]
    case .passed:
      let count = report.trials.run
      guard count > 0 else { return [] }
      return [
        "",
        "0 failures in \(count.of("trial")) bounds the failure probability of this distribution "
          + "by 3/\(count) at 95 %.",
      ]
    }
  }
}

extension UInt64 {
  /// Sixteen digits, lower case.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
