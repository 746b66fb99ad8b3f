import Foundation
import MigCheckGeneration
import MigCheckSQLite

/// Damages store files: their pages, their header, and what their tables hold.
struct StoreMutator {
  /// A folder for the file while SQLite changes it.
  let folder: String

  /// The file that statements make; `nil`: SQLite refuses them.
  func made(by sql: String) -> [UInt8]? {
    let path = "\(folder)/made.store"
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let connection = try? SQLiteConnection(path: path),
      (try? connection.execute("PRAGMA synchronous = OFF; \(sql)")) != nil
    else { return nil }
    connection.close()
    return FileManager.default.contents(atPath: path).map { Array($0) }
  }

  func damaged(_ bytes: [UInt8], _ source: inout RandomSource) -> [UInt8] {
    switch source.below(10) {
    case 0..<3: return withHeaderChanged(bytes, &source)
    case 3..<5: return withPagesChanged(bytes, &source)
    case 5: return ByteMutator.damaged(bytes, &source)
    default: return withContentChanged(bytes, &source)
    }
  }

  private func withHeaderChanged(_ bytes: [UInt8], _ source: inout RandomSource) -> [UInt8] {
    var bytes = bytes
    guard bytes.count >= 100 else { return bytes }
    for _ in 0...source.below(3) {
      bytes[source.below(100)] = source.chance(50) ? UInt8(source.below(256)) : 0xFF
    }
    return bytes
  }

  private func withPagesChanged(_ bytes: [UInt8], _ source: inout RandomSource) -> [UInt8] {
    var bytes = bytes
    let size = 4096
    guard bytes.count >= 2 * size else { return bytes }
    let (first, second) = (source.below(bytes.count / size), source.below(bytes.count / size))
    switch source.below(3) {
    case 0:
      for offset in 0..<size { bytes.swapAt(first * size + offset, second * size + offset) }
    case 1:
      for offset in 0..<size { bytes[first * size + offset] = 0 }
    default:
      for _ in 0..<20 { bytes[first * size + source.below(size)] = UInt8(source.below(256)) }
    }
    return bytes
  }

  /// Changes rows and tables by SQL, as somebody with the `sqlite3` shell would.
  private func withContentChanged(_ bytes: [UInt8], _ source: inout RandomSource) -> [UInt8] {
    let path = "\(folder)/changed.store"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let connection = try SQLiteConnection(path: path, mode: .readWrite)
      try connection.execute("PRAGMA synchronous = OFF")
      let statement = try connection.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      var tables = [String]()
      while try statement.step() { tables.append(statement.text(0)) }
      statement.reset()
      guard !tables.isEmpty else { return bytes }
      let table = source.pick(from: tables)
      let columns = try columns(of: table, connection)
      let column = columns.isEmpty ? "rowid" : source.pick(from: columns)
      // Some of it is refused, and then the file stays as it is.
      try? connection.execute(change(of: table, column, &source))
      try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
      if source.chance(70) { try? connection.execute("PRAGMA journal_mode = WAL") }
      connection.close()
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      return bytes
    }
  }

  private func columns(of table: String, _ connection: SQLiteConnection) throws -> [String] {
    let statement = try connection.prepare("SELECT name FROM pragma_table_info('\(table)')")
    var names = [String]()
    while try statement.step() { names.append(statement.text(0)) }
    statement.reset()
    return names
  }

  private func change(
    of table: String, _ column: String, _ source: inout RandomSource
  ) -> String {
    let value = source.pick(from: Self.values)
    switch source.below(9) {
    case 0..<4: return "UPDATE \"\(table)\" SET \"\(column)\" = \(value)"
    case 4: return "DELETE FROM \"\(table)\""
    case 5: return "DROP TABLE \"\(table)\""
    case 6: return "INSERT INTO \"\(table)\" (\"\(column)\") VALUES (\(value))"
    case 7: return "ALTER TABLE \"\(table)\" RENAME COLUMN \"\(column)\" TO zz"
    default: return "PRAGMA user_version = \(source.pick(from: ["0", "2", "-1"]))"
    }
  }

  private static let values = [
    "NULL", "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "1e300", "'text'", "''",
    "x''", "x'00'", "x'0102030405060708090a0b0c0d0e0f10'", "x'ffffffffffffffffffffffff'",
    "x'5301ff'", "zeroblob(9)", "x'09ffffffff0000000000000001'",
    "x'09000000007fffffffffffffff'", "x'0900000000ffffffffffffffff'",
    "x'037fffffffffffffff7fffffff'",
    "0.5", "x'c328'",
  ]
}
