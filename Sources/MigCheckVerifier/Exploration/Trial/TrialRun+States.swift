import MigCheckModel

// What is judged in the state that an upgrade led to.

extension TrialRun {
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
      report(.refused(leader.kind, error), at: step)
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
    let index = reading.index
    var endsPath = false
    do {
      for (place, store) in reading.stores.enumerated() where !reading.isClear {
        let context = StateContext(
          declared: span.versions[position].schema, found: try store.schema(),
          snapshot: place == 0 ? index.snapshot : nil, before: node?.snapshot,
          identity: span.evidence.identity)
        for violation in context.violations {
          report(violation, hop: step.hop, path: step.path, store: store.kind)
          endsPath = endsPath || violation.endsPath
        }
      }
    } catch let error as UpgradeError {
      report(.refused(reading.leader, error), at: step)
      return nil
    }
    let leader = reading.leader
    if endsPath, !index.snapshot.brokenLinks.isEmpty { return nil }
    if let node, let trace = result.trace {
      var context = HopContext(
        plan: span.plan(from: node.position, to: position), before: node.index, after: index,
        record: RecordIndex(trace), identity: span.evidence.identity,
        keepsSignOfZero: span.evidence.values.keepsSignOfZero,
        runsEachVersion: span.evidence.runsEachVersion, firstVersion: span.versions[0].number)
      context.prediction = try span.evidence.appUpgrade == nil ? nil : reading.prediction()
      let isReplaced = if case .replacing = context.prediction { true } else { false }
      traces.add(trace, of: step.hop, isReplaced: isReplaced)
      context.comparison = comparison(along: [[step.hop.from, step.hop.to]])
      let plan = context.plan
      for violation in context.violations(by: { !reading.isClear || !$0.isComponentwise(on: plan) })
      {
        report(violation, hop: step.hop, path: step.path, store: leader)
      }
      if position == node.position + 1 { noteRemovals(at: position, context) }
    }
    let isMarred = node?.isMarred ?? false || marredPaths.contains(step.path)
    if let known {
      known.isMarred = known.isMarred && isMarred
      return known
    }
    if node != nil { judgePath(to: index.snapshot, at: position, step: step, store: leader) }
    let arrived = Node(
      path: step.path, pathCount: 0, replicas: result.replicas, state: result.state, index: index,
      isTainted: result.isTainted, position: position)
    arrived.isMarred = isMarred
    return arrived
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

  private func judgePath(
    to snapshot: Snapshot, at position: Int, step: PathStep, store: StoreKind
  ) {
    guard let startSnapshot, let evaluation = span.evidence.invariants,
      span.evidence.identity != .none
    else { return }
    let version = span.versions[position]
    let context = PathContext(
      start: startSnapshot, end: snapshot, version: version, evaluation: evaluation
    ) { invariant, count in
      self.invariantObjects[
        InvariantPlace(version: position, invariant: invariant), default: 0] += count
    }
    for violation in context.violations {
      report(
        violation, hop: Hop(from: startSnapshot.version, to: version.number), path: step.path,
        store: store)
    }
  }
}

/// What the stores of a trial hold at a version: the part that the trial judges.
struct StateReading {
  /// That of the leading store.
  let index: SnapshotIndex
  /// The leading one first.
  let stores: [(kind: StoreKind, schema: () throws -> Schema)]
  /// See `SubjectStore`.
  let prediction: () throws -> UpgradePrediction?
  /// Whether it is part of a batch in which all componentwise checks passed, so that they need not judge
  /// the part.
  var isClear = false

  var leader: StoreKind { stores[0].kind }
}
