/// Inputs with the messages that they give, word for word.
enum Golden {
  /// Splits a text of pairs of lines, an input and its message, with an empty line between pairs.
  static func pairs(_ text: String) -> [(String, String)] {
    text.split(separator: "\n\n").map { pair in
      let lines = pair.split(separator: "\n", maxSplits: 1)
      return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
    }
  }
}
