import MigCheckModel

/// What a trial has done and found.
final class TrialLog {
  private let span: VersionSpan

  private(set) var failures = Failures()
  /// For how many seconds a processor was busy with the upgrades, once they are done.
  var seconds = 0.0
  /// Hops that ran, each store counted.
  var upgrades = 0
  /// The upgrades without a stop that ran, or are known to be refused.
  var hops: Set<Hop> = []
  /// Paths that ran to the last version; at most `UInt64.max`.
  private(set) var completed: UInt64 = 0
  /// Those of them at whose end there is an object.
  private(set) var arrived: UInt64 = 0
  /// Versions at which states were left out since there were too many.
  private(set) var cappedVersions: [UInt64] = []
  /// Objects that each invariant saw, by the version and its place there.
  private(set) var invariantObjects: [InvariantPlace: Int] = [:]
  /// By the position of a version: what the upgrades from the one before took away.
  private(set) var removals: [Int: [Removal]] = [:]
  /// For how many upgrades it is known what the migration did.
  private(set) var traces = TraceCoverage()
  /// By check: how many times another graph was compared with the start graph.
  private(set) var comparisons = Coverage.Comparisons.none
  /// How many upgrades were interrupted, and how many times.
  var crashes = Coverage.Crashes()
  /// What older releases did with the stores that they were given.
  private(set) var olderReleases: [Coverage.OlderRelease] = []
  /// Paths whose last upgrade has shipped and does something wrong.
  private var marredPaths: Set<[UInt64]> = []

  struct InvariantPlace: Hashable {
    /// Position of the version in the span.
    var version: Int
    /// Position in the version's invariants.
    var invariant: Int
  }

  init(span: VersionSpan) {
    self.span = span
  }

  // MARK: Failures

  var hasFailed: Bool { !failures.all.isEmpty }
  /// Whether something failed that was not known before the trial.
  private(set) var hasUnforeseenFailures = false
  /// The upgrades that the engine refuses whatever the store holds.
  private var refusedHops: Set<Hop> = []
  /// The upgrades at which something failed that depends on the objects.
  private var failedHops: Set<Hop> = []
  /// Those of them at which it may hide what other objects of the graph have to show.
  private var hidingHops: Set<Hop> = []
  /// Whether something failed that other objects of the graph might not show.
  var dependsOnObjects: Bool { !failedHops.isSubset(of: refusedHops) }
  /// The position of the first version where something failed that may hide what other objects of the graph
  /// have to show; what upgrades to versions before it show is not hidden. An upgrade that is refused for
  /// every store hides nothing.
  var firstHidingVersion: Int? {
    hidingHops.subtracting(refusedHops).compactMap { span.position(of: $0.to) }.min()
  }

  /// Whether the last upgrade of a path has shipped and does something wrong.
  func isMarred(_ path: [UInt64]) -> Bool { marredPaths.contains(path) }

  /// - Parameter hidesOthers: whether other objects of the graph may show something else that it hides.
  func report(
    _ violation: any CheckViolation, hop: Hop, path: [UInt64], otherPath: [UInt64]? = nil,
    store: StoreKind, change: FollowUp.Change? = nil, graph: ObjectGraph? = nil,
    hidesOthers: Bool = true
  ) {
    hasUnforeseenFailures = true
    if violation.dependsOnObjects {
      failedHops.insert(hop)
      if hidesOthers { hidingHops.insert(hop) }
    }
    if span.hasShipped(hop), otherPath == nil, change == nil { marredPaths.insert(path) }
    failures.add(
      Failure(
        violation,
        at: FailureSite(
          hop: hop, path: path, otherPath: otherPath, store: store, change: change,
          isShipped: span.hasShipped(hop) && !violation.isAboutSources),
        graph: graph))
  }

  /// Reports what the checks find in an event of a step.
  func report(_ event: StepEvent, at step: PathStep) {
    for (violation, store) in event.violations {
      report(violation, hop: step.hop, path: step.path, store: store)
    }
  }

