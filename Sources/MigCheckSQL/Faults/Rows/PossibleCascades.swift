import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Tables that are dropped while others refer to them, where nothing says whether foreign keys are
/// enforced then: whether the app does so, or whether it runs a script in a transaction whose
/// `PRAGMA foreign_keys` would have no effect inside one.
///
/// Where they are, SQLite deletes the rows of the dropped table first, and with them those that refer
/// to it, as `ON DELETE` says; without an action it refuses to, as soon as one row refers to another:
/// a developer's own database may have none. The script is run both ways, over the same rows: what is
/// told has happened.
struct PossibleCascades {
  let migration: Migration
  let before: DatabaseVersions.Entry
  let rows: StartRows
  /// Whether it is known that the app enforces foreign keys; else nothing is known.
  let areEnforced: Bool

  static let code = "cascadeWhereEnforced"
  static let codeInTransaction = "cascadeInTransaction"
  static let refusedCode = "refusedWhereEnforced"
  static let refusedCodeInTransaction = "refusedInTransaction"

  /// Whether the script is taken to run without a transaction for its pragma of foreign keys.
  private var isPresumed: Bool {
    migration.transaction == .presumablyOwn && !migration.hasBareRunner
      && migration.statements.contains { $0.foreignKeySetting == false }
  }

  /// Whether a statement drops a table that another one may refer to: the rows decide.
  private var dropsTarget: Bool {
    let hasReferences =
      before.database.tables.contains { !$0.foreignKeys.isEmpty }
      || migration.statements.contains { statement in
        statement.tokens.contains { $0.isWord("references") }
      }
    return hasReferences
      && migration.statements.contains { statement in
        if case .dropTable = StatementShape(statement) { true } else { false }
      }
  }

  /// Whether a statement adds a column that refers to a row from the start, which SQLite does only where
  /// foreign keys are not enforced or the table is empty.
  private var addsReference: Bool {
    migration.statements.contains { statement in
      guard case .alterTable = StatementShape(statement) else { return false }
      return statement.tokens.contains { $0.isWord("references") }
        && statement.tokens.contains { $0.isWord("default") }
    }
  }

  var faults: [HopFault] {
    guard dropsTarget || addsReference, !areEnforced || isPresumed else { return [] }
    // Rows on which the script fails for another reason tell nothing of references.
    return (0..<Self.rounds).lazy.compactMap(faults(round:)).first ?? []
  }

  private static let rounds = 4

  /// - Returns: `nil`: the script fails on the rows of the round.
  private func faults(round: Int) -> [HopFault]? {
    guard let filled = filled(round),
      case .ended(let free)? = outcome(of: migration, filled, isEnforced: areEnforced, round),
      let enforced = outcome(
        of: areEnforced ? migration.inTransaction : migration, filled, isEnforced: true, round)
    else { return nil }
    switch enforced {
    case .refused(let statement, let referrers, let rows):
      var fault = refusal(statement, referrers)
      fault.rows = rows
      return [fault]
    case .refusedColumn(let statement, let rows):
      var fault = fault(
        Self.refusedCode, Self.refusedCodeInTransaction,
        "this statement fails as soon as the table has a row, since a column that refers to another "
          + "table can then only be added with NULL as its default", at: statement)
      fault.rows = rows
      return [fault]
    case .failed: return nil
    case .ended(let outcome):
      let affected = outcome.losses.filter { loss in
        // What a script saves before, and puts back, is not lost.
        let (one, other) = (free[loss.table], outcome[loss.table])
        return one != nil && one?.content != other?.content
      }
      guard let first = affected.first else { return [] }
      let tables = affected.filter { $0.statement.place == first.statement.place }.map(\.name)
      var fault = loss(first.statement, of: tables)
      fault.rows = first.rows
      return [fault]
    }
  }

  /// Whether the script fails without a transaction, where its pragma works, and does not inside one:
  /// it takes the rows that go with a dropped table into account, and puts all of them back.
  var needsTransaction: Bool {
    guard areEnforced, isPresumed, dropsTarget, let filled = filled(0),
      case .failed? = outcome(of: migration, filled, isEnforced: true),
      case .ended(let outcome)? = outcome(of: migration.inTransaction, filled, isEnforced: true)
    else { return false }
    return !outcome.losses.isEmpty
      && outcome.losses.allSatisfy { loss in
        guard let rows = outcome[loss.table]?.rows else { return false }
        return rows > 0 && rows == filled.rows(of: loss.table, before)
      }
  }

