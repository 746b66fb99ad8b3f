import MigCheckText

/// A column that no foreign key is declared for, and whose values a later version declares to be
/// references: it gives that column a foreign key, or copies it into one that has some.
struct LaterReference: Sendable, Equatable {
  var table: String
  var name: String
  /// What it leads to, as it is at this version; `nil`: there is no such table yet.
  let goal: CopiedReference.Place?
  /// What has the foreign key; names are in lower case.
  private(set) var declared: [CopiedReference.Place]

  /// The references of each version, in the order of the versions.
  ///
  /// - Parameter copies: parallel to the versions: what their scripts copy into foreign keys.
  /// - Complexity: O(*n*²) in the number of versions, of which only those count that change foreign
  ///   keys or copy something into them.
  static func all(
    _ versions: [DatabaseSchema], copies: [[CopiedReference]]
  ) -> [[LaterReference]] {
    // Tables with other foreign keys than in the version before.
    let changed = versions.enumerated().map { place, version in
      version.tables.filter { table in
        !table.foreignKeys.isEmpty
          && (place == 0
            || versions[place - 1].table(named: table.name)?.foreignKeys != table.foreignKeys)
      }
    }
    return versions.enumerated().map { place, start in
      var found = [LaterReference]()
      func add(
        _ source: CopiedReference.Place, leadingTo target: CopiedReference.Place?, of table: String,
        declared: [CopiedReference.Place]
      ) {
        guard let next = reference(source, to: target, of: table, declared, in: start) else {
          return
        }
        let known = found.firstIndex {
          $0.table == next.table && $0.name == next.name && $0.goal == next.goal
        }
        guard let known else { return found.append(next) }
        found[known].declared += next.declared.filter { !found[known].declared.contains($0) }
      }
      for later in (place + 1)..<max(versions.count, place + 1) {
        for table in changed[later] {
          for key in table.foreignKeys where key.columns.count == 1 {
            let (own, column) = (table.name, key.columns[0])
            add(
              CopiedReference.Place(table: own, column: column),
              leadingTo: key.targetColumns.first.map {
                CopiedReference.Place(table: key.target, column: $0)
              }, of: key.target,
              declared: [
                CopiedReference.Place(
                  table: own.lowercasedASCII, column: column.lowercasedASCII)
              ])
          }
        }
        for copy in copies[later] {
          add(
            copy.source, leadingTo: copy.target, of: copy.target.table, declared: copy.declared)
        }
      }
      return found
    }
  }

  /// - Returns: `nil`: there is no such column, or a foreign key is declared already.
  private static func reference(
    _ source: CopiedReference.Place, to target: CopiedReference.Place?, of goal: String,
    _ declared: [CopiedReference.Place], in schema: DatabaseSchema
  ) -> LaterReference? {
    guard let own = schema.table(named: source.table),
      let found = own.column(named: source.column),
      !own.foreignKeys.contains(where: { key in
        key.columns.contains { $0.isSameName(as: found.name) } && key.target.isSameName(as: goal)
      })
    else { return nil }
    let known = target.flatMap { target in
      schema.table(named: target.table).flatMap { other in
        other.column(named: target.column).map {
          CopiedReference.Place(table: other.name, column: $0.name)
        }
      }
    }
    return LaterReference(table: own.name, name: found.name, goal: known, declared: declared)
  }
}
