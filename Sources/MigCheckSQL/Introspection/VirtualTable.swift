import MigCheckText

/// What the statement that makes a virtual table says of where its rows are.
struct VirtualTable {
  /// What the names of the tables end in, behind that of the virtual one and `_`, in which SQLite keeps
  /// their content: FTS5, FTS3 and FTS4, R*Tree.
  static let parts: Set<String> = [
    "data", "idx", "content", "docsize", "config", "segments", "segdir", "stat", "node", "parent",
    "rowid",
  ]

  let name: String
  private let tokens: [SQLToken]

  /// - Returns: `nil`: the statement makes none.
  init?(_ tokens: [SQLToken]) {
    var rest = tokens[...]
    guard rest.popFirst()?.isWord("create") ?? false, rest.popFirst()?.isWord("virtual") ?? false,
      rest.popFirst()?.isWord("table") ?? false
    else { return nil }
    for word in ["if", "not", "exists"] where rest.first?.isWord(word) ?? false {
      rest.removeFirst()
    }
    if rest.count > 2, rest[rest.startIndex + 1].isSymbol(".") { rest = rest.dropFirst(2) }
    guard let first = rest.first else { return nil }
    if case .text(let text) = first { name = text } else { name = first.name ?? "" }
    self.tokens = tokens
  }

  /// Whether it has its content in a table of the app, under any name, or keeps none.
  var hasOtherContent: Bool {
    zip(tokens, tokens.dropFirst()).contains { $0.isWord("content") && $1.isSymbol("=") }
  }

  /// Whether it is an index of texts that keeps them itself.
  var holdsTexts: Bool {
    guard let place = tokens.firstIndex(where: { $0.isWord("using") }), place + 1 < tokens.count
    else { return false }
    return ["fts3", "fts4", "fts5"].contains(where: tokens[place + 1].isWord) && !hasOtherContent
  }

  /// Whether a table is one of those in which SQLite keeps the content.
  ///
  /// - Parameter other: its name, in lower case.
  func owns(_ other: String) -> Bool {
    let prefix = name.lowercasedASCII + "_"
    guard other.hasPrefix(prefix) else { return false }
    let part = String(other.dropFirst(prefix.count))
    return Self.parts.contains(part) && (part != "content" || !hasOtherContent)
  }

  /// The indexes of texts that hold what is nowhere else, in lower case: no trigger writes to them, and no
  /// statement fills them from other tables. Their rows are data of the app like those of any table.
  static func ofOwnTexts(in statements: [SQLStatement]) -> Set<String> {
    var names = Set<String>()
    for statement in statements {
      if let table = VirtualTable(statement.tokens), table.holdsTexts {
        names.insert(table.name.lowercasedASCII)
      } else if case .renameTable(let from, let to) = StatementShape(statement),
        names.contains(from.lowercasedASCII)
      {
        names.insert(to.lowercasedASCII)
      }
    }
    guard !names.isEmpty else { return [] }
    var filled = Set<String>()
    for statement in statements {
      let tokens = statement.tokens
      if tokens.first?.isWord("create") ?? false,
        tokens.prefix(3).contains(where: { $0.isWord("trigger") })
      {
        filled.formUnion(tokens.compactMap { $0.name?.lowercasedASCII })
      } else if case .insert(let insertion) = StatementShape(statement),
        let query = insertion.query,
        QueriedTables(SQLToken.tokens(of: query)).names.contains(where: {
          !names.contains($0.lowercasedASCII)
        })
      {
        filled.insert(insertion.table.lowercasedASCII)
      }
    }
    // One that gets another name is the same one.
    for statement in statements + statements.reversed() {
      guard case .renameTable(let from, let to) = StatementShape(statement) else { continue }
      let pair = [from.lowercasedASCII, to.lowercasedASCII]
      if pair.contains(where: filled.contains) { filled.formUnion(pair) }
    }
    return names.subtracting(filled)
  }
}
