import Foundation
import MigCheckModel
import MigCheckSQLite

/// A database file as the code of an app left it.
enum LeftDatabase {
  /// Opens it, which takes over the log or the journal that stands next to it.
  ///
  /// - Throws: `UpgradeError` for a file that is missing, still open, or no database.
  static func open(_ file: URL) throws -> SQLiteConnection {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
      !isFolder.boolValue
    else {
      throw UpgradeError(
        .storeCorrupt,
        "There is no database at {store} after the upgrade: it was removed, or written elsewhere.")
    }
    guard !isHeld(file) else {
      throw stillOpen
    }
    try requireHeader(file)
    do {
      let connection = try SQLiteConnection(path: file.path, mode: .readWrite, busyTimeout: 1000)
      // The first statement that reads takes over what stands next to the file.
      _ = try connection.prepare("SELECT count(*) FROM sqlite_schema").step()
      return connection
    } catch let error as SQLiteError {
      throw unreadable(error)
    }
  }

  /// - Throws: `UpgradeError` for a damaged one.
  static func check(_ connection: SQLiteConnection) throws {
    do {
      let statement = try connection.prepare("PRAGMA quick_check(1)")
      let found = try statement.step() ? statement.text(0) : ""
      guard found.isIdentical(to: "ok") else {
        throw UpgradeError(
          .storeCorrupt,
          "The database is damaged after the upgrade: "
            + (found.split(separator: "\n").last.map(String.init) ?? found) + ".")
      }
    } catch let error as SQLiteError {
      throw unreadable(error)
    }
  }

  /// What is said of a database that is not closed.
  static let stillOpen = UpgradeError(
    .authorError,
    "The database is still open after the upgrade: close it, or release what holds it, before the "
      + "upgrade returns.")

  private static func unreadable(_ error: SQLiteError) -> UpgradeError {
    error.primaryCode == 5
      ? UpgradeError(
        .authorError, "The database is still locked after the upgrade: close it before it returns.")
      : UpgradeError(
        .storeCorrupt, "The database cannot be read after the upgrade: \(error.message).")
  }

  private static func requireHeader(_ file: URL) throws {
    guard let handle = try? FileHandle(forReadingFrom: file) else {
      throw UpgradeError(.storeCorrupt, "The database cannot be read after the upgrade.")
    }
    defer { try? handle.close() }
    let start = (try? handle.read(upToCount: 16)) ?? Data()
    // SQLite takes an empty file for an empty database.
    guard start.isEmpty || start.elementsEqual("SQLite format 3\0".utf8) else {
      throw UpgradeError(
        .storeCorrupt,
        "What the upgrade left is not a SQLite database, or an encrypted one: it must leave a plain file."
      )
    }
  }

  /// Whether something has it open; what holds a file may be released a moment after the call.
  static func isHeld(_ file: URL) -> Bool {
    for attempt in 0..<20 {
      if attempt > 0 { usleep(50_000) }
      if !StoreLock.isHeld(file.path), !OpenFiles.hold(file.path) { return false }
    }
    return true
  }
}
