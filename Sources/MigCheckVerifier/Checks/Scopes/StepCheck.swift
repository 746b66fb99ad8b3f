import MigCheckModel

/// A check that judges what the stores of a trial do in one step: when they are upgraded, when the
/// upgrade is repeated, when they are closed and opened again, and when they are compared.
protocol StepCheck: TrialCheck {
  /// - Returns: `nil` if the event is none of its concern.
  static func violation(of event: StepEvent) -> Violation?
}

/// Something that the stores of a trial did in one step.
enum StepEvent {
  /// The stores completed or refused the upgrade, or could or could not be made.
  ///
  /// - Parameter isRepeatable: whether fresh stores end in the same way.
  case ended([UpgradeOutcome], isRepeatable: Bool)
  /// A copy of the store gave another result; without a place, one of the two was refused.
  case repeatedDifferently(StoreKind, at: SnapshotDifference?)
  /// Opening a store at its own version ran a migration.
  case migratedOnReopening(StoreKind)
  /// Closing and opening a store changed it; the place where it shows, if it shows in the content.
  case changedOnReopening(StoreKind, at: SnapshotDifference?)
  /// A store could not be opened at its own version.
  case refusedOnReopening(StoreKind, Refusal)
  /// Two stores of the same graph differ; the place where it shows, if it shows in the content.
  case storesDiffer(StoreKind, at: SnapshotDifference?)

  /// An older release was given a copy of the store, and did not do what it should.
  case openedByOlder(StoreKind, release: OlderRelease, version: String, OlderOutcome)

  /// One store that could not complete the upgrade, or be read after it.
  static func refused(_ store: StoreKind, _ error: UpgradeError) -> StepEvent {
    .ended([UpgradeOutcome(kind: store, error: error)], isRepeatable: true)
  }

  /// All that is wrong with it, each with the store in which it shows.
  var violations: [(violation: any CheckViolation, store: StoreKind)] {
    Check.ofSteps.compactMap { check in
      check.violation(of: self).map { ($0, store(of: check)) }
    }
  }

  /// Where stores do not agree, it shows in the last one.
  private func store(of check: any StepCheck.Type) -> StoreKind {
    switch self {
    case .ended(let outcomes, _):
      (check.scope == .stores ? outcomes.last : outcomes.first)?.kind ?? .memory
    case .repeatedDifferently(let store, _), .migratedOnReopening(let store),
      .changedOnReopening(let store, _), .refusedOnReopening(let store, _),
      .storesDiffer(let store, _), .openedByOlder(let store, _, _, _):
      store
    }
  }
}
