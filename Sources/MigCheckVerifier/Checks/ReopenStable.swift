import MigCheckModel

/// `reopen-stable`: closing a store and opening it again at its version changes nothing and runs no
/// migration.
enum ReopenStable: StepCheck {
  static let name = "reopen-stable"
  static let demand = "closing and opening again changes nothing and runs no migration"
  static let scope = CheckScope.repetition

  enum Violation: CheckViolation {
    case migrated
    /// The place where it shows, if it shows in the content.
    case changed(SnapshotDifference?)
    case refused(Refusal)

    enum Kind: String, CaseIterable {
      case migratedOnReopening, changedOnReopening, refusedOnReopening
    }

    static let check = Check.reopenStable

    var kind: Kind {
      switch self {
      case .migrated: .migratedOnReopening
      case .changed: .changedOnReopening
      case .refused: .refusedOnReopening
      }
    }

    var code: String? {
      if case .refused(let refusal) = self { refusal.code.rawValue } else { nil }
    }
    var type: Name? { difference?.type }
    var property: Name? { difference?.property }
    var object: Int64? { difference?.key }
    var endsPath: Bool { if case .refused = self { true } else { false } }

    private var difference: SnapshotDifference? {
      if case .changed(let difference) = self { difference } else { nil }
    }

    func sentence(at site: FailureSite) -> String {
      switch self {
      case .migrated: "Opening the store again at its version runs a migration."
      case .changed: "Closing and opening the store at its version changes \(place)."
      case .refused(let refusal):
        "The store cannot be opened again at its version: \(refusal.code.rawValue)."
          + refusal.explanation
      }
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      guard let difference, difference.first != nil || difference.second != nil else { return [] }
      return [row("before", difference.first), row("after", difference.second)]
    }
  }

  static func violation(of event: StepEvent) -> Violation? {
    switch event {
    case .migratedOnReopening: .migrated
    case .changedOnReopening(_, let place): .changed(place)
    case .refusedOnReopening(_, let refusal): .refused(refusal)
    default: nil
    }
  }
}

extension Check {
  /// Asserts that closing and reopening a store changes nothing and runs no migration.
  public static let reopenStable = Check(ReopenStable.self)
}
