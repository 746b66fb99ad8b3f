import MigCheckSQLite
import MigCheckText

/// A name in double quotes that nothing has when the statement runs, so that SQLite takes it for a text.
struct QuotedText: Sendable {
  /// The place of the statement in the script.
  var statement: Int
  /// The place among the tokens of the statement.
  var token: Int
  var name: String
  /// The columns of the tables that the statement names.
  var columns: [String]
  /// Whether the statement has real names in double quotes as well.
  var isAmongNames: Bool

  /// - Parameter connection: to a database as the statement finds it.
  static func all(
    in statement: SQLStatement, at position: Int, _ connection: SQLiteConnection
  ) -> [QuotedText] {
    let tokens = SQLToken.placed(in: statement.text)
    let bytes = Array(statement.text.utf8)
    func isKnown(_ sql: String) -> Bool { (try? connection.prepare(sql)) != nil }
    let quoted = tokens.indices.filter { place in
      guard case .quotedName = tokens[place].token else { return false }
      return bytes[tokens[place].range.lowerBound] == UInt8(ascii: "\"")
    }
    guard !quoted.isEmpty, !isKnown(statement.text.withNamesInBrackets), isKnown(statement.text)
    else { return [] }
    let texts = quoted.filter { place in
      let range = tokens[place].range
      var other = bytes
      other[range.lowerBound] = UInt8(ascii: "[")
      other[range.upperBound - 1] = UInt8(ascii: "]")
      return !isKnown(String(decoding: other, as: UTF8.self))
    }
    let columns = columns(of: statement.tokens, in: connection)
    return texts.map { place in
      QuotedText(
        statement: position, token: place, name: tokens[place].token.name ?? "", columns: columns,
        isAmongNames: texts.count < quoted.count)
    }
  }

  private static func columns(
    of tokens: [SQLToken], in connection: SQLiteConnection
  ) -> [String] {
    let names = tokens.compactMap(\.name).map(\.lowercasedASCII)
    let rows =
      (try? connection.rows(
        "SELECT lower(t.name), c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c "
          + "WHERE t.type IN ('table', 'view') ORDER BY t.name, c.cid")) ?? []
    return rows.filter { names.contains($0[0].plainText) }.map { $0[1].plainText }
  }
}
