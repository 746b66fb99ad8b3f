import MigCheckText

/// The columns up to whose values queries count, such as `plays` in
/// `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < (SELECT max(plays) FROM song))`.
///
/// An app holds small numbers there: with any others, an upgrade would make rows without end.
struct CountedColumns {
  /// In lower case. Names of other columns that such a query reads are among them.
  private(set) var names: Set<String> = []

  /// - Parameter scripts: the tokens of each statement.
  init(in scripts: [[SQLToken]]) {
    for tokens in scripts where tokens.contains(where: { $0.isWord("with") }) {
      let queries = Self.commonTableExpressions(in: tokens)
      let counts = queries.contains { name, query in
        query.contains { $0.isSymbol("+") || $0.isSymbol("-") }
          && QueriedTables(Array(query)).contains(name)
      }
      guard counts else { continue }
      for token in queries.flatMap(\.query) {
        if let name = token.name { names.insert(name.lowercasedASCII) }
      }
    }
  }

  /// `a` with `SELECT 1` for `WITH a(b) AS NOT MATERIALIZED (SELECT 1)`.
  private static func commonTableExpressions(
    in tokens: [SQLToken]
  ) -> [(name: String, query: ArraySlice<SQLToken>)] {
    tokens.indices.compactMap { place in
      guard tokens[place].isWord("as"), place > 0 else { return nil }
      var before = place - 1
      if tokens[before].isSymbol(")") {
        guard let open = tokens[..<before].lastIndex(where: { $0.isSymbol("(") }), open > 0
        else { return nil }
        before = open - 1
      }
      var start = place + 1
      while start < tokens.count,
        tokens[start].isWord("not") || tokens[start].isWord("materialized")
      {
        start += 1
      }
      guard let name = tokens[before].name, start < tokens.count, tokens[start].isSymbol("(")
      else { return nil }
      var depth = 0
      for end in start..<tokens.count {
        if tokens[end].isSymbol("(") { depth += 1 }
        if tokens[end].isSymbol(")") { depth -= 1 }
        if depth == 0 { return (name, tokens[(start + 1)..<end]) }
      }
      return nil
    }
  }
}
