import MigCheckModel
import MigCheckText

/// Finds the statement for which rows of a table are gone, where none removes them as an author may
/// mean it: a copy that does not take all of them along, a deletion of every row, or one of rows that
/// they refer to.
struct RemovalSearch {
  let entries: [DatabaseVersions.Entry]
  /// Parallel to the entries.
  let traces: [ScriptTrace]
  let enforcesForeignKeys: Bool
  /// What a script says, by the position of its version.
  let reading: (Int) -> ScriptReading
  /// A copy that gives the rows of a table other numbers, by its name before the script and the position
  /// of the version.
  let renumbering: (String, Int) -> RenumberingCopy?

  /// - Parameters:
  ///   - table: its name at the old version.
  ///   - old: the position of the version that the store is at.
  ///   - new: that of the version that it comes to.
  /// - Returns: the first such statement; `nil`: there is none.
  func removal(of table: String, from old: Int, to new: Int, type: Name) -> SuspectedRemoval? {
    var name = table.lowercasedASCII
    var isEnforced = enforcesForeignKeys
    for place in old + 1..<new + 1 {
      let (trace, statements) = (traces[place], entries[place].migration.statements)
      let cascades = reading(place).cascades(isEnforced: &isEnforced)
      let isAffected = trace.affected.contains(name)
      let copy =
        isAffected
        ? renumbering(of: name, at: place) ?? copy(of: name, trace, statements) : nil
      let deletion = isAffected && copy == nil ? deletion(of: name, trace, statements) : nil
      let replacement =
        isAffected && copy == nil && deletion == nil ? replacement(of: name, at: place) : nil
      let own = copy ?? deletion ?? replacement
      if let found = own ?? cascades.removal(of: name) {
        return SuspectedRemoval(
          type: type, reason: found.reason, place: found.statement.source, isCascade: own == nil,
          takesAll: deletion != nil)
      }
      guard isAffected else { continue }
      guard let next = trace.successor(of: name) else { return nil }
      name = next
    }
    return nil
  }

  /// A copy that leaves the key out, so that every row gets another one.
  private func renumbering(
    of name: String, at place: Int
  ) -> (statement: SQLStatement, reason: String)? {
    let statements = entries[place].migration.statements
    guard
      let copy = renumbering(name, place), !copy.isUnnoticed
    else { return nil }
    let statement = statements[copy.statement]
    return (
      statement,
      "the copy at \(statement.place) leaves \(copy.key) out, so that all rows get new ones"
    )
  }

  private func copy(
    of name: String, _ trace: ScriptTrace, _ statements: [SQLStatement]
  ) -> (statement: SQLStatement, reason: String)? {
    // Their order does not matter, as the positions are sorted.
    let copies = (Array(trace.tables.values) + trace.dropped)
      .filter { $0.origin == nil && $0.holds(name) }
    let positions = copies.flatMap(\.insertions).sorted()
    // A query for no rows makes the table that others fill.
    let filling = positions.filter { !statements[$0].asksForNothing }
    for position in filling.isEmpty ? positions : filling {
      let statement = statements[position]
      let reasons = [Self.filter(statement), conflict(of: statement, in: statements[..<position])]
      let words = reasons.compactMap(\.self)
      guard !words.isEmpty else { continue }
      return (
        statement,
        "the copy at \(statement.place) does not take all rows along, "
          + words.joined(separator: " and ")
      )
    }
    return nil
  }

  /// What the table that a copy fills does with rows that have the same key, where the copy says nothing
  /// itself.
  ///
  /// - Parameter earlier: the statements before it, one of which makes the table.
  private func conflict(
    of copy: SQLStatement, in earlier: ArraySlice<SQLStatement>
  ) -> String? {
    guard case .insert(let insertion) = StatementShape(copy), !copy.settlesConflicts else {
      return nil
    }
    let creation = earlier.last { statement in
      if case .createTable(let name, nil) = StatementShape(statement) {
        name.isSameName(as: insertion.table)
      } else {
        false
      }
    }
    let clauses = creation.map { ConflictClause.all(in: $0.text) } ?? []
    return clauses.first { $0.isKey || $0.resolution == .ignore }?.reason(in: insertion.table)
  }

