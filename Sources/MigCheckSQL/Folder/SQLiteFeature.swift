import MigCheckText

/// Something that statements use and older versions of SQLite do not have.
///
/// Source: SQLite's release history, <https://sqlite.org/changes.html>.
struct SQLiteFeature: Sendable, Equatable {
  /// As statements write it, such as `RETURNING`.
  var name: String
  /// The second number of the first version that has it: 35 of 3.35.0.
  var minor: Int

  /// What a statement uses; each once, in no certain order.
  ///
  /// - Parameter defined: names of functions that the app brings itself.
  static func all(in statement: SQLStatement, besides defined: [String]) -> [SQLiteFeature] {
    let tokens = statement.tokens
    var found = ofTables(statement) + ofQueries(tokens) + ofWrites(tokens)
    found += ofFunctions(tokens, besides: defined)
    return found
  }

  // MARK: Tables

  private static func ofTables(_ statement: SQLStatement) -> [SQLiteFeature] {
    let tokens = statement.tokens
    let isAddition: Bool
    switch StatementShape(statement) {
    case .renameColumn: return [SQLiteFeature(name: "RENAME COLUMN", minor: 25)]
    case .alterTable(let table):
      if statement.alteredColumn("drop", of: table) != nil {
        return [SQLiteFeature(name: "DROP COLUMN", minor: 35)]
      }
      isAddition = true
    case .createTable(_, nil): isAddition = false
    case .createTable, .insert, .update, .delete, .dropTable, .renameTable, .dropObject: return []
    case .other: return ofVirtualTables(tokens)
    }
    var found = [SQLiteFeature]()
    if tokens.has("generated", "always") || tokens.hasWord("as", before: "(") {
      found.append(SQLiteFeature(name: "a generated column", minor: 31))
    }
    let end = tokens.lastIndex { $0.isSymbol(")") }
    if !isAddition, let end, tokens[end...].contains(where: { $0.isWord("strict") }) {
      found.append(SQLiteFeature(name: "STRICT", minor: 37))
    }
    return found
  }

  private static func ofVirtualTables(_ tokens: [SQLToken]) -> [SQLiteFeature] {
    guard tokens.first?.isWord("create") ?? false, tokens.contains(where: { $0.isWord("fts5") })
    else { return [] }
    func names(_ word: String) -> Bool {
      tokens.contains { token in
        if case .text(let text) = token {
          text.lowercasedASCII.split { " '".contains($0) }.contains { $0 == word }
        } else {
          token.isWord(word)
        }
      }
    }
    return [
      names("trigram") ? SQLiteFeature(name: "the tokenizer trigram", minor: 34) : nil,
      names("contentless_delete") ? SQLiteFeature(name: "contentless_delete", minor: 43) : nil,
    ].compactMap(\.self)
  }

  // MARK: Queries

  private static func ofQueries(_ tokens: [SQLToken]) -> [SQLiteFeature] {
    var found = [SQLiteFeature]()
    func note(_ name: String, _ minor: Int, if isUsed: Bool) {
      if isUsed { found.append(SQLiteFeature(name: name, minor: minor)) }
    }
    let isBehindCall = { (word: String) in
      tokens.indices.dropFirst().dropLast().contains {
        tokens[$0].isWord(word) && tokens[$0 - 1].isSymbol(")")
          && (tokens[$0 + 1].isSymbol("(") || word == "over" && tokens[$0 + 1].name != nil)
      }
    }
    note("a window function", 25, if: isBehindCall("over"))
    note("FILTER", 30, if: isBehindCall("filter"))
    note(
      "NULLS FIRST", 30, if: tokens.has("nulls", "first") || tokens.has("nulls", "last"))
    note("MATERIALIZED", 35, if: tokens.hasWord("materialized", before: "("))
    note(
      "the operator ->", 38, if: tokens.contains { $0.isSymbol("->") || $0.isSymbol("->>") })
    for side in ["right", "full"] {
      note(
        "\(side.uppercased()) JOIN", 39,
        if: tokens.has(side, "join") || tokens.has(side, "outer", "join"))
    }
    note(
      "IS DISTINCT FROM", 39,
      if: tokens.has("is", "distinct", "from") || tokens.has("is", "not", "distinct", "from"))
    note(
      "VACUUM INTO", 27, if: tokens.has("vacuum", "into") || tokens.has("vacuum", "main", "into"))
    let isBoolean = tokens.indices.contains { place in
      (tokens[place].isWord("true") || tokens[place].isWord("false"))
        && !(place > 0 && tokens[place - 1].isSymbol("."))
    }
    note("TRUE or FALSE", 23, if: isBoolean)
    note(
      "a number with underscores", 46,
      if: tokens.contains { token in
        if case .number(let text) = token { text.contains("_") } else { false }
      })
    return found
  }

  // MARK: Writes

  private static func ofWrites(_ tokens: [SQLToken]) -> [SQLiteFeature] {
    var found = [SQLiteFeature]()
    // A trigger holds several statements.
    for own in tokens.split(whereSeparator: { $0.isSymbol(";") }) {
      let clauses = own.indices.dropLast(2).filter {
        own[$0].isWord("on") && own[$0 + 1].isWord("conflict")
          && own[($0 + 2)...].contains { $0.isWord("do") }
      }
      if clauses.count > 1 || clauses.contains(where: { isWithoutKey($0, own) }) {
        found.append(SQLiteFeature(name: "this form of ON CONFLICT DO", minor: 35))
      } else if !clauses.isEmpty {
        found.append(SQLiteFeature(name: "ON CONFLICT DO", minor: 24))
      }
      if joinsInUpdate(own) { found.append(SQLiteFeature(name: "UPDATE … FROM", minor: 33)) }
      if returns(own) { found.append(SQLiteFeature(name: "RETURNING", minor: 35)) }
    }
    return found
  }

