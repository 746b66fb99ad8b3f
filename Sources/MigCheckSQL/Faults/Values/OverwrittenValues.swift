import MigCheckSQLite
import MigCheckText

/// Updates without a condition that put the same into every row of a column which held something:
/// `UPDATE book SET owner = (SELECT MIN(id) FROM user)`, where only books without an owner were meant.
///
/// A number or a text is how an app resets a flag or a counter, and tells nothing; which row is referred
/// to is no such thing.
struct OverwrittenValues {
  static let code = "valuesOverwritten"

  let writing: WritingStatement
  let trace: ScriptTrace
  /// The version before the one before; `nil`: there is none.
  let earlier: DatabaseSchema?
  let plans: [TablePlan]

  /// - Parameter connection: `nil`: it is only asked whether there is anything to ask.
  func questions(
    _ item: WrittenExpressions.Tokens, column: String, in connection: SQLiteConnection?
  ) -> [RowQuestion] {
    let written = writing.written
    guard case .update(let name) = StatementShape(writing.statement.bound),
      written.condition == nil, !written.hasJoin, let table = writing.before.table(named: name),
      table.column(named: column) != nil, isSingle(item) || isReferred(item, column, of: table),
      !isNew(column, of: table), !isKept(column, of: table)
    else { return [] }
    let text = written.text(of: item).withNamesInBrackets
    // A query that needs the row is no query by itself.
    if let connection, (try? connection.prepare("SELECT \(text)")) == nil { return [] }
    return [
      RowQuestion(
        query: "SELECT count(DISTINCT \(column.quotedName)) FROM \(name.quotedName)", limit: 1,
        fault: writing.fault(
          Self.code, column,
          "\(writing.table).\(column) becomes the same in every row, and what it held is lost. Where only "
            + "rows without a value are meant, add WHERE \(column) IS NULL; if all are, nothing is to "
            + "be done."))
    ]
  }

  /// Whether it is a query for one value.
  func isSingle(_ item: WrittenExpressions.Tokens) -> Bool {
    guard item.count > 2, item.first?.token.isSymbol("(") ?? false,
      item[item.startIndex + 1].token.isWord("select")
    else { return false }
    return item.end(from: item.startIndex) == item.endIndex - 1
  }

  /// Whether it is a literal for a column that refers to rows.
  private func isReferred(
    _ item: WrittenExpressions.Tokens, _ column: String, of table: DatabaseSchema.Table
  ) -> Bool {
    guard item.count == 1, let token = item.first?.token,
      isReference(column, of: table)
    else { return false }
    switch token {
    case .number(let text) where text != "0": break
    case .text(let text) where !text.isEmpty: break
    default: return false
    }
    return true
  }

  /// Whether a column refers to rows, as declared or by its name.
  func isReference(_ column: String, of table: DatabaseSchema.Table) -> Bool {
    guard let plan = plans.first(where: { $0.table.name.isSameName(as: table.name) }) else {
      return false
    }
    return plan.references.contains { reference in
      reference.columns.contains { plan.columns[$0].name.isSameName(as: column) }
    }
  }

  /// Whether the version before added the column: nobody has written it since.
  func isNew(_ column: String, of table: DatabaseSchema.Table) -> Bool {
    earlier?.table(named: table.name).map { $0.column(named: column) == nil } ?? false
  }

  /// Whether the script makes something else of the values that are there.
  func isKept(_ column: String, of table: DatabaseSchema.Table) -> Bool {
    trace.used.contains {
      $0.table.isSameName(as: table.name) && $0.column.isSameName(as: column)
    }
  }
}
