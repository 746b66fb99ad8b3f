import MigCheckModel

/// The start graphs of several trials in one store, on their way through the versions together.
///
/// Making, upgrading and opening stores is most of what a trial costs, and depends little on how many
/// objects there are. A batch does that once for all its trials. It judges nothing itself: at each
/// stop it hands each trial its own objects, and what the upgrade recorded of them, and the trial
/// judges these as if they had run alone.
///
/// The rule to keep: a trial whose part of a batch shows nothing wrong shows nothing wrong alone, and
/// counts the same. `BatchRules` says from which start versions that holds. Whatever a batch cannot
/// assign to one trial — a refusal that was not known before, stores that differ, an object made from
/// none — ends the batch, and its trials run alone or in smaller batches.
///
/// Where paths lead to different states, they may differ in objects of some trials alone. For each of the others
/// they are one state, from which it goes on as it would alone.
final class BatchRun {
  private let span: VersionSpan
  private let kinds: [StoreKind]
  private let start: Int
  /// Whether one hop from each state is repeated: if one of the trials repeats hops. What upgrades of
  /// batches do is known to depend on nothing but the store.
  private let samples: Bool
  private let itinerary: Itinerary
  /// Whether only some paths are taken: then what follows a state depends on the path that led there.
  private var isSelection: Bool { if case .selected = itinerary { true } else { false } }
  private let rules: BatchRules
  private var startKeys: [[Int64]] = []
  /// Those that showed something wrong are no longer judged.
  let trials: [TrialRun]
  /// By trial: whether it has to run alone, as it showed something wrong that only a store of its own can
  /// confirm.
  private(set) var mustRunAlone: [Bool]
  private let graph: ObjectGraph

  /// - Parameters:
  ///   - trials: of one start version, with equal paths and stores.
  ///   - rules: those of the start version.
  init(_ trials: [TrialRun], rules: BatchRules) {
    let first = trials[0]
    span = first.span
    kinds = first.kinds
    start = first.start
    samples = trials.contains(where: \.samples)
    itinerary = first.itinerary
    self.rules = rules
    self.trials = trials
    mustRunAlone = trials.map { _ in false }
    graph = ObjectGraph.joined(
      trials.map(\.graph), schema: first.span.versions[first.start].schema)
  }

  /// One distinct state at one version.
  private struct Stop {
    /// Of the batch as a whole.
    var node: Node
    var parts: BatchParts
    /// Whether an upgrade on the way made objects: their keys depend on those of other trials.
    var holdsCreated: Bool
    /// By trial.
    var own: [Own]
  }

  /// What a stop of the batch is for one of its trials.
  private enum Own {
    case judged(Node)
    /// In the state of another stop of the version, from which the trial goes on.
    case merged(Node)
    /// The trial showed something wrong, and is no longer judged.
    case failed

    /// The state of the trial.
    var node: Node? {
      switch self {
      case .judged(let node), .merged(let node): node
      case .failed: nil
      }
    }

    /// What a further stop is where the trial is in the same state.
    var merged: Own { node.map(Own.merged) ?? .failed }

    /// The state that the trial goes on from here.
    var judged: Node? { if case .judged(let node) = self { node } else { nil } }

    var hasFailed: Bool { if case .failed = self { true } else { false } }
  }

  /// Thrown where the batch cannot go on.
  private struct Abandoned: Error {}

  /// Runs the paths of the trials.
  ///
  /// - Returns: whether the batch came to the end: each trial without failures has seen then what it
  ///   would have seen alone. If not, nothing is known of any of them.
  /// - Throws: `RunCut`; whatever a store throws that is no `UpgradeError`.
  func explore() throws -> Bool {
    do {
      try trials[0].limited { try exploreToTheEnd() }
      return true
    } catch is Abandoned {
      return false
    } catch is UpgradeError {
      return false
    }
  }

