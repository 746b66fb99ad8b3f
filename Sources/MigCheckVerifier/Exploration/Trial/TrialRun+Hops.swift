import MigCheckModel

// One upgrade of a trial's stores.

extension TrialRun {
  func step(from node: Node, to position: Int) -> PathStep {
    PathStep(
      hop: Hop(
        from: span.versions[node.position].number, to: span.versions[position].number),
      path: node.path + [span.versions[position].number])
  }

  /// Makes the hops from a node in one run of each store, if there are several and the stores can do
  /// that. The run also passes the versions at which paths stop later on, if it may show those hops too.
  func pass(from node: Node, along legs: [Itinerary.Leg]) throws {
    guard span.evidence.runsEachVersion else { return }
    var targets = legs.map(\.target).filter {
      if case .open = knownOutcome(from: node.position, to: $0) { true } else { false }
    }
    guard targets.count > 1, let last = targets.last else { return }
    try requireTime()
    let repeats = targets.contains { self.repeats(from: node.position, to: $0) }
    if !runsKnownHops, span.evidence.goesOnAsNew {
      let later = legs.flatMap(\.onward).joined().filter { $0 < last }
      targets = Set(targets + later).sorted()
    }
    let versions = targets.map { span.versions[$0].number }
    let spare = repeats ? try self.spare(of: node) : nil
    var entries = [Passage]()
    for entry in node.replicas.entries {
      guard let passage = try Passage(of: entry, to: versions) else { return }
      entries.append(passage)
    }
    node.replicas.entries = []
    node.run = PassedRun(
      versions: versions, entries: entries,
      spare: try spare.flatMap { try Passage(of: $0, to: versions) })
  }

  /// Whether hops are repeated on a copy.
  func repeats(from: Int, to: Int) -> Bool {
    samples && (kinds.count == 1 || span.evidence.mayDifferWhenRepeated)
      || span.plan(from: from, to: to).readsSurroundings
  }

  private func spare(of node: Node) throws -> OwnedStore {
    let spare = try node.replicas.leader.fork()
    spare.perturbEnvironment()
    return spare
  }

  /// The stores of one hop, each made by what is run for it.
  private struct StoreHops {
    var entries: [(kind: StoreKind, run: () throws -> (OwnedStore, MigrationTrace))]
    /// The hop of a copy of the leading store; `nil`: it is not repeated.
    var spare: (() throws -> OwnedStore)?
  }

  private func storeHops(
    from node: Node, to position: Int, shownBy run: PassedRun?, consuming: Bool
  ) throws -> StoreHops {
    let (from, version) = (span.versions[node.position].number, span.versions[position].number)
    if let run {
      return StoreHops(
        entries: run.kinds.enumerated().map { place, kind in
          (
            kind,
            { (try run.arrival(of: place, at: version).store, run.trace(from: from, to: version)) }
          )
        })
    }
    let repeats = self.repeats(from: node.position, to: position)
    if let run = node.run, run.versions.contains(version) {
      return StoreHops(
        entries: run.kinds.enumerated().map { place, kind in
          (kind, { try run.arrival(of: place, at: version) })
        },
        spare: repeats ? { try run.spareArrival(at: version) } : nil)
    }
    let spare = repeats ? try self.spare(of: node) : nil
    let replicas = consuming ? node.replicas : try node.replicas.fork()
    if consuming { node.replicas.entries = [] }
    return StoreHops(
      entries: replicas.entries.map { entry in
        (entry.kind, { (entry, try entry.upgrade(to: version)) })
      },
      spare: spare.map { spare in
        {
          _ = try spare.upgrade(to: version)
          return spare
        }
      })
  }

  /// Upgrades a node's stores, or copies of them.
  ///
  /// - Parameters:
  ///   - run: has passed the node, and shows what the hop does; `nil`: the hop has to run.
  ///   - consuming: whether the node's own stores may be used up.
  /// - Returns: `nil` if the path ends here.
  func hop(
    from node: Node, to position: Int, shownBy run: PassedRun? = nil, consuming: Bool
  ) throws -> StepResult? {
    try requireTime()
    let step = step(from: node, to: position)
    guard canRun(step, from: node.position, to: position) else { return nil }
    log.hops.insert(step.hop)
    let runs = try storeHops(from: node, to: position, shownBy: run, consuming: consuming)
    var outcomes = [UpgradeOutcome]()
    var trace: MigrationTrace?
    var replicas = Replicas(entries: [])
    for (kind, hop) in runs.entries {
      log.upgrades += 1
      do {
        let (entry, own) = try hop()
        if replicas.entries.isEmpty { trace = own }
        replicas.entries.append(entry)
        outcomes.append(UpgradeOutcome(kind: kind))
      } catch let error as UpgradeError {
        outcomes.append(UpgradeOutcome(kind: kind, error: error))
      }
    }
    let isRepeatable = {
      try self.firstUnrepeatableHop(on: step.path, kind: self.kinds[0]) == nil
    }
    guard try judge.outcomes(outcomes, step: step, isRepeatable: isRepeatable),
      !replicas.entries.isEmpty
    else {
      return nil
    }
    var isTainted = node.isTainted
    if let spare = runs.spare,
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

  /// Whether the same hop on a copy of the same store gives the same result.
  private func isRepeated(
    by repetition: () throws -> OwnedStore, like store: OwnedStore, step: PathStep,
    taint: inout Bool
  ) throws -> Bool {
    var place: SnapshotDifference?
    do {
      let spare = try repetition()
      if try isSame(spare, store) { return true }
      place = try difference(store, spare)
    } catch is UpgradeError {
      place = nil
    }
    log.report(.repeatedDifferently(kinds[0], at: place), at: step)
    taint = true
    return false
  }
}
