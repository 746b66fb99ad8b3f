import MigCheckModel
import MigCheckText

/// Rows that get other numbers as a copy leaves their key out, where nothing in the database refers to
/// them. Whoever keeps the numbers elsewhere finds other rows by them.
///
/// The first such table of all versions is told as rows that are lost, the others with one warning: whoever
/// copies one table so copies others so.
struct RenumberedRows {
  static let code = "rowsRenumbered"

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
    }.filter { $0.copy.isUnnoticed && !isMerged($0.copy.statement) }
    return found.map { table, copy in
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

  /// Whether a copy takes the rows of several tables, whose numbers cannot all be kept.
  private func isMerged(_ statement: Int) -> Bool {
    migration.statements[statement].tokens[...].firstPlace(of: ["union"]) != nil
  }
}
