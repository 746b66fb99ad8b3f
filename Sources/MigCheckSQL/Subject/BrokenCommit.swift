import MigCheckSQLite
import MigCheckText

/// A reference that leads nowhere as a transaction ends, and the statement that left it behind.
///
/// SQLite looks at deferred foreign keys when a transaction is committed, and says of none of them which
/// it is.
struct BrokenCommit {
  let statement: SQLStatement?
  let error: SQLiteError

  /// - Parameter connection: one whose transaction could not be committed, and is open still.
  /// - Returns: `nil`: it failed for something else.
  init?(_ error: SQLiteError, of migration: Migration, in connection: SQLiteConnection) {
    guard error.primaryCode == 19, error.message.hasPrefix("FOREIGN KEY"),
      let row = (try? connection.foreignKeyViolations())?.first
    else { return nil }
    let (child, parent) = (row[0].plainText, row[2].plainText)
    let column =
      (try? connection.rows(
        "SELECT \"from\" FROM pragma_foreign_key_list(\(child.quotedText)) "
          + "WHERE id = \(row[3].plainInteger) ORDER BY seq"))?.first?.first?.plainText ?? ""
    self.error = SQLiteError(
      code: error.code,
      message: "FOREIGN KEY constraint failed: \(child).\(column), as the transaction ends")
    statement = Self.statement(writing: child, orRemoving: parent, in: migration.statements)
  }

  /// The last statement that puts rows into one table, or takes some from the other one.
  private static func statement(
    writing child: String, orRemoving parent: String, in statements: [SQLStatement]
  ) -> SQLStatement? {
    var (child, parent) = (child, parent)
    for statement in statements.reversed() {
      switch StatementShape(statement) {
      case .renameTable(let from, let to):
        if to.isSameName(as: child) { child = from }
        if to.isSameName(as: parent) { parent = from }
      case .insert(let insertion) where insertion.table.isSameName(as: child): return statement
      case .update(let table) where table.isSameName(as: child) || table.isSameName(as: parent):
        return statement
      case .delete(let table, _) where table.isSameName(as: parent): return statement
      case .dropTable(let table) where table.isSameName(as: parent): return statement
      default: continue
      }
    }
    return nil
  }
}
