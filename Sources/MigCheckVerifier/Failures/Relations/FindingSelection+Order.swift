import MigCheckModel

/// What follows from a copy whose columns stand in another order.
extension FindingSelection {
  /// Leaves out constraints that a copy without a list of columns breaks, and references that it leaves
  /// without an end, where it was found to put values into other columns than they were in.
  ///
  /// - Returns: positions of those to keep, each with the hops of those that it stands for.
  static func withoutEffectsOfOrder(
    _ findings: [Finding]
  ) -> [FindingRelation.Kept] {
    func isCause(_ finding: Finding) -> Bool {
      finding.check == .dataPreserved && finding.severity == .error && finding.property != nil
        && !finding.isFlaky && (finding.source?.copiesByPosition ?? false)
    }
    func explains(_ cause: Finding, _ other: Finding) -> Bool {
      guard isCause(cause), cause.source == other.source else { return false }
      switch other.check {
      case .upgradeSucceeds: return constraint(other) != nil
      case .linksResolve: return true
      default: return false
      }
    }
    return findings.indices.compactMap { position in
      guard !findings.contains(where: { explains($0, findings[position]) }) else { return nil }
      let effects = findings.filter { explains(findings[position], $0) }
      return FindingRelation.Kept(position, alsoAt: effects.flatMap { [$0.hop] + $0.alsoAt })
    }
  }
}
