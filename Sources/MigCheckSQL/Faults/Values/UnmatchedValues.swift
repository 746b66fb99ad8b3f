import MigCheckSQLite
import MigCheckText

extension OverwrittenValues {
  static let unmatchedCode = "valuesUnmatched"

  /// Updates without a condition that make NULL of values for which their query finds no row:
  /// `UPDATE t SET a = (SELECT a FROM s WHERE s.id = t.s_id)`.
  ///
  /// - Parameter connection: `nil`: it is only asked whether there is anything to ask.
  func unmatched(
    _ item: WrittenExpressions.Tokens, column: String, in connection: SQLiteConnection?
  ) -> [RowQuestion] {
    let written = writing.written
    guard case .update(let name) = StatementShape(writing.statement.bound),
      written.condition == nil, !written.hasJoin, isSingle(item),
      let table = writing.before.table(named: name), table.column(named: column) != nil,
      !isNew(column, of: table), !isKept(column, of: table),
      // A reference for which nothing is found would lead nowhere.
      !isReference(column, of: table),
      !(connection.map { writing.isRequired(column, in: $0) } ?? false)
    else { return [] }
    let own = "\(written.alias.quotedName).\(column.quotedName)"
    return [
      RowQuestion(
        query: written.query(
          "count(*)", where: ["\(own) IS NOT NULL", "NOT EXISTS \(written.text(of: item))"]),
        fault: writing.fault(
          Self.unmatchedCode, column,
          "\(writing.table).\(column) becomes NULL where its query finds no row, and what it held is "
            + "lost. WHERE EXISTS leaves those rows as they are; if NULL is meant, nothing is to be "
            + "done."))
    ]
  }
}
