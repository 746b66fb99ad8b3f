import MigCheckModel
import MigCheckText

/// Columns that are renamed to make room for a new one under their name, and dropped before anything
/// has read them, so that the new one has nothing of their values:
///
///     ALTER TABLE monitor RENAME COLUMN ssl TO ssl_old;
///     ALTER TABLE monitor ADD COLUMN ssl BOOLEAN NOT NULL DEFAULT 0;
///     ALTER TABLE monitor DROP COLUMN ssl_old;
struct SetAsideColumns {
  static let code = "setAsideColumnLost"

  let migration: Migration
  let before: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  /// One for each table.
  var faults: [HopFault] {
    var told = [(fault: HopFault, others: [String])]()
    for fault in all {
      if let known = told.firstIndex(where: { $0.fault.type == fault.type }) {
        told[known].others += [fault.property?.text].compactMap(\.self)
      } else {
        told.append((fault, []))
      }
    }
    return told.map { fault, others in
      var fault = fault
      if !others.isEmpty { fault.message += " Likewise \(others.joined(separator: ", "))." }
      return fault
    }
  }

  private var all: [HopFault] {
    migration.statements.enumerated().compactMap { place, statement in
      guard case .renameColumn(let table, let column, let aside) = StatementShape(statement),
        let drop = drop(of: aside, of: table, behind: place)
      else { return nil }
      return fault(table, column, aside, renamed: place, dropped: drop)
    }
  }

  private func fault(
    _ table: String, _ column: String, _ aside: String, renamed: Int, dropped: Int
  ) -> HopFault? {
    guard let name = trace.finalName(of: table.lowercasedASCII) ?? known(table),
      let history = trace.tables[name], let origin = history.origin,
      let own = before.table(named: origin)?.column(named: column), !own.isGenerated,
      // Whatever wrote the new one says what is to be there.
      history[column] == .added, adds(column, to: table, between: renamed, and: dropped),
      !isRead(aside, between: renamed, and: dropped), !isElsewhere(own.name, of: origin)
    else { return nil }
    return HopFault(
      Self.code, type: mapping.typeName(name), property: mapping.propertyName(own.name, of: name),
      message:
        "\(name).\(own.name) is renamed to \(aside), a new column gets its name, and nothing reads "
        + "\(aside) before it is dropped: all values are lost.",
      place: migration.statements[dropped].source)
  }

  private func known(_ table: String) -> String? {
    trace.tables[table.lowercasedASCII].map { _ in table.lowercasedASCII }
  }

  /// The place of the `ALTER TABLE … DROP COLUMN`; `nil`: there is none.
  private func drop(of column: String, of table: String, behind place: Int) -> Int? {
    migration.statements.indices.dropFirst(place + 1).first { other in
      migration.statements[other].alteredColumn("drop", of: table)?.isSameName(as: column) ?? false
    }
  }

  private func adds(_ column: String, to table: String, between first: Int, and last: Int) -> Bool {
    migration.statements[(first + 1)..<last].contains { statement in
      statement.alteredColumn("add", of: table)?.isSameName(as: column) ?? false
    }
  }

  /// Whether a statement reads the column, or whole rows.
  private func isRead(_ column: String, between first: Int, and last: Int) -> Bool {
    migration.statements[(first + 1)..<last].contains { statement in
      switch StatementShape(statement) {
      case .alterTable, .dropObject, .renameColumn, .renameTable: false
      default:
        statement.tokens.contains { $0.isSymbol("*") || $0.name?.isSameName(as: column) ?? false }
      }
    }
  }

  /// Whether the values went somewhere else before.
  private func isElsewhere(_ column: String, of table: String) -> Bool {
    let (column, table) = (column.lowercasedASCII, table.lowercasedASCII)
    return trace.used.contains { $0.table == table && $0.column == column }
      || trace.tables.values.contains { history in
        history.columns.contains { $0.source == .copied(table: table, column: column) }
      }
  }
}
