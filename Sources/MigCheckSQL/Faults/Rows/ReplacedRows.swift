import MigCheckModel
import MigCheckText

/// `INSERT OR REPLACE` of rows of another table that names only some of the columns: where a row has the
/// same key, it goes, with all that it holds in the others. And `UPDATE OR REPLACE` of a key: the row that
/// has the new one already goes.
struct ReplacedRows {
  static let code = "rowsReplaced"

  let writing: WritingStatement
  let trace: ScriptTrace

  var questions: [RowQuestion] {
    writing.statement.isReplacingUpdate ? updates : insertions
  }

  private func keys(of table: DatabaseSchema.Table) -> [[String]] {
    [table.primaryKey] + table.indexes.filter(\.isUnique).map { $0.columns.compactMap(\.self) }
  }

  private var updates: [RowQuestion] {
    guard trace.tables[writing.table.lowercasedASCII]?.origin != nil,
      let table = writing.before.table(named: writing.written.table),
      let column = keys(of: table).joined().first(where: { column in
        writing.written.items.contains { $0.column.isSameName(as: column) }
      })
    else { return [] }
    return [
      RowQuestion(
        query: "SELECT 1",
        fault: writing.fault(
          Self.code, column,
          "Where a row of \(table.name) has the \(column) already that another one gets, REPLACE "
            + "deletes it with all that it holds. If there is none, or that is meant, nothing is to be "
            + "done."))
    ]
  }

  private var insertions: [RowQuestion] {
    guard case .insert(let insertion) = StatementShape(writing.statement.bound),
      insertion.replaces, let query = insertion.query, let columns = insertion.columns,
      trace.tables[writing.table.lowercasedASCII]?.origin != nil,
      let table = writing.before.table(named: insertion.table),
      !QueriedTables(SQLToken.tokens(of: query)).contains(table.name)
    else { return [] }
    func isNamed(_ column: String) -> Bool { columns.contains { $0.isSameName(as: column) } }
    let isMatched = keys(of: table).contains { key in
      !key.isEmpty && key.allSatisfy(isNamed) && key.contains(where: isCopied)
    }
    // A moment of now is as good as the one that was there.
    let lost = table.storedColumns.filter {
      !isNamed($0.name) && ColumnRole($0, named: ColumnRole.Names()) != .moment
        && !table.primaryKey.contains($0.name)
    }
    guard isMatched, let first = lost.first else { return [] }
    let others =
      lost.count == 1
      ? "\(first.name) becomes what it is" : "\(first.name) and other columns become what they are"
    return [
      RowQuestion(
        query: "SELECT 1",
        fault: writing.fault(
          Self.code, first.name,
          "Where \(table.name) has a row with the same key, REPLACE deletes it, and \(others) "
            + "by default. Write ON CONFLICT … DO UPDATE SET; if there is none, "
            + "nothing is to be done."))
    ]
  }

  /// Whether a column of the source goes into the key: a row that a script names itself is known.
  private func isCopied(_ column: String) -> Bool {
    writing.written.items.contains {
      $0.column.isSameName(as: column) && writing.column($0.tokens) != nil
    }
  }
}
