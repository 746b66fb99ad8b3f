import Foundation
import MigCheckModel

/// A store that is in memory as long as the model upgrades it, and in a file once the app did.
final class StoreFileStore: SubjectStore {
  private let subject: StoreFileSubject
  private let directory: String
  private var content: Content
  private var predicted: UpgradePrediction?

  private enum Content {
    case model(any SubjectStore)
    case app(UpgradedFile)
    case interrupted(InterruptedFile)
  }

  init(_ subject: StoreFileSubject, model: any SubjectStore, directory: String) {
    self.subject = subject
    self.directory = directory
    content = .model(model)
  }

  private init(_ other: StoreFileStore, content: Content) {
    (subject, directory) = (other.subject, other.directory)
    self.content = content
    predicted = other.predicted
  }

  var version: UInt64 {
    switch content {
    case .model(let store): store.version
    case .app(let file): file.snapshot.version
    case .interrupted(let file): file.before.version
    }
  }

  func fork() throws -> any SubjectStore { try forked() }

  fileprivate func forked() throws -> StoreFileStore {
    switch content {
    case .model(let store): StoreFileStore(self, content: .model(try store.fork()))
    case .app: StoreFileStore(self, content: content)
    case .interrupted(let file):
      StoreFileStore(self, content: .interrupted(try file.copy(in: directory)))
    }
  }

  func perturbEnvironment() {
    if case .model(let store) = content { store.perturbEnvironment() }
  }

  func perturbSurroundings() throws {
    if case .model(let store) = content { try store.perturbSurroundings() }
  }

  func snapshot() throws -> Snapshot {
    switch content {
    case .model(let store): try store.snapshot()
    case .app(let file): file.snapshot
    case .interrupted(let file): file.before
    }
  }

  /// What was read has the schema of its version; another one is an error of reading.
  func schema() throws -> Schema { try snapshot().graph.schema }

  func state() throws -> any StoreState {
    switch content {
    case .model(let store): try store.state()
    case .app(let file): SnapshotState(snapshot: file.snapshot)
    case .interrupted(let file): SnapshotState(snapshot: file.before)
    }
  }

  func prediction() throws -> UpgradePrediction? { predicted }

  /// Of the app: the next launch, on a copy.
  func reopen() throws -> Bool {
    switch content {
    case .model(let store): return try store.reopen()
    case .app(let file):
      guard let again = try file.openedAgain(by: subject, in: directory) else { return false }
      content = .app(again)
      return false
    case .interrupted: return false
    }
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    predicted = nil
    if !subject.isOfApp(to: version), case .model(let store) = content {
      return try store.upgrade(to: version)
    }
    if case .interrupted(let file) = content {
      content = .app(try UpgradedFile(of: file, to: version, by: subject))
      return .unknown
    }
    let before = try snapshot()
    let prediction = ModelPrediction(of: before, to: version, by: subject, in: directory)
    guard let file = try UpgradedFile(of: before, to: version, by: subject, in: directory) else {
      // No file can hold what the model came to: the app cannot be run on it.
      guard case .model(let store) = content else { return .unknown }
      predicted = .replacing
      return try store.upgrade(to: version)
    }
    discard()
    content = .app(file)
    predicted = prediction.outcome
    return prediction.trace
  }

  func discard() {
    if case .model(let store) = content { store.discard() }
  }

  /// What kills at some moments of an upgrade would leave, each with other content.
  ///
  /// - Throws: `UpgradeError` for an upgrade that fails.
  fileprivate func interrupted(to version: UInt64) throws -> [StoreFileStore] {
    guard subject.isOfApp(to: version),
      let file = try InterruptedFile(snapshot(), to: version, by: subject, in: directory)
    else { return [] }
    return try file.interrupted(to: version, by: subject, in: directory).map {
      StoreFileStore(self, content: .interrupted($0))
    }
  }
}

/// Upgrades of an app in a process of its own, which can be killed.
struct SampledCrashes: CrashingUpgrades {
  let subject: StoreFileSubject

  func makeStore(
    at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any CrashingStore {
    let model = try subject.model.makeStore(.memory, at: version, holding: graph, in: directory)
    return SampledStore(StoreFileStore(subject, model: model, directory: directory))
  }
}

/// A store of which copies are taken while it is upgraded.
private final class SampledStore: CrashingStore {
  private let store: StoreFileStore
  /// What was left of the upgrade that was sampled last.
  private var rests = [StoreFileStore]()

  init(_ store: StoreFileStore) { self.store = store }

  var version: UInt64 { store.version }
  func copy() throws -> any CrashingStore { SampledStore(try store.forked()) }
  func perturbEnvironment() { store.perturbEnvironment() }
  func snapshot() throws -> Snapshot { try store.snapshot() }
  func schema() throws -> Schema { try store.schema() }
  func state() throws -> any StoreState { try store.state() }
  func reopen() throws -> Bool { try store.reopen() }
  func upgrade(to version: UInt64) throws -> MigrationTrace { try store.upgrade(to: version) }
  func discard() { store.discard() }

  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    rests = try store.interrupted(to: version)
    return rests.isEmpty ? [:] : [.killed: rests.count]
  }

  func crashed(at point: CrashPoint, upgradingTo version: UInt64) throws -> CrashedUpgrade {
    var rest = CrashedUpgrade(store: SampledStore(try rests[point.moment - 1].forked()))
    rest.isSampled = true
    return rest
  }
}

/// All that a store of an app shows. Nothing else of it is compared.
private struct SnapshotState: StoreState {
  let snapshot: Snapshot

  var fingerprint: UInt64 {
    snapshot.graph.tables.reduce(snapshot.version) { $0 &* 31 &+ UInt64($1.count) }
  }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? SnapshotState else { return false }
    return snapshot.version == other.snapshot.version && snapshot.keys == other.snapshot.keys
      && snapshot.misplaced == other.snapshot.misplaced
      && snapshot.danglingLinks == other.snapshot.danglingLinks
      && snapshot.graph.isIdentical(to: other.snapshot.graph)
  }
}

/// What the model says of an upgrade, in the keys that objects had before it.
private struct ModelPrediction {
  /// `nil`: it says nothing.
  private(set) var outcome: UpgradePrediction?
  private(set) var trace = MigrationTrace.unknown

  init(
    of before: Snapshot, to version: UInt64, by subject: StoreFileSubject, in directory: String
  ) {
    guard subject.predicts, !subject.isUnknown(before.version, version) else { return }
    do {
      let result = try StoredUpgrade.run(
        before, through: subject.stops(before.version, version), of: subject.model,
        in: directory)
      outcome = .content(result.after)
      trace = result.trace
    } catch let error as UpgradeError {
      outcome = .refused(error)
    } catch {
      // What the kit's own stores throw beyond that says nothing of the upgrade.
    }
  }
}
