import MigCheckModel
import MigCheckText

/// One start graph on its way through the versions.
///
/// This file holds a store's start and its single hops with all their checks; what paths are taken
/// is decided in `TrialRun+Exploration.swift` and `TrialRun+Paths.swift`. The rule that both keep:
/// a state is judged once for each hop that leads to it, from equal states follow equal failures, so
/// merging changes no verdict.
///
/// To be quick, memory and file are compared but once a stop: the state of the file after it was
/// closed and opened again, against the state in memory. Equal states prove `stores-agree` and
/// `reopen-stable` together; only if they differ is it looked into which one it is.
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
  private let scratch: RunFolder
  private let limit: RunLimit

  var failures = Failures()
  /// Hops that ran, each store counted.
  var upgrades = 0
  /// Paths that ran to the last version; at most `UInt64.max`.
  var completed: UInt64 = 0
  /// Versions at which states were left out since there were too many.
  var cappedVersions: [UInt64] = []
  /// Objects that each invariant saw, by the version and its place there.
  var invariantObjects: [InvariantPlace: Int] = [:]
  /// By the position of a version: what the upgrades from the one before took away.
  var removals: [Int: [Removal]] = [:]
  /// By check: how often another graph was compared with the start graph.
  var comparisons = Coverage.Comparisons.none
  /// What is known of whether paths give the same result each time.
  var repeatability: [[UInt64]: UnrepeatableHop?] = [:]
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
    store: StoreKind, change: FollowUp.Change? = nil
  ) {
    failures.add(
      Failure(
        violation,
        at: FailureSite(
          hop: hop, path: path, otherPath: otherPath, store: store, change: change)))
  }

  // MARK: Stores

  /// - Parameter other: a graph of the start version instead of the trial's own.
  func makeStore(_ kind: StoreKind, holding other: ObjectGraph? = nil) throws -> OwnedStore {
    let folder = kind == .file ? try scratch.makeFolder() : nil
    let store = try span.subject.makeStore(
      kind, at: span.versions[start].number, holding: other ?? graph,
      in: folder?.path ?? scratch.path)
    let numbered =
      span.evidence.identity == .exact
      ? store : NumberedStore(store, other.map(numbering(of:)) ?? numbering)
    return OwnedStore(numbered, kind: kind, folder: folder)
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
    var outcomes = [(kind: StoreKind, error: UpgradeError?)]()
    for kind in kinds {
      do {
        replicas.entries.append(try makeStore(kind))
        outcomes.append((kind, nil))
      } catch let error as UpgradeError {
        outcomes.append((kind, error))
      }
    }
    let step = Step(hop: Hop(from: version.number, to: version.number), path: [version.number])
    guard judge(outcomes, step: step, isRepeatable: { true }) else {
      startRefusal = outcomes.first?.error
      return nil
    }
    guard let stop = try settle(&replicas, step: step) else {
      return nil
    }
    guard
      let node = try arrive(
        StepResult(replicas: replicas, state: stop.state, trace: nil, isTainted: false), from: nil,
        at: start, step: step, merging: nil)
    else { return nil }
    startSnapshot = node.snapshot
    return node
  }

  // MARK: Hops

  /// A hop and the whole path that ends with it.
  struct Step {
    var hop: Hop
    var path: [UInt64]
  }

  /// What came of a hop, before it is known whether the state is a new one.
  struct StepResult {
    var replicas: Replicas
    var state: any StoreState
    var trace: MigrationTrace?
    var isTainted: Bool
  }

  func step(from node: Node, to position: Int) -> Step {
    Step(
      hop: Hop(
        from: span.versions[node.position].number, to: span.versions[position].number),
      path: node.path + [span.versions[position].number])
  }

  /// Upgrades a node's stores, or copies of them.
  ///
  /// - Parameter consuming: whether the node's own stores may be used up.
  /// - Returns: `nil` if the path ends here.
  func hop(from node: Node, to position: Int, consuming: Bool) throws -> StepResult? {
    try requireTime()
    let version = span.versions[position].number
    let step = step(from: node, to: position)
    let repeats = samples || span.plan(from: node.position, to: position).readsSurroundings
    let spare = repeats ? try node.replicas.leader.fork() : nil
    spare?.perturbEnvironment()
    var replicas = consuming ? node.replicas : try node.replicas.fork()
    if consuming { node.replicas.entries = [] }
    var outcomes = [(kind: StoreKind, error: UpgradeError?)]()
    var trace: MigrationTrace?
    var arrived = Replicas(entries: [])
    for entry in replicas.entries {
      upgrades += 1
      do {
        let own = try entry.upgrade(to: version)
        if arrived.entries.isEmpty { trace = own }
        arrived.entries.append(entry)
        outcomes.append((entry.kind, nil))
      } catch let error as UpgradeError {
        outcomes.append((entry.kind, error))
      }
    }
    replicas = arrived
    let isRepeatable = {
      try self.firstUnrepeatableHop(on: step.path, kind: self.kinds[0]) == nil
    }
    guard try judge(outcomes, step: step, isRepeatable: isRepeatable), !replicas.entries.isEmpty
    else {
      return nil
    }
    var isTainted = node.isTainted
    if let spare,
      try !isRepeated(by: spare, like: replicas.leader, step: step, taint: &isTainted)
    {
      replicas.entries = [replicas.leader]
    }
    guard let stop = try settle(&replicas, step: step) else {
      return nil
    }
    return StepResult(
      replicas: replicas, state: stop.state, trace: trace, isTainted: isTainted || stop.isTainted)
  }

  /// Reports refused upgrades, and stores that do not agree on whether to refuse.
  ///
  /// - Returns: whether any store got on.
  private func judge(
    _ outcomes: [(kind: StoreKind, error: UpgradeError?)], step: Step,
    isRepeatable: () throws -> Bool
  ) rethrows -> Bool {
    guard let first = outcomes.first else { return false }
    let agree = outcomes.allSatisfy { $0.error?.code == first.error?.code }
    if agree {
      if let error = first.error {
        report(
          UpgradeSucceeds.Violation(error), hop: step.hop, path: step.path, store: first.kind)
      }
    } else if try isRepeatable() {
      let outcomes = outcomes.map {
        StoresAgree.Outcome(store: $0.kind, refusal: $0.error.map(Refusal.init))
      }
      report(
        StoresAgree.Violation.outcomes(outcomes), hop: step.hop, path: step.path, store: .file)
    } else {
      report(
        Deterministic.Violation(at: nil), hop: step.hop, path: step.path, store: first.kind)
    }
    return outcomes.contains { $0.error == nil }
  }

  /// Whether the same hop on a copy of the same store gives the same result.
  private func isRepeated(
    by spare: OwnedStore, like store: OwnedStore, step: Step, taint: inout Bool
  ) throws -> Bool {
    let violation: Deterministic.Violation
    do {
      _ = try spare.upgrade(to: step.hop.to)
      if try isSame(spare, store) { return true }
      violation = Deterministic.Violation(at: try difference(store, spare))
    } catch is UpgradeError {
      violation = Deterministic.Violation(at: nil)
    }
    report(violation, hop: step.hop, path: step.path, store: kinds[0])
    taint = true
    return false
  }

  /// Whether two stores are in the same state, ignored properties aside.
  func isSame(_ first: OwnedStore, _ second: OwnedStore) throws -> Bool {
    if try first.state().isIdentical(to: second.state()) { return true }
    return try !span.subject.ignoring.isEmpty && difference(first, second) == nil
  }

  func difference(
    _ first: OwnedStore, _ second: OwnedStore
  ) throws -> SnapshotDifference? {
    try comparison.difference(first.snapshot(), second.snapshot())
  }

  // MARK: Stops

  /// Closes and opens the stores, and compares them.
  ///
  /// - Returns: the common state; `nil` if the leading store cannot go on.
  private func settle(
    _ replicas: inout Replicas, step: Step
  ) throws -> (state: any StoreState, isTainted: Bool)? {
    do {
      var state = try replicas.leader.state()
      if replicas.entries.count == 1 || samples {
        guard let after = try reopen(replicas.leader, state: state, step: step) else { return nil }
        state = after
      }
      var isTainted = false
      for position in replicas.entries.indices.dropFirst().reversed() {
        if try !follows(
          replicas.entries[position], replicas.leader, state: state, step: step, &isTainted)
        {
          replicas.entries.remove(at: position)
        }
      }
      return (state, isTainted)
    } catch let error as UpgradeError {
      report(
        UpgradeSucceeds.Violation(error), hop: step.hop, path: step.path,
        store: replicas.leader.kind)
      return nil
    }
  }

  /// Reopens one store, and compares it with itself.
  private func reopen(
    _ entry: OwnedStore, state: any StoreState, step: Step
  ) throws -> (any StoreState)? {
    func report(_ violation: ReopenStable.Violation) {
      self.report(violation, hop: step.hop, path: step.path, store: entry.kind)
    }
    do {
      if try entry.reopen() { report(.migrated) }
      let after = try entry.state()
      if !after.isIdentical(to: state) {
        let before = try stateBeforeReopening(of: entry.kind, path: step.path)
        report(
          .changed(
            try before.flatMap {
              try SnapshotComparison(ignoring: [], identity: span.evidence.identity)
                .difference($0.snapshot, entry.snapshot())
            }))
      }
      return after
    } catch let error as UpgradeError {
      report(.refused(Refusal(error)))
      return nil
    }
  }

  /// Reopens a store beside the leading one, and compares the two.
  ///
  /// - Returns: whether it is in the same state.
  private func follows(
    _ entry: OwnedStore, _ leader: OwnedStore, state: any StoreState, step: Step,
    _ isTainted: inout Bool
  ) throws -> Bool {
    func report(_ violation: any CheckViolation) {
      self.report(violation, hop: step.hop, path: step.path, store: entry.kind)
    }
    do {
      if try entry.reopen() { report(ReopenStable.Violation.migrated) }
      if try entry.state().isIdentical(to: state) { return true }
      let place = try difference(leader, entry)
      if place == nil, !span.subject.ignoring.isEmpty { return true }
      if let unrepeatable = try firstUnrepeatableHop(on: step.path, kind: leader.kind) {
        isTainted = true
        if unrepeatable.hop == step.hop {
          self.report(
            unrepeatable.violation, hop: step.hop, path: step.path, store: leader.kind)
        }
        return false
      }
      let before = try stateBeforeReopening(of: entry.kind, path: step.path)
      let isStable = before.map { !$0.state.isIdentical(to: state) } ?? true
      if isStable {
        report(StoresAgree.Violation.states(place))
      } else {
        report(ReopenStable.Violation.changed(place))
      }
    } catch let error as UpgradeError {
      report(ReopenStable.Violation.refused(Refusal(error)))
    }
    return false
  }

  // MARK: States

  /// Judges the state that a hop led to.
  ///
  /// - Parameter known: the node with an equal state, if there is one; its snapshot is used.
  /// - Returns: the new node, or the known one; `nil` if it cannot be upgraded any further.
  func arrive(
    _ result: StepResult, from node: Node?, at position: Int, step: Step, merging known: Node?
  ) throws -> Node? {
    let index: SnapshotIndex
    do {
      index = try known?.index ?? SnapshotIndex(result.replicas.leader.snapshot())
      for entry in result.replicas.entries {
        let found = try entry.schema()
        if let violation = SchemaMatches.violation(
          declared: span.versions[position].schema, found: found)
        {
          report(violation, hop: step.hop, path: step.path, store: entry.kind)
        }
      }
    } catch let error as UpgradeError {
      report(
        UpgradeSucceeds.Violation(error), hop: step.hop, path: step.path,
        store: result.replicas.leader.kind)
      return nil
    }
    let leader = result.replicas.leader.kind
    let broken = LinksResolve.violations(
      in: index.snapshot, before: node?.snapshot, identity: span.evidence.identity)
    for violation in broken { report(violation, hop: step.hop, path: step.path, store: leader) }
    if !broken.isEmpty, !LinksResolve.brokenLinks(in: index.snapshot).isEmpty {
      return nil
    }
    if let node, let trace = result.trace {
      let context = HopContext(
        plan: span.plan(from: node.position, to: position), before: node.index, after: index,
        record: RecordIndex(trace), identity: span.evidence.identity,
        keepsSignOfZero: span.evidence.values.keepsSignOfZero)
      for violation in context.violations {
        report(violation, hop: step.hop, path: step.path, store: leader)
      }
      if position == node.position + 1 { noteRemovals(at: position, context) }
    }
    if let known {
      return known
    }
    if node != nil { judgeInvariants(of: index.snapshot, at: position, step: step, store: leader) }
    return Node(
      path: step.path, pathCount: 0, replicas: result.replicas, state: result.state, index: index,
      isTainted: result.isTainted, position: position)
  }

  private func noteRemovals(at position: Int, _ context: HopContext) {
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

  /// Invariants of a version hold for stores that started where the invariant says.
  private func judgeInvariants(
    of snapshot: Snapshot, at position: Int, step: Step, store: StoreKind
  ) {
    guard let startSnapshot, let evaluation = span.evidence.invariants,
      span.evidence.identity != .none
    else { return }
    let (begin, version) = (span.versions[start].number, span.versions[position])
    for (place, invariant) in version.invariants.enumerated() where invariant.since == begin {
      let outcome = InvariantCheck.outcome(
        of: invariant, evaluation: evaluation, version: version.number, from: startSnapshot,
        to: snapshot)
      invariantObjects[InvariantPlace(version: position, invariant: place), default: 0] +=
        outcome.objects
      if let violation = outcome.violation {
        report(
          violation, hop: Hop(from: begin, to: version.number), path: step.path, store: store)
      }
    }
  }
}
