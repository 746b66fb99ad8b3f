import MigCheckHistory
import MigCheckModel
import MigCheckText

/// A history whose stores go wrong in one way: what no real engine should do, and what the checks
/// are there to see if one does.
struct FaultySubject: Subject {
  var history: History
  /// Changes what can be read of a store.
  var read: @Sendable (_ kind: StoreKind, _ snapshot: inout Snapshot) -> Void = { _, _ in }
  /// Changes what a store tells of its schema.
  var readSchema: @Sendable (_ schema: Schema) -> Schema = { $0 }
  /// Whether a migration runs when a store is opened again.
  var migratesOnReopening = false
  /// Whether the state of a file is another than that of memory once it was upgraded.
  var filesDiffer = false
  /// What the subject itself says to be wrong with each upgrade.
  var faults: [HopFault] = []
  /// Whether the history only predicts what an app's own upgrade does.
  var isPrediction = false

  var name: String { history.name }
  var rules: String { history.rules }
  var versions: [SubjectVersion] { history.versions }
  var ignoring: [PropertyPath] { history.ignoring }

  var evidence: Evidence {
    var evidence = history.evidence.wrapped { subject in
      var copy = self
      if let history = subject as? History { copy.history = history }
      return copy
    }
    if isPrediction, let end = versions.last?.number {
      evidence.appUpgrade = AppUpgradeEvidence(end: end, predicts: true)
    }
    return evidence
  }

  func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    let store = try history.makeStore(kind, at: version, holding: graph, in: directory)
    return FaultyStore(subject: self, kind: kind, store: store, isUpgraded: false)
  }

}

private final class FaultyStore: SubjectStore {
  let subject: FaultySubject
  let kind: StoreKind
  let store: any SubjectStore
  var isUpgraded: Bool

  init(subject: FaultySubject, kind: StoreKind, store: any SubjectStore, isUpgraded: Bool) {
    self.subject = subject
    self.kind = kind
    self.store = store
    self.isUpgraded = isUpgraded
  }

  var version: UInt64 { store.version }

  func fork() throws -> any SubjectStore {
    FaultyStore(subject: subject, kind: kind, store: try store.fork(), isUpgraded: isUpgraded)
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    isUpgraded = true
    let trace = try store.upgrade(to: version)
    return subject.faults.isEmpty ? trace : .columns(ColumnTrace(faults: subject.faults))
  }

  func reopen() throws -> Bool {
    let isMigrated = try store.reopen()
    return isMigrated || isUpgraded && subject.migratesOnReopening
  }

  func snapshot() throws -> Snapshot {
    var snapshot = try store.snapshot()
    if isUpgraded { subject.read(kind, &snapshot) }
    return snapshot
  }

  func schema() throws -> Schema {
    let schema = try store.schema()
    return isUpgraded ? subject.readSchema(schema) : schema
  }

  func state() throws -> any StoreState {
    let isOdd = subject.filesDiffer && isUpgraded && kind == .file
    return FaultyState(state: try store.state(), isOdd: isOdd)
  }

  func prediction() throws -> UpgradePrediction? { .content(try store.snapshot()) }

  func discard() { store.discard() }
}

private struct FaultyState: StoreState {
  let state: any StoreState
  let isOdd: Bool

  var fingerprint: UInt64 { state.fingerprint }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? FaultyState else { return false }
    return isOdd == other.isOdd && state.isIdentical(to: other.state)
  }
}

extension Snapshot {
  /// Puts a value into a property of every object of a type.
  mutating func fill(_ property: Name, of type: Name, with value: Value) {
    guard let index = graph.schema.index(of: type),
      let column = graph.schema.types[index].storedIndex(of: property)
    else { return }
    graph.tables[index].columns[column] = Array(
      repeating: value, count: graph.tables[index].count)
  }
}
