import MigCheckModel

/// One start graph on its way through the versions.
///
/// A trial makes the stores, upgrades them hop by hop (`+Hops`), closes and opens them at each
/// version (`+Stops`), judges the state that each hop led to (`+States`), and compares the ends of
/// its paths (`+Ends`). Which paths it takes is decided in `+Exploration` and, for a single one, in
/// `+Paths`. The rule that both keep: a state is judged once for each hop that leads to it. Equal
/// states lead to equal failures, so merging them changes no verdict.
final class TrialRun {
  let span: VersionSpan
  let kinds: [StoreKind]
  let graph: ObjectGraph
  /// Position of the start version.
  let start: Int
  /// Whether hops are repeated on a fork, and memory is reopened beside the file.
  let samples: Bool
  let itinerary: Itinerary
  private let numbering: ObjectNumbering
  let scratch: RunFolder
  private let limit: RunLimit

  var failures = Failures()
  /// For how many seconds a processor was busy with the upgrades, once they are done.
  var seconds = 0.0
  /// Measures the stores that are made from now on; `nil`: nothing does.
  var phases: PhaseClock?

  var hasFailed: Bool { !failures.all.isEmpty }
  /// Whether something failed that may hide what other objects of the graph have to show.
  var mayHideFailures: Bool { firstHidingVersion != nil }
  /// The position of the first version where something did; what upgrades to versions before it show
  /// is not hidden.
  var firstHidingVersion: Int? {
    failures.all.filter { $0.violation.dependsOnObjects }
      .compactMap { span.position(of: $0.site.hop.to) }.min()
  }

  /// Hops that ran, each store counted.
  var upgrades = 0
  /// The upgrades without a stop that ran, or are known to be refused.
  var hops: Set<Hop> = []
  /// Paths that ran to the last version; at most `UInt64.max`.
  var completed: UInt64 = 0
  /// Those of them at whose end there is an object.
  var arrived: UInt64 = 0
  /// Versions at which states were left out since there were too many.
  var cappedVersions: [UInt64] = []
  /// Objects that each invariant saw, by the version and its place there.
  var invariantObjects: [InvariantPlace: Int] = [:]
  /// By the position of a version: what the upgrades from the one before took away.
  var removals: [Int: [Removal]] = [:]
  /// How often it is known what a migration did.
  var traces = TraceCoverage()
  /// By check: how often another graph was compared with the start graph.
  var comparisons = Coverage.Comparisons.none
  /// How many upgrades were interrupted, and how often.
  var crashes = Coverage.Crashes()
  /// What is known of whether paths give the same result each time.
  var repeatability: [[UInt64]: UnrepeatableHop?] = [:]
  /// By the version of an older release: the versions of the stores that it was given.
  var handedToOlder: [UInt64: Set<UInt64>] = [:]
  /// What older releases did with them.
  var olderReleases: [Coverage.OlderRelease] = []
  /// Paths whose last upgrade has shipped and does something wrong.
  private(set) var marredPaths: Set<[UInt64]> = []
  private(set) var startSnapshot: Snapshot?
  /// Why no store holds the start graph; `nil`: one does.
  private(set) var startRefusal: UpgradeError?

  struct InvariantPlace: Hashable {
    /// Position of the version in the span.
    var version: Int
    /// Position in the version's invariants.
    var invariant: Int
  }

  init(
    span: VersionSpan, kinds: [StoreKind], start: Int, graph: ObjectGraph, samples: Bool,
    itinerary: Itinerary = .everyPath, scratch: RunFolder, limit: RunLimit = .none
  ) {
    self.span = span
    self.kinds = kinds
    self.start = start
    self.graph = graph
    self.samples = samples
    self.itinerary = itinerary
    numbering = ObjectNumbering(span.evidence.identity, start: graph)
    self.scratch = scratch
    self.limit = limit
  }

  /// What the store held before any upgrade: a store may refuse or change what it is given.
  var storedGraph: ObjectGraph {
    guard let stored = startSnapshot?.graph, stored.schema == graph.schema else { return graph }
    return stored
  }

  /// Whether the store held an object before any upgrade.
  var holdsObjects: Bool { startSnapshot.map { $0.graph.objectCount > 0 } ?? false }

  /// To be called before each upgrade.
  ///
  /// - Throws: `RunCut` if the run has to end.
  func requireTime() throws {
    if limit.endsTrials { throw RunCut() }
  }

  /// Runs what may ask for itself, deep inside an upgrade, whether the run has to end.
  ///
  /// - Throws: `RunCut`, too.
  func limited<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Cancellation.observing({ [limit] in limit.endsTrials }, body)
  }

  func report(
    _ violation: any CheckViolation, hop: Hop, path: [UInt64], otherPath: [UInt64]? = nil,
    store: StoreKind, change: FollowUp.Change? = nil, graph: ObjectGraph? = nil
  ) {
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

  /// Reports what the subject itself says of upgrades from the start version.
  private func reportKnownProblems() {
    for (violation, hop) in StartContext(span: span, start: span.versions[start].number).violations
    {
      report(violation, hop: hop, path: [hop.from, hop.to], store: kinds[0])
    }
  }

  // MARK: Stores

  /// - Parameter other: a graph of the start version instead of the trial's own.
  func makeStore(_ kind: StoreKind, holding other: ObjectGraph? = nil) throws -> OwnedStore {
    let folder = kind == .file ? try scratch.makeFolder() : nil
    let store = try phases.measure(.make) {
      try span.subject.makeStore(
        kind, at: span.versions[start].number, holding: other ?? graph,
        in: folder?.path ?? scratch.path)
    }
    let numbered =
      span.evidence.identity == .exact
      ? store : NumberedStore(store, other.map(numbering(of:)) ?? numbering)
    return OwnedStore(numbered, kind: kind, folder: folder, phases: phases)
  }

  private func numbering(of graph: ObjectGraph) -> ObjectNumbering {
    ObjectNumbering(span.evidence.identity, start: graph)
  }

  /// Makes the stores and checks them before any upgrade.
  ///
  /// - Returns: `nil` if there is nothing to upgrade.
  func begin() throws -> Node? {
    let version = span.versions[start]
    var replicas = Replicas(entries: [])
    var outcomes = [UpgradeOutcome]()
    for kind in kinds {
      do {
        replicas.entries.append(try makeStore(kind))
        outcomes.append(UpgradeOutcome(kind: kind))
      } catch let error as UpgradeError {
        outcomes.append(UpgradeOutcome(kind: kind, error: error))
      }
    }
    let step = PathStep(hop: Hop(from: version.number, to: version.number), path: [version.number])
    guard judge(outcomes, step: step, isRepeatable: { true }) else {
      startRefusal = outcomes.first?.error
      return nil
    }
    guard let stop = try settle(&replicas, step: step) else {
      return nil
    }
    let result = StepResult(
      replicas: replicas, state: stop.state, trace: nil, isTainted: false)
    return try begin(arrive(result, from: nil, at: start, step: step, merging: nil))
  }

  /// Checks what the stores hold before any upgrade.
  ///
  /// - Parameter reading: the part of a batch that is the trial's.
  func begin(_ result: StepResult, reading: StateReading, step: PathStep) throws -> Node? {
    try begin(
      arrive(result, reading: reading, from: nil, at: start, step: step, merging: nil))
  }

  private func begin(_ node: Node?) -> Node? {
    guard let node else { return nil }
    startSnapshot = node.snapshot
    reportKnownProblems()
    return node
  }

  /// Counts a hop that ran in a batch.
  func noteHop(_ hop: Hop, stores: Int) {
    hops.insert(hop)
    upgrades += stores
  }
}
