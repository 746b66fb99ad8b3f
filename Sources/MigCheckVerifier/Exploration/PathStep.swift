import MigCheckModel

/// A hop and the whole path that ends with it.
struct PathStep {
  var hop: Hop
  var path: [UInt64]
}

/// The result of a hop, before it is known whether the state is a new one.
struct StepResult {
  var replicas: Replicas
  var state: any StoreState
  var trace: MigrationTrace?
  var isTainted: Bool
}

/// What one store did with an upgrade, or with its start graph.
struct UpgradeOutcome {
  var kind: StoreKind
  /// Why it is refused; `nil`: it is not.
  var error: UpgradeError?

  /// Whether all stores complete an upgrade, or refuse it for the same reason.
  static func agree(_ outcomes: [UpgradeOutcome]) -> Bool {
    outcomes.allSatisfy { $0.error?.code == outcomes.first?.error?.code }
  }
}
