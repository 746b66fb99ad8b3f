import MigCheckModel

/// A check that compares the ends of two paths from one start.
protocol EndsCheck: TrialCheck {
  /// - Returns: `nil` if the ends agree.
  static func violation(between ends: EndsContext) -> Violation?
}

extension EndsCheck {
  static var scope: CheckScope { .paths }
}

/// The ends of two paths from one start.
struct EndsContext {
  let first: Snapshot
  let second: Snapshot
  let paths: [[UInt64]]
  let comparison: SnapshotComparison
  let span: VersionSpan

  /// All that is wrong with them; empty: they are equal.
  var violations: [any CheckViolation] {
    Check.ofEnds.compactMap { check -> (any CheckViolation)? in check.violation(between: self) }
  }

  /// Whether the very same objects are at both ends and differ in nothing but the property of a violation.
  func isAll(_ violation: any CheckViolation) -> Bool {
    guard comparison.identity == .exact, let type = violation.type,
      let property = violation.property
    else { return false }
    let path = PropertyPath(type: type, property: property)
    return SnapshotDifference.first(first, second, ignoring: comparison.ignoring + [path]) == nil
  }
}
