import MigCheckModel
import MigCheckText

/// Calls that take the first value which is not NULL, and are given one that never is before the others:
/// `COALESCE('', label)` is always `''`.
struct IdleArguments {
  static let code = "constantFirst"

  let migration: Migration
  let before: DatabaseSchema
  let mapping: SchemaMapping

  /// One for each statement.
  var faults: [HopFault] {
    migration.statements.compactMap { statement in
      switch StatementShape(statement) {
      case .insert(let insertion): fault(statement, insertion.table)
      case .update(let table), .delete(let table, _): fault(statement, table)
      default: nil
      }
    }
  }

  private func fault(_ statement: SQLStatement, _ table: String) -> HopFault? {
    let tokens = SQLToken.placed(in: statement.text)[...]
    let bytes = Array(statement.text.utf8)
    func text(_ tokens: WrittenExpressions.Tokens) -> String {
      guard let first = tokens.first, let last = tokens.last else { return "" }
      return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
    for place in tokens.indices.dropLast(2) {
      guard ["coalesce", "ifnull"].contains(where: tokens[place].token.isWord),
        tokens[place + 1].token.isSymbol("("), let end = tokens.end(from: place + 1)
      else { continue }
      let arguments = WrittenExpressions.parts(of: tokens[(place + 2)..<end])
      guard arguments.count > 1, isLiteral(arguments[0]),
        arguments.dropFirst().contains(where: { $0.contains { isColumn($0.token) } }),
        !isName(arguments[0], of: table)
      else { continue }
      let call = text(tokens[place...end])
      return HopFault(
        Self.code, type: mapping.typeName(table), subject: Name(call),
        message:
          "\(call) is always \(text(arguments[0])), which is not NULL, and never reads what stands "
          + "behind it: put \(text(arguments[1])) first.", place: statement.source)
    }
    return nil
  }

  private func isLiteral(_ tokens: WrittenExpressions.Tokens) -> Bool {
    let own = tokens.first?.token.isSymbol("-") ?? false ? tokens.dropFirst() : tokens
    guard own.count == 1 else { return false }
    switch own.first?.token {
    case .text, .number: return true
    default: return false
    }
  }

  private func isColumn(_ token: SQLToken) -> Bool {
    token.name != nil && !["null", "true", "false"].contains(where: token.isWord)
  }

  /// A column's own name between quotes is told as that.
  private func isName(_ tokens: WrittenExpressions.Tokens, of table: String) -> Bool {
    guard case .text(let text)? = tokens.first?.token else { return false }
    return before.tables.contains { $0.column(named: text) != nil }
  }
}
