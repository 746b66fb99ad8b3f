import MigCheckModel

/// A check that compares the upgrade of a start graph with that of a graph made from it.
protocol FollowUpCheck: TrialCheck {
  /// Whether the check is the one that judges graphs made in this way.
  static func judges(_ change: FollowUp.Change) -> Bool

  /// Whether an author who numbers objects or writes code may intend what the check finds.
  static var excusesDependence: Bool { get }

  /// All ways to make the other graph, the simplest first.
  static func changes(of schema: Schema) -> [FollowUp.Change]

  /// One of the ways; the numbers 0, 1, 2 … go through all of them in turn.
  static func change(of schema: Schema, turn: Int) -> FollowUp.Change?

  /// Compares two ends.
  ///
  /// - Returns: `nil` if they agree, or it cannot be told.
  static func violation(in context: FollowUpContext) -> Violation?

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
  static var excusesDependence: Bool { true }
}

/// The ends of the upgrades of a start graph and of a graph made from it, along one path.
struct FollowUpContext {
  let change: FollowUp.Change
  /// The end of the start graph's upgrade.
  let snapshot: Snapshot
  /// The end of the other graph's upgrade.
  let other: Snapshot
  let correspondence: ObjectCorrespondence
  let comparison: SnapshotComparison
  let span: VersionSpan

  /// The other end with each object in the row and under the key that it has in `snapshot`.
  var alignedOther: Snapshot { correspondence.aligned(other, to: snapshot) }
}
