import MigCheckModel

/// One check: its name, what it demands and, for nearly all, what it looks at and how it fails.
///
/// A check is one type in a file of its own, listed in `Check.definitions`. It conforms to the protocol
/// of each scope that it judges (`StartCheck`, `StepCheck`, `StateCheck`, `HopCheck`, `PathCheck`,
/// `EndsCheck`, `FollowUpCheck`, `CrashCheck`); a trial hands the context of a scope to all checks of
/// that scope, and calls none by name.
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

/// A check that trials can fail. Conform to the protocols of scopes, which refine this one.
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
  /// What a model of the engine says of an upgrade that something else runs.
  static let prediction = NeededEvidence(rawValue: 1 << 4)
  /// Stores of several kinds.
  static let severalStores = NeededEvidence(rawValue: 1 << 5)
}
