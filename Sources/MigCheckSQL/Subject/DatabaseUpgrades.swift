import MigCheckModel
import MigCheckSQLite

/// All that stores of one subject share: its versions, and what upgrades between them do.
package struct DatabaseUpgrades: Sendable {
  package let databases: DatabaseVersions
  let traces: any UpgradeTraces
  let interruptions: InterruptedScripts
  /// A script with a mistake that was put into it, which upgrades run that skip versions.
  var skipping: Migration?
  /// Learns which conditional statements concerned a row; `nil`: it does not matter.
  var watch: (any ConditionWatch)?
  /// The database of an app that upgrades begin with as well.
  package var seed: SeedDatabase?

  init(_ databases: DatabaseVersions, traces: any UpgradeTraces) {
    self.databases = databases
    self.traces = traces
    interruptions = InterruptedScripts(databases)
  }

  /// References of a store that lead nowhere, and that only a later version declares: where they
  /// are enforced, they matter from then on.
  func uncheckedReferences(
    in database: ScratchDatabase, at version: UInt64
  ) throws -> UncheckedReferences {
    guard !databases.engine.enforcesForeignKeys,
      let columns = databases.entry(version)?.laterReferences, !columns.isEmpty
    else { return UncheckedReferences() }
    return try UncheckedReferences(columns, in: database.connection)
  }

  /// Upgrades by code, whose statements are known as they run.
  ///
  /// - Parameters:
  ///   - migrations: names of all versions with their numbers, and no statements.
  ///   - settings: what is declared to be intended; gets names as reports spell them.
  ///   - name: of the subject, as messages show it.
  ///   - mixed: see `SeedReading`.
  ///   - fresh: what a new install begins with, which the last version is to be like; `nil`: nobody gave it.
  /// - Throws: `InputError` for a version that cannot be made even without rows, and for settings that
  ///   name what no version has.
  package init(
    _ engine: any DatabaseEngine, migrations: [Migration], settings: inout FolderSettings,
    name: String, mixed: Set<[String]> = [], fresh: FreshDatabase? = nil
  ) throws {
    let databases = try DatabaseVersions(migrations, engine: engine, mixed: mixed)
    settings = try DeclaredNames(databases).resolved(settings, of: name)
    let differences =
      fresh.map { FreshComparison.faults(databases, $0, file: "a new install") } ?? []
    self.init(
      databases,
      traces: engine.knowsStatements
        ? RecordedTraces(databases, settings: settings, ofLast: differences)
        : SchemaTraces(databases, settings: settings, ofLast: differences))
  }

  /// What code makes of a database without rows.
  ///
  /// - Throws: `InputError` for a version that cannot be made.
  package static func freshDatabase(
    of engine: any DatabaseEngine, _ migrations: [Migration]
  ) throws -> FreshDatabase? {
    try DatabaseVersions(migrations, engine: engine).entries.last.map {
      FreshDatabase(schema: $0.database, template: $0.template)
    }
  }

  /// What is known of a hop.
  ///
  /// - Parameters:
  ///   - statements: those that ran, by version.
  ///   - recorder: has noted what they deleted.
  /// - Returns: `nil`: nothing is known.
  func trace(
    from: UInt64, to version: UInt64, _ statements: [[SQLStatement]], _ recorder: DeletionRecorder
  ) -> ColumnTrace? {
    var trace = traces.trace(from: from, to: version, running: statements)
    trace?.deletedObjects = recorder.deletedObjects(
      traces.followedDeletions(from: from, to: version))
    return trace
  }

  /// The version that a database says it has; `nil`: none of these.
  ///
  /// - Parameter image: of an engine that opens images.
  func version(of image: DatabaseImage) -> UInt64? {
    let found = image.userVersion
    return databases.entries.first { $0.userVersion == found }?.migration.number
  }

  /// What is run to get from one version to another, in order.
  func entries(from: UInt64, to: UInt64) -> [DatabaseVersions.Entry] {
    databases.entries.filter { from < $0.migration.number && $0.migration.number <= to }
  }

  /// All versions as their authors declare them.
  ///
  /// - Parameter drops: what a version gives up on purpose.
  package func versions(
    drops: (Migration) -> [FolderSettings.Entry]
  ) -> [SubjectVersion] {
    databases.entries.enumerated().map { place, entry in
      let migration = entry.migration
      var version = SubjectVersion(
        number: migration.number, schema: entry.schema, drops: drops(migration).map(\.path))
      version.source = SourcePlace(file: migration.name)
      version.stepSources = traces.stepSources(place)
      version.namedRemovals = namedRemovals(in: migration)
      version.references = references(at: entry)
      if place > 0 {
        version.purposefulRemovals =
          PurposefulDeletions(
            migration: migration, before: databases.entries[place - 1].database,
            drops: version.drops, mapping: databases.mapping
          ).all
      }
      return version
    }
  }

  /// Foreign keys of one column, and columns that a later version makes such keys of.
  private func references(at entry: DatabaseVersions.Entry) -> [PropertyReference] {
    let mapping = databases.mapping
    let declared = entry.database.tables.flatMap { table in
      table.foreignKeys.filter { $0.columns.count == 1 && $0.targetColumns.count == 1 }.map {
        (table.name, $0.columns[0], $0.target, $0.targetColumns[0])
      }
    }
    let inferred = entry.laterReferences.compactMap { reference in
      reference.goal.map { (reference.table, reference.name, $0.table, $0.column) }
    }
    return (declared + inferred).map { table, column, target, targetColumn in
      PropertyReference(
        type: mapping.typeName(table), property: mapping.propertyName(column, of: table),
        targetType: mapping.typeName(target),
        targetProperty: mapping.propertyName(targetColumn, of: target))
    }
  }

  private func namedRemovals(in migration: Migration) -> [NamedRemoval] {
    let mapping = databases.mapping
    let altered = migration.alteredColumns("drop")
    guard !altered.isEmpty else { return [] }
    let added = migration.alteredColumns("add")
    return altered.map { place, table, column in
      let later = added.filter { $0.place > place && $0.table.isSameName(as: table) }
      return NamedRemoval(
        path: PropertyPath(
          type: mapping.typeName(table), property: mapping.propertyName(column, of: table)),
        laterAdditions: later.map { mapping.propertyName($0.column, of: table) })
    }
  }

  package func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    try DatabaseStore(
      upgrades: self, place: DatabaseStore.Place(kind: kind, directory: directory),
      version: version, graph: graph)
  }

  /// The database of a store that `makeStore` made, or of a fork of it.
  package func database(of store: any SubjectStore) -> ScratchDatabase? {
    (store as? DatabaseStore)?.database
  }

  /// A copy of such a store that is at another version and gets other content.
  ///
  /// - Throws: what `change` throws, `SQLiteError`.
  package func replacing(
    _ store: any SubjectStore, at version: UInt64, _ change: (ScratchDatabase) throws -> Void
  ) throws -> any SubjectStore {
    guard let store = store as? DatabaseStore else {
      throw UpgradeError(.storeCorrupt, "The store is none of these upgrades.")
    }
    return try store.replacing(at: version, change)
  }

  /// - Parameter canCrash: whether upgrades may be interrupted.
  package func evidence(canCrash: Bool) -> Evidence {
    var evidence = Evidence(identity: .primaryKeyOrRowID, trace: .columns)
    evidence.starts = StartRows(versions: databases, seed: seed)
    evidence.hazards = DatabaseHazards(databases: databases)
    evidence.isObjectByObject = false
    evidence.runsEachVersion = true
    evidence.propertiesAreColumns = true
    // A whole number in a REAL column is stored as an integer, which has no sign of zero.
    evidence.values = ValueRules(keepsSignOfZero: false)
    evidence.faultCodes = FaultCodes.all
    if canCrash { evidence.crashes = DatabaseCrashes(upgrades: self) }
    return evidence
  }
}

/// What is known of upgrades.
protocol UpgradeTraces: Sendable {
  /// - Parameter statements: those that ran, by version.
  /// - Returns: `nil`: nothing is known.
  func trace(from: UInt64, to: UInt64, running statements: [[SQLStatement]]) -> ColumnTrace?

  /// The deletions of a hop whose rows are to be noted as it runs.
  func followedDeletions(from: UInt64, to: UInt64) -> [FollowedDeletion]

  /// Where the statements of a version stand that touch tables and columns.
  ///
  /// - Parameter position: of the version among all.
  func stepSources(_ position: Int) -> [StepSource]
}

extension UpgradeTraces {
  // Of code nobody knows the statements beforehand.
  func followedDeletions(from: UInt64, to: UInt64) -> [FollowedDeletion] { [] }
}

extension ScriptTraces: UpgradeTraces {
  func trace(from: UInt64, to: UInt64, running statements: [[SQLStatement]]) -> ColumnTrace? {
    trace(from: from, to: to)
  }
}
