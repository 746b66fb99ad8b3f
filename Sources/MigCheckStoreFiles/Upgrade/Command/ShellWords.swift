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
    let text = Array(text)
    for (place, sign) in text.enumerated() {
      if quote != "'", !isEscaped,
        isForShell(sign, next: place + 1 < text.count ? text[place + 1] : nil, quote, word)
      {
        throw .needsShell(sign)
      }
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
      } else {
        word = (word ?? "") + String(sign)
      }
    }
    guard quote == nil, !isEscaped else { throw .unfinished }
    if let word { words.append(word) }
    guard words.first?.isEmpty == false else { throw .empty }
    return words
  }

  /// Whether a shell would do more with a sign than take it for itself.
  ///
  /// - Parameters:
  ///   - next: the sign after it.
  ///   - quote: the quote that it is in, which is not a single one.
  ///   - word: the begun word.
  private static func isForShell(
    _ sign: Character, next: Character?, _ quote: Character?, _ word: String?
  ) -> Bool {
    switch sign {
    case "`": return true
    case "$":
      guard let next else { return false }
      return next.isLetter || next.isNumber || "_{(*@#?-$!".contains(next)
        || quote == nil && "'\"".contains(next)
    case "|", "&", ";", "<", ">", "(", ")", "*", "?", "[": return quote == nil
    case "~", "#": return quote == nil && word == nil
    default: return false
    }
  }
}
