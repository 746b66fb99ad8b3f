import MigCheckModel
import MigCheckText

/// Calls between quotes, which are texts: with `DEFAULT 'CURRENT_TIMESTAMP'` each row gets these letters and
/// no time. Libraries write them where a default is given to them as a string.
struct QuotedCalls {
  static let code = "callAsText"
  static let writtenCode = "callWrittenAsText"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping

  var faults: [HopFault] {
    Array((defaults + migration.statements.flatMap(updates)).prefix(1))
  }

  private var defaults: [HopFault] {
    let found = after.tables.flatMap { table in
      table.storedColumns.compactMap { column -> (PropertyPath, String, String)? in
        guard let text = Self.call(SQLToken.tokens(of: column.defaultValue ?? "")),
          before.table(named: table.name)?.column(named: column.name)?.defaultValue
            != column.defaultValue
        else { return nil }
        return (path(column.name, of: table.name), "\(table.name).\(column.name)", text)
      }
    }
    guard let (path, name, text) = found.first else { return [] }
    let others = found.dropFirst().map(\.1)
    let rest = others.isEmpty ? "" : " Likewise \(others.joined(separator: ", "))."
    let place = migration.statements.first { statement in
      statement.tokens.contains { Self.call([$0]) != nil }
    }
    return [
      HopFault(
        Self.code, type: path.type, property: path.property, isError: false,
        message:
          "The default of \(name) is the text '\(text)' and no call: rows get these letters. Write "
          + "DEFAULT \(Self.unquoted(text)).\(rest)", place: place?.source)
    ]
  }

  /// Whether a column still has such a default.
  static func isLeft(
    _ fault: HopFault, in database: DatabaseSchema, mapping: SchemaMapping
  ) -> Bool {
    database.tables.contains { table in
      mapping.typeName(table.name) == fault.type
        && table.storedColumns.contains { column in
          mapping.propertyName(column.name, of: table.name) == fault.property
            && call(SQLToken.tokens(of: column.defaultValue ?? "")) != nil
        }
    }
  }

  /// `UPDATE book SET made = 'CURRENT_TIMESTAMP'`.
  private func updates(_ statement: SQLStatement) -> [HopFault] {
    guard let written = WrittenExpressions(statement, columns: { _ in [] }) else { return [] }
    return written.items.compactMap { column, item in
      guard let text = Self.call(item.map(\.token)) else { return nil }
      let path = path(column, of: written.table)
      return HopFault(
        Self.writtenCode, type: path.type, property: path.property, isError: false,
        message:
          "\(written.table).\(column) gets the text '\(text)' and not what the call returns. Write "
          + "\(Self.unquoted(text)).", place: statement.source)
    }
  }

  private func path(_ column: String, of table: String) -> PropertyPath {
    PropertyPath(type: mapping.typeName(table), property: mapping.propertyName(column, of: table))
  }

  private static let words = ["current_timestamp", "current_date", "current_time"]
  private static let functions = [
    "datetime", "date", "time", "strftime", "julianday", "unixepoch", "now", "randomblob", "hex",
    "lower",
  ]

  /// The text of a literal that is a call.
  private static func call(_ tokens: [SQLToken]) -> String? {
    let text: String
    switch tokens.first {
    case .text(let own), .quotedName(let own): text = own
    default: return nil
    }
    guard tokens.count == 1 else { return nil }
    var inner = SQLToken.tokens(of: text)[...]
    while inner.count > 2, inner.first?.isSymbol("(") ?? false, inner.last?.isSymbol(")") ?? false {
      inner = inner.dropFirst().dropLast()
    }
    guard let first = inner.first else { return nil }
    if inner.count == 1 { return words.contains(where: first.isWord) ? text : nil }
    let isCall =
      functions.contains(where: first.isWord) && inner[inner.startIndex + 1].isSymbol("(")
      && inner.last?.isSymbol(")") ?? false
    return isCall ? text : nil
  }

  /// The call as a default, or a statement, would have it.
  private static func unquoted(_ text: String) -> String {
    words.contains(text.lowercasedASCII) || text.hasPrefix("(") ? text : "(\(text))"
  }
}
