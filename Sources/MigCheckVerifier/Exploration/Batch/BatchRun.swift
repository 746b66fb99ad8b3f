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
  /// By start type and trial: the keys that its objects begin with.
  private let ownKeys: [[Range<Int64>]]
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
    let schema = first.span.versions[first.start].schema
    graph = ObjectGraph.joined(trials.map(\.graph), schema: schema)
    ownKeys = schema.types.indices.map { type in
      var end: Int64 = 0
      return trials.map { trial in
        let first = end
        end += Int64(trial.graph.tables[type].count)
        return first..<end
      }
    }
  }

  private typealias TrialStop = BatchStop.TrialStop

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
    var stops = Array(repeating: [BatchStop](), count: span.versions.count)
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
      trial.noteEnds(stops[last].compactMap { $0.trials[place].judged })
      for position in deadEnds + [last] where !mustRunAlone[place] {
        let ends = stops[position].compactMap { $0.trials[place].judged }
        mustRunAlone[place] = try !judgeEnds(ends, of: place)
      }
    }
  }

  /// Compares the ends of a trial's paths. A failure names objects by the keys that they have in a store that
  /// holds nothing else: where upgrades made some of them, such stores have to run the paths.
  ///
  /// - Returns: whether the trial shows alone what it showed here.
  private func judgeEnds(_ ends: [Node], of place: Int) throws -> Bool {
    let trial = trials[place]
    guard !trial.judge.agree(ends) else { return true }
    let own = ends.compactMap { withOwnKeys($0, of: place) }
    guard own.count == ends.count else { return try trial.judgeAlone(ends) }
    // What upgrades of batches do is known to depend on nothing but the store.
    try trial.judge.ends(own) { _ in nil }
    return true
  }

  /// The end of a path with the keys that a trial's objects have in a store of their own.
  ///
  /// - Returns: `nil` where upgrades made some of them.
  private func withOwnKeys(_ end: Node, of place: Int) -> Node? {
    guard !end.index.schema.types.contains(where: \.isEmbedded) else { return nil }
    var snapshot = end.snapshot
    for type in snapshot.keys.indices where !snapshot.keys[type].isEmpty {
      guard let origin = origin(of: type, along: end.path) else { return nil }
      let own = ownKeys[origin][place]
      guard snapshot.keys[type].allSatisfy(own.contains) else { return nil }
      snapshot.keys[type] = snapshot.keys[type].map { $0 - own.lowerBound }
    }
    let node = Node(
      path: end.path, pathCount: end.pathCount, replicas: Replicas(entries: []), state: end.state,
      index: SnapshotIndex(snapshot), isTainted: end.isTainted, position: end.position)
    node.isMarred = end.isMarred
    return node
  }

  /// The start type whose objects a type at the end of a path has.
  private func origin(of type: Int, along path: [UInt64]) -> Int? {
    var origin: Int? = type
    for (from, to) in zip(path, path.dropFirst()).reversed() {
      guard let type = origin, let old = span.position(of: from), let new = span.position(of: to)
      else { return nil }
      origin = span.plan(from: old, to: new).oldType[type]
    }
    return origin
  }

  /// Whether an upgrade has to be run; each trial that is still judged reports it if the engine refuses
  /// it.
  private func canRun(_ leg: Itinerary.Leg, from stop: BatchStop) -> Bool {
    let position = stop.node.position
    if case .open = trials[0].knownOutcome(from: position, to: leg.target) { return true }
    for case (let trial, .judged(let node)) in zip(trials, stop.trials) {
      _ = trial.canRun(trial.step(from: node, to: leg.target), from: position, to: leg.target)
    }
    return false
  }

  private func begin() throws -> BatchStop? {
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
    try requireFew(index)
    let parts = BatchParts(index, count: trials.count) { [ownKeys] type, key in
      ownKeys[type].firstIndex { key < $0.upperBound }
    }
    guard let parts, let own = parts.separated() else { throw Abandoned() }
    let step = PathStep(hop: Hop(from: version, to: version), path: [version])
    let result = StepResult(
      replicas: Replicas(entries: []), state: state, trace: nil, isTainted: false)
    let schemas = try replicas.entries.map { ($0.kind, try $0.schema()) }
    let nodes = try trials.enumerated().map { place, trial in
      let node = try trial.begin(result, reading: reading(own[place], schemas), step: step)
      node?.pathCount = 1
      return node.map(TrialStop.judged) ?? .failed
    }
    let node = Node(
      path: [version], pathCount: 1, replicas: replicas, state: state, index: index,
      isTainted: false, position: start)
    node.onward = itinerary.onward
    return BatchStop(node: node, parts: parts, holdsCreated: false, trials: withoutFailed(nodes))
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

  private func withoutFailed(_ stops: [TrialStop]) -> [TrialStop] {
    stops.enumerated().map { place, stop in
      mustRunAlone[place] || trials[place].log.hasUnforeseenFailures ? .failed : stop
    }
  }

  /// Closes and opens the stores, and compares them.
  private func settle(_ replicas: Replicas, reopensAll: Bool) throws -> any StoreState {
    let state = try replicas.leader.state()
    for (place, entry) in replicas.entries.enumerated()
    where place > 0 || replicas.entries.count == 1 || reopensAll {
      guard try !entry.reopen() else { throw Abandoned() }
      // The leading store is compared with what it was before.
      let isSame =
        try place == 0
        ? entry.state().isIdentical(to: state) : entry.isInState(state, of: replicas.leader)
      guard isSame else { throw Abandoned() }
    }
    return state
  }

  // MARK: Hops

  private func advance(
    _ stop: BatchStop, along leg: Itinerary.Leg, stops: inout [BatchStop], repeats: Bool,
    isLastHop: Bool
  ) throws {
    let trial = trials[0]
    try trial.requireTime()
    if stop.trials.allSatisfy(\.hasFailed) { throw Abandoned() }
    // All go on from other stops.
    if stop.trials.allSatisfy({ $0.judged == nil }) { return }
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
      try known.map { stops[$0].trials.map(Optional.some) }
      ?? merging(in: state, parts, among: stops, holdsCreated: holdsCreated)
    let contents = known == nil ? parts.separated() : nil
    guard known != nil || contents != nil else { throw Abandoned() }
    let schemas = try replicas.entries.map { ($0.kind, try $0.schema()) }
    let isChecked = known != nil || rules.constraints.isEmpty
    let arrival = Arrival(
      hop: step.hop, leg: leg, state: state, records: divided.records, contents: contents,
      repeating: isChecked ? [] : parts.repeating(rules.constraints[leg.target]),
      schemas: schemas,
      isClear: isClear(
        parts.index, schemas, behind: stop.node.index, record: record, plan: plan,
        declared: span.versions[leg.target].schema))
    var arrivals = [TrialStop]()
    for place in trials.indices {
      switch (stop.trials[place], merging[place]) {
      // On the way to this state, or on another one.
      case (.failed, _), (_, .failed?): arrivals.append(.failed)
      // It came here from the other stop before.
      case (.merged, let known?): arrivals.append(known)
      case (.merged, nil): throw Abandoned()
      case (.judged(let before), let known):
        arrivals.append(try arrive(place, arrival, from: before, merging: known))
      }
    }
    if let known {
      stops[known].node.add(leg, along: step.path, isNew: false)
      stops[known].trials = withoutFailed(arrivals)
      stops[known].holdsCreated = stops[known].holdsCreated || holdsCreated
    } else {
      let node = Node(
        path: step.path, pathCount: 0, replicas: replicas, state: state, index: parts.index,
        isTainted: false, position: leg.target)
      node.add(leg, along: step.path, isNew: true)
      stops.append(
        BatchStop(
          node: node, parts: parts, holdsCreated: holdsCreated, trials: withoutFailed(arrivals)))
    }
  }

  /// What a hop of the batch led to.
  private struct Arrival {
    var hop: Hop
    var leg: Itinerary.Leg
    var state: any StoreState
    /// By trial: what the upgrade did with its objects.
    var records: [UpgradeRecord]
    /// By trial: its objects; `nil`: another hop led to the same state.
    var contents: [SnapshotIndex]?
    /// The trials whose own objects repeat what is to be unique.
    var repeating: Set<Int>
    var schemas: [(StoreKind, Schema)]
    var isClear: Bool
  }

  /// Lets a trial judge what a hop made of its objects.
  ///
  /// - Parameter known: the stop at which they are in the same state; `nil`: none.
  private func arrive(
    _ place: Int, _ arrival: Arrival, from before: Node, merging known: TrialStop?
  ) throws -> TrialStop {
    guard let index = known?.node?.index ?? arrival.contents?[place] else { throw Abandoned() }
    guard !arrival.repeating.contains(place) else {
      // Alone the upgrade may be refused.
      mustRunAlone[place] = true
      return .failed
    }
    let trial = trials[place]
    trial.log.noteHop(arrival.hop, stores: kinds.count)
    let result = StepResult(
      replicas: Replicas(entries: []), state: arrival.state,
      trace: .objects(arrival.records[place]), isTainted: false)
    var leg = arrival.leg
    if !isSelection { leg.pathCount = before.pathCount }
    let step = trial.step(from: before, to: leg.target)
    let node = try trial.arrive(
      result, reading: reading(index, arrival.schemas, isClear: arrival.isClear), from: before,
      at: leg.target, step: step, merging: known?.node)
    node?.add(leg, along: step.path, isNew: known == nil)
    return known ?? node.map(TrialStop.judged) ?? .failed
  }

  /// For each trial the stop, of those at a version, at which its objects are in the same state as in a new
  /// state of the batch.
  ///
  /// - Returns: by trial; `nil`: its objects are in a new state, too.
  /// - Throws: `Abandoned` where that is not known.
  private func merging(
    in state: any StoreState, _ parts: BatchParts, among stops: [BatchStop], holdsCreated: Bool
  ) throws -> [TrialStop?] {
    var known = trials.map { _ in TrialStop?.none }
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
          known[place] = stop.trials[place].merged
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
