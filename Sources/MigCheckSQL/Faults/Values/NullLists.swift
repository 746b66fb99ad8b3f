import MigCheckText

/// The queries that a statement compares with by `NOT IN`, which holds for no row as soon as one of
/// them finds a NULL.
struct NullLists: Sequence {
  private let queries: [String]

  init(_ statement: SQLStatement) {
    let tokens = SQLToken.placed(in: statement.text)[...]
    let bytes = Array(statement.text.utf8)
    queries = tokens.indices.dropLast(3).compactMap { place in
      guard tokens[place].token.isWord("not"), tokens[place + 1].token.isWord("in"),
        tokens[place + 2].token.isSymbol("("), tokens[place + 3].token.isWord("select"),
        let end = tokens.end(from: place + 2)
      else { return nil }
      let range = tokens[place + 3].range.lowerBound..<tokens[end - 1].range.upperBound
      return String(decoding: bytes[range], as: UTF8.self)
    }
  }

  func makeIterator() -> [String].Iterator { queries.makeIterator() }
}
