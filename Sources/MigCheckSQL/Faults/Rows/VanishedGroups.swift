import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Deletions of duplicates that take rows of which none stays, tried on rows of all sorts:
/// `WHERE id NOT IN (SELECT MIN(id) FROM link WHERE state = 0 GROUP BY url)` takes all rows in another
/// state too.
struct VanishedGroups {
  static let code = "duplicatesAllGone"

  let rehearsal: Rehearsal
  let after: DatabaseSchema
  let mapping: SchemaMapping

  private struct Suspect {
    var table: String
    /// What rows have in common, as it stands in the statement.
    var keys: [String]
    /// Whether the keys are those of a unique index that the script makes, and rows are alike only if
    /// there are several.
    var areUnique = false
  }

  var faults: [HopFault] {
    let suspects = rehearsal.migration.statements.filter { suspect($0) != nil }
    guard !suspects.isEmpty else { return [] }
    var found = [Strike]()
    for round in 0..<3 {
      for strike in striking(round: round)
      where !found.contains(where: { $0.statement.isSame(as: strike.statement) }) {
        found.append(strike)
      }
    }
    return suspects.compactMap { own in
      guard let strike = found.first(where: { $0.statement.isSame(as: own) }) else { return nil }
      var fault = fault(own)
      fault?.rows = strike.rows
      return fault
    }
  }

  // MARK: Statements

  /// A `DELETE` for which a query over groups of the same table decides.
  private func suspect(_ statement: SQLStatement) -> Suspect? {
    guard case .delete(let name, hasCondition: true) = StatementShape(statement),
      let table = rehearsal.before.database.table(named: name),
      let start = statement.tokens.firstIndex(where: { $0.isWord("where") }),
      QueriedTables(Array(statement.tokens[start...])).contains(name),
      // What else is a reason to go is another matter.
      statement.tokens[...].firstPlace(of: ["or"]) == nil
    else { return nil }
    return grouped(statement, table) ?? unique(statement.tokens[start...], table)
  }

  /// A query with `GROUP BY` or `PARTITION BY` says what rows have in common.
  private func grouped(_ statement: SQLStatement, _ table: DatabaseSchema.Table) -> Suspect? {
    guard asksForSeveral(statement.tokens) else { return nil }
    let tokens = SQLToken.placed(in: statement.text)[...]
    guard
      let by = tokens.indices.dropFirst().first(where: { place in
        tokens[place].token.isWord("by")
          && (tokens[place - 1].token.isWord("group")
            || tokens[place - 1].token.isWord("partition"))
      })
    else { return nil }
    let keys = Self.keys(tokens[(by + 1)...]).map { key(of: $0, statement, table) }
    guard !keys.isEmpty, keys.allSatisfy({ $0 != nil }) else { return nil }
    return Suspect(table: table.name, keys: keys.compactMap(\.self))
  }

  /// The columns of a key that the table gets, all of which the condition reads.
  private func unique(_ condition: ArraySlice<SQLToken>, _ table: DatabaseSchema.Table) -> Suspect?
  {
    guard let new = after.table(named: table.name) else { return nil }
    let keys = new.indexes.filter { index in
      index.isUnique && !index.isPartial && !index.columns.contains(nil)
        && !table.indexes.contains { $0.isUnique && $0.columns == index.columns }
    }.map { $0.columns.compactMap(\.self) }
    let key = keys.first { columns in
      columns.allSatisfy { column in
        table.column(named: column) != nil
          && condition.contains { $0.name?.isSameName(as: column) ?? false }
      }
    }
    return key.map { Suspect(table: table.name, keys: $0.map(\.quotedName), areUnique: true) }
  }

  /// Whether groups are asked for that have several rows, if a `HAVING` asks for any.
  private func asksForSeveral(_ tokens: [SQLToken]) -> Bool {
    guard let having = tokens.firstIndex(where: { $0.isWord("having") }) else { return true }
    let end = tokens[having...].dropFirst(2).firstIndex { $0.isSymbol(")") }
    guard having + 1 < tokens.endIndex, tokens[having + 1].isWord("count"), let end,
      end + 2 < tokens.endIndex, tokens[end + 1].isSymbol(">"),
      case .number("1") = tokens[end + 2]
    else { return false }
    return true
  }

  /// What stands behind `BY`, up to the end of the query or of the window.
  private static func keys(
    _ tokens: WrittenExpressions.Tokens
  ) -> [WrittenExpressions.Tokens] {
    var depth = 0
    let list = tokens.prefix { placed in
      if placed.token.isSymbol("(") { depth += 1 }
      if placed.token.isSymbol(")") { depth -= 1 }
      return depth >= 0
        && !(depth == 0
          && ["having", "order", "window", "limit"].contains(where: placed.token.isWord))
    }
    return WrittenExpressions.parts(of: list)
  }

