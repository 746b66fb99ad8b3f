import MigCheckModel

/// `stores-agree`: the store in memory and the one in a file are in the same states and refuse the
/// same upgrades.
enum StoresAgree: StepCheck {
  static let name = "stores-agree"
  static let demand = "the store in memory and the store in a file do the same"
  static let scope = CheckScope.stores
  static let needs: NeededEvidence = [.severalStores]

  /// How an upgrade ended in one store.
  struct Outcome: Sendable, Codable {
    var store: StoreKind
    /// `nil`: it completed.
    var refusal: Refusal?
  }

  enum Violation: CheckViolation {
    /// The place where the contents differ; `nil`: they differ in what the schema does not show.
    case states(SnapshotDifference?)
    case outcomes([Outcome])

    enum Kind: String, CaseIterable { case storesDiffer, storesDifferInOutcome }

    static let check = Check.storesAgree

    var kind: Kind {
      switch self {
      case .states: .storesDiffer
      case .outcomes: .storesDifferInOutcome
      }
    }

    var code: String? {
      guard case .outcomes(let outcomes) = self else { return nil }
      return outcomes.map { outcome in
        let end = outcome.refusal?.code.rawValue ?? UnequalOutcomes.completed
        return "\(outcome.store.rawValue): \(end)"
      }.joined(separator: ", ")
    }

    var type: Name? { difference?.type }
    var property: Name? { difference?.property }
    var object: Int64? { difference?.key }

    private var difference: SnapshotDifference? {
      if case .states(let difference) = self { difference } else { nil }
    }

    func sentence(at site: FailureSite) -> String {
      switch self {
      case .states: "Memory and file differ in \(place)."
      case .outcomes(let outcomes):
        "Memory and file do not agree whether to upgrade: \(code ?? "")."
          + (outcomes.compactMap(\.refusal).first?.explanation ?? "")
      }
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      guard let difference else { return [] }
      return [row("memory", difference.first), row("file", difference.second)]
    }
  }

  static func violation(of event: StepEvent) -> Violation? {
    switch event {
    case .ended(let outcomes, isRepeatable: true) where !UpgradeOutcome.agree(outcomes):
      .outcomes(outcomes.map { Outcome(store: $0.kind, refusal: $0.error.map(Refusal.init)) })
    case .storesDiffer(_, let place): .states(place)
    default: nil
    }
  }
}

extension Check {
  /// Asserts that the store in memory and the store in a file do the same.
  public static let storesAgree = Check(StoresAgree.self)
}
