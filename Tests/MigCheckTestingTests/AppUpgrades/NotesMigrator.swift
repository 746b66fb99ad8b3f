import Foundation
import MigCheckSQLite

/// What a migrator gets wrong.
enum NotesMistake: String, CaseIterable {
  case losesRows, dropsFractions, setsConstant, losesCheck, addsRequired, skipsStep, leavesOpen
  case throwsWithRows

  /// Those that show only once there are rows.
  static let allCases: [NotesMistake] = [
    .losesRows, .dropsFractions, .setsConstant, .losesCheck, .addsRequired, .skipsStep,
    .throwsWithRows,
  ]
}

/// A migrator as an app has it, which notes its version in the header of the file.
struct NotesMigrator {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let versions = ["v1", "v2", "v3", "v4"]

  var mistake: NotesMistake?
  /// Those that are never closed.
  nonisolated(unsafe) private static var left: [SQLiteConnection] = []

  func migrate(_ file: URL, to version: String) throws {
    guard let end = Self.versions.firstIndex(of: version) else {
      throw Failure(description: "no version \(version)")
    }
    let connection = try SQLiteConnection(path: file.path)
    if mistake == .leavesOpen { Self.left.append(connection) }
    defer { if mistake != .leavesOpen { connection.close() } }
    let begin = try Int(number("PRAGMA user_version", connection))
    if begin <= end {
      for place in begin...end {
        try connection.execute("BEGIN")
        if mistake != .skipsStep || place != 2 || begin == 2 { try step(place, connection) }
        try connection.execute("PRAGMA user_version = \(place + 1); COMMIT")
      }
    }
  }

  private func number(_ sql: String, _ connection: SQLiteConnection) throws -> Int64 {
    let statement = try connection.prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  private func step(_ place: Int, _ connection: SQLiteConnection) throws {
    switch place {
    case 0:
      try connection.execute(
        """
        CREATE TABLE note (
          id INTEGER PRIMARY KEY, text TEXT NOT NULL, price REAL NOT NULL DEFAULT 0,
          stars INTEGER NOT NULL DEFAULT 1 CHECK (stars BETWEEN 1 AND 5))
        """)
    case 1:
      try connection.execute("ALTER TABLE note ADD COLUMN word TEXT")
    case 2:
      try connection.execute("UPDATE note SET word = 'w' || id")
      switch mistake {
      case .losesRows: try connection.execute("DELETE FROM note WHERE price = 0")
      case .dropsFractions: try connection.execute("UPDATE note SET price = round(price, 0)")
      case .setsConstant: try connection.execute("UPDATE note SET price = 0")
      case .throwsWithRows:
        if try number("SELECT count(*) FROM note", connection) > 0 {
          throw Failure(description: "it is Monday")
        }
      default: break
      }
    default:
      let check = mistake == .losesCheck ? "" : "CHECK (stars BETWEEN 1 AND 5)"
      let required = mistake == .addsRequired ? ", at TEXT NOT NULL" : ""
      let columns = "id, text, price, stars, word"
      try connection.execute(
        """
        CREATE TABLE new_note (
          id INTEGER PRIMARY KEY, text TEXT NOT NULL, price REAL NOT NULL DEFAULT 0,
          stars INTEGER NOT NULL DEFAULT 1 \(check), word TEXT\(required));
        INSERT INTO new_note (\(columns)) SELECT \(columns) FROM note;
        DROP TABLE note; ALTER TABLE new_note RENAME TO note
        """)
    }
  }
}
