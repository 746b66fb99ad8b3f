import MigCheckHistory
import MigCheckModel

/// What the engine says of the upgrades of one history.
struct CoreDataMappings: KnownMappings {
  let history: History
  let prepared: PreparedMappings

  func mapping(from: UInt64, to: UInt64) -> HopMapping? {
    guard let source = history.stage(from), let target = history.stage(to) else { return nil }
    let mapping = prepared.mapping(from: source, to: target, history.options)
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
    (
      history.isPlan
        ? "custom, by a stage whose code only the app can run"
        : "custom, with a mapping model that only the app can run",
      "let your real engine open old stores, as the page \"Run your real engine\" shows"
    )
  }

  /// In a plan also the pairs past a custom stage, between which it never upgrades.
  var unjudged: [(from: UInt64, to: UInt64)] {
    let named = history.customHops
    guard history.isPlan else { return named.inOrder.map { ($0.from, $0.to) } }
    let numbers = history.stages.map(\.number)
    let past = numbers.indices.flatMap { from in
      numbers.dropFirst(from + 2).filter {
        !history.isOneMigration(from: numbers[from], to: $0)
      }.map { InferenceMatrix.Hop(from: numbers[from], to: $0) }
    }
    return named.union(past).inOrder.map { ($0.from, $0.to) }
  }

  func isUpgrade(from: UInt64, to: UInt64) -> Bool { history.isOneMigration(from: from, to: to) }
}

/// Which graphs apps can have saved with the models of one history.
struct CoreDataStartGraphs: StartGraphs {
  let history: History

  func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    guard let stage = history.stage(version) else { return graph }
    return ConsistentGraph(model: stage.coreDataModel, graph: graph).graph
  }

  func uniqueProperties(at version: UInt64) -> [UniqueProperties] {
    guard let model = history.stage(version)?.coreDataModel else { return [] }
    return model.entities.flatMap { entity in
      let types = model.subtree(of: entity.name).map { model.entities[$0].name }
      return entity.uniquenessConstraints.map { UniqueProperties(of: types, $0) }
    }
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
    if options.isPlan, !needsMigration, options.staged?.names(source, target) ?? true {
      return UpgradeError(
        .schemaInvalid,
        Self.sameChecksum(source, target, options)
          + " Leave one of them out, or let their models differ.")
    }
    if let refusal = options.staged?.refusal(from: source) { return refusal }
    guard !hasSteps else { return nil }
    return switch options.opening {
    case .inferred, .manual, .stepwise:
      notInferable(from: source, to: target, advice: options.stepwiseAdvice(source, target))
    case .mappingModels where options.mappings[source, target] != nil:
      notInferable(from: source, to: target)
    case .mappingModels, .none: needsMigration ? .incompatibleModel : nil
    }
  }

  static func sameChecksum(
    _ first: HistoryVersion, _ second: HistoryVersion, _ options: CoreDataOptions
  ) -> String {
    let framework = options.staged == nil ? "SwiftData" : "NSStagedMigrationManager"
    return "The versions \(first.title) and \(second.title) of the plan have the same checksum: "
      + "\(framework) stops the app at launch."
  }

  /// `mappingNotInferable` with all reasons; `nil`: it can be inferred, or none is needed.
  ///
  /// - Parameter advice: a sentence after them.
  private func notInferable(
    from source: HistoryVersion, to target: HistoryVersion, advice: String? = nil
  ) -> UpgradeError? {
    guard let first = refusals.first else { return nil }
    return UpgradeError(
      .mappingNotInferable,
      "The mapping from version \(source.title) to \(target.title) cannot be inferred: "
        + refusals.map(\.description).joined(separator: "; ") + "."
        + (advice.map { " " + $0 } ?? ""),
      type: first.entity, property: first.property)
  }
}

extension CoreDataOptions {
  /// What to do if the app's own mapping models lead from the first version to the second, with a stop
  /// between the two; `nil`: they do not.
  fileprivate func stepwiseAdvice(_ source: HistoryVersion, _ target: HistoryVersion) -> String? {
    guard opening == .inferred, !isPlan else { return nil }
    let steps = customHops.union(mappings.keys).filter {
      source.number <= $0.from && $0.to <= target.number
    }
    guard !steps.isEmpty else { return nil }
    return "The app has mapping models for parts of this way: if it takes one version after the "
      + "other, say so with --opening stepwise, or with \"opening\" in migcheck.json."
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
