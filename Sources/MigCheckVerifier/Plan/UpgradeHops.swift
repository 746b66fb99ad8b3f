import MigCheckModel

/// The upgrades between neighbouring stops of paths, where there are not all of them.
struct UpgradeHops: Sendable {
  /// By the position of a version: from where on there is a way to the last one, in order.
  let targets: [[Int]]
  /// By version: how many paths lead to the last one; at most `UInt64.max`.
  let pathCounts: [UInt64]

  /// - Returns: `nil` where there is an upgrade between any two versions.
  /// - Complexity: O(*n*²) in the number of versions.
  init?(_ subject: any Subject, versions: [UInt64], paths: UpgradePaths) {
    let last = versions.count - 1
    var isWhole = paths == .all
    var targets = Array(repeating: [Int](), count: versions.count)
    var counts = Array(repeating: UInt64(0), count: versions.count)
    counts[last] = 1
    for start in versions.indices.dropLast().reversed() {
      let candidates =
        switch paths {
        case .all: Array(start + 1...last)
        case .direct: [last]
        case .linear:
          subject.nextVersion(after: versions[start], among: versions)
            .flatMap(versions.firstIndex(of:)).map { [$0] } ?? []
        }
      targets[start] = candidates.filter { target in
        counts[target] > 0 && subject.upgrades(from: versions[start], to: versions[target])
      }
      if targets[start].count < last - start { isWhole = false }
      for target in targets[start] { counts[start] = counts[start].addingSaturated(counts[target]) }
    }
    if isWhole { return nil }
    (self.targets, pathCounts) = (targets, counts)
  }

  /// Whether some path from a version has another one as a stop.
  ///
  /// - Complexity: O(*n*²) in the number of versions.
  func reaches(_ target: Int, from start: Int) -> Bool {
    var reached = Array(repeating: false, count: targets.count)
    reached[start] = true
    for stop in start..<target where reached[stop] {
      for next in targets[stop] { reached[next] = true }
    }
    return reached[target]
  }
}
