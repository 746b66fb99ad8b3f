/// How parts of a text report look on a terminal.
struct ReportStyle {
  var isColored: Bool

  func failure(_ text: String) -> String { paint(text, "1;31") }
  func warning(_ text: String) -> String { paint(text, "1;33") }
  func success(_ text: String) -> String { paint(text, "1;32") }
  func strong(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "2") }

  /// An ANSI escape sequence around the text.
  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with spaces up to a width in characters, and at least `gap` of them.
  func padded(to width: Int, gap: Int = 0) -> String {
    self + String(repeating: " ", count: max(gap, width - count))
  }

  /// The text in lines of at most `width` characters, broken at spaces; a longer word stays whole.
  func wrapped(to width: Int) -> [String] {
    var lines = [String]()
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(word)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}

extension Int {
  /// `1 object`, `2 objects`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
