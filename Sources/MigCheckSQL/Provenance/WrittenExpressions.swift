import MigCheckText

/// What a statement writes into columns, expression by expression, and for which rows.
///
/// Only of statements whose rows are those of one `FROM`, one by one: no groups, no unions.
struct WrittenExpressions {
  typealias Tokens = ArraySlice<SQLToken.Placed>

  /// The table that is written.
  let table: String
  /// What stands between `FROM` and `WHERE`.
  let from: String
  /// The first table there.
  let base: String
  let condition: String?
  /// Whether rows of several tables are put together.
  let hasJoin: Bool
  let items: [(column: String, tokens: Tokens)]
  private let bytes: [UInt8]

  /// - Parameter columns: of the table, in order, for an `INSERT` that names none.
  init?(_ statement: SQLStatement, columns: (String) -> [String]) {
    let shape = StatementShape(statement)
    let tokens = SQLToken.placed(in: statement.text)[...]
    let text = Array(statement.text.utf8)
    bytes = text
    switch shape {
    case .update(let table):
      guard let set = tokens.firstPlace(of: ["set"]) else { return nil }
      let tail = tokens[(set + 1)...]
      let fromPlace = tail.firstPlace(of: ["from"])
      let wherePlace = tail.firstPlace(of: ["where"])
      let end = tail.firstPlace(of: ["returning", "order", "limit"]) ?? tokens.endIndex
      let own = tokens[..<set].drop { !$0.token.isSameName(as: table) }
      guard !own.isEmpty, !tokens[tokens.startIndex].token.isWord("with") else { return nil }
      self.table = table
      base = table
      var from = Self.slice(own, text)
      if let fromPlace {
        from += ", " + Self.slice(tokens[(fromPlace + 1)..<(wherePlace ?? end)], text)
      }
      self.from = from
      hasJoin = fromPlace != nil
      condition = wherePlace.map { Self.slice(tokens[($0 + 1)..<end], text) }
      let assigned = tail[..<(fromPlace ?? wherePlace ?? end)]
      items = Self.parts(of: assigned).compactMap { part in
        guard part.count > 2, let column = part[part.startIndex].token.name,
          part[part.startIndex + 1].token.isSymbol("=")
        else { return nil }
        return (column, part.dropFirst(2))
      }
    case .insert(let insertion):
      guard let select = tokens.firstPlace(of: ["select"]),
        tokens[tokens.startIndex].token.isWord("insert")
          || tokens[tokens.startIndex].token.isWord("replace"),
        let fromPlace = tokens[select...].firstPlace(of: ["from"]),
        tokens[select...].firstPlace(of: [
          "union", "except", "intersect", "group", "having", "distinct", "limit", "window",
        ]) == nil
      else { return nil }
      let tail = tokens[fromPlace...]
      let end =
        tail.firstPlace(of: ["order", "returning"]) ?? Self.upsert(in: tail) ?? tokens.endIndex
      let wherePlace = tail.firstPlace(of: ["where"]).flatMap { $0 < end ? $0 : nil }
      let sources = tokens[(fromPlace + 1)..<(wherePlace ?? end)]
      guard let base = sources.first?.token.name else { return nil }
      table = insertion.table
      self.base = base
      from = Self.slice(sources, text)
      condition = wherePlace.map { Self.slice(tokens[($0 + 1)..<end], text) }
      hasJoin = sources.firstPlace(of: ["join"]) != nil || Self.parts(of: sources).count > 1
      let parts = Self.parts(of: tokens[(select + 1)..<fromPlace])
      let names = insertion.columns ?? columns(insertion.table)
      items = parts.count == names.count ? Array(zip(names, parts)) : []
    default: return nil
    }
  }

  func text(of tokens: Tokens) -> String { Self.slice(tokens, bytes) }

  /// A query over the rows that the statement goes through.
  ///
  /// - Parameter terms: conditions beside the statement's own.
  func query(_ result: String, where terms: [String] = []) -> String {
    let all = (condition.map { [$0] } ?? []) + terms
    let suffix = all.isEmpty ? "" : " WHERE " + all.map { "(\($0))" }.joined(separator: " AND ")
    return "SELECT \(result) FROM \(from)\(suffix)"
  }

  // MARK: Tokens

  /// The `ON` of `ON CONFLICT`.
  private static func upsert(in tokens: Tokens) -> Int? {
    tokens.indices.dropLast().first {
      tokens[$0].token.isWord("on") && tokens[$0 + 1].token.isWord("conflict")
    }
  }

  private static func slice(_ tokens: Tokens, _ text: [UInt8]) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(decoding: text[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }

  /// What stands between commas outside of parentheses.
  static func parts(of tokens: Tokens) -> [Tokens] {
    tokens.parts { $0.isSymbol(",") }
  }
}

extension SQLToken {
  fileprivate func isSameName(as other: String) -> Bool {
    if case .text(let text) = self { return text.isSameName(as: other) }
    return name?.isSameName(as: other) ?? false
  }
}