  /// `ON CONFLICT DO UPDATE`, which names no key.
  private static func isWithoutKey(_ place: Int, _ tokens: ArraySlice<SQLToken>) -> Bool {
    tokens.indices.contains(place + 3) && tokens[place + 2].isWord("do")
      && tokens[place + 3].isWord("update")
  }

  private static func joinsInUpdate(_ tokens: ArraySlice<SQLToken>) -> Bool {
    guard let verb = tokens.lastIndex(where: { $0.isWord("update") }),
      let set = tokens[verb...].firstPlace(of: ["set"]),
      let from = tokens[set...].firstPlace(of: ["from"])
    else { return false }
    let hasCondition = tokens[set..<from].firstPlace(of: ["where"]) != nil
    return !hasCondition && !tokens[from - 1].isWord("distinct")
  }

  private static func returns(_ tokens: ArraySlice<SQLToken>) -> Bool {
    guard let place = tokens.firstPlace(of: ["returning"]), place + 1 < tokens.endIndex,
      let verb = tokens.firstPlace(of: ["insert", "replace", "update", "delete"]), verb < place
    else { return false }
    let before = tokens[place - 1]
    let isName =
      [",", ".", "=", "("].contains(where: before.isSymbol)
      || ["set", "select", "where", "and", "or", "by", "as"].contains(where: before.isWord)
    return !isName
  }

  // MARK: Functions

  /// The first versions of functions, which are words of their own.
  private static let functions: [(minor: Int, names: [String])] = [
    (18, ["json_patch"]), (32, ["iif"]),
    (
      35,
      [
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos",
        "cosh", "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow",
        "power", "radians", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
      ]
    ),
    (38, ["format", "unixepoch"]), (41, ["unhex"]), (42, ["json_error_position"]),
    (43, ["octet_length", "timediff"]), (44, ["concat", "concat_ws", "string_agg"]),
    (
      45,
      [
        "jsonb", "jsonb_array", "jsonb_extract", "jsonb_group_array", "jsonb_group_object",
        "jsonb_insert", "jsonb_object", "jsonb_patch", "jsonb_remove", "jsonb_replace", "jsonb_set",
      ]
    ),
    (46, ["json_pretty"]), (48, ["if"]), (50, ["unistr", "unistr_quote"]),
  ]

  private static func ofFunctions(
    _ tokens: [SQLToken], besides defined: [String]
  ) -> [SQLiteFeature] {
    tokens.calls.filter { call in !defined.contains { $0.isSameName(as: call.name) } }.flatMap {
      call -> [SQLiteFeature] in
      let known = functions.first { $0.names.contains(call.name) }
      let arguments = tokens[call.place...].dropFirst()
      let isOrdered =
        ["group_concat", "string_agg", "json_group_array", "json_group_object"].contains(call.name)
        && arguments.insideOfParentheses.firstPlace(of: ["order"]) != nil
      return [
        known.map { SQLiteFeature(name: "\(call.name)()", minor: $0.minor) },
        isOrdered ? SQLiteFeature(name: "ORDER BY within \(call.name)()", minor: 44) : nil,
      ].compactMap(\.self)
    }
  }

  /// Whether a statement calls a function for JSON, which are part of SQLite from 3.38 on and were an
  /// option before.
  static func readsJSON(_ statement: SQLStatement) -> Bool {
    statement.tokens.calls.contains { $0.name == "json" || $0.name.hasPrefix("json_") }
  }
}

extension [SQLToken] {
  fileprivate func has(_ words: String...) -> Bool {
    indices.contains { place in
      place + words.count <= count
        && zip(self[place...], words).allSatisfy { $0.isWord($1) }
    }
  }

  fileprivate func hasWord(_ word: String, before symbol: String) -> Bool {
    zip(self, dropFirst()).contains { $0.isWord(word) && $1.isSymbol(symbol) }
  }

  /// Names in lower case before parentheses, and their places, where they are no names of tables.
  fileprivate var calls: [(name: String, place: Int)] {
    indices.dropLast().compactMap { place in
      guard case .word(let name) = self[place], self[place + 1].isSymbol("(") else { return nil }
      if place > 0 {
        let before = self[place - 1]
        let others = [
          "into", "table", "exists", "references", "on", "view", "index", "update", "with",
          "recursive", "constraint", "as", "join",
        ]
        if before.isSymbol(".") || others.contains(where: before.isWord) { return nil }
      }
      return (name.lowercasedASCII, place)
    }
  }
}

extension ArraySlice<SQLToken> {
  /// What stands between the first token, a parenthesis, and the one that closes it.
  fileprivate var insideOfParentheses: ArraySlice {
    var depth = 0
    let end = indices.first { place in
      if self[place].isSymbol("(") { depth += 1 }
      if self[place].isSymbol(")") { depth -= 1 }
      return depth == 0
    }
    return self[(startIndex + 1)..<(end ?? endIndex)]
  }
}
