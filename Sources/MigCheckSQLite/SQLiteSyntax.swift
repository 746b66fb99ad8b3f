import CSQLite

/// What SQLite says of a text without a database.
package enum SQLiteSyntax {
  /// Whether a text ends with a whole statement, semicolon included; a trigger's inner ones end
  /// nothing.
  package static func isComplete(_ text: ArraySlice<UInt8>) -> Bool {
    (Array(text) + [0]).withUnsafeBytes { bytes in
      guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return false }
      return sqlite3_complete(base) == 1
    }
  }
}
