import Foundation
import MigCheckModel
import MigCheckSQLite

/// A SQLite database of somebody else, read from a copy: the file itself, and what stands beside it,
/// are never opened for writing.
package final class ForeignDatabase {
  /// A table as the database describes it.
  package struct Table: Sendable {
    package var name: String
    package var columns: [Column]
  }

  package struct Column: Sendable {
    package var name: String
    /// The type as it was declared, upper case; empty: none.
    package var type: String
  }

  /// One value.
  package enum Cell: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// A blob, or text that is no UTF-8.
    case bytes([UInt8])
  }

  /// The path of the original.
  package let path: String
  /// Whether there was a write-ahead log beside the file that holds anything.
  package let hasLog: Bool
  /// In the order of their names' bytes, without SQLite's own.
  package let tables: [Table]
  private let connection: SQLiteConnection

  /// Copies a database with its write-ahead log, and opens the copy.
  ///
  /// - Parameters:
  ///   - path: of the database.
  ///   - folder: an existing folder for the copy, which the caller removes.
  /// - Throws: `InputError` if the file is no database, a damaged one, or one whose log is missing.
  package init(_ path: String, copyingTo folder: String) throws {
    self.path = path
    let copy = folder + "/\(UUID().uuidString).sqlite"
    do {
      try AppDatabaseFile(path, called: "store").copy(to: copy)
      connection = try SQLiteConnection(path: copy, mode: .readWrite, sharing: .thisProcess)
      let pages = try Self.logPages(of: connection)
      try Self.requireWholeLog(of: path, pages: pages)
      hasLog = pages > 0
      try Self.requireSound(connection)
      tables = try Self.tables(of: connection)
    } catch let error as SQLiteError {
      throw Self.error(error, path)
    }
  }

  package func close() { connection.close() }

  package func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  /// Runs a query and gives each row.
  ///
  /// - Throws: `InputError` for a database that is damaged; what `body` throws.
  package func rows(_ sql: String, _ body: ([Cell]) throws -> Void) throws {
    do {
      let statement = try connection.prepare(sql)
      let count = statement.columnCount
      while try statement.step() {
        try body((0..<count).map { Cell(statement.value($0)) })
      }
    } catch let error as SQLiteError {
      throw Self.error(error, path)
    }
  }

  /// A name in double quotes.
  package static func quoted(_ name: String) -> String {
    // Names of stores hold no quotes, and a reader asks for thousands of them.
    let isPlain = !name.utf8.contains(UInt8(ascii: "\""))
    return "\"" + (isPlain ? name : name.replacing("\"", with: "\"\"")) + "\""
  }
}

extension ForeignDatabase {
  /// How many pages of the write-ahead log are valid.
  private static func logPages(of connection: SQLiteConnection) throws -> Int {
    let checkpoint = try connection.prepare("PRAGMA wal_checkpoint(PASSIVE)")
    guard try checkpoint.step(), case .integer(let pages) = checkpoint.value(1) else { return 0 }
    return Int(max(0, pages))
  }

  /// The index of a log that was in use knows how many pages it had.
  private static func requireWholeLog(of path: String, pages: Int) throws {
    guard let index = LogIndex(path: path + "-shm"), index.pages > pages,
      index.pages > index.copiedPages
    else { return }
    throw InputError(
      file: path + "-wal",
      problem:
        "the write-ahead log of the store is cut short: \(pages) of \(index.pages) pages are "
        + "left", remedy: "copy the store again, together with its -wal")
  }

  private static func requireSound(_ connection: SQLiteConnection) throws {
    let check = try connection.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw SQLiteError.corrupt
    }
  }

  private static func tables(of connection: SQLiteConnection) throws -> [Table] {
    let list = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        + "ORDER BY name")
    var tables = [Table]()
    while try list.step() { tables.append(Table(name: list.text(0), columns: [])) }
    for index in tables.indices {
      let columns = try connection.prepare("PRAGMA table_info(\(quoted(tables[index].name)))")
      while try columns.step() {
        tables[index].columns.append(
          Column(name: columns.text(1), type: columns.text(2).uppercased()))
      }
    }
    return tables
  }

  private static func error(_ error: SQLiteError, _ path: String) -> InputError {
    if error.isCorrupt {
      return InputError(
        file: path, problem: "the store is damaged: \(error.message)",
        remedy: "copy it again, together with its -wal")
    }
    return InputError(
      .io, file: path, problem: "the store cannot be read: \(error.message)",
      remedy: "check the file and its disk")
  }
}

extension ForeignDatabase.Cell {
  init(_ value: SQLiteValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .invalidText(let bytes), .blob(let bytes): self = .bytes(bytes)
    }
  }
}
