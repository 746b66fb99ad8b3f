import MigCheckModel

/// `paths-agree`: all paths from one start end in equal graphs.
extension TrialRun {
  /// Compares the distinct states in which paths ended.
  ///
  /// Each is compared with the shortest path of every class of equal graphs so far, so equal
  /// graphs cost one comparison each, and the paths that are reported are the shortest.
  func compareEnds(_ ends: [Node]) throws {
    let ends = ends.filter { !$0.isTainted }.sorted { first, second in
      first.path.count != second.path.count
        ? first.path.count < second.path.count
        : first.path.lexicographicallyPrecedes(second.path)
    }
    var classes = [Node]()
    for end in ends {
      var isKnown = false
      var firstFault: (fault: Fault, other: Node)?
      for known in classes {
        guard let fault = difference(known.snapshot, end.snapshot) else {
          isKnown = true
          break
        }
        if firstFault == nil { firstFault = (fault, known) }
      }
      if isKnown { continue }
      if let (fault, other) = firstFault {
        try report(fault, of: other, and: end)
      }
      classes.append(end)
    }
  }

  /// - Returns: `nil` if the graphs are equal.
  private func difference(_ first: Snapshot, _ second: Snapshot) -> Fault? {
    let comparison = SnapshotComparison(
      kind: .pathsDiffer, ignoring: span.subject.ignoring,
      keepsSignOfZero: span.subject.keepsSignOfZero)
    return switch comparison.outcome(first, second) {
    case .equal: nil
    case .different(let fault): fault
    case .undecided: Fault(.pathsUndecided)
    }
  }

  /// A migration that draws random numbers is the cause, not the path.
  private func report(_ fault: Fault, of first: Node, and second: Node) throws {
    for path in [first.path, second.path] {
      if let unrepeatable = try firstUnrepeatableHop(on: path, kind: kinds[0]) {
        report(
          unrepeatable.fault, hop: unrepeatable.hop,
          path: Array(path.prefix { $0 <= unrepeatable.hop.to }), store: kinds[0])
        return
      }
    }
    report(
      fault, hop: Hop(from: first.path[0], to: first.path[first.path.count - 1]),
      path: first.path, otherPath: second.path, store: kinds[0])
  }
}
