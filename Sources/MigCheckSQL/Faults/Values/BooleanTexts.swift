import MigCheckModel
import MigCheckText

/// `'true'` and `'false'` as texts in columns that are declared as booleans. SQLite keeps them as texts
/// ("Datatypes In SQLite", 3.1: the affinity is NUMERIC), which equal neither TRUE nor FALSE, and both of
/// which a condition takes for false.
struct BooleanTexts {
  static let code = "textForBoolean"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping
  /// The statements of all versions up to this one.
  let scripts: [[SQLToken]]

  var faults: [HopFault] {
    defaults + migration.statements.flatMap(updates)
  }

  /// Columns that rows get with such a default.
  private var defaults: [HopFault] {
    after.tables.flatMap { table -> [HopFault] in
      guard let old = before.table(named: table.name) else { return [] }
      return table.storedColumns.compactMap { column in
        let value = SQLToken.tokens(of: column.defaultValue ?? "")
        guard old.column(named: column.name) == nil, isBoolean(column, of: table),
          value.count == 1, let text = Self.text(value[0])
        else { return nil }
        let place = migration.statements.first { statement in
          statement.tokens.contains { $0.name?.isSameName(as: column.name) ?? false }
        }
        return fault(column, of: table, text, place)
      }
    }
  }

  /// `UPDATE user SET is_admin = 'false'`.
  private func updates(_ statement: SQLStatement) -> [HopFault] {
    guard case .update(let name) = StatementShape(statement),
      let table = after.table(named: name),
      let written = WrittenExpressions(statement, columns: { _ in [] })
    else { return [] }
    return written.items.compactMap { name, item in
      guard item.count == 1, let text = item.first.flatMap({ Self.text($0.token) }),
        let column = table.column(named: name), isBoolean(column, of: table)
      else { return nil }
      return fault(column, of: table, text, statement)
    }
  }

  private static func text(_ token: SQLToken) -> String? {
    let text: String
    switch token {
    case .text(let own), .quotedName(let own): text = own
    default: return nil
    }
    return ["true", "false"].contains(text.lowercasedASCII) ? text : nil
  }

  /// Whether nothing says that the app keeps such texts there.
  private func isBoolean(
    _ column: DatabaseSchema.Column, of table: DatabaseSchema.Table
  ) -> Bool {
    guard column.declaredType.lowercasedASCII.hasPrefix("bool") else { return false }
    let declaration = SQLToken.tokens(of: table.sql)
    let checks = declaration.firstIndex { $0.isWord("check") }.map { declaration[$0...] } ?? []
    let isAsked = scripts.contains { tokens in
      guard let condition = tokens.firstIndex(where: { $0.isWord("where") || $0.isWord("when") })
      else { return false }
      return tokens[condition...].contains { Self.text($0) != nil }
    }
    return !isAsked && !checks.contains { Self.text($0) != nil }
  }

  private func fault(
    _ column: DatabaseSchema.Column, of table: DatabaseSchema.Table, _ text: String,
    _ statement: SQLStatement?
  ) -> HopFault {
    HopFault(
      Self.code, type: mapping.typeName(table.name),
      property: mapping.propertyName(column.name, of: table.name), isError: false,
      message:
        "\(table.name).\(column.name) is declared as \(column.declaredType), and rows get the text "
        + "'\(text)', which stays a text there and equals neither TRUE nor FALSE. Write "
        + "\(text.lowercasedASCII == "true" ? 1 : 0); if the app reads texts, nothing is to be done.",
      place: statement?.source)
  }
}
