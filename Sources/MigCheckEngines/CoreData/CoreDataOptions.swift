import MigCheckModel

/// What a history says of an app that uses Core Data.
package struct CoreDataOptions: EngineOptions {
  /// Upgrades with a mapping model of their own, of which nothing is known.
  package var customHops: Set<InferenceMatrix.Hop> = []
  /// Whether stores go through the versions one by one.
  package var isPlan = false
  /// How the app opens its store.
  package var opening = CoreDataOpening.inferred

  package init() {}

  package var definition: String {
    (opening == .inferred ? "" : "opening \(opening.rawValue)\n") + (isPlan ? "plan\n" : "")
      + customHops.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
      .map { "custom \($0.from):\($0.to)\n" }.joined()
  }
}

extension CoreDataModel: EnginePayload {}

extension HistoryVersion {
  /// The Core Data model that the schema was made of; `nil`: there is none.
  package var coreData: CoreDataModel? {
    get { payload as? CoreDataModel }
    set { payload = newValue }
  }
}

extension History {
  /// Nothing can be set while the engine is another one.
  private var coreData: CoreDataOptions {
    get { options as? CoreDataOptions ?? CoreDataOptions() }
    set { if engine == .coredata { options = newValue } }
  }

  /// Upgrades with a mapping model of their own, of which nothing is known; only of Core Data.
  package var customHops: Set<InferenceMatrix.Hop> {
    get { coreData.customHops }
    set { coreData.customHops = newValue }
  }

  /// Whether stores go through the versions one by one; only of Core Data.
  package var isPlan: Bool {
    get { coreData.isPlan }
    set { coreData.isPlan = newValue }
  }

  /// How the app opens its store; only of Core Data.
  package var coreDataOpening: CoreDataOpening {
    get { coreData.opening }
    set { coreData.opening = newValue }
  }
}
