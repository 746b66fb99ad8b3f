import MigCheckModel
import MigCheckStores

/// What happens to a store when it is opened, beyond what the author's migration says: the rules of
/// one database library.
///
/// A history names its engine and knows nothing else of it. An engine is written once against
/// `Store`, and is used by several threads at a time.
package protocol UpgradeEngine: Sendable {
  /// What people call it: `Realm`.
  var title: String { get }

  /// How values are stored, and what holds of them in comparisons and random graphs.
  var storage: StorageRules { get }

  /// What is wrong with a schema, one sentence each, in the engine's words; empty: a store can be
  /// opened with it.
  func errors(of schema: Schema) -> [String]

  /// Gives an empty store the schema and the number of a version, and a graph. No migration runs.
  ///
  /// - Parameters:
  ///   - history: the one that the store goes through; later versions may decide what the store
  ///     has to remember.
  ///   - graph: its schema is that of the version.
  /// - Throws: `UpgradeError`, for instance `schemaInvalid`.
  func create(
    _ store: any Store, in history: History, at version: HistoryVersion, holding graph: ObjectGraph
  ) throws

  /// Opens a store that has a version already, as an app does.
  ///
  /// - Returns: whether a migration ran.
  /// - Throws: `UpgradeError`; the store is then as it was.
  @discardableResult
  func open(_ store: any Store, _ opening: StoreOpening) throws -> Bool

  /// See `Evidence`.
  func componentwiseObjects(of history: History) -> Int

  /// The schema that the tables of a store show, in the terms of its engine.
  ///
  /// - Parameter schema: what the store was last opened with.
  func schema(of store: any Store, openedWith schema: Schema) -> Schema

  /// The names of all defects that `defects(of:from:to:)` may tell of.
  var defectNames: [String] { get }

  /// The known defects of the real engine that one upgrade would run into on a user's device, told
  /// from schemas and migration alone, in a stable order.
  ///
  /// - Parameters:
  ///   - from: the version of the store, which may have passed any lower ones.
  ///   - to: a higher version.
  func defects(of history: History, from: UInt64, to: UInt64) -> [EngineDefect]

  /// What may go wrong in an upgrade with this engine alone, as `KnownHazards` tells it.
  ///
  /// What follows from the difference of two schemas, such as a type that becomes embedded, is
  /// looked for whatever the engine.
  func hazards(of history: History, from: UInt64, to: UInt64) -> [EngineHazard]

  /// Where types and properties come from in the upgrades of a history; `nil`: they are known by
  /// their names, and by what migrations say.
  func mappings(of history: History) -> (any KnownMappings)?

  /// Which graphs the stores of a history can begin with; `nil`: all that the schema admits.
  func starts(of history: History) -> (any StartGraphs)?

  /// The same history with stores that accept values which repeat where `starts` says that they are unique;
  /// `nil`: there is none.
  func acceptingRepeats(_ history: History) -> History?

  /// Whether an app upgrades a store straight from one version to another, if it can.
  func upgrades(_ history: History, from: UInt64, to: UInt64) -> Bool

  /// What goes wrong where parts of the app open the store beside the app itself.
  func openerProblems(of history: History) -> [OpenerProblem]

  /// Whether a history may say what the stores of a version hold, beyond the schema.
  var takesAssumptions: Bool { get }

  /// Whether no upgrade can see in which order tables were added, so that stores are in equal states
  /// which differ in nothing else.
  var knowsTablesByName: Bool { get }
}

extension UpgradeEngine {
  /// Between any two.
  package func upgrades(_ history: History, from: UInt64, to: UInt64) -> Bool { true }
  /// None.
  package func hazards(of history: History, from: UInt64, to: UInt64) -> [EngineHazard] { [] }
  package func mappings(of history: History) -> (any KnownMappings)? { nil }
  package func starts(of history: History) -> (any StartGraphs)? { nil }
  package func acceptingRepeats(_ history: History) -> History? { nil }
  package func openerProblems(of history: History) -> [OpenerProblem] { [] }
  package var takesAssumptions: Bool { false }
  package var knowsTablesByName: Bool { false }
}

extension UpgradeEngine {
  /// Only what the current schema names: the tables of removed types may stay in the store.
  package func schema(of store: any Store, openedWith schema: Schema) -> Schema {
    Schema(
      store.tables.filter { schema.index(of: $0.name) != nil }.map { table in
        ObjectType(
          table.name, primaryKey: table.primaryKey, embedded: table.isEmbedded, table.properties)
      })
  }
}

/// One opening of a store.
package struct StoreOpening {
  /// The schema that the store is to have then.
  package var schema: Schema
  /// The version that the store is to have then; it may be the one that it has.
  package var version: UInt64
  /// The version that the store has; `nil`: one that the history does not know.
  package var source: HistoryVersion?
  /// The version that the store is to have; `nil`: a schema that the history does not know.
  package var target: HistoryVersion?
  /// What the author's migration does, per version in order; without the versions that the store
  /// has passed.
  package var steps: [VersionSteps] = []
  /// Evaluates the expressions of the steps.
  package var evaluator: () throws -> ExpressionEvaluator
  /// Whether this is a second run of an upgrade, whose expressions see another clock and draw other
  /// random numbers.
  package var isPerturbed = false
  /// How many seconds of a processor's time a block in Swift may take.
  package var blockTimeLimit = History.defaultBlockTimeLimit
  /// Collects what happens; `nil`: nothing is recorded.
  package var recorder: MigrationRecorder?
  /// What the history says for its engine alone.
  package var options: any EngineOptions = NoEngineOptions()

  package init(
    schema: Schema, version: UInt64, source: HistoryVersion? = nil, target: HistoryVersion? = nil,
    steps: [VersionSteps] = [], evaluator: @escaping () throws -> ExpressionEvaluator,
    isPerturbed: Bool = false, blockTimeLimit: Double = History.defaultBlockTimeLimit,
    recorder: MigrationRecorder? = nil, options: any EngineOptions = NoEngineOptions()
  ) {
    self.schema = schema
    self.version = version
    self.source = source
    self.target = target
    self.steps = steps
    self.evaluator = evaluator
    self.isPerturbed = isPerturbed
    self.blockTimeLimit = blockTimeLimit
    self.recorder = recorder
    self.options = options
  }
}

extension History {
  /// - Throws: `UpgradeError` if there is no engine for the rules of this history.
  func requiredEngine() throws -> any UpgradeEngine {
    guard let engine = engine.implementation else {
      throw UpgradeError(
        .schemaInvalid,
        "The rules \"\(engine.rawValue)\" are not supported by this version of migcheck.")
    }
    return engine
  }
}
