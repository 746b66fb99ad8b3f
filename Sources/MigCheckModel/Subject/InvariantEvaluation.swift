/// Tries the author's invariants on objects.
public protocol InvariantEvaluation: Sendable {
  /// Whether an invariant holds of the objects that live in both snapshots.
  ///
  /// - Parameters:
  ///   - invariant: one of a version's `invariants`.
  ///   - start: the store at `invariant.since`.
  ///   - end: the store at the version that declares the invariant.
  func evaluate(
    _ invariant: Invariant, of version: UInt64, from start: Snapshot, to end: Snapshot
  ) throws -> InvariantOutcome
}

/// For how many objects an invariant was tried, and for which it does not hold.
public struct InvariantOutcome: Sendable {
  /// The number of objects that were tried.
  public var objects: Int
  /// Keys of the objects, in increasing order.
  public var violations: [Int64]

  /// The result for a number of objects, with the keys of those that break the invariant.
  public init(objects: Int, violations: [Int64]) {
    self.objects = objects
    self.violations = violations
  }
}
