import MigCheckModel
import MigCheckSQLite
import MigCheckText

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
  func translate(_ expression: SQLExpression) -> String? {
    let bytes = Array(expression.text.utf8)
    let tokens = expression.tokens.map {
      Token(token: $0.token, text: bytes[$0.range])
    }
    // SQLite's parser ends at a NUL.
    guard !tokens.isEmpty, !bytes.contains(0) else { return nil }
    var output = [UInt8]()
    var depth = 0
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      output.append(UInt8(ascii: " "))
      switch token.token {
      case .text: output.append(contentsOf: token.text)
      case .number(let number):
        // Hexadecimal ones, and their limits, are left to the evaluator.
        guard number.utf8.dropFirst().first.map({ $0 | 0x20 }) != UInt8(ascii: "x") else {
          return nil
        }
        output.append(contentsOf: token.text)
      case .symbol(let symbol):
        switch symbol {
        case "(": depth += 1
        case ")": depth -= 1
        // Outside of parentheses a comma would begin another column.
        case ",": if depth == 0 { return nil }
        case ".", ";", "->", "->>": return nil
        default: break
        }
        guard depth >= 0 else { return nil }
        output.append(contentsOf: token.text)
      case .word, .quotedName:
        guard let count = word(at: index, in: tokens, into: &output) else { return nil }
        index += count
        continue
      case .blob, .parameter, .invalid: return nil
      }
      index += 1
    }
    return depth == 0 ? String(exactUTF8: output) : nil
  }

  private struct Token {
    var token: SQLToken
    var text: ArraySlice<UInt8>

    var name: String { token.name ?? "" }

    /// The name of a property behind a dot.
    var propertyName: Name? {
      if case .word(let word) = token, SQLiteKeyword.contains(word) { return nil }
      return token.name.map { Name($0) }
    }
  }

  /// Handles a word and what belongs to it.
  ///
  /// - Returns: how many tokens these are, or `nil`.
  private func word(at index: Int, in tokens: [Token], into output: inout [UInt8]) -> Int? {
    let token = tokens[index]
    func symbol(_ offset: Int, _ character: String) -> Bool {
      index + offset < tokens.count && tokens[index + offset].token.isSymbol(character)
    }
    let lowered = token.name.lowercasedASCII
    if symbol(1, ".") {
      guard index + 2 < tokens.count, !symbol(3, "."), !symbol(3, "("),
        let name = tokens[index + 2].propertyName, let text = resolve(lowered, name.text)
      else { return nil }
      output.append(contentsOf: text.utf8)
      return 3
    }
    if case .quotedName = token.token {
      // Without a match it is an error.
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

  /// Functions that depend on nothing but their arguments, and whose results are hardly longer than
  /// these: the evaluator alone has a budget. `min` and `max` are not among them, as with one
  /// argument they mean something else in the evaluator's query.
  private static let functions: Set<String> = [
    "abs", "cast", "char", "coalesce", "glob", "ifnull", "iif", "instr", "length", "like", "lower",
    "ltrim", "nullif", "round", "rtrim", "sign", "substr", "substring", "trim", "typeof", "unicode",
    "upper",
  ]
}
