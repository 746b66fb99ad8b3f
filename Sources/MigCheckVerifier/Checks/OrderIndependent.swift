import MigCheckModel

/// `order-independent`: the order in which objects were inserted does not matter.
///
/// The objects of the start graph are put in another order; the order inside lists stays. Both
/// graphs must end in equal graphs, or both be refused, if for other reasons: which object is met
/// first decides which error it is.
enum OrderIndependent {
  static func fault(
    _ correspondence: ObjectCorrespondence, _ snapshot: Snapshot, _ other: Snapshot,
    ignoring: [PropertyPath],
    keepsSignOfZero: Bool = true
  ) -> Fault? {
    let comparison = SnapshotComparison(
      kind: .orderMatters, ignoring: ignoring, keepsSignOfZero: keepsSignOfZero)
    switch comparison.outcome(snapshot, correspondence.aligned(other, to: snapshot)) {
    case .equal, .undecided: return nil
    case .different(let fault): return fault
    }
  }

  /// - Parameters:
  ///   - refusal: why the start graph's upgrade is refused.
  ///   - otherRefusal: why the other one's is; one of both is `nil`.
  static func fault(_ refusal: UpgradeError?, _ otherRefusal: UpgradeError?) -> Fault? {
    Fault(.orderDecidesOutcome, refusal, otherRefusal)
  }
}

extension Fault {
  /// Of two upgrades one is refused.
  init?(_ kind: Kind, _ refusal: UpgradeError?, _ otherRefusal: UpgradeError?) {
    guard let error = refusal ?? otherRefusal else { return nil }
    func outcome(_ refusal: UpgradeError?) -> String { refusal?.code.rawValue ?? "completed" }
    self.init(
      kind, code: error.code.rawValue, type: error.type, property: error.property,
      before: outcome(refusal), after: outcome(otherRefusal), detail: error.message)
  }
}
