import MigCheckModel
import MigCheckText

/// Columns whose namesakes in the table that takes the place of theirs stay empty: rows go to a table of
/// another name and are gone from the old one, and the copy does not name the column.
struct LeftOutColumns {
  static let code = "columnLeftOut"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    before.tables.flatMap { old -> [HopFault] in
      let origin = old.name.lowercasedASCII
      let heirs = trace.tables.filter { $0.value.origin == nil && $0.value.holds(origin) }
      // Rows that are divided among tables may leave anything behind in some of them.
      guard heirs.count == 1, let (name, history) = heirs.first, !history.isMixed,
        history.insertions.count == 1, let new = after.table(named: name)
      else { return [] }
      let copy = migration.statements[history.insertions[0]]
      let isDropped = after.table(named: origin) == nil && trace.dropsHistory(of: origin) != nil
      guard isDropped || isMoved(by: copy, from: old) else { return [] }
      return history.columns.filter { isLeftOut($0, of: old, in: new) }.prefix(1).map {
        fault($0.name, old, new, copy, isDropped: isDropped)
      }
    }
  }

  /// Whether the rows that a copy takes are deleted from their table: for both the same is asked.
  private func isMoved(by copy: SQLStatement, from old: DatabaseSchema.Table) -> Bool {
    guard let condition = WrittenExpressions(copy, columns: { _ in [] })?.condition else {
      return false
    }
    let asked = SQLToken.tokens(of: condition)
    return migration.statements.contains { statement in
      guard case .delete(let name, hasCondition: true) = StatementShape(statement),
        name.isSameName(as: old.name),
        let place = statement.tokens[...].firstPlace(of: ["where"])
      else { return false }
      return Array(statement.tokens[(place + 1)...]) == asked
    }
  }

  private func isLeftOut(
    _ column: (name: String, source: ColumnSource), of old: DatabaseSchema.Table,
    in new: DatabaseSchema.Table
  ) -> Bool {
    guard column.source == .unset, let own = old.column(named: column.name),
      let next = new.column(named: column.name), !own.isGenerated, !next.isGenerated
    else { return false }
    let isKey = (old.primaryKey + new.primaryKey).contains { $0.isSameName(as: column.name) }
    let isUsed = trace.used.contains {
      $0.table.isSameName(as: old.name) && $0.column.isSameName(as: column.name)
    }
    let isElsewhere = trace.tables.values.contains { history in
      history.origin == nil
        && history.columns.contains {
          $0.source == .copied(table: old.name.lowercasedASCII, column: own.name.lowercasedASCII)
        }
    }
    return !isKey && !isUsed && !isElsewhere
  }

  private func fault(
    _ column: String, _ old: DatabaseSchema.Table, _ new: DatabaseSchema.Table,
    _ statement: SQLStatement, isDropped: Bool
  ) -> HopFault {
    HopFault(
      Self.code, type: mapping.typeName(new.name),
      property: mapping.propertyName(column, of: new.name), isError: false,
      message:
        "The copy of \(old.name) to \(new.name) does not name \(column), which both have, and the old "
        + "\(isDropped ? "table is dropped" : "rows are deleted"). If its values are to go, nothing is "
        + "to be done.",
      place: statement.source)
  }
}
