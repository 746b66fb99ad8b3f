import MigCheckModel
import MigCheckSQLite

extension FileStore {
  /// Opens a store to read it, and changes nothing: not the file, nor what stands beside it.
  ///
  /// A file that stands alone is read where it is. With a log of SQLite beside it, as a process
  /// leaves one that has the store open or that died, SQLite would write to read it; then all of
  /// it is copied, and the copy is read.
  ///
  /// - Parameter folder: gives a folder for the copy, which the caller removes after the store is
  ///   closed.
  /// - Throws: `StoreError`; `UpgradeError` of code `storeCorrupt`.
  package static func reading(
    _ path: String, copyingTo folder: () throws -> String
  ) throws -> FileStore {
    let options = Options(isImmutable: true)
    guard hasLog(path) else { return try FileStore(opening: path, options: options) }
    let connection = try connect(to: path, options: options)
    defer { connection.close() }
    // A file that is no store is refused before anything is copied.
    try check(connection, path: path)
    var copy = try folder() + "/copy"
    while DatabaseFile.exists(copy) { copy += "-" }
    for _ in 0..<attempts {
      let before = state(of: path)
      try DatabaseFile.copy(connection, to: copy)
      for log in logs where !DatabaseFile.isEmpty(path + log) {
        try DatabaseFile.copy(path + log, to: copy + log)
      }
      if state(of: path) == before {
        return try FileStore(opening: copy, options: Options(shownPath: path))
      }
      for suffix in [""] + logs { DatabaseFile.remove(copy + suffix) }
    }
    throw FileStoreError.translate(SQLiteError.busy, path: path)
  }

  /// How often a store is copied that another process writes to meanwhile.
  private static let attempts = 5

  /// What SQLite may keep a part of the content in.
  private static let logs = ["-wal", "-journal"]

  private static func hasLog(_ path: String) -> Bool {
    logs.contains { !DatabaseFile.isEmpty(path + $0) }
  }

  private static func state(of path: String) -> [DatabaseFile.State?] {
    ([""] + logs).map { DatabaseFile.state(of: path + $0) }
  }
}
