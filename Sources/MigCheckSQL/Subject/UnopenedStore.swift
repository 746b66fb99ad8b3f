import MigCheckModel
import MigCheckSQLite

/// A database that no connection has open: known by what was read of it, and opened only where it has to do
/// something.
final class UnopenedStore: CrashingStore {
  /// What was read of it.
  struct Reading {
    var version: UInt64
    var image: DatabaseImage
    var state: DatabaseState
    /// `nil`: it was not read.
    var schema: Schema?
    /// `nil`: it was not read.
    var snapshot: Snapshot?
    /// See `CrashingStore`; `nil`: they were not taken from the image, or are too many.
    var recoveredBytes: [UInt8]?
  }

  private let reading: Reading
  private let open: (DatabaseImage) throws -> DatabaseStore
  private var opened: DatabaseStore?
  private var isPerturbed = false

  /// - Parameter open: makes a store that holds an image.
  init(_ reading: Reading, open: @escaping (DatabaseImage) throws -> DatabaseStore) {
    self.reading = reading
    self.open = open
  }

  /// - Throws: `UpgradeError` if it cannot be opened.
  func store() throws -> DatabaseStore {
    if let opened { return opened }
    let store: DatabaseStore
    do {
      store = try open(reading.image)
    } catch let error as SQLiteError {
      throw error.upgradeError
    }
    if isPerturbed { store.perturbEnvironment() }
    opened = store
    return store
  }

  var version: UInt64 { opened?.version ?? reading.version }

  func copy() throws -> any CrashingStore {
    if let opened { return try opened.copy() }
    let copy = UnopenedStore(reading, open: open)
    copy.isPerturbed = isPerturbed
    return copy
  }

  func perturbEnvironment() {
    isPerturbed = true
    opened?.perturbEnvironment()
  }

  func perturbSurroundings() throws { try store().perturbSurroundings() }
  func upgrade(to version: UInt64) throws -> MigrationTrace { try store().upgrade(to: version) }

  func upgrade(
    to version: UInt64, passing stops: [UInt64],
    arrive: (any SubjectStore, PassingTrace) throws -> Void
  ) throws -> PassingTrace? {
    try store().upgrade(to: version, passing: stops, arrive: arrive)
  }

  // No connection has it open, and its version was read.
  func reopen() throws -> Bool { try opened?.reopen() ?? false }
  func state() throws -> any StoreState { try opened?.state() ?? reading.state }

  func schema() throws -> Schema {
    if opened == nil, let schema = reading.schema { return schema }
    return try store().schema()
  }

  func snapshot() throws -> Snapshot {
    if opened == nil, let snapshot = reading.snapshot { return snapshot }
    return try store().snapshot()
  }

  func discard() { opened?.discard() }

  // MARK: CrashingStore

  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    try store().moments(upgradingTo: version)
  }

  func crashed(
    at point: CrashPoint, upgradingTo version: UInt64
  ) throws -> CrashedUpgrade {
    try store().crashed(at: point, upgradingTo: version)
  }

  var recoveredBytes: [UInt8]? {
    opened.map(\.recoveredBytes) ?? reading.recoveredBytes
      ?? DatabaseStore.recoveredBytes(of: reading.image)
  }

  var structure: [String] { get throws { try store().structure } }
}

extension UnopenedStore: NewerStore {
  func opened(by release: OlderRelease) throws -> OlderOpening { try store().opened(by: release) }
}
