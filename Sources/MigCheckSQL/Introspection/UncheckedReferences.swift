import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// References that led nowhere when a store was made, in columns whose values only a later version
/// declares to be references: where nobody enforces them, an upgrade breaks nothing that held before.
struct UncheckedReferences: Sendable {
  /// By the lower-case names of the table and the column that have the foreign key: the values that
  /// lead nowhere.
  private var values: [[String]: Set<String>] = [:]

  init() {}

  /// - Parameter columns: of the version that the store is at.
  /// - Throws: `SQLiteError`.
  init(_ columns: [LaterReference], in connection: SQLiteConnection) throws {
    for column in columns {
      let name = column.name.quotedName
      var query = "SELECT DISTINCT \(name) FROM \(column.table.quotedName) WHERE \(name) NOTNULL"
      if let goal = column.goal {
        let key = goal.column.quotedName
        query += " AND \(name) NOT IN (SELECT \(key) FROM \(goal.table.quotedName) "
        query += "WHERE \(key) NOTNULL)"
      }
      let found = Set(try connection.rows(query).map { Value($0[0]).comparableText })
      for place in column.declared where !found.isEmpty {
        values[[place.table, place.column], default: []].formUnion(found)
      }
    }
  }

  /// Whether a value led nowhere from the beginning.
  func holds(_ value: Value, of column: String, in table: String) -> Bool {
    values[[table.lowercasedASCII, column.lowercasedASCII]]?.contains(value.comparableText) ?? false
  }
}
