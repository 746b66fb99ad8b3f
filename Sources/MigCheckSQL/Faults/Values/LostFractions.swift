import MigCheckText

/// Numbers that lose a part of themselves on the way to integers, or from integers to fractions.
///
/// Floating point makes 1998.9999999999998 of `19.99 * 100`, of which `CAST(price * 100 AS INTEGER)` leaves
/// 1998; and `cents / 100` is a division of integers, which leaves 19 of 1999.
struct LostFractions {
  static let cutCode = "fractionCut"
  static let dividedCode = "integersDivided"

  let writing: WritingStatement

  /// Numbers that come out a little too small when they are multiplied by powers of ten.
  static let samples = ["19.99", "64.1", "0.29"]

  /// How near to an integer a product is for which an integer was meant.
  private static let noise = "1e-5"

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    let cuts = Self.products(in: item).map { cut($0, column: column) }
    return Array((cuts + [divided(item, column: column)].compactMap(\.self)).prefix(1))
  }

  /// The arguments of casts to integers that multiply something.
  static func products(in item: WrittenExpressions.Tokens) -> [WrittenExpressions.Tokens] {
    item.indices.compactMap { place in
      guard item[place].token.isWord("cast"), place + 1 < item.endIndex,
        item[place + 1].token.isSymbol("("), let end = item.end(from: place + 1)
      else { return nil }
      let inner = item[(place + 2)..<end]
      guard let separator = inner.lastIndex(where: { $0.token.isWord("as") }),
        let type = inner[(separator + 1)...].first?.token.name,
        ColumnAffinity(declaredType: type) == .integer
      else { return nil }
      let argument = inner[..<separator]
      let multiplies = argument.contains { $0.token.isSymbol("*") }
      let asks = argument.contains { $0.token.isWord("select") || $0.token.isWord("round") }
      return multiplies && !asks ? argument : nil
    }
  }

  private func cut(_ argument: WrittenExpressions.Tokens, column: String) -> RowQuestion {
    let text = writing.written.text(of: argument)
    let number = "(\(text))"
    return RowQuestion(
      query: writing.written.query(
        "count(*)",
        where: [
          "typeof(\(number)) = 'real'", "abs(\(number)) < 1e15",
          "CAST(\(number) AS INTEGER) <> CAST(round(\(number)) AS INTEGER)",
          "abs(\(number) - round(\(number))) < \(Self.noise)",
        ]),
      fault: writing.fault(
        Self.cutCode, column,
        "\(writing.table).\(column) becomes one too small where floating point makes a little less than an "
          + "integer of \(text), as it makes 1998.9999999999998 of 19.99 * 100: CAST cuts the fraction off. "
          + "Write CAST(round(\(text)) AS INTEGER); if it is to be cut off, nothing is to be done."
      ))
  }

  /// Integers that are divided by one, for a column of numbers with fractions.
  private func divided(_ item: WrittenExpressions.Tokens, column: String) -> RowQuestion? {
    guard let slash = item.firstIndex(where: { $0.token.isSymbol("/") }),
      slash + 1 == item.endIndex - 1, case .number(let divisor) = item[slash + 1].token,
      let number = Int64(divisor), number > 1, let source = writing.column(item[..<slash]),
      let old = writing.before.table(named: writing.written.base)?.column(named: source),
      let new = writing.after.table(named: writing.table)?.column(named: column),
      ColumnAffinity(declaredType: old.declaredType) == .integer, mayHoldFractions(new)
    else { return nil }
    let text = writing.written.text(of: item[..<slash])
    return RowQuestion(
      query: writing.written.query(
        "count(*)", where: ["typeof(\(text)) = 'integer'", "\(text) % \(number) <> 0"]),
      fault: writing.fault(
        Self.dividedCode, column,
        "\(writing.table).\(column) is declared as \(new.declaredType), and gets \(source) / \(number), which "
          + "divides integers and leaves the fraction out. Write \(source) / \(number).0; if only whole "
          + "numbers are meant, nothing is to be done."))
  }

  private func mayHoldFractions(_ column: DatabaseSchema.Column) -> Bool {
    let type = column.declaredType.lowercasedASCII
    return ["real", "float", "double", "decimal", "numeric"].contains { type.hasPrefix($0) }
  }
}
