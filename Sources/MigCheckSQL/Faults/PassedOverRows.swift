import MigCheckSQLite
import MigCheckText

/// Rows that `INSERT OR IGNORE` passes over since a value that nobody tells them apart by is NULL, and its
/// column may not be.
///
/// It is meant for rows that are there already. A key that is NULL means that there is nothing to insert.
struct PassedOverRows {
  static let code = "rowsPassedOver"

  let writing: WritingStatement
  let trace: ScriptTrace

  /// - Parameter connection: `nil`: it is only asked whether there is anything to ask.
  func questions(in connection: SQLiteConnection?) -> [RowQuestion] {
    guard case .insert(let insertion) = StatementShape(writing.statement.bound),
      let query = insertion.query, isIgnoring,
      trace.tables[writing.table.lowercasedASCII]?.origin != nil
        || trace.origin(of: writing.table.lowercasedASCII) == nil
    else { return [] }
    guard let connection else { return [question("", "")] }
    let origins = connection.columnOrigins(of: query) ?? []
    guard origins.count == writing.written.items.count,
      let table = writing.after.table(named: writing.table)
    else { return [] }
    for (item, origin) in zip(writing.written.items, origins) {
      guard let origin, isRequired(item.column, of: table),
        mayBeNull(origin, in: connection), !isAsked(origin.column)
      else { continue }
      return [question(item.column, "\(origin.table).\(origin.column)")]
    }
    return []
  }

  private var isIgnoring: Bool {
    let tokens = writing.statement.tokens
    return tokens.indices.dropLast().contains {
      tokens[$0].isWord("or") && tokens[$0 + 1].isWord("ignore")
    }
  }

  /// Whether a column may not be NULL, and is no part of what tells rows apart.
  private func isRequired(_ name: String, of table: DatabaseSchema.Table) -> Bool {
    guard table.column(named: name)?.isRequired ?? false else { return false }
    let keys =
      [table.primaryKey]
      + table.indexes.filter(\.isUnique).map { $0.columns.compactMap(\.self) }
    return !keys.contains { $0.contains { $0.isSameName(as: name) } }
  }

  private func mayBeNull(_ origin: SQLiteColumnOrigin, in connection: SQLiteConnection) -> Bool {
    let rows = try? connection.rows(
      "SELECT 1 FROM pragma_table_xinfo(\(origin.table.quotedText)) WHERE name = "
        + "\(origin.column.quotedText) COLLATE NOCASE AND NOT \"notnull\" AND NOT pk")
    return rows?.isEmpty == false
  }

  /// Whether a condition is about the column.
  private func isAsked(_ column: String) -> Bool {
    let text = writing.written.from + " " + (writing.written.condition ?? "")
    return SQLToken.tokens(of: text).contains { $0.name?.isSameName(as: column) ?? false }
  }

  private func question(_ column: String, _ source: String) -> RowQuestion {
    RowQuestion(
      query: "SELECT 1",
      fault: writing.fault(
        Self.code, column,
        "INSERT OR IGNORE passes over rows where \(source) is NULL, since \(writing.table).\(column) may "
          + "not be NULL. Put it into COALESCE, or say WHERE … IS NOT NULL; if it is never NULL, "
          + "nothing is to be done."))
  }
}
