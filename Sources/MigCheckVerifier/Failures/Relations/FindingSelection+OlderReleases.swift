import MigCheckModel

extension FindingSelection {
  /// Reports once what an older release does with stores of several later versions, and not that it
  /// accepts some if it harms others.
  ///
  /// - Returns: positions of those to keep, each with the hops of those that it represents.
  static func ofOlderReleases(_ findings: [Finding]) -> [FindingRelation.Kept] {
    func problem(_ finding: Finding) -> OpenerProblem? {
      (finding.failure.violation as? Openers.Violation)?.problem
    }
    func isSame(_ cause: Finding, _ other: Finding) -> Bool {
      problem(cause)?.code.isOfOlder ?? false && cause.hop < other.hop
        && cause.failure.signature.isAlike(other.failure.signature)
    }
    func explains(_ cause: Finding, _ other: Finding) -> Bool {
      guard let own = problem(cause), let found = problem(other), own.code.isOfOlder,
        found.code.isOfOlder, own.opener == found.opener
      else { return false }
      return own.code != .acceptedByOlder && found.code == .acceptedByOlder
    }
    return findings.indices.compactMap { position in
      let isKnown = findings.contains {
        isSame($0, findings[position]) || explains($0, findings[position])
      }
      guard !isKnown else { return nil }
      let others = findings.filter { isSame(findings[position], $0) }
      return FindingRelation.Kept(position, alsoAt: others.flatMap { [$0.hop] + $0.alsoAt })
    }
  }
}

extension OpenerProblem.Code {
  /// Whether it is about an older release in whose hands a store is.
  fileprivate var isOfOlder: Bool {
    switch self {
    case .changedByOlder, .damagedByOlder, .refusedUncleanly, .acceptedByOlder: true
    default: false
    }
  }
}
