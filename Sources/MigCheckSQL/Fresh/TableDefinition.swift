import MigCheckText

/// What a `CREATE TABLE` says that SQLite's pragmas do not.
struct TableDefinition {
  /// Expressions of `CHECK`s, wherever they stand.
  let checks: [PlainSQL]
  let countsUp: Bool
  /// By the lower-case name of a column.
  private let declarations: [String: [SQLToken]]

  init(_ table: DatabaseSchema.Table) {
    checks = TablePlan.checks(of: table).map { PlainSQL($0.dropFirst()) }
    let tokens = SQLToken.tokens(of: table.sql)
    countsUp = tokens.contains { $0.isWord("autoincrement") }
    var declarations = [String: [SQLToken]]()
    if let start = tokens.firstIndex(where: { $0.isSymbol("(") }) {
      for part in tokens[(start + 1)...].parts(between: { $0.isSymbol(",") }) {
        guard let name = part.first?.name, table.column(named: name) != nil else { continue }
        declarations[name.lowercasedASCII] = Array(part.dropFirst())
      }
    }
    self.declarations = declarations
  }

  /// How texts of a column are compared, in lower case.
  func collation(of column: String) -> String {
    let tokens = declarations[column.lowercasedASCII] ?? []
    let place = tokens.indices.dropLast().last { tokens[$0].isWord("collate") }
    return place.flatMap { tokens[$0 + 1].name?.lowercasedASCII } ?? "binary"
  }

  /// The expression of a computed column, with its parentheses.
  func expression(of column: String) -> PlainSQL {
    let tokens = declarations[column.lowercasedASCII] ?? []
    guard let start = tokens.firstIndex(where: { $0.isWord("as") }) else { return PlainSQL([]) }
    var depth = 0
    return PlainSQL(
      tokens[(start + 1)...].prefix { token in
        if token.isSymbol("(") { depth += 1 }
        defer { if token.isSymbol(")") { depth -= 1 } }
        return depth > 0
      })
  }
}

/// SQL without what makes no difference: the quotes around names, the case of words, white space, comments,
/// two spellings of an operator, and parentheses around all of it.
struct PlainSQL: Equatable {
  private let tokens: [SQLToken]

  init(_ tokens: some Sequence<SQLToken>) {
    var plain = tokens.map(Self.plain)
    while Self.isEnclosed(plain) { plain = Array(plain.dropFirst().dropLast()) }
    self.tokens = plain
  }

  /// - Parameter name: what an object is called; what stands before it, as `IF NOT EXISTS`, does not
  ///   count.
  init(_ sql: String, behind name: String) {
    let tokens = SQLToken.tokens(of: sql)
    let start = tokens.firstIndex { token in
      switch token {
      case .text(let text): text.isSameName(as: name)
      default: token.name?.isSameName(as: name) ?? false
      }
    }
    self.init(tokens.dropFirst(start.map { $0 + 1 } ?? 0).filter { !$0.isSymbol(";") })
  }

  private static func plain(_ token: SQLToken) -> SQLToken {
    switch token {
    case .word(let name), .quotedName(let name): .word(name.lowercasedASCII)
    case .symbol("=="): .symbol("=")
    case .symbol("<>"): .symbol("!=")
    default: token
    }
  }

  /// Whether the first parenthesis is the last one's.
  private static func isEnclosed(_ tokens: [SQLToken]) -> Bool {
    guard tokens.count > 2, tokens[0].isSymbol("(") else { return false }
    var depth = 0
    for (place, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 { return place == tokens.count - 1 }
    }
    return false
  }
}
