import MigCheckText

/// A token, perhaps with the place where it stands.
protocol TokenElement {
  var token: SQLToken { get }
}

extension SQLToken: TokenElement {
  var token: SQLToken { self }
}

extension SQLToken.Placed: TokenElement {}

// Tokens of one expression or statement that stand outside of its parentheses.

extension ArraySlice where Element: TokenElement {
  /// What stands between separators outside of parentheses and of `CASE … END`.
  ///
  /// - Parameter isOther: what must not stand there; where it does, all is one part.
  func parts(
    between isSeparator: (SQLToken) -> Bool, unless isOther: (SQLToken) -> Bool = { _ in false }
  ) -> [ArraySlice] {
    var parts = [ArraySlice]()
    var start = startIndex
    var (depth, cases) = (0, 0)
    for place in indices {
      let token = self[place].token
      if depth == 0, cases == 0, isOther(token) { return [self] }
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if token.isWord("case") { cases += 1 }
      // Elsewhere it is a name: SQLite takes it for a column.
      if cases > 0, token.isWord("end") { cases -= 1 }
      if depth == 0, cases == 0, isSeparator(token) {
        parts.append(self[start..<place])
        start = place + 1
      }
    }
    return parts + [self[start...]]
  }

  /// The place of the first of some words outside of parentheses.
  func firstPlace(of words: [String]) -> Int? {
    var depth = 0
    for place in indices {
      let token = self[place].token
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, words.contains(where: token.isWord) { return place }
    }
    return nil
  }
}
