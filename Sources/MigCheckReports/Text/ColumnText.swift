import MigCheckText

/// Text in the 80 columns that a terminal is sure to have.
package enum ColumnText {
  package static let width = 80

  /// The lines, those that are too long broken at spaces and indented further than they begin.
  package static func fitted(_ lines: [String], to width: Int = width) -> [String] {
    lines.flatMap { line -> [String] in
      let line = line.printable(keepingColours: true)
      guard line.columnCount > width else { return [line] }
      let spaces = line.prefix { $0 == " " }.count
      let margin = min(spaces, width / 2)
      return hanging(
        String(line.dropFirst(spaces)), first: "".padded(to: margin),
        indent: min(margin + 2, width / 2), width: width)
    }
  }

  /// A text after the beginning of its first line; the others are indented.
  static func hanging(
    _ text: String, first: String, indent: Int, width: Int = width
  ) -> [String] {
    let room = width - max(indent, first.columnCount)
    return text.wrapped(to: max(room, 16)).enumerated().map { place, line in
      (place == 0 ? first : "".padded(to: indent)) + line
    }
  }

  /// `  label        text`, with further lines below the text. A label that takes up half of the
  /// width stands on lines of its own.
  static func labelled(
    _ label: String, _ text: String, labelWidth: Int, width: Int = width
  ) -> [String] {
    let indent = labelWidth + 2
    guard label.columnCount + 2 > width / 2 else {
      return hanging(text, first: "  \(label.padded(to: labelWidth))", indent: indent, width: width)
    }
    return hanging(label, first: "  ", indent: 4, width: width)
      + (text.isEmpty ? [] : hanging(text, first: "    ", indent: 6, width: width))
  }
}

extension String {
  /// How many columns the text takes on a terminal, where colours take none.
  var columnCount: Int {
    var count = 0
    var isEscape = false
    for scalar in unicodeScalars {
      if isEscape {
        isEscape = scalar != "m"
      } else if scalar == "\u{1B}" {
        isEscape = true
      } else {
        count += 1
      }
    }
    return count
  }

  /// The text with spaces up to a width in columns, and at least `gap` of them.
  func padded(to width: Int, gap: Int = 0) -> String {
    self + String(repeating: " ", count: max(gap, width - columnCount))
  }

  /// The text in lines of at most `width` columns, broken at spaces; a word that is longer than a
  /// line is broken too.
  func wrapped(to width: Int) -> [String] {
    var lines = [String]()
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      var word = String(word)
      if line.isEmpty || line.columnCount + 1 + word.columnCount <= width {
        line += (line.isEmpty ? "" : " ") + word
      } else {
        lines.append(line)
        // The spaces at which a line was broken are not the next one's.
        line = word
      }
      while line.columnCount > width, !line.contains("\u{1B}") {
        let end = line.index(line.startIndex, offsetBy: width)
        lines.append(String(line[..<end]))
        word = String(line[end...])
        line = word
      }
    }
    return lines + [line]
  }

  /// The text, or what a width holds of it with `…` at its end.
  package func shortened(to width: Int) -> String {
    guard columnCount > width else { return self }
    var text = Substring(prefix(max(0, width - 1)))
    while text.last == " " { text.removeLast() }
    return text + "…"
  }
}
