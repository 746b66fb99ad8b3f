import MigCheckHistory
import MigCheckModel

/// A stage of an `NSStagedMigrationManager`.
package enum PlanStage: Sendable, Hashable {
  /// `NSLightweightMigrationStage`: versions that a store goes on from by an inferred mapping.
  case lightweight([UInt64])
  /// `NSCustomMigrationStage`: an upgrade around which code of the app runs.
  case custom(InferenceMatrix.Hop)

  /// The versions that it leads on from. A version may be one of them once in a list of stages.
  package var starts: [UInt64] {
    switch self {
    case .lightweight(let versions): versions
    case .custom(let hop): [hop.from]
    }
  }

  /// The versions that it names.
  package var versions: [UInt64] {
    switch self {
    case .lightweight(let versions): versions
    case .custom(let hop): [hop.from, hop.to]
    }
  }

  /// The custom upgrade; `nil`: it is a lightweight stage.
  package var customHop: InferenceMatrix.Hop? {
    if case .custom(let hop) = self { hop } else { nil }
  }
}

/// The stages of a manager, with what they leave out of the versions of a bundle.
package struct StagedPlan: Sendable {
  package let stages: [PlanStage]
  /// Versions that equal none that a stage names.
  let unknown: Set<UInt64>
  /// Versions that a stage leads to, and none leads on from, though they are not the last.
  let unfinished: Set<UInt64>
  /// The versions that stages name.
  let named: Set<UInt64>

  /// - Complexity: O(*n* *m*) for *n* versions and *m* that stages name.
  init(_ stages: [PlanStage], of versions: [HistoryVersion]) {
    self.stages = stages
    let named = Set(stages.flatMap(\.versions))
    self.named = named
    let earlier = versions.dropLast()
    let known = versions.filter { named.contains($0.number) || $0.number == versions.last?.number }
    unknown = Set(
      earlier.filter { version in
        !named.contains(version.number)
          && !known.contains { $0.coreDataModel.isSameVersion(as: version.coreDataModel) }
      }.map(\.number))
    // A stage with a later version leads on from where a custom one ends.
    let end = stages.compactMap { $0.customHop?.to }.max()
    let starts = Set(stages.flatMap(\.starts))
    unfinished = Set(
      earlier.map(\.number).filter { $0 == end && $0 == named.max() && !starts.contains($0) })
  }
}

extension StagedPlan {
  /// Why a store of a version is not upgraded; `nil`: it is.
  func refusal(from source: HistoryVersion) -> UpgradeError? {
    if unknown.contains(source.number) {
      return UpgradeError(
        .schemaMismatch,
        "No stage names version \(source.title), or one with its checksum: Core Data refuses a store of "
          + "it, as one of an unknown model (134504). Name it in a stage.")
    }
    guard unfinished.contains(source.number) else { return nil }
    return UpgradeError(
      .schemaMismatch,
      "No stage leads on from version \(source.title), where the last one ends: Core Data refuses the "
        + "store, whose version hashes are not those of the new model. Add a stage that starts there."
    )
  }

  /// Whether two versions with one checksum are both in the list, which a manager refuses.
  func names(_ first: HistoryVersion, _ second: HistoryVersion) -> Bool {
    named.contains(first.number) && named.contains(second.number)
  }
}
