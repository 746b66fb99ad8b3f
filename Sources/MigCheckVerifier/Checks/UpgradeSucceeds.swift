import MigCheckModel

/// `upgrade-succeeds`: every hop completes, and a store can be made of every start graph.
enum UpgradeSucceeds: StepCheck {
  static let name = "upgrade-succeeds"
  static let demand = "every upgrade completes"
  static let scope = CheckScope.hop

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case refused }

    static let check = Check.upgradeSucceeds
    var refusal: Refusal

    init(_ error: UpgradeError) {
      refusal = Refusal(error)
    }

    var kind: Kind { .refused }
    var upgradeRefusal: Refusal? { refusal }
    var code: String? { refusal.code.rawValue }
    var type: Name? { refusal.type }
    var property: Name? { refusal.property }
    var source: SourcePlace? { refusal.place }
    var endsPath: Bool { true }

    func sentence(at site: FailureSite) -> String {
      let isStart = site.hop.from == site.hop.to
      let act = isStart ? "No store can be made at version \(site.hop.to)" : "The upgrade fails"
      return "\(act) with \(refusal.code.rawValue).\(refusal.explanation)"
    }
  }

  /// Of stores that agree; of others, `StoresAgree` or `Deterministic` judges.
  static func violation(of event: StepEvent) -> Violation? {
    guard case .ended(let outcomes, _) = event, UpgradeOutcome.agree(outcomes) else { return nil }
    return outcomes.first?.error.map { Violation($0) }
  }
}

extension Check {
  /// Asserts that every upgrade completes.
  public static let upgradeSucceeds = Check(UpgradeSucceeds.self)
}
