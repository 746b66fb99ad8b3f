import MigCheckModel

/// A store of a trial, with the folder of its files. Both go when nobody holds it any more.
///
/// The only place that closes a store: nobody else has to think of it, not even on an error.
final class OwnedStore {
  let kind: StoreKind
  // Not to be handed out: it must not outlive its owner.
  private let store: any SubjectStore
  /// Shared with the forks, whose files lie beside those of the store; `nil` for one in memory.
  private let folder: ScratchFolder?
  private let phases: PhaseClock?

  init(
    _ store: any SubjectStore, kind: StoreKind, folder: ScratchFolder?, phases: PhaseClock? = nil
  ) {
    self.store = store
    self.kind = kind
    self.folder = folder
    self.phases = phases
  }

  deinit { store.discard() }

  var version: UInt64 { store.version }

  /// An independent copy in the same state.
  func fork() throws -> OwnedStore {
    OwnedStore(
      try phases.measure(.make) { try store.fork() }, kind: kind, folder: folder, phases: phases)
  }

  func perturbEnvironment() { store.perturbEnvironment() }
  func perturbSurroundings() throws { try store.perturbSurroundings() }
  func upgrade(to version: UInt64) throws -> MigrationTrace {
    try phases.measure(.upgrade) { try store.upgrade(to: version) }
  }

  /// See `SubjectStore`.
  func upgrade(
    to version: UInt64, passing stops: [UInt64],
    arrive: (OwnedStore, PassingTrace) throws -> Void
  ) throws -> PassingTrace? {
    try phases.measure(.upgrade) {
      try store.upgrade(to: version, passing: stops) {
        try arrive(OwnedStore($0, kind: kind, folder: folder, phases: phases), $1)
      }
    }
  }

  func reopen() throws -> Bool { try phases.measure(.reopen) { try store.reopen() } }
  func snapshot() throws -> Snapshot { try phases.measure(.read) { try store.snapshot() } }
  func schema() throws -> Schema { try store.schema() }
  func prediction() throws -> UpgradePrediction? { try store.prediction() }

  /// - Returns: `nil`: it cannot be handed to other releases.
  func opened(by release: OlderRelease) throws -> OlderOpening? {
    try phases.measure(.upgrade) { try (store as? any NewerStore)?.opened(by: release) }
  }

  func state() throws -> any StoreState { try phases.measure(.read) { try store.state() } }

  /// See `SubjectStore`; the other one is not this one.
  func isInState(_ state: any StoreState, of other: OwnedStore) throws -> Bool {
    try phases.measure(.read) { try store.isInState(state, of: other.store) }
  }
}
