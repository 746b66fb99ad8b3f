import MigCheckModel

/// One check: its name, what it demands and, for nearly all, what it looks at and how it fails.
///
/// A check is one type in a file of its own, listed in `Check.definitions`. A `HopCheck` and a
/// `FollowUpCheck` are then run without anything else; the others are called by the part of a trial
/// that has what they look at: stores, ends of paths, or an invariant.
protocol CheckDefinition: Sendable {
  /// The stable name, such as `paths-agree`.
  static var name: String { get }
  /// What must hold, in a phrase without a full stop.
  static var demand: String { get }
  /// What a subject has to tell beyond the content of its stores.
  static var needs: NeededEvidence { get }
  /// What still holds for certain where something that is needed is not known, in a clause; `nil`:
  /// nothing.
  static func remainder(with evidence: Evidence) -> String?
}

extension CheckDefinition {
  static var needs: NeededEvidence { [] }
  static func remainder(with evidence: Evidence) -> String? { nil }
}

/// A check that trials can fail.
protocol TrialCheck: CheckDefinition {
  /// How the check fails, in facts of its own.
  associatedtype Violation: CheckViolation

  static var scope: CheckScope { get }
}

/// What a check looks at.
enum CheckScope: Sendable {
  /// One upgrade, or the state that it leads to.
  case hop
  /// The same thing done a second time.
  case repetition
  /// One upgrade that ends before it is complete, and what the next one makes of it.
  case crash
  /// Stores of two kinds that hold the same.
  case stores
  /// The start and the end of one path.
  case path
  /// The ends of two paths.
  case paths
  /// The upgrades of two start graphs.
  case followUps

  /// Whether a failure belongs to whole paths, and not to their last hop.
  var spansPaths: Bool {
    switch self {
    case .path, .paths, .followUps: true
    case .hop, .repetition, .crash, .stores: false
    }
  }
}

/// What a subject tells of an upgrade beyond the contents before and after it.
struct NeededEvidence: OptionSet, Sendable {
  let rawValue: Int

  /// Which object after an upgrade is which one before it.
  static let identity = NeededEvidence(rawValue: 1 << 0)
  /// What the migration renamed, wrote, deleted and made.
  static let trace = NeededEvidence(rawValue: 1 << 1)
  /// Whether an author's invariant holds.
  static let invariants = NeededEvidence(rawValue: 1 << 2)
  /// That objects are treated one by one.
  static let independence = NeededEvidence(rawValue: 1 << 3)
}

/// A check that judges one completed hop by the contents before and after it.
protocol HopCheck: TrialCheck {
  static func violations(in context: HopContext) -> [Violation]
}

extension HopCheck {
  static var scope: CheckScope { .hop }
}

/// A check that compares the upgrade of a start graph with that of a graph made from it.
protocol FollowUpCheck: TrialCheck {
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
