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
    try Self.requireDatabase(path)
    try Self.requireSize(path, limit: limit)
    let copy = "\(folder)/\(UUID().uuidString).sqlite"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: copy + suffix)
      }
    }
    try Self.copy(path, to: copy)
    do {
      let connection = try SQLiteConnection(path: copy, mode: .readWrite)
      defer { connection.close() }
      let check = try connection.rows("PRAGMA quick_check(1)").first?.first?.plainText ?? ""
      guard check.isIdentical(to: "ok") else {
        throw Self.damage(path, check.split(separator: "\n").last.map(String.init) ?? check)
      }
      database = try ScratchDatabase(engine: engine)
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

  private static func requireDatabase(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such file", remedy: "check the path")
    }
    guard !isFolder.boolValue else {
      throw InputError(file: path, problem: "this is a folder", remedy: "name a database file")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw InputError(
        .io, file: path, problem: "the file may not be read", remedy: "check its permissions")
    }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 16)) ?? Data()
    guard start.elementsEqual("SQLite format 3\0".utf8) else {
      throw InputError(
        file: path, problem: "this is not a SQLite database, or an encrypted one",
        remedy: "name a database file that SQLite itself can read")
    }
  }

  private static func requireSize(_ path: String, limit: Int) throws {
    let sizes = [path, path + "-wal"].map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
    guard sizes[0] + sizes[1] <= limit else {
      throw InputError(
        file: path, problem: "the database is larger than \(limit >> 20) MiB",
        remedy: "it is upgraded along every path, which takes too long; name one with fewer rows")
    }
  }

  private static func copy(_ path: String, to copy: String) throws {
    let files = FileManager.default
    guard files.fileExists(atPath: path + "-wal") || !files.fileExists(atPath: path + "-shm") else {
      throw InputError(
        file: path + "-wal",
        problem: "the write-ahead log is missing, although its index -shm is there",
        remedy: "copy the database together with its -wal")
    }
    for suffix in ["", "-wal", "-journal"] where files.fileExists(atPath: path + suffix) {
      do {
        try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
        // What may only be read is copied as such.
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
      } catch {
        throw InputError(
          .io, file: path + suffix, problem: "the file cannot be copied",
          remedy: "check its permissions, and the room in the folder for scratch files")
      }
    }
  }
}
