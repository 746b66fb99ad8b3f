import MigCheckText

/// Which columns compare texts without regard to the case of ASCII letters (`COLLATE NOCASE`,
/// "Datatypes In SQLite", 7).
extension DatabaseSchema.Table {
  /// Whether the declaration of a column says so.
  func foldsCase(of column: String) -> Bool {
    Self.foldedColumns(in: SQLToken.tokens(of: sql)).contains { $0.isSameName(as: column) }
  }

  /// The columns of a `CREATE TABLE` whose declarations say so; of other statements none.
  static func foldedColumns(in tokens: [SQLToken]) -> [String] {
    guard tokens.first?.isWord("create") ?? false,
      tokens.prefix(3).contains(where: { $0.isWord("table") }),
      let start = tokens.firstIndex(where: { $0.isSymbol("(") })
    else { return [] }
    return tokens[(start + 1)...].parts(between: { $0.isSymbol(",") }).compactMap { part in
      let isFolded = zip(part, part.dropFirst()).contains { word, name in
        word.isWord("collate") && name.name?.isSameName(as: "nocase") ?? false
      }
      return isFolded ? part.first?.name : nil
    }
  }
}
