import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Indexes for the search in texts that a script makes for a table with rows, and leaves empty: what was
/// there before is never found.
struct UnfilledIndexes {
  static let code = "indexUnfilled"

  let rehearsal: Rehearsal
  let after: DatabaseSchema
  let mapping: SchemaMapping

  private var made: [(index: DatabaseSchema.Attachment, source: String, statement: SQLStatement)] {
    after.virtualTables.compactMap { index in
      let statement = rehearsal.migration.statements.last { statement in
        let tokens = statement.tokens
        return tokens.count > 3 && tokens[0].isWord("create") && tokens[1].isWord("virtual")
          && tokens.contains { $0.name?.isSameName(as: index.name) ?? false }
          && tokens.contains { $0.isWord("fts5") || $0.isWord("fts4") }
      }
      guard let statement, let source = Self.source(of: index, among: after.triggers),
        rehearsal.before.database.table(named: source) != nil
      else { return nil }
      return (index, source, statement)
    }
  }

  /// The table whose texts are found by an index: the one that it names, or whose triggers fill it.
  static func source(
    of index: DatabaseSchema.Attachment, among triggers: [DatabaseSchema.Attachment]
  ) -> String? {
    let tokens = SQLToken.tokens(of: index.sql)
    for place in tokens.indices.dropLast(2)
    where tokens[place].isWord("content") && tokens[place + 1].isSymbol("=") {
      if case .text(let name) = tokens[place + 2] {
        if !name.isEmpty { return name }
      } else if let name = tokens[place + 2].name {
        return name
      }
    }
    let filling = triggers.filter { trigger in
      let tokens = SQLToken.tokens(of: trigger.sql)
      return tokens.indices.dropLast().contains {
        tokens[$0].isWord("into") && tokens[$0 + 1].name?.isSameName(as: index.name) ?? false
      }
    }
    return filling.first { !$0.table.isSameName(as: index.name) }?.table
  }

  var faults: [HopFault] {
    let made = made
    guard !made.isEmpty else { return [] }
    var empty = [Int]()
    var rows = [Int: HopFault.Row]()
    rehearsal.run(round: 0) {
      statement, connection in
      guard statement == nil else { return }
      empty = made.indices.filter {
        count(made[$0].source, connection) > 0
          && count(made[$0].index.name + "_docsize", connection) == 0
      }
      for place in empty {
        rows[place] = ShownTable.row(of: made[place].source, where: "1", in: connection)
      }
    }
    return empty.map { place in
      let (index, source, statement) = made[place]
      var fault = HopFault(
        Self.code, type: mapping.typeName(source), subject: Name(index.name), isError: false,
        message:
          "\(index.name) is made for the texts of \(source), and the rows that are there never get into "
          + "it: nobody finds them. Fill it after it is made: INSERT INTO \(index.name)"
          + "(\(index.name)) VALUES ('rebuild'), or INSERT … SELECT; if the app does, nothing is to "
          + "be done.", place: statement.source)
      fault.rows = [rows[place]].compactMap(\.self)
      return fault
    }
  }

  /// The number of rows; -1: there is no such table.
  private func count(_ table: String, _ connection: SQLiteConnection) -> Int64 {
    let rows = try? connection.rows("SELECT count(*) FROM \(table.quotedName)")
    return rows?.first?.first?.plainInteger ?? -1
  }
}
