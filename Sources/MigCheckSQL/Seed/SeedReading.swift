import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What is read of a database of an app before it can be upgraded: its version, and all that sets it
/// apart from one that migrations make.
package struct SeedReading {
  /// Tables that no version has, such as those in which an app records what it has run.
  package let otherTables: [String]
  /// Tables in which virtual ones among them keep their content.
  private let shadowTables: [String]
  /// Lower-case names of tables and columns that hold values of other kinds than their declaration
  /// says, as SQLite lets them.
  package let mixed: Set<[String]>
  private let path: String
  private let file: SeedFile
  private let entry: DatabaseVersions.Entry

  /// - Parameters:
  ///   - path: the file; a write-ahead log beside it counts.
  ///   - upgrades: those that it is to go through.
  ///   - version: the version that it is at; `nil`: as the file says.
  ///   - scratch: an existing folder.
  /// - Throws: `InputError` for a file that is no database, or none of these migrations.
  package init(
    of path: String, for upgrades: DatabaseUpgrades, at version: UInt64?, scratch: String
  ) throws {
    let (databases, engine) = (upgrades.databases, upgrades.databases.engine)
    self.path = path
    file = try SeedFile(path, copyingTo: scratch, engine: engine)
    let connection = file.database.connection
    // An engine that records its versions itself has its table in every version.
    let found = try DatabaseSchema(
      of: connection, without: file.database.owner == nil ? [] : engine.ownTables,
      texts: engine.textTables)
    entry = try SeedVersion(
      path: path, found: found, userVersion: try file.database.userVersion,
      entries: databases.entries
    ).entry(wanted: version ?? Self.recordedVersion(of: file.database, databases))
    let known = databases.entries.flatMap { entry in
      entry.database.tables.map(\.name) + entry.database.virtualTables.map(\.name)
    }.map(\.lowercasedASCII)
    let others = found.virtualTables.filter { !known.contains($0.name.lowercasedASCII) }
    otherTables =
      (found.tables.map(\.name).filter { !known.contains($0.lowercasedASCII) }
      + others.filter(\.isVirtualTable).map(\.name)).sorted { $0.precedes($1) }
    shadowTables = others.filter { !$0.isVirtualTable }.map(\.name)
    mixed = try Self.misplaced(entry, connection)
    // What an app records of its migrations is in the way of none of them.
    try connection.execute("PRAGMA user_version = \(entry.userVersion)")
  }

  /// The version of an engine that records more than a number, which other tools may have written.
  private static func recordedVersion(
    of database: ScratchDatabase, _ databases: DatabaseVersions
  ) -> UInt64? {
    guard !databases.engine.ownTables.isEmpty, database.owner != nil,
      let place = try? databases.engine.recordedVersion(of: database, among: databases.entries)
    else { return nil }
    return databases.entries[place].migration.number
  }

  /// All that upgrades leave alone, in lower case.
  package var ignoredTables: Set<String> {
    Set((otherTables + shadowTables).map(\.lowercasedASCII))
  }

  /// The database, for upgrades that know its other tables and its columns of several kinds.
  ///
  /// - Throws: `InputError` if it holds no rows.
  package func seed(for upgrades: DatabaseUpgrades, showsValues: Bool) throws -> SeedDatabase? {
    guard let own = upgrades.databases.entry(entry.migration.number) else { return nil }
    let connection = file.database.connection
    let graph = try DatabaseReader(connection: connection, tables: own.database.tables)
      .snapshot(version: own.migration.number, schema: own.schema).graph
    guard graph.totalObjectCount > 0 else {
      throw InputError(
        file: path, problem: "the database holds no rows",
        remedy: "copy it together with its -wal, or name one that was used")
    }
    // The one in which the file was read takes those other tables for the app's own.
    let database = try file.database.copy(by: upgrades.databases.engine)
    return SeedDatabase(
      version: own.migration.number, versionName: own.migration.name, graph: graph,
      otherTables: otherTables, showsValues: showsValues, template: DatabaseTemplate(database))
  }

  private static func misplaced(
    _ entry: DatabaseVersions.Entry, _ connection: SQLiteConnection
  ) throws -> Set<[String]> {
    let graph = try DatabaseReader(connection: connection, tables: entry.database.tables)
      .snapshot(version: entry.migration.number, schema: entry.schema).graph
    var columns = Set<[String]>()
    for (index, type) in graph.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated()
      where graph.tables[index].columns[column].contains(where: { !property.type.admits($0) }) {
        columns.insert(
          [type.name.text.lowercasedASCII, property.name.text.lowercasedASCII])
      }
    }
    return columns
  }
}

extension PropertyType {
  fileprivate func admits(_ value: Value) -> Bool {
    switch (self, value) {
    case (.mixed, _), (_, .null), (.int, .int), (.string, .string), (.double, .double),
      (.data, .data):
      true
    default: false
    }
  }
}
