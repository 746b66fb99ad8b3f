import MigCheckModel

// Where paths lead that trials run from their beginning to their end.

extension VersionSpan {
  /// How many paths that are judged lead from a version to where paths end; at most `UInt64.max`.
  package func pathCount(from start: Int) -> UInt64 {
    guard unjudged.isEmpty else { return judgedPaths(from: start).count }
    if let hops { return hops.pathCounts[start] }
    let between = versions.count - start - 2
    return between >= 64 ? .max : 1 << UInt64(between)
  }

  /// The position of the version that paths from a version lead to: the last one, or where only
  /// upgrades lead there that are not judged, the last one before those. The version itself if no
  /// upgrade from it is judged.
  func pathEnd(from start: Int) -> Int {
    unjudged.isEmpty ? versions.count - 1 : judgedPaths(from: start).end
  }

  /// Whether paths from a version come to a later one, or past it.
  func hasUpgrades(past version: UInt64, from start: Int) -> Bool {
    position(of: version).map { $0 > start && $0 <= pathEnd(from: start) } ?? false
  }

  /// - Complexity: O(*n*²) in the number of versions.
  private func judgedPaths(from start: Int) -> (end: Int, count: UInt64) {
    var counts = Array(repeating: UInt64(0), count: versions.count)
    counts[start] = 1
    for from in start..<versions.count where counts[from] > 0 {
      for to in targets(from: from) where isJudged(from: from, to: to) {
        counts[to] = counts[to].addingSaturated(counts[from])
      }
    }
    let end = counts.lastIndex { $0 > 0 } ?? start
    return (end, end > start ? counts[end] : 0)
  }

  /// What becomes of objects on the paths from a version.
  func fate(from start: Int) -> Coverage.Paths.Fate {
    let held = versions[start].schema.types.map(\.name).filter(versions[start].schema.canHold)
    guard !held.isEmpty else { return .absent }
    let removed = removals[start...pathEnd(from: start)].dropFirst().joined()
      .filter { $0.property == nil }.map(\.type)
    return held.allSatisfy(removed.contains) ? .dropped : .kept
  }

  /// The upgrades that trials would run, if it were known what they do; `nil`: none.
  var coverageOfUnjudged: Coverage.Unjudged? {
    guard let mappings = evidence.mappings else { return nil }
    let hops = unjudged.filter { hasHop(from: $0.from, to: $0.to) }.map {
      Hop(from: versions[$0.from].number, to: versions[$0.to].number)
    }.filter { mappings.isUpgrade(from: $0.from, to: $0.to) }
    guard !hops.isEmpty else { return nil }
    let why = mappings.whyUnjudged
    return Coverage.Unjudged(hops: hops.sorted(), reason: why.reason, remedy: why.remedy)
  }
}
