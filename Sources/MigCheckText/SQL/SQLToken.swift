/// A word, literal or operator of an SQL expression, as SQLite takes texts apart.
///
/// Everybody who reads expressions reads them through this type, so that all agree with SQLite on
/// where a name ends. Blanks and comments are no tokens.
package enum SQLToken: Equatable, Sendable {
  /// A keyword, or a name without quotes.
  case word(String)
  /// A name in double quotes, backticks or brackets.
  case quotedName(String)
  case text(String)
  /// The hexadecimal digits of `x'…'`.
  case blob(String)
  case number(String)
  /// A placeholder such as `?`, `?1`, `:x`, `@x` or `$x`, in which no expression may have a value.
  case parameter(String)
  case symbol(String)
  /// What is no token of SQL, such as a quotation that does not end.
  case invalid(String)

  /// What the token may name.
  package var name: String? {
    switch self {
    case .word(let name), .quotedName(let name): name
    case .text, .blob, .number, .parameter, .symbol, .invalid: nil
    }
  }

  package func isSymbol(_ symbol: String) -> Bool {
    if case .symbol(let own) = self { own.isIdentical(to: symbol) } else { false }
  }

  /// Whether it is a word without quotes, in whatever case; to be asked with lower-case words.
  package func isWord(_ lowercased: String) -> Bool {
    guard case .word(let own) = self, own.utf8.count == lowercased.utf8.count else { return false }
    return zip(own.utf8, lowercased.utf8).allSatisfy {
      $0 == $1 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 && $0 | 0x20 == $1
    }
  }

  /// The tokens in order.
  package static func tokens(of text: String) -> [SQLToken] { placed(in: text).map(\.token) }

  /// A token and where it stands.
  package struct Placed: Sendable {
    package var token: SQLToken
    /// In the UTF-8 bytes of the text.
    package var range: Range<Int>
  }

  /// The tokens in order with their places.
  package static func placed(in text: String) -> [Placed] {
    var scanner = SQLScanner(bytes: Array(text.utf8))
    var tokens = [Placed]()
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }
}

extension String {
  /// Upper-case ASCII letters become lower-case, as SQLite compares names.
  package var lowercasedASCII: String {
    String(
      decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}

/// Takes bytes apart by the rules of SQLite's `tokenize.c`.
private struct SQLScanner {
  let bytes: [UInt8]
  var position = 0

  /// The byte at an offset; 0 behind the end, which is no part of any token.
  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  mutating func next() -> SQLToken.Placed? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    let token = token()
    return SQLToken.Placed(token: token, range: start..<position)
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch (byte(), byte(1)) {
      case (0x20, _), (0x09, _), (0x0A, _), (0x0C, _), (0x0D, _): position += 1
      case (UInt8(ascii: "-"), UInt8(ascii: "-")):
        while position < bytes.count, byte() != 0x0A { position += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        position += 2
        while position < bytes.count, byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
          position += 1
        }
        position = min(position + 2, bytes.count)
      default: return
      }
    }
  }

  private mutating func token() -> SQLToken {
    let start = position
    switch byte() {
    case UInt8(ascii: "'"):
      return quoted(until: UInt8(ascii: "'")).map(SQLToken.text) ?? invalid(from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(until: byte()).map(SQLToken.quotedName) ?? invalid(from: start)
    case UInt8(ascii: "["): return bracketed()
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return byte(1) == UInt8(ascii: "'") ? blob() : word()
    case UInt8(ascii: "?"):
      position += 1
      skip(while: Self.isDigit)
      return .parameter(text(from: start))
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: ":"):
      position += 1
      skip(while: Self.isNamePart)
      return position > start + 1 ? .parameter(text(from: start)) : .invalid(text(from: start))
    case let first where Self.isDigit(first) || first == 0x2E && Self.isDigit(byte(1)):
      return number()
    case let first where Self.isNamePart(first): return word()
    default: return symbol()
    }
  }

  // MARK: Names and literals

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skip(while isPart: (UInt8) -> Bool) {
    while position < bytes.count, isPart(byte()) { position += 1 }
  }

  private mutating func word() -> SQLToken {
    let start = position
    skip(while: Self.isNamePart)
    return .word(text(from: start))
  }

  private mutating func invalid(from start: Int) -> SQLToken {
    position = bytes.count
    return .invalid(text(from: start))
  }

  /// The content of a quotation, in which the mark stands twice for itself.
  ///
  /// - Returns: `nil` if it does not end.
  private mutating func quoted(until mark: UInt8) -> String? {
    position += 1
    var content = [UInt8]()
    while position < bytes.count {
      if byte() == mark {
        guard byte(1) == mark, position + 1 < bytes.count else {
          position += 1
          return String(decoding: content, as: UTF8.self)
        }
        position += 1
      }
      content.append(byte())
      position += 1
    }
    return nil
  }

  private mutating func bracketed() -> SQLToken {
    let start = position
    skip { $0 != UInt8(ascii: "]") }
    guard position < bytes.count else { return invalid(from: start) }
    position += 1
    return .quotedName(String(decoding: bytes[start + 1..<position - 1], as: UTF8.self))
  }

  private mutating func blob() -> SQLToken {
    let start = position
    position += 2
    skip(while: Self.isHexadecimal)
    guard byte() == UInt8(ascii: "'"), (position - start) % 2 == 0 else {
      skip { $0 != UInt8(ascii: "'") }
      position = min(position + 1, bytes.count)
      return .invalid(text(from: start))
    }
    position += 1
    return .blob(String(decoding: bytes[start + 2..<position - 1], as: UTF8.self))
  }

  /// Digits with a fraction and an exponent, or hexadecimal ones.
  private mutating func number() -> SQLToken {
    let start = position
    if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x"),
      Self.isHexadecimal(byte(2))
    {
      position += 2
      skip(while: Self.isHexadecimal)
    } else {
      skip(while: Self.isDigit)
      if byte() == UInt8(ascii: ".") {
        position += 1
        skip(while: Self.isDigit)
      }
      exponent()
    }
    guard !Self.isNamePart(byte()) else {
      skip(while: Self.isNamePart)
      return .invalid(text(from: start))
    }
    return .number(text(from: start))
  }

  private mutating func exponent() {
    guard byte() | 0x20 == UInt8(ascii: "e") else { return }
    let isSigned = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
    guard Self.isDigit(byte(isSigned ? 2 : 1)) else { return }
    position += isSigned ? 2 : 1
    skip(while: Self.isDigit)
  }

  // MARK: Operators

  private static let long = ["->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>"]
  private static let short = Array("()+-*/%&~|<>=,.;".utf8)

  private mutating func symbol() -> SQLToken {
    let rest = bytes[position...]
    if let symbol = Self.long.first(where: { rest.starts(with: $0.utf8) }) {
      position += symbol.utf8.count
      return .symbol(symbol)
    }
    let start = position
    position += 1
    return Self.short.contains(bytes[start])
      ? .symbol(text(from: start)) : .invalid(text(from: start))
  }
}