  private func filled(_ round: Int) -> ObjectGraph? {
    let probe = ProbeGraph(migration: migration, schema: before.schema)
    return try? rows.filling(before, with: probe.graph(round: round)).graph
  }

  private enum Ending {
    case ended(Outcome)
    /// A table is not dropped as rows of others refer to it.
    case refused(SQLStatement, by: [String], rows: [HopFault.Row])
    /// A column with a reference and a default is not added to a table with rows.
    case refusedColumn(SQLStatement, rows: [HopFault.Row])
    case failed
  }

  private struct Loss {
    var statement: SQLStatement
    var name: String
    var table: String
    /// One of the rows, before and after.
    var rows: [HopFault.Row]
  }

  private struct Outcome {
    /// Tables whose rows change as another table is dropped: their names then, and in the end.
    var losses: [Loss] = []
    /// What is there in the end.
    var contents: [(table: String, content: Int, rows: Int)] = []

    subscript(table: String) -> (table: String, content: Int, rows: Int)? {
      contents.first { $0.table.isSameName(as: table) }
    }
  }

  /// - Parameter round: behind the first one, what is read as a date is one.
  /// - Returns: `nil`: the rows cannot be had.
  private func outcome(
    of migration: Migration, _ graph: ObjectGraph, isEnforced: Bool, _ round: Int = 0
  ) -> Ending? {
    guard let database = try? before.template.copy(to: ":memory:") else { return nil }
    defer { database.close() }
    let connection = database.connection
    guard (try? rows.fill(database, before, graph)) != nil else { return nil }
    if round > 0 { UnusualValues(migration: migration, before: before).putDates(into: connection) }
    guard (try? connection.execute("PRAGMA foreign_keys = \(isEnforced ? "ON" : "OFF")")) != nil
    else {
      return nil
    }
    var outcome = Outcome()
    var referrers = [String]()
    var referring = [HopFault.Row]()
    do {
      try MigrationRunner(database: database).run(migration) { statement, run in
        switch StatementShape(statement) {
        case .dropTable(let name):
          // Those that the script has made may refer to it as well.
          let others = tables(in: connection).filter { !$0.isSameName(as: name) }
          let old = others.map { content(of: $0, in: connection) }
          referrers = others.filter { refers($0, to: name, in: connection) }
          let observed = referrers.map { ObservedTable($0, in: connection) }
          referring = referringRow(of: referrers, to: name, in: connection)
          try run()
          for (table, old) in zip(others, old) where content(of: table, in: connection) != old {
            let place = referrers.firstIndex(of: table)
            let rows = place.flatMap { observed[$0] }?.example(
              of: [.gone, .changed(nil)], in: connection)
            outcome.losses.append(
              Loss(statement: statement, name: table, table: table, rows: rows ?? []))
          }
        case .renameTable(let from, let to):
          try run()
          for place in outcome.losses.indices
          where outcome.losses[place].table.isSameName(as: from) {
            outcome.losses[place].table = to
          }
        default: try run()
        }
      }
    } catch let failure as MigrationRunner.Failure {
      if let statement = failure.statement, case .alterTable(let table) = StatementShape(statement),
        failure.error.message.hasPrefix("Cannot add a REFERENCES column")
      {
        let row = ShownTable.row(of: table, where: "1", in: connection)
        return .refusedColumn(statement, rows: [row].compactMap(\.self))
      }
      guard failure.isOfForeignKey, let statement = failure.statement,
        case .dropTable = StatementShape(statement)
      else { return .failed }
      return .refused(statement, by: referrers, rows: referring)
    } catch {
      return .failed
    }
    outcome.contents = tables(in: connection).map { table in
      (table, content(of: table, in: connection), count(of: table, in: connection))
    }
    return .ended(outcome)
  }

