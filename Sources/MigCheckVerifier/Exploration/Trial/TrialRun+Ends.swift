import MigCheckModel

// What is judged when all paths of a trial have run.

extension TrialRun {
  /// How ends of paths are compared.
  var comparison: SnapshotComparison {
    SnapshotComparison(
      ignoring: span.ignoring, identity: span.evidence.identity,
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
      var first: (violations: [any CheckViolation], other: Node)?
      for known in classes {
        let paths = [known.path, end.path]
        let violations = EndsContext(
          first: known.snapshot, second: end.snapshot, paths: paths,
          comparison: comparison(along: paths), span: span
        ).violations
        isKnown = violations.isEmpty
        if isKnown { break }
        if first == nil { first = (violations, known) }
      }
      if isKnown { continue }
      if let (violations, other) = first {
        try report(violations, of: other, and: end)
      }
      classes.append(end)
    }
  }

  /// A migration that draws random numbers is the cause, not the path.
  private func report(
    _ violations: [any CheckViolation], of first: Node, and second: Node
  ) throws {
    for path in [first.path, second.path] {
      if let unrepeatable = try firstUnrepeatableHop(on: path, kind: kinds[0]) {
        report(unrepeatable, on: path)
        return
      }
    }
    for violation in violations {
      report(
        violation, hop: Hop(from: first.path[0], to: first.path[first.path.count - 1]),
        path: first.path, otherPath: second.path, store: kinds[0])
    }
  }

  /// - Parameter path: runs through the hop.
  func report(_ unrepeatable: UnrepeatableHop, on path: [UInt64]) {
    report(
      .repeatedDifferently(kinds[0], at: unrepeatable.place),
      at: PathStep(
        hop: unrepeatable.hop, path: path.filter { $0 <= unrepeatable.hop.to }))
  }
}

/// A hop that gives another result each time.
struct UnrepeatableHop {
  var hop: Hop
  /// Where the results differ; `nil`: one of them is a refusal, or the content does not show it.
  var place: SnapshotDifference?
}
