import MigCheckModel

/// `deterministic`: the same hop on a copy of the same store gives the same result.
///
/// Nothing but the place where two results differ is kept: the values would be others in the next
/// run.
enum Deterministic: StepCheck {
  static let name = "deterministic"
  static let demand = "the same upgrade of the same store gives the same result (sampled)"
  static let scope = CheckScope.repetition

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case notRepeatable }

    static let check = Check.deterministic
    var type: Name?
    var property: Name?

    /// - Parameter place: where the results differ; `nil`: they do not even agree on completing.
    init(at place: SnapshotDifference?) {
      (type, property) = (place?.type, place?.property)
    }

    var kind: Kind { .notRepeatable }

    func sentence(at site: FailureSite) -> String {
      let ignoring =
        property == nil ? "" : " If that is meant, name \(place) in ignoring."
      return "The same upgrade of the same store gives another result for \(place) each time. A "
        + "migration must not read the clock or draw random numbers or identifiers, as Date(), "
        + "UUID() and random() do." + ignoring
    }
  }

  static func violation(of event: StepEvent) -> Violation? {
    switch event {
    case .ended(_, isRepeatable: false): Violation(at: nil)
    case .repeatedDifferently(_, let place): Violation(at: place)
    default: nil
    }
  }
}

extension Check {
  /// Asserts that the same upgrade of the same store gives the same result each time.
  public static let deterministic = Check(Deterministic.self)
}
