import MigCheckText

/// Copies that leave rows out which the new table cannot hold, and say so.
struct NarrowedCopy {
  let entry: DatabaseVersions.Entry
  let before: DatabaseSchema

  /// - Parameters:
  ///   - history: that of a table which the script made and filled.
  ///   - name: its lower-case name after the script.
  func isMeant(_ history: TableHistory, as name: String) -> Bool {
    guard history.origin == nil, let table = entry.database.table(named: name) else { return false }
    let old = before.tables.filter { history.holds($0.name.lowercasedASCII) }
    return history.insertions.map { entry.migration.statements[$0] }.contains { statement in
      asksForReferences(statement, of: table, old)
        || asksForValues(statement, history, of: table)
        || choosesAmongAlike(statement, of: table, old)
    }
  }

  /// Whether a copy asks for the rows that a new foreign key refers to: the others cannot stay.
  private func asksForReferences(
    _ statement: SQLStatement, of table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]
  ) -> Bool {
    table.foreignKeys.contains { key in
      !old.flatMap(\.foreignKeys).contains { $0.target.isSameName(as: key.target) }
        && statement.tokens.contains { $0.name?.isSameName(as: key.target) ?? false }
    }
  }

  /// Whether a copy asks for nothing but values in columns that may be NULL no more.
  private func asksForValues(
    _ statement: SQLStatement, _ history: TableHistory, of table: DatabaseSchema.Table
  ) -> Bool {
    guard let columns = statement.columnsAskedForValues else { return false }
    return columns.allSatisfy { name in
      let goals = history.columns.filter { column in
        if case .copied(_, let source) = column.source { return source.isSameName(as: name) }
        return column.name.isSameName(as: name)
      }
      return goals.contains { holdsNoNull($0.name, table) }
    }
  }

  /// SQLite admits NULL in most primary keys; no author means that.
  private func holdsNoNull(_ name: String, _ table: DatabaseSchema.Table) -> Bool {
    table.column(named: name)?.isRequired ?? false
      || table.primaryKey.contains { $0.isSameName(as: name) }
  }

  /// Whether a copy takes one row of those which are alike, as the table has a key that the old one
  /// had not.
  ///
  /// `ON CONFLICT` counts only where the key is no part of an old one: a key that has lost a column is
  /// a mistake more often.
  private func choosesAmongAlike(
    _ statement: SQLStatement, of table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]
  ) -> Bool {
    let known = old.flatMap { source in
      Self.keys(source).filter { key in
        !key.contains { isNarrower($0, in: table, than: source) }
      }
    }
    let new = Self.keys(table).filter { !known.contains($0) }
    return statement.choosesAmongAlike && !new.isEmpty
      || statement.passesOverAlike
        && new.contains { key in !known.contains { Set(key).isSubset(of: $0) } }
  }

  /// Whether values of a key that were told apart become one: NULL, which becomes a value, and texts
  /// whose case counts no more.
  private func isNarrower(
    _ column: String, in table: DatabaseSchema.Table, than old: DatabaseSchema.Table
  ) -> Bool {
    !holdsNoNull(column, old) && holdsNoNull(column, table)
      || table.foldsCase(of: column) && !old.foldsCase(of: column)
  }

  private static func keys(_ table: DatabaseSchema.Table) -> [[String]] {
    let own =
      [table.primaryKey] + table.indexes.filter(\.isUnique).map { $0.columns.compactMap(\.self) }
    return own.map { $0.map(\.lowercasedASCII).sorted() }.filter { !$0.isEmpty }
  }
}

extension SQLStatement {
  private func has(_ first: String, _ second: String) -> Bool {
    tokens.indices.dropLast().contains { tokens[$0].isWord(first) && tokens[$0 + 1].isWord(second) }
  }

  /// Whether a query takes one row of those that have something in common.
  fileprivate var choosesAmongAlike: Bool {
    has("group", "by") || has("partition", "by") || has("select", "distinct")
      || tokens.indices.dropLast().contains {
        tokens[$0].isWord("exists") && tokens[$0 + 1].isSymbol("(")
      }
  }

  /// Whether an insertion says of which key a row may be there already. `OR IGNORE` passes over
  /// whatever is refused.
  fileprivate var passesOverAlike: Bool {
    tokens.indices.dropLast(2).contains {
      tokens[$0].isWord("on") && tokens[$0 + 1].isWord("conflict") && tokens[$0 + 2].isSymbol("(")
    }
  }

  /// The columns of `WHERE a IS NOT NULL AND t.b NOTNULL`; `nil`: the condition is another one.
  fileprivate var columnsAskedForValues: [String]? {
    guard let start = tokens.firstIndex(where: { $0.isWord("where") }) else { return nil }
    var rest = tokens[(start + 1)...].filter { !$0.isSymbol(";") }[...]
    if let end = rest.indices.first(where: { place in
      rest[place].isWord("order") || rest[place].isWord("on")
    }) {
      rest = rest[..<end]
    }
    rest = rest.filter { !$0.isSymbol("(") && !$0.isSymbol(")") }[...]
    var columns = [String]()
    while let name = rest.popFirst()?.name {
      if rest.first?.isSymbol(".") ?? false {
        rest.removeFirst()
        continue
      }
      let isAsked =
        ["is", "not", "null"].enumerated().allSatisfy { offset, word in
          offset < rest.count && rest[rest.startIndex + offset].isWord(word)
        }
        ? 3 : rest.first?.isWord("notnull") ?? false ? 1 : 0
      guard isAsked > 0 else { return nil }
      rest = rest.dropFirst(isAsked)
      columns.append(name)
      guard let next = rest.popFirst() else { return columns }
      guard next.isWord("and") else { return nil }
    }
    return nil
  }
}
