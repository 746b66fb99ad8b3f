import MigCheckText

/// Values that go since another part of the expression is NULL, as anything that is joined to NULL
/// becomes NULL: `SET name = first || ' ' || last`.
struct LostOperands {
  static let code = "operandLost"

  let writing: WritingStatement

  private static let operators = ["||", "+", "-", "*"]

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    let operands = operands(of: item)
    guard operands.count > 1 else { return [] }
    let written = writing.written
    let whole = written.text(of: item)
    return operands.compactMap { operand -> RowQuestion? in
      guard let source = writing.column(operand), writing.isUsedUp(source, for: column) else {
        return nil
      }
      let text = written.text(of: operand)
      return RowQuestion(
        query: written.query("count(*)", where: ["\(text) IS NOT NULL", "(\(whole)) IS NULL"]),
        fault: writing.fault(
          Self.code, column,
          "\(writing.table).\(column) becomes NULL where another part of the expression is NULL, and the "
            + "value of \(source) is lost. Put that part into COALESCE; if it is never NULL, nothing is "
            + "to be done."))
    }
  }

  /// What stands between operators outside of parentheses; one: there are none, or others as well.
  private func operands(of item: WrittenExpressions.Tokens) -> [WrittenExpressions.Tokens] {
    item.parts(
      between: { Self.operators.contains(where: $0.isSymbol) }, unless: { $0.isWord("case") })
  }
}
