import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Deletions that take every row though they have a condition, tried on rows of all sorts.
///
/// Each table gets rows with and without NULL in each column, and with the values that the script
/// compares with and their neighbours. A condition that all of them meet tells nothing apart.
struct WideDeletions {
  let migration: Migration
  let before: DatabaseVersions.Entry
  let mapping: SchemaMapping
  let rows: StartRows

  /// How many rows of a table are needed to judge by.
  private static let least = 4

  private var probe: ProbeGraph { ProbeGraph(migration: migration, schema: before.schema) }

  private var hasConditions: Bool {
    migration.statements.contains { statement in
      if case .delete(_, hasCondition: true) = StatementShape(statement) { true } else { false }
    }
  }

  var faults: [HopFault] {
    guard hasConditions else { return [] }
    var wide: [Int: (table: String, rounds: Int)] = [:]
    var rounds = [Int: Int]()
    for round in 0..<3 {
      for (position, outcome) in outcomes(round: round) {
        rounds[position, default: 0] += 1
        if outcome.isWide { wide[position, default: (outcome.table, 0)].rounds += 1 }
      }
    }
    return wide.keys.sorted().compactMap { position in
      guard let found = wide[position], found.rounds == rounds[position], found.rounds > 1 else {
        return nil
      }
      return fault(migration.statements[position], table: found.table)
    }
  }

  private func fault(_ statement: SQLStatement, table: String) -> HopFault? {
    // Rows of other tables decide as well: perhaps it is meant that all go that refer to one.
    let isAlone = !statement.tokens.contains { $0.isWord("select") }
    return HopFault(
      "deletesEverything", type: mapping.typeName(table), isError: isAlone,
      message:
        "DELETE FROM \(table) takes every row, whatever it holds, though it has a condition.",
      place: statement.source)
  }

  private struct Outcome {
    var table: String
    var isWide: Bool
  }

  /// By the place of a deletion: what it did to the rows of a round.
  private func outcomes(round: Int) -> [(Int, Outcome)] {
    guard let filled = try? rows.filling(before, with: probe.graph(round: round)).graph,
      let database = try? before.template.copy(to: ":memory:")
    else { return [] }
    defer { database.close() }
    guard (try? rows.fill(database, before, filled)) != nil else { return [] }
    var outcomes = [(Int, Outcome)]()
    var position = 0
    try? MigrationRunner(database: database).run(migration) { statement, run in
      defer { position += 1 }
      guard case .delete(let table, hasCondition: true) = StatementShape(statement) else {
        return try run()
      }
      let old = count(table, in: database.connection)
      try run()
      guard old >= Self.least else { return }
      outcomes.append(
        (position, Outcome(table: table, isWide: count(table, in: database.connection) == 0)))
    }
    return outcomes
  }

  private func count(_ table: String, in connection: SQLiteConnection) -> Int {
    let rows = try? connection.rows("SELECT COUNT(*) FROM \(table.quotedName)")
    return Int(rows?.first?.first?.plainInteger ?? 0)
  }
}
