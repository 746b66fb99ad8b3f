import MigCheckSQLite
import MigCheckText

/// Columns that a query for a list has not, so that SQLite takes those of the statement around it:
/// `WHERE post_id IN (SELECT post_id FROM product)`, where `product` has no `post_id`, compares each row
/// with itself.
struct OuterColumns {
  static let code = "outerColumn"

  struct Comparison {
    var column: String
    /// The query, and the same without the column.
    var query: String
    var rest: String
    /// Whether nothing else decides about the rows of the statement.
    var isWhole: Bool

    /// Whether the query has no such column, and needs nothing else of the statement around it.
    func isOuter(in connection: SQLiteConnection) -> Bool {
      (try? connection.prepare(query.withNamesInBrackets)) == nil
        && (try? connection.prepare(rest.withNamesInBrackets)) != nil
    }
  }

  let comparisons: [Comparison]

  init(_ statement: SQLStatement) {
    let tokens = SQLToken.placed(in: statement.text)[...]
    let bytes = Array(statement.text.utf8)
    func text(_ tokens: WrittenExpressions.Tokens) -> String {
      guard let first = tokens.first, let last = tokens.last else { return "" }
      return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
    comparisons = tokens.indices.dropFirst().compactMap { place in
      guard tokens[place].token.isWord("in"), place + 4 < tokens.endIndex,
        tokens[place + 1].token.isSymbol("("), tokens[place + 2].token.isWord("select"),
        let column = tokens[place + 3].token.name, tokens[place + 4].token.isWord("from"),
        let end = tokens.end(from: place + 1)
      else { return nil }
      let isNegated = tokens[place - 1].token.isWord("not")
      guard place > (isNegated ? 1 : 0),
        let compared = tokens[place - (isNegated ? 2 : 1)].token.name,
        compared.isSameName(as: column)
      else { return nil }
      var first = place - (isNegated ? 2 : 1)
      while first > 1, tokens[first - 1].token.isSymbol(".") { first -= 2 }
      let isWhole =
        first > 0 && tokens[first - 1].token.isWord("where")
        && tokens[(end + 1)...].allSatisfy { $0.token.isSymbol(";") }
      return Comparison(
        column: column, query: text(tokens[(place + 2)..<end]),
        rest: "SELECT 1 " + text(tokens[(place + 4)..<end]), isWhole: isWhole)
    }
  }
}
