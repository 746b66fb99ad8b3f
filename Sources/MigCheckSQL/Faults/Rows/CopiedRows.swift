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
  static let caseCode = "caseUncovered"
  static let nullListCode = "nullInList"

  /// What makes something else of values than their author wants.
  static let garblingCodes = [
    garbledCode, caseCode, GarbledValues.integerCode, LostFractions.cutCode,
    LostFractions.dividedCode, CutTexts.code, LostOperands.code, GarbledJSON.numberCode,
    GarbledJSON.joinedCode,
  ]

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
    var answers = QuestionAnswers(places: rehearsal.migration.statements.map(\.source))
    for round in 0..<3 { ask(&answers, round: round) }
    return answers.faults
  }

  /// Code may run one statement for each row: so many times are enough.
  private static let mostRuns = 40

  private func ask(_ answers: inout QuestionAnswers, round: Int) {
    var own = answers
    var runs = [String: Int]()
    let unusual = UnusualValues(migration: rehearsal.migration, before: rehearsal.before)
    let marked = unusual.marked
    func prepare(_ connection: SQLiteConnection) { unusual.put(into: connection, round: round) }
    rehearsal.run(round: round, preparing: prepare) { statement, connection in
      guard let statement else { return own.end(sources: marked, in: connection) }
      guard statement.changesData else { return }
      runs["\(statement.place) \(statement.text)", default: 0] += 1
      guard runs["\(statement.place) \(statement.text)", default: 0] <= Self.mostRuns else {
        return
      }
      for question in questions(on: statement, in: connection) {
        own.ask(question, on: statement, in: connection)
      }
    }
    own.leave()
    answers = own
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
    let capture = CapturedNames(statement.bound, written)
    let names = capture.captured(in: connection)
    let lists =
      NullLists(statement).map { nullList($0, statement) }
      + OuterColumns(statement).comparisons.filter {
        connection.map($0.isOuter) ?? true
      }.map { outerColumn($0, statement) } + united(statement)
      + names.map { captured($0, by: capture, statement) }
    guard let written else { return lists }
    let name = trace.finalName(of: written.table.lowercasedASCII) ?? written.table
    var questions = lists
    let writing = WritingStatement(
      statement: statement, written: written, table: name, before: rehearsal.before.database,
      after: after,
      mapping: mapping)
    for (column, tokens) in written.items {
      // What is wrong with them is told, and nothing else helps.
      if names.contains(where: { $0.range.overlaps(tokens.startIndex..<tokens.endIndex) }) {
        continue
      }
      questions += severalRows(tokens, column: column, of: name, written, statement)
      questions += GarbledValues(writing: writing, plans: rehearsal.before.plans).questions(
        tokens, column: column, in: connection)
      if !(connection.map({ writing.isRequired(column, in: $0) }) ?? false) {
        questions += uncovered(tokens, column: column, of: name, written, statement)
        questions += LostOperands(writing: writing).questions(tokens, column: column)
      }
      questions += CutTexts(writing: writing).questions(tokens, column: column)
      questions += TextsInNumbers(writing: writing).questions(tokens, column: column)
      questions += MistakenZones(writing: writing).questions(tokens, column: column)
      questions += GarbledJSON(writing: writing).questions(tokens, column: column)
      questions += LostFractions(writing: writing).questions(tokens, column: column)
      questions += LeadingZeros(writing: writing).questions(tokens, column: column)
      questions += DocumentsAsTexts(writing: writing).questions(tokens, column: column)
      let overwritten = OverwrittenValues(
        writing: writing, trace: trace, earlier: earlier, plans: rehearsal.before.plans)
      questions += overwritten.questions(tokens, column: column, in: connection)
      questions += overwritten.unmatched(tokens, column: column, in: connection)
    }
    questions += PassedOverRows(writing: writing, trace: trace).questions(in: connection)
    questions += ReplacedRows(writing: writing, trace: trace).questions
    questions += EmptyLinks(writing: writing).questions
    questions += UnreferringRows(writing: writing, trace: trace).questions(in: connection)
    questions += JoinedUpdates(writing: writing).questions(in: connection)
    if connection == nil, written.items.isEmpty,
      written.hasJoin || hasExpressions(statement) || LeadingZeros(writing: writing).mayBeLost
        || EmptyLinks(writing: writing).mayBeMade
    {
      questions.append(
        Question(query: "", limit: 0, fault: fault(Self.garbledCode, name, nil, "", statement)))
    }
    if let question = multiplied(written, name, statement) { questions.append(question) }
    return questions
  }

  /// Whether a statement that names no columns may write anything but columns as they are.
  private func hasExpressions(_ statement: SQLStatement) -> Bool {
    let tokens = statement.bound.tokens
    let start = tokens[...].firstPlace(of: ["select"]) ?? tokens.startIndex
    let list = tokens[start...].prefix { !$0.isWord("from") }
    return list.contains { token in
      ["(", "||", "+", "-", "/"].contains(where: token.isSymbol) || token.isWord("case")
    }
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

  private func captured(
    _ query: CapturedNames.Query, by capture: CapturedNames, _ statement: SQLStatement
  ) -> Question {
    Question(
      query: "SELECT 1",
      fault: HopFault(
        CapturedNames.code, type: target(of: statement).map(mapping.typeName), isError: false,
        message: capture.message(query), place: statement.source))
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
      var question = Question(
        query: written.query("max((\(query)))"), limit: 1,
        fault: fault(
          Self.severalCode, table, column,
          "The query for \(table).\(column) may find several rows, and any one of them is taken. "
            + "Say which, or keep them unique; if the app does, nothing is to be done.",
          statement))
      question.queryAlike = written.commonTables + query
      question.kind = "\(SQLToken.tokens(of: written.commonTables + written.text(of: inner)))"
      questions.append(question)
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

  // MARK: Values without a place

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
          Self.caseCode, table, column,
          "\(table).\(column) becomes NULL where no WHEN of the CASE holds, and its value is lost. "
            + "Give the CASE an ELSE; if there is no other value, nothing is to be done.", statement
        ))
    }.map { [$0] } ?? []
  }
}
