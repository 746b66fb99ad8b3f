/// The words of a command line as a shell splits them, for a program that is run without one.
package enum ShellWords {
  package enum Flaw: Error, Equatable, CustomStringConvertible {
    /// A quote that is not closed, or a backslash at the end.
    case unfinished
    /// Something that only a shell does.
    case needsShell(Character)
    case empty

    package var description: String {
      switch self {
      case .unfinished: "a quote is not closed"
      case .needsShell(let sign):
        "\(sign) needs a shell, and the command is run without one; write sh -c '…'"
      case .empty: "it names no program"
      }
    }
  }

  /// - Complexity: O(*n*) in the length of the text.
  package static func split(_ text: String) throws(Flaw) -> [String] {
    var words = [String]()
    var word: String?
    var quote: Character?
    var isEscaped = false
    for sign in text {
      if isEscaped {
        // In double quotes a backslash escapes these alone.
        if quote == "\"", !"\"\\$`".contains(sign) { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(sign)
        isEscaped = false
      } else if sign == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if sign == open { quote = nil } else { word = (word ?? "") + String(sign) }
      } else if sign == "'" || sign == "\"" {
        quote = sign
        word = word ?? ""
      } else if sign == " " || sign == "\t" || sign.isNewline {
        if let done = word { words.append(done) }
        word = nil
      } else if "|&;<>`$".contains(sign) {
        throw .needsShell(sign)
      } else {
        word = (word ?? "") + String(sign)
      }
    }
    guard quote == nil, !isEscaped else { throw .unfinished }
    if let word { words.append(word) }
    guard words.first?.isEmpty == false else { throw .empty }
    return words
  }
}
