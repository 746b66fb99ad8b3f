import MigCheckSQLite
import MigCheckText

/// Queries within a statement in which a name without a table is that of a column of their own, although
/// the statement around them has one of that name too, so that they ask nothing of its rows:
///
///     DELETE FROM list WHERE NOT EXISTS (SELECT 1 FROM item WHERE list_id = id)
///
/// `id` is `item.id` there. Nobody asks whether two columns of `item` are equal, and takes the answer for
/// every row.
struct CapturedNames {
  static let code = "nameCaptured"

  struct Query {
    /// Where it stands among the tokens of the statement, with its parentheses.
    var range: Range<Int>
    /// The name without a table.
    var column: String
    /// What it is compared with.
    var other: String
    /// The table of the query as its columns are to be called.
    var table: String
    var text: String
    /// Asks for the columns of the query's own table.
    var ownColumns: String
  }

  /// What may be such a query, as far as words tell.
  let queries: [Query]
  private let common: String
  private let outer: (name: String, source: String)?

  init(_ statement: SQLStatement, _ written: WrittenExpressions?) {
    let tokens = SQLToken.placed(in: statement.text)[...]
    let bytes = Array(statement.text.utf8)
    func text(_ tokens: WrittenExpressions.Tokens) -> String {
      guard let first = tokens.first, let last = tokens.last else { return "" }
      return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
    switch (StatementShape(statement), written) {
    case (.delete(let table, _), _):
      let verb = tokens.firstPlace(of: ["delete"]) ?? tokens.startIndex
      common = verb > tokens.startIndex ? text(tokens[..<verb]) + " " : ""
      outer = (table, table.quotedName)
    case (.update, let written?):
      common = written.commonTables
      outer = (written.alias, written.from)
    case (.insert, let written?):
      common = written.commonTables
      outer = (written.base, written.from)
    default:
      common = ""
      outer = nil
    }
    queries = outer == nil ? [] : Self.queries(in: tokens, text)
  }

  private static func queries(
    in tokens: WrittenExpressions.Tokens, _ text: (WrittenExpressions.Tokens) -> String
  ) -> [Query] {
    var found = [Query]()
    var place = tokens.startIndex
    while place + 1 < tokens.endIndex {
      defer { place += 1 }
      guard tokens[place].token.isSymbol("("), tokens[place + 1].token.isWord("select"),
        let end = tokens.end(from: place)
      else { continue }
      let start = place
      place = end
      guard isValue(tokens[..<start]) else { continue }
      found += own(tokens[(start + 1)..<end], text, at: start..<(end + 1))
    }
    return found
  }

  /// Whether a query behind the tokens gives a value, or is asked whether it finds anything; else it is
  /// one that others read from, or a list.
  private static func isValue(_ tokens: WrittenExpressions.Tokens) -> Bool {
    guard let last = tokens.last?.token, !last.isWord("in"), !last.isWord("as") else {
      return false
    }
    var depth = 0
    for placed in tokens.reversed() {
      if placed.token.isSymbol(")") { depth += 1 }
      // An open parenthesis belongs to a call around the query.
      if placed.token.isSymbol("(") { depth = max(0, depth - 1) }
      guard depth == 0 else { continue }
      if ["from", "join", "materialized"].contains(where: placed.token.isWord) { return false }
      if ["set", "select", "where", "on", "having", "when", "then", "else", "and", "or"].contains(
        where: placed.token.isWord)
      {
        return true
      }
    }
    return false
  }

  /// A query of one table whose condition has two columns equal, one of them without a table; once for
  /// each that has none.
  private static func own(
    _ tokens: WrittenExpressions.Tokens, _ text: (WrittenExpressions.Tokens) -> String,
    at range: Range<Int>
  ) -> [Query] {
    guard let from = tokens.firstPlace(of: ["from"]),
      let condition = tokens.firstPlace(of: ["where"]), from < condition
    else { return [] }
    let sources = tokens[(from + 1)..<condition]
    guard [1, 2, 3].contains(sources.count),
      sources.allSatisfy({ $0.token.name != nil }), let table = sources.last?.token.name
    else { return [] }
    let terms = tokens[(condition + 1)...].parts {
      ["and", "or", "group", "order", "limit"].contains(where: $0.isWord)
    }
    return terms.flatMap { term -> [Query] in
      let sides = term.parts { $0.isSymbol("=") || $0.isSymbol("==") }
      guard sides.count == 2, let left = column(sides[0]), let right = column(sides[1]),
        !left.name.isSameName(as: right.name)
      else { return [] }
      let names = "\(left.name.quotedName), \(right.name.quotedName)"
      return [(right, sides[0]), (left, sides[1])].filter { !$0.0.isQualified }.map { one, other in
        Query(
          range: range, column: one.name, other: text(other), table: table, text: text(tokens),
          ownColumns: "SELECT \(names) FROM \(text(sources))")
      }
    }
  }

  private static func column(
    _ tokens: WrittenExpressions.Tokens
  ) -> (name: String, isQualified: Bool)? {
    guard
      tokens.count == 1 || tokens.count == 3 && tokens[tokens.startIndex + 1].token.isSymbol("."),
      let name = tokens.last?.token.name, tokens.first?.token.name != nil
    else { return nil }
    return (name, tokens.count == 3)
  }

  /// The queries that read nothing of the row of the statement, which has a column of that name.
  ///
  /// - Parameter connection: `nil`: it is only asked whether there may be some.
  func captured(in connection: SQLiteConnection?) -> [Query] {
    guard let outer, let connection else { return queries }
    func isKnown(_ query: String) -> Bool {
      (try? connection.prepare(common + query.withNamesInBrackets)) != nil
    }
    var found = [Query]()
    for query in queries
    where !found.contains(where: { $0.range == query.range }) && isKnown(query.text)
      && isKnown(query.ownColumns)
      && isKnown("SELECT \(query.column.quotedName) FROM \(outer.source)")
    {
      found.append(query)
    }
    return found
  }

  func message(_ query: Query) -> String {
    let outer = outer?.name ?? ""
    let start =
      "\(query.column) is \(query.table).\(query.column) here, so that the query compares "
      + "\(query.other) with another column of its own table, and says nothing of "
    if outer.isSameName(as: query.table) {
      return start
        + "the row that it is asked for: give one of the two tables another name with AS, and "
        + "write it before \(query.column), if that is meant."
    }
    return start + "\(outer).\(query.column): write \(outer).\(query.column), if that is meant."
  }
}