  private func exploreToTheEnd() throws {
    guard let first = try begin() else { throw Abandoned() }
    let last = itinerary.end(last: span.pathEnd(from: start))
    var stops = Array(repeating: [Stop](), count: span.versions.count)
    stops[start].append(first)
    for position in start..<last {
      for place in stops[position].indices {
        let node = stops[position][place].node
        let legs = itinerary.legs(from: node, in: span).filter {
          canRun($0, from: stops[position][place])
        }
        for (number, leg) in legs.enumerated() {
          try advance(
            stops[position][place], along: leg, stops: &stops[leg.target],
            repeats: samples && number == 0, isLastHop: number == legs.count - 1)
        }
        node.replicas.entries = []
      }
      // Only the ends are compared.
      if position > start, !trials[0].isDeadEnd(position) { stops[position] = [] }
    }
    for (place, trial) in trials.enumerated() {
      if trial.log.hasUnforeseenFailures { mustRunAlone[place] = true }
      guard !mustRunAlone[place] else { continue }
      let deadEnds = (start..<last).filter(trial.isDeadEnd)
      trial.noteEnds(stops[last].compactMap(\.own[place].judged))
      for position in deadEnds + [last] where !mustRunAlone[place] {
        let ends = stops[position].compactMap(\.own[place].judged)
        mustRunAlone[place] = try !trial.judgeEndsOfBatch(ends)
      }
    }
  }

  /// Whether an upgrade has to be run; each trial that is still judged reports it if the engine refuses
  /// it.
  private func canRun(_ leg: Itinerary.Leg, from stop: Stop) -> Bool {
    let position = stop.node.position
    if case .open = trials[0].knownOutcome(from: position, to: leg.target) { return true }
    for case (let trial, .judged(let node)) in zip(trials, stop.own) {
      _ = trial.canRun(trial.step(from: node, to: leg.target), from: position, to: leg.target)
    }
    return false
  }

