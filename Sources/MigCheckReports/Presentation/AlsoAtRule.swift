import MigCheckVerifier

/// On which other upgrades a finding shows, where that follows from how upgrades run: an upgrade past
/// several versions runs the statements of each, so all that pass the failing ones do the same. Those
/// that trials happened to meet are a sample.
struct AlsoAtRule {
  let hop: Hop

  /// - Returns: `nil`: nothing is known beyond what the run met.
  init?(_ finding: Finding, in map: RunMap?) {
    guard let map, map.runsEachVersion, finding.hop.from < finding.hop.to,
      finding.otherPath == nil, !finding.alsoAt.isEmpty,
      finding.alsoAt.allSatisfy({ $0.contains(finding.hop) })
    else { return nil }
    hop = finding.hop
  }

  var text: String { "every upgrade past \(hop)" }
}
