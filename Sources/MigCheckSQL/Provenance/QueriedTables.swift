import MigCheckText

/// The names that stand where a query reads tables: behind `FROM` and `JOIN`, and behind commas there.
struct QueriedTables {
  /// Without those of schemas, in the order of the text.
  private(set) var names: [String] = []

  private enum Expectation {
    case nothing, table
    /// What follows a table: another one behind a comma.
    case more
  }

  init(_ tokens: [SQLToken]) {
    var expected = Expectation.nothing
    /// What is expected behind each parenthesis that is open.
    var outer = [Expectation]()
    for (place, token) in tokens.enumerated() {
      if token.isSymbol("(") {
        outer.append(expected == .table ? .more : expected)
        if expected == .more { expected = .nothing }
      } else if token.isSymbol(")") {
        expected = outer.popLast() ?? .nothing
      } else if token.isWord("from") {
        // `IS DISTINCT FROM` compares values.
        let compares =
          place > 1 && tokens[place - 1].isWord("distinct")
          && (tokens[place - 2].isWord("is") || tokens[place - 2].isWord("not"))
        if !compares { expected = .table }
      } else if token.isWord("join") {
        expected = .table
      } else if token.isSymbol(","), expected == .more {
        expected = .table
      } else if Self.ends.contains(where: token.isWord) {
        expected = .nothing
      } else if expected == .table, let name = token.name {
        let isSchema = tokens.indices.contains(place + 1) && tokens[place + 1].isSymbol(".")
        guard !isSchema else { continue }
        names.append(name)
        expected = .more
      }
    }
  }

  /// What ends the tables of a query.
  private static let ends = [
    "select", "where", "group", "having", "window", "order", "limit", "union", "except",
    "intersect", "returning", "values",
  ]

  /// Whether the query reads a table of this name.
  func contains(_ table: String) -> Bool { names.contains { $0.isSameName(as: table) } }
}
