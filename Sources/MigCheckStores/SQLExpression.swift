import MigCheckModel
import MigCheckSQLite

/// The few parts of SQL expressions that mean the same inside a statement over a table as they do
/// in the evaluator's own query, and can therefore be carried over.
///
/// Anything else, and anything that could be an error, is not translated: the evaluator then
/// decides what it means. So this reader may be narrow, but must never be wrong.
struct SQLExpressionTranslator {
  /// Gives the SQL text that a name is replaced by; `nil`: there is no such name, or it is not
  /// certain what it means.
  ///
  /// The text must have neither affinity nor collation of its own, as the evaluator's parameters
  /// have none.
  let resolve: (_ source: String?, _ name: String) -> String?

  /// - Returns: the expression with its names replaced, or `nil`.
  func translate(_ expression: String) -> String? {
    guard let tokens = Self.tokens(of: Array(expression.utf8)) else { return nil }
    var output = [UInt8]()
    var depth = 0
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      output.append(UInt8(ascii: " "))
      switch token.kind {
      case .literal: output.append(contentsOf: token.text)
      case .symbol:
        switch token.text[0] {
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        // Outside of parentheses a comma would begin another column.
        case UInt8(ascii: ","): if depth == 0 { return nil }
        default: break
        }
        guard depth >= 0, token.text[0] != UInt8(ascii: ".") else { return nil }
        output.append(contentsOf: token.text)
      case .word, .quoted:
        guard let count = word(at: index, in: tokens, into: &output) else { return nil }
        index += count
        continue
      }
      index += 1
    }
    guard depth == 0, !tokens.isEmpty else { return nil }
    return String(exactUTF8: output)
  }

  /// Handles a word and what belongs to it.
  ///
  /// - Returns: how many tokens these are, or `nil`.
  private func word(at index: Int, in tokens: [Token], into output: inout [UInt8]) -> Int? {
    let token = tokens[index]
    func symbol(_ offset: Int, _ character: Unicode.Scalar) -> Bool {
      index + offset < tokens.count && tokens[index + offset].kind == .symbol
        && tokens[index + offset].text == [UInt8(ascii: character)]
    }
    let lowered = token.name.lowercasedASCII
    if symbol(1, ".") {
      guard token.kind == .word, index + 2 < tokens.count, !symbol(3, "."), !symbol(3, "("),
        let name = tokens[index + 2].propertyName, let text = resolve(lowered, name)
      else { return nil }
      output.append(contentsOf: text.utf8)
      return 3
    }
    if token.kind == .quoted {
      // Without a match it would be text.
      guard !symbol(1, "("), let text = resolve(nil, token.name) else { return nil }
      output.append(contentsOf: text.utf8)
      return 1
    }
    if symbol(1, "("), Self.functions.contains(lowered) {
      output.append(contentsOf: token.text)
      return 1
    }
    switch lowered {
    case "in":
      // Otherwise the name of a table follows.
      guard symbol(1, "(") else { return nil }
      output.append(contentsOf: token.text)
      return 1
    case "as":
      guard index + 1 < tokens.count, symbol(2, ")"),
        Self.castTypes.contains(tokens[index + 1].name.lowercasedASCII)
      else { return nil }
      output.append(contentsOf: Array("AS ".utf8) + tokens[index + 1].text)
      return 2
    case "collate":
      guard index + 1 < tokens.count,
        ["nocase", "binary", "rtrim"].contains(tokens[index + 1].name.lowercasedASCII)
      else { return nil }
      output.append(contentsOf: Array("COLLATE ".utf8) + tokens[index + 1].text)
      return 2
    default: break
    }
    if Self.keywords.contains(lowered) {
      output.append(contentsOf: token.text)
      return 1
    }
    guard !symbol(1, "("), !SQLiteKeyword.contains(token.name) else { return nil }
    guard let text = resolve(nil, token.name) else { return nil }
    output.append(contentsOf: text.utf8)
    return 1
  }

  private static let keywords: Set<String> = [
    "and", "between", "case", "cast", "else", "end", "escape", "glob", "is", "isnull", "like",
    "not", "notnull", "null", "or", "then", "when",
  ]

  private static let castTypes: Set<String> = ["blob", "integer", "numeric", "real", "text"]

  /// Functions that depend on nothing but their arguments. `min` and `max` are not among them, as
  /// with one argument they mean something else in the evaluator's query.
  private static let functions: Set<String> = [
    "abs", "char", "coalesce", "format", "hex", "ifnull", "iif", "instr", "length", "like", "lower",
    "ltrim", "nullif", "printf", "quote", "replace", "round", "rtrim", "sign", "substr",
    "substring", "trim", "typeof", "unicode", "upper", "zeroblob", "glob", "cast",
  ]

  // MARK: Tokens

  private struct Token {
    enum Kind {
      case word
      case quoted
      case literal
      case symbol
    }

    var kind: Kind
    var text: [UInt8]

    /// The name without quotes.
    var name: String {
      let bytes = kind == .quoted ? SQLExpressionTranslator.unquoted(text) : text
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The name of a property behind a dot.
    var propertyName: String? {
      switch kind {
      case .word: SQLiteKeyword.contains(name) ? nil : name
      case .quoted: name
      default: nil
      }
    }
  }

  private static func unquoted(_ text: [UInt8]) -> [UInt8] {
    var result = [UInt8]()
    var isSecond = false
    for byte in text.dropFirst().dropLast() {
      if byte == UInt8(ascii: "\""), !isSecond {
        isSecond = true
        continue
      }
      isSecond = false
      result.append(byte)
    }
    return result
  }

  private static func isWordCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// - Returns: `nil` for a text with a token that is not known for certain.
  private static func tokens(of bytes: [UInt8]) -> [Token]? {
    var tokens = [Token]()
    var position = 0
    while position < bytes.count {
      let start = position
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
        continue
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        position += 1
        while true {
          guard position < bytes.count else { return nil }
          if bytes[position] == byte {
            guard position + 1 < bytes.count, bytes[position + 1] == byte else { break }
            position += 1
          }
          // SQLite's parser ends at a NUL.
          guard bytes[position] != 0 else { return nil }
          position += 1
        }
        position += 1
        tokens.append(
          Token(
            kind: byte == UInt8(ascii: "'") ? .literal : .quoted,
            text: Array(bytes[start..<position])))
      case UInt8(ascii: "-") where next == byte || next == UInt8(ascii: ">"),
        UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        return nil
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"),
        UInt8(ascii: "~"), UInt8(ascii: "&"):
        position += 1
        tokens.append(Token(kind: .symbol, text: [byte]))
      case UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="),
        UInt8(ascii: "!"):
        position += 1
        let isPair =
          next == UInt8(ascii: "=") && byte != UInt8(ascii: "|")
          || next == byte && byte != UInt8(ascii: "!")
          || byte == UInt8(ascii: "<") && next == UInt8(ascii: ">")
        if isPair { position += 1 }
        guard isPair || byte != UInt8(ascii: "!") else { return nil }
        tokens.append(Token(kind: .symbol, text: Array(bytes[start..<position])))
      case UInt8(ascii: ".") where !isDigit(next):
        position += 1
        tokens.append(Token(kind: .symbol, text: [byte]))
      case UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let end = endOfNumber(in: bytes, from: position) else { return nil }
        position = end
        tokens.append(Token(kind: .literal, text: Array(bytes[start..<position])))
      case _ where isWordCharacter(byte):
        while position < bytes.count, isWordCharacter(bytes[position]) { position += 1 }
        // x'…' is a literal, whose digits would have to be checked.
        if position < bytes.count, bytes[position] == UInt8(ascii: "'") { return nil }
        if position < bytes.count, bytes[position] == UInt8(ascii: "$") { return nil }
        tokens.append(Token(kind: .word, text: Array(bytes[start..<position])))
      default: return nil
      }
    }
    return tokens
  }

  private static func endOfNumber(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    func skipDigits() {
      while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    }
    skipDigits()
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      skipDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      guard position < bytes.count, isDigit(bytes[position]) else { return nil }
      skipDigits()
    }
    // Hexadecimal, separators and letters that run into a number are left to SQLite.
    if position < bytes.count,
      isWordCharacter(bytes[position]) || bytes[position] == UInt8(ascii: "$")
    {
      return nil
    }
    return position
  }
}
