import MigCheckText
import MigCheckVerifier

/// A report for the comment of a pull request or the summary of a job: a table, and details to fold
/// out for each finding.
struct MarkdownReport {
  let document: ReportDocument

  /// In bytes; a comment holds 65,536 characters.
  private static let limit = 60_000

  var text: String {
    var text = head.map { $0 + "\n" }.joined()
    let findings = document.ranked
    var shown = 0
    for finding in findings {
      let next = details(finding)
      // Room for what follows in any case.
      guard text.utf8.count + next.utf8.count < Self.limit - 2_000 else { break }
      text += next
      shown += 1
    }
    if shown < findings.count {
      text += "\n… and \((findings.count - shown).of("more finding")) that this has no room for.\n"
    }
    return text + foot
  }

  /// How many findings have a row in the table at the head.
  private static let rowLimit = 60
  /// How many characters of a name a table shows, and of the text of a finding its details.
  private static let nameWidth = 80
  private static let textLimit = 6_000

  private var head: [String] {
    let name = MarkdownText.escaped(document.history.shortened(to: Self.nameWidth))
    var lines = [
      "## \(document.verdictText): \(name)", "",
      "\(MarkdownText.escaped(document.counts)) · \(MarkdownText.escaped(document.rules)), versions "
        + "\(document.from) to \(document.to) · "
        + "\((document.trials + document.witnesses + document.replays).of("start graph")) · "
        + "\(document.upgrades.of("upgrade"))",
    ]
    if let meaning = document.meaning { lines += ["", MarkdownText.escaped(meaning)] }
    if let advice = document.advice { lines += ["", MarkdownText.escaped(advice)] }
    let findings = document.ranked
    if !findings.isEmpty {
      lines += ["", "| | check | what | upgrade | where |", "| --- | --- | --- | --- | --- |"]
      lines += findings.prefix(Self.rowLimit).map(row)
      if findings.count > Self.rowLimit {
        lines.append("| | | and \(findings.count - Self.rowLimit) more | | |")
      }
    }
    let missing = document.notExercised.prefix(20).map { $0.shortened(to: 300) }
    if document.verdict != "failed", !missing.isEmpty {
      lines += ["", "Not exercised:", ""] + missing.map { "- \(MarkdownText.escaped($0))" }
    }
    return lines + [""]
  }

  private func row(_ finding: ReportDocument.Finding) -> String {
    let place =
      finding.source.map { MarkdownText.code($0.place.shortened(to: Self.nameWidth)) } ?? ""
    return "| \(Self.sign(finding.standing)) | \(MarkdownText.code(finding.name)) | "
      + "\(MarkdownText.code(finding.place.shortened(to: Self.nameWidth))) | \(finding.hop.text) | \(place) |"
  }

  static func sign(_ standing: Finding.Standing) -> String {
    switch standing {
    case .fails: "✘"
    case .undecided, .warns: "⚠"
    case .known: "•"
    }
  }

  private func details(_ finding: ReportDocument.Finding) -> String {
    let lines = FindingLines(finding, explanation: document.explanation(of: finding))
    let message = MarkdownText.html(
      WarningPresentation.line(finding.message).shortened(to: 400))
    return """
      <details><summary>\(Self.sign(finding.standing)) <b>\(message)</b> \
      \(finding.hop.text)</summary>
      <pre>\(MarkdownText.html(lines.text.shortened(to: Self.textLimit)))</pre>
      </details>

      """
  }

  private var foot: String {
    var lines = [String]()
    for warning in document.warnings.prefix(10) {
      let text = "\(warning.message) \(warning.remedy)".shortened(to: 150)
      lines.append("- ⚠ \(MarkdownText.code(warning.name)) \(MarkdownText.escaped(text))")
    }
    let rest = document.warnings.count - 10
    if rest > 0 { lines.append("- and \(rest.of("more warning"))") }
    if !lines.isEmpty { lines = [""] + lines }
    lines += ["", "migcheck \(document.toolVersion), seed \(document.seed)"]
    if let input = document.input {
      lines.append("· \(MarkdownText.code(input.shortened(to: 400)))")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
