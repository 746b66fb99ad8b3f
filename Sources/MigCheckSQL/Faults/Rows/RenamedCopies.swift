import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Rows that are lost as a table gets another name by a copy: the new one is made, a query fills it, and
/// the old one is dropped. Tried on rows of all sorts; those that the new table cannot hold are not meant.
///
/// One copy must take all that is taken: rows that go to several tables are a matter of `SplitTables`.
struct RenamedCopies {
  static let code = "rowsLeftOut"
  static let joinCode = "rowsWithoutPartner"

  let rehearsal: Rehearsal
  let after: DatabaseVersions.Entry
  let trace: ScriptTrace
  let mapping: SchemaMapping

  private struct Copy {
    /// The old table, by its names before the script and as the statement runs.
    var table: DatabaseSchema.Table
    var source: String
    var statement: SQLStatement
    /// The new table, by its names as the statement runs and after the script.
    var goal: String
    var newName: String
    /// The condition for rows that the new table cannot hold; `nil`: it is not known.
    var excused: String?
    /// Whether nothing but a join leaves rows out, and each column is in the new table.
    var isError: Bool
    var hasCondition: Bool
  }

  var faults: [HopFault] {
    let copies = copies
    guard !copies.isEmpty else { return [] }
    var found = [HopFault]()
    for round in 0..<3 {
      var counts: (rows: Int64, goal: Int64) = (0, 0)
      var running: Copy?
      rehearsal.run(round: round) { statement, connection in
        if let copy = running, isLosing(copy, counts, in: connection),
          !found.contains(where: { $0.place == copy.statement.source })
        {
          found.append(fault(copy))
        }
        running = statement.flatMap { own in copies.first { $0.statement.isSame(as: own) } }
        guard let copy = running else { return }
        counts = (
          count(copy.source, in: connection) ?? 0, count(copy.goal, in: connection) ?? 0
        )
      }
    }
    return found
  }

  // MARK: Statements

  private var copies: [Copy] {
    let tables = rehearsal.before.database.tables
    // By their names as a statement runs, in lower case.
    var current = [String: Int]()
    for (position, table) in tables.enumerated() {
      current[table.name.lowercasedASCII, default: position] = position
    }
    // Parallel to the tables: the statements whose queries read them.
    var readers = [[Int]](repeating: [], count: tables.count)
    var copies = [Copy]()
    for (place, statement) in rehearsal.migration.statements.enumerated() {
      if let query = Self.query(of: statement) {
        let names = QueriedTables(SQLToken.tokens(of: query)).names.map(\.lowercasedASCII)
        for position in names.compactMap({ current[$0] }) where readers[position].last != place {
          readers[position].append(place)
        }
      }
      switch statement.shape {
      case .renameTable(let from, let to):
        guard let position = current.removeValue(forKey: from.lowercasedASCII) else { continue }
        current[to.lowercasedASCII] = position
      case .dropTable(let dropped):
        guard let position = current[dropped.lowercasedASCII],
          after.database.table(named: tables[position].name) == nil,
          let copy = copy(of: tables[position], droppedAt: place, readers: readers[position])
        else { continue }
        copies.append(copy)
      default: continue
      }
    }
    return copies
  }

  /// - Parameter readers: the statements before the drop whose queries read the table.
  private func copy(
    of table: DatabaseSchema.Table, droppedAt drop: Int, readers: [Int]
  ) -> Copy? {
    let statements = rehearsal.migration.statements
    guard readers.count == 1, let place = readers.first,
      let query = Self.query(of: statements[place]),
      let goal = Self.goal(of: statements[place]),
      let newName = trace.finalName(of: goal.lowercasedASCII),
      let history = trace.tables[newName], history.origin == nil,
      history.insertions.contains(place), takesHalf(of: table, history)
    else { return nil }
    let narrowed = NarrowedCopy(entry: after, before: rehearsal.before.database)
    let isMeant = narrowed.isMeant(history, as: newName)
    let excused = narrowed.followed(
      history, as: newName, from: table.name.lowercasedASCII, dropped: drop, excusesMore: true
    )?.condition
    let tokens = SQLToken.tokens(of: query)
    guard !(isMeant && excused == nil), isMeant || !Self.summarizes(tokens),
      tokens[...].firstPlace(of: ["union", "except", "intersect", "limit"]) == nil,
      !Self.settlesConflicts(statements[place]) || isMeant
    else { return nil }
    let hasCondition = Self.hasCondition(tokens)
    let isWhole = table.storedColumns.allSatisfy { history[$0.name] != nil }
    return Copy(
      table: table, source: Self.name(of: table.name, behind: statements[..<place]),
      statement: statements[place], goal: goal, newName: newName, excused: excused,
      isError: isWhole && !hasCondition && excused != nil
        && tokens.contains { $0.isWord("join") } && !Self.summarizes(tokens),
      hasCondition: hasCondition)
  }

