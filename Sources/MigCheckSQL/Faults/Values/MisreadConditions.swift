import MigCheckModel
import MigCheckText

/// Conditions that SQLite reads otherwise than they look: `a = 'x' OR 'y'`, in which the second text
/// stands for false, and `SET a = 1 AND b = 2`, which writes one column only.
struct MisreadConditions {
  static let textCode = "textAsTruth"
  static let joinedCode = "assignmentsJoined"

  let migration: Migration
  let before: DatabaseSchema
  let mapping: SchemaMapping

  var faults: [HopFault] {
    migration.statements.flatMap { statement -> [HopFault] in
      switch StatementShape(statement) {
      case .update(let table):
        let joined = joinedAssignments(statement, of: table)
        return joined.isEmpty ? lonelyText(statement) : joined
      case .insert, .delete: return lonelyText(statement)
      default: return []
      }
    }
  }

  // MARK: Texts

  private static let ends = [
    "and", "or", "then", "group", "order", "limit", "returning", "union", "end",
  ]

  /// A text that is no number is false ("Expressions", 11: it is cast to NUMERIC).
  private func lonelyText(_ statement: SQLStatement) -> [HopFault] {
    let tokens = statement.tokens
    for place in tokens.indices.dropFirst() {
      guard case .text(let text) = tokens[place], !Self.mayBeNumber(text),
        ["where", "and", "or", "having"].contains(where: tokens[place - 1].isWord)
      else { continue }
      let next = place + 1 < tokens.count ? tokens[place + 1] : nil
      let isAlone =
        next.map { next in
          next.isSymbol(")") || next.isSymbol(";") || Self.ends.contains(where: next.isWord)
        } ?? true
      guard isAlone, !Self.isUpperBound(place, in: tokens) else { continue }
      return [
        HopFault(
          Self.textCode, type: nil, subject: Name("\(statement.place)"),
          message:
            "'\(text)' stands alone in a condition, and a text that is no number is never true: compare "
            + "a column with it.", place: statement.source)
      ]
    }
    return []
  }

  private static func mayBeNumber(_ text: String) -> Bool {
    text.utf8.first { $0 > 0x20 }.map { "+-.0123456789".utf8.contains($0) } ?? false
  }

  /// Whether a text is the upper one of `BETWEEN 'a' AND 'b'`.
  private static func isUpperBound(_ place: Int, in tokens: [SQLToken]) -> Bool {
    guard tokens[place - 1].isWord("and") else { return false }
    var depth = 0
    for token in tokens[..<(place - 1)].reversed() {
      if token.isSymbol(")") { depth += 1 }
      if token.isSymbol("(") { depth -= 1 }
      guard depth == 0 else {
        if depth < 0 { return false }
        continue
      }
      if token.isWord("between") { return true }
      if ["and", "or", "where", "when", "having"].contains(where: token.isWord) { return false }
    }
    return false
  }

  // MARK: Assignments

  /// `SET a = 1 AND b = 2`: `a` becomes what the condition `1 AND b = 2` is.
  private func joinedAssignments(_ statement: SQLStatement, of name: String) -> [HopFault] {
    guard let table = before.table(named: name),
      let written = WrittenExpressions(statement, columns: { _ in [] })
    else { return [] }
    for (column, item) in written.items where item.count > 4 {
      let place = item.startIndex
      guard Self.isLiteral(item[place].token), item[place + 1].token.isWord("and"),
        let other = item[place + 2].token.name.flatMap(table.column)?.name,
        item[place + 3].token.isSymbol("=")
      else { continue }
      return [
        HopFault(
          Self.joinedCode, type: mapping.typeName(table.name),
          property: mapping.propertyName(column, of: table.name),
          message:
            "\(table.name).\(column) becomes 1 or 0, and \(other) stays as it is: AND makes one "
            + "condition of all that stands behind the first =. Put a comma between assignments.",
          place: statement.source)
      ]
    }
    return []
  }

  private static func isLiteral(_ token: SQLToken) -> Bool {
    switch token {
    case .text, .number: true
    default: token.isWord("null")
    }
  }
}
