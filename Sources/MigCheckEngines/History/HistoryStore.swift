import MigCheckModel
import MigCheckStores
import MigCheckText

/// A store that goes through the versions of a history by Realm's rules.
package final class HistoryStore: SubjectStore {
  private let history: History
  private let store: any Store
  private let evaluator: SharedEvaluator
  /// The schema that the store was last opened with.
  private var current: Schema
  private var isPerturbed = false

  private init(
    history: History, store: any Store, evaluator: SharedEvaluator, current: Schema
  ) {
    self.history = history
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
    let stage = try history.requiredStage(version)
    store.orderedTypes = history.embeddedLater
    try history.rulesCache.rules(for: stage).create(store) {
      try GraphLoader(graph: graph, store: store).load()
    }
    self.init(history: history, store: store, evaluator: SharedEvaluator(), current: stage.schema)
  }

  package var version: UInt64 { store.version }

  package func fork() throws -> any SubjectStore {
    let fork = HistoryStore(
      history: history, store: try store.fork(), evaluator: evaluator, current: current)
    fork.isPerturbed = isPerturbed
    return fork
  }

  package func perturbEnvironment() { isPerturbed = true }

  package func upgrade(to version: UInt64) throws -> UpgradeRecord {
    try upgrade(to: version, log: nil)
  }

  func upgrade(to version: UInt64, log: MigrationLog?) throws -> UpgradeRecord {
    let watch = history.watch.flatMap { $0.kind == store.kind ? $0 : nil }
    let recorder = MigrationRecorder(log: log, watch: watch)
    try open(at: version, recorder: recorder)
    return recorder.record
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
    try RealmRules(schema: schema, version: version).open(
      store, steps: [], evaluator: evaluator.get)
    current = schema
  }

  @discardableResult
  private func open(at version: UInt64, recorder: MigrationRecorder?) throws -> Bool {
    let stage = try history.requiredStage(version)
    let from = store.version
    let steps = history.steps(from: from, to: version)
    let ran = try history.rulesCache.rules(for: stage).open(
      store, steps: steps, evaluator: evaluator.get, isPerturbed: isPerturbed, recorder: recorder)
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
    // Only what the current schema names: the tables of removed types stay in the store.
    Schema(
      store.tables.filter { current.index(of: $0.name) != nil }.map { table in
        ObjectType(
          table.name, primaryKey: table.primaryKey, embedded: table.isEmbedded, table.properties)
      })
  }

  package func state() throws -> any StoreState {
    let tables = store.tables
    return HistoryStoreState(
      version: store.version, tables: tables,
      contents: try tables.map { try store.contents(of: $0.id) }, slots: store.slots,
      linkOrders: try store.linkOrders())
  }

  package func discard() { store.discard() }
}

/// All tables of a store, those of removed types and orphans included.
struct HistoryStoreState: StoreState {
  let version: UInt64
  let tables: [StoreTable]
  let contents: [TableContents]
  let slots: ColumnSlots
  let linkOrders: [LinkOrder]

  /// Numbers of objects, which is enough to tell most states apart.
  var fingerprint: UInt64 {
    var hash: UInt64 = version
    for (table, content) in zip(tables, contents) {
      hash = (hash &* 31 &+ UInt64(table.id)) &* 1_000_003 &+ UInt64(content.keys.count)
    }
    return hash
  }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? HistoryStoreState, version == other.version,
      tables == other.tables, slots == other.slots, linkOrders == other.linkOrders
    else { return false }
    return zip(contents, other.contents).allSatisfy { left, right in
      left.keys == right.keys && left.columns == right.columns
    }
  }
}

extension History {
  /// The names of the types that are top-level in one version and embedded in a later one.
  var embeddedLater: [String] {
    var found = [String]()
    for (index, stage) in stages.enumerated() {
      for type in stage.schema.types where !type.isEmbedded {
        let isEmbeddedLater = stages[index...].contains {
          $0.schema.type(named: type.name)?.isEmbedded ?? false
        }
        if isEmbeddedLater, !found.contains(where: { $0.isIdentical(to: type.name) }) {
          found.append(type.name)
        }
      }
    }
    return found
  }

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
