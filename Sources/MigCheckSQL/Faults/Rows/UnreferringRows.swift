import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Rows without a reference that a copy leaves out as it asks for those whose reference leads to a row:
/// `WHERE entry_id IN (SELECT id FROM entry)` takes no row whose `entry_id` is NULL.
///
/// Of a new key only `ON DELETE SET NULL` tells that such rows are as good as others.
struct UnreferringRows {
  static let code = "unreferringRows"

  let writing: WritingStatement
  let trace: ScriptTrace

  /// - Parameter connection: `nil`: it is only asked whether there may be anything to ask.
  func questions(in connection: SQLiteConnection?) -> [RowQuestion] {
    let name = writing.table.lowercasedASCII
    guard case .insert = StatementShape(writing.statement.bound),
      let condition = writing.written.condition, trace.tables[name]?.origin == nil,
      let origin = trace.origin(of: name), let old = writing.before.table(named: origin),
      old.name.isSameName(as: writing.written.base),
      let table = writing.after.table(named: writing.table)
    else { return [] }
    for key in table.foreignKeys where key.columns.count == 1 {
      // Of a key that was there before rows without a reference have always been good.
      let isNew = !old.foreignKeys.contains { $0.target.isSameName(as: key.target) }
      guard !isNew || key.onDelete.uppercased() == "SET NULL" else { continue }
      let isAsked = writing.statement.tokens.contains {
        $0.name?.isSameName(as: key.target) ?? false
      }
      guard isAsked else { continue }
      guard connection != nil else {
        return [RowQuestion(query: "", fault: writing.fault(Self.code, "", ""))]
      }
      guard
        let item = writing.written.items.first(where: { $0.column.isSameName(as: key.columns[0]) }),
        let column = old.column(named: writing.column(item.tokens) ?? item.column),
        !column.isRequired, table.column(named: item.column)?.isRequired == false
      else { continue }
      let source = column.name.quotedName
      return [
        RowQuestion(
          query: "SELECT count(*) FROM \(writing.written.from) WHERE \(source) IS NULL "
            + "AND (\(condition)) IS NOT TRUE",
          fault: writing.fault(
            Self.code, item.column,
            "The copy leaves out rows whose \(column.name) is NULL, too, which the new table could hold. "
              + "Say OR \(column.name) IS NULL; if there are none, nothing is to be done."))
      ]
    }
    return []
  }
}
