import MigCheckModel
import MigCheckText

/// Texts of digits that are copied into a column of numbers: SQLite makes 7 of '007' there, without a word.
/// A postcode or a telephone number is no number.
struct LeadingZeros {
  static let code = "leadingZeros"

  let writing: WritingStatement

  /// Whether a column of texts becomes one of numbers, as far as the tables tell.
  var mayBeLost: Bool {
    guard let old = writing.before.table(named: writing.written.base),
      let new = writing.after.table(named: writing.table)
    else { return false }
    return old.storedColumns.contains { column in
      Self.mayHaveZeros(column.name) && new.column(named: column.name) != nil
        && ColumnAffinity(declaredType: column.declaredType) == .text
    }
  }

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    guard let source = writing.column(item), writing.isUsedUp(source, for: column),
      let old = writing.before.table(named: writing.written.base)?.column(named: source),
      let new = writing.after.table(named: writing.table)?.column(named: column),
      ColumnAffinity(declaredType: old.declaredType) == .text,
      [.integer, .real, .numeric].contains(ColumnAffinity(declaredType: new.declaredType)),
      Self.mayHaveZeros(source) || Self.mayHaveZeros(column)
    else { return [] }
    var question = RowQuestion(
      query: "SELECT 1",
      fault: writing.fault(
        Self.code, column,
        "\(writing.table).\(column) is declared as \(new.declaredType), where SQLite makes a number of a text "
          + "of digits: '007' becomes 7. Declare it as TEXT; if no \(source) begins with 0, nothing is "
          + "to be done."))
    let (table, own) = (Name(writing.written.base), Name(source))
    question.fault.rows = [
      HopFault.Row(
        isAfter: false, table: table, cells: [HopFault.Cell(column: own, value: .string("007"))]),
      HopFault.Row(
        isAfter: true, table: Name(writing.table),
        cells: [HopFault.Cell(column: Name(column), value: .int(7))]),
    ]
    return [question]
  }

  /// Whether a name says that digits are no number.
  private static func mayHaveZeros(_ column: String) -> Bool {
    let name = column.lowercasedASCII
    return [
      "zip", "post", "phone", "fax", "code", "isbn", "ean", "iban", "account", "serial", "pin",
      "plz",
      "barcode", "sku", "hash", "card",
    ].contains(where: name.contains)
  }
}
