import MigCheckText

/// The statements that code runs, in their order; of those that it runs again and again for one row
/// after another each once.
package struct StatementLog {
  package private(set) var statements: [SQLStatement] = []
  /// Places of those since the last one that was no row's.
  private var recent: [Int] = []

  package init() {}

  package mutating func append(_ statement: SQLStatement) {
    guard statement.isOfRows else {
      // A trace shows a statement again for each row that goes with a dropped table.
      if let last = statements.last, last.isSame(as: statement) { return }
      // A table that is made, dropped and made again is another one.
      recent = []
      statements.append(statement)
      return
    }
    guard !recent.contains(where: { statements[$0].isSame(as: statement) }) else { return }
    recent.append(statements.count)
    statements.append(statement)
  }
}

extension SQLStatement {
  /// Whether it reads or writes rows, and changes neither the schema nor a transaction.
  fileprivate var isOfRows: Bool {
    guard let first = tokens.first else { return false }
    return ["select", "with", "insert", "replace", "update", "delete"].contains(where: first.isWord)
  }
}
