import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What statements make of rows that a schema admits and an author may not think of, tried on rows of
/// all sorts: a query for one value that finds several, a copy whose join takes rows several times,
/// values that a function cannot read.
struct CopiedRows {
  static let severalCode = "severalRows"
  static let multipliedCode = "rowsMultiplied"
  static let garbledCode = "valuesGarbled"
  static let nullListCode = "nullInList"

  let rehearsal: Rehearsal
  /// The version before the one before; `nil`: there is none.
  let earlier: DatabaseSchema?
  let after: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  private typealias Question = RowQuestion

  var faults: [HopFault] {
    // Whether anything is to be asked; the columns of `INSERT`s that name none are known later.
    guard
      rehearsal.migration.statements.contains(where: { statement in
        switch StatementShape(statement) {
        case .update, .insert, .delete: !questions(on: statement, in: nil).isEmpty
        default: false
        }
      })
    else { return [] }
    var found = [HopFault]()
    for round in 0..<3 {
      for fault in faults(round: round)
      where !found.contains(where: { $0.code == fault.code && $0.place == fault.place }) {
        found.append(fault)
      }
    }
    let places = rehearsal.migration.statements.map(\.source)
    return found.sorted {
      (places.firstIndex(of: $0.place ?? places[0]) ?? 0)
        < (places.firstIndex(of: $1.place ?? places[0]) ?? 0)
    }
  }

  /// Code may run one statement for each row: so many times are enough.
  private static let mostRuns = 40

  private func faults(round: Int) -> [HopFault] {
    var found = [HopFault]()
    var runs = [String: Int]()
    let unusual = UnusualValues(migration: rehearsal.migration, before: rehearsal.before)
    func prepare(_ connection: SQLiteConnection) { unusual.put(into: connection, round: round) }
    rehearsal.run(round: round, preparing: prepare) { statement, connection in
      guard let statement, statement.changesData else { return }
      runs["\(statement.place) \(statement.text)", default: 0] += 1
      guard runs["\(statement.place) \(statement.text)", default: 0] <= Self.mostRuns else {
        return
      }
      for question in questions(on: statement, in: connection)
      where !found.contains(where: {
        $0.code == question.fault.code && $0.place == question.fault.place
      })
        && answer(question.query, in: connection) > question.limit
      {
        found.append(question.fault)
      }
    }
    return found
  }

  private func answer(_ query: String, in connection: SQLiteConnection) -> Int64 {
    guard let value = try? connection.rows(query).first?.first else { return 0 }
    return value.isNull ? 0 : value.plainInteger
  }

  // MARK: Questions

  /// - Parameter connection: `nil`: it is only asked whether there are any.
  private func questions(
    on statement: SQLStatement, in connection: SQLiteConnection?
  ) -> [Question] {
    let written = WrittenExpressions(statement.bound) { table in
      let rows = try? connection?.rows(
        "SELECT name FROM pragma_table_xinfo(\(table.quotedText)) WHERE hidden = 0")
      return (rows ?? []).map { $0[0].plainText }
    }
    let lists =
      NullLists(statement).map { nullList($0, statement) }
      + OuterColumns(statement).comparisons.filter {
        connection.map($0.isOuter) ?? true
      }.map { outerColumn($0, statement) } + united(statement)
    guard let written else { return lists }
    let name = trace.finalName(of: written.table.lowercasedASCII) ?? written.table
    var questions = lists
    let writing = WritingStatement(
      statement: statement, written: written, table: name, before: rehearsal.before.database,
      after: after,
      mapping: mapping)
    for (column, tokens) in written.items {
      questions += severalRows(tokens, column: column, of: name, written, statement)
      questions += garbled(tokens, column: column, of: name, written, statement)
      questions += uncovered(tokens, column: column, of: name, written, statement)
      questions += CutTexts(writing: writing).questions(tokens, column: column)
      questions += LostOperands(writing: writing).questions(tokens, column: column)
      questions += TextsInNumbers(writing: writing).questions(tokens, column: column)
      questions += MistakenZones(writing: writing).questions(tokens, column: column)
      questions += GarbledJSON(writing: writing).questions(tokens, column: column)
      questions += LostFractions(writing: writing).questions(tokens, column: column)
      questions += OverwrittenValues(
        writing: writing, trace: trace, earlier: earlier, plans: rehearsal.before.plans
      ).questions(tokens, column: column, in: connection)
    }
    questions += PassedOverRows(writing: writing, trace: trace).questions(in: connection)
    questions += ReplacedRows(writing: writing, trace: trace).questions
    questions += UnreferringRows(writing: writing, trace: trace).questions(in: connection)
    questions += JoinedUpdates(writing: writing).questions(in: connection)
    if connection == nil, written.items.isEmpty,
      written.hasJoin || UnusualValues.mentionsCalls(statement)
    {
      questions.append(
        Question(query: "", limit: 0, fault: fault(Self.garbledCode, name, nil, "", statement)))
    }
    if let question = multiplied(written, name, statement) { questions.append(question) }
    return questions
  }

