import MigCheckModel

/// The hops of one store from a version to several later ones, made in one run.
///
/// Where every upgrade runs the migration into each version, a hop to a later version runs all that a
/// hop to an earlier one runs, and then more. One run to the last of the versions, with a copy at each
/// of the others, stands for all these hops: from a start version of *n* it runs *n* migrations, and
/// not *n*²/2.
struct Passage {
  /// By the version: those that were reached.
  private var traces: [UInt64: PassingTrace] = [:]
  /// By the version: those that can still be handed out.
  private var stores: [UInt64: OwnedStore] = [:]
  /// Why hops to the versions that were not reached are refused; `nil`: all were.
  private var refusal: UpgradeError?
  let kind: StoreKind

  /// - Parameters:
  ///   - store: is used up, unless there is no such run.
  ///   - versions: at least one, in order.
  /// - Returns: `nil`: hops of this store have nothing in common.
  init?(of store: OwnedStore, to versions: [UInt64]) throws {
    kind = store.kind
    var stops = versions
    guard let last = stops.popLast() else { return nil }
    do {
      let trace = try store.upgrade(to: last, passing: stops) { copy, trace in
        (stores[copy.version], traces[copy.version]) = (copy, trace)
      }
      guard let trace else { return nil }
      (stores[last], traces[last]) = (store, trace)
    } catch let error as UpgradeError {
      refusal = error
    }
  }

  /// Whether a hop to one of the versions is refused, or the store after it can still be handed out.
  fileprivate func knowsEnd(at version: UInt64) -> Bool {
    stores[version] != nil || traces[version] == nil && refusal != nil
  }

  /// Whether it is known what a hop does that begins at a version which was passed.
  fileprivate func shows(from: UInt64, to version: UInt64) -> Bool {
    guard let trace = traces[version] else {
      return refusal != nil && traces[from]?.goesOnAsNew ?? false
    }
    return trace.since(from) != nil
  }

  /// What a hop does that begins at a version which was passed.
  fileprivate func trace(from: UInt64, to version: UInt64) -> MigrationTrace? {
    traces[version]?.since(from)
  }

  /// The store after a hop, which is handed out once.
  ///
  /// - Throws: `UpgradeError` for a hop that is refused.
  fileprivate mutating func arrival(
    at version: UInt64
  ) throws -> (store: OwnedStore, trace: MigrationTrace) {
    if let store = stores.removeValue(forKey: version), let trace = traces[version] {
      return (store, trace.whole)
    }
    throw refusal ?? UpgradeError(.schemaInvalid, "There is no hop to version \(version).")
  }
}

/// One run of a trial's stores that passes several versions, and the states that they have there.
///
/// Where a run goes on from a version just as an upgrade does that begins there, such an upgrade needs not
/// run: the run shows what it does.
final class PassedRun {
  /// Those that the run passes, and the last one.
  let versions: [UInt64]
  /// Which stores run.
  let kinds: [StoreKind]
  /// By the position of a version: the state of all stores there, once it is known.
  private(set) var nodes: [Int: Node] = [:]
  private var entries: [Passage]
  /// Of a copy of the leading store, to see whether hops are repeatable; `nil`: of none.
  private var spare: Passage?

  init(versions: [UInt64], entries: [Passage], spare: Passage?) {
    self.versions = versions
    self.entries = entries
    self.spare = spare
    kinds = entries.map(\.kind)
  }

  func add(_ node: Node) { nodes[node.position] = node }

  /// Whether the run shows what a hop does from a version that it has passed.
  func shows(from: UInt64, to: UInt64) -> Bool {
    entries.allSatisfy { $0.shows(from: from, to: to) }
  }

  /// Whether hops of all stores to a version are refused, or the stores after them can still be handed out.
  func knowsEnds(at version: UInt64) -> Bool {
    versions.contains(version) && entries.allSatisfy { $0.knowsEnd(at: version) }
  }

  /// What a hop does that the run shows.
  func trace(from: UInt64, to: UInt64) -> MigrationTrace {
    entries.first?.trace(from: from, to: to) ?? .unknown
  }

  /// One of the stores after the hop to a version, which is handed out once.
  ///
  /// - Throws: `UpgradeError` for a hop that is refused.
  func arrival(of place: Int, at version: UInt64) throws -> (
    store: OwnedStore, trace: MigrationTrace
  ) {
    try entries[place].arrival(at: version)
  }

  /// The copy of the leading store after a hop.
  ///
  /// - Throws: `UpgradeError` for a hop that is refused.
  func spareArrival(at version: UInt64) throws -> OwnedStore {
    guard let arrival = try spare?.arrival(at: version) else {
      preconditionFailure("There is no copy.")
    }
    return arrival.store
  }
}
