import MigCheckModel

/// A check that judges the end of a path by its start.
protocol PathCheck: TrialCheck {
  static func violations(in context: PathContext) -> [Violation]
}

extension PathCheck {
  static var scope: CheckScope { .path }
}

/// One path that ran to a version.
struct PathContext {
  let start: Snapshot
  let end: Snapshot
  /// The version at which the path ends.
  let version: SubjectVersion
  let evaluation: any InvariantEvaluation
  /// To be called with the place of an invariant in the version's list, and the number of objects of
  /// which it was evaluated.
  let noteObjects: (_ invariant: Int, _ count: Int) -> Void

  /// All that is wrong with the end.
  var violations: [any CheckViolation] {
    Check.ofPaths.flatMap { check -> [any CheckViolation] in check.violations(in: self) }
  }
}
