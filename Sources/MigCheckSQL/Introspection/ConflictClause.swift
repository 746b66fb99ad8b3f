import MigCheckText

/// What a constraint of a table does with a row that breaks it, where it says so: `PRIMARY KEY (name)
/// ON CONFLICT REPLACE`.
///
/// It holds for every `INSERT` and `UPDATE` that says nothing else itself, and no word of theirs shows it.
struct ConflictClause: Equatable {
  enum Resolution: String {
    case replace, ignore
  }

  /// As it is written: `PRIMARY KEY (name)`, `UNIQUE (a, b)`, `NOT NULL`.
  var constraint: String
  var columns: [String]
  var resolution: Resolution

  /// Those of a `CREATE TABLE` that replace or pass over rows.
  static func all(in sql: String) -> [ConflictClause] {
    let tokens = SQLToken.tokens(of: sql)
    guard let start = tokens.firstIndex(where: { $0.isSymbol("(") }) else { return [] }
    return tokens[(start + 1)...].parts(between: { $0.isSymbol(",") }).flatMap(clauses)
  }

  /// - Parameter part: a column, or a constraint of the table.
  private static func clauses(_ part: ArraySlice<SQLToken>) -> [ConflictClause] {
    part.indices.dropLast(2).compactMap { place in
      guard part[place].isWord("on"), part[place + 1].isWord("conflict"),
        let word = part[place + 2].name, let resolution = Resolution(rawValue: word.lowercasedASCII)
      else { return nil }
      let before = part[..<place]
      let kinds = ["primary", "unique", "null"]
      guard let kind = before.lastIndex(where: { token in kinds.contains(where: token.isWord) })
      else { return nil }
      let named = before[kind...].drop { !$0.isSymbol("(") }.dropFirst().prefix {
        !$0.isSymbol(")")
      }
      let listed = named.parts(between: { $0.isSymbol(",") }).compactMap { $0.first?.name }
      let columns = listed.isEmpty ? [part.first?.name].compactMap(\.self) : listed
      let list = columns.joined(separator: ", ")
      let constraint =
        switch true {
        case before[kind].isWord("primary"): "PRIMARY KEY (\(list))"
        case before[kind].isWord("unique"): "UNIQUE (\(list))"
        default: "NOT NULL"
        }
      return ConflictClause(constraint: constraint, columns: columns, resolution: resolution)
    }
  }

  /// Whether rows with equal values are what it settles.
  var isKey: Bool { constraint != "NOT NULL" }

  /// Why rows are gone, as the rest of a sentence.
  ///
  /// - Parameter table: whose constraint it is.
  func reason(in table: String) -> String {
    let clause = "\(constraint) ON CONFLICT \(resolution.rawValue.uppercased()) of \(table)"
    return switch (isKey, resolution) {
    case (true, .replace): "as \(clause) lets one row replace another that has the same key"
    case (true, .ignore): "as \(clause) passes over a row that has the same key as another"
    case (false, .ignore): "as \(clause).\(columns.joined()) passes over rows with NULL there"
    case (false, .replace): "as \(clause).\(columns.joined()) writes the default for NULL"
    }
  }
}

extension SQLStatement {
  /// Whether an `INSERT` or `UPDATE` says itself what happens to rows that break a constraint.
  var settlesConflicts: Bool {
    guard let verb = tokens[...].firstPlace(of: ["insert", "replace", "update"]) else {
      return false
    }
    return tokens[verb].isWord("replace")
      || tokens.indices.contains(verb + 1) && tokens[verb + 1].isWord("or")
  }

  /// Whether rows that have the key of another one are passed over, or take its place, so that rows that
  /// are alike become one: `INSERT OR IGNORE`, `OR REPLACE`, `ON CONFLICT … DO NOTHING`, or by what the
  /// table says.
  ///
  /// - Parameter sql: the `CREATE TABLE` of the table that it fills.
  func joinsAlike(into sql: String) -> Bool {
    if settlesConflicts {
      return tokens.indices.dropLast().contains { place in
        tokens[place].isWord("or")
          && (tokens[place + 1].isWord("ignore") || tokens[place + 1].isWord("replace"))
      } || tokens.first?.isWord("replace") ?? false
    }
    let passesOver = zip(tokens, tokens.dropFirst()).contains {
      $0.isWord("do") && $1.isWord("nothing")
    }
    return passesOver || ConflictClause.all(in: sql).contains(where: \.isKey)
  }
}
