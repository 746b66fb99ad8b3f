import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Updates that read what they have just written into other rows, tried on rows of all sorts:
/// `SET position = (SELECT count(*) FROM item AS o WHERE o.position < item.position)` counts positions of
/// which some are new ones already.
struct SelfReadingUpdates {
  static let code = "readsOwnWrites"

  let rehearsal: Rehearsal
  let mapping: SchemaMapping

  var faults: [HopFault] {
    let suspects = rehearsal.migration.statements.filter { suspect($0) != nil }
    guard !suspects.isEmpty else { return [] }
    var found = [SQLStatement]()
    for round in 0..<3 {
      for statement in striking(round: round)
      where !found.contains(where: { $0.isSame(as: statement) }) {
        found.append(statement)
      }
    }
    return suspects.filter { own in found.contains { $0.isSame(as: own) } }.compactMap(fault)
  }

  /// An `UPDATE` of one column whose values a query over the same table and column makes.
  private func suspect(_ statement: SQLStatement) -> (column: String, WrittenExpressions)? {
    guard case .update(let table) = StatementShape(statement),
      let written = WrittenExpressions(statement, columns: { _ in [] }), !written.hasJoin,
      written.items.count == 1, let (column, item) = written.items.first,
      item.contains(where: { $0.token.isWord("select") }),
      item.contains(where: { $0.token.name?.isSameName(as: table) ?? false }),
      item.contains(where: { $0.token.name?.isSameName(as: column) ?? false }),
      !item.contains(where: { $0.token.isWord("random") }),
      // Triggers may write whatever they like.
      !rehearsal.before.database.triggers.contains(where: { $0.table.isSameName(as: table) })
    else { return nil }
    return (column, written)
  }

  /// Statements that wrote other values than their expression gave for the rows as they were.
  private func striking(round: Int) -> [SQLStatement] {
    var striking = [SQLStatement]()
    var running: (statement: SQLStatement, column: String, table: String, values: [Int64: String])?
    rehearsal.run(round: round) { statement, connection in
      if let own = running {
        running = nil
        let after = values("rowid, \(own.column.quotedName)", own.table.quotedName, connection)
        if own.values.contains(where: { id, value in after[id].map { $0 != value } ?? false }) {
          striking.append(own.statement)
        }
      }
      guard let statement, let (column, written) = suspect(statement),
        let item = written.items.first?.tokens
      else { return }
      // As the column would hold it.
      let type =
        rehearsal.before.database.table(named: written.table)?.column(named: column)?.declaredType
      guard let type, ColumnAffinity(declaredType: type) != .blob else { return }
      let condition = written.condition.map { " WHERE \($0)" } ?? ""
      let values = values(
        "rowid, (\(written.text(of: item)))", "\(written.from)\(condition)", connection)
      if values.count > 1 { running = (statement, column, written.table, values) }
    }
    return striking
  }

  /// By row ids; empty: nothing can be asked.
  private func values(
    _ items: String, _ from: String, _ connection: SQLiteConnection
  ) -> [Int64: String] {
    guard let rows = try? connection.rows("SELECT \(items) FROM \(from)") else { return [:] }
    return Dictionary(
      rows.map { ($0[0].plainInteger, Value($0[1]).comparableText) }
    ) { first, _ in first }
  }

  private func fault(_ statement: SQLStatement) -> HopFault? {
    guard let (column, written) = suspect(statement) else { return nil }
    let path = "\(written.table).\(column)"
    return HopFault(
      Self.code, type: mapping.typeName(written.table),
      property: mapping.propertyName(column, of: written.table), isError: false,
      message:
        "This UPDATE reads \(path) of other rows while it writes it: SQLite goes from row to row, and "
        + "some see what others have just become. Take the values from UPDATE … FROM (SELECT …), "
        + "which is read as a whole first; if that is meant, nothing is to be done.",
      place: statement.source)
  }
}
