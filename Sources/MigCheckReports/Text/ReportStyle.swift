/// How parts of a text report look on a terminal.
struct ReportStyle {
  var isColored: Bool
  /// Whether long names are cut to the width of a terminal; files and pipes have all of them.
  var isTerminal = false

  /// How many columns of a name are shown.
  var nameWidth: Int { isTerminal ? 40 : .max }

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

extension Int {
  /// `1 object`, `2 objects`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
