import Foundation
import MigCheckModel
import MigCheckSQLite

/// A database file of an app, read from a copy: the file itself, and what stands beside it, are
/// never opened for writing.
struct SeedFile {
  /// As messages show it.
  let path: String
  /// All that the file holds, its log included, in memory.
  let database: ScratchDatabase

  /// The largest database that is read, in bytes, with its log: 256 MiB.
  static let limit = 256 << 20

  /// - Parameters:
  ///   - folder: an existing folder for a copy, which is gone again when this returns.
  ///   - limit: the largest size in bytes.
  /// - Throws: `InputError` if the file is no database, a damaged one, or one whose log is missing.
  init(_ path: String, copyingTo folder: String, engine: any DatabaseEngine, limit: Int = limit)
    throws
  {
    self.path = path
    let copy = "\(folder)/\(UUID().uuidString).sqlite"
    defer { AppDatabaseFile.removeCopy(copy) }
    do {
      let file = try AppDatabaseFile(
        path, called: "database", limit: limit,
        remedy: "it is upgraded along every path, which takes too long; name one with fewer rows")
      try file.copy(to: copy)
      let opened = try engine.openCopy(copy)
      defer {
        opened.connection.close()
        opened.close()
      }
      let connection = opened.connection
      // Its constraints may call them.
      try engine.defineFunctions(on: connection)
      let check = try connection.rows("PRAGMA quick_check(1)").first?.first?.plainText ?? ""
      guard check.isIdentical(to: "ok") else {
        throw Self.damage(path, check.split(separator: "\n").last.map(String.init) ?? check)
      }
      database = try ScratchDatabase(engine: engine, layout: SQLiteLayout(of: connection))
      try connection.copy(to: database.connection)
    } catch let error as SQLiteError {
      throw error.isCorrupt
        ? Self.damage(path, error.message)
        : InputError(
          .io, file: path, problem: "the database cannot be read: \(error.message)",
          remedy: "check the file and its disk")
    }
  }

  private static func damage(_ path: String, _ words: String) -> InputError {
    InputError(
      file: path, problem: "the database is damaged: \(words)",
      remedy: "copy it again while the app is closed, together with its -wal")
  }
}
