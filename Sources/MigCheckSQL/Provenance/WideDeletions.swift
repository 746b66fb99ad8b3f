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
    guard let filled = try? rows.filling(before, with: graph(round: round)).graph,
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

  /// Values that the script names.
  private var literals: (texts: [String], numbers: [Int64]) {
    var (texts, numbers) = ([String](), [Int64]())
    for token in migration.statements.flatMap(\.tokens) {
      switch token {
      case .text(let text): texts.append(text)
      case .number(let text): if let number = Int64(text) { numbers.append(number) }
      default: break
      }
    }
    return (texts, numbers)
  }

  private func graph(round: Int) -> ObjectGraph {
    let (texts, numbers) = literals
    let strings = ["a", ""] + texts + ["zz", "2020-01-01", "1999"]
    let neighbours: [Int64] = numbers.flatMap { [$0, $0 + 1, $0 - 1] }
    let integers: [Int64] = [1, 0] + neighbours + [-5, 77]
    var graph = ObjectGraph(schema: before.schema)
    for (index, type) in before.schema.types.enumerated() {
      let count = max(8, min(24, texts.count + numbers.count + 6))
      for row in 0..<count {
        graph.append(
          type.storedProperties.enumerated().map { column, property in
            let draw = row * 7 + column * 3 + round * 5 + row / 3
            if property.isOptional || property.type == .mixed, draw % 4 == 0 { return .null }
            switch property.type {
            case .int: return .int(integers[draw % integers.count])
            case .double: return .double(Double(integers[draw % integers.count]))
            case .data: return .data([UInt8(row)])
            default:
              return draw % 5 == 0 && property.type == .mixed
                ? .int(integers[draw % integers.count]) : .string(strings[draw % strings.count])
            }
          }, type: index)
      }
    }
    return graph
  }
}
