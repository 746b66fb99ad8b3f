import MigCheckText

/// Dates as texts in columns that are declared as integers: SQLite keeps them as they are, next to the
/// numbers of other rows.
struct TextsInNumbers {
  static let code = "textInNumber"

  let writing: WritingStatement

  private static let dates = ["date", "time", "datetime", "strftime"]
  private static let constants = ["current_timestamp", "current_date", "current_time"]

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    guard let table = writing.after.table(named: writing.table),
      let declared = table.column(named: column),
      ColumnAffinity(declaredType: declared.declaredType) == .integer, isDate(item),
      !isDate(SQLToken.placed(in: declared.defaultValue ?? "")[...]),
      !item.contains(where: { $0.token.isWord("case") || $0.token.isWord("select") })
    else { return [] }
    let whole = "(\(writing.written.text(of: item)))"
    return [
      RowQuestion(
        query: writing.written.query(
          "count(*)", where: ["typeof(\(whole)) = 'text'", "\(whole) GLOB '*[^0-9.]*'"]),
        fault: writing.fault(
          Self.code, column,
          "\(writing.table).\(column) is declared as \(declared.declaredType), and gets a date as a text, "
            + "which stays a text there. Write a number, such as unixepoch() or CAST(strftime('%s', …) "
            + "AS INTEGER); if the app reads texts, nothing is to be done."))
    ]
  }

  /// Whether it is the call of a function that makes texts of dates, and nothing else.
  private func isDate(_ item: WrittenExpressions.Tokens) -> Bool {
    guard let first = item.first?.token else { return false }
    if item.count == 1 { return Self.constants.contains(where: first.isWord) }
    return Self.dates.contains(where: first.isWord)
      && item.end(from: item.startIndex + 1) == item.endIndex - 1
  }
}
