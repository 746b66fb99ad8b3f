import MigCheckModel
import MigCheckText

/// Rows of constants that a script puts into a table which is there already, with what has to be unique
/// and a user may have entered.
///
/// A primary key of texts, as that of a table of settings, is the app's own: nobody else uses a new one.
/// A number is what SQLite gives to the first rows, whose failing upgrade trials find.
struct MetInsertions {
  static let code = "insertMeetsRow"

  let migration: Migration
  let before: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    var told = [String]()
    return migration.statements.flatMap { statement in
      InsertedConstants.all(in: statement) { name in
        before.table(named: name)?.storedColumns.map(\.name) ?? []
      }
    }.compactMap { row in
      guard let table = before.table(named: row.table), livesOn(table),
        !told.contains(where: table.name.isSameName), let key = key(of: row, table)
      else { return nil }
      told.append(table.name)
      let text = key.map { "\($0.column) \(Self.text($0.value))" }.joined(separator: " and ")
      var fault = HopFault(
        Self.code, type: mapping.typeName(table.name), isError: false,
        message:
          "This statement fails where a row of \(table.name) with \(text) is there already. If none "
          + "can be, nothing is to be done; INSERT OR IGNORE would leave it as it is.",
        place: row.statement.source)
      let cells = key.map { HopFault.Cell(column: Name($0.column), value: $0.value) }
      fault.rows = [HopFault.Row(isAfter: false, table: Name(table.name), cells: cells)]
      return fault
    }
  }

  /// Whether its rows are still there when the script puts others beside them.
  private func livesOn(_ table: DatabaseSchema.Table) -> Bool {
    let name = table.name.lowercasedASCII
    guard let history = trace.tables[name], history.origin == name else { return false }
    return !history.deletions.contains { !$0.hasCondition }
  }

  private func key(
    of row: InsertedConstants, _ table: DatabaseSchema.Table
  ) -> [(column: String, value: Value)]? {
    row.keys(of: table).first { key in
      let isPrimary =
        key.count == table.primaryKey.count
        && key.allSatisfy { part in table.primaryKey.contains(where: part.column.isSameName) }
      return !isPrimary
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .string(let text): "'\(text)'"
    default: ""
    }
  }
}
