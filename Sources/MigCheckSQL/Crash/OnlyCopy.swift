import MigCheckModel
import MigCheckText

/// Which tables hold the rows that a script found, statement by statement, told without any row.
///
/// A script that is interrupted between the drop of an old table and the end of its rebuild leaves all
/// rows in a table of another name. Where it begins with a drop of that one, the next start loses them.
struct RowHolders {
  /// By the lower-case name of a table: the tables from before the script whose rows it holds.
  private var holders: [String: Set<String>] = [:]

  init(_ schema: DatabaseSchema) {
    for table in schema.tables {
      holders[table.name.lowercasedASCII] = [table.name.lowercasedASCII]
    }
  }

  /// The names of the tables that are there, in lower case.
  var tables: Set<String> { Set(holders.keys) }

  /// The tables whose rows are nowhere but in one table; sorted.
  func onlyHeld(by table: String) -> [String] {
    (holders[table.lowercasedASCII] ?? []).filter { source in
      !holders.contains { $0.key != table.lowercasedASCII && $0.value.contains(source) }
    }.sorted()
  }

  /// Whether the rows of a table are anywhere.
  func hold(_ source: String) -> Bool { holders.values.contains { $0.contains(source) } }

  mutating func note(_ statement: SQLStatement) {
    switch StatementShape(statement) {
    case .createTable(let name, let query):
      guard holders[name.lowercasedASCII] == nil else { return }
      holders[name.lowercasedASCII] = sources(of: query)
    case .insert(let insertion):
      let added = sources(of: insertion.query)
      holders[insertion.table.lowercasedASCII]?.formUnion(added)
    case .delete(let table, let hasCondition):
      if !hasCondition { holders[table.lowercasedASCII]? = [] }
    case .dropTable(let name): holders[name.lowercasedASCII] = nil
    case .renameTable(let from, let to):
      holders[to.lowercasedASCII] = holders.removeValue(forKey: from.lowercasedASCII)
    case .update, .renameColumn, .alterTable, .dropObject, .other: break
    }
  }

  private func sources(of query: String?) -> Set<String> {
    guard let query else { return [] }
    let names = QueriedTables(SQLToken.tokens(of: query)).names
    return names.reduce(into: []) { $0.formUnion(holders[$1.lowercasedASCII] ?? []) }
  }
}

/// A statement of the next upgrade after an interruption that takes away the only copy of rows.
struct OnlyCopy {
  /// The table that held them.
  var table: String
  /// The tables that they are of.
  var sources: [String]
  var statement: SQLStatement
  /// Whether it is dropped; else it is emptied.
  var isDropped: Bool

  /// A clause without a subject: `drops run_new, the only copy of the rows of run (2_cost.sql:1)`.
  var words: String {
    let rows = sources.joined(separator: ", ")
    return "\(isDropped ? "drops" : "empties") \(table), the only copy of the rows of \(rows) "
      + "(\(statement.place))"
  }
}

extension OnlyCopy {
  /// - Parameters:
  ///   - migration: the script that was interrupted.
  ///   - schema: what it found.
  ///   - place: the statement that was the last or under way.
  ///   - tables: asked at most once for the lower-case names of the tables that are left.
  ///   - retry: runs the script again over what is left, and names the statements that stay in effect.
  /// - Returns: `nil`: none does, or the rows are dropped by an uninterrupted script too.
  static func lost(
    by migration: Migration, on schema: DatabaseSchema, interruptedAt place: Int,
    leaving tables: () throws -> Set<String>, retry: ((Int) -> Void) -> Void
  ) rethrows -> OnlyCopy? {
    let statements = migration.statements
    let mayLose = statements[...place].contains { statement in
      Self.removedTable(statement).map { schema.table(named: $0.name) == nil } ?? false
    }
    guard mayLose else { return nil }
    let tables = try tables()
    var end = RowHolders(schema)
    for statement in statements { end.note(statement) }
    var left = RowHolders(schema)
    for statement in statements[..<place] { left.note(statement) }
    // The last one may not have happened.
    var after = left
    after.note(statements[place])
    if after.tables.isSuperset(of: tables), tables.isSuperset(of: after.tables) { left = after }
    var lost: OnlyCopy?
    retry { place in
      guard lost == nil, statements.indices.contains(place) else { return }
      let statement = statements[place]
      if let (table, isDropped) = Self.removedTable(statement) {
        let sources = left.onlyHeld(by: table).filter {
          $0 != table.lowercasedASCII && end.hold($0)
        }
        if !sources.isEmpty {
          lost = OnlyCopy(
            table: table,
            sources: sources.map { name in
              schema.table(named: name)?.name ?? name
            }, statement: statement, isDropped: isDropped)
        }
      }
      left.note(statement)
    }
    return lost
  }

  private static func removedTable(_ statement: SQLStatement) -> (name: String, isDropped: Bool)? {
    switch StatementShape(statement) {
    case .dropTable(let name): (name, true)
    case .delete(let table, false): (table, false)
    default: nil
    }
  }
}