  private func begin() throws -> Stop? {
    let version = span.versions[start].number
    var replicas = Replicas(entries: [])
    let subject = span.subject.acceptingRepeats
    for kind in kinds {
      replicas.entries.append(try trials[0].makeStore(kind, of: subject, holding: graph))
    }
    let state = try settle(replicas, reopensAll: samples)
    let index = SnapshotIndex(try replicas.leader.snapshot())
    guard span.evidence.starts == nil || index.snapshot.graph.isIdentical(to: graph) else {
      throw Abandoned()
    }
    // Objects must be known by their places in the start graph.
    guard index.snapshot.graph.tables.map(\.count) == graph.tables.map(\.count),
      index.snapshot.keys.allSatisfy({ keys in keys.enumerated().allSatisfy { $0 == $1 } })
    else { throw Abandoned() }
    startKeys = index.snapshot.keys
    let ends = graph.schema.types.indices.map { type in
      trials.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.graph.tables[type].count) }
    }
    try requireFew(index)
    let parts = BatchParts(index, count: trials.count) { type, key in
      ends[type].firstIndex { key < $0 }
    }
    guard let parts, let own = parts.separated() else { throw Abandoned() }
    let step = PathStep(hop: Hop(from: version, to: version), path: [version])
    let result = StepResult(
      replicas: Replicas(entries: []), state: state, trace: nil, isTainted: false)
    let schemas = try replicas.entries.map { ($0.kind, try $0.schema()) }
    let nodes = try trials.enumerated().map { place, trial in
      let node = try trial.begin(result, reading: reading(own[place], schemas), step: step)
      node?.pathCount = 1
      return node.map(Own.judged) ?? .failed
    }
    let node = Node(
      path: [version], pathCount: 1, replicas: replicas, state: state, index: index,
      isTainted: false, position: start)
    node.onward = itinerary.onward
    return Stop(node: node, parts: parts, holdsCreated: false, own: withoutFailed(nodes))
  }

  private func reading(
    _ index: SnapshotIndex, _ schemas: [(StoreKind, Schema)], isClear: Bool = false
  ) -> StateReading {
    StateReading(
      index: index, stores: schemas.map { kind, schema in (kind, { schema }) },
      prediction: { nil }, isClear: isClear)
  }

  /// Whether all componentwise checks pass for the batch as a whole.
  private func isClear(
    _ after: SnapshotIndex, _ schemas: [(StoreKind, Schema)], behind before: SnapshotIndex,
    record: UpgradeRecord, plan: HopPlan, declared: Schema
  ) -> Bool {
    let areStatesClear = schemas.enumerated().allSatisfy { place, store in
      StateContext(
        declared: declared, found: store.1, snapshot: place == 0 ? after.snapshot : nil,
        before: before.snapshot, identity: span.evidence.identity
      ).violations.isEmpty
    }
    guard areStatesClear else { return false }
    let context = HopContext(
      plan: plan, before: before, after: after, record: RecordIndex(.objects(record)),
      identity: span.evidence.identity, keepsSignOfZero: span.evidence.values.keepsSignOfZero)
    return context.violations { $0.isComponentwise(on: plan) }.isEmpty
  }

  private func withoutFailed(_ own: [Own]) -> [Own] {
    own.enumerated().map { place, own in
      mustRunAlone[place] || trials[place].log.hasUnforeseenFailures ? .failed : own
    }
  }

  /// Closes and opens the stores, and compares them.
  private func settle(_ replicas: Replicas, reopensAll: Bool) throws -> any StoreState {
    let state = try replicas.leader.state()
    for (place, entry) in replicas.entries.enumerated()
    where place > 0 || replicas.entries.count == 1 || reopensAll {
      guard try !entry.reopen(), try entry.state().isIdentical(to: state) else {
        throw Abandoned()
      }
    }
    return state
  }

  // MARK: Hops

  private func advance(
    _ stop: Stop, along leg: Itinerary.Leg, stops: inout [Stop], repeats: Bool, isLastHop: Bool
  ) throws {
    let trial = trials[0]
    try trial.requireTime()
    if stop.own.allSatisfy(\.hasFailed) { throw Abandoned() }
    // All go on from other stops.
    if stop.own.allSatisfy({ $0.judged == nil }) { return }
    let step = trial.step(from: stop.node, to: leg.target)
    let spare = repeats ? try stop.node.replicas.leader.fork() : nil
    spare?.perturbEnvironment()
    let replicas = isLastHop ? stop.node.replicas : try stop.node.replicas.fork()
    var traces = [MigrationTrace]()
    for entry in replicas.entries { traces.append(try entry.upgrade(to: step.hop.to)) }
    if let spare {
      _ = try spare.upgrade(to: step.hop.to)
      guard try spare.state().isIdentical(to: replicas.leader.state()) else { throw Abandoned() }
    }
    let state = try settle(replicas, reopensAll: repeats)
    let known = stops.firstIndex { $0.node.state.isIdentical(to: state) }
    guard let record = traces.first?.record,
      let divided = BatchRecord(record, count: trials.count, before: stop.parts)
    else { throw Abandoned() }
    let plan = span.plan(from: stop.node.position, to: leg.target)
    let parts =
      try known.map { stops[$0].parts }
      ?? self.parts(
        SnapshotIndex(try replicas.leader.snapshot()), from: stop.parts, record: divided,
        plan: plan)
    try requireOrdinals(in: parts, at: leg.target)
    let holdsCreated = stop.holdsCreated || !record.creations.isEmpty
    let merging =
      try known.map { stops[$0].own.map(Optional.some) }
      ?? merging(in: state, parts, among: stops, holdsCreated: holdsCreated)
    let own = known == nil ? parts.separated() : nil
    guard known != nil || own != nil else { throw Abandoned() }
    let schemas = try replicas.entries.map { ($0.kind, try $0.schema()) }
    let isClear = isClear(
      parts.index, schemas, behind: stop.node.index, record: record, plan: plan,
      declared: span.versions[leg.target].schema)
    let isChecked = known != nil || rules.constraints.isEmpty
    let repeating = isChecked ? [] : parts.repeating(rules.constraints[leg.target])
    var arrivals = [Own]()
    for (place, trial) in trials.enumerated() {
      let merged = merging[place]
      // The trial may have failed on the way to this state, or on another one.
      guard !stop.own[place].hasFailed, !(merged?.hasFailed ?? false) else {
        arrivals.append(.failed)
        continue
      }
      guard let before = stop.own[place].judged else {
        // It came here from the other stop before.
        guard let merged else { throw Abandoned() }
        arrivals.append(merged)
        continue
      }
      guard let index = merged?.node?.index ?? own?[place] else { throw Abandoned() }
      guard !repeating.contains(place) else {
        // Alone the upgrade may be refused.
        mustRunAlone[place] = true
        arrivals.append(.failed)
        continue
      }
      trial.log.noteHop(step.hop, stores: kinds.count)
      let result = StepResult(
        replicas: Replicas(entries: []), state: state, trace: .objects(divided.records[place]),
        isTainted: false)
      let ownStep = trial.step(from: before, to: leg.target)
      let node = try trial.arrive(
        result, reading: reading(index, schemas, isClear: isClear), from: before, at: leg.target,
        step: ownStep, merging: merged?.node)
      var ownLeg = leg
      if !isSelection { ownLeg.pathCount = before.pathCount }
      node?.add(ownLeg, along: ownStep.path, isNew: merged == nil)
      arrivals.append(merged ?? node.map(Own.judged) ?? .failed)
    }
    if let known {
      stops[known].node.add(leg, along: step.path, isNew: false)
      stops[known].own = withoutFailed(arrivals)
      stops[known].holdsCreated = stops[known].holdsCreated || holdsCreated
    } else {
      let node = Node(
        path: step.path, pathCount: 0, replicas: replicas, state: state, index: parts.index,
        isTainted: false, position: leg.target)
      node.add(leg, along: step.path, isNew: true)
      stops.append(
        Stop(node: node, parts: parts, holdsCreated: holdsCreated, own: withoutFailed(arrivals)))
    }
  }

  /// For each trial the stop, of those at a version, at which its objects are in the same state as in a new
  /// state of the batch.
  ///
  /// - Returns: by trial; `nil`: its objects are in a new state, too.
  /// - Throws: `Abandoned` where that is not known.
  private func merging(
    in state: any StoreState, _ parts: BatchParts, among stops: [Stop], holdsCreated: Bool
  ) throws -> [Own?] {
    var known = trials.map { _ in Own?.none }
    if stops.isEmpty { return known }
    guard rules.knowsStructure, stops.count < TrialRun.stateLimit else { throw Abandoned() }
    for stop in stops {
      switch state.difference(from: stop.node.state) {
      case .structure: continue
      case .unknown: throw Abandoned()
      case .objects(let objects):
        guard !isSelection, !holdsCreated, !stop.holdsCreated, parts.hasSameOwners(as: stop.parts)
        else { throw Abandoned() }
        var differs = trials.map { _ in false }
        for (type, key) in objects {
          guard
            let part = parts.owner(of: key, type: type) ?? stop.parts.owner(of: key, type: type)
          else { throw Abandoned() }
          differs[part] = true
        }
        for place in trials.indices where !differs[place] && known[place] == nil {
          known[place] = stop.own[place].merged
        }
      }
    }
    return known
  }

  private func parts(
    _ index: SnapshotIndex, from before: BatchParts, record: BatchRecord, plan: HopPlan
  ) throws -> BatchParts {
    let schema = index.schema
    try requireFew(index)
    let parts = BatchParts(index, count: trials.count) { type, key in
      plan.oldType[type].flatMap { before.owner(of: key, type: $0) }
        ?? record.owner(of: key, type: schema.types[type].name)
    }
    guard let parts else { throw Abandoned() }
    return parts
  }

  /// More objects may influence each other.
  private func requireFew(_ index: SnapshotIndex) throws {
    let limit = Int64(span.evidence.componentwiseObjects)
    for type in index.schema.types.indices {
      let last = index.count(of: type) - 1
      // Keys grow with the position.
      if last >= 0, index.key(of: type, at: last) >= limit { throw Abandoned() }
    }
  }

  /// Places of objects must be shifted by the same number of other trials' objects on every path.
  private func requireOrdinals(in parts: BatchParts, at position: Int) throws {
    for ordinal in rules.ordinals where position <= ordinal.lastVersion {
      guard let old = graph.schema.index(of: ordinal.type) else { continue }
      let keys = parts.schema.index(of: ordinal.type).map { parts.index.snapshot.keys[$0] }
      guard keys == startKeys[old] else { throw Abandoned() }
    }
  }
}

extension Node {
  /// - Parameter isNew: whether no other path led here before.
  fileprivate func add(_ leg: Itinerary.Leg, along path: [UInt64], isNew: Bool) {
    pathCount = pathCount.addingSaturated(leg.pathCount)
    onward += leg.onward
    if !isNew, path.count < self.path.count { self.path = path }
  }
}
