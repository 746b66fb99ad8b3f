import MigCheckSQLite

/// A set of keys inside SQL statements: spelled out if it is small, else a temporary table.
struct FileKeySet {
  /// What stands behind `IN` to find an integer.
  let keys: String
  /// What stands behind `IN` to find a `mixed` link.
  let links: String
  let isSmall: Bool

  /// Up to this many keys are spelled out in statements.
  static let smallCount = 32

  /// - Parameters:
  ///   - keys: increasing, not empty.
  ///   - table: the table of the objects.
  init(_ keys: [Int64], of table: Int, in connection: SQLiteConnection) throws {
    isSmall = keys.count <= Self.smallCount
    if isSmall {
      self.keys = "(" + keys.map { String($0) }.joined(separator: ",") + ")"
      links =
        "("
        + keys.map { "x'" + Self.hexadecimal(FileEncoding.mixedLink(to: $0, in: table)) + "'" }
        .joined(separator: ",") + ")"
      return
    }
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS gone(k INTEGER PRIMARY KEY); DELETE FROM temp.gone")
    let insert = try connection.cached("INSERT OR IGNORE INTO temp.gone VALUES (?1)")
    for key in keys {
      try insert.bind(key, at: 1)
      try insert.run()
    }
    self.keys = "temp.gone"
    let function = "migcheck_link"
    if !connection.defines(function) {
      try connection.define(function: function, arguments: 2) { arguments in
        guard case .integer(let table) = arguments[0], case .integer(let key) = arguments[1] else {
          return .null
        }
        return .blob(FileEncoding.mixedLink(to: key, in: Int(table)))
      }
    }
    links = "(SELECT \(function)(\(table), k) FROM temp.gone)"
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
