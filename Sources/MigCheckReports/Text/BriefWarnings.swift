import MigCheckModel
import MigCheckVerifier

/// The warnings of a report, one a line: its name, where, and what is the matter.
struct BriefWarnings {
  let findings: [Finding]
  let warnings: [HealthWarning]
  let style: ReportStyle

  /// Empty if there are none; else ends with how to read on.
  var lines: [String] {
    let rows = findings.map(row) + warnings.map(row)
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, text in
      let mark = style.warning("⚠ \(name)")
      let space = "".padded(to: width - name.count + 3)
      return mark + space + cut(text, to: ColumnText.width - width - 5)
    } + ["", "--explain NAME shows a warning in full, --silence NAME leaves it out."]
  }

  private func row(_ finding: Finding) -> (name: String, text: String) {
    (finding.warningName, WarningPresentation.line("\(finding.hop): \(finding.message)"))
  }

  private func row(_ warning: HealthWarning) -> (name: String, text: String) {
    let presentation = WarningPresentation(warning)
    let place = presentation.place.map { "\($0): " } ?? ""
    return (presentation.name, place + presentation.message)
  }

  /// As many words as there is room for, and of a long name as much as there is.
  private func cut(_ text: String, to width: Int) -> String {
    guard text.columnCount > width else { return text }
    let words = text.wrapped(to: width - 2)[0]
    guard words.columnCount < width / 2 else { return words + " …" }
    return style.isTerminal ? text.shortened(to: width) : text
  }
}
