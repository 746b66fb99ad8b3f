import MigCheckModel

/// A check that judges what a subject says of its upgrades, before any of them is run.
protocol StartCheck: TrialCheck {
  /// - Returns: each violation with the upgrade on which it shows.
  static func violations(in context: StartContext) -> [(violation: Violation, hop: Hop)]
}

extension StartCheck {
  static var scope: CheckScope { .hop }

  fileprivate static func anyViolations(
    in context: StartContext
  ) -> [(violation: any CheckViolation, hop: Hop)] {
    violations(in: context).map { ($0.violation, $0.hop) }
  }
}

/// A trial before its first upgrade.
struct StartContext {
  let span: VersionSpan
  /// The version at which the trial begins.
  let start: UInt64

  /// All that is wrong, each with the upgrade on which it shows.
  var violations: [(violation: any CheckViolation, hop: Hop)] {
    Check.ofStarts.flatMap { $0.anyViolations(in: self) }
  }
}
