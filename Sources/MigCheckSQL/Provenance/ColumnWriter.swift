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
    // Rows that are there get other values; those of other tables come in.
    case .insert(let insertion) where insertion.query != nil && isUpsert(insertion, own):
      return (.update, readsItself(own), own.source)
    case .createTable(_, query: .some): return (.copy, readsItself(own), own.source)
    case .update(let table):
      // What fills the copy of a table is a part of the copying.
      return (isOfCopy(table) ? .copy : .update, readsItself(own), own.source)
    default: return nil
    }
  }

  /// Whether a table is one that the script made before the statement, and fills.
  private func isOfCopy(_ table: String) -> Bool {
    isNewTable
      && entry.migration.statements[..<statement].contains {
        switch StatementShape($0) {
        case .createTable(let name, _): name.isSameName(as: table)
        case .renameTable(_, let name): name.isSameName(as: table)
        default: false
        }
      }
  }

  private func isUpsert(_ insertion: StatementShape.Insertion, _ statement: SQLStatement) -> Bool {
    insertion.replaces || SQLToken.tokens(of: statement.text).contains { $0.isWord("conflict") }
  }

  /// Whether the expression for the column names the column of the same table; in a statement that
  /// cannot be taken apart, whether any part of it may.
  private func readsItself(_ statement: SQLStatement) -> Bool {
    let columns = { (table: String) -> [String] in
      entry.database.table(named: table)?.storedColumns.map(\.name) ?? []
    }
    guard let written = WrittenExpressions(statement, columns: columns),
      let expression = written.items.last(where: { $0.column.isSameName(as: column) })
    else { return true }
    if !isNewTable, !written.base.isSameName(as: written.table), !written.hasJoin { return false }
    return expression.tokens.contains { $0.token.name?.isSameName(as: column) ?? false }
  }
}
