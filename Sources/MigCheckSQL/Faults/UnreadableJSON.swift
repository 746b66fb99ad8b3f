import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Statements that fail for a text which is no JSON, in columns that may hold one as far as the schema
/// tells.
struct UnreadableJSON {
  static let code = "jsonUnreadable"

  let migration: Migration
  let before: DatabaseVersions.Entry
  let mapping: SchemaMapping
  let rows: StartRows

  var faults: [HopFault] {
    let statements = migration.statements.filter(\.changesData)
    let named = ColumnRole.jsonColumns(in: statements.map(\.tokens))
    let columns = before.database.tables.flatMap { table in
      table.storedColumns.filter { column in
        named.contains(column.name.lowercasedASCII) && mayHoldAnyText(column, of: table)
      }.map { (table: table.name, column: $0.name) }
    }
    for (table, column) in columns {
      let failure = Rehearsal(migration: migration, before: before, rows: rows).run(
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

  /// Whether nothing but the scripts that read it says that a column holds JSON.
  private func mayHoldAnyText(
    _ column: DatabaseSchema.Column, of table: DatabaseSchema.Table
  ) -> Bool {
    let type = column.declaredType.lowercasedASCII
    if type.contains("json") || column.name.lowercasedASCII.contains("json") { return false }
    guard [.text, .blob].contains(ColumnAffinity(declaredType: type)) else { return false }
    let value = (column.defaultValue ?? "").filter { $0 != "'" && !$0.isWhitespace }
    if value.hasPrefix("{") || value.hasPrefix("[") || value.hasPrefix("(") { return false }
    // A CHECK, a column that is computed, or an index over an expression.
    let texts = [table.sql] + table.indexes.compactMap(\.sql)
    return !texts.contains {
      ColumnRole.jsonColumns(in: [SQLToken.tokens(of: $0)]).contains(column.name.lowercasedASCII)
    }
  }

  private func spoil(_ table: String, _ column: String, in connection: SQLiteConnection) {
    _ = try? connection.execute(
      "UPDATE OR IGNORE \(table.quotedName) SET \(column.quotedName) = 'n.a.'")
  }
}
