import MigCheckModel

/// What the engine says of the upgrades of one history.
struct CoreDataMappings: KnownMappings {
  let history: History
  let prepared: PreparedMappings

  func mapping(from: UInt64, to: UInt64) -> HopMapping? {
    guard let source = history.stage(from), let target = history.stage(to) else { return nil }
    let mapping = prepared.mapping(from: source.coreDataModel, to: target.coreDataModel)
    let isCustom = history.customHops.contains { $0.from == from && $0.to == to }
    return mapping.changes.with(
      refusal: isCustom ? nil : mapping.refusal(from: source, to: target), isJudged: !isCustom)
  }
}

extension CoreDataMappings {
  var unjudged: [(from: UInt64, to: UInt64)] {
    history.customHops.map { ($0.from, $0.to) }.sorted { $0 < $1 }
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
  /// `mappingNotInferable` with all reasons; `nil`: it can be inferred, or none is needed.
  func refusal(from source: HistoryVersion, to target: HistoryVersion) -> UpgradeError? {
    guard let first = refusals.first else { return nil }
    return UpgradeError(
      .mappingNotInferable,
      "The mapping from version \(source.title) to \(target.title) cannot be inferred: "
        + refusals.map(\.description).joined(separator: "; ") + ".",
      type: first.entity, property: first.property)
  }
}

extension HistoryVersion {
  /// `32 (Model 32)`, or the number alone.
  var title: String { label.map { "\(number) (\($0))" } ?? "\(number)" }
}
