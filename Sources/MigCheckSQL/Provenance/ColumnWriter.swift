import MigCheckModel
import MigCheckText

/// The statement of a script that wrote a column last.
struct ColumnWriter {
  let entry: DatabaseVersions.Entry
  /// Its place in the script.
  let statement: Int
  /// The name of the column as the script leaves it, in lower case.
  let column: String
  /// Whether the script makes the table that holds the column afterwards.
  let isNewTable: Bool

  /// How it wrote the column; `nil`: it cannot be told.
  var write: (kind: ColumnWrite.Kind, readsItself: Bool, place: SourcePlace?)? {
    let statements = entry.migration.statements
    guard statements.indices.contains(statement) else { return nil }
    let own = statements[statement]
    switch StatementShape(own) {
    case .insert(let insertion) where insertion.query != nil && isNewTable:
      return (.copy, readsItself(own), own.source)
    case .createTable(_, query: .some): return (.copy, readsItself(own), own.source)
    // What fills a table that the script makes is a part of the copy.
    case .update: return (isNewTable ? .copy : .update, readsItself(own), own.source)
    default: return nil
    }
  }

  /// Whether the expression for the column names the column; in a statement that cannot be taken apart,
  /// whether any part of it does.
  private func readsItself(_ statement: SQLStatement) -> Bool {
    let columns = { (table: String) -> [String] in
      entry.database.table(named: table)?.storedColumns.map(\.name) ?? []
    }
    let expression = WrittenExpressions(statement, columns: columns)?.items.last {
      $0.column.isSameName(as: column)
    }
    guard let expression else { return true }
    return expression.tokens.contains { $0.token.name?.isSameName(as: column) ?? false }
  }
}