  private func fault(
    _ code: String, _ table: String, _ column: String?, _ message: String,
    _ statement: SQLStatement, isError: Bool = false
  ) -> HopFault {
    HopFault(
      code, type: mapping.typeName(table),
      property: column.map { mapping.propertyName($0, of: table) }, isError: isError,
      message: message, place: statement.source)
  }

  /// The table that a statement writes.
  private func target(of statement: SQLStatement) -> String? {
    switch StatementShape(statement) {
    case .insert(let insertion): insertion.table
    case .update(let table), .delete(let table, _): table
    default: nil
    }
  }

  private func outerColumn(
    _ comparison: OuterColumns.Comparison, _ statement: SQLStatement
  ) -> Question {
    let column = comparison.column
    return Question(
      query: "SELECT 1",
      fault: HopFault(
        OuterColumns.code, type: target(of: statement).map(mapping.typeName),
        isError: comparison.isWhole,
        message:
          "The query behind IN has no column \(column): SQLite takes the one of the row that it is asked "
          + "for, which is compared with itself. Name a column of the query's own table"
          + (comparison.isWhole
            ? "." : "; if the other conditions are enough, leave this one out."),
        place: statement.source))
  }

  private func united(_ statement: SQLStatement) -> [Question] {
    let rows = UnitedRows(
      statement: statement, before: rehearsal.before.database, after: after)
    guard let table = rows.table, let target = target(of: statement) else { return [] }
    return [
      Question(
        query: "SELECT 1",
        fault: HopFault(
          UnitedRows.code, type: mapping.typeName(target), isError: false,
          message:
            "UNION makes one row of those that are alike, and \(table.name), which is dropped, may have "
            + "several with the same values under keys of their own. Say UNION ALL; if one of them is "
            + "enough, nothing is to be done.", place: statement.source))
    ]
  }

  private func nullList(_ query: String, _ statement: SQLStatement) -> Question {
    let table = target(of: statement)
    return Question(
      query: "WITH list(value) AS (\(query)) SELECT count(*) FROM list WHERE value IS NULL",
      limit: 0,
      fault: HopFault(
        Self.nullListCode, type: table.map(mapping.typeName), isError: false,
        message: "NOT IN holds for no row as soon as its list has a NULL, and the query for it may "
          + "find some. Leave them out with IS NOT NULL; if there are none, nothing is to be done.",
        place: statement.source))
  }

  // MARK: Several rows

  private static let aggregates = [
    "min", "max", "count", "sum", "total", "avg", "group_concat", "string_agg",
    "json_group_array", "json_group_object",
  ]

