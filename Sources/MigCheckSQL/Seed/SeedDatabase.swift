import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A database of an app whose rows upgrades begin with.
///
/// Stores that hold all of its rows are copies of it, page by page, so that whatever the rows do not
/// tell is there as well: row ids, virtual tables, the order of columns. Stores with fewer rows, as
/// shrinking makes them, are filled like any other.
package struct SeedDatabase: Sendable {
  /// The version that it is at.
  package let version: UInt64
  /// The name of that version.
  package let versionName: String
  /// All rows of the app's tables.
  package let graph: ObjectGraph
  /// Tables that no version has, such as those in which an app records what it has run.
  package let otherTables: [String]
  /// Whether reports may show its values.
  let showsValues: Bool
  let template: DatabaseTemplate

  /// Whether a start graph is that of the database.
  func holds(_ graph: ObjectGraph, at version: UInt64) -> Bool {
    self.version == version
      && zip(graph.tables, self.graph.tables).allSatisfy {
        $0.count == $1.count && $0.columns == $1.columns
      }
  }

  /// The graph with other values, the same for the same: so references still lead where they led.
  /// NULL, 0, 1 and what is empty stay as they are.
  static func disguised(_ graph: ObjectGraph) -> ObjectGraph {
    var result = graph
    var known = [[UInt8]: Value]()
    for (index, type) in graph.schema.types.enumerated() {
      for column in type.storedProperties.indices {
        result.tables[index].columns[column] = graph.tables[index].columns[column].map { value in
          let key = value.keyBytes
          if let other = known[key] { return other }
          let other = other(value, number: known.count)
          known[key] = other
          return other
        }
      }
    }
    return result
  }

  private static func other(_ value: Value, number: Int) -> Value {
    switch value {
    case .int(0), .int(1), .string(""), .data([]): value
    case .int: .int(Int64(number + 100))
    case .double: .double(Double(number + 100) + 0.5)
    case .string: .string("text \(number)")
    case .data: .data(Array("bytes \(number)".utf8))
    default: value
    }
  }
}

extension SQLFolderSubject {
  /// The subject with a database of its app, which is only read.
  ///
  /// - Parameters:
  ///   - path: the file; a write-ahead log beside it counts.
  ///   - version: the version that it is at; `nil`: as its tables and its header say.
  ///   - showsValues: whether reports may show its values.
  ///   - scratch: an existing folder.
  /// - Throws: `InputError` for a file that is no database, or none of these migrations.
  package func seeded(
    by path: String, at version: UInt64?, showsValues: Bool, scratch: String
  ) throws -> SQLFolderSubject {
    let file = try SeedFile(path, copyingTo: scratch, engine: upgrades.databases.engine)
    let connection = file.database.connection
    let found = try DatabaseSchema(of: connection)
    let entry = try SeedVersion(
      path: path, found: found, userVersion: try file.database.userVersion,
      entries: upgrades.databases.entries
    ).entry(wanted: version)
    let known = upgrades.databases.entries.flatMap(\.database.tables).map(\.name.lowercasedASCII)
    let others = found.tables.map(\.name).filter { !known.contains($0.lowercasedASCII) }
    // What an app records of its migrations is in the way of none of them.
    try connection.execute("PRAGMA user_version = \(entry.userVersion)")
    var result = try SQLFolderSubject(
      folder, ownTables: Set(others.map(\.lowercasedASCII)),
      mixed: try misplaced(entry, connection))
    guard let own = result.upgrades.databases.entry(entry.migration.number) else { return result }
    let graph = try DatabaseReader(connection: connection, tables: own.database.tables)
      .snapshot(version: own.migration.number, schema: own.schema).graph
    guard graph.totalObjectCount > 0 else {
      throw InputError(
        file: path, problem: "the database holds no rows",
        remedy: "copy it together with its -wal, or name one that was used")
    }
    // The one in which the file was read takes those other tables for the app's own.
    let database = try ScratchDatabase(engine: result.upgrades.databases.engine)
    try connection.copy(to: database.connection)
    result.upgrades.seed = SeedDatabase(
      version: own.migration.number, versionName: own.migration.name, graph: graph,
      otherTables: others, showsValues: showsValues, template: DatabaseTemplate(database))
    return result
  }

  /// Columns that hold values of other kinds than their declaration says, as SQLite lets them.
  private func misplaced(
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
