import MigCheckModel

/// A check that judges how the next start goes on after an upgrade was interrupted.
protocol CrashCheck: TrialCheck {
  static func violation(in context: CrashContext) -> Violation
}

extension CrashCheck {
  static var scope: CheckScope { .crash }
}

/// An interrupted upgrade that the next start did not finish as it should have.
struct CrashContext {
  let outcome: CrashOutcome
  let point: CrashPoint
  /// The statement that was the last or in progress, if the subject knows it.
  var statement: String?
  /// Where the statement is written.
  var place: SourcePlace?
  /// What is assumed, where it is only likely.
  var assumption: String?
  /// What the next upgrade takes away that is nowhere else, as the rest of "the next upgrade …".
  var loss: String?
  /// Whether the moment was met by chance.
  var isSampled = false

  /// How each check words it.
  var violations: [any CheckViolation] {
    Check.ofCrashes.map { check -> any CheckViolation in check.violation(in: self) }
  }
}
