import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Indexes for the search in texts that do not fit their table any more, as it was made anew with other row
/// ids, or changed with none of its triggers there: a search finds other rows, or fails.
///
/// Tried on rows that have not been numbered from 1 on, since a copy numbers its rows so.
struct OutdatedIndexes {
  static let code = "indexOutdated"

  let rehearsal: Rehearsal
  let after: DatabaseSchema
  let mapping: SchemaMapping

  private struct Index {
    let name: String
    let table: String
    /// Whether it keeps no texts of its own.
    let isExternal: Bool
    let isFTS5: Bool
  }

  /// Those that live on, and whose table does.
  private var indexes: [Index] {
    let before = rehearsal.before.database
    return before.virtualTables.compactMap { index in
      let tokens = SQLToken.tokens(of: index.sql)
      let isFTS5 = tokens.contains { $0.isWord("fts5") }
      guard isFTS5 || tokens.contains(where: { $0.isWord("fts4") }),
        after.virtualTables.contains(where: { $0.name.isSameName(as: index.name) }),
        let source = UnfilledIndexes.source(of: index, among: before.triggers),
        before.table(named: source) != nil, after.table(named: source) != nil,
        !rehearsal.migration.statements.contains(where: { makes(index.name, $0) })
      else { return nil }
      let isExternal = tokens.indices.dropLast().contains {
        tokens[$0].isWord("content") && tokens[$0 + 1].isSymbol("=")
      }
      return Index(name: index.name, table: source, isExternal: isExternal, isFTS5: isFTS5)
    }
  }

  private func makes(_ index: String, _ statement: SQLStatement) -> Bool {
    let tokens = statement.tokens
    return tokens.count > 3 && tokens[0].isWord("create") && tokens[1].isWord("virtual")
      && tokens.contains { $0.name?.isSameName(as: index) ?? false }
  }

  var faults: [HopFault] {
    let indexes = indexes
    guard !indexes.isEmpty, rehearsal.migration.statements.contains(where: \.changesData) else {
      return []
    }
    /// The statements behind which they did not fit, since they did.
    var culprits = [Int: SQLStatement]()
    var watched = [Int]()
    var last: SQLStatement?
    var hasEnded = false
    rehearsal.run(round: 0) { connection in
      watched = indexes.indices.filter { prepare(indexes[$0], in: connection) }
    } watching: { statement, connection in
      for place in watched {
        if fits(indexes[place], in: connection) {
          culprits[place] = nil
        } else if culprits[place] == nil {
          culprits[place] = last
        }
      }
      last = statement
      hasEnded = statement == nil
    }
    guard hasEnded else { return [] }
    return watched.compactMap { place in
      culprits[place].map { fault(indexes[place], place: $0) }
    }
  }

  /// Gives the rows other ids, where nothing else does.
  ///
  /// - Returns: whether the index fits the rows.
  private func prepare(_ index: Index, in connection: SQLiteConnection) -> Bool {
    let before = rehearsal.before.database
    guard let table = before.table(named: index.table) else { return false }
    // Who fills an index himself may leave rows out.
    let isFilled = before.triggers.contains { trigger in
      SQLToken.tokens(of: trigger.sql).contains { $0.name?.isSameName(as: index.name) ?? false }
    }
    if isFilled, !fits(index, in: connection) { return false }
    if table.rowIDAlias == nil, let rowID = table.rowIDName {
      _ = try? connection.execute(
        "UPDATE OR IGNORE \(table.name.quotedName) SET \(rowID) = \(rowID) + 1000000")
    }
    if index.isExternal {
      let name = index.name.quotedName
      _ = try? connection.execute("INSERT INTO \(name)(\(name)) VALUES ('rebuild')")
    }
    let rows = try? connection.rows("SELECT count(*) FROM \(table.name.quotedName)")
    return (rows?.first?.first?.plainInteger ?? 0) > 0 && fits(index, in: connection)
  }

  private func fits(_ index: Index, in connection: SQLiteConnection) -> Bool {
    let name = index.name.quotedName
    if index.isExternal {
      let check =
        index.isFTS5
        ? "INSERT INTO \(name)(\(name), rank) VALUES ('integrity-check', 1)"
        : "INSERT INTO \(name)(\(name)) VALUES ('integrity-check')"
      return (try? connection.execute(check)) != nil
    }
    let query = """
      SELECT count(*), coalesce(sum(rowid NOT IN (SELECT rowid FROM \(index.table.quotedName))), 0)
        FROM \(name)
      """
    guard let row = try? connection.rows(query).first else { return false }
    return row[0].plainInteger > 0 && row[1].plainInteger == 0
  }

  private func fault(_ index: Index, place: SQLStatement) -> HopFault {
    let remedy =
      index.isExternal
      ? "Behind it, write INSERT INTO \(index.name)(\(index.name)) VALUES ('rebuild'), or copy rowid too"
      : "Copy rowid too, or fill it again"
    return HopFault(
      Self.code, type: mapping.typeName(index.table), subject: Name(index.name), isError: false,
      message:
        "\(index.name) does not fit the rows of \(index.table) behind this statement: they have other row "
        + "ids, or other texts, than it knows, and a search finds the wrong ones. \(remedy); if the app "
        + "does, nothing is to be done.", place: place.source)
  }
}
