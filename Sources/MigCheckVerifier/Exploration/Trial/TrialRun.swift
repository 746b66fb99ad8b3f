import MigCheckModel

/// One start graph on its way through the versions.
///
/// A trial makes the stores, upgrades them hop by hop (`+Hops`), and closes and opens them at each
/// version (`+Stops`). Which paths it takes is decided in `+Exploration` and, for a single one, in
/// `+Paths`. Its `TrialJudge` judges what the stores then hold, and its `TrialLog` collects failures and
/// counts. The rule that all keep: a state is judged once for each hop that leads to it. Equal
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
  let limit: RunLimit

  let log: TrialLog
  let judge: TrialJudge
  /// Whether to end as soon as it is not flawless.
  var mustBeFlawless = false
  /// Whether a hop is run even if another run of the stores has shown where it leads.
  var runsKnownHops = false
  /// Measures the stores that are made from now on; `nil`: nothing does.
  var phases: PhaseClock?

  /// What is known of whether paths give the same result each time.
  var repeatability: [[UInt64]: UnrepeatableHop?] = [:]
  /// By the version of an older release: the versions of the stores that it was given.
  var handedToOlder: [UInt64: Set<UInt64>] = [:]
  private(set) var startSnapshot: Snapshot?
  /// Why no store holds the start graph; `nil`: one does.
  private(set) var startRefusal: UpgradeError?

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
    log = TrialLog(span: span)
    judge = TrialJudge(span: span, log: log, leader: kinds[0])
  }

  /// What the store held before any upgrade: a store may refuse or change what it is given.
  var storedGraph: ObjectGraph {
    guard let stored = startSnapshot?.graph, stored.schema == graph.schema else { return graph }
    return stored
  }

  /// Whether the store held an object before any upgrade.
  var holdsObjects: Bool { startSnapshot.map { $0.graph.objectCount > 0 } ?? false }

  /// Says what the store held of a trial that shared one.
  func noteStored(_ stored: ObjectGraph) {
    startSnapshot = Snapshot(
      version: span.versions[start].number, graph: stored,
      keys: stored.tables.map { Array(0..<Int64($0.count)) })
  }

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

  // MARK: Stores

  /// - Parameters:
  ///   - subject: `nil`: that of the run.
  ///   - other: a graph of the start version instead of the trial's own.
  func makeStore(
    _ kind: StoreKind, of subject: (any Subject)? = nil, holding other: ObjectGraph? = nil
  ) throws -> OwnedStore {
    let folder = kind == .file ? try scratch.makeFolder() : nil
    let store = try phases.measure(.make) {
      try (subject ?? span.subject).makeStore(
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
    guard judge.outcomes(outcomes, step: step, isRepeatable: { true }) else {
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
    judge.start(at: start)
    return node
  }

  // MARK: Arrivals

  /// Reads the state that a hop led to, and judges it.
  ///
  /// - Parameter known: the node with an equal state, if there is one; its snapshot is used.
  /// - Returns: the new node, or the known one; `nil` if it cannot be upgraded any further.
  func arrive(
    _ result: StepResult, from node: Node?, at position: Int, step: PathStep, merging known: Node?
  ) throws -> Node? {
    let leader = result.replicas.leader
    let index: SnapshotIndex
    do {
      index = try known?.index ?? SnapshotIndex(leader.snapshot())
    } catch let error as UpgradeError {
      log.report(.refused(leader.kind, error), at: step)
      return nil
    }
    let reading = StateReading(
      index: index,
      stores: result.replicas.entries.map { entry in (entry.kind, { try entry.schema() }) },
      prediction: { try leader.prediction() })
    if node != nil, known == nil { try handToOlder(leader, step: step) }
    return try arrive(
      result, reading: reading, from: node, at: position, step: step, merging: known)
  }

  /// Judges the state that a hop led to.
  ///
  /// - Parameter reading: what the stores hold, or the trial's own part of it.
  func arrive(
    _ result: StepResult, reading: StateReading, from node: Node?, at position: Int,
    step: PathStep, merging known: Node?
  ) throws -> Node? {
    guard try judge.state(reading, at: position, before: node?.snapshot, step: step) else {
      return nil
    }
    if let node, let trace = result.trace {
      try judge.hop(from: node, to: reading, at: position, trace: trace, step: step)
    }
    let isMarred = node?.isMarred ?? false || log.isMarred(step.path)
    if let known {
      known.isMarred = known.isMarred && isMarred
      return known
    }
    if node != nil, let startSnapshot {
      judge.path(from: startSnapshot, to: reading, at: position, step: step)
    }
    let arrived = Node(
      path: step.path, pathCount: 0, replicas: result.replicas, state: result.state,
      index: reading.index, isTainted: result.isTainted, position: position)
    arrived.isMarred = isMarred
    return arrived
  }
}
