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
      QueriedTables(item.map(\.token)).contains(table),
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
    var running: Running?
    rehearsal.run(round: round) { statement, connection in
      if let own = running {
        running = nil
        let after = values("rowid, \(own.column.quotedName)", own.table.quotedName, connection)
        if own.values.contains(where: { id, value in
          guard let result = after[id] else { return false }
          return result != value && !(own.isIgnoring && result == own.before[id])
        }) {
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
      guard values.count > 1 else { return }
      running = Running(
        statement: statement, column: column, table: written.table, values: values,
        before: self.values(
          "rowid, \(column.quotedName)", written.table.quotedName, connection))
    }
    return striking
  }

  private struct Running {
    var statement: SQLStatement
    var column: String
    var table: String
    /// What the expression makes of the rows as they are.
    var values: [Int64: String]
    /// What they hold. Rows that `UPDATE OR IGNORE` passes over keep it.
    var before: [Int64: String]

    var isIgnoring: Bool { statement.tokens[...].firstPlace(of: ["ignore"]) != nil }
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
