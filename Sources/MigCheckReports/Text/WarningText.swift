import MigCheckVerifier

/// One health warning in words: what is the matter, how to fix it, how to silence it.
struct WarningText {
  let warning: WarningPresentation
  let style: ReportStyle

  private static let labelWidth = 13

  var lines: [String] {
    let mark = "⚠ \(warning.name)"
    var lines = Self.paragraph("\(mark)   \(warning.message)", indent: 2)
    if let first = lines.first, first.hasPrefix(mark) {
      lines[0] = style.warning(mark) + first.dropFirst(mark.count)
    }
    for note in warning.notes {
      let paragraph = Self.paragraph(note.text, indent: Self.labelWidth + 2)
      lines.append("  \(note.label.padded(to: Self.labelWidth))\(paragraph[0])")
      lines += paragraph.dropFirst()
    }
    return lines
  }

  /// A text in lines, all but the first with an indentation; at least one line.
  private static func paragraph(_ text: String, indent: Int) -> [String] {
    var lines = [String]()
    for line in text.wrapped(to: ColumnText.width - indent) {
      lines.append(lines.isEmpty ? line : "".padded(to: indent) + line)
    }
    return lines
  }
}
