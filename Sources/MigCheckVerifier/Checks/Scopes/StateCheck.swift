import MigCheckModel

/// A check that judges what a store holds at a version, at the start or after a hop. It must be
/// componentwise, see `HopCheck.isComponentwise(on:)`.
protocol StateCheck: TrialCheck {
  static func violations(in context: StateContext) -> [Violation]
}

extension StateCheck {
  static var scope: CheckScope { .hop }
}

/// What one store holds at a version, and says of itself.
struct StateContext {
  /// As the version declares it.
  let declared: Schema
  /// As the store gives it.
  let found: Schema
  /// The content; `nil` of a store whose content is known to equal that of another one.
  let snapshot: Snapshot?
  /// The content before the hop, whose violations are not reported again; `nil`: this is the start.
  let before: Snapshot?
  /// How objects are known to be the same before and after.
  let identity: Evidence.Identity

  /// All that is wrong with the state.
  var violations: [any CheckViolation] {
    Check.ofStates.flatMap { check -> [any CheckViolation] in check.violations(in: self) }
  }
}
