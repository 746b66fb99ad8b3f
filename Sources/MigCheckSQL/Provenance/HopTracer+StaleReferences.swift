import MigCheckModel
import MigCheckText

extension HopTracer {
  /// Columns that hold keys of rows which get other keys, as their names and the numbers in them tell,
  /// without a foreign key that says so: `log.user_id` where an UPDATE gives each user another `id`.
  ///
  /// - Parameters:
  ///   - old: the position of the version that the store is at.
  ///   - new: that of the version that it comes to.
  func staleReferences(from old: Int, to new: Int) -> [StaleReference] {
    entries[old].plans.flatMap { plan -> [StaleReference] in
      plan.references.compactMap { reference in
        guard !reference.isDeclared, reference.columns.count == 1,
          reference.targetColumns.count == 1, let place = reference.columns.first,
          let rekeying = self.rekeying(
            reference.target, reference.targetColumns[0], from: old, to: new),
          let target = entries[old].database.table(named: reference.target),
          let key = target.column(named: reference.targetColumns[0]),
          Self.isComparable(plan.columns[place], key),
          let kept = self.kept(plan.columns[place].name, of: plan.table.name, from: old, to: new),
          // A later script may put it right.
          self.kept(kept.column, of: kept.table, from: new, to: entries.count - 1) != nil
        else { return nil }
        return StaleReference(
          property: path(plan.table.name, plan.columns[place].name),
          newProperty: path(kept.table, kept.column), key: path(target.name, key.name),
          newKey: path(rekeying.table, rekeying.key),
          reason: "the statement at \(rekeying.statement.place) gives them other ones",
          place: rekeying.statement.source)
      }
    }
  }

  private func path(_ table: String, _ column: String) -> PropertyPath {
    PropertyPath(type: mapping.typeName(table), property: mapping.propertyName(column, of: table))
  }

  /// A text beside numbers may be anything.
  private static func isComparable(
    _ column: DatabaseSchema.Column, _ key: DatabaseSchema.Column
  ) -> Bool {
    func isText(_ column: DatabaseSchema.Column) -> Bool {
      ColumnAffinity(declaredType: column.declaredType) == .text
    }
    return isText(column) == isText(key)
  }

  /// A table of which no row is removed while a statement writes its key, so that what the key held is
  /// nowhere afterwards.
  ///
  /// - Parameter name: before the hop, in lower case.
  /// - Returns: its name and key after the hop, and the statement.
  private func rekeying(
    _ name: String, _ key: String, from old: Int, to new: Int
  ) -> (table: String, key: String, statement: SQLStatement)? {
    guard let table = successor(of: name, from: old, to: new), table.primaryKey.count == 1 else {
      return nil
    }
    let newKey = table.primaryKey[0]
    let track = track(table, from: old, to: new)
    let isKept = track.columns.contains { column in
      if case .column(let source) = column.track { source.isSameName(as: key) } else { false }
    }
    guard track.origin == name, !track.isDeleted, !track.isReplaced, !isKept else { return nil }
    var (current, column) = (name, key.lowercasedASCII)
    for place in old + 1...new where traces[place].affected.contains(current) {
      let trace = traces[place]
      guard let next = trace.successor(of: current), let history = trace.tables[next],
        !isCopied(column, of: current, trace, besides: next),
        !isRemembered(column, of: current, trace, besides: history)
      else { return nil }
      if let kept = history.columns.first(where: {
        $0.source == .copied(table: current, column: column)
      }) {
        (current, column) = (next, kept.name)
        continue
      }
      guard case .written(let statement)? = history[newKey.lowercasedASCII] else { return nil }
      return (table.name, newKey, entries[place].migration.statements[statement])
    }
    return nil
  }

  /// Whether a script puts the values of a column into another table, where they can be looked up.
  private func isCopied(
    _ column: String, of table: String, _ trace: ScriptTrace, besides own: String
  ) -> Bool {
    trace.tables.contains { name, history in
      name != own
        && history.columns.contains { $0.source == .copied(table: table, column: column) }
    }
  }

  /// Whether a script makes values of other columns from those of a column, where they may be looked up:
  /// `SET old_id = id`. A copy with another key is made of the key itself.
  private func isRemembered(
    _ column: String, of table: String, _ trace: ScriptTrace, besides own: TableHistory
  ) -> Bool {
    trace.used.contains { use in
      use.table == table && use.column == column && (own.origin != nil || use.goal != own.number)
    }
  }

  /// The table that holds the rows of one after the hop; `nil`: none does.
  private func successor(
    of name: String, from old: Int, to new: Int
  ) -> DatabaseSchema.Table? {
    var name = name
    for place in old + 1...new where traces[place].affected.contains(name) {
      guard let next = traces[place].successor(of: name) else { return nil }
      name = next
    }
    return entries[new].database.table(named: name)
  }

  /// Where the values of a column are after the hop, as they were; `nil`: nowhere.
  private func kept(
    _ column: String, of table: String, from old: Int, to new: Int
  ) -> (table: String, column: String)? {
    var (name, column) = (table.lowercasedASCII, column.lowercasedASCII)
    for place in old + 1..<new + 1 where traces[place].affected.contains(name) {
      guard let next = traces[place].successor(of: name),
        let kept = traces[place].tables[next]?.columns.first(where: {
          $0.source == .copied(table: name, column: column)
        })
      else { return nil }
      (name, column) = (next, kept.name)
    }
    guard let table = entries[new].database.table(named: name),
      let column = table.column(named: column)
    else { return nil }
    return (table.name, column.name)
  }
}
