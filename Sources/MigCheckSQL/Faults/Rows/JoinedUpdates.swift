import MigCheckSQLite
import MigCheckText

/// `UPDATE … FROM`, whose tables are joined with the one that is written.
///
/// Where several rows of the join meet one that is written, SQLite takes any one of them. Where the table
/// stands behind `FROM` once more, under another name, its rows there are others than those that are
/// written: `UPDATE task SET state = 1 FROM task AS t, list WHERE t.list = list.id` writes every row.
struct JoinedUpdates {
  static let everyCode = "everyRowUpdated"

  let writing: WritingStatement

  /// - Parameter connection: `nil`: it is only asked whether there is anything to ask.
  func questions(in connection: SQLiteConnection?) -> [RowQuestion] {
    guard writing.written.hasJoin, case .update(let table) = StatementShape(writing.statement.bound)
    else { return [] }
    return Array((every(table, connection) + several(table)).prefix(1))
  }

  private func several(_ table: String) -> [RowQuestion] {
    let written = writing.written
    let alias = written.alias
    let known = writing.before.table(named: table)
    let key = known.map { $0.hasRowID ? ["rowid"] : $0.primaryKey.map(\.quotedName) } ?? ["rowid"]
    let group = key.map { "\(alias.quotedName).\($0)" }.joined(separator: ", ")
    return written.items.compactMap { column, item in
      guard !item.contains(where: { $0.token.isWord("random") }) else { return nil }
      let value = "(\(written.text(of: item)))"
      return RowQuestion(
        query: "SELECT count(*) FROM (\(written.query("1")) GROUP BY \(group) HAVING "
          + "count(DISTINCT \(value)) + max(\(value) IS NULL) > 1)",
        fault: writing.fault(
          CopiedRows.severalCode, column,
          "What stands behind FROM may give \(writing.table).\(column) several values for one row, and any "
            + "one of them is taken. Say which, or keep them unique; if the app does, nothing is to be "
            + "done."))
    }
  }

  private func every(_ table: String, _ connection: SQLiteConnection?) -> [RowQuestion] {
    let written = writing.written
    guard let condition = written.condition, let sources = written.sources,
      QueriedTables([.word("FROM")] + SQLToken.tokens(of: sources)).contains(table),
      let column = written.items.first?.column
    else { return [] }
    // A condition that needs the row that is written is no condition without it.
    let query = "SELECT 1 FROM \(sources) WHERE \(condition)".withNamesInBrackets
    if let connection, (try? connection.prepare(query)) == nil { return [] }
    return [
      RowQuestion(
        query: "SELECT count(*) FROM \(table.quotedName)", limit: 1,
        fault: writing.fault(
          Self.everyCode, column,
          "The condition of this UPDATE says nothing of the rows of \(table) that are written: \(table) "
            + "behind FROM stands for other ones. Every row is written as soon as one is found there. Leave "
            + "\(table) out behind FROM, or compare its key with that of \(written.alias); if every row is "
            + "meant, nothing is to be done."))
    ]
  }
}
