import MigCheckModel

/// What the engine says of the upgrades of one history.
struct CoreDataMappings: KnownMappings {
  let history: History
  let prepared: PreparedMappings

  func mapping(from: UInt64, to: UInt64) -> HopMapping? {
    guard let source = history.stage(from), let target = history.stage(to) else { return nil }
    let mapping = prepared.mapping(from: source.coreDataModel, to: target.coreDataModel)
    let isCustom = !history.isJudgedMigration(from: from, to: to)
    // Steps are a mapping model of the app's.
    let hasSteps = CoreDataSteps.apply(history.steps(from: from, to: to), from: from)
    let options = history.options as? CoreDataOptions ?? CoreDataOptions()
    return mapping.changes.with(
      refusal: isCustom
        ? nil : mapping.refusal(from: source, to: target, options: options, hasSteps: hasSteps),
      isJudged: !isCustom)
  }
}

extension CoreDataMappings {
  var whyUnjudged: (reason: String, remedy: String) {
    if history.isPlan, !history.customHops.isEmpty {
      return (
        "custom or past a custom stage, whose code only the app can run",
        "test it in the app with the real engine"
      )
    }
    return history.isPlan
      ? (
        "past a custom stage, which a migration plan never is",
        "check those up to it and from it on"
      )
      : (
        "custom, with a mapping model that only the app can run",
        "test it in the app, or leave out --custom"
      )
  }

  var unjudged: [(from: UInt64, to: UInt64)] {
    let named = history.customHops.map { ($0.from, $0.to) }.sorted { $0 < $1 }
    guard history.isPlan else { return named }
    let numbers = history.stages.map(\.number)
    let past: [(from: UInt64, to: UInt64)] = numbers.indices.flatMap { from in
      numbers.dropFirst(from + 2).filter {
        !history.isOneMigration(from: numbers[from], to: $0)
      }.map { (numbers[from], $0) }
    }
    return (named + past).sorted { $0 < $1 }
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
  ///
  /// - Parameter hasSteps: whether a mapping model or a custom stage of the app's leads there.
  func refusal(
    from source: HistoryVersion, to target: HistoryVersion, options: CoreDataOptions,
    hasSteps: Bool
  ) -> UpgradeError? {
    if options.isPlan, !needsMigration {
      return UpgradeError(
        .schemaInvalid,
        Self.sameChecksum(source, target) + " Leave one of them out, or let their models differ.")
    }
    guard !hasSteps else { return nil }
    return switch options.opening {
    case .inferred, .manual, .stepwise: notInferable(from: source, to: target)
    case .mappingModels, .none: needsMigration ? .incompatibleModel : nil
    }
  }

  static func sameChecksum(_ first: HistoryVersion, _ second: HistoryVersion) -> String {
    "The versions \(first.title) and \(second.title) of the plan have the same checksum: SwiftData "
      + "stops the app at launch."
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
