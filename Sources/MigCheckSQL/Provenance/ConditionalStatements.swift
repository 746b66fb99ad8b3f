import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A statement of a script that concerns the rows for which its condition holds, and none if there is no
/// such row: then nothing that it does was tried.
struct ConditionalStatement: Sendable {
  /// Its place among the statements of its version, from 0.
  let position: Int
  /// The table that it changes, or fills.
  let table: String
  /// Behind `WHERE` or `HAVING`.
  let condition: String
  let place: String
  /// Finds something if a statement that has inserted no row found one to insert; `nil`: the number of
  /// changed rows says all.
  let query: String?
  /// Whether the condition holds for no row of any database.
  let isContradiction: Bool

  /// Those of a version, but for tables that hold no rows of the app.
  ///
  /// - Parameter others: the names of such tables, in lower case.
  static func all(in migration: Migration, besides others: Set<String>) -> [ConditionalStatement] {
    migration.statements.enumerated().compactMap { position, statement in
      ConditionalStatement(statement, at: position)
    }.filter { statement in
      let name = statement.table.lowercasedASCII
      return !name.hasPrefix("sqlite_") && !others.contains(name)
    }
  }

  private init?(_ statement: SQLStatement, at position: Int) {
    let table: String
    var query: String?
    switch StatementShape(statement) {
    case .update(let name), .delete(let name, _): table = name
    case .insert(let insertion):
      guard let own = insertion.query else { return nil }
      (table, query) = (insertion.table, own)
    case .createTable(let name, let own?): (table, query) = (name, own)
    default: return nil
    }
    let tokens = SQLToken.placed(in: statement.text)[...]
    guard let start = tokens.firstPlace(of: ["where", "having"]) else { return nil }
    let tail = tokens[(start + 1)...]
    let end =
      tail.firstPlace(of: ["returning", "group", "order", "limit", "union"]) ?? tail.endIndex
    guard let first = tail[..<end].first, let last = tail[..<end].last else { return nil }
    isContradiction = ConditionBounds(tail[..<end].map(\.token)).isContradiction
    self.position = position
    self.table = table
    self.query = query
    place = statement.place
    condition = String(
      decoding: Array(statement.text.utf8)[first.range.lowerBound..<last.range.upperBound],
      as: UTF8.self)
  }
}

/// Tells a watch which conditional statements concerned a row.
struct StatementWatch {
  let watch: any ConditionWatch
  /// Of the version that runs, by their positions.
  let statements: [ConditionalStatement]

  /// Runs a statement of a script.
  func run(
    _ migration: Migration, _ place: Int, in database: ScratchDatabase, _ run: () throws -> Void
  ) throws {
    guard let statement = statement(at: place) else { return try run() }
    let probes = watch.probes(at: .step(version: migration.number, position: place))
    guard !probes.isEmpty else { return try run() }
    let before = database.connection.totalChanges
    try run()
    guard database.connection.totalChanges > before || finds(statement, in: database) else {
      return
    }
    watch.saw(probes.map { ($0.id, true, false) })
  }

  /// - Complexity: O(log *n*).
  private func statement(at position: Int) -> ConditionalStatement? {
    var rest = statements[...]
    while let middle = rest.isEmpty ? nil : rest.startIndex + rest.count / 2 {
      let found = statements[middle]
      if found.position == position { return found }
      rest = found.position < position ? rest[(middle + 1)...] : rest[..<middle]
    }
    return nil
  }

  /// Whether the query of a statement that has changed nothing finds rows nevertheless: those that it
  /// inserts may be refused in silence.
  private func finds(_ statement: ConditionalStatement, in database: ScratchDatabase) -> Bool {
    guard let query = statement.query else { return false }
    let found = try? database.guarding {
      try database.connection.rows("SELECT EXISTS (\(query))").first?.first?.plainInteger
    }
    return (found ?? 0) == 1
  }
}
