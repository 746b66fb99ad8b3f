import MigCheckModel
import MigCheckText

/// A subject whose upgrades are another's, but for one hop that damages an object.
///
/// The corruption is seen in what the stores tell of themselves, so that any subject can be broken like
/// this, in memory and in a file alike: the store below goes on unharmed, and whatever it tells
/// after the hop is damaged.
struct FaultInjectingSubject: Subject {
  var subject: any Subject
  /// Of the hop.
  let plan: HopPlan
  let corruption: Corruption
  /// Whether values that the migration wrote may be damaged too.
  let writes: Bool
  /// Set once an object was damaged.
  let wasApplied = Locked(false)

  var name: String { subject.name }
  var rules: String { subject.rules }
  var versions: [SubjectVersion] { subject.versions }
  var ignoring: [PropertyPath] { subject.ignoring }
  var paths: UpgradePaths { subject.paths }
  var shipped: UInt64? { subject.shipped }

  func upgrades(from: UInt64, to: UInt64) -> Bool { subject.upgrades(from: from, to: to) }

  var evidence: Evidence {
    subject.evidence.wrapped { subject in
      var copy = self
      copy.subject = subject
      return copy
    }
  }

  func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    FaultInjectingStore(
      subject: self,
      store: NumberedStore(
        try subject.makeStore(kind, at: version, holding: graph, in: directory),
        ObjectNumbering(subject.evidence.identity, start: graph)), victim: nil)
  }

}

private final class FaultInjectingStore: SubjectStore {
  let subject: FaultInjectingSubject
  let store: any SubjectStore
  /// The key of the damaged object; `nil`: none as yet.
  var victim: Int64?

  init(subject: FaultInjectingSubject, store: any SubjectStore, victim: Int64?) {
    self.subject = subject
    self.store = store
    self.victim = victim
  }

  var version: UInt64 { store.version }

  func fork() throws -> any SubjectStore {
    FaultInjectingStore(subject: subject, store: try store.fork(), victim: victim)
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    guard Hop(from: store.version, to: version) == subject.plan.hop else {
      return try store.upgrade(to: version)
    }
    let before = try store.snapshot()
    let trace = try store.upgrade(to: version)
    let context = HopContext(
      plan: subject.plan, before: SnapshotIndex(before), after: SnapshotIndex(try store.snapshot()),
      record: RecordIndex(trace), identity: subject.subject.evidence.identity)
    victim = subject.corruption.victim(in: context, writes: subject.writes)
    if victim != nil { subject.wasApplied.withLock { $0 = true } }
    return trace
  }

  func reopen() throws -> Bool { try store.reopen() }

  func snapshot() throws -> Snapshot {
    var snapshot = try store.snapshot()
    if let victim { subject.corruption.apply(to: &snapshot, key: victim) }
    return snapshot
  }

  func schema() throws -> Schema { try store.schema() }
  func prediction() throws -> UpgradePrediction? { try store.prediction() }

  func state() throws -> any StoreState {
    FaultInjectionState(state: try store.state(), victim: victim)
  }

  func discard() { store.discard() }
}

private struct FaultInjectionState: StoreState {
  let state: any StoreState
  let victim: Int64?

  var fingerprint: UInt64 { state.fingerprint }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? FaultInjectionState else { return false }
    return victim == other.victim && state.isIdentical(to: other.state)
  }
}
