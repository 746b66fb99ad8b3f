public import MigCheckModel
import MigCheckSQL
import MigCheckText

/// A database whose upgrades are run by the app's own migrator, whatever that is: rows are put into a
/// file of a version, the migrator upgrades it, and what it leaves is read back and judged.
public struct SQLiteFileSubject: Subject {
  /// What reports and cases call the database.
  public let name: String
  /// Those of SQLite itself.
  public var rules: String { "sqlite" }
  /// Their schemas are those of the databases that were given or made.
  public let versions: [SubjectVersion]
  /// Columns that comparisons leave out.
  public let ignoring: [PropertyPath]
  /// Notes each call of code that may end this process; what it returns is called after the call.
  package var willRun:
    (@Sendable (_ start: ObjectGraph, _ version: UInt64) -> @Sendable () -> Void)?
  let engine: MigratorEngine
  let upgrades: DatabaseUpgrades

  /// Makes all versions without rows of users.
  ///
  /// - Parameters:
  ///   - versions: their names, oldest first.
  ///   - older: those of older releases, by the last versions that they know.
  ///   - given: shipped databases by the names of their versions.
  ///   - settings: what is declared to be intended.
  /// - Throws: `InputError` for a version that cannot be made even without rows.
  package init(
    _ versions: [String], name: String, by migrator: DatabaseMigrator,
    older: [OlderMigrators.Entry] = [], given: [String: String], settings: FolderSettings
  ) throws {
    var settings = settings
    let scratch = try TemporaryFolder()
    let made = try MadeVersions(
      versions, of: name, by: migrator, given: given, in: scratch.path)
    engine = MigratorEngine(
      migrator, older: try OlderMigrators(older, of: name, made, in: scratch.path), made,
      enforcesForeignKeys: settings.foreignKeys ?? false, scratch: scratch)
    upgrades = try DatabaseUpgrades(
      engine, migrations: engine.migrations, settings: &settings, name: name)
    self.name = name
    ignoring = settings.ignoring.map(\.path)
    self.versions = upgrades.versions { migration in
      settings.drops.filter { $0.concerns(migration) }
    }
  }

  /// `nil`: a migrator does not say which version a release shipped.
  public var shipped: UInt64? { nil }

  /// Whether the upgrade runs in this process.
  package var isInProcess: Bool {
    engine.migrator.isInProcess || engine.older.all.contains { $0.migrator.isInProcess }
  }

  /// The number of a version.
  public func number(ofVersion name: String) -> UInt64? {
    engine.made.names.firstIndex { $0.isIdentical(to: name) }.map { engine.numbers[$0] }
  }

  /// All, unless the migrator always goes to the newest version.
  public var paths: UpgradePaths { engine.migrator.stops ? .all : .direct }

  /// Whether the migrator stops at a version.
  public func upgrades(from: UInt64, to: UInt64) -> Bool {
    engine.migrator.stops || to == engine.numbers.last
  }

  /// What the statements tell, where the migrator tells them.
  public var evidence: Evidence {
    var evidence = upgrades.evidence(canCrash: false)
    evidence.appUpgrade = AppUpgradeEvidence(end: engine.numbers.last ?? 0, predicts: false)
    evidence.appUpgrade?.stops = engine.migrator.stops
    evidence.appUpgrade?.startsProgram = engine.migrator.startsProgram
    if !engine.knowsStatements { evidence.trace = .none }
    evidence.assumptions = assumptions
    evidence.olderReleases = engine.older.all.compactMap { older in
      number(ofVersion: older.version).map { OlderRelease(version: $0, name: older.version) }
    }
    if engine.migrator.runSampled != nil {
      evidence.crashes = MigratorCrashes(engine: engine, upgrades: upgrades)
    }
    return evidence
  }

  /// Which schemas are none of a release.
  private var assumptions: [String] {
    let made = zip(engine.made.names, engine.made.isGiven).dropLast().filter { !$0.1 }.map(\.0)
    guard !made.isEmpty else { return [] }
    let (noun, verb) = made.count == 1 ? ("Version", "has") : ("Versions", "have")
    return [
      "\(noun) \(MadeVersions.list(made)) \(verb) the schema that today's migrations make from nothing, "
        + "which may differ from that of the release; give the database that was shipped (templates, "
        + "--template)."
    ]
  }

  /// A database with the rows of a graph, which becomes a file for each upgrade.
  public func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    let store = try upgrades.makeStore(.memory, at: version, holding: graph, in: directory)
    return willRun.map { MarkedStore(store, willRun: $0) } ?? store
  }
}

/// A store whose upgrades run code that may end the process.
private final class MarkedStore: SubjectStore {
  typealias Mark = @Sendable (ObjectGraph, UInt64) -> @Sendable () -> Void

  private let store: any SubjectStore
  private let willRun: Mark

  init(_ store: any SubjectStore, willRun: @escaping Mark) {
    self.store = store
    self.willRun = willRun
  }

  private func marked<Result>(_ body: () throws -> Result) throws -> Result {
    let before = try store.snapshot()
    // Another call under way would use the same mark.
    return try AsyncCall.inTurn {
      let done = willRun(before.graph, before.version)
      defer { done() }
      return try body()
    }
  }

  var version: UInt64 { store.version }
  func fork() throws -> any SubjectStore { MarkedStore(try store.fork(), willRun: willRun) }
  func perturbEnvironment() { store.perturbEnvironment() }
  func perturbSurroundings() throws { try store.perturbSurroundings() }
  func upgrade(to version: UInt64) throws -> MigrationTrace {
    try marked { try store.upgrade(to: version) }
  }
  func reopen() throws -> Bool { try marked { try store.reopen() } }
  func snapshot() throws -> Snapshot { try store.snapshot() }
  func schema() throws -> Schema { try store.schema() }
  func state() throws -> any StoreState { try store.state() }
  func discard() { store.discard() }
}

extension MarkedStore: NewerStore {
  func opened(by release: OlderRelease) throws -> OlderOpening {
    guard let store = store as? any NewerStore else { return OlderOpening(refusal: nil) }
    return try marked { try store.opened(by: release) }
  }
}