  private func tables(in connection: SQLiteConnection) -> [String] {
    let rows = try? connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        + "AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid")
    return (rows ?? []).map { $0[0].plainText }
  }

  private func refers(
    _ table: String, to other: String, in connection: SQLiteConnection
  ) -> Bool {
    let rows = try? connection.rows(
      "SELECT \"table\" FROM pragma_foreign_key_list(\(table.quotedText))")
    return (rows ?? []).contains { $0[0].plainText.isSameName(as: other) }
  }

  /// A row that refers to one of a table.
  private func referringRow(
    of tables: [String], to other: String, in connection: SQLiteConnection
  ) -> [HopFault.Row] {
    for table in tables {
      let columns = try? connection.rows(
        "SELECT \"from\" FROM pragma_foreign_key_list(\(table.quotedText)) "
          + "WHERE \"table\" = \(other.quotedText) COLLATE NOCASE")
      let names = (columns ?? []).map { $0[0].plainText }
      guard let first = names.first else { continue }
      let row = ShownTable.row(
        of: table, where: "\(first.quotedName) IS NOT NULL",
        mentioned: Set(names.map(\.lowercasedASCII)), in: connection)
      if let row { return [row] }
    }
    return []
  }

  private func count(of table: String, in connection: SQLiteConnection) -> Int {
    guard let rows = try? connection.rows("SELECT count(*) FROM \(table.quotedName)"),
      case .integer(let count)? = rows.first?.first
    else { return 0 }
    return Int(count)
  }

  /// The same for the same rows; 0 of a table that is not there.
  private func content(of table: String, in connection: SQLiteConnection) -> Int {
    guard let rows = try? connection.rows("SELECT * FROM \(table.quotedName)") else { return 0 }
    return Int(
      truncatingIfNeeded: rows.joined().reduce(UInt64(rows.count) &+ 1) { sum, cell in
        Value(cell).keyBytes.reduce(sum) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
      })
  }

  private func loss(_ statement: SQLStatement, of tables: [String]) -> HopFault {
    let names =
      tables.prefix(4).joined(separator: ", ")
      + (tables.count > 4 ? " and \(tables.count - 4) more tables" : "")
    return fault(
      Self.code, Self.codeInTransaction,
      "this statement removes or changes rows of \(names) as well, which refer to the table that it "
        + "drops",
      at: statement)
  }

  private func refusal(_ statement: SQLStatement, _ others: [String]) -> HopFault {
    let names =
      others.isEmpty
      ? "another table"
      : others.prefix(4).joined(separator: ", ") + (others.count > 4 ? " or another table" : "")
    return fault(
      Self.refusedCode, Self.refusedCodeInTransaction,
      "this statement fails as soon as a row of \(names) refers to the table that it drops",
      at: statement)
  }

  /// - Parameters:
  ///   - code: where nothing says whether foreign keys are enforced.
  ///   - codeInTransaction: where nothing says whether the script runs in a transaction.
  ///   - effect: of the statement, where they are.
  private func fault(
    _ code: String, _ codeInTransaction: String, _ effect: String, at statement: SQLStatement
  ) -> HopFault {
    func warning(_ code: String, _ message: String) -> HopFault {
      var fault = HopFault(
        code, type: nil, isError: false, message: message, place: statement.source)
      fault.isUndecided = true
      return fault
    }
    let pragma = migration.statements.first { $0.foreignKeySetting == false }
    if areEnforced, let pragma, let runner = migration.wrappingRunner {
      return warning(
        codeInTransaction,
        "\(runner) runs this script in a transaction, in which its PRAGMA at \(pragma.place) has no "
          + "effect: if the app enforces foreign keys, \(effect). Nothing here says whether the app "
          + "does: \"foreignKeys\" in migcheck.json, or --foreign-keys on or off.")
    }
    if areEnforced, let pragma {
      return warning(
        codeInTransaction,
        "If the app runs this script in a transaction, its PRAGMA at \(pragma.place) has no effect, "
          + "and \(effect). Nothing here says whether the app does: \"transactions\" in "
          + "migcheck.json, true or false.")
    }
    return warning(
      code,
      "If the app enforces foreign keys, \(effect). Nothing here says whether the app does: "
        + "\"foreignKeys\" in migcheck.json, or --foreign-keys on or off.")
  }
}

extension ObjectGraph {
  /// How many rows of a table of a version it holds.
  fileprivate func rows(of table: String, _ entry: DatabaseVersions.Entry) -> Int? {
    let place = entry.plans.firstIndex { $0.table.name.isSameName(as: table) }
    return place.map { tables[$0].count }
  }
}

extension Migration {
  /// The same statements in one transaction around the script.
  fileprivate var inTransaction: Migration {
    Migration(number: number, name: name, statements: statements, isWrapped: true)
  }
}
