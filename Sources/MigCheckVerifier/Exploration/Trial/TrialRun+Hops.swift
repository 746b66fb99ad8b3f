import MigCheckModel

// One upgrade of a trial's stores.

extension TrialRun {
  func step(from node: Node, to position: Int) -> PathStep {
    PathStep(
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
    switch knownOutcome(from: node.position, to: position) {
    case .unjudged: return nil
    case .refused(let error):
      report(UpgradeSucceeds.Violation(error), hop: step.hop, path: step.path, store: kinds[0])
      return nil
    case .open: break
    }
    let repeats = samples || span.plan(from: node.position, to: position).readsSurroundings
    let spare = repeats ? try node.replicas.leader.fork() : nil
    spare?.perturbEnvironment()
    var replicas = consuming ? node.replicas : try node.replicas.fork()
    if consuming { node.replicas.entries = [] }
    var outcomes = [UpgradeOutcome]()
    var trace: MigrationTrace?
    var arrived = Replicas(entries: [])
    for entry in replicas.entries {
      upgrades += 1
      do {
        let own = try entry.upgrade(to: version)
        if arrived.entries.isEmpty { trace = own }
        arrived.entries.append(entry)
        outcomes.append(UpgradeOutcome(kind: entry.kind))
      } catch let error as UpgradeError {
        outcomes.append(UpgradeOutcome(kind: entry.kind, error: error))
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
  /// - Returns: whether at least one store completed the upgrade.
  func judge(
    _ outcomes: [UpgradeOutcome], step: PathStep,
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
    by spare: OwnedStore, like store: OwnedStore, step: PathStep, taint: inout Bool
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
}
