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
  private var place = StepPlace(version: 0, index: 0)
  /// The properties of the target schema that cannot be read or written until the upgrade ends, as
  /// they were renamed and made optional at once. Another rename to the same name revives them.
  private(set) var deadProperties: [PropertyPath] = []
  /// What Swift values that were read stand for exactly.
  let bridgingMemory = BridgingMemory()
  /// The last word on each type that becomes embedded.
  private(set) var embeddings: [(type: Name, policy: EmbeddingPolicy)] = []
  /// By type the object that a declared step created last.
  private var createdObjects: [(type: Name, object: ObjectReference)] = []
  /// Types whose primary key was written, or which got new objects.
  private(set) var touchedKeys: [Name] = []

  /// The first error of a block in Swift, which cannot throw from a subscript. Once there is one,
  /// nothing more is read or written.
  var failure: (any Error)?
  /// How many seconds of a processor's time a block may take.
  private let blockTimeLimit: Double

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
    blockTimeLimit: Double = History.defaultBlockTimeLimit
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
  }

  /// Runs the declared steps of one version.
  func run(_ steps: VersionSteps) throws {
    for (index, step) in steps.steps.enumerated() {
      place = StepPlace(version: steps.version, index: index, path: steps.path)
      do {
        try run(step)
      } catch let error as UpgradeError where error.code == .expressionError {
        throw place.added(to: error, of: step)
      }
    }
  }

  /// Runs one declared step, unless it is only for stores of other versions.
  private func run(_ step: MigrationStep) throws {
    guard step.runs(from: oldSchemaVersion, to: newSchemaVersion, schema: schema) else { return }
    switch step.action {
    case .renameProperty(let type, let from, let to):
      try rename(from, to: to, of: type)
    case .enumerate(let type, let condition, let assignments, let deletes):
      try enumerate(
        type, where: condition, set: assignments, delete: deletes, place: step.place)
    case .create(let type, let assignments):
      try create(type, expressions: assignments)
    case .deleteData(let type): _ = try deleteAll(ofType: type)
    case .embed(let type, let orphans, let shared):
      embed(type.text, orphans: orphans, shared: shared)
    case .code(let block): try run(block)
    }
  }

  private func run(_ block: MigrationBlock) throws {
    guard let body = block.realmBody else {
      throw UpgradeError(
        .authorError, "The block is written for the rules \(block.engine.rawValue).")
    }
    let begin = ContinuousClock.now
    let ending = BlockThread.run(seconds: block.timing.seconds(of: blockTimeLimit)) {
      do {
        try body(self)
      } catch  where self.failure == nil {
        self.failure = Self.authorError(error)
      } catch {}
    }
    if let failure { throw failure }
    switch ending {
    case nil:
      let parts = begin.duration(to: .now).components
      block.timing.note(seconds: Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    case .stopped:
      throw UpgradeError(
        .authorError,
        "The block used the migration, or an object, of an upgrade that was over by then.")
    case .trapped(let message):
      throw UpgradeError(.trap, "The migration block crashed. \(message)")
    case .timedOut:
      block.timing.noteTimeOut()
      let seconds =
        blockTimeLimit == blockTimeLimit.rounded() ? "\(Int(blockTimeLimit))" : "\(blockTimeLimit)"
      throw UpgradeError(
        .timeLimit,
        "The migration block did not end within \(seconds) seconds of a processor's time.")
    }
  }

  /// What an author's code may have kept of the migration has no effect from here on.
  func end() {
    failure = failure ?? UpgradeError(.authorError, "The migration is over.")
    store = MemoryStore()
  }

  func isDead(_ property: Name, of type: Name) -> Bool {
    deadProperties.contains { isSame($0, property, of: type) }
  }

  private func isSame(_ path: PropertyPath, _ property: Name, of type: Name) -> Bool {
    path.type == type && path.property == property
  }

  func deadPropertyError(_ property: Name, of type: Name) -> UpgradeError {
    UpgradeError(.noSuchProperty, "Invalid column key", type: type, property: property)
  }

  func touchKey(of type: Name) {
    if !touchedKeys.contains(type) { touchedKeys.append(type) }
  }

  // MARK: Renaming

  /// - Throws: `noSuchType`, `noSuchProperty`, `invalidRename`.
  func rename(_ from: Name, to: Name, of type: Name) throws {
    func typeError(_ reason: String) -> UpgradeError {
      UpgradeError(
        .noSuchType, "Cannot rename properties for type '\(type)' because it \(reason).",
        type: type)
    }
    func renameError(_ reason: String) -> UpgradeError {
      UpgradeError(
        .invalidRename,
        "Cannot rename property '\(type).\(from)' to '\(to)' because \(reason).",
        type: type, property: from)
    }
    guard let table = store.table(named: type) else { throw typeError("does not exist") }
    guard let target = schema.type(named: type) else {
      throw typeError("has been removed from the Realm")
    }
    // Also as the name of linking objects.
    guard target.property(named: from) == nil else {
      throw renameError("the source property still exists")
    }
    // A name for itself goes first, and is missed then.
    guard let source = table.property(named: from), from != to else {
      throw UpgradeError(
        .noSuchProperty,
        "Cannot rename property '\(type).\(from)' because it does not exist.",
        type: type, property: from)
    }
    if let replaced = table.property(named: to) {
      guard source.type == replaced.type,
        source.objectType == replaced.objectType
      else {
        throw renameError(
          "it would change from type '\(RealmSchemaRules.typeString(source))' to "
            + "'\(RealmSchemaRules.typeString(replaced))'")
      }
      guard !source.isOptional || replaced.isOptional else {
        throw renameError("it would change from optional to required")
      }
      log?.renamed(source, to: replaced, of: type)
      // The real engine accepts another kind of collection and ruins the store.
      guard source.collection == replaced.collection else {
        throw renameError(
          "it would change from type '\(RealmSchemaRules.typeString(source))' to "
            + "'\(RealmSchemaRules.typeString(replaced))'")
      }
      let wasKey = table.primaryKey.map { $0 == to } ?? false
      if wasKey { try store.setPrimaryKey(nil, of: table.id) }
      try store.removeProperty(to, from: table.id)
      try store.renameProperty(from, to: to, of: table.id)
      deadProperties.removeAll { isSame($0, to, of: type) }
      if replaced.isOptional, !source.isOptional {
        try store.setOptional(true, property: to, of: table.id)
        if source.collection == nil, target.storedIndex(of: to) != nil {
          deadProperties.append(PropertyPath(type: type, property: to))
        }
      }
    } else {
      log?.renamed(from, toPassingName: to, of: type)
      try store.renameProperty(from, to: to, of: table.id)
    }
    touchKey(of: type)
    recorder?.renamed(type: type, from: from, to: to)
  }

  // MARK: Enumerating

  /// The tables that an enumeration of a type goes through, or `nil`: nothing to visit.
  func enumeratedTables(_ type: Name) -> (old: StoreTable?, new: StoreTable?)? {
    let old = store.oldTable(named: type)
    let isInTarget = schema.index(of: type) != nil
    let new = isInTarget ? store.table(named: type) : nil
    return old == nil && new == nil ? nil : (old, new)
  }

  private func enumerate(
    _ type: Name, where condition: SQLExpression?, set: [MigrationStep.Assignment], delete: Bool,
    place: ConditionPlace?
  ) throws {
    guard let tables = enumeratedTables(type) else { return }
    let target = schema.type(named: type)
    if delete { try log?.willDelete(nil, of: type, in: store) }
    let properties = target?.storedProperties ?? []
    let assignments = set.sorted { $0.property < $1.property }.map { assignment in
      ObjectUpdate.Assignment(
        name: assignment.property, target: writable(assignment.property, of: type, in: target),
        expression: assignment.expression)
    }
    var update = ObjectUpdate(
      typeName: type, oldTable: tables.old?.id, newTable: tables.new?.id,
      oldProperties: tables.old?.properties ?? [], newProperties: properties,
      unreadable: deadProperties.filter { $0.type == type }.compactMap(\.property),
      condition: condition, assignments: assignments, deletes: delete, records: recorder != nil,
      computed: target?.properties.filter { $0.type == .linkingObjects } ?? [],
      isPerturbed: isPerturbed)
    update.findPaths(
      old: { self.store.oldTable(named: $0)?.properties }, new: readableProperties)
    if let place { watchConditions(of: update, at: place) }
    let applied =
      try update.followsLinks
      ? store.applyFollowingLinks(update, objectLinks, evaluator: evaluator) : store.apply(update)
    if let target, let key = target.primaryKey,
      set.contains(where: { $0.property == key })
    {
      touchKey(of: type)
    }
    guard let recorder else { return }
    for assignment in set {
      recorder.wrote(assignment.property, of: type, keys: applied.matched)
    }
    record(applied.deleted, as: .migration)
    record(applied.overwritten, as: .overwritten)
  }

  /// The properties of a type that can be read through a link of the new state.
  private func readableProperties(of type: Name) -> [Property]? {
    schema.type(named: type)?.storedProperties.filter { !isDead($0.name, of: type) }
  }

  /// What the expressions of steps find objects by.
  private var objectLinks: ObjectLinks {
    ObjectLinks(store: store, schema: schema) { type in
      self.createdObjects.last { $0.type == type }?.object
    }
  }

  /// The property that a step may write, or why it may not.
  func writable(
    _ name: Name, of type: Name, in target: ObjectType?
  ) -> Result<Property, UpgradeError> {
    log?.asked(toWrite: name, of: type)
    guard let index = target?.storedIndex(of: name), let target else {
      return .failure(
        UpgradeError(
          .noSuchProperty, "Invalid property name '\(name)' for class '\(type)'.", type: type,
          property: name))
    }
    if isDead(name, of: type) { return .failure(deadPropertyError(name, of: type)) }
    return .success(target.storedProperties[index])
  }

  func record(_ objects: [ObjectReference], as cause: UpgradeRecord.Cause) {
    guard let recorder, !objects.isEmpty else { return }
    for table in store.tables {
      let keys = objects.filter { $0.type == table.id }.map { Int64($0.index) }
      recorder.deleted(keys, of: table.name, cause: cause)
    }
  }

  // MARK: Creating and deleting

  private func create(_ type: Name, expressions: [MigrationStep.Assignment]) throws {
    let (table, target) = try creatable(type)
    var values = [(property: Name, value: Value)]()
    for assignment in expressions.sorted(by: { $0.property < $1.property }) {
      let property = try writableForCreation(assignment.property, of: target)
      values.append((property.name, try value(assignment.expression, for: property, of: type)))
    }
    let object = try insert(values, into: table, target: target)
    createdObjects.removeAll { $0.type == type }
    createdObjects.append((type, object))
  }

  private func value(
    _ expression: SQLExpression, for property: Property, of type: Name
  ) throws -> Value {
    let scope = ExpressionEvaluator.Scope(old: nil, new: nil, hasOrdinal: false)
    do {
      let compiled = try evaluator.compile(expression, in: scope, type: type)
      let surroundings = Surroundings(isPerturbed: isPerturbed, subject: place.number)
      guard !expression.findsObjects else {
        let links = objectLinks
        let result = try evaluator.findingObjects(by: links) {
          try compiled.evaluate(in: surroundings)
        }
        return property.isLink
          ? try links.value(result, for: property, of: type)
          : try ValueConversion.value(result, for: property, of: type, by: store.rules)
      }
      let result = try compiled.evaluate(in: surroundings)
      return try ValueConversion.value(result, for: property, of: type, by: store.rules)
    } catch let error as UpgradeError {
      throw error.about(property.name)
    }
  }

  /// The table of a type that objects can be created in.
  ///
  /// - Throws: `noSuchType`, `embeddedWithoutParent`.
  func creatable(_ type: Name) throws -> (StoreTable, ObjectType) {
    guard let target = schema.type(named: type), let table = store.table(named: type) else {
      throw UpgradeError(
        .noSuchType, "Object type '\(type)' is not managed by the Realm.", type: type)
    }
    guard !target.isEmbedded else {
      throw UpgradeError(
        .embeddedWithoutParent, "Embedded objects cannot be created directly", type: type)
    }
    return (table, target)
  }

  func writableForCreation(_ name: Name, of target: ObjectType) throws -> Property {
    log?.asked(toWrite: name, of: target.name)
    guard let index = target.storedIndex(of: name) else {
      throw UpgradeError(
        .noSuchProperty, "Invalid property name '\(name)' for class '\(target.name)'.",
        type: target.name, property: name)
    }
    return target.storedProperties[index]
  }

  /// Adds an object; properties that are left out get the default of the target schema.
  func insert(
    _ values: [(property: Name, value: Value)], into table: StoreTable, target: ObjectType
  ) throws -> ObjectReference {
    // A type on its way from embedded to top-level is still embedded now.
    guard !table.isEmbedded else {
      throw UpgradeError(
        .embeddedWithoutParent,
        "Explicit creation of embedded object not allowed in: class_\(target.name)",
        type: target.name)
    }
    let all = try target.storedProperties.map { property in
      let given = values.first { $0.property == property.name }?.value
      // A dead property that would be left alone does no harm.
      if given != nil || property.defaultValue != nil, isDead(property.name, of: target.name) {
        throw deadPropertyError(property.name, of: target.name)
      }
      let value = store.rules.overwritingNewZero(given ?? property.initialValue, of: property)
      return (property: property.name, value: arranged(value, of: property))
    }
    let key = try store.create(in: table.id, values: all)
    touchKey(of: target.name)
    recorder?.created(key, of: target.name)
    return ObjectReference(type: table.id, index: Int(key))
  }

  func arranged(_ value: Value, of property: Property) -> Value {
    switch value {
    case .list(let elements): .list(store.rules.list(elements, of: property))
    case .set(let elements):
      .set(store.rules.set(elements, of: property))
    default: value
    }
  }

  /// Empties the table of a type that the target has, and drops that of any other.
  ///
  /// Embedded objects stay behind without a parent: those in the dictionaries of a table that is
  /// emptied, and all of a table that is dropped.
  ///
  /// - Returns: whether there was such a type.
  /// - Throws: `typeStillReferenced`.
  func deleteAll(ofType type: Name) throws -> Bool {
    guard let table = store.table(named: type) else { return false }
    if schema.index(of: type) != nil {
      try log?.willDelete(nil, of: type, in: store, isClearing: true)
      record(try store.clear(table.id), as: .migration)
      return true
    }
    guard !store.slots.isTargetOfOthers(table.id) else {
      throw UpgradeError(
        .typeStillReferenced, "Cannot remove class_\(type) that is target of outside links",
        type: type)
    }
    try log?.willDelete(nil, of: type, in: store, isClearing: true)
    try recorder?.deleted(store.keys(of: table.id), of: type, cause: .migration)
    try store.removeTable(table.id)
    return true
  }

  // MARK: Embedding

  /// Says what happens to objects without a parent, and to objects with several links, when
  /// `type` becomes embedded in this upgrade. The last word for a type holds.
  ///
  /// Without a word Realm deletes the former and copies the latter, silently.
  public func embed(
    _ type: String, orphans: History.Orphans, shared: History.Shared
  ) {
    embeddings.append((Name(type), EmbeddingPolicy(orphans: orphans, shared: shared)))
  }

  func embeddingPolicy(of type: Name) -> EmbeddingPolicy? {
    embeddings.last { $0.type == type }?.policy
  }
}
