import MigCheckText

/// Whole rows of tables that are gone behind, which `UNION` makes one of where they are alike:
/// `INSERT INTO movement (amount) SELECT amount FROM income UNION SELECT amount FROM expense`.
struct UnitedRows {
  static let code = "alikeRowsUnited"

  let statement: SQLStatement
  let before: DatabaseSchema
  let after: DatabaseSchema

  /// The table of which two rows may become one; `nil`: there is none.
  var table: DatabaseSchema.Table? {
    guard case .insert(let insertion) = StatementShape(statement.bound) else { return nil }
    let tokens = statement.bound.tokens[...]
    guard let start = tokens.firstPlace(of: ["select"]),
      let place = tokens.firstPlace(of: ["union"]), start < place,
      place + 1 < tokens.endIndex, !tokens[place + 1].isWord("all"),
      tokens[start...].firstPlace(of: ["group", "distinct", "except", "intersect"]) == nil,
      !isUnique(insertion)
    else { return nil }
    return branches(of: tokens[start...]).lazy.compactMap(moved).first
  }

  /// Whether the table keeps rows apart by something else than a number that it gives them.
  private func isUnique(_ insertion: StatementShape.Insertion) -> Bool {
    guard let target = after.table(named: insertion.table) else { return true }
    return target.indexes.contains(where: \.isUnique)
      || !target.primaryKey.isEmpty && target.rowIDAlias == nil
  }

  private func branches(of tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var (branches, depth, start) = ([ArraySlice<SQLToken>](), 0, tokens.startIndex)
    for place in tokens.indices {
      if tokens[place].isSymbol("(") { depth += 1 }
      if tokens[place].isSymbol(")") { depth -= 1 }
      if depth == 0, tokens[place].isWord("union") {
        branches.append(tokens[start..<place])
        start = place + 1
      }
    }
    return branches + [tokens[start...]]
  }

  /// The table whose rows a branch takes as a whole, but for the number that tells them apart.
  private func moved(_ branch: ArraySlice<SQLToken>) -> DatabaseSchema.Table? {
    let names = QueriedTables(Array(branch)).names
    guard names.count == 1, let table = before.table(named: names[0]),
      after.table(named: table.name) == nil,
      let from = branch.firstPlace(of: ["from"]),
      !table.indexes.contains(where: \.isUnique),
      table.primaryKey.isEmpty || table.rowIDAlias != nil
    else { return nil }
    func takes(_ column: DatabaseSchema.Column) -> Bool {
      branch[..<from].contains { $0.name?.isSameName(as: column.name) ?? false }
    }
    let isKey = { (column: DatabaseSchema.Column) in
      table.rowIDAlias?.isSameName(as: column.name) ?? false
    }
    let isWhole = table.storedColumns.allSatisfy { isKey($0) != takes($0) }
    return isWhole && table.storedColumns.contains { !isKey($0) } ? table : nil
  }
}
