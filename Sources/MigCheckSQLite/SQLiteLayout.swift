/// What a database file has from its beginning on, and a copy of it must have before anything is in it.
package struct SQLiteLayout: Sendable, Equatable {
  /// Bytes of a page.
  package var pageSize: Int64
  /// As `PRAGMA encoding` spells it.
  package var encoding: String

  /// What SQLite gives a new database.
  package static let standard = SQLiteLayout(pageSize: 4096, encoding: "UTF-8")

  package init(pageSize: Int64, encoding: String) {
    self.pageSize = pageSize
    self.encoding = encoding
  }

  /// - Throws: `SQLiteError`.
  package init(of connection: SQLiteConnection) throws {
    let pageSize = try connection.prepare("PRAGMA page_size")
    let encoding = try connection.prepare("PRAGMA encoding")
    guard try pageSize.step(), try encoding.step() else {
      self = .standard
      return
    }
    self.init(pageSize: pageSize.integer(0), encoding: encoding.text(0))
  }

  /// Gives it to a database that holds nothing.
  ///
  /// - Throws: `SQLiteError`.
  package func apply(to connection: SQLiteConnection) throws {
    guard self != .standard else { return }
    try connection.execute("PRAGMA page_size = \(pageSize); PRAGMA encoding = '\(encoding)'")
  }
}
