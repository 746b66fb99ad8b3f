import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Values that calls cannot read: functions of dates make NULL of them, and a `CAST` makes 0 of a text
/// that is no number.
struct GarbledValues {
  /// Of what the upgrade fails for, as the column takes no NULL.
  static let refusedCode = "textsRefused"
  static let integerCode = "integerAsDays"

  let writing: WritingStatement
  let plans: [TablePlan]

  /// - Parameter connection: `nil`: it is only asked whether there is anything to ask.
  func questions(
    _ item: WrittenExpressions.Tokens, column: String, in connection: SQLiteConnection?
  ) -> [RowQuestion] {
    let numbers = GarblingCalls.ofPlainNumbers(in: item) { name in
      writing.before.table(named: writing.written.base)?.column(named: name).map {
        ColumnAffinity(declaredType: $0.declaredType) == .integer
      } ?? false
    }
    if let number = numbers.first {
      return [
        RowQuestion(
          query: writing.written.query("count(*)"),
          fault: writing.fault(
            Self.integerCode, column,
            "\(number.name) takes \(number.column), which is declared as an integer, for a number of days "
              + "since 4714 BC, so that \(writing.table).\(column) becomes another date or NULL. Say "
              + "'unixepoch' behind it; if it holds such days, nothing is to be done."))
      ]
    }
    let isRequired = connection.map { writing.isRequired(column, in: $0) } ?? false
    return GarblingCalls.all(in: item, of: writing.written).compactMap { call in
      // Where NULL is refused, trials show that the upgrade fails, if their rows hold such texts.
      guard !(call.isOfDate && isRequired) || holdsMoments(call.column) else { return nil }
      return question(call, column: column, of: item, fails: call.isOfDate && isRequired)
    }
  }

  /// Whether trials put nothing but dates into a column, for its name.
  private func holdsMoments(_ column: String) -> Bool {
    let table = writing.before.table(named: writing.written.base)?.name ?? writing.table
    guard let plan = plans.first(where: { $0.table.name.isSameName(as: table) }),
      let place = plan.columns.firstIndex(where: { $0.name.isSameName(as: column) })
    else { return false }
    return plan.roles[place] == .moment
  }

  private func question(
    _ call: GarblingCalls.Call, column: String, of item: WrittenExpressions.Tokens, fails: Bool
  ) -> RowQuestion {
    let written = writing.written
    let whole = written.text(of: item)
    let terms =
      call.isOfDate
      ? ["\(call.argument) IS NOT NULL", "(\(call.text)) IS NULL", "(\(whole)) IS NULL"]
      : [
        "typeof(\(call.argument)) = 'text'", "\(call.argument) GLOB '*[a-zA-Z]*'",
        "\(call.argument) NOT GLOB '*[0-9]*'", "(\(whole)) = 0",
      ]
    let path = "\(writing.table).\(column)"
    let result = call.isOfDate ? "NULL" : "0"
    let reason =
      call.isOfDate
      ? "\(call.name) cannot read \(call.column) as a date"
      : "\(call.column) is a text that is no number"
    let message =
      fails
      ? "The upgrade fails where \(reason), as \(path) takes no NULL."
      : "\(path) becomes \(result) where \(reason), and the text is lost."
    var question = RowQuestion(
      query: written.query("count(*)", where: terms),
      fault: writing.fault(
        fails ? Self.refusedCode : CopiedRows.garbledCode, column,
        message + " If there is none, nothing is to be done."))
    question.kind = "\(writing.statement.place) \(result)"
    if !fails {
      question.texts = LostTexts(
        query: written.query("DISTINCT \(call.argument)", where: terms),
        messageIfStaying:
          "\(path) becomes \(result) where \(reason). If there is none, nothing is to be done.")
    }
    return question
  }
}

extension WritingStatement {
  /// Whether the column that is written takes no NULL, so that the statement fails for one.
  func isRequired(_ column: String, in connection: SQLiteConnection) -> Bool {
    let query =
      "SELECT count(*) FROM pragma_table_xinfo(\(written.table.quotedText)) "
      + "WHERE lower(name) = \(column.lowercasedASCII.quotedText) AND \"notnull\""
    return (try? connection.rows(query).first?.first?.plainInteger) ?? 0 > 0
  }
}