  /// An expression that can be asked of the table; `nil`: it reads other tables, or may do.
  private func key(
    of part: WrittenExpressions.Tokens, _ statement: SQLStatement, _ table: DatabaseSchema.Table
  ) -> String? {
    guard let first = part.first, let last = part.last else { return nil }
    if part.count == 1 || part.count == 3 && part[part.startIndex + 1].token.isSymbol(".") {
      return last.token.name.flatMap(table.column)?.name.quotedName
    }
    guard !part.contains(where: { $0.token.isSymbol(".") || $0.token.isWord("select") }) else {
      return nil
    }
    let bytes = Array(statement.text.utf8)[first.range.lowerBound..<last.range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Rows

  /// A statement behind which no row is left of a group, with one that goes.
  private struct Strike {
    var statement: SQLStatement
    var rows: [HopFault.Row]
  }

  private func striking(round: Int) -> [Strike] {
    var striking = [Strike]()
    var running:
      (statement: SQLStatement, suspect: Suspect, groups: Set<[String]>, rows: [HopFault.Row])?
    let suspects = rehearsal.migration.statements.compactMap(suspect).filter(\.areUnique)
    func prepare(_ connection: SQLiteConnection) {
      for suspect in suspects { makeAlike(suspect, round: round, in: connection) }
    }
    rehearsal.run(round: round, preparing: prepare) { statement, connection in
      if var own = running {
        running = nil
        own.suspect.areUnique = false
        if let after = groups(own.suspect, in: connection), !own.groups.isSubset(of: after) {
          striking.append(Strike(statement: own.statement, rows: own.rows))
        }
      }
      guard let statement, let suspect = suspect(statement), let fault = fault(statement),
        let groups = groups(suspect, in: connection)
      else { return }
      let example = ExampleRow(statement: statement, fault: fault, connection: connection)
      running = (statement, suspect, groups, example.rows())
    }
    return striking
  }

  /// Has some rows agree in the key; behind the first round, in all that may agree.
  private func makeAlike(_ suspect: Suspect, round: Int, in connection: SQLiteConnection) {
    guard let table = rehearsal.before.database.table(named: suspect.table) else { return }
    let others =
      round == 0
      ? []
      : table.storedColumns.map(\.name.quotedName).filter { !suspect.keys.contains($0) }
    for column in suspect.keys + others {
      let value = "(SELECT \(column) FROM \(table.name.quotedName) WHERE \(column) IS NOT NULL "
      _ = try? connection.execute(
        "UPDATE OR IGNORE \(table.name.quotedName) SET \(column) = \(value) ORDER BY rowid "
          + "LIMIT 1) WHERE rowid % 3 <> 1")
    }
  }

  /// What groups of rows have in common; `nil`: it cannot be asked.
  private func groups(_ suspect: Suspect, in connection: SQLiteConnection) -> Set<[String]>? {
    let keys = suspect.keys.joined(separator: ", ")
    let query =
      suspect.areUnique
      ? "SELECT \(keys) FROM \(suspect.table.quotedName) WHERE "
        + suspect.keys.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        + " GROUP BY \(keys) HAVING count(*) > 1"
      : "SELECT DISTINCT \(keys) FROM \(suspect.table.quotedName)"
    guard let rows = try? connection.rows(query) else { return nil }
    return Set(rows.map { row in row.map { Value($0).comparableText } })
  }

  private func fault(_ statement: SQLStatement) -> HopFault? {
    guard let suspect = suspect(statement) else { return nil }
    guard !suspect.areUnique else { return unkept(statement, suspect) }
    return HopFault(
      Self.code, type: mapping.typeName(suspect.table), isError: false,
      message:
        "This DELETE asks which rows of \(suspect.table) are alike, and takes some of which no such row "
        + "stays. Leave one of each, and repeat a condition of the query outside of it, where it "
        + "keeps rows; if they are to go, nothing is to be done.", place: statement.source)
  }

  private func unkept(_ statement: SQLStatement, _ suspect: Suspect) -> HopFault {
    let keys = suspect.keys.compactMap { SQLToken.tokens(of: $0).first?.name }
    return HopFault(
      Self.code, type: mapping.typeName(suspect.table), isError: false,
      message:
        "This DELETE may take all rows of \(suspect.table) that agree in \(keys.joined(separator: ", ")), "
        + "which becomes unique here, so that none of them stays. Leave the one with the least key; if "
        + "they are to go, nothing is to be done.", place: statement.source)
  }
}
