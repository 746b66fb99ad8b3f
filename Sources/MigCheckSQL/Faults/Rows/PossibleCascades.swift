import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Tables that are dropped while others refer to them, where nothing says whether foreign keys are
/// enforced then: whether the app does so, or whether it runs a script in a transaction whose
/// `PRAGMA foreign_keys` would have no effect inside one.
///
/// Where they are, SQLite deletes the rows of the dropped table first, and with them those that refer
/// to it, as `ON DELETE` says. The script is run both ways, over the same rows: what is told has
/// happened. That it is refused there is not told: who enforces foreign keys sees it at once.
struct PossibleCascades {
  let migration: Migration
  let before: DatabaseVersions.Entry
  let rows: StartRows
  /// Whether it is known that the app enforces foreign keys; else nothing is known.
  let areEnforced: Bool

  static let code = "cascadeWhereEnforced"
  static let codeInTransaction = "cascadeInTransaction"

  /// Whether the script is taken to run without a transaction for its pragma of foreign keys.
  private var isPresumed: Bool {
    migration.transaction == .presumablyOwn
      && migration.statements.contains { $0.foreignKeySetting == false }
  }

  /// Whether a statement drops a table that another one refers to.
  private var dropsTarget: Bool {
    migration.statements.contains { statement in
      // A table may have been renamed before it is dropped: the rows decide.
      if case .dropTable = StatementShape(statement) {
        before.database.tables.contains { !$0.foreignKeys.isEmpty }
      } else {
        false
      }
    }
  }

  var faults: [HopFault] {
    guard dropsTarget, !areEnforced || isPresumed,
      let filled = try? rows.filling(
        before, with: ProbeGraph(migration: migration, schema: before.schema).graph(round: 0)
      ).graph,
      let free = outcome(of: migration, filled, isEnforced: areEnforced),
      let enforced = outcome(
        of: areEnforced ? migration.inTransaction : migration, filled, isEnforced: true)
    else { return [] }
    let affected = enforced.losses.filter { loss in
      // What a script saves before, and puts back, is not lost.
      zip(free.contents, enforced.contents).contains { $0.name == loss.table && $0.rows != $1.rows }
    }
    guard let first = affected.first else { return [] }
    let tables = affected.filter { $0.statement.place == first.statement.place }.map(\.table)
    return [fault(first.statement, tables: tables)]
  }

  private struct Outcome {
    /// Tables whose rows change as another table is dropped.
    var losses: [(statement: SQLStatement, table: String)] = []
    /// By table, what is there in the end.
    var contents: [(name: String, rows: Int)] = []
  }

  /// - Returns: `nil`: the script fails.
  private func outcome(
    of migration: Migration, _ graph: ObjectGraph, isEnforced: Bool
  ) -> Outcome? {
    guard let database = try? before.template.copy(to: ":memory:") else { return nil }
    defer { database.close() }
    let connection = database.connection
    guard (try? rows.fill(database, before, graph)) != nil,
      (try? connection.execute("PRAGMA foreign_keys = \(isEnforced ? "ON" : "OFF")")) != nil
    else { return nil }
    var outcome = Outcome()
    do {
      try MigrationRunner(database: database).run(migration) { statement, run in
        guard case .dropTable(let name) = StatementShape(statement) else { return try run() }
        let others = before.database.tables.map(\.name).filter { !$0.isSameName(as: name) }
        let old = others.map { content(of: $0, in: connection) }
        try run()
        for (table, old) in zip(others, old) where content(of: table, in: connection) != old {
          outcome.losses.append((statement, table))
        }
      }
    } catch {
      return nil
    }
    outcome.contents = before.database.tables.map {
      ($0.name, content(of: $0.name, in: connection))
    }
    return outcome
  }

  /// The same for the same rows; 0 of a table that is not there.
  private func content(of table: String, in connection: SQLiteConnection) -> Int {
    guard let rows = try? connection.rows("SELECT * FROM \(table.quotedName)") else { return 0 }
    return Int(
      truncatingIfNeeded: rows.joined().reduce(UInt64(rows.count) &+ 1) { sum, cell in
        Value(cell).keyBytes.reduce(sum) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
      })
  }

  private func fault(_ statement: SQLStatement, tables: [String]) -> HopFault {
    let names =
      tables.prefix(4).joined(separator: ", ")
      + (tables.count > 4 ? " and \(tables.count - 4) more tables" : "")
    let pragma = migration.statements.first { $0.foreignKeySetting == false }
    if areEnforced, let pragma, let runner = migration.wrappingRunner {
      return HopFault(
        Self.codeInTransaction, type: nil, isError: false,
        message:
          "\(runner) runs this script in a transaction, in which its PRAGMA at \(pragma.place) has no "
          + "effect: if the app enforces foreign keys, this statement removes or changes rows of "
          + "\(names) as well, which refer to the table that it drops. Nothing here says whether the "
          + "app does: \"foreignKeys\" in migcheck.json, or --foreign-keys on or off.",
        place: statement.source)
    }
    if areEnforced, let pragma {
      return HopFault(
        Self.codeInTransaction, type: nil, isError: false,
        message:
          "If the app runs this script in a transaction, its PRAGMA at \(pragma.place) has no effect, "
          + "and this statement removes or changes rows of \(names) as well, which refer to the table "
          + "that it drops. Nothing here says whether the app does: \"transactions\" in migcheck.json, "
          + "true or false.",
        place: statement.source)
    }
    return HopFault(
      Self.code, type: nil, isError: false,
      message:
        "If the app enforces foreign keys, this statement removes or changes rows of \(names) "
        + "as well, which refer to the table that it drops. Nothing here says whether the app does: "
        + "\"foreignKeys\" in migcheck.json, or --foreign-keys on or off.",
      place: statement.source)
  }
}

extension Migration {
  /// The same statements in one transaction around the script.
  fileprivate var inTransaction: Migration {
    Migration(number: number, name: name, statements: statements, isWrapped: true)
  }
}
