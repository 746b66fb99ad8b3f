import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// What a migration block is given: the old and the new state of the store under upgrade.
///
/// Its methods carry Realm's names and keep Realm's rules. It is valid during the block only.
public final class RealmMigration {
  /// That of the upgrade; an empty one once it is over, since a block that was ended may hold this
  /// object for ever.
  private(set) var store: any Store
  /// The schema that the store is being upgraded to.
  let schema: Schema
  let evaluator: ExpressionEvaluator
  let recorder: MigrationRecorder?
  /// What the search for defects of the engine wants to know; `nil`: nobody searches.
  let log: MigrationLog?
  /// Whether this is a second run of an upgrade, whose expressions see another clock.
  let isPerturbed: Bool
  /// The place of the step that runs.
  var place = StepPlace(version: 0, index: 0)
  /// The properties of the target schema that cannot be read or written until the upgrade ends, as
  /// they were renamed and made optional at once. Another rename to the same name revives them.
  var deadProperties: [PropertyPath] = []
  /// What Swift values that were read stand for exactly.
  let bridgingMemory = BridgingMemory()
  /// The last word on each type that becomes embedded.
  var embeddings: [(type: Name, policy: EmbeddingPolicy)] = []
  /// By type the object that a declared step created last.
  var createdObjects: [(type: Name, object: ObjectReference)] = []
  /// What new objects get that are given no value.
  var freshValues: FreshValues
  /// The objects whose copies have begun, each inside of the one before.
  var copied: Set<CopyOrigin> = []
  /// The embedded objects of a collection that is about to get other elements: they go first.
  var replaced: [ObjectReference] = []
  /// Types whose primary key was written, or which got new objects.
  private(set) var touchedKeys: [Name] = []

  /// The first error of a block in Swift, which cannot throw from a subscript. Once there is one,
  /// nothing more is read or written.
  var failure: (any Error)?
  /// How many seconds of a processor's time a block may take.
  let blockTimeLimit: Double

  /// The version of the store before the upgrade.
  public let oldSchemaVersion: UInt64
  /// The version that the store is being upgraded to.
  public let newSchemaVersion: UInt64

  struct EmbeddingPolicy {
    var orphans: History.Orphans
    var shared: History.Shared
  }

  init(
    store: any Store, schema: Schema, from: UInt64, to: UInt64, evaluator: ExpressionEvaluator,
    isPerturbed: Bool = false, recorder: MigrationRecorder?, log: MigrationLog? = nil,
    blockTimeLimit: Double = History.defaultBlockTimeLimit, fresh: [PropertyPath] = []
  ) {
    self.store = store
    self.schema = schema
    self.oldSchemaVersion = from
    self.newSchemaVersion = to
    self.evaluator = evaluator
    self.isPerturbed = isPerturbed
    self.recorder = recorder
    self.log = log
    self.blockTimeLimit = blockTimeLimit
    freshValues = FreshValues(fresh, version: to)
  }

  /// What an author's code may have kept of the migration has no effect from here on.
  func end() {
    failure = failure ?? UpgradeError(.authorError, "The migration is over.")
    store = MemoryStore()
  }

  func isDead(_ property: Name, of type: Name) -> Bool {
    deadProperties.contains { isSame($0, property, of: type) }
  }

  func isSame(_ path: PropertyPath, _ property: Name, of type: Name) -> Bool {
    path.type == type && path.property == property
  }

  func deadPropertyError(_ property: Name, of type: Name) -> UpgradeError {
    UpgradeError(.noSuchProperty, "Invalid column key", type: type, property: property)
  }

  func touchKey(of type: Name) {
    if !touchedKeys.contains(type) { touchedKeys.append(type) }
  }

  func record(_ objects: [ObjectReference], as cause: UpgradeRecord.Cause) {
    guard let recorder, !objects.isEmpty else { return }
    for table in store.tables {
      let keys = objects.filter { $0.type == table.id }.map { Int64($0.index) }
      recorder.deleted(keys, of: table.name, cause: cause)
    }
  }
}
