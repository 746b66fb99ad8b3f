import CSQLite

/// A compiled statement. Parameters are numbered from 1, columns from 0, as in SQLite.
package final class SQLiteStatement {
  // Keeps the connection open as long as the statement lives.
  private let connection: SQLiteConnection
  let handle: OpaquePointer

  /// What a statement may take to be compiled, in bytes.
  private static let memoryToCompile: Int64 = 512 << 20

  init(connection: SQLiteConnection, sql: String) throws {
    var sql = sql
    var statement: OpaquePointer?
    var hasMore = false
    // Views that double at each level take any memory to compile.
    let isLimited = SQLiteLibrary.limitHeapIfFree(to: Self.memoryToCompile)
    defer { if isLimited { SQLiteLibrary.limitHeap(to: nil) } }
    let code = sql.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let code = connection.call.during(text.baseAddress, text.count) {
          sqlite3_prepare_v3(
            connection.handle, text.baseAddress, Int32(text.count), 0, &statement, &tail)
        }
        if let tail, let base = text.baseAddress {
          // A second statement behind the first would be dropped in silence.
          hasMore = text[(tail - base)...].contains { byte in
            byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 && byte != 0x3B
          }
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw connection.error(code) }
    guard let statement else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in this text")
    }
    guard !hasMore else {
      sqlite3_finalize(statement)
      throw SQLiteError(code: SQLITE_MISUSE, message: "there is more than one statement here")
    }
    self.connection = connection
    self.handle = statement
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: Parameters

  package func bind(_ value: SQLiteValue, at index: Int) throws {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .invalidText(let value), .blob(let value): try bind(value, at: index)
    }
  }

  package func bindNull(at index: Int) throws {
    try check(sqlite3_bind_null(handle, Int32(index)))
  }

  package func bind(_ value: Int64, at index: Int) throws {
    try check(sqlite3_bind_int64(handle, Int32(index), value))
  }

  /// A NaN becomes NULL, as SQLite has none.
  package func bind(_ value: Double, at index: Int) throws {
    try check(sqlite3_bind_double(handle, Int32(index), value))
  }

  package func bind(_ value: String, at index: Int) throws {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty string may come without an address, which SQLite would take for NULL.
        migcheck_bind_text(
          handle, Int32(index), characters.baseAddress ?? Self.emptyText, UInt64(characters.count))
      }
    }
    try check(code)
  }

  private nonisolated(unsafe) static let emptyText: UnsafePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.pointee = 0
    return UnsafePointer(pointer)
  }()

  package func bind(_ value: [UInt8], at index: Int) throws {
    let code = value.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress, !bytes.isEmpty {
        migcheck_bind_blob(handle, Int32(index), base, UInt64(bytes.count))
      } else {
        sqlite3_bind_zeroblob(handle, Int32(index), 0)
      }
    }
    try check(code)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw connection.error(code) }
  }

  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  // MARK: Rows

  /// Goes to the next row.
  ///
  /// - Returns: whether there is one.
  package func step() throws -> Bool {
    let code = connection.call.during(sqlite3_sql(handle)) { sqlite3_step(handle) }
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = connection.error(code)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs a statement that gives no rows, and makes it ready for the next time.
  package func run() throws {
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Makes the statement ready to run again; the bindings stay.
  package func reset() { sqlite3_reset(handle) }

  /// How many columns its rows have; 0 of a statement that gives none.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  package func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// The text; invalid UTF-8 is repaired with U+FFFD.
  package func text(_ column: Int) -> String {
    guard let text = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Whether a column holds a text, byte for byte.
  package func isText(_ text: String, at column: Int) -> Bool {
    guard sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT,
      let bytes = sqlite3_column_text(handle, Int32(column))
    else { return false }
    let own = UnsafeRawBufferPointer(
      start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    guard own.count == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { own.isSame(as: UnsafeRawBufferPointer($0)) }
  }

  package func blob(_ column: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  package func value(_ column: Int) -> SQLiteValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: return .integer(integer(column))
    case SQLITE_FLOAT: return .real(real(column))
    case SQLITE_BLOB: return .blob(blob(column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(handle, Int32(column)) else { return .text("") }
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      let buffer = UnsafeBufferPointer(start: text, count: count)
      return SQLiteValue(utf8: buffer)
    default: return .null
    }
  }
}
