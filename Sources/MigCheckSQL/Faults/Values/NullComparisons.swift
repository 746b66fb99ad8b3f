import MigCheckModel
import MigCheckText

/// Comparisons with NULL, which are never true: `CASE x WHEN NULL`, `WHERE x = NULL`.
struct NullComparisons {
  static let code = "neverTrue"

  let migration: Migration

  var faults: [HopFault] {
    migration.statements.flatMap { statement -> [HopFault] in
      switch StatementShape(statement) {
      case .insert, .update, .delete: break
      default: return []
      }
      let cases = Self.casesOfNull(in: statement.tokens)
      let comparisons = Self.comparisons(in: statement.tokens)
      return (cases + comparisons).prefix(1).map { sentence in
        HopFault(
          Self.code, type: nil, subject: Name("\(statement.place)"), message: sentence,
          place: statement.source)
      }
    }
  }

  /// `CASE x WHEN NULL THEN`.
  private static func casesOfNull(in tokens: [SQLToken]) -> [String] {
    var hasOperand = [Bool]()
    var sentences = [String]()
    for (place, token) in tokens.enumerated() {
      let next = place + 1 < tokens.count ? tokens[place + 1] : nil
      if token.isWord("case") {
        hasOperand.append(!(next?.isWord("when") ?? true))
      } else if token.isWord("end") {
        hasOperand.removeLast(min(1, hasOperand.count))
      } else if token.isWord("when"), next?.isWord("null") ?? false, hasOperand.last ?? false,
        place + 2 < tokens.count, tokens[place + 2].isWord("then")
      {
        sentences.append(
          "CASE … WHEN NULL never holds, since nothing equals NULL: write CASE WHEN … IS NULL.")
      }
    }
    return sentences
  }

  /// `x = NULL` in a condition.
  private static func comparisons(in tokens: [SQLToken]) -> [String] {
    tokens.indices.compactMap { place in
      guard let sign = ["=", "==", "<>", "!="].first(where: tokens[place].isSymbol),
        place > 0, place + 1 < tokens.count, tokens[place + 1].isWord("null"),
        isInCondition(tokens[..<place])
      else { return nil }
      let name = tokens[place - 1].name ?? "…"
      let right = sign == "=" || sign == "==" ? "IS NULL" : "IS NOT NULL"
      return
        "\(name) \(sign) NULL is never true, since nothing equals NULL: write \(name) \(right)."
    }
  }

  /// Whether what comes behind the tokens is part of a condition, and no assignment.
  private static func isInCondition(_ tokens: ArraySlice<SQLToken>) -> Bool {
    var depth = 0
    for token in tokens.reversed() {
      if token.isSymbol(")") { depth += 1 }
      if token.isSymbol("(") { depth = max(0, depth - 1) }
      guard depth == 0 else { continue }
      if ["where", "on", "having", "when", "and", "or"].contains(where: token.isWord) {
        return true
      }
      if ["set", "select", "then", "else", "values"].contains(where: token.isWord) { return false }
      if token.isSymbol(",") { return false }
    }
    return false
  }
}
