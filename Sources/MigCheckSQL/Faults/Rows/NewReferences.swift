import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Foreign keys that columns get whose values may lead nowhere, as nothing has kept them from it, where
/// nothing says whether foreign keys are enforced: SQLite does not look at rows that are there.
///
/// Where they are enforced, trials have such rows, and `links-resolve` tells what becomes of them.
struct NewReferences {
  static let code = "danglesWhereEnforced"

  let rehearsal: Rehearsal
  let after: DatabaseSchema
  let mapping: SchemaMapping

  private struct Reference {
    var table: String
    var column: String
    var target: String
    var key: String
  }

  /// Those of columns that were there before, and referred to nothing.
  private var references: [Reference] {
    let before = rehearsal.before.database
    return after.tables.flatMap { table -> [Reference] in
      guard let old = before.table(named: table.name), old.hasRowID else { return [] }
      return table.foreignKeys.compactMap { key in
        guard key.columns.count == 1, let column = old.column(named: key.columns[0]),
          !column.isGenerated, let target = before.table(named: key.target),
          let name = key.targetColumns.first ?? target.primaryKey.first,
          target.column(named: name) != nil,
          !old.foreignKeys.contains(where: { $0.columns.contains(where: column.name.isSameName) })
        else { return nil }
        return Reference(table: old.name, column: column.name, target: target.name, key: name)
      }
    }
  }

  /// At most one, which names the others.
  var faults: [HopFault] {
    let references = references
    guard !references.isEmpty else { return [] }
    var found = [(reference: Reference, row: HopFault.Row)]()
    rehearsal.run(round: 0) { connection in
      for reference in references { Self.lose(reference, in: connection) }
    } watching: { statement, connection in
      guard statement == nil else { return }
      found = references.compactMap { reference in
        Self.dangling(reference, in: connection).map { (reference, $0) }
      }
    }
    guard let (first, row) = found.first else { return [] }
    let others = found.dropFirst().map { "\($0.reference.table).\($0.reference.column)" }
    let rest =
      others.isEmpty
      ? ""
      : " Likewise \(others.prefix(6).joined(separator: ", "))"
        + (others.count > 6 ? " and \(others.count - 6) more." : ".")
    var fault = HopFault(
      Self.code, type: mapping.typeName(first.table),
      property: mapping.propertyName(first.column, of: first.table), isError: false,
      message:
        "\(first.table).\(first.column) refers to \(first.target) from now on, and rows whose "
        + "\(first.column) is not there stay as they are: if foreign keys are enforced, they cannot be "
        + "written again as they are. Delete or mend such rows before; --foreign-keys on or off "
        + "settles it; if there are none, nothing is to be done." + rest,
      place: rehearsal.migration.statements.last { $0.names(first.target) }?.source)
    fault.rows = [row]
    return [fault]
  }

  /// Lets the first row of a table refer to nothing.
  private static func lose(_ reference: Reference, in connection: SQLiteConnection) {
    let (table, column) = (reference.table.quotedName, reference.column.quotedName)
    let (target, key) = (reference.target.quotedName, reference.key.quotedName)
    for value in ["'lost'", "4611686018427387904"] {
      // Where a constraint refuses one of them, the other may do.
      try? connection.execute(
        "UPDATE \(table) SET \(column) = \(value) WHERE rowid = (SELECT min(rowid) FROM \(table)) "
          + "AND NOT EXISTS (SELECT 1 FROM \(target) WHERE \(key) = \(value))")
    }
  }

  private static func dangling(
    _ reference: Reference, in connection: SQLiteConnection
  ) -> HopFault.Row? {
    let column = "\(reference.table.quotedName).\(reference.column.quotedName)"
    var row = ShownTable.row(
      of: reference.table,
      where:
        "\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(reference.target.quotedName) AS "
        + "target WHERE target.\(reference.key.quotedName) = \(column))",
      mentioned: [reference.column.lowercasedASCII], in: connection)
    row?.isAfter = true
    return row
  }
}
