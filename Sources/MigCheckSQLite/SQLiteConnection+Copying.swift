import CSQLite

extension SQLiteConnection {
  /// Copies the whole content into a database that holds nothing, page by page.
  ///
  /// - Throws: `SQLiteError`.
  package func copy(to other: SQLiteConnection) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.error(SQLITE_ERROR)
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw other.error(code) }
  }

  /// How many rows statements have changed since the connection was opened, those of triggers and
  /// foreign keys included.
  package var totalChanges: Int { Int(sqlite3_total_changes(handle)) }
}
