/// One store of a subject, at one version at a time. Used by one thread at a time.
public protocol SubjectStore: AnyObject {
  /// The version that the store has now.
  var version: UInt64 { get }

  /// An independent copy in the same state.
  func fork() throws -> any SubjectStore

  /// From now on the migrations of this store see another time, and draw other random numbers, than
  /// those of all other stores: a second run of a hop is compared with the first.
  func perturbEnvironment()

  /// As `perturbEnvironment()`, also where migrations may depend on the time and on random numbers: what
  /// they make of these is compared with nothing.
  func perturbSurroundings() throws

  /// Upgrades to a version, in one hop.
  ///
  /// - Returns: what the migration did, as far as that is known of this hop.
  /// - Throws: `UpgradeError`; the store is then as it was.
  func upgrade(to version: UInt64) throws -> MigrationTrace

  /// Upgrades to a version, in one hop, and copies the store at versions on the way.
  ///
  /// - Parameters:
  ///   - stops: versions before that, in order.
  ///   - arrive: gets each copy, which is as if a hop had ended there, with what that hop did.
  /// - Returns: what the whole hop did; `nil`: hops to the versions between do something else than this
  ///   one, and nothing has happened.
  /// - Throws: `UpgradeError`, which a hop to any later one of the versions throws too, from the first
  ///   version or from one after which it goes on as one that begins there; the store must not be used then.
  func upgrade(
    to version: UInt64, passing stops: [UInt64],
    arrive: (any SubjectStore, PassingTrace) throws -> Void
  ) throws -> PassingTrace?

  /// Closes the store and opens it again at its version.
  ///
  /// - Returns: whether a migration ran, which it should not.
  func reopen() throws -> Bool

  /// The content as the schema of the store's version shows it.
  func snapshot() throws -> Snapshot

  /// The schema as the store itself tells it.
  func schema() throws -> Schema

  /// Everything a later hop can read: all of the content, hidden parts and identities included.
  /// Two stores with equal states go the same way from here on.
  func state() throws -> any StoreState

  /// Whether this store is in the state of another one.
  ///
  /// - Parameters:
  ///   - state: what `state()` of the other store gives.
  ///   - other: another store of the same subject.
  func isInState(_ state: any StoreState, of other: any SubjectStore) throws -> Bool

  /// What a model of the engine says of the last upgrade.
  ///
  /// - Returns: `nil`: the upgrade is that of the model itself, or there is no model.
  func prediction() throws -> UpgradePrediction?

  /// Closes the store and removes its files.
  func discard()
}

extension SubjectStore {
  /// Compares the states.
  public func isInState(_ state: any StoreState, of other: any SubjectStore) throws -> Bool {
    try self.state().isIdentical(to: state)
  }

  /// There is no other model than the upgrades themselves.
  public func prediction() throws -> UpgradePrediction? { nil }

  /// Nothing: migrations read the clock of the system, if any.
  public func perturbEnvironment() {}

  /// Whatever depends on its surroundings may not depend on them.
  public func perturbSurroundings() throws { perturbEnvironment() }

  /// Nothing: hops to other versions are other hops.
  public func upgrade(
    to version: UInt64, passing stops: [UInt64],
    arrive: (any SubjectStore, PassingTrace) throws -> Void
  ) throws -> PassingTrace? { nil }
}

/// What a hop did up to a version that it passed, or to its last one.
public struct PassingTrace {
  /// What is known of the hop up to there.
  public var whole: MigrationTrace
  /// Whether the upgrade goes on as one does that begins at the version: it then does the same, and is
  /// refused where it would be.
  public var goesOnAsNew: Bool
  /// What a hop does that begins at a version which was passed before; `nil`: it may lead to another state.
  public var since: (_ from: UInt64) -> MigrationTrace?

  /// - Parameters:
  ///   - goesOnAsNew: by default it is not known.
  ///   - since: by default no other hop is known to lead to the same state.
  public init(
    whole: MigrationTrace, goesOnAsNew: Bool = false,
    since: @escaping (_ from: UInt64) -> MigrationTrace? = { _ in nil }
  ) {
    self.whole = whole
    self.goesOnAsNew = goesOnAsNew
    self.since = since
  }
}
