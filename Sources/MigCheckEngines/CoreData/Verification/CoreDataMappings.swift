import MigCheckModel

/// What the engine says of the upgrades of one history.
struct CoreDataMappings: KnownMappings {
  let history: History
  let prepared: PreparedMappings

  func mapping(from: UInt64, to: UInt64) -> HopMapping? {
    guard let source = history.stage(from), let target = history.stage(to) else { return nil }
    let mapping = prepared.mapping(from: source.coreDataModel, to: target.coreDataModel)
    let isPast = history.isPlan && history.stages.contains { from < $0.number && $0.number < to }
    let isCustom =
      isPast || history.customHops.contains { $0.from == from && $0.to == to }
    // Steps are a mapping model of the app's.
    let hasSteps = CoreDataSteps.apply(history.steps(from: from, to: to), from: from)
    return mapping.changes.with(
      refusal: isCustom || hasSteps
        ? nil : mapping.refusal(from: source, to: target, opening: history.coreDataOpening),
      isJudged: !isCustom)
  }
}

extension CoreDataMappings {
  var whyUnjudged: (reason: String, remedy: String) {
    history.isPlan
      ? ("past a stage, which a migration plan never is", "check those between neighbours")
      : (
        "custom, with a mapping model that only the app can run",
        "test it in the app, or leave out --custom"
      )
  }

  var unjudged: [(from: UInt64, to: UInt64)] {
    guard history.isPlan else {
      return history.customHops.map { ($0.from, $0.to) }.sorted { $0 < $1 }
    }
    // A plan leads from each version to the next.
    let numbers = history.stages.map(\.number)
    return numbers.indices.flatMap { from in
      numbers.dropFirst(from + 2).map { (numbers[from], $0) }
    }
  }
}

/// Which graphs apps can have saved with the models of one history.
struct CoreDataStartGraphs: StartGraphs {
  let history: History

  func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    guard let stage = history.stage(version) else { return graph }
    return ConsistentGraph(model: stage.coreDataModel, graph: graph).graph
  }
}

extension PreparedMapping {
  /// Why the store does not open; `nil`: it does.
  func refusal(
    from source: HistoryVersion, to target: HistoryVersion, opening: CoreDataOpening
  ) -> UpgradeError? {
    switch opening {
    case .inferred, .manual: notInferable(from: source, to: target)
    case .mappingModels, .none: needsMigration ? .incompatibleModel : nil
    }
  }

  /// `mappingNotInferable` with all reasons; `nil`: it can be inferred, or none is needed.
  private func notInferable(
    from source: HistoryVersion, to target: HistoryVersion
  ) -> UpgradeError? {
    guard let first = refusals.first else { return nil }
    return UpgradeError(
      .mappingNotInferable,
      "The mapping from version \(source.title) to \(target.title) cannot be inferred: "
        + refusals.map(\.description).joined(separator: "; ") + ".",
      type: first.entity, property: first.property)
  }
}

extension UpgradeError {
  /// What Core Data says where no migration runs, or no mapping model is found.
  static let incompatibleModel = UpgradeError(
    .schemaMismatch,
    "The model used to open the store is incompatible with the one used to create the store.")
}

extension HistoryVersion {
  /// `32 (Model 32)`, or the number alone.
  var title: String { label.map { "\(number) (\($0))" } ?? "\(number)" }
}
