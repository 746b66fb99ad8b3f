import MigCheckModel

// What is judged when all paths of a trial have run.

extension TrialRun {
  /// How ends of paths are compared.
  var comparison: SnapshotComparison {
    SnapshotComparison(
      ignoring: span.subject.ignoring, identity: span.evidence.identity,
      keepsSignOfZero: span.evidence.values.keepsSignOfZero)
  }

  /// Compares the distinct states in which paths ended.
  ///
  /// Each is compared with the shortest path of every class of equal graphs so far, so equal
  /// graphs cost one comparison each, and the paths that are reported are the shortest.
  func compareEnds(_ ends: [Node]) throws {
    let ends = ends.filter { !$0.isTainted && !$0.isMarred }.sorted { first, second in
      first.path.count != second.path.count
        ? first.path.count < second.path.count
        : first.path.lexicographicallyPrecedes(second.path)
    }
    var classes = [Node]()
    for end in ends {
      var isKnown = false
      var first: (violation: PathsAgree.Violation, other: Node)?
      for known in classes {
        let violation = PathsAgree.violation(
          known.snapshot, end.snapshot, by: comparison(along: [known.path, end.path])
        ).map { span.judged($0, along: [known.path, end.path]) }
        guard let violation else {
          isKnown = true
          break
        }
        if first == nil { first = (violation, known) }
      }
      if isKnown { continue }
      if let (violation, other) = first {
        try report(violation, of: other, and: end)
      }
      classes.append(end)
    }
  }

  /// A migration that draws random numbers is the cause, not the path.
  private func report(
    _ violation: PathsAgree.Violation, of first: Node, and second: Node
  ) throws {
    for path in [first.path, second.path] {
      if let unrepeatable = try firstUnrepeatableHop(on: path, kind: kinds[0]) {
        report(unrepeatable, on: path)
        return
      }
    }
    report(
      violation, hop: Hop(from: first.path[0], to: first.path[first.path.count - 1]),
      path: first.path, otherPath: second.path, store: kinds[0])
  }

  /// - Parameter path: runs through the hop.
  func report(_ unrepeatable: UnrepeatableHop, on path: [UInt64]) {
    report(
      unrepeatable.violation, hop: unrepeatable.hop,
      path: path.filter { $0 <= unrepeatable.hop.to }, store: kinds[0])
  }
}

/// A hop that gives another result each time.
struct UnrepeatableHop {
  var hop: Hop
  var violation: Deterministic.Violation
}
