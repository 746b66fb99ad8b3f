import MigCheckModel
import MigCheckText

/// A folder of SQL migrations that is verified: its own scripts run on real SQLite databases.
package struct SQLFolderSubject: FunctionDefining {
  package let folder: MigrationFolder
  package let versions: [SubjectVersion]
  var upgrades: DatabaseUpgrades
  /// See `SchemaMapping`.
  private let mixedColumns: Set<[String]>
  /// The database of the app that upgrades begin with as well; `nil`: none was given.
  package var seed: SeedDatabase? { upgrades.seed }
  /// Whether upgrades may be interrupted.
  var isInterruptible = true

  package var name: String { folder.name }
  package var rules: String { "sqlite" }
  package var functionDefinitions: [String] { folder.settings.functions.map(\.text) }
  package var ignoring: [PropertyPath] { folder.settings.ignoring.map(\.path) }

  /// Runs all scripts on a database without rows.
  ///
  /// - Parameter progress: is told after each script how many were tried, and how many there are.
  /// - Throws: `InputError` for a statement that fails even there, and for settings that name what
  ///   is not there.
  package init(
    _ folder: MigrationFolder, progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws {
    try self.init(
      folder, ownTables: RunnerTables.names, mixed: [], checksNames: true, progress: progress)
  }

  /// - Parameters:
  ///   - ownTables: tables of whoever runs the scripts, in lower case.
  ///   - mixed: see `SchemaMapping`.
  ///   - checksNames: whether the settings may name only what the scripts make.
  ///   - isSeeded: whether there is a database of an app, whose values may be long.
  ///   - progress: is told after each script how many were tried, and how many there are.
  init(
    _ folder: MigrationFolder, ownTables: Set<String>, mixed: Set<[String]>,
    checksNames: Bool = false, isSeeded: Bool = false,
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws {
    // In a test as in the command: a call that does not return would keep it for ever.
    EndlessStatements.start()
    var (folder, databases) = try Self.databases(
      of: folder, ownTables: ownTables, mixed: mixed, isSeeded: isSeeded)
    if checksNames {
      folder.settings = try DeclaredNames(databases).resolved(folder.settings)
    }
    self.folder = folder
    mixedColumns = mixed
    let traces = try ScriptTraces(
      databases, settings: folder.settings, allowances: folder.allowances, progress: progress)
    upgrades = DatabaseUpgrades(databases, traces: traces)
    versions = upgrades.versions { migration in
      folder.settings.drops.filter { $0.concerns(migration) }
    }
  }

  /// The versions of a folder; without foreign keys where scripts fail if they are enforced, which
  /// nobody said that they are, and in transactions where scripts fail for what a pragma of another
  /// one would switch on without, or unless they lose rows along with a table that they drop.
  ///
  /// - Throws: `InputError` for a statement that fails on a database without rows.
  private static func databases(
    of folder: MigrationFolder, ownTables: Set<String>, mixed: Set<[String]>, isSeeded: Bool
  ) throws -> (MigrationFolder, DatabaseVersions) {
    if let first = folder.migrations.first, let open = OpenTransactions.open(in: first) {
      // No upgrade leads into the first version, so that no finding can say it.
      throw InputError(
        file: open.statement.file, line: open.statement.line,
        problem: "the transaction that begins here is still open at the end of the script",
        remedy: "add \(open.isSavepoint ? "RELEASE" : "COMMIT")")
    }
    func versions(_ folder: MigrationFolder) throws -> DatabaseVersions {
      try DatabaseVersions(
        folder.migrations,
        engine: ScriptsEngine(folder, ownTables: ownTables, isSeeded: isSeeded), mixed: mixed)
    }
    do {
      let databases = try versions(folder)
      if let place = placeThatNeedsTransaction(databases),
        let other = folder.withTransactions(since: place), let wrapped = try? versions(other)
      {
        return (other, wrapped)
      }
      return (folder, databases)
    } catch let error as InputError {
      let place = error.place
      let others = [
        folder.presumesForeignKeys ? folder.withoutForeignKeys(since: place) : nil,
        folder.withTransactions(since: place),
        folder.presumesForeignKeys
          ? folder.withoutForeignKeys(since: place).withTransactions(since: place) : nil,
      ]
      for other in others.compactMap(\.self) {
        if let databases = try? versions(other) { return (other, databases) }
      }
      // The same scripts may be wrong either way.
      throw error
    }
  }

  /// The name of a script that puts rows back which would not be gone if it ran without a transaction,
  /// so that it fails.
  private static func placeThatNeedsTransaction(_ databases: DatabaseVersions) -> String? {
    zip(databases.entries, databases.entries.dropFirst()).first { before, entry in
      PossibleCascades(
        migration: entry.migration, before: before, rows: StartRows(versions: databases),
        areEnforced: databases.engine.enforcesForeignKeys
      ).needsTransaction
    }?.1.migration.name
  }

  package var evidence: Evidence {
    var evidence = upgrades.evidence(canCrash: isInterruptible)
    evidence.steps = FolderSteps(subject: self)
    // The clock stands still, and random numbers are always the same ones.
    evidence.mayDifferWhenRepeated = false
    evidence.goesOnAsNew = upgrades.databases.engine.mayGoOnAsNew
    evidence.allowances = folder.allowances
    evidence.valueFaultCodes = ScriptFaults.rewriting
    return evidence
  }

  package func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    try upgrades.makeStore(kind, at: version, holding: graph, in: directory)
  }
}

extension SQLFolderSubject {
  /// The subject with other scripts.
  ///
  /// - Throws: `InputError` for a statement that fails even on a database without rows.
  func replacing(_ folder: MigrationFolder) throws -> SQLFolderSubject {
    var result = try SQLFolderSubject(
      folder, ownTables: upgrades.databases.engine.ownTables, mixed: mixedColumns,
      isSeeded: upgrades.seed != nil)
    result.upgrades.seed = upgrades.seed
    return result
  }
}

extension FolderSettings.Entry {
  /// Whether it says that a fault is intended: an entry about a table covers all of it, one about a
  /// column that column alone.
  func covers(_ fault: HopFault) -> Bool {
    path.type == fault.type && (path.property == nil || path.property == fault.property)
  }

  /// Whether it is meant for a version.
  package func concerns(_ migration: Migration) -> Bool {
    guard let version else { return true }
    return version == migration.name || version == "\(migration.number)"
      || migration.name.hasPrefix(version + "_") || migration.name == version + ".sql"
  }
}
