import MigCheckModel
import MigCheckText

/// Comparisons with NULL, which are never true: `CASE x WHEN NULL`, `WHERE x = NULL`, `x NOT IN ('', NULL)`;
/// also those of views, triggers and indexes that a script makes.
struct NullComparisons {
  static let code = "neverTrue"

  let migration: Migration

  var faults: [HopFault] {
    migration.statements.flatMap { statement -> [HopFault] in
      switch StatementShape(statement) {
      case .insert, .update, .delete: break
      case .createTable(_, query: _?): break
      case .other where Self.makesPart(statement.tokens): break
      default: return []
      }
      let cases = Self.casesOfNull(in: statement.tokens)
      let comparisons = Self.comparisons(in: statement.tokens)
      let lists = Self.lists(in: statement.tokens)
      return (cases + comparisons + lists).prefix(1).map { sentence in
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

  /// Whether it makes a view, a trigger or an index.
  private static func makesPart(_ tokens: [SQLToken]) -> Bool {
    tokens.first?.isWord("create") ?? false
      && tokens.prefix(4).contains { token in
        ["view", "trigger", "index"].contains(where: token.isWord)
      }
  }

  private static let signs = ["=", "==", "<>", "!="]

  /// `x = NULL` and `NULL <> x`, unless it is an assignment.
  private static func comparisons(in tokens: [SQLToken]) -> [String] {
    tokens.indices.compactMap { place in
      guard let sign = signs.first(where: tokens[place].isSymbol), place > 0,
        place + 1 < tokens.count
      else { return nil }
      let name: String
      if tokens[place + 1].isWord("null"), !isAssignment(place, in: tokens) {
        name = tokens[place - 1].name ?? "…"
      } else if tokens[place - 1].isWord("null"), !isPredicate(place - 1, in: tokens) {
        let isQualified = place + 3 < tokens.count && tokens[place + 2].isSymbol(".")
        name = tokens[place + (isQualified ? 3 : 1)].name ?? "…"
      } else {
        return nil
      }
      let right = sign == "=" || sign == "==" ? "IS NULL" : "IS NOT NULL"
      return
        "\(name) \(sign) NULL is never true, since nothing equals NULL: write \(name) \(right)."
    }
  }

  /// Whether a NULL belongs to `IS NULL` or `NOT NULL`.
  private static func isPredicate(_ place: Int, in tokens: [SQLToken]) -> Bool {
    place > 0 && (tokens[place - 1].isWord("is") || tokens[place - 1].isWord("not"))
  }

  /// Whether the sign at a place is that of `SET a = …`.
  private static func isAssignment(_ place: Int, in tokens: [SQLToken]) -> Bool {
    guard tokens[place].isSymbol("=") || tokens[place].isSymbol("==") else { return false }
    guard place > 1 else { return true }
    // Several columns may be given one value in parentheses.
    let first =
      tokens[place - 1].isSymbol(")")
      ? tokens[..<place].lastIndex { $0.isSymbol("(") } ?? place - 1 : place - 1
    guard first > 0 else { return true }
    if tokens[first - 1].isWord("set") { return true }
    guard tokens[first - 1].isSymbol(",") else { return false }
    var depth = 0
    for token in tokens[..<first].reversed() {
      if token.isSymbol(")") { depth += 1 }
      if token.isSymbol("(") {
        // The comma is that of a call or of a list.
        if depth == 0 { return false }
        depth -= 1
      }
      guard depth == 0 else { continue }
      if token.isWord("set") { return true }
      if ["select", "where", "from", "on", "values", "having", "by"].contains(where: token.isWord) {
        return false
      }
    }
    return false
  }

  /// `x NOT IN ('', NULL)`, and `x IN (NULL)`.
  private static func lists(in tokens: [SQLToken]) -> [String] {
    tokens.indices.dropLast(3).compactMap { place in
      if place > 0, tokens[place].isWord("in"), tokens[place + 1].isSymbol("("),
        tokens[place + 2].isWord("null"), tokens[place + 3].isSymbol(")"),
        let name = tokens[place - 1].name, !tokens[place - 1].isWord("not")
      {
        return "\(name) IN (NULL) is never true, since nothing equals NULL: write \(name) IS NULL."
      }
      guard tokens[place].isWord("not"), tokens[place + 1].isWord("in"),
        tokens[place + 2].isSymbol("("), !tokens[place + 3].isWord("select")
      else { return nil }
      var depth = 0
      for (token, next) in zip(tokens[(place + 2)...], tokens[(place + 3)...]) {
        if token.isSymbol("(") { depth += 1 }
        if token.isSymbol(")") { depth -= 1 }
        if depth == 0 { break }
        if depth == 1, token.isSymbol("(") || token.isSymbol(","), next.isWord("null") {
          let name = place > 0 ? tokens[place - 1].name ?? "…" : "…"
          return
            "\(name) NOT IN (…, NULL) is never true, since nothing is known to differ from NULL: ask for "
            + "\(name) IS NOT NULL beside the list."
        }
      }
      return nil
    }
  }
}
