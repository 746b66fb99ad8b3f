import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Two rows of `sqlite_sequence` for one table: it has no unique key, so that `INSERT OR IGNORE` and
/// `REPLACE` add a row where there is one.
struct DoubledSequences {
  static let code = "sequenceDoubled"

  let rehearsal: Rehearsal
  let mapping: SchemaMapping

  var faults: [HopFault] {
    guard rehearsal.migration.statements.contains(where: isInsertion) else { return [] }
    var found = [HopFault]()
    var last: SQLStatement?
    rehearsal.run(round: 0) {
      statement, connection in
      if let last {
        for table in doubled(in: connection)
        where !found.contains(where: { $0.subject == Name(table) }) {
          var fault = fault(table, place: last)
          fault.rows = rows(of: table, in: connection)
          found.append(fault)
        }
      }
      last = statement
    }
    return found
  }

  private func isInsertion(_ statement: SQLStatement) -> Bool {
    guard case .insert(let insertion) = StatementShape(statement) else { return false }
    return insertion.table.isSameName(as: "sqlite_sequence")
  }

  private func doubled(in connection: SQLiteConnection) -> [String] {
    let rows = try? connection.rows(
      "SELECT name FROM sqlite_sequence GROUP BY name HAVING count(*) > 1 ORDER BY name")
    return (rows ?? []).compactMap { $0.first?.plainText }
  }

  private func rows(of table: String, in connection: SQLiteConnection) -> [HopFault.Row] {
    let found = try? connection.rows(
      "SELECT name, seq FROM sqlite_sequence WHERE name = \(table.quotedText)")
    return (found ?? []).map { row in
      HopFault.Row(
        isAfter: true, table: Name("sqlite_sequence"),
        cells: zip(["name", "seq"], row).map {
          HopFault.Cell(column: Name($0), value: Value($1))
        })
    }
  }

  private func fault(_ table: String, place: SQLStatement) -> HopFault {
    HopFault(
      Self.code, type: mapping.typeName(table), subject: Name(table), isError: false,
      message:
        "sqlite_sequence holds two rows for \(table) behind this statement: it has no unique key, so that "
        + "nothing is ignored or replaced there. SQLite counts in one of them, and ids may come "
        + "again. Insert only WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = "
        + "\(table.quotedText)).", place: place.source)
  }
}
