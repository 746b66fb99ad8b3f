import MigCheckText

/// The columns whose numbers a script moves out of the way, so that none meets another one of a unique
/// index: `SET place = -place`, or `SET place = place + 1000000`.
///
/// Whoever does so knows of no number that is negative, or as great as what is added.
struct MovedColumns {
  /// By the name of a column in lower case: what its numbers are less than.
  private(set) var limits: [String: Int64] = [:]

  /// What is added to make room for a few numbers is less.
  private static let leastDistance: Int64 = 10_000
  private static let greatestLimit: Int64 = 1 << 40

  /// - Parameter scripts: the tokens of each statement.
  init(in scripts: [[SQLToken]]) {
    for tokens in scripts where tokens.contains(where: { $0.isWord("update") }) {
      for place in tokens.indices.dropFirst() where place + 3 < tokens.count {
        guard let name = tokens[place].name?.lowercasedASCII, tokens[place + 1].isSymbol("="),
          tokens[place - 1].isWord("set") || tokens[place - 1].isSymbol(",")
        else { continue }
        let value = tokens[(place + 2)...]
        guard
          let limit = Self.isNegative(name, value) ? Self.greatestLimit : Self.distance(name, value)
        else { continue }
        limits[name] = min(limit, limits[name] ?? limit)
      }
    }
  }

  /// `-a`, `0 - t.a`, `-1 * a`, `-(a + 1)`
  private static func isNegative(_ name: String, _ tokens: ArraySlice<SQLToken>) -> Bool {
    var rest = tokens
    if rest.first == .number("0") { rest.removeFirst() }
    guard rest.first?.isSymbol("-") == true else { return false }
    rest.removeFirst()
    if rest.first == .number("1"), rest.dropFirst().first?.isSymbol("*") == true {
      rest = rest.dropFirst(2)
    }
    return column(at: rest.drop { $0.isSymbol("(") }, is: name) != nil
  }

  /// 1000000 of `a + 1000000` and of `1000000 + t.a`.
  private static func distance(_ name: String, _ tokens: ArraySlice<SQLToken>) -> Int64? {
    let rest = tokens.drop { $0.isSymbol("(") }
    var number: SQLToken?
    if let behind = column(at: rest, is: name) {
      guard behind.first?.isSymbol("+") == true else { return nil }
      number = behind.dropFirst().first
    } else if rest.dropFirst().first?.isSymbol("+") == true,
      column(at: rest.dropFirst(2), is: name) != nil
    {
      number = rest.first
    }
    guard case .number(let text) = number, let distance = Int64(text), distance >= leastDistance
    else { return nil }
    return min(distance, greatestLimit)
  }

  /// What follows `a` or `t.a`; `nil`: something else stands there.
  private static func column(
    at tokens: ArraySlice<SQLToken>, is name: String
  ) -> ArraySlice<SQLToken>? {
    var rest = tokens
    if rest.dropFirst().first?.isSymbol(".") == true { rest = rest.dropFirst(2) }
    return rest.first?.name?.isSameName(as: name) == true ? rest.dropFirst() : nil
  }
}
