/// How an app opens a store of an older model.
package enum CoreDataOpening: String, Sendable, CaseIterable {
  /// Automatic migration with inferred mappings: both options are set.
  case inferred
  /// Automatic migration with mapping models of the app only: `NSMigratePersistentStoresAutomatically`
  /// without `NSInferMappingModelAutomatically`. An upgrade without one is refused.
  case mappingModels = "mapping-models"
  /// A migration manager, to which the app gives both models and the inferred mapping.
  case manual
  /// A migrator of the app that upgrades a store from each version to the next, with the inferred
  /// mapping or a mapping model of its own. Only mapping models skip versions.
  case stepwise
  /// No migration at all.
  case none
}
