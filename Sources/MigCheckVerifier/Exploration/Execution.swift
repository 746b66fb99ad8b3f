import MigCheckModel

/// One store of one graph on its way along a path, without checks.
final class Execution {
  let start: Snapshot
  private(set) var traces: [MigrationTrace]
  /// The schemas of the versions that it was at.
  private(set) var schemas: [Schema]
  /// The versions that it was at.
  private(set) var path: [UInt64]
  private let store: OwnedStore

  /// - Parameter store: at its start version.
  init(_ store: OwnedStore) throws {
    self.store = store
    start = try store.snapshot()
    traces = []
    schemas = [start.graph.schema]
    path = [start.version]
  }

  private init(_ store: OwnedStore, like other: Execution) {
    self.store = store
    (start, traces, schemas, path) = (other.start, other.traces, other.schemas, other.path)
  }

  func fork() throws -> Execution { Execution(try store.fork(), like: self) }

  /// From now on migrations see another time, and draw other random numbers.
  func perturb() throws { try store.perturbSurroundings() }

  /// - Returns: why the upgrade is refused; the way ends there.
  func upgrade(to version: SubjectVersion) throws -> UpgradeError? {
    do {
      traces.append(try store.upgrade(to: version.number))
      schemas.append(version.schema)
      path.append(version.number)
      return nil
    } catch let error as UpgradeError {
      return error
    }
  }

  /// What the store holds now.
  ///
  /// - Returns: `nil` if it cannot be compared: other checks tell why.
  func snapshot() throws -> Snapshot? {
    do {
      let snapshot = try store.snapshot()
      let isSound =
        snapshot.misplaced.isEmpty && snapshot.danglingLinks.isEmpty
        && snapshot.brokenLinks.isEmpty
      return isSound ? snapshot : nil
    } catch is UpgradeError {
      return nil
    }
  }
}
