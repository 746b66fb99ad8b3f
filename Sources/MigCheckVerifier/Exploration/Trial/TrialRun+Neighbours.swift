import MigCheckModel

// Neighbours: start graphs that differ in one value, and must still differ after the upgrade.
//
// One pair for each value would take too long. Instead many objects are edited at once, one property in
// each, and the upgrade is run once more: every property whose value shows in its object afterwards is
// kept. Only of the others pairs are made that differ in one value alone, and only such a pair is
// reported.

extension TrialRun {
  /// No larger graph has neighbours: pairs of it would take too long.
  private static let mostObjects = 400

  /// Upgrades neighbours of the start graph to the next version.
  func runNeighbours(turn: Int) throws {
    guard graph.objectCount > 0, graph.totalObjectCount <= Self.mostObjects,
      let target = span.targets(from: start).first,
      case .open = knownOutcome(from: start, to: target)
    else { return }
    let kind = kinds[turn % kinds.count]
    try limited {
      guard let base = try execution(of: graph, in: kind),
        try base.upgrade(to: span.versions[target]) == nil,
        let end = try base.snapshot()
      else { return }
      let neighbours = NeighbourSearch(
        trial: self, graph: graph, kind: kind, target: target, base: base, end: end,
        chance: try chance(of: graph, in: kind, beside: base, end),
        literals: span.evidence.steps?.literals(into: span.versions[target].number) ?? [],
        turn: turn)
      try neighbours.search()
    }
  }
}
