import MigCheckModel
import MigCheckSQL

/// Upgrades of a migrator in a process of its own, which can be killed.
struct MigratorCrashes: CrashingUpgrades {
  let engine: MigratorEngine
  let upgrades: DatabaseUpgrades

  /// Migrators note each version as it is done.
  var commitsEachVersion: Bool { true }

  func makeStore(
    at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any CrashingStore {
    SampledDatabase(
      self, .whole(try upgrades.makeStore(.memory, at: version, holding: graph, in: directory)),
      directory: directory)
  }
}

/// A database of which copies are taken while it is upgraded.
private final class SampledDatabase: CrashingStore {
  enum Content {
    case whole(any SubjectStore)
    /// What was left of an upgrade, and the store before it.
    case rest(StoreFolder, before: any SubjectStore)
  }

  private let crashes: MigratorCrashes
  private let directory: String
  private var content: Content
  /// What was left of the upgrade that was sampled last.
  private var rests = [StoreFolder]()

  init(_ crashes: MigratorCrashes, _ content: Content, directory: String) {
    self.crashes = crashes
    self.content = content
    self.directory = directory
  }

  private var store: any SubjectStore {
    switch content {
    case .whole(let store), .rest(_, let store): store
    }
  }

  var version: UInt64 { store.version }
  func snapshot() throws -> Snapshot { try store.snapshot() }
  func schema() throws -> Schema { try store.schema() }
  func state() throws -> any StoreState { try store.state() }
  func discard() { store.discard() }

  func reopen() throws -> Bool {
    if case .whole(let store) = content { return try store.reopen() }
    return false
  }

  func copy() throws -> any CrashingStore {
    switch content {
    case .whole(let store):
      SampledDatabase(crashes, .whole(try store.fork()), directory: directory)
    case .rest(let folder, let before):
      SampledDatabase(
        crashes, .rest(try folder.copy(in: directory), before: try before.fork()),
        directory: directory)
    }
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    guard case .rest(let folder, let before) = content else {
      return try store.upgrade(to: version)
    }
    let copy = try folder.copy(in: directory)
    try crashes.engine.call(on: copy, from: before.version, to: version)
    let after = try crashes.upgrades.replacing(before, at: version) { database in
      try crashes.engine.take(copy, into: database)
    }
    before.discard()
    content = .whole(after)
    return .unknown
  }

  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    guard case .whole(let store) = content, let run = crashes.engine.migrator.runSampled,
      let database = crashes.upgrades.database(of: store)
    else { return [:] }
    let folder = try crashes.engine.file(of: database)
    let untouched = try folder.copy(in: directory)
    let sampler = StoreSampler(folder, in: directory)
    try run(
      DatabaseMigrator.Call(
        store: folder.file, from: crashes.engine.name(of: store.version),
        to: crashes.engine.name(of: version) ?? ""), sampler)
    rests = sampler.samples.filter { !$0.holdsSame(as: untouched) && !$0.holdsSame(as: folder) }
    return rests.isEmpty ? [:] : [.killed: rests.count]
  }

  func crashed(at point: CrashPoint, upgradingTo version: UInt64) throws -> CrashedUpgrade {
    var rest = CrashedUpgrade(
      store: SampledDatabase(
        crashes,
        .rest(try rests[point.moment - 1].copy(in: directory), before: try store.fork()),
        directory: directory))
    rest.isSampled = true
    return rest
  }
}
