import MigCheckText

/// What a statement writes into columns, expression by expression, and for which rows.
///
/// Only of statements whose rows are those of one `FROM`, one by one: no groups, no unions.
struct WrittenExpressions {
  typealias Tokens = ArraySlice<SQLToken.Placed>

  /// The table that is written.
  let table: String
  /// What stands between `FROM` and `WHERE`; of an `UPDATE`, behind the table that is written.
  let from: String
  /// What stands behind the `FROM` of an `UPDATE`.
  let sources: String?
  /// The name by which the statement refers to the table that it updates.
  let alias: String
  /// The common tables that stand before the statement, or before its query.
  let commonTables: String
  /// The first table there.
  let base: String
  /// The name by which the statement refers to it.
  let baseAlias: String
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
      guard let verb = tokens.firstPlace(of: ["update"]), verb < set else { return nil }
      let own = tokens[verb..<set].drop { !$0.token.isSameName(as: table) }
      guard !own.isEmpty else { return nil }
      commonTables = verb > tokens.startIndex ? Self.slice(tokens[..<verb], text) + " " : ""
      alias = Self.alias(own) ?? table
      self.table = table
      base = table
      baseAlias = alias
      let sources = fromPlace.map { Self.slice(tokens[($0 + 1)..<(wherePlace ?? end)], text) }
      from = Self.slice(own, text) + (sources.map { ", " + $0 } ?? "")
      self.sources = sources
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
        let verb = tokens.firstPlace(of: ["insert", "replace"]), verb < select,
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
      let start = tokens[verb..<select].firstPlace(of: ["with"]) ?? select
      commonTables =
        [tokens[..<verb], tokens[start..<select]].filter { !$0.isEmpty }
        .map { Self.slice($0, text) + " " }.first ?? ""
      self.sources = nil
      alias = insertion.table
      table = insertion.table
      self.base = base
      baseAlias = Self.alias(sources) ?? base
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
    return "\(commonTables)SELECT \(result) FROM \(from)\(suffix)"
  }

  // MARK: Tokens

  /// - Parameter tokens: the name of a table and what stands behind it.
  private static func alias(_ tokens: Tokens) -> String? {
    let rest = tokens.dropFirst()
    let name = rest.first?.token.isWord("as") ?? false ? rest.dropFirst().first : rest.first
    let others = [
      "indexed", "not", "as", "join", "inner", "left", "right", "full", "outer", "cross", "natural",
      "on", "using",
    ]
    guard let name, !others.contains(where: name.token.isWord) else { return nil }
    return name.token.name
  }

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
