/// Reads an SQL expression into its parts, with SQLite's precedence of operators.
///
/// It need not know all of SQL: for a text that it cannot follow there is no tree, and what it does
/// not look into is opaque.
struct SQLParser {
  private let bytes: [UInt8]
  private let tokens: [SQLToken.Placed]
  private var place = 0
  private var depth = 0

  /// - Parameter tokens: those of the text.
  /// - Returns: `nil` for what is no expression, or none that is understood.
  static func parse(_ tokens: [SQLToken.Placed], of text: String) -> SQLNode? {
    var parser = SQLParser(tokens, of: text)
    guard let node = parser.expression(above: 0), parser.place == parser.tokens.count else {
      return nil
    }
    return node
  }

  private init(_ tokens: [SQLToken.Placed], of text: String) {
    bytes = Array(text.utf8)
    self.tokens = tokens
  }

  // MARK: Tokens

  private func token(_ offset: Int = 0) -> SQLToken? {
    place + offset < tokens.count ? tokens[place + offset].token : nil
  }

  private func word(_ offset: Int = 0) -> String? {
    if case .word(let word) = token(offset) { word.lowercasedASCII } else { nil }
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard token() == .symbol(symbol) else { return false }
    place += 1
    return true
  }

  private mutating func takeWord(_ wanted: String) -> Bool {
    guard word() == wanted else { return false }
    place += 1
    return true
  }

  private func node(_ kind: SQLNode.Kind, from start: Int) -> SQLNode {
    let range = tokens[start].range.lowerBound..<tokens[place - 1].range.upperBound
    return SQLNode(kind, text: String(decoding: bytes[range], as: UTF8.self))
  }

  // MARK: Operators

  private static let symbols: [String: Int] = [
    "=": 4, "==": 4, "<>": 4, "!=": 4, "<": 5, "<=": 5, ">": 5, ">=": 5, "&": 6, "|": 6, "<<": 6,
    ">>": 6, "+": 7, "-": 7, "*": 8, "/": 8, "%": 8, "||": 9, "->": 9, "->>": 9,
  ]

  /// How deep parts may lie within one another.
  private static let depthLimit = 200

  private mutating func expression(above level: Int) -> SQLNode? {
    depth += 1
    defer { depth -= 1 }
    let start = place
    guard depth < Self.depthLimit, var left = prefix() else { return nil }
    while let next = infix(left, from: start, above: level) {
      guard let next = next.node else { return nil }
      left = next
    }
    return left
  }

  /// What follows an operand; `nil`: nothing that binds tighter than the level. Without a node: it
  /// is not understood.
  private mutating func infix(
    _ left: SQLNode, from start: Int, above level: Int
  ) -> (node: SQLNode?, Void)? {
    if case .symbol(let symbol) = token(), let strength = Self.symbols[symbol] {
      return strength > level ? (binary(symbol, left, from: start, strength), ()) : nil
    }
    guard let first = word() else { return nil }
    switch first {
    case "or": return level < 1 ? (binary("or", left, from: start, 1), ()) : nil
    case "and": return level < 2 ? (binary("and", left, from: start, 2), ()) : nil
    case "collate":
      guard level < 10 else { return nil }
      place += 2
      guard place <= tokens.count, let name = word(-1) else { return (nil, ()) }
      return (node(.collate(left, name), from: start), ())
    case "is", "isnull", "notnull", "not", "between", "in", "like", "glob", "match", "regexp":
      return level < 4 ? (test(first, left, from: start), ()) : nil
    default: return nil
    }
  }

  private mutating func binary(
    _ name: String, _ left: SQLNode, from start: Int, _ strength: Int, words: Int = 1
  ) -> SQLNode? {
    place += words
    guard let right = expression(above: strength) else { return nil }
    return node(.binary(name, left, right), from: start)
  }

  /// The tests that are words.
  private mutating func test(_ first: String, _ left: SQLNode, from start: Int) -> SQLNode? {
    switch first {
    case "isnull", "notnull":
      place += 1
      return node(.isNull(left, isNegated: first == "notnull"), from: start)
    case "is": return isTest(left, from: start)
    case "not":
      if word(1) == "null" {
        place += 2
        return node(.isNull(left, isNegated: true), from: start)
      }
      place += 1
      guard let second = word(), second != "not", second != "is" else { return nil }
      return negatable(second, left, isNegated: true, from: start)
    default: return negatable(first, left, isNegated: false, from: start)
    }
  }

  private mutating func isTest(_ left: SQLNode, from start: Int) -> SQLNode? {
    place += 1
    let isNegated = takeWord("not")
    if word() == "null" {
      place += 1
      return node(.isNull(left, isNegated: isNegated), from: start)
    }
    var name = isNegated ? "is not" : "is"
    if word() == "distinct", word(1) == "from" {
      name += " distinct from"
      place += 2
    }
    return binary(name, left, from: start, 4, words: 0)
  }

  private mutating func negatable(
    _ name: String, _ left: SQLNode, isNegated: Bool, from start: Int
  ) -> SQLNode? {
    place += 1
    switch name {
    case "between":
      guard let low = expression(above: 4), takeWord("and"), let high = expression(above: 4) else {
        return nil
      }
      return node(.between(left, low, high, isNegated: isNegated), from: start)
    case "in":
      guard take("(") else { return nil }
      if word() == "select" || word() == "with" || word() == "values" {
        guard let query = query(from: place - 1) else { return nil }
        return node(.opaque([left] + query), from: start)
      }
      guard let items = arguments() else { return nil }
      return node(.isIn(left, items, isNegated: isNegated), from: start)
    case "like", "glob":
      guard let pattern = expression(above: 5) else { return nil }
      var escape: SQLNode?
      if takeWord("escape") {
        escape = expression(above: 5)
        if escape == nil { return nil }
      }
      return node(
        .matches(name, left, pattern: pattern, escape: escape, isNegated: isNegated), from: start)
    default: return nil
    }
  }

