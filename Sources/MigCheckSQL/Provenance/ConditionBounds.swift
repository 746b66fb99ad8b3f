import MigCheckText

/// What comparisons with numbers, joined by `AND`, leave of each column.
///
/// A column of numbers is compared as numbers, one of texts by the text of the number. Only what is
/// empty by both orders is called a contradiction, since the condition does not say which it is.
struct ConditionBounds {
  /// Whether no row meets the condition. False if that is unknown, as for any other expression.
  private(set) var isContradiction = false

  private struct Bound {
    var number: Double
    var text: String
    var isStrict: Bool
  }

  private struct Column {
    var lower: [Bound] = []
    var upper: [Bound] = []
    var isNull = false
    var isCompared = false

    var isEmpty: Bool {
      isNull && isCompared
        || lower.contains { low in upper.contains { high in Self.areDisjoint(low, high) } }
    }

    private static func areDisjoint(_ low: Bound, _ high: Bound) -> Bool {
      let isStrict = low.isStrict || high.isStrict
      let (first, last) = (Array(low.text.utf8), Array(high.text.utf8))
      let isBackwards = low.number > high.number && last.lexicographicallyPrecedes(first)
      return isBackwards || low.number == high.number && first == last && isStrict
    }
  }

  private var columns = [String: Column]()

  /// - Parameter condition: the tokens after `WHERE`.
  init(_ condition: [SQLToken]) {
    var tokens = condition[...]
    if tokens.last?.isSymbol(";") ?? false { tokens.removeLast() }
    for part in Self.conjuncts(tokens) { add(part) }
    // The order of the columns does not matter.
    if columns.values.contains(where: \.isEmpty) { isContradiction = true }
  }

  // MARK: Reading

  /// The parts between the `AND`s outside of parentheses; the whole if another operator joins them.
  private static func conjuncts(_ tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    let tokens = unwrapped(tokens)
    var parts = [ArraySlice<SQLToken>]()
    var (depth, start, isBetween) = (0, tokens.startIndex, false)
    for (place, token) in zip(tokens.indices, tokens) {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      guard depth == 0 else { continue }
      if token.isWord("or") || token.isWord("case") { return [] }
      if token.isWord("between") { isBetween = true }
      guard token.isWord("and") else { continue }
      if isBetween {
        isBetween = false
        continue
      }
      parts.append(tokens[start..<place])
      start = place + 1
    }
    parts.append(tokens[start...])
    return parts.count == 1 ? parts : parts.flatMap(conjuncts)
  }

  /// Without parentheses around the whole.
  private static func unwrapped(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    guard tokens.first?.isSymbol("(") ?? false, tokens.last?.isSymbol(")") ?? false else {
      return tokens
    }
    var depth = 0
    for token in tokens.dropLast() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 { return tokens }
    }
    return unwrapped(tokens.dropFirst().dropLast())
  }

  private mutating func add(_ part: ArraySlice<SQLToken>) {
    var rest = part
    guard let left = Self.operand(&rest) else { return }
    guard !rest.isEmpty else {
      if case .number(let number, _) = left, number == 0 { isContradiction = true }
      if case .nothing = left { isContradiction = true }
      return
    }
    if let isNull = Self.nullTest(rest) {
      guard case .column(let name) = left else { return }
      if isNull { columns[name, default: Column()].isNull = true }
      if !isNull { columns[name, default: Column()].isCompared = true }
      return
    }
    if rest.first?.isWord("between") ?? false, case .column(let name) = left {
      rest.removeFirst()
      guard case .number(let low, let lowText)? = Self.operand(&rest),
        rest.popFirst()?.isWord("and") ?? false,
        case .number(let high, let highText)? = Self.operand(&rest), rest.isEmpty
      else { return }
      add(">=", low, lowText, to: name)
      add("<=", high, highText, to: name)
      return
    }
    guard case .symbol(let sign)? = rest.popFirst(), let right = Self.operand(&rest), rest.isEmpty
    else { return }
    switch (left, right) {
    case (.column(let name), .number(let number, let text)): add(sign, number, text, to: name)
    case (.number(let number, let text), .column(let name)):
      let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
      add(turned[sign] ?? sign, number, text, to: name)
    case (.number(let one, _), .number(let other, _)):
      let holds: Bool? =
        switch sign {
        case "<": one < other
        case "<=": one <= other
        case ">": one > other
        case ">=": one >= other
        case "=", "==": one == other
        case "<>", "!=": one != other
        default: nil
        }
      if holds == false { isContradiction = true }
    case (.nothing, _), (_, .nothing):
      if ["<", "<=", ">", ">=", "=", "==", "<>", "!="].contains(sign) { isContradiction = true }
    case (.column, .column): break
    }
  }

  private mutating func add(_ sign: String, _ number: Double, _ text: String, to name: String) {
    var column = columns[name] ?? Column()
    let bound = Bound(number: number, text: text, isStrict: sign == "<" || sign == ">")
    switch sign {
    case "<", "<=": column.upper.append(bound)
    case ">", ">=": column.lower.append(bound)
    case "=", "==":
      column.upper.append(bound)
      column.lower.append(bound)
    case "<>", "!=": break
    default: return
    }
    column.isCompared = true
    columns[name] = column
  }

  private enum Operand {
    /// In lower case, with what stands before it.
    case column(String)
    case number(Double, text: String)
    /// `NULL` or `FALSE`.
    case nothing
  }

  private static func operand(_ rest: inout ArraySlice<SQLToken>) -> Operand? {
    guard let first = rest.popFirst() else { return nil }
    switch first {
    case .number(let text): return Double(text).map { .number($0, text: text) }
    case .symbol("-"):
      guard case .number(let text)? = rest.popFirst() else { return nil }
      return Double("-" + text).map { .number($0, text: "-" + text) }
    case .word, .quotedName: break
    default: return nil
    }
    if first.isWord("null") || first.isWord("false") { return .nothing }
    guard !first.isWord("not"), !first.isWord("exists"), let name = first.name else { return nil }
    var path = name.lowercasedASCII
    while rest.first?.isSymbol(".") ?? false {
      rest.removeFirst()
      guard let next = rest.popFirst()?.name else { return nil }
      path += "." + next.lowercasedASCII
    }
    return .column(path)
  }

  /// Whether `IS NULL` or `IS NOT NULL` follows; `nil`: neither.
  private static func nullTest(_ rest: ArraySlice<SQLToken>) -> Bool? {
    func are(_ words: String...) -> Bool {
      rest.count == words.count && zip(rest, words).allSatisfy { $0.isWord($1) }
    }
    if are("is", "null") || are("isnull") { return true }
    if are("is", "not", "null") || are("notnull") || are("not", "null") { return false }
    return nil
  }
}
