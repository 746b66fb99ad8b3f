import MigCheckText

/// A `CASE` without `ELSE` that makes the new value of a column from its old one: what no `WHEN` names
/// becomes NULL.
struct UncoveredCase {
  /// The column as the statement refers to it.
  let argument: String
  /// The whole expression.
  let text: String

  /// - Parameters:
  ///   - item: an expression that is written.
  ///   - column: what it is written into.
  /// - Returns: `nil`: it is something else, or says that NULL is meant.
  init?(
    _ item: WrittenExpressions.Tokens, into column: String, of statement: WrittenExpressions
  ) {
    guard let first = item.first, first.token.isWord("case"),
      item.last?.token.isWord("end") ?? false,
      let firstResult = item.firstIndex(where: { $0.token.isWord("then") }),
      let place = item[..<firstResult].firstIndex(where: {
        $0.token.name?.isSameName(as: column) ?? false
      })
    else { return nil }
    var depth = 0
    for (position, placed) in item.enumerated() {
      if placed.token.isWord("case") { depth += 1 }
      if placed.token.isWord("end") { depth -= 1 }
      // Another expression goes on behind the end of the first.
      if depth == 0, position < item.count - 1 { return nil }
      if depth == 1, placed.token.isWord("else") { return nil }
    }
    let isNullMeant = zip(item, item.dropFirst()).contains {
      $0.token.isWord("then") && $1.token.isWord("null")
    }
    guard !isNullMeant else { return nil }
    let isQualified = place - 2 > item.startIndex && item[place - 1].token.isSymbol(".")
    argument = statement.text(of: item[(isQualified ? place - 2 : place)...place])
    text = statement.text(of: item)
  }
}