  // MARK: Operands

  private mutating func prefix() -> SQLNode? {
    let start = place
    guard let token = token() else { return nil }
    place += 1
    switch token {
    case .text(let text): return node(.literal(.text(text)), from: start)
    case .number(let digits): return number(digits, from: start)
    case .symbol("("): return parentheses(from: start)
    case .symbol(let symbol) where ["-", "+", "~"].contains(symbol):
      guard let inner = expression(above: 10) else { return nil }
      if symbol == "-", case .literal(let value) = inner.kind, let negative = value.negated {
        return node(.literal(negative), from: start)
      }
      return node(.unary(symbol, inner), from: start)
    case .blob(let digits):
      return Hexadecimal.bytes(digits).map { node(.literal(.blob($0)), from: start) }
    case .symbol, .parameter, .invalid: return nil
    case .quotedName(let name): return columnName(name, from: start)
    case .word(let word): return self.word(word, from: start)
    }
  }

  private func number(_ digits: String, from start: Int) -> SQLNode? {
    if digits.hasPrefix("0x") {
      return UInt64(digits.dropFirst(2), radix: 16).map {
        node(.literal(.integer(Int64(bitPattern: $0))), from: start)
      }
    }
    if let integer = Int64(digits) { return node(.literal(.integer(integer)), from: start) }
    return Double(digits).map { node(.literal(.real($0)), from: start) }
  }

  private mutating func parentheses(from start: Int) -> SQLNode? {
    if word() == "select" || word() == "with" || word() == "values" {
      return query(from: start).map { node(.opaque($0), from: start) }
    }
    guard let inner = expression(above: 0), take(")") else { return nil }
    return SQLNode(inner.kind, text: node(inner.kind, from: start).text)
  }

  private mutating func columnName(_ name: String, from start: Int) -> SQLNode? {
    guard take(".") else { return node(.column(source: nil, name: name), from: start) }
    guard var column = token()?.name else { return nil }
    place += 1
    let source = name.lowercasedASCII
    // Links that are followed: `old.address.city`.
    while source == "old" || source == "new", take(".") {
      guard let next = token()?.name else { return nil }
      place += 1
      column += "." + next
    }
    return node(.column(source: source, name: column), from: start)
  }

  private mutating func word(_ word: String, from start: Int) -> SQLNode? {
    let lowered = word.lowercasedASCII
    switch lowered {
    case "null": return node(.literal(.null), from: start)
    case "true": return node(.literal(.integer(1)), from: start)
    case "false": return node(.literal(.integer(0)), from: start)
    case "not":
      guard let inner = expression(above: 3) else { return nil }
      return node(.unary("not", inner), from: start)
    case "case": return choice(from: start)
    case "cast": return cast(from: start)
    case "exists":
      guard take("(") else { return nil }
      return query(from: start).map { node(.opaque($0), from: start) }
    default: break
    }
    if take("(") {
      if take("*") { return take(")") ? node(.opaque([]), from: start) : nil }
      guard let arguments = arguments(), isPlainCall else { return nil }
      return node(.call(lowered, arguments), from: start)
    }
    return columnName(word, from: start)
  }

  /// Neither a filter nor a window follows.
  private var isPlainCall: Bool { word() != "filter" && word() != "over" }

  /// Up to the closing parenthesis.
  private mutating func arguments() -> [SQLNode]? {
    var list = [SQLNode]()
    if take(")") { return list }
    repeat {
      guard let argument = expression(above: 0) else { return nil }
      list.append(argument)
    } while take(",")
    return take(")") ? list : nil
  }

  private mutating func choice(from start: Int) -> SQLNode? {
    var base: SQLNode?
    if word() != "when" {
      base = expression(above: 0)
      if base == nil { return nil }
    }
    var arms = [SQLNode.Arm]()
    while takeWord("when") {
      guard let when = expression(above: 0), takeWord("then"), let then = expression(above: 0)
      else { return nil }
      arms.append(SQLNode.Arm(when: when, then: then))
    }
    var otherwise: SQLNode?
    if takeWord("else") {
      otherwise = expression(above: 0)
      if otherwise == nil { return nil }
    }
    guard !arms.isEmpty, takeWord("end") else { return nil }
    return node(.choice(base: base, arms, otherwise: otherwise), from: start)
  }

  private mutating func cast(from start: Int) -> SQLNode? {
    guard take("("), let inner = expression(above: 0), takeWord("as"), let type = word() else {
      return nil
    }
    while let token = token(), token != .symbol(")") { place += 1 }
    guard take(")") else { return nil }
    return node(.cast(inner, type), from: start)
  }

  /// Passes over a query whose parenthesis is open.
  ///
  /// - Returns: the names and literals in it.
  private mutating func query(from start: Int) -> [SQLNode]? {
    var open = 1
    var parts = [SQLNode]()
    while let token = token() {
      let first = place
      place += 1
      switch token {
      case .symbol("("): open += 1
      case .symbol(")"):
        open -= 1
        if open == 0 { return parts }
      case .text(let text): parts.append(node(.literal(.text(text)), from: first))
      case .number(let digits): if let part = number(digits, from: first) { parts.append(part) }
      case .word, .quotedName:
        if self.token() == .symbol("."), let source = token.name, let name = self.token(1)?.name {
          place += 2
          parts.append(node(.column(source: source.lowercasedASCII, name: name), from: first))
        } else if let name = token.name {
          parts.append(node(.column(source: nil, name: name), from: first))
        }
      case .symbol, .blob: break
      case .parameter, .invalid: return nil
      }
    }
    return nil
  }
}
