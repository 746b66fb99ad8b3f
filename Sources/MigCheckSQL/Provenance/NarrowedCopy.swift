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

  /// Whether a copy asks for the rows that a new foreign key refers to: the others cannot stay. Of one
  /// that was there before it has to ask in so many words, since a join is there for other reasons, too.
  private func asksForReferences(
    _ statement: SQLStatement, of table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]
  ) -> Bool {
    table.foreignKeys.contains { key in
      old.flatMap(\.foreignKeys).contains { $0.target.isSameName(as: key.target) }
        ? statement.asksForRows(of: key)
        : statement.tokens.contains { $0.name?.isSameName(as: key.target) ?? false }
    }
  }

  /// Whether a copy asks for nothing but values in columns that may be NULL no more.
  private func asksForValues(
    _ statement: SQLStatement, _ history: TableHistory, of table: DatabaseSchema.Table
  ) -> Bool {
    guard let columns = statement.columnsAskedForValues else { return false }
    return columns.allSatisfy { name in
      history.columns.contains { isMadeOf(name, $0) && holdsNoNull($0.name, table) }
    }
  }

  /// Whether a column has the values of another one, which is of the same name where that is not known.
  private func isMadeOf(_ name: String, _ column: TracedColumn) -> Bool {
    if case .copied(_, let source) = column.source { return source.isSameName(as: name) }
    return column.name.isSameName(as: name)
  }

  /// SQLite admits NULL in most primary keys; no author means that.
  private func holdsNoNull(_ name: String, _ table: DatabaseSchema.Table) -> Bool {
    table.column(named: name)?.isRequired ?? false
      || table.primaryKey.contains { $0.isSameName(as: name) }
  }

  /// Whether a copy says that values are asked for in a column that may be NULL no more, whatever else
  /// it asks for.
  ///
  /// That excuses no row by itself: others may be left out as well.
  func asksForSomeValues(_ history: TableHistory, as name: String) -> Bool {
    guard history.origin == nil, let table = entry.database.table(named: name) else { return false }
    return history.insertions.contains { place in
      entry.migration.statements[place].columnsSaidToHaveValues.contains { asked in
        history.columns.contains { column in
          isMadeOf(asked, column) && holdsNoNull(column.name, table)
        }
      }
    }
  }

  /// Whether a copy makes one row of those with a common key, whatever else they hold.
  ///
  /// That excuses only rows that are the same in all that is copied.
  func joinsAlike(_ history: TableHistory) -> Bool {
    guard history.origin == nil else { return false }
    let statements = entry.migration.statements
    return history.insertions.contains { place in
      guard case .insert(let insertion) = StatementShape(statements[place]) else { return false }
      let creation = statements[..<place].last { statement in
        if case .createTable(let name, nil) = StatementShape(statement) {
          name.isSameName(as: insertion.table)
        } else {
          false
        }
      }
      return statements[place].joinsAlike(into: creation?.text ?? "")
    }
  }

  /// Whether a copy takes one row of those which are alike, as the table has a key that the old one
  /// had not.
  ///
  /// `ON CONFLICT` counts only where the key is no part of an old one: a key that has lost a column is
  /// a mistake more often.
  private func choosesAmongAlike(
    _ statement: SQLStatement, of table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]
  ) -> Bool {
    let known = knownKeys(in: table, old)
    let new = newKeys(of: table, old)
    return statement.choosesAmongAlike && !new.isEmpty
      || statement.passesOverAlike
        && new.contains { key in !known.contains { Set(key).isSubset(of: $0) } }
  }

  /// Whether any copy does so.
  func isChoosing(
    _ history: TableHistory, of table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]
  ) -> Bool {
    history.insertions.contains {
      choosesAmongAlike(entry.migration.statements[$0], of: table, old)
    }
  }

  /// The keys of old tables that tell as much apart as they did.
  private func knownKeys(
    in table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]
  ) -> [[String]] {
    old.flatMap { source in
      Self.keys(source).filter { key in
        !key.contains { isNarrower($0, in: table, than: source) }
      }
    }
  }

  /// The keys that a table has and old ones have not; names are in lower case and sorted.
  func newKeys(of table: DatabaseSchema.Table, _ old: [DatabaseSchema.Table]) -> [[String]] {
    let known = knownKeys(in: table, old)
    return Self.keys(table).filter { !known.contains($0) }
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
  /// Whether it asks for rows whose reference leads to one of a table: `a IN (SELECT id FROM t)`, with
  /// nothing that narrows those of the table, or `EXISTS (SELECT 1 FROM t WHERE t.id = a)`.
  func asksForRows(of key: DatabaseSchema.ForeignKey) -> Bool {
    func names(_ tokens: some Sequence<SQLToken>) -> Bool {
      tokens.contains { token in
        token.name.map { name in key.columns.contains(where: name.isSameName) } ?? false
      }
    }
    return tokens.indices.dropFirst(2).contains { place in
      guard tokens[place].isSymbol("("), !tokens[place - 2].isWord("not") else { return false }
      let isIn = tokens[place - 1].isWord("in")
      guard isIn || tokens[place - 1].isWord("exists") else { return false }
      var depth = 0
      let inner = Array(
        tokens[place...].prefix { token in
          if token.isSymbol("(") { depth += 1 }
          defer { if token.isSymbol(")") { depth -= 1 } }
          return depth > 0
        })
      let from = inner.firstIndex { $0.isWord("from") }
      guard let from, inner.indices.contains(from + 1),
        inner[from + 1].name?.isSameName(as: key.target) ?? false
      else { return false }
      guard isIn else { return names(inner) }
      // What is looked for, perhaps within a cast.
      let left = tokens[..<(place - 1)].reversed().prefix {
        !$0.isWord("where") && !$0.isWord("and")
      }
      return inner.count == from + 3 && names(left)
    }
  }

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
      ["order", "on", "returning"].contains(where: rest[place].isWord)
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