  private func severalRows(
    _ item: WrittenExpressions.Tokens, column: String, of table: String,
    _ written: WrittenExpressions, _ statement: SQLStatement
  ) -> [Question] {
    var questions = [Question]()
    var place = item.startIndex
    while place < item.endIndex {
      defer { place += 1 }
      guard item[place].token.isSymbol("("), place + 1 < item.endIndex,
        item[place + 1].token.isWord("select"), let end = item.end(from: place)
      else { continue }
      let inner = item[(place + 1)..<end]
      let previous = place > item.startIndex ? item[place - 1].token : nil
      let isOther = ["in", "exists"].contains { word in previous?.isWord(word) ?? false }
      place = end
      let list = inner.prefix { !$0.token.isWord("from") }
      // Whoever limits or sums up knows that there may be several.
      guard !isOther, !inner.contains(where: { $0.token.isWord("limit") }),
        !list.contains(where: { token in Self.aggregates.contains(where: token.token.isWord) })
      else { continue }
      let query = "SELECT count(*) FROM (SELECT DISTINCT * FROM (\(written.text(of: inner))))"
      questions.append(
        Question(
          query: written.query("max((\(query)))"), limit: 1,
          fault: fault(
            Self.severalCode, table, column,
            "The query for \(table).\(column) may find several rows, and any one of them is taken. "
              + "Say which, or keep them unique; if the app does, nothing is to be done.",
            statement)))
    }
    return questions
  }

  private func multiplied(
    _ written: WrittenExpressions, _ name: String, _ statement: SQLStatement
  ) -> Question? {
    guard case .insert = StatementShape(statement), written.hasJoin,
      trace.tables[name]?.insertions.count == 1, trace.tables[name]?.origin == nil,
      let origin = trace.origin(of: name), rehearsal.before.database.table(named: origin) != nil
    else { return nil }
    return Question(
      query: "SELECT (\(written.query("count(*)"))) - (SELECT count(*) FROM "
        + "\(written.base.quotedName))",
      limit: 0,
      fault: fault(
        Self.multipliedCode, name, nil,
        "The copy takes rows of \(name) several times where its join finds several rows for one. If "
          + "that is meant, name \(name) in the rewrites.", statement, isError: true))
  }

  // MARK: Values that nobody can read

  private func garbled(
    _ item: WrittenExpressions.Tokens, column: String, of table: String,
    _ written: WrittenExpressions, _ statement: SQLStatement
  ) -> [Question] {
    let whole = written.text(of: item)
    let source = rehearsal.before.database.table(named: written.base)
    let numbers = GarblingCalls.ofPlainNumbers(in: item) { name in
      source?.column(named: name).map {
        ColumnAffinity(declaredType: $0.declaredType) == .integer
      } ?? false
    }
    if let number = numbers.first {
      return [
        Question(
          query: written.query("count(*)"),
          fault: fault(
            Self.garbledCode, table, column,
            "\(number.name) takes \(number.column), which is declared as an integer, for a number of days "
              + "since 4714 BC, so that \(table).\(column) becomes another date or NULL. Say "
              + "'unixepoch' behind it; if it holds such days, nothing is to be done.", statement))
      ]
    }
    return GarblingCalls.all(in: item, of: written).map { call in
      let terms =
        call.isOfDate
        ? ["\(call.argument) IS NOT NULL", "(\(call.text)) IS NULL", "(\(whole)) IS NULL"]
        : [
          "typeof(\(call.argument)) = 'text'", "\(call.argument) GLOB '*[a-zA-Z]*'",
          "\(call.argument) NOT GLOB '*[0-9]*'", "(\(whole)) = 0",
        ]
      let result = call.isOfDate ? "NULL" : "0"
      let reason =
        call.isOfDate
        ? "\(call.name) cannot read \(call.column) as a date"
        : "\(call.column) is a text that is no number"
      return Question(
        query: written.query("count(*)", where: terms), limit: 0,
        fault: fault(
          Self.garbledCode, table, column,
          "\(table).\(column) becomes \(result) where \(reason), and the text is lost. If there is none, "
            + "nothing is to be done.", statement))
    }
  }

  private func uncovered(
    _ item: WrittenExpressions.Tokens, column: String, of table: String,
    _ written: WrittenExpressions, _ statement: SQLStatement
  ) -> [Question] {
    UncoveredCase(item, into: column, of: written).map { expression in
      Question(
        query: written.query(
          "count(*)", where: ["\(expression.argument) IS NOT NULL", "(\(expression.text)) IS NULL"]),
        limit: 0,
        fault: fault(
          Self.garbledCode, table, column,
          "\(table).\(column) becomes NULL where no WHEN of the CASE holds, and its value is lost. "
            + "Give the CASE an ELSE; if there is no other value, nothing is to be done.", statement
        ))
    }.map { [$0] } ?? []
  }
}
