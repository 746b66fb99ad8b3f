import CSQLite

/// A value in one of SQLite's storage classes.
package enum SQLiteValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is no valid UTF-8, as a cast of arbitrary bytes makes it.
  case invalidText([UInt8])
  case blob([UInt8])

  /// Text, or the bytes themselves if they are no valid UTF-8.
  init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    // Invalid bytes were replaced, by others.
    let isSame = text.withUTF8 { own in
      UnsafeRawBufferPointer(own).isSame(as: UnsafeRawBufferPointer(bytes))
    }
    self = isSame ? .text(text) : .invalidText(Array(bytes))
  }

  /// The name of the storage class, upper case.
  package var storageClass: String {
    switch self {
    case .null: "NULL"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text, .invalidText: "TEXT"
    case .blob: "BLOB"
    }
  }

  func report(to context: OpaquePointer) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          if let base = characters.baseAddress {
            migcheck_result_text(context, base, UInt64(characters.count))
          } else {
            sqlite3_result_text(context, "", 0, nil)
          }
        }
      }
    case .invalidText(let bytes), .blob(let bytes):
      bytes.withUnsafeBytes { buffer in
        if let base = buffer.baseAddress, !buffer.isEmpty {
          migcheck_result_blob(context, base, UInt64(buffer.count))
        } else {
          sqlite3_result_zeroblob(context, 0)
        }
      }
    }
  }
}

/// The arguments of an SQL function, valid during its call.
package struct SQLiteArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>?
  package let count: Int

  /// The argument as SQLite converts it to an integer.
  package func integer(_ index: Int) -> Int64 {
    guard index < count, let value = values?[index] else { return 0 }
    return sqlite3_value_int64(value)
  }

  /// The bytes of the argument as SQLite converts it to text; empty for NULL.
  package func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    guard index < count, let value = values?[index], let text = sqlite3_value_text(value) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
  }

  package subscript(index: Int) -> SQLiteValue {
    guard index < count, let value = values?[index] else { return .null }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let text = sqlite3_value_text(value)
      let buffer = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
      return SQLiteValue(utf8: buffer)
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(value)
      return .blob(
        Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))))
    default: return .null
    }
  }
}
