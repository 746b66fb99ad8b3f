import MigCheckSQLite
import MigCheckText

extension SQLiteConnection {
  /// The rows of `PRAGMA foreign_key_check`. A table with a foreign key to columns that are no key is left
  /// out: SQLite does not say which of its rows lead nowhere.
  ///
  /// - Throws: `SQLiteError`.
  func foreignKeyViolations() throws -> [[SQLiteValue]] {
    if let all = try? rows("PRAGMA main.foreign_key_check") { return all }
    let tables = try rows("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid")
    return tables.flatMap { table in
      (try? rows("PRAGMA main.foreign_key_check(\(table[0].plainText.quotedName))")) ?? []
    }
  }
}
