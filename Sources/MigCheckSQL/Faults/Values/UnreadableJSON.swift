import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Statements that fail for a text which is no JSON, in columns of which something says that they hold
/// such texts.
///
/// A column that is only read as JSON is taken to hold nothing else.
struct UnreadableJSON {
  static let code = "jsonUnreadable"

  let rehearsal: Rehearsal
  let mapping: SchemaMapping
  /// The statements of all versions up to this one.
  let scripts: [[SQLToken]]

  var faults: [HopFault] {
    let statements = rehearsal.migration.statements.filter(\.changesData)
    let named = ColumnRole.jsonColumns(in: statements.map(\.tokens))
    let columns = rehearsal.before.database.tables.flatMap { table in
      table.storedColumns.filter { column in
        named.contains(column.name.lowercasedASCII) && mayHoldAnyText(column, of: table)
      }.map { (table: table.name, column: $0.name) }
    }
    for (table, column) in columns {
      let failure = rehearsal.run(
        round: 0, preparing: { spoil(table, column, in: $0) }, watching: { _, _ in })
      guard let failure, failure.error.message == "malformed JSON",
        let statement = failure.statement
      else { continue }
      return [
        HopFault(
          Self.code, type: mapping.typeName(table),
          property: mapping.propertyName(column, of: table), isError: false,
          message:
            "The upgrade fails where \(table).\(column) is a text that is no JSON, such as an empty "
            + "one. Ask json_valid(\(column)) first; if the app writes nothing but JSON, nothing is "
            + "to be done.", place: statement.source)
      ]
    }
    return []
  }

  /// Whether something says that a column holds texts which are no JSON: its default, a text that a
  /// script compares it with or writes there, or a question whether it is JSON.
  private func mayHoldAnyText(
    _ column: DatabaseSchema.Column, of table: DatabaseSchema.Table
  ) -> Bool {
    guard [.text, .blob].contains(ColumnAffinity(declaredType: column.declaredType)) else {
      return false
    }
    let defaults = SQLToken.tokens(of: column.defaultValue ?? "")
    if defaults.count == 1, case .text(let text) = defaults[0], !isJSON(text) { return true }
    return scripts.contains { tokens in
      tokens.indices.dropLast(2).contains { place in
        guard tokens[place].name?.isSameName(as: column.name) ?? false else {
          return tokens[place].isWord("json_valid")
            && tokens[place + 2].name?.isSameName(as: column.name) ?? false
        }
        guard ["=", "==", "<>", "!="].contains(where: tokens[place + 1].isSymbol),
          case .text(let text) = tokens[place + 2]
        else { return false }
        return !isJSON(text)
      }
    }
  }

  /// Whether a text looks like a document.
  private func isJSON(_ text: String) -> Bool {
    let start = text.utf8.first { $0 != 0x20 }
    return start.map { "{[\"-0123456789".utf8.contains($0) } ?? false
      || ["null", "true", "false"].contains(text)
  }

  private func spoil(_ table: String, _ column: String, in connection: SQLiteConnection) {
    _ = try? connection.execute(
      "UPDATE OR IGNORE \(table.quotedName) SET \(column.quotedName) = 'n.a.'")
  }
}
