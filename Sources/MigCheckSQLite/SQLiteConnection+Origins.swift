import CSQLite

/// A column of a table, as a query returns it.
package struct SQLiteColumnOrigin: Sendable, Equatable {
  package var table: String
  package var column: String
}

extension SQLiteConnection {
  /// For each column of a query the column of a table that it returns as it is; `nil` for an
  /// expression.
  ///
  /// - Returns: `nil` if the text is no query, or this SQLite was built without the knowledge.
  package func columnOrigins(of query: String) -> [SQLiteColumnOrigin?]? {
    guard let statement = try? prepare(query), statement.columnCount > 0 else { return nil }
    return statement.columnOrigins
  }
}

extension SQLiteStatement {
  /// See `SQLiteConnection.columnOrigins(of:)`.
  fileprivate var columnOrigins: [SQLiteColumnOrigin?]? {
    guard migcheck_knows_origins() != 0 else { return nil }
    return (0..<columnCount).map { column in
      guard let table = migcheck_origin_table(handle, Int32(column)),
        let name = migcheck_origin_column(handle, Int32(column))
      else { return nil }
      return SQLiteColumnOrigin(table: String(cString: table), column: String(cString: name))
    }
  }
}
