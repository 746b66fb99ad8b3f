import MigCheckHistory
import MigCheckModel

/// What a history says of an app that uses Core Data.
package struct CoreDataOptions: EngineOptions {
  /// Upgrades with a mapping model of their own, or by a custom stage, of which nothing is known.
  package var customHops: Set<InferenceMatrix.Hop> = []
  /// Whether the versions are those of a plan with stages.
  package var isPlan = false
  /// The stages of a manager, where they are listed; `nil`: one leads from each version to the next.
  package var staged: StagedPlan?
  /// What mapping models of the app do, where it is known.
  package var mappings: [InferenceMatrix.Hop: MappingPlan] = [:]
  /// How the app opens its store.
  package var opening = CoreDataOpening.inferred

  /// Whether stores refuse values that repeat where a model says that they are unique; else several apps'
  /// data may share a store. Reports do not depend on it.
  var requiresUnique = true

  package init() {}

  package var definition: String {
    (opening == .inferred ? "" : "opening \(opening.rawValue)\n") + (isPlan ? "plan\n" : "")
      + (staged?.stages ?? []).map { "stage \($0.versions) \($0.customHop != nil)\n" }.joined()
      + customHops.inOrder.map { "custom \($0.from):\($0.to)\n" }.joined()
      + mappings.keys.inOrder.map {
        "mapping \($0.from):\($0.to) \(mappings[$0]?.definition ?? "")\n"
      }
      .joined()
  }
}

extension CoreDataModel: EnginePayload {
  package var checksum: String? { versionHashes.checksum }
}

extension HistoryVersion {
  /// The Core Data model that the schema was made of; `nil`: there is none.
  package var coreData: CoreDataModel? {
    get { payload as? CoreDataModel }
    set { payload = newValue }
  }
}

extension History {
  /// Nothing can be set while the engine is another one.
  var coreData: CoreDataOptions {
    get { options as? CoreDataOptions ?? CoreDataOptions() }
    set { if engine == .coredata { options = newValue } }
  }

  /// Upgrades with a mapping model of their own, of which nothing is known; only of Core Data.
  package var customHops: Set<InferenceMatrix.Hop> {
    get { coreData.customHops }
    set { coreData.customHops = newValue }
  }

  /// Whether the versions are those of a plan with stages; only of Core Data.
  package var isPlan: Bool {
    get { coreData.isPlan }
    set { coreData.isPlan = newValue }
  }

  /// The stages of an `NSStagedMigrationManager`; `nil`: none are listed. Only of Core Data.
  package var planStages: [PlanStage]? {
    get { coreData.staged?.stages }
    set {
      coreData.staged = newValue.map { StagedPlan($0, of: stages) }
      guard let newValue else { return }
      coreData.isPlan = true
      coreData.customHops.formUnion(newValue.compactMap(\.customHop))
    }
  }

  /// What mapping models of the app do; only of Core Data.
  package var mappingPlans: [InferenceMatrix.Hop: MappingPlan] {
    get { coreData.mappings }
    set { coreData.mappings = newValue }
  }

  /// The version that a store comes to next, version by version. Where a migrator goes step by step, and
  /// the app has mapping models from a version on, it is the last one that they lead to: they may leave
  /// out a version.
  func step(from: UInt64) -> UInt64? {
    if coreDataOpening == .stepwise {
      let own = customHops.union(mappingPlans.keys).filter {
        $0.from == from && stage($0.to) != nil
      }
      if let last = own.map(\.to).max() { return last }
    }
    return stages.first { $0.number > from }?.number
  }

  /// Whether an app upgrades a store from one version to another without a stop. A migrator that goes step
  /// by step stops at each version that it comes to. In a plan lightweight stages in a row are one
  /// migration, and a custom one stands alone.
  package func isOneMigration(from: UInt64, to: UInt64) -> Bool {
    if coreDataOpening == .stepwise { return step(from: from) == to }
    guard isPlan else { return true }
    let later = stages.filter { from < $0.number && $0.number <= to }
    if later.count == 1 { return true }
    return !later.contains { isCustomStage(to: $0) }
      && !coreData.customHops.contains {
        from <= $0.from && $0.to <= to && ($0.from, $0.to) != (from, to)
      }
  }

  /// Whether a pair of versions is one migration, of which all is known.
  func isJudgedMigration(from: UInt64, to: UInt64) -> Bool {
    isOneMigration(from: from, to: to)
      && !customHops.contains(InferenceMatrix.Hop(from: from, to: to))
  }

  /// Whether a custom stage of a plan with its code leads into a version.
  private func isCustomStage(to version: HistoryVersion) -> Bool { !version.steps.isEmpty }

  /// The versions at which a store stops on its way from one version to another, in increasing order;
  /// the last one is the end.
  package func stops(from: UInt64, to: UInt64) -> [UInt64] {
    var stops = [UInt64]()
    if coreDataOpening == .stepwise {
      var current = from
      while current < to {
        let next = step(from: current) ?? to
        // To a version that the steps leave out, which no store comes to.
        current = min(next, to)
        stops.append(current)
      }
      return stops
    }
    var (start, last) = (from, from)
    for stage in stages where from < stage.number && stage.number <= to {
      if last > start, !isOneMigration(from: start, to: stage.number) {
        stops.append(last)
        start = last
      }
      last = stage.number
    }
    return last > from ? stops + [last] : []
  }

  /// How the app opens its store; only of Core Data.
  package var coreDataOpening: CoreDataOpening {
    get { coreData.opening }
    set {
      coreData.opening = newValue
      if newValue == .stepwise { paths = .linear }
    }
  }
}

extension Sequence<InferenceMatrix.Hop> {
  /// By their starts, then by their ends.
  package var inOrder: [InferenceMatrix.Hop] {
    sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }
}
