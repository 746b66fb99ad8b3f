import MigCheckModel
import MigCheckVerifier

/// The warnings of a report, one a line: its name, where, and what is the matter.
struct BriefWarnings {
  let findings: [Finding]
  let warnings: [HealthWarning]
  let style: ReportStyle

  private struct Row {
    var name: String
    /// The upgrade; empty: it is about none.
    var place: String
    var text: String
  }

  /// Of more warnings of one name about one upgrade all but the first are counted.
  private static let alikeLimit = 3

  /// Empty if there are none; else ends with how to read on.
  var lines: [String] {
    let rows = findings.map(row) + warnings.map(row)
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.name.count).max() ?? 0
    var lines = [String]()
    var rest = rows[...]
    while let first = rest.first {
      let alike = rest.prefix {
        !$0.place.isEmpty && $0.name.isIdentical(to: first.name)
          && $0.place.isIdentical(to: first.place)
      }
      let isCounted = alike.count > Self.alikeLimit
      let shown = isCounted ? alike.prefix(1) : rest.prefix(max(1, alike.count))
      lines += shown.map { row in
        let mark = style.warning("⚠ \(row.name)")
        let space = "".padded(to: width - row.name.count + 3)
        return mark + space + cut(row.place + row.text, to: ColumnText.width - width - 5)
      }
      if isCounted {
        let count = "\(first.place)and \((alike.count - 1)) more"
        lines.append("".padded(to: width + 5) + count)
      }
      rest = rest.dropFirst(max(1, alike.count))
    }
    return lines + ["", "--explain NAME shows a warning in full, --silence NAME leaves it out."]
  }

  private func row(_ finding: Finding) -> Row {
    Row(
      name: finding.warningName, place: "\(finding.hop): ",
      text: WarningPresentation.line(finding.message))
  }

  private func row(_ warning: HealthWarning) -> Row {
    let presentation = WarningPresentation(warning)
    return Row(
      name: presentation.name, place: presentation.place.map { "\($0): " } ?? "",
      text: presentation.message)
  }

  /// As many words as there is room for, and of a long name as much as there is.
  private func cut(_ text: String, to width: Int) -> String {
    guard text.columnCount > width else { return text }
    let words = text.wrapped(to: width - 2)[0]
    guard words.columnCount < width / 2 else { return words + " …" }
    return style.isTerminal ? text.shortened(to: width) : text
  }
}
