import MigCheckModel

// Single paths: for looking closer at a failure, and for shrinking it.

extension TrialRun {
  /// Runs one path with all checks of its stops.
  ///
  /// - Parameter path: begins with the start version.
  /// - Returns: the end, with its stores closed; `nil` if the path did not run to its end.
  func run(path: [UInt64]) throws -> Node? {
    try limited { try walk(path) }
  }

  private func walk(_ path: [UInt64]) throws -> Node? {
    guard var node = try begin() else { return nil }
    for version in path.dropFirst() {
      guard let position = span.position(of: version) else { break }
      let step = step(from: node, to: position)
      guard let result = try hop(from: node, to: position, consuming: true),
        let next = try arrive(result, from: node, at: position, step: step, merging: nil)
      else { return nil }
      node = next
    }
    node.replicas.entries = []
    return node
  }

  /// Runs two paths and compares their ends.
  func run(path: [UInt64], against other: [UInt64]) throws {
    guard let first = try run(path: path), let second = try run(path: other) else { return }
    try judgeEnds([first, second])
  }

  /// The first hop of a path that gives two results in two fresh stores.
  func firstUnrepeatableHop(
    on path: [UInt64], kind: StoreKind
  ) throws -> UnrepeatableHop? {
    let stores: [OwnedStore]
    do {
      stores = [try makeStore(kind), try makeStore(kind)]
    } catch is UpgradeError {
      return nil
    }
    stores[1].perturbEnvironment()
    for (from, to) in zip(path, path.dropFirst()) {
      var codes = [UpgradeError.Code?]()
      for store in stores {
        do {
          _ = try store.upgrade(to: to)
          _ = try store.reopen()
          codes.append(nil)
        } catch let error as UpgradeError {
          codes.append(error.code)
        }
      }
      let hop = Hop(from: from, to: to)
      if codes[0] != codes[1] {
        return UnrepeatableHop(hop: hop, place: nil)
      }
      if codes[0] != nil { return nil }
      do {
        if try !isSame(stores[0], stores[1]) {
          let place = try difference(stores[0], stores[1])
          return UnrepeatableHop(hop: hop, place: place)
        }
      } catch is UpgradeError {
        return nil
      }
    }
    return nil
  }

  /// What a fresh store of a kind holds at the end of a path before it is closed there.
  ///
  /// - Returns: `nil` if the path does not run to its end.
  func stateBeforeReopening(
    of kind: StoreKind, path: [UInt64]
  ) throws -> (state: any StoreState, snapshot: Snapshot)? {
    do {
      let store = try makeStore(kind)
      for (place, version) in path.enumerated() {
        if place > 0 { _ = try store.upgrade(to: version) }
        if place < path.count - 1 { _ = try store.reopen() }
      }
      return (try store.state(), try store.snapshot())
    } catch is UpgradeError {
      return nil
    }
  }
}
