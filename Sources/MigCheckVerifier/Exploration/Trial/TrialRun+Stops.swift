import MigCheckModel

// What is done with the stores at a version before they go on: each is closed, opened again and
// compared.
//
// To be quick, memory and file are compared only once at each stop: the file's state after it was
// closed and opened again, with the state in memory. Equal states prove `stores-agree` and
// `reopen-stable` together. Only if they differ does a second look tell which of the two failed.

extension TrialRun {
  /// Closes and opens the stores, and compares them.
  ///
  /// - Returns: the common state; `nil` if the leading store cannot go on.
  func settle(
    _ replicas: inout Replicas, step: PathStep
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
      log.report(.refused(replicas.leader.kind, error), at: step)
      return nil
    }
  }

  /// Reopens one store, and compares it with itself.
  private func reopen(
    _ entry: OwnedStore, state: any StoreState, step: PathStep
  ) throws -> (any StoreState)? {
    do {
      if try entry.reopen() { log.report(.migratedOnReopening(entry.kind), at: step) }
      let after = try entry.state()
      if !after.isIdentical(to: state) {
        let before = try stateBeforeReopening(of: entry.kind, path: step.path)
        let place = try before.flatMap {
          try SnapshotComparison(ignoring: [], identity: span.evidence.identity)
            .difference($0.snapshot, entry.snapshot())
        }
        log.report(.changedOnReopening(entry.kind, at: place), at: step)
      }
      return after
    } catch let error as UpgradeError {
      log.report(.refusedOnReopening(entry.kind, Refusal(error)), at: step)
      return nil
    }
  }

  /// Reopens a store beside the leading one, and compares the two.
  ///
  /// - Returns: whether it is in the same state.
  private func follows(
    _ entry: OwnedStore, _ leader: OwnedStore, state: any StoreState, step: PathStep,
    _ isTainted: inout Bool
  ) throws -> Bool {
    do {
      if try entry.reopen() { log.report(.migratedOnReopening(entry.kind), at: step) }
      if try entry.isInState(state, of: leader) { return true }
      let place = try difference(leader, entry)
      if place == nil, !span.ignoring.isEmpty { return true }
      if let unrepeatable = try firstUnrepeatableHop(on: step.path, kind: leader.kind) {
        isTainted = true
        if unrepeatable.hop == step.hop {
          log.report(.repeatedDifferently(leader.kind, at: unrepeatable.place), at: step)
        }
        return false
      }
      let before = try stateBeforeReopening(of: entry.kind, path: step.path)
      let isStable = before.map { !$0.state.isIdentical(to: state) } ?? true
      log.report(
        isStable
          ? .storesDiffer(entry.kind, at: place) : .changedOnReopening(entry.kind, at: place),
        at: step)
    } catch let error as UpgradeError {
      log.report(.refusedOnReopening(entry.kind, Refusal(error)), at: step)
    }
    return false
  }

  /// Whether two stores are in the same state, ignored properties aside.
  func isSame(_ first: OwnedStore, _ second: OwnedStore) throws -> Bool {
    if try first.state().isIdentical(to: second.state()) { return true }
    return try !span.ignoring.isEmpty && difference(first, second) == nil
  }

  func difference(
    _ first: OwnedStore, _ second: OwnedStore
  ) throws -> SnapshotDifference? {
    try judge.comparison.difference(first.snapshot(), second.snapshot())
  }
}
