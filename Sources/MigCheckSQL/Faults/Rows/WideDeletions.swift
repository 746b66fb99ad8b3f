import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Deletions that take every row though they have a condition, tried on rows of all sorts.
///
/// Each table gets rows with and without NULL in each column, and with the values that the script
/// compares with and their neighbours; in the columns that a condition names, some have their defaults,
/// and some the values that it compares with. A condition that all of them meet tells nothing apart.
struct WideDeletions {
  let rehearsal: Rehearsal
  let mapping: SchemaMapping

  /// How many rows of a table are needed to judge by.
  private static let least = 4

  private var hasConditions: Bool {
    rehearsal.migration.statements.contains { statement in
      if case .delete(_, hasCondition: true) = StatementShape(statement) { true } else { false }
    }
  }

  var faults: [HopFault] {
    guard hasConditions else { return [] }
    var found = [(statement: SQLStatement, table: String, rounds: [Bool])]()
    for round in 0..<3 {
      for outcome in outcomes(round: round) {
        let place = found.firstIndex { $0.statement.isSame(as: outcome.statement) }
        if let place {
          found[place].rounds.append(outcome.isWide)
        } else {
          found.append((outcome.statement, outcome.table, [outcome.isWide]))
        }
      }
    }
    return found.filter { $0.rounds.count > 1 && $0.rounds.allSatisfy(\.self) }
      .compactMap { fault($0.statement, table: $0.table) }
  }

  private func fault(_ statement: SQLStatement, table: String) -> HopFault? {
    // Rows of other tables decide as well: perhaps it is meant that all go that refer to one.
    let isAlone = !statement.tokens.contains { $0.isWord("select") }
    // Of a value that they make it is not known which rows have it.
    let isKnown = Self.calls(in: statement.tokens).allSatisfy(Self.knownCalls.contains)
    let extent = isKnown ? "every row, whatever it holds" : "all rows that were tried"
    return HopFault(
      "deletesEverything", type: mapping.typeName(table), isError: isAlone && isKnown,
      message: "DELETE FROM \(table) takes \(extent), though it has a condition.",
      place: statement.source)
  }

  /// Functions for which there are rows with either result.
  private static let knownCalls: Set<String> = [
    "abs", "coalesce", "ifnull", "instr", "length", "like", "lower", "ltrim", "nullif", "replace",
    "rtrim", "substr", "substring", "trim", "upper",
  ]

  /// The functions that a statement calls, in lower case.
  private static func calls(in tokens: [SQLToken]) -> [String] {
    zip(tokens, tokens.dropFirst()).compactMap { token, next in
      guard next.isSymbol("("), case .word(let word) = token else { return nil }
      let name = word.lowercasedASCII
      return words.contains(name) ? nil : name
    }
  }

  /// What stands before parentheses and is no function.
  private static let words: Set<String> = [
    "and", "between", "case", "else", "exists", "from", "glob", "in", "is", "like", "not", "or",
    "select", "then", "when", "where",
  ]

  private struct Outcome {
    var statement: SQLStatement
    var table: String
    var isWide: Bool
  }

  /// What deletions did to the rows of a round: each where it ran first.
  private func outcomes(round: Int) -> [Outcome] {
    var outcomes = [Outcome]()
    var running: (statement: SQLStatement, table: String)?
    func prepare(_ connection: SQLiteConnection) { if round > 0 { spread(connection) } }
    rehearsal.run(round: round, preparing: prepare) { statement, connection in
      if let own = running {
        outcomes.append(
          Outcome(
            statement: own.statement, table: own.table,
            isWide: count(own.table, in: connection) == 0))
        running = nil
      }
      guard let statement, case .delete(let table, hasCondition: true) = StatementShape(statement),
        !outcomes.contains(where: { $0.statement.isSame(as: statement) }),
        count(table, in: connection) >= Self.least
      else { return }
      running = (statement, table)
    }
    return outcomes
  }

  /// Has rows of other tables name some of the rows, where the condition asks for it:
  /// `WHERE root NOT IN (SELECT part_id FROM message)`.
  private func refer(
    to table: DatabaseSchema.Table, in tokens: [SQLToken], _ connection: SQLiteConnection
  ) {
    for place in tokens.indices.dropFirst().dropLast(6)
    where tokens[place].isWord("in") && tokens[place + 1].isSymbol("(")
      && tokens[place + 2].isWord("select") && tokens[place + 4].isWord("from")
    {
      let name = tokens[place - 1].isWord("not") ? place - 2 : place - 1
      guard tokens.indices.contains(name),
        let column = tokens[name].name.flatMap(table.column)?.name.quotedName,
        let other = tokens[place + 5].name.flatMap(rehearsal.before.database.table),
        let source = tokens[place + 3].name.flatMap(other.column)?.name.quotedName
      else { continue }
      let own = other.name.quotedName
      _ = try? connection.execute(
        "UPDATE OR IGNORE \(own) SET \(source) = (SELECT \(column) FROM \(table.name.quotedName) "
          + "WHERE \(column) IS NOT NULL ORDER BY abs(\(column) % 5 - \(own).rowid % 5) LIMIT 1) "
          + "WHERE rowid % 3 <> 0")
    }
  }

  /// Puts values that a condition may spare into the columns that it names: their defaults, the
  /// literals that it compares with, and the same in all of them.
  private func spread(_ connection: SQLiteConnection) {
    for statement in rehearsal.migration.statements {
      guard case .delete(let name, hasCondition: true) = StatementShape(statement),
        let table = rehearsal.before.database.table(named: name)
      else { continue }
      let tokens = statement.bound.tokens
      let literals = ComparedLiterals([tokens])
      let columns = table.storedColumns.filter { column in
        tokens.contains { $0.name?.isSameName(as: column.name) ?? false }
          && !(table.rowIDAlias.map(column.name.isSameName) ?? false)
      }
      let values = columns.map { Self.values(for: $0, literals) }
      let count = values.map(\.count).max() ?? 0
      for place in 0..<min(count, 12) {
        let settings = zip(columns, values).map { column, own in
          "\(column.name.quotedName) = \(own[place % own.count])"
        }
        _ = try? connection.execute(
          "UPDATE OR IGNORE \(table.name.quotedName) SET \(settings.joined(separator: ", ")) "
            + "WHERE rowid % \(count + 1) = \(place)")
      }
      refer(to: table, in: tokens, connection)
    }
  }

  /// Expressions for values of a column.
  private static func values(
    for column: DatabaseSchema.Column, _ literals: ComparedLiterals
  ) -> [String] {
    let isText = ColumnAffinity(declaredType: column.declaredType) == .text
    var result = [column.defaultValue.map { "(\($0))" } ?? (column.isRequired ? "" : "NULL")]
    for value in literals.values(for: column) {
      switch value {
      case .int(let number): result += ["\(number)", "\(number) - 1"]
      case .double(let number): result += ["\(number)", "\(number) - 1"]
      case .string(let text): result.append(text.quotedText)
      default: continue
      }
    }
    return result.filter { !$0.isEmpty } + (isText ? ["'a'", "''"] : ["1", "0"])
  }

  private func count(_ table: String, in connection: SQLiteConnection) -> Int {
    let rows = try? connection.rows("SELECT COUNT(*) FROM \(table.quotedName)")
    return Int(rows?.first?.first?.plainInteger ?? 0)
  }
}