  /// A statement that writes keys of a table which has rows already, and lets a row replace the one that
  /// has the same key, by its own words or by those of the table.
  private func replacement(
    of name: String, at place: Int
  ) -> (statement: SQLStatement, reason: String)? {
    guard let table = entries[place - 1].database.table(named: name) else { return nil }
    let clause = ConflictClause.all(in: table.sql).first { $0.isKey && $0.resolution == .replace }
    let statements = entries[place].migration.statements
    // The name of the table as each statement runs.
    var current = name
    for statement in statements {
      let verb: String
      let target: String
      switch statement.shape {
      case .insert(let insertion): (verb, target) = ("INSERT", insertion.table)
      case .update(let table): (verb, target) = ("UPDATE", table)
      case .renameTable(let from, let to) where from.isSameName(as: current):
        current = to
        continue
      default: continue
      }
      guard target.isSameName(as: current) else { continue }
      if statement.replacesRows {
        return (
          statement,
          "the \(verb) OR REPLACE at \(statement.place) replaces rows of \(target) that have the same key"
        )
      }
      guard let clause, !statement.settlesConflicts, verb == "INSERT" || statement.writes(clause)
      else { continue }
      return (
        statement,
        "the \(verb) at \(statement.place) replaces rows, \(clause.reason(in: target))"
      )
    }
    return nil
  }

  /// Why a copy may leave rows out; `nil`: it takes them all.
  static func filter(_ statement: SQLStatement) -> String? {
    let tokens = statement.tokens
    func has(_ words: String...) -> Bool {
      tokens.indices.contains { start in
        words.indices.allSatisfy { offset in
          start + offset < tokens.count && tokens[start + offset].isWord(words[offset])
        }
      }
    }
    if has("or", "ignore") { return "as INSERT OR IGNORE passes over those that are refused" }
    if has("on", "conflict") { return "as ON CONFLICT settles what happens to equal keys" }
    if has("or", "replace") || tokens.first?.isWord("replace") ?? false {
      return "as one row replaces another that has the same key"
    }
    if has("limit") { return "as it has a LIMIT" }
    if has("where") { return "as it has a WHERE" }
    if has("group", "by") || has("distinct") { return "as it makes one row of several" }
    if has("join"), !has("left") { return "as it has a join, which may find nothing" }
    if has("except") || has("intersect") { return "as its query takes rows away" }
    return nil
  }

  private func deletion(
    of name: String, _ trace: ScriptTrace, _ statements: [SQLStatement]
  ) -> (statement: SQLStatement, reason: String)? {
    let own = (Array(trace.tables.values) + trace.dropped).filter { $0.origin == name }
    let position = own.flatMap(\.deletions).filter { !$0.hasCondition }.map(\.statement).min()
    return position.map {
      (statements[$0], "the DELETE at \(statements[$0].place) has no condition and takes every row")
    }
  }
}

extension SQLStatement {
  /// Whether an `INSERT` or `UPDATE` says that a row replaces the one that has its key.
  fileprivate var replacesRows: Bool {
    settlesConflicts
      && (tokens.first?.isWord("replace") ?? false
        || zip(tokens, tokens.dropFirst()).contains { $0.isWord("or") && $1.isWord("replace") })
  }

  /// Whether an `UPDATE` sets a column of a key.
  fileprivate func writes(_ clause: ConflictClause) -> Bool {
    zip(tokensBeforeCondition, tokensBeforeCondition.dropFirst()).contains { token, next in
      next.isSymbol("=") && clause.columns.contains { token.name?.isSameName(as: $0) ?? false }
    }
  }

  /// Whether a query finds no rows, whatever there is: it ends in `WHERE 0`, `WHERE 1 = 0` or `LIMIT 0`.
  fileprivate var asksForNothing: Bool {
    let own = tokens.last?.isSymbol(";") ?? false ? tokens.dropLast() : tokens[...]
    func ends(_ words: String...) -> Bool {
      own.count > words.count
        && zip(own.suffix(words.count), words).allSatisfy { token, word in
          if case .number(let text) = token {
            text == word
          } else {
            token.isWord(word) || token.isSymbol(word)
          }
        }
    }
    return ends("where", "0") || ends("where", "false") || ends("limit", "0")
      || ends("where", "1", "=", "0") || ends("where", "0", "=", "1")
      || ends("where", "1", "=", "2") || ends("where", "1", "<>", "1")
      || ends("where", "1", "!=", "1")
  }
}