  /// Whether the new table has most of what the old one held.
  private func takesHalf(of table: DatabaseSchema.Table, _ history: TableHistory) -> Bool {
    let origin = table.name.lowercasedASCII
    let copied = table.storedColumns.filter { column in
      let source = ColumnSource.copied(table: origin, column: column.name.lowercasedASCII)
      return history.columns.contains { $0.source == source }
    }
    return !copied.isEmpty && copied.count * 2 >= table.storedColumns.count
  }

  private static func query(of statement: SQLStatement) -> String? {
    switch StatementShape(statement.bound) {
    case .insert(let insertion): insertion.query
    case .createTable(_, let query): query
    default: nil
    }
  }

  private static func goal(of statement: SQLStatement) -> String? {
    switch StatementShape(statement) {
    case .insert(let insertion): insertion.table
    case .createTable(let name, _): name
    default: nil
    }
  }

  private static func name(
    of table: String, behind statements: ArraySlice<SQLStatement>
  ) -> String {
    NarrowedCopy.name(of: table, behind: statements)
  }

  private static func summarizes(_ tokens: [SQLToken]) -> Bool {
    ["group", "distinct", "over", "min", "max", "count", "sum"].contains { word in
      tokens.contains { $0.isWord(word) }
    }
  }

  private static func settlesConflicts(_ statement: SQLStatement) -> Bool {
    let tokens = statement.tokens
    return ["ignore", "replace", "conflict"].contains { word in
      tokens.contains { $0.isWord(word) }
    }
  }

  /// Whether a query leaves rows out by more than a join. `WHERE true` stands before `ON CONFLICT`.
  private static func hasCondition(_ tokens: [SQLToken]) -> Bool {
    tokens.indices.contains { place in
      guard tokens[place].isWord("where") else { return false }
      let behind = tokens[(place + 1)...].first { !$0.isSymbol("(") }
      if case .number("1")? = behind { return false }
      return !(behind?.isWord("true") ?? false)
    }
  }

  // MARK: Rows

  private func isLosing(
    _ copy: Copy, _ counts: (rows: Int64, goal: Int64), in connection: SQLiteConnection
  ) -> Bool {
    guard let arrived = count(copy.goal, in: connection),
      let excused = count(copy.source, where: copy.excused ?? "0", in: connection)
    else { return false }
    return counts.rows - excused > arrived - counts.goal
  }

  private func count(
    _ table: String, where condition: String = "1", in connection: SQLiteConnection
  ) -> Int64? {
    let rows = try? connection.rows(
      "SELECT count(*) FROM \(table.quotedName) WHERE \(condition)")
    return rows?.first?.first?.plainInteger
  }

  private func fault(_ copy: Copy) -> HopFault {
    let (old, new) = (copy.table.name, after.database.table(named: copy.newName)?.name)
    let end =
      copy.isError
      ? "those for which its join finds nothing: they are lost. Say LEFT JOIN; if they are to go, name "
        + "\(old) in the drops."
      : "some by its \(copy.hasCondition ? "condition" : "join"), which are lost. If they are to go, or "
        + "there are none, nothing is to be done."
    return HopFault(
      copy.isError ? Self.joinCode : Self.code, type: mapping.typeName(old),
      isError: copy.isError,
      message:
        "\(old) is dropped, and the copy of its rows to \(new ?? copy.newName) leaves out \(end)",
      place: copy.statement.source)
  }
}
