import MigCheckModel
import MigCheckText

extension HopTracer {
  /// The deletions of a hop on tables that it rebuilds, and the copies that leave rows out which a new
  /// table cannot hold, of which it can be seen which rows they take.
  ///
  /// The rows that they take away are meant to go; those that are gone beside them went otherwise. All
  /// or none of the statements about a table are told.
  ///
  /// - Parameters:
  ///   - trace: of the hop.
  ///   - old: the position of the version that the store is at.
  ///   - new: that of the version that it comes to.
  func followedDeletions(in trace: ColumnTrace, from old: Int, to new: Int) -> [FollowedDeletion] {
    entries[new].database.tables.flatMap { table -> [FollowedDeletion] in
      guard let before = entries[old].database.table(named: table.name),
        !goesAlong(before, old, new),
        let found = deletions(of: table, before, from: old, to: new)
      else { return [] }
      let isMeant = trace.deleted.contains(mapping.typeName(before.name))
      return isMeant || found.contains { !$0.excusesAll } ? found : []
    }
  }

  /// The statement that is followed.
  func statement(of deletion: FollowedDeletion) -> SQLStatement? {
    entries.first { $0.migration.number == deletion.version }?
      .migration.statements[deletion.statement]
  }

  /// Whether rows may go with others to which they refer.
  private func goesAlong(_ table: DatabaseSchema.Table, _ old: Int, _ new: Int) -> Bool {
    enforcesForeignKeys
      && entries[old...new].contains { entry in
        entry.database.table(named: table.name)?.foreignKeys.contains {
          $0.onDelete.uppercased() == "CASCADE"
        } ?? true
      }
  }

  /// - Returns: `nil`: rows may be gone for another reason that is meant, or cannot be followed.
  private func deletions(
    of table: DatabaseSchema.Table, _ first: DatabaseSchema.Table, from old: Int, to new: Int
  ) -> [FollowedDeletion]? {
    var name = table.name.lowercasedASCII
    var result = [FollowedDeletion]()
    var isRebuilt = false
    for place in stride(from: new, to: old, by: -1) where traces[place].affected.contains(name) {
      let trace = traces[place]
      guard let history = trace.tables[name], let origin = trace.origin(of: name),
        let before = entries[place - 1].database.table(named: origin),
        let after = entries[place].database.table(named: name)
      else { return nil }
      if let copy = copy(to: name, of: first, from: old, at: place) {
        result.append(copy)
      } else if reading(place).narrowed.contains(name) {
        return nil
      }
      let isNew = history.origin == nil
      if isNew { isRebuilt = true }
      let dropped = isNew ? trace.dropsHistory(of: origin) : nil
      for (own, definition) in [(Optional(history), isNew ? after : before), (dropped, before)] {
        for deletion in own?.deletions ?? [] where deletion.hasCondition {
          guard let own, keepsKey(own, definition),
            let key = key(of: definition, first, from: old, to: place, isNew: own.origin == nil),
            case .delete(let named, _) = StatementShape(
              entries[place].migration.statements[deletion.statement])
          else { return nil }
          var known = key
          known.name = named
          result.append(
            FollowedDeletion(
              type: mapping.typeName(first.name), version: entries[place].migration.number,
              statement: deletion.statement, table: known))
        }
      }
      name = origin
    }
    return isRebuilt && name.isSameName(as: first.name) ? result : nil
  }

  /// The copy of a script that leaves rows out which the new table cannot hold; `nil`: there is none, or
  /// it cannot be told which these are.
  private func copy(
    to name: String, of first: DatabaseSchema.Table, from old: Int, at place: Int
  ) -> FollowedDeletion? {
    let trace = traces[place]
    let copy = NarrowedCopy(entry: entries[place], before: entries[place - 1].database)
    guard let history = trace.tables[name], let origin = trace.origin(of: name),
      let before = entries[place - 1].database.table(named: origin)
    else { return nil }
    let isMeant = reading(place).narrowed.contains(name)
    let asksForValues = copy.asksForSomeValues(history, as: name)
    guard isMeant || asksForValues || copy.joinsAlike(history),
      let followed = copy.followed(
        history, as: name, from: origin, dropped: trace.dropsHistory(of: origin)?.dropped),
      var known = key(of: before, first, from: old, to: place, isNew: false)
    else { return nil }
    known.name = followed.table
    return FollowedDeletion(
      type: mapping.typeName(first.name), version: entries[place].migration.number,
      statement: followed.statement, table: known, condition: followed.condition,
      excusesAll: isMeant, leavesOutTwins: !isMeant && !asksForValues)
  }

  /// Whether the rows have the key in a script that they had before it.
  private func keepsKey(_ history: TableHistory, _ table: DatabaseSchema.Table) -> Bool {
    table.primaryKey.allSatisfy { key in
      if case .copied? = history[key.lowercasedASCII] { true } else { false }
    }
  }

  /// The table with the columns of its key alone; `nil`: rows are not known by what they were known by
  /// before the hop.
  private func key(
    of table: DatabaseSchema.Table, _ first: DatabaseSchema.Table, from old: Int, to place: Int,
    isNew: Bool
  ) -> DatabaseSchema.Table? {
    let columns = table.primaryKey.compactMap { table.column(named: $0) }
    let firstColumns = first.primaryKey.compactMap { first.column(named: $0) }
    func affinities(_ columns: [DatabaseSchema.Column]) -> [ColumnAffinity] {
      columns.map { ColumnAffinity(declaredType: $0.declaredType) }
    }
    guard affinities(columns) == affinities(firstColumns) else { return nil }
    if columns.isEmpty {
      // Row ids are given anew in a table that is made anew.
      guard table.hasRowID, first.hasRowID, !isNew else { return nil }
    }
    let previous = isNew ? place : place - 1
    guard let earlier = entries[previous].database.table(named: table.name) else { return nil }
    let track = previous > old ? track(earlier, from: old, to: previous) : nil
    if let track {
      let sources = table.primaryKey.map { key -> String? in
        let own = track.columns.first { $0.name.isSameName(as: key) }?.track
        if case .column(let source)? = own { return source }
        return nil
      }
      guard track.origin == first.name.lowercasedASCII,
        sources == first.primaryKey.map({ Optional($0.lowercasedASCII) }),
        !columns.isEmpty || !track.isRebuilt
      else { return nil }
    }
    var result = table
    result.columns = columns
    return result
  }
}
