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
      let own = copy ?? deletion
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
    let copies = (trace.tables.keys.sorted().compactMap { trace.tables[$0] } + trace.dropped)
      .filter { $0.origin == nil && $0.holds(name) }
    let positions = copies.flatMap(\.insertions).sorted()
    // A query for no rows makes the table that others fill.
    let filling = positions.filter { !statements[$0].asksForNothing }
    for position in filling.isEmpty ? positions : filling {
      if let filter = Self.filter(statements[position]) {
        return (
          statements[position],
          "the copy at \(statements[position].place) does not take all rows along, \(filter)"
        )
      }
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
    let own = (trace.tables.keys.sorted().compactMap { trace.tables[$0] } + trace.dropped)
      .filter { $0.origin == name }
    let position = own.flatMap(\.deletions).first { !$0.hasCondition }?.statement
    return position.map {
      (statements[$0], "the DELETE at \(statements[$0].place) has no condition and takes every row")
    }
  }
}

extension SQLStatement {
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
