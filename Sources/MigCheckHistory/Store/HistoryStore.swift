import MigCheckModel
import MigCheckStores
import MigCheckText

/// A store that goes through the versions of a history by the rules of its engine.
package final class HistoryStore: SubjectStore {
  private let history: History
  private let engine: any UpgradeEngine
  private let store: any Store
  private let evaluator: SharedEvaluator
  /// The schema that the store was last opened with.
  private var current: Schema
  private var isPerturbed = false

  private init(
    history: History, engine: any UpgradeEngine, store: any Store, evaluator: SharedEvaluator,
    current: Schema
  ) {
    self.history = history
    self.engine = engine
    self.store = store
    self.evaluator = evaluator
    self.current = current
  }

  /// Gives an empty store the schema of one version, and a graph.
  ///
  /// - Throws: `UpgradeError`, for instance `schemaInvalid`.
  package convenience init(
    history: History, store: any Store, at version: UInt64, holding graph: ObjectGraph
  ) throws {
    let engine = try history.requiredEngine()
    let stage = try history.requiredStage(version)
    try engine.create(store, in: history, at: stage, holding: graph)
    self.init(
      history: history, engine: engine, store: store, evaluator: SharedEvaluator(),
      current: stage.schema)
  }

  package var version: UInt64 { store.version }

  package func fork() throws -> any SubjectStore {
    let fork = HistoryStore(
      history: history, engine: engine, store: try store.fork(), evaluator: evaluator,
      current: current)
    fork.isPerturbed = isPerturbed
    return fork
  }

  package func perturbEnvironment() { isPerturbed = true }

  package func upgrade(to version: UInt64) throws -> MigrationTrace {
    let watch = history.watch.flatMap { $0.kind == store.kind ? $0 : nil }
    let recorder = MigrationRecorder(watch: watch)
    try open(at: version, recorder: recorder)
    return .objects(recorder.record)
  }

  /// Opens the store at a version, higher or not, as an app does; without collecting what happens.
  ///
  /// - Returns: whether a migration ran.
  @discardableResult
  package func open(at version: UInt64) throws -> Bool {
    try open(at: version, recorder: nil)
  }

  /// Opens the store with a schema that the history does not know. No step runs.
  package func open(at version: UInt64, schema: Schema) throws {
    try engine.open(
      store, StoreOpening(schema: schema, version: version, evaluator: evaluator.get))
    current = schema
  }

  @discardableResult
  private func open(at version: UInt64, recorder: MigrationRecorder?) throws -> Bool {
    let stage = try history.requiredStage(version)
    let opening = StoreOpening(
      schema: stage.schema, version: version, source: history.stage(store.version), target: stage,
      steps: history.steps(from: store.version, to: version), evaluator: evaluator.get,
      isPerturbed: isPerturbed, blockTimeLimit: history.blockTimeLimit, recorder: recorder,
      options: history.options)
    let ran: Bool
    do {
      ran = try engine.open(store, opening)
    } catch let error as UpgradeError {
      throw history.explained(error, into: stage)
    }
    current = stage.schema
    return ran
  }

  package func reopen() throws -> Bool {
    try store.reopen()
    return try open(at: store.version)
  }

  package func snapshot() throws -> Snapshot {
    var reader = SnapshotReader(store: store, schema: current)
    return try reader.read(version: store.version)
  }

  package func schema() throws -> Schema {
    engine.schema(of: store, openedWith: current)
  }

  package func state() throws -> any StoreState {
    let tables = store.tables
    if engine.knowsTablesByName { return try stateByName(of: tables) }
    return HistoryStoreState(
      version: store.version, tables: tables,
      contents: try tables.map { try store.contents(of: $0.id) }, slots: store.slots,
      linkOrders: try store.linkOrders(), isOrderVisible: !store.orderedTypes.isEmpty)
  }

  /// Looks at the other store where it can, so that nothing has to be copied.
  package func isInState(_ state: any StoreState, of other: any SubjectStore) throws -> Bool {
    if let other = (other as? HistoryStore)?.store, try holdsSame(as: other) { return true }
    // Tables that are numbered in another way, or stand in another order, may hold the same.
    return try self.state().isIdentical(to: state)
  }

  private func holdsSame(as other: any Store) throws -> Bool {
    let tables = store.tables
    guard store.version == other.version, tables.isEqual(to: other.tables),
      store.slots == other.slots
    else { return false }
    guard try engine.knowsTablesByName || store.linkOrders() == other.linkOrders() else {
      return false
    }
    return try tables.allSatisfy { table in
      try store.holds(other.contents(of: table.id), in: table.id)
    }
  }

  /// The state with tables numbered in the order of their names, since nothing depends on another.
  private func stateByName(of tables: [StoreTable]) throws -> HistoryStoreState {
    let order = tables.indices.sorted { tables[$0].name < tables[$1].name }
    // By id, which grows with the place.
    var numbers = [Int?](repeating: nil, count: (tables.last?.id ?? -1) + 1)
    for (number, place) in order.enumerated() { numbers[tables[place].id] = number }
    let isOrdered = order.enumerated().allSatisfy { tables[$1].id == $0 }
    let contents = try order.map { place in
      var content = try store.contents(of: tables[place].id)
      if isOrdered || content.keys.isEmpty { return content }
      let properties = tables[place].properties
      for column in properties.indices where properties[column].type == .mixed {
        content.columns[column] = content.columns[column].map { value in
          value.mapLinks { link in
            guard numbers.indices.contains(link.type), let number = numbers[link.type] else {
              return nil
            }
            return ObjectReference(type: number, index: link.index)
          }
        }
      }
      return content
    }
    var arranged = order.map { tables[$0] }
    for number in arranged.indices { arranged[number].id = number }
    return HistoryStoreState(
      version: store.version, tables: arranged, contents: contents, slots: ColumnSlots(),
      linkOrders: [], isOrderVisible: false)
  }

  package func discard() { store.discard() }
}

extension History {
  func requiredStage(_ version: UInt64) throws -> HistoryVersion {
    guard let stage = stage(version) else {
      throw UpgradeError(.storeCorrupt, "The history has no version \(version).")
    }
    return stage
  }
}

extension History {
  /// How many properties a type may have, for the stores to hold it.
  package static let mostProperties = FileStore.mostProperties
}
