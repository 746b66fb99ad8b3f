import MigCheckModel

@testable import MigCheckVerifier

/// Interrupts the upgrades of a toy.
struct ToyCrashes: CrashingUpgrades {
  let subject: ToySubject
  let crash: @Sendable (_ point: CrashPoint, _ hop: Hop, _ state: ToyState) throws -> ToyState

  /// So many statements are in a migration, and so many writes in its upgrade.
  static let statements = 3
  static let writes = 100

  func makeStore(
    at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any CrashingStore {
    try subject.admit(graph)
    return ToyCrashingStore(self, state: ToyState(version: version, graph: graph))
  }
}

/// A toy whose files are a value.
private final class ToyCrashingStore: CrashingStore {
  private let crashes: ToyCrashes
  private let store: ToyStore

  init(_ crashes: ToyCrashes, state: ToyState) {
    self.crashes = crashes
    store = ToyStore(subject: crashes.subject, kind: .file, state: state)
  }

  private var content: ToyState {
    get throws {
      guard let state = try store.state() as? ToyStore.State else { fatalError("no toy's state") }
      return state.content
    }
  }

  func copy() throws -> any CrashingStore { ToyCrashingStore(crashes, state: try content) }

  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    [.killedAfterStatement: ToyCrashes.statements, .killed: ToyCrashes.writes]
  }

  func crashed(at point: CrashPoint, upgradingTo version: UInt64) throws -> CrashedUpgrade {
    let hop = Hop(from: self.version, to: version)
    let store = ToyCrashingStore(crashes, state: try crashes.crash(point, hop, content))
    return CrashedUpgrade(store: store, statement: "statement \(point.moment)")
  }

  /// As many indexes as there are hidden things.
  var structure: [String] {
    get throws { (0..<(try content.hidden)).map { "index i\($0)" } }
  }

  var version: UInt64 { store.version }
  func upgrade(to version: UInt64) throws -> MigrationTrace { try store.upgrade(to: version) }
  func reopen() throws -> Bool { try store.reopen() }
  func snapshot() throws -> Snapshot { try store.snapshot() }
  func schema() throws -> Schema { try store.schema() }
  func state() throws -> any StoreState { try store.state() }
  func discard() {}
}
