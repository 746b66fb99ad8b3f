import MigCheckModel
import MigCheckText

/// A folder of SQL migrations that is verified: its own scripts run on real SQLite databases.
package struct SQLFolderSubject: Subject {
  package let folder: MigrationFolder
  package let versions: [SubjectVersion]
  let databases: DatabaseVersions
  let traces: ScriptTraces
  let interruptions: InterruptedScripts
  /// Whether upgrades may be interrupted.
  var isInterruptible = true

  package var name: String { folder.name }
  package var rules: String { "sqlite" }
  package var ignoring: [PropertyPath] { folder.settings.ignoring.map(\.path) }

  /// Runs all scripts on a database without rows.
  ///
  /// - Throws: `InputError` for a statement that fails even there, and for settings that name what
  ///   is not there.
  package init(_ folder: MigrationFolder) throws {
    self.folder = folder
    let databases = try DatabaseVersions(folder)
    self.databases = databases
    let traces = try ScriptTraces(databases, settings: folder.settings)
    self.traces = traces
    interruptions = InterruptedScripts(databases)
    versions = databases.entries.enumerated().map { place, entry in
      var version = SubjectVersion(
        number: entry.migration.number, schema: entry.schema,
        drops: folder.settings.drops.filter { $0.concerns(entry.migration) }.map(\.path))
      version.source = SourcePlace(file: entry.migration.name)
      version.stepSources = traces.stepSources(place)
      return version
    }
  }

  package var evidence: Evidence {
    var evidence = Evidence(identity: .primaryKeyOrRowID, trace: .columns)
    evidence.starts = StartRows(versions: databases)
    evidence.isObjectByObject = false
    // A whole number in a REAL column is stored as an integer, which has no sign of zero.
    evidence.values = ValueRules(keepsSignOfZero: false)
    if isInterruptible { evidence.crashes = DatabaseCrashes(subject: self) }
    return evidence
  }

  package func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    try DatabaseStore(
      subject: self, place: DatabaseStore.Place(kind: kind, directory: directory),
      version: version, graph: graph)
  }

  /// What the scripts of a hop do, in order.
  func migrations(from: UInt64, to: UInt64) -> [Migration] {
    databases.entries.map(\.migration).filter { from < $0.number && $0.number <= to }
  }
}

extension FolderSettings.Entry {
  /// Whether it is meant for a version.
  func concerns(_ migration: Migration) -> Bool {
    guard let version else { return true }
    return version == migration.name || version == "\(migration.number)"
      || migration.name.hasPrefix(version + "_") || migration.name == version + ".sql"
  }
}
