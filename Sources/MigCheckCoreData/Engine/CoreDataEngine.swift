import MigCheckHistory
import MigCheckModel
import MigCheckStores

extension EngineID {
  /// Core Data's inferred mappings.
  public static let coredata = EngineID("coredata", CoreDataEngine())
}

/// Core Data, as it opens a store with automatic migration and inferred mappings.
///
/// A store has a table for each entity. Links stand in `mixed` properties: an object of a subentity
/// may stand wherever its parent is asked for, and a table keeps its identity when its entity is
/// renamed.
struct CoreDataEngine: UpgradeEngine {
  private let prepared = PreparedMappings()
  private let validSchemas = ValidSchemas()

  var title: String { "Core Data" }

  var storage: StorageRules { StorageRules() }

  /// Stores delete objects by clusters.
  func componentwiseObjects(of history: History) -> Int { StoreCluster.size }

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
        graph: ConsistentGraph(
          model: model, graph: graph, isUnique: history.coreData.requiresUnique
        ).graph, store: store
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
      throw UpgradeError.incompatibleModel
    }
    let (old, new) = (source.coreDataModel, target.coreDataModel)
    let mapping = prepared.mapping(from: source, to: target, opening.options)
    let hasSteps = CoreDataSteps.apply(opening.steps, from: store.version)
    let options = opening.options as? CoreDataOptions ?? CoreDataOptions()
    let refusal = mapping.refusal(
      from: source, to: target, options: options, hasSteps: hasSteps)
    if let refusal { throw refusal }
    try transaction(store, version: opening.version) {
      let steps = hasSteps ? CoreDataSteps(store: store, target: target, opening: opening) : nil
      try steps?.prepare(source)
      if mapping.needsMigration {
        try StoreMigration(
          store: store, mapping: mapping, old: old, new: new, recorder: opening.recorder,
          requiresUnique: options.requiresUnique
        ).run()
      }
      try steps?.run()
      try mapping.requiredLinks?.require(in: store.snapshot(of: new.schema).graph)
    }
    return mapping.needsMigration || hasSteps
  }

  func schema(of store: any Store, openedWith schema: Schema) -> Schema {
    CoreDataTables(store: store).schema(openedWith: schema)
  }

  var knowsTablesByName: Bool { true }

  var defectNames: [String] { CoreDataWarnings.names }

  func defects(of history: History, from: UInt64, to: UInt64) -> [EngineDefect] {
    guard let target = history.stage(to) else { return [] }
    let areNeighbours = history.step(from: from) == to
    let equal = areNeighbours ? CoreDataWarnings.equalVersions(to: target, in: history) : []
    guard let (old, new, mapping) = judged(of: history, from, to) else { return equal }
    return CoreDataWarnings.warnings(
      of: mapping, from: old, to: new, areNeighbours: areNeighbours,
      isFirst: from == history.stages.first?.number,
      hasMappingModel: history.mappingPlans[InferenceMatrix.Hop(from: from, to: to)] != nil)
      + equal
  }

  func hazards(of history: History, from: UInt64, to: UInt64) -> [EngineHazard] {
    guard let (old, new, mapping) = judged(of: history, from, to) else { return [] }
    return CoreDataHazards.hazards(of: mapping, from: old, to: new)
  }

  func mappings(of history: History) -> (any KnownMappings)? {
    CoreDataMappings(history: history, prepared: prepared)
  }

  func starts(of history: History) -> (any StartGraphs)? { CoreDataStartGraphs(history: history) }

  func acceptingRepeats(_ history: History) -> History? {
    var history = history
    history.coreData.requiresUnique = false
    return history
  }

  /// Step by step, where the app goes so.
  func upgrades(_ history: History, from: UInt64, to: UInt64) -> Bool {
    history.coreDataOpening != .stepwise || history.step(from: from) == to
  }

  /// `nil`: a version that is not there, or an upgrade that is not judged.
  private func judged(
    of history: History, _ from: UInt64, _ to: UInt64
  ) -> (old: CoreDataModel, new: CoreDataModel, mapping: PreparedMapping)? {
    guard let source = history.stage(from), let target = history.stage(to),
      history.isJudgedMigration(from: from, to: to)
    else { return nil }
    return (
      source.coreDataModel, target.coreDataModel,
      prepared.mapping(from: source, to: target, history.options)
    )
  }

  private func requireValid(_ schema: Schema) throws {
    if validSchemas.contains(schema) { return }
    let errors = errors(of: schema)
    guard errors.isEmpty else {
      throw UpgradeError(.schemaInvalid, errors.joined(separator: " "))
    }
    validSchemas.insert(schema)
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
  package var coreDataModel: CoreDataModel { coreData ?? CoreDataModel(schema: schema) }
}
