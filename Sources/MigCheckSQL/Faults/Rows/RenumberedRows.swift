import MigCheckModel
import MigCheckText

/// Rows that get other numbers as a copy leaves their key out, where nothing in the database refers to
/// them. Whoever keeps the numbers elsewhere finds other rows by them.
///
/// The first such table of all versions is told as rows that are lost, the others with one warning: whoever
/// copies one table so copies others so.
struct RenumberedRows {
  static let code = "rowsRenumbered"
  static let keptCode = "referencesKeepNumbers"

  /// A table whose rows get other numbers.
  struct Place: Equatable {
    /// The position of the version that renumbers them.
    var place: Int
    /// Of the table before it.
    var type: Name

    /// The first one of which the scripts of a folder are told.
    ///
    /// - Parameter faults: parallel to the versions.
    init?(_ faults: [[HopFault]]) {
      for (place, own) in faults.enumerated() {
        guard let type = own.first(where: { $0.code == RenumberedRows.code })?.type else {
          continue
        }
        (self.place, self.type) = (place, type)
        return
      }
      return nil
    }
  }

  let migration: Migration
  let before: DatabaseVersions.Entry
  let after: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    let found = before.database.tables.compactMap { table in
      RenumberingCopy(of: table.name.lowercasedASCII, trace, before: before, after: after)
        .map { (table: table.name, copy: $0) }
    }.filter { !isMerged($0.copy.statement) }
    return found.filter { !$0.copy.isUnnoticed }.flatMap { keptReferences(to: $0.table, $0.copy) }
      + unnoticed(found.filter(\.copy.isUnnoticed))
  }

  private func unnoticed(_ found: [(table: String, copy: RenumberingCopy)]) -> [HopFault] {
    found.map { table, copy in
      HopFault(
        Self.code, type: mapping.typeName(table),
        property: mapping.propertyName(copy.key, of: table), isError: false,
        message:
          "All rows of \(table) get new numbers, as the copy leaves \(copy.key) out. Nothing in the "
          + "database seems to refer to them. If something does, or a file, a link or a server outside, "
          + "the copy has to name \(copy.key).",
        place: migration.statements[copy.statement].source)
    }
  }

  /// References to a table that gets another name by the copy, and that keep the numbers which its rows
  /// had. Of a table that keeps its name provenance tells it.
  private func keptReferences(to name: String, _ copy: RenumberingCopy) -> [HopFault] {
    let origin = name.lowercasedASCII
    guard after.table(named: name) == nil, let next = trace.successor(of: origin),
      let table = after.table(named: next)
    else { return [] }
    let statement = migration.statements[copy.statement]
    return before.plans.flatMap { plan -> [HopFault] in
      plan.references.compactMap { reference in
        guard reference.target == origin, reference.columns.count == 1,
          reference.targetColumns.contains(where: copy.key.isSameName)
        else { return nil }
        let column = plan.columns[reference.columns[0]].name
        guard let kept = holder(of: column, of: plan.table.name) else { return nil }
        let isDeclared =
          reference.isDeclared
          || kept.table.foreignKeys.contains { key in
            key.target.isSameName(as: table.name)
              && key.columns.contains(where: kept.column.isSameName)
          }
        let end = isDeclared ? "or to none." : "if it refers to them at all."
        return HopFault(
          Self.keptCode, type: mapping.typeName(name), isError: isDeclared,
          message:
            "Rows of \(name) get new numbers as they go to \(table.name), since the copy leaves "
            + "\(copy.key) out, and \(kept.table.name).\(kept.column), which keeps the old ones, refers to "
            + "others now, \(end)",
          place: statement.source)
      }
    }
  }

  /// The column that has the values of another one, as they were, when the script has run.
  private func holder(
    of column: String, of table: String
  ) -> (table: DatabaseSchema.Table, column: String)? {
    let source = ColumnSource.copied(
      table: table.lowercasedASCII, column: column.lowercasedASCII)
    for name in trace.tables.keys.sorted() {
      guard let own = trace.tables[name]?.columns.first(where: { $0.source == source }),
        let found = after.table(named: name), let column = found.column(named: own.name)
      else { continue }
      return (found, column.name)
    }
    return nil
  }

  /// Whether a copy takes the rows of several tables, whose numbers cannot all be kept.
  private func isMerged(_ statement: Int) -> Bool {
    migration.statements[statement].tokens[...].firstPlace(of: ["union"]) != nil
  }
}