  /// Reports an upgrade that the engine refuses whatever the store holds.
  func reportKnownRefusal(_ error: UpgradeError, store: StoreKind, at step: PathStep) {
    let hadUnforeseenFailures = hasUnforeseenFailures
    refusedHops.insert(step.hop)
    report(.refused(store, error), at: step)
    hasUnforeseenFailures = hadUnforeseenFailures
  }

  /// Reports a hop that gives another result each time.
  ///
  /// - Parameter path: runs through the hop.
  func report(_ unrepeatable: UnrepeatableHop, on path: [UInt64], store: StoreKind) {
    report(
      .repeatedDifferently(store, at: unrepeatable.place),
      at: PathStep(
        hop: unrepeatable.hop, path: path.filter { $0 <= unrepeatable.hop.to }))
  }

  // MARK: Coverage

  /// Counts a hop that ran in a batch.
  func noteHop(_ hop: Hop, stores: Int) {
    hops.insert(hop)
    upgrades += stores
  }

  /// Counts paths that ran to their end.
  func noteEnd(_ end: Node, of paths: UInt64) {
    completed = completed.addingSaturated(paths)
    if end.snapshot.graph.objectCount > 0 { arrived = arrived.addingSaturated(paths) }
  }

  /// Counts a version that has more states than are followed.
  func noteCapped(_ version: UInt64) {
    if !cappedVersions.contains(version) { cappedVersions.append(version) }
  }

  /// Counts what the trial would have done alone that shared a flawless store with others.
  ///
  /// - Parameters:
  ///   - log: of the store.
  ///   - isFirst: whether what is known of all objects of the store counts for this trial.
  func count(_ log: TrialLog, isFirst: Bool) {
    upgrades = log.upgrades
    hops.formUnion(log.hops)
    completed = log.completed
    traces = log.traces
    // Mistakes that show whatever a store holds are left to the trials that run alone.
    guard isFirst else { return }
    arrived = log.arrived
    removals = log.removals
    olderReleases = log.olderReleases
  }

  func noteTrace(_ trace: MigrationTrace, of hop: Hop, isReplaced: Bool) {
    traces.add(trace, of: hop, isReplaced: isReplaced)
  }

  func noteInvariant(_ invariant: Int, at version: Int, objects: Int) {
    invariantObjects[
      InvariantPlace(version: version, invariant: invariant), default: 0] += objects
  }

  /// - Parameter position: of the version into which things may have been removed.
  func noteRemovals(at position: Int, _ context: HopContext) {
    var known = removals[position] ?? span.removals[position]
    guard !known.isEmpty else { return }
    lazy var outcomes = ObjectOutcomes(context)
    for place in known.indices {
      let evidence = RemovalEvidence(of: known[place], in: context, outcomes: outcomes)
      known[place].upgrades += 1
      if evidence.isLoss { known[place].losses += 1 }
      if evidence.isMoved { known[place].isMoved = true }
      if evidence.isAnswered { known[place].isAnswered = true }
    }
    removals[position] = known
  }

  func noteOlderRelease(_ release: Coverage.OlderRelease) { olderReleases.join([release]) }

  /// Counts a comparison of another graph with the start graph, or one that was refused.
  func note(_ check: Check, isCompared: Bool) {
    change(check) { if isCompared { $0.compared += 1 } else { $0.refused += 1 } }
  }

  /// Counts properties of a start graph that chance decides.
  func noteRandom(_ count: Int) {
    guard count > 0 else { return }
    change(.informationKept) { $0.random = ($0.random ?? 0) + count }
  }

  /// Counts a pair of graphs whose stores differ in more than the graphs do.
  func noteAdjusted() { change(.informationKept) { $0.adjusted = ($0.adjusted ?? 0) + 1 } }

  private func change(_ check: Check, _ change: (inout Coverage.Comparisons) -> Void) {
    guard let place = comparisons.firstIndex(where: { $0.check == check }) else { return }
    change(&comparisons[place])
  }
}
