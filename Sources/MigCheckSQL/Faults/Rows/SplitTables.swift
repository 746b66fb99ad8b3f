import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Tables whose rows go into others by kind and that are dropped behind, where a row may be of none of
/// the kinds: `WHERE kind = 'cat'` goes here, `WHERE kind = 'dog'` goes there, and a row with another kind,
/// or with NULL, is lost. Tried on rows of all sorts.
///
/// One copy with a condition is what its author means; what several conditions leave out together is
/// easily overlooked.
struct SplitTables {
  static let code = "rowsOfNoKind"

  let rehearsal: Rehearsal
  let mapping: SchemaMapping

  private struct Split {
    var table: String
    /// The copies, and what each of them asks for.
    var copies: [(statement: SQLStatement, written: WrittenExpressions, terms: [String])]
    var drop: SQLStatement
  }

  var faults: [HopFault] {
    let splits = splits
    guard !splits.isEmpty else { return [] }
    var found = [HopFault]()
    for round in 0..<3 {
      rehearsal.run(round: round) { statement, connection in
        guard let statement else { return }
        for split in splits where split.drop.isSame(as: statement) {
          let isKnown = found.contains { $0.place == split.drop.source }
          if !isKnown, let fault = fault(split, in: connection) { found.append(fault) }
        }
      }
    }
    return found
  }

  // MARK: Statements

  private var splits: [Split] {
    let statements = rehearsal.migration.statements
    return statements.indices.compactMap { place in
      guard case .dropTable(let name) = StatementShape(statements[place]),
        rehearsal.before.database.table(named: name) != nil
      else { return nil }
      var split = Split(table: name, copies: [], drop: statements[place])
      for statement in statements[..<place] {
        guard let query = Self.query(of: statement),
          QueriedTables(SQLToken.tokens(of: query)).contains(name)
        else { continue }
        // Whatever else reads the table may take the rest of its rows.
        guard let copy = copy(statement, of: name) else { return nil }
        split.copies.append(copy)
      }
      return Set(split.copies.map { $0.written.condition ?? "" }).count > 1 ? split : nil
    }
  }

  private static func query(of statement: SQLStatement) -> String? {
    switch StatementShape(statement.bound) {
    case .insert(let insertion): insertion.query
    case .createTable(_, let query): query
    default: nil
    }
  }

  private func copy(
    _ statement: SQLStatement, of table: String
  ) -> (SQLStatement, WrittenExpressions, [String])? {
    guard let written = WrittenExpressions(statement.bound, columns: { _ in [] }),
      !written.hasJoin, written.base.isSameName(as: table), let condition = written.condition
    else { return nil }
    guard !SQLToken.tokens(of: condition).contains(where: { $0.isWord("select") }) else {
      return nil
    }
    return (statement, written, Self.terms(of: condition))
  }

  /// What stands between the `AND`s of a condition.
  static func terms(of condition: String) -> [String] {
    let tokens = SQLToken.placed(in: condition)[...]
    // The `AND` of a `BETWEEN` is another one.
    guard tokens.firstPlace(of: ["between", "or"]) == nil else { return [condition] }
    let bytes = Array(condition.utf8)
    return tokens.parts { $0.isWord("and") }.compactMap { part in
      let own = part.drop { $0.token.isWord("and") }
      guard let first = own.first, let last = own.last else { return nil }
      return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
  }

  // MARK: Rows

  /// Which rows meet what all the copies ask for, and what each of them asks for alone not.
  private func condition(_ split: Split) -> String? {
    guard let first = split.copies.first else { return nil }
    let common = first.terms.filter { term in split.copies.allSatisfy { $0.terms.contains(term) } }
    func rows(_ condition: String, of written: WrittenExpressions) -> String {
      "SELECT \(Self.alias(written)).rowid FROM \(written.from) WHERE \(condition)"
    }
    let terms =
      split.copies.map { copy in
        "rowid NOT IN (\(rows(copy.written.condition ?? "1", of: copy.written)))"
      } + common.map { "rowid IN (\(rows($0, of: first.written)))" }
    return terms.joined(separator: " AND ")
  }

  /// - Returns: `nil`: no row is left.
  private func fault(_ split: Split, in connection: SQLiteConnection) -> HopFault? {
    guard let condition = condition(split) else { return nil }
    var fault = fault(split)
    let asked = split.copies.flatMap { SQLToken.tokens(of: $0.written.condition ?? "") }
    fault.rows = ExampleRow(statement: split.drop, fault: fault, connection: connection).removed(
      split.table, where: condition, mentioned: Set(asked.compactMap { $0.name?.lowercasedASCII }))
    return fault.rows.isEmpty ? nil : fault
  }

  /// `c` of `FROM contact AS c`.
  private static func alias(_ written: WrittenExpressions) -> String {
    (SQLToken.tokens(of: written.from).last?.name ?? written.base).quotedName
  }

  private func fault(_ split: Split) -> HopFault {
    let places = split.copies.map { "\($0.statement.place)" }.joined(separator: ", ")
    return HopFault(
      Self.code, type: mapping.typeName(split.table), isError: false,
      message:
        "\(split.table) is dropped, and its rows go elsewhere by conditions (\(places)) that leave "
        + "some out: rows that meet none of them, as with NULL or another value there. If there are no "
        + "such rows, nothing is to be done.", place: split.drop.source)
  }
}
