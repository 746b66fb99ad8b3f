import MigCheckModel

/// `local`: adding unrelated objects changes nothing else.
///
/// What comes of the objects of the start graph must be the same with further objects beside them:
/// those that live on, copies of them, and all that they lead to. What else a migration makes is
/// left out on both sides.
enum Local {
  static func fault(
    _ correspondence: ObjectCorrespondence, _ snapshot: Snapshot, _ other: Snapshot,
    ignoring: [PropertyPath],
    keepsSignOfZero: Bool = true
  ) -> Fault? {
    let part = correspondence.part(of: snapshot)
    let otherPart = correspondence.aligned(correspondence.part(ofFollowUp: other), to: part)
    let comparison = SnapshotComparison(
      kind: .additionMatters, ignoring: ignoring, keepsSignOfZero: keepsSignOfZero)
    switch comparison.outcome(part, otherPart) {
    case .equal, .undecided: return nil
    case .different(let fault): return fault
    }
  }

  /// - Parameters:
  ///   - refusal: why the start graph's upgrade is refused.
  ///   - otherRefusal: why the one with further objects is; one of both is `nil`.
  ///   - isRefusedAlone: whether the upgrade of the added objects by themselves is refused: then
  ///     they bring it about alone.
  static func fault(
    _ refusal: UpgradeError?, _ otherRefusal: UpgradeError?, isRefusedAlone: () throws -> Bool
  ) rethrows -> Fault? {
    // That primary keys are unique is about all objects of a type together.
    if let otherRefusal {
      if otherRefusal.code == .duplicatePrimaryKey { return nil }
      if try isRefusedAlone() { return nil }
    }
    return Fault(.additionDecidesOutcome, refusal, otherRefusal)
  }
}
