import MigCheckModel

/// A check that compares the upgrade of a start graph with that of a graph made from it.
protocol FollowUpCheck: TrialCheck {
  /// Whether the check is the one that judges graphs made in this way.
  static func judges(_ change: FollowUp.Change) -> Bool

  /// All ways to make the other graph, the simplest first.
  static func changes(of schema: Schema) -> [FollowUp.Change]

  /// One of the ways; the numbers 0, 1, 2 … go through all of them in turn.
  static func change(of schema: Schema, turn: Int) -> FollowUp.Change?

  /// Compares two ends.
  ///
  /// - Returns: `nil` if they agree, or it cannot be told.
  static func violation(
    _ snapshot: Snapshot, _ other: Snapshot, _ correspondence: ObjectCorrespondence,
    by comparison: SnapshotComparison
  ) -> Violation?

  /// Judges that one of two upgrades is refused.
  ///
  /// - Parameters:
  ///   - outcomes: that of the start graph and that of the other one.
  ///   - isRefusedAlone: whether the upgrade of the added objects by themselves is refused.
  /// - Returns: `nil` if that says nothing against the subject.
  static func violation(
    _ outcomes: UnequalOutcomes, isRefusedAlone: () throws -> Bool
  ) rethrows -> Violation?
}

extension FollowUpCheck {
  static var scope: CheckScope { .followUps }
}
