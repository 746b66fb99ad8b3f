import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// A report as a person reads it: the findings, what was not exercised, and a summary.
public struct TextReport: Sendable {
  /// Whether ANSI colours are used.
  public let colours: Bool
  /// Names of warnings that are shown in full.
  public let explained: [String]
  /// Sentences about explained names that a subject adds, by name.
  package var explanations: [String: String] = [:]
  /// How findings are run again: a team's own command has another name, and a test needs none.
  package var replay = ReplayWay.migcheck

  /// Whether long names are cut to the width of a terminal.
  package var isTerminal = false

  private var style: ReportStyle { ReportStyle(isColored: colours, isTerminal: isTerminal) }

  /// A text without colours and with warnings of one line each, unless said otherwise.
  public init(colours: Bool = false, explained: [String] = []) {
    self.colours = colours
    self.explained = explained
  }

  /// All lines, each with its line break: at most 80 columns, but for commands that are to be copied.
  ///
  /// What fails comes first; warnings come after the verdict, unless the run ended early: then the
  /// verdict is the last line, as it is of a long report, too.
  public func text(_ report: Report) -> String {
    func text(_ finding: Finding) -> [String] {
      var text = FindingText(
        finding: finding, history: report.history, seed: report.seed, style: style,
        versionNames: report.versionNames)
      text.replay = replay
      return text.lines + [""]
    }
    func isExplained(_ name: String) -> Bool { explained.contains { $0.isIdentical(to: name) } }
    // Those that do not fail the run are shown in a line each, unless they are asked for.
    let classes = FindingClasses(report.findings)
    let (lenient, accepted) = (classes.warnings, classes.known)
    var lines = classes.problems.flatMap(text)
    // Most of what a run that ended early did not exercise it did not come to.
    if report.shard == nil, !report.endedEarly { lines += missing(of: report) }
    let summary = SummaryText(report: report, style: style).lines + [""]
    if !report.endedEarly { lines += summary }
    let known = AcceptedText(findings: accepted, unmet: report.unmet, style: style).lines
    if !known.isEmpty { lines += known + [""] }
    let brief = BriefWarnings(
      findings: lenient.filter { !isExplained($0.check.rawValue) && !isExplained($0.code ?? "") },
      warnings: report.warnings.filter { !isExplained($0.name.rawValue) }, style: style
    ).lines
    if !brief.isEmpty { lines += brief + [""] }
    for name in explained {
      let findings = (lenient + accepted).filter {
        $0.check.rawValue.isIdentical(to: name) || ($0.code?.isIdentical(to: name) ?? false)
      }
      let warnings = report.warnings.filter { $0.name.rawValue.isIdentical(to: name) }
      lines += findings.flatMap(text)
      lines += warnings.flatMap {
        let presentation = WarningPresentation(
          $0, versionNames: VersionNames(report.versionNames, width: style.nameWidth))
        return WarningText(warning: presentation, style: style).lines + [""]
      }
      if let check = Check(rawValue: name) {
        let demand = "\(name)   what must hold: \(check.demand)"
        lines += ColumnText.fitted([demand]) + [""]
        if check == .exercised, report.endedEarly { lines += missing(of: report) }
      } else if let sentence = explanations[name] {
        let isMet = !findings.isEmpty || !warnings.isEmpty
        let text = "\(name)   \(sentence)\(isMet ? "" : " This run has none.")"
        lines += ColumnText.fitted([text]) + [""]
      } else if findings.isEmpty, warnings.isEmpty {
        lines += ["\(name)   this run has no such warning", ""]
      }
    }
    // People look at the end of a run that they ended, and of a report that is long.
    if report.endedEarly {
      lines += summary
    } else if report.shard == nil, known.count + brief.count > Self.longTail {
      lines += [SummaryText(report: report, style: style).head, ""]
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map { printable($0) + "\n" }.joined()
  }

  /// After more lines than these the verdict is repeated.
  private static let longTail = 16

  /// What was not exercised, at length; what a shard did not exercise is perhaps another's.
  private func missing(of report: Report) -> [String] {
    ColumnText.fitted(
      CoverageText(coverage: report.coverage, findings: report.findings).allLines)
  }

  /// A line that names from outside cannot break.
  private func printable(_ line: String) -> String { line.printable(keepingColours: colours) }

  /// A finding that came again when its case was replayed.
  ///
  /// - Parameters:
  ///   - history: the name of the subject.
  ///   - margin: how many columns the caller puts before the lines.
  /// - Returns: lines without a line break at the end.
  package func text(ofReplayed finding: Finding, history: String, margin: Int = 0) -> String {
    FindingText(
      finding: finding, history: history, seed: 0, style: style,
      isReplay: true, width: ColumnText.width - margin
    ).lines.map(printable).joined(separator: "\n")
  }

  /// Why a report does not pass: a text for each finding but those that an author may mean, and one
  /// for what was not exercised.
  ///
  /// - Returns: empty if and only if the verdict is `passed`.
  package func problems(of report: Report) -> [String] {
    var problems = FindingClasses(report.findings).problems.map { text(of: $0, in: report) }
    if report.isInterrupted { problems.append("The run was interrupted: not all trials ran.") }
    let coverage = CoverageText(coverage: report.coverage)
    let missing =
      report.endedEarly
      ? coverage.counts.map { ["not exercised: \($0)"] } ?? []
      : ColumnText.fitted(coverage.lines.dropLast())
    // Of a run that failed it is a consequence: a path with an upgrade that fails has no end.
    if report.verdict != .failed, report.shard == nil, !missing.isEmpty {
      problems.append(missing.joined(separator: "\n"))
    }
    if report.verdict == .vacuous, problems.isEmpty {
      problems.append("The run was cut short: not all graphs ran that are made on purpose.")
    }
    return problems
  }

  /// What an author may mean: a text for each such finding, which is none of the problems.
  package func warnings(of report: Report) -> [String] {
    FindingClasses(report.findings).warnings.map { text(of: $0, in: report) }
  }

  private func text(of finding: Finding, in report: Report) -> String {
    var text = FindingText(
      finding: finding, history: report.history, seed: report.seed, style: style,
      versionNames: report.versionNames)
    text.replay = replay
    return text.lines.map(printable).joined(separator: "\n")
  }

  /// One warning on one line.
  package func brief(_ warning: HealthWarning) -> String {
    BriefWarnings(
      findings: [], warnings: [warning], style: style
    ).lines[0]
  }

  /// One warning, with how to fix and how to silence it.
  ///
  /// - Parameter isInSwift: whether it is silenced by the argument `silenced`, and not by the option
  ///   `--silence`.
  /// - Returns: lines without a line break at the end.
  public func text(of warning: HealthWarning, isInSwift: Bool = false) -> String {
    WarningText(
      warning: WarningPresentation(warning, isInSwift: isInSwift),
      style: style
    ).lines.map(printable).joined(separator: "\n")
  }
}

extension Report {
  /// Whether the run was interrupted, or its time was up.
  var endedEarly: Bool { isInterrupted || !cuts.isEmpty }
}

extension UInt64 {
  /// Sixteen digits, lower case.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
