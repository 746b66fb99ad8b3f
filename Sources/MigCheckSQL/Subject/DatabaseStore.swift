import Foundation
import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// One database of a folder, at one version at a time.
final class DatabaseStore: CrashingStore {
  /// Where databases are made.
  struct Place {
    var kind: StoreKind
    var directory: String

    var newPath: String {
      // The name only has to be new; no output depends on it.
      kind == .memory ? ":memory:" : "\(directory)/\(UUID().uuidString).sqlite"
    }
  }

  let subject: SQLFolderSubject
  let place: Place
  let database: ScratchDatabase
  private(set) var version: UInt64

  init(
    subject: SQLFolderSubject, place: Place, database: ScratchDatabase, version: UInt64
  ) {
    self.subject = subject
    self.place = place
    self.database = database
    self.version = version
  }

  /// - Throws: `UpgradeError` for rows that the database refuses.
  convenience init(
    subject: SQLFolderSubject, place: Place, version: UInt64, graph: ObjectGraph
  ) throws {
    guard let entry = subject.databases.entry(version) else {
      throw UpgradeError(.schemaInvalid, "There is no version \(version).")
    }
    let database = try entry.template.copy(to: place.newPath)
    self.init(subject: subject, place: place, database: database, version: version)
    do {
      try StartRows(versions: subject.databases).fill(database, entry, graph)
    } catch let error as SQLiteError {
      database.close()
      throw UpgradeError(.constraintFailed, "The start rows are refused: \(error.message).")
    }
  }

  // MARK: SubjectStore

  func copy() throws -> any CrashingStore {
    try reading {
      DatabaseStore(
        subject: subject, place: place, database: try database.copy(to: place.newPath),
        version: version)
    }
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    let from = self.version
    try run(to: version) { _, _, run in try run() }
    return subject.traces.trace(from: from, to: version).map(MigrationTrace.columns) ?? .unknown
  }

  /// Runs the scripts up to a version.
  ///
  /// - Parameter around: runs a statement of a script; gets its place among the statements too.
  func run(
    to version: UInt64,
    around: (Migration, Int, () throws -> Void) throws -> Void
  ) throws {
    database.connection.forgetStatements()
    let runner = MigrationRunner(database: database)
    for migration in subject.migrations(from: self.version, to: version) {
      var place = 0
      do {
        let userVersion = subject.databases.entry(migration.number)?.userVersion ?? 0
        try runner.run(migration, recording: userVersion) { _, run in
          try withoutActuallyEscaping(run) { try around(migration, place, $0) }
          place += 1
        }
      } catch let failure as MigrationRunner.Failure {
        throw failure.upgradeError(subject.databases.mapping)
      } catch let error as SQLiteError {
        throw error.upgradeError
      }
      self.version = migration.number
    }
  }

  func reopen() throws -> Bool {
    do {
      try database.reopen()
      let found = try database.userVersion
      guard let entry = subject.databases.entries.first(where: { $0.userVersion == found }) else {
        throw UpgradeError(.storeCorrupt, "The file says that it is of version \(found).")
      }
      version = entry.migration.number
      return false
    } catch let error as SQLiteError {
      throw error.upgradeError
    }
  }

  func schema() throws -> Schema { try reading { try currentSchema().1 } }

  func snapshot() throws -> Snapshot {
    try reading {
      let (database, schema) = try currentSchema()
      return try DatabaseReader(connection: self.database.connection, tables: database.tables)
        .snapshot(version: version, schema: schema)
    }
  }

  func state() throws -> any StoreState {
    try reading { try DatabaseState(of: database.connection, version: version) }
  }

  func discard() {
    database.close()
    guard !database.isInMemory else { return }
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database.path + suffix)
    }
  }

  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw error.upgradeError
    }
  }

  /// What the database says of itself, which nearly always is what an empty one of the version says.
  private func currentSchema() throws -> (DatabaseSchema, Schema) {
    let connection = database.connection
    if let entry = subject.databases.entry(version),
      try entry.database.isDescribed(by: connection)
    {
      return (entry.database, entry.schema)
    }
    let found = try DatabaseSchema(of: connection)
    let schema = subject.databases.mapping.schema(found) {
      SchemaMapping.defaultValue(of: $0, in: connection)
    }
    return (found, schema)
  }
}

extension DatabaseSchema {
  /// Whether a database has the same tables, made by the same statements in the same order.
  fileprivate func isDescribed(by connection: SQLiteConnection) throws -> Bool {
    let statement = try connection.cached(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid")
    defer { statement.reset() }
    var known = (tables.map { ($0.name, $0.sql) } + virtualTables.map { ($0.name, $0.sql) })[...]
    var left = known.count
    while try statement.step() {
      let name = statement.text(0)
      if name.hasPrefix("sqlite_") { continue }
      guard let place = known.firstIndex(where: { $0.0.isIdentical(to: name) }),
        known[place].1.isIdentical(to: statement.text(1))
      else { return false }
      if place == known.startIndex { known.removeFirst() }
      left -= 1
    }
    return left == 0
  }
}

extension SQLiteError {
  var upgradeError: UpgradeError {
    UpgradeError(isCorrupt ? .storeCorrupt : .statementFailed, "SQLite says: \(message).")
  }
}
