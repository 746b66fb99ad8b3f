import MigCheckText

/// A copy of the rows of a table that is made anew which leaves the key out, so that each row gets another
/// one.
struct RenumberingCopy {
  /// The place of the statement in the script.
  let statement: Int
  /// The column that the copy does not name.
  let key: String
  /// Whether nothing in the database refers to the rows, which numbers tell apart that SQLite gives:
  /// nothing that can be seen is lost. A column of texts that is called after the table, as `stock_id`,
  /// may hold anything.
  var isUnnoticed: Bool

  /// - Parameters:
  ///   - name: of the table before the script, in lower case.
  ///   - trace: what the script does.
  ///   - before: the version that it starts from.
  ///   - after: what it leads to.
  /// - Returns: `nil`: the script does not copy the table, or takes the key along.
  init?(
    of name: String, _ trace: ScriptTrace, before: DatabaseVersions.Entry, after: DatabaseSchema
  ) {
    guard let next = trace.successor(of: name), let history = trace.tables[next],
      history.origin == nil, let first = history.insertions.first,
      let old = before.database.table(named: name), let new = after.table(named: next),
      new.primaryKey.count == 1, let key = new.primaryKey.first, old.column(named: key) != nil,
      history[key.lowercasedASCII] == .unset
    else { return nil }
    statement = first
    self.key = key
    // Other keys, such as UUIDs, are made for others to know them.
    let isCounted = [old, new].allSatisfy { $0.rowIDAlias.map(key.isSameName) ?? false }
    let isReferred = before.plans.contains { plan in
      plan.references.contains { reference in
        reference.target == name && reference.targetColumns.contains(where: key.isSameName)
          && (reference.isDeclared || reference.columns.allSatisfy { plan.holdsNumbers($0) })
      }
    }
    isUnnoticed = isCounted && !isReferred
  }
}

extension TablePlan {
  fileprivate func holdsNumbers(_ column: Int) -> Bool {
    [.integer, .numeric, .real, .blob].contains(
      ColumnAffinity(declaredType: columns[column].declaredType))
  }
}
