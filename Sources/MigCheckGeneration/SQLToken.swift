/// A word, literal or operator of an SQL expression.
enum SQLToken: Equatable {
  case word(String)
  /// A name in double quotes, backticks or brackets.
  case quotedName(String)
  case text(String)
  case number(String)
  case symbol(String)

  /// What the token may name.
  var name: String? {
    switch self {
    case .word(let name), .quotedName(let name): name
    case .text, .number, .symbol: nil
    }
  }

  /// The tokens in order; what is no token of SQL is passed over.
  static func tokens(of text: String) -> [SQLToken] {
    var scanner = SQLScanner(rest: Substring(text).unicodeScalars)
    var tokens = [SQLToken]()
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }
}

private struct SQLScanner {
  var rest: Substring.UnicodeScalarView

  mutating func next() -> SQLToken? {
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    guard let first = rest.first else { return nil }
    switch first {
    case "'": return .text(quoted(until: "'"))
    case "\"": return .quotedName(quoted(until: "\""))
    case "`": return .quotedName(quoted(until: "`"))
    case "[": return .quotedName(quoted(until: "]"))
    case "0"..."9": return .number(number())
    default: break
    }
    if Self.isWord(first) { return .word(take(while: Self.isWord)) }
    rest.removeFirst()
    if let second = rest.first, ["||", "<=", ">=", "<>", "!=", "=="].contains("\(first)\(second)") {
      rest.removeFirst()
      return .symbol("\(first)\(second)")
    }
    return .symbol(String(first))
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
      || scalar.value > 127
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let part = rest.prefix(while: isPart)
    rest = rest.dropFirst(part.count)
    return String(part)
  }

  /// The content of a quotation, in which the mark stands twice for itself.
  private mutating func quoted(until mark: Unicode.Scalar) -> String {
    rest.removeFirst()
    var content = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == mark {
        guard rest.first == mark else { break }
        rest.removeFirst()
      }
      content.append(scalar)
    }
    return String(content)
  }

  /// Digits with a fraction and an exponent.
  private mutating func number() -> String {
    var text = take { ("0"..."9").contains($0) }
    if rest.first == "." {
      rest.removeFirst()
      text += "." + take { ("0"..."9").contains($0) }
    }
    if let first = rest.first, first == "e" || first == "E" {
      rest.removeFirst()
      text += "e"
      if let sign = rest.first, sign == "+" || sign == "-" {
        rest.removeFirst()
        text += String(sign)
      }
      text += take { ("0"..."9").contains($0) }
    }
    return text
  }
}
