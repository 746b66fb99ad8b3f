import MigCheckModel
import MigCheckStores

/// Core Data, as it opens a store with automatic migration and inferred mappings.
///
/// A store has a table for each entity. Links stand in `mixed` properties: an object of a subentity
/// may stand wherever its parent is asked for, and a table keeps its identity when its entity is
/// renamed.
struct CoreDataEngine: UpgradeEngine {
  var title: String { "Core Data" }

  var storage: StorageRules { StorageRules() }

  func errors(of schema: Schema) -> [String] { CoreDataSchemaRules.errors(of: schema) }

  func create(
    _ store: any Store, in history: History, at version: HistoryVersion, holding graph: ObjectGraph
  ) throws {
    store.rules = storage
    try requireValid(version.schema)
    let model = version.coreDataModel
    try transaction(store, version: version.number) {
      try CoreDataTables(store: store).add(model.entities.map(\.name), of: model)
      try CoreDataGraphLoader(
        graph: ConsistentGraph(model: model, graph: graph).graph, store: store
      ).load()
    }
  }

  @discardableResult
  func open(_ store: any Store, _ opening: StoreOpening) throws -> Bool {
    store.rules = storage
    try requireValid(opening.schema)
    guard opening.version != store.version else { return false }
    guard let source = opening.source, let target = opening.target, opening.version > store.version
    else {
      throw UpgradeError(
        .schemaMismatch,
        "The model used to open the store is incompatible with the one used to create the store.")
    }
    let (old, new) = (source.coreDataModel, target.coreDataModel)
    let mapping = MappingInference.mapping(from: old, to: new)
    if mapping.needsMigration { try mapping.requireInferable(from: source, to: target) }
    try transaction(store, version: opening.version) {
      try StoreMigration(store: store, mapping: mapping, old: old, new: new).run()
      guard opening.steps.allSatisfy(\.steps.isEmpty) else {
        throw UpgradeError(
          .schemaInvalid, "Steps of a migration are not supported for Core Data yet.")
      }
    }
    return mapping.needsMigration
  }

  func schema(of store: any Store, openedWith schema: Schema) -> Schema {
    CoreDataTables(store: store).schema(openedWith: schema)
  }

  var defectNames: [String] { [] }

  func defects(of history: History, from: UInt64, to: UInt64) -> [EngineDefect] { [] }

  private func requireValid(_ schema: Schema) throws {
    let errors = errors(of: schema)
    guard errors.isEmpty else {
      throw UpgradeError(.schemaInvalid, errors.joined(separator: " "))
    }
  }

  private func transaction(
    _ store: any Store, version: UInt64, _ body: () throws -> Void
  ) throws {
    try store.begin()
    do {
      try body()
      try store.commit(version: version)
    } catch {
      store.rollback()
      throw error
    }
  }
}

extension HistoryVersion {
  /// The model that the version was read from, or what its schema says of one.
  var coreDataModel: CoreDataModel { coreData ?? CoreDataModel(schema: schema) }
}

extension InferredMapping {
  /// - Throws: `mappingNotInferable` with all reasons.
  fileprivate func requireInferable(
    from source: HistoryVersion, to target: HistoryVersion
  ) throws {
    guard let first = refusals.first else { return }
    throw UpgradeError(
      .mappingNotInferable,
      "The mapping from version \(source.number) to \(target.number) cannot be inferred: "
        + refusals.map(\.description).joined(separator: "; ") + ".",
      type: first.entity, property: first.property)
  }
}
