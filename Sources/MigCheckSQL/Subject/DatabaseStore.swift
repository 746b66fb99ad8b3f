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

  let upgrades: DatabaseUpgrades
  let place: Place
  let database: ScratchDatabase
  private(set) var version: UInt64
  /// The upgrade that was looked at last, to be interrupted; `nil`: none was.
  var recorded: RecordedUpgrade?
  /// Whether the file was closed as it is now, and nothing has been done with it since it was opened.
  private var isFresh = false
  /// What led nowhere when the store was made.
  private var unchecked = UncheckedReferences()

  init(
    upgrades: DatabaseUpgrades, place: Place, database: ScratchDatabase, version: UInt64
  ) {
    self.upgrades = upgrades
    self.place = place
    self.database = database
    self.version = version
  }

  /// - Throws: `UpgradeError` for rows that the database refuses.
  convenience init(
    upgrades: DatabaseUpgrades, place: Place, version: UInt64, graph: ObjectGraph
  ) throws {
    guard let entry = upgrades.databases.entry(version) else {
      throw UpgradeError(.schemaInvalid, "There is no version \(version).")
    }
    if let seed = upgrades.seed, seed.holds(graph, at: version) {
      let database = try seed.template.copy(to: place.newPath)
      self.init(upgrades: upgrades, place: place, database: database, version: version)
      unchecked = try upgrades.uncheckedReferences(in: database, at: version)
      return
    }
    let database = try entry.template.copy(to: place.newPath)
    self.init(upgrades: upgrades, place: place, database: database, version: version)
    do {
      try StartRows(versions: upgrades.databases).fill(database, entry, graph)
      unchecked = try upgrades.uncheckedReferences(in: database, at: version)
    } catch let error as SQLiteError {
      database.close()
      throw UpgradeError(.constraintFailed, "The start rows are refused: \(error.message).")
    }
  }

  // MARK: SubjectStore

  func copy() throws -> any CrashingStore { try independentCopy() }

  private func independentCopy() throws -> DatabaseStore {
    try reading {
      let copy = DatabaseStore(
        upgrades: upgrades, place: place, database: try database.copy(to: place.newPath),
        version: version)
      copy.unchecked = unchecked
      return copy
    }
  }

  // Scripts may read the clock, so that the check of repeated upgrades shows them the same time.
  func perturbEnvironment() { database.isPerturbed = true }

  func perturbSurroundings() throws {
    isFresh = false
    try reading { try database.perturb() }
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    let from = self.version
    let recorder = recorder(toEach: [version])
    let statements = try run(to: version, recorder)
    return trace(from: from, to: version, statements, recorder)
  }

  func upgrade(
    to version: UInt64, passing stops: [UInt64],
    arrive: (any SubjectStore, PassingTrace) throws -> Void
  ) throws -> PassingTrace? {
    // A script with a mistake in it runs, or not, as the hop skips versions.
    guard upgrades.skipping == nil, !database.engine.upgradesInOneGo else { return nil }
    let from = self.version
    // A table may have another name by the last version than at a stop.
    let recorder = recorder(toEach: stops + [version])
    var statements = [[SQLStatement]]()
    var passed = Set<UInt64>()
    func passingTrace(to stop: UInt64) -> PassingTrace {
      PassingTrace(
        whole: trace(from: from, to: stop, statements, recorder),
        goesOnAsNew: passed.contains(stop)
      ) { [upgrades, passed, statements] first in
        guard passed.contains(first),
          recorder.follows(upgrades.traces.followedDeletions(from: first, to: stop))
        else { return nil }
        let skipped = upgrades.entries(from: from, to: first).count
        return upgrades.trace(from: first, to: stop, Array(statements[skipped...]), recorder).map(
          MigrationTrace.columns)
      }
    }
    for stop in stops {
      statements += try run(to: stop, recorder)
      let store: any SubjectStore
      if let reading = try passedReading() {
        passed.insert(stop)
        store = unopenedCopy(reading)
      } else {
        store = try passedCopy()
      }
      try arrive(store, passingTrace(to: stop))
    }
    statements += try run(to: version, recorder)
    return passingTrace(to: version)
  }

  private func passedCopy() throws -> DatabaseStore {
    let copy = try independentCopy()
    copy.isFresh = true
    return copy
  }

  /// What the database holds where an upgrade passes a version.
  ///
  /// - Returns: `nil` if the upgrade may go on in another way than one that begins there.
  private func passedReading() throws -> UnopenedStore.Reading? {
    do {
      return try reading {
        guard try database.engine.goesOnAsNew(database), let image = database.connection.image(),
          upgrades.version(of: image) == version
        else { return nil }
        // Those of files are wanted only where they differ from memory.
        let snapshot = place.kind == .memory ? try snapshot() : nil
        return UnopenedStore.Reading(
          version: version, image: image,
          state: DatabaseState(of: image, engine: database.engine, version: version),
          schema: try schema(), snapshot: snapshot)
      }
    } catch is UpgradeError {
      // A copy shows it.
      return nil
    }
  }

  private func unopenedCopy(_ reading: UnopenedStore.Reading) -> UnopenedStore {
    UnopenedStore(reading) { [upgrades, place, database, version, unchecked] image in
      let store = DatabaseStore(
        upgrades: upgrades, place: place,
        database: try database.copy(of: image, to: place.newPath), version: version)
      store.unchecked = unchecked
      store.isFresh = true
      return store
    }
  }

  /// A copy that is at another version and gets other content.
  func replacing(
    at version: UInt64, _ change: (ScratchDatabase) throws -> Void
  ) throws -> DatabaseStore {
    let copy = DatabaseStore(
      upgrades: upgrades, place: place, database: try database.copy(to: place.newPath),
      version: version)
    try change(copy.database)
    return copy
  }

  private func recorder(toEach versions: [UInt64]) -> DeletionRecorder {
    var followed = [FollowedDeletion]()
    for version in versions {
      for deletion in upgrades.traces.followedDeletions(from: self.version, to: version)
      where !followed.contains(deletion) {
        followed.append(deletion)
      }
    }
    return DeletionRecorder(followed)
  }

  private func run(to version: UInt64, _ recorder: DeletionRecorder) throws -> [[SQLStatement]] {
    let watched = place.kind == upgrades.watch?.kind ? upgrades.watch : nil
    return try run(to: version) { migration, place, run in
      try recorder.run(migration, place, in: database.connection) {
        guard let watched else { return try run() }
        try StatementWatch(
          watch: watched, statements: upgrades.databases.conditionalStatements(migration.number)
        ).run(migration, place, in: database, run)
      }
    }
  }

  /// What a hop did that has just ended.
  private func trace(
    from: UInt64, to version: UInt64, _ statements: [[SQLStatement]], _ recorder: DeletionRecorder
  ) -> MigrationTrace {
    guard var trace = upgrades.trace(from: from, to: version, statements, recorder) else {
      return .unknown
    }
    let numbers = upgrades.databases.entries.map(\.migration.number)
    if let old = numbers.firstIndex(of: from), let new = numbers.firstIndex(of: version) {
      trace.faults += database.engine.faults(after: database, from: old, to: new)
    }
    return .columns(trace)
  }

  /// Runs what leads up to a version.
  ///
  /// - Parameter around: runs a statement of a script; gets its place among the statements too.
  /// - Returns: the statements of each version on the way.
  @discardableResult
  func run(
    to version: UInt64, around: (Migration, Int, () throws -> Void) throws -> Void
  ) throws -> [[SQLStatement]] {
    isFresh = false
    database.connection.forgetStatements()
    let entries = upgrades.entries(from: self.version, to: version)
    if database.engine.upgradesInOneGo {
      let statements = try database.engine.upgrade(
        database, from: self.version, through: entries.map(\.migration))
      self.version = version
      try requireShape()
      return statements
    }
    return try entries.map { entry in
      var migration = entry.migration
      if let other = upgrades.skipping, entries.count > 1, other.number == migration.number {
        migration = other
      }
      do {
        let statements = try database.engine.upgrade(
          database, by: migration, recording: entry.userVersion
        ) { place, run in
          try withoutActuallyEscaping(run) { try around(migration, place, $0) }
        }
        self.version = entry.migration.number
        return statements
      } catch let failure as MigrationRunner.Failure {
        throw failure.upgradeError(upgrades.databases.mapping)
      } catch let error as SQLiteError {
        throw error.upgradeError
      }
    }
  }

  /// What a database begins with that a release shipped may stay in it.
  ///
  /// - Throws: `UpgradeError` for tables or columns that the version does not have, or lacks.
  private func requireShape() throws {
    guard let entry = upgrades.databases.entry(version) else { return }
    let found = try reading { try currentSchema().1 }
    func names(_ schema: Schema) -> [String] {
      schema.types.flatMap { type in
        [type.name.text] + type.storedProperties.map { "\(type.name).\($0.name)" }
      }
    }
    let (own, wanted) = (names(found), names(entry.schema))
    guard own != wanted else { return }
    let texts =
      own.filter { !wanted.contains($0) }.map { "\($0) is there" }
      + wanted.filter { !own.contains($0) }.map { "\($0) is missing" }
    throw UpgradeError(
      .schemaMismatch,
      "The upgraded database has another schema than \(entry.migration.name): "
        + (texts.isEmpty
          ? "its tables or columns are in another order"
          : texts.prefix(3).joined(separator: ", ")) + ".")
  }

  func reopen() throws -> Bool {
    try reading {
      if let entry = upgrades.databases.entry(version),
        try database.engine.reopen(database, at: entry.migration)
      {
        return false
      }
      if !isFresh { try database.reopen() }
      isFresh = false
      let entries = upgrades.databases.entries
      guard let found = try database.engine.recordedVersion(of: database, among: entries) else {
        throw UpgradeError(.storeCorrupt, "The file does not say of which version it is.")
      }
      version = entries[found].migration.number
      return false
    }
  }

  func schema() throws -> Schema { try reading { try currentSchema().1 } }

  func snapshot() throws -> Snapshot {
    try reading {
      let (database, schema) = try currentSchema()
      return try DatabaseReader(
        connection: self.database.connection, tables: database.tables, unchecked: unchecked
      )
      .snapshot(version: version, schema: schema)
    }
  }

  func state() throws -> any StoreState {
    try reading { try DatabaseState(of: database, version: version) }
  }

  func discard() {
    database.close()
    if database.hasFiles { SQLiteConnection.removeFiles(at: database.path) }
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
    if let entry = upgrades.databases.entry(version),
      try entry.database.isDescribed(by: connection, without: database.engine.ownTables)
    {
      return (entry.database, entry.schema)
    }
    let found = try DatabaseSchema(
      of: connection, without: database.engine.ownTables, texts: database.engine.textTables)
    let schema = upgrades.databases.mapping.schema(found) {
      SchemaMapping.defaultValue(of: $0, in: connection)
    }
    return (found, schema)
  }
}

extension DatabaseSchema {
  /// Whether a database has the same tables, made by the same statements in the same order.
  fileprivate func isDescribed(
    by connection: SQLiteConnection, without ignored: Set<String>
  ) throws -> Bool {
    let statement = try connection.cached(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid")
    defer { statement.reset() }
    let others = virtualTables.filter { table(named: $0.name) == nil }
    var known = (tables.map { ($0.name, $0.sql) } + others.map { ($0.name, $0.sql) })[...]
    var left = known.count
    while try statement.step() {
      let name = statement.text(0)
      if name.hasPrefix("sqlite_") || ignored.contains(name.lowercasedASCII) { continue }
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
