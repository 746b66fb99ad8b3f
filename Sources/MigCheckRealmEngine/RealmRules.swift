import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// What Realm does when a store is opened with a schema and a version.
///
/// The order of things and every rule are those of Realm Core 14.14 as Realm Swift 10.54 drives
/// it: `src/realm/object-store/object_store.cpp` and `shared_realm.cpp`.
package struct RealmRules {
  let schema: Schema
  let version: UInt64
  /// The schema's types in the order of their names, which is the order of all work.
  private let types: [ObjectType]
  /// Why the schema is refused; `nil`: it is valid.
  private let schemaError: UpgradeError?
  /// The complaint about a name that is too long for tables; `nil`: none is.
  private let nameError: String?
  /// Shared by the copies of these rules.
  private let known = KnownDifferences()

  /// - Complexity: O(*n*) in the size of the schema, which is validated here.
  package init(schema: Schema, version: UInt64) {
    self.schema = schema
    self.version = version
    types = schema.types.sorted { $0.name < $1.name }
    schemaError = Self.error(of: schema)
    nameError = RealmSchemaRules.longNames(in: schema).first
  }

  /// Gives a new store its schema and version. No migration runs.
  ///
  /// - Throws: `schemaInvalid`.
  package func create(_ store: any Store, load: () throws -> Void = {}) throws {
    try validate()
    try checkNames()
    try transaction(store) {
      for type in types { _ = try store.addTable(named: type.name, embedded: type.isEmbedded) }
      for type in types {
        guard let table = store.table(named: type.name) else { continue }
        for property in type.columns { try store.addProperty(property, to: table.id) }
        try store.setPrimaryKey(type.primaryKey, of: table.id)
      }
      try load()
    }
  }

  /// Opens a store that has a version already.
  ///
  /// - Parameters:
  ///   - steps: what the author's migration does, per version in order; the caller leaves out the
  ///     versions that the store has passed.
  ///   - recorder: collects what happens, or `nil`.
  /// - Returns: whether a migration ran.
  /// - Throws: `UpgradeError`; the store is then as it was.
  @discardableResult
  package func open(
    _ store: any Store, steps: [VersionSteps], evaluator: () throws -> ExpressionEvaluator
  ) throws -> Bool {
    try open(store, steps: steps, evaluator: evaluator, isPerturbed: false, recorder: nil)
  }

  /// - Parameter log: collects what the search for defects of the engine wants to know, or `nil`.
  @discardableResult
  func open(
    _ store: any Store, steps: [VersionSteps], evaluator: () throws -> ExpressionEvaluator,
    isPerturbed: Bool, recorder: MigrationRecorder?, log: MigrationLog? = nil,
    blockTimeLimit: Double = History.defaultBlockTimeLimit, fresh: [PropertyPath] = []
  ) throws -> Bool {
    try validate()
    let differences = known.differences(of: store.tables, from: schema)
    if version == store.version {
      try applySilently(differences, to: store)
      return false
    }
    guard version > store.version else {
      throw UpgradeError(
        .versionTooLow,
        "Provided schema version \(version) is less than last set version \(store.version).")
    }
    try checkNames()
    let migration = RealmMigration(
      store: store, schema: schema, from: store.version, to: version, evaluator: try evaluator(),
      isPerturbed: isPerturbed, recorder: recorder, log: log, blockTimeLimit: blockTimeLimit,
      fresh: fresh)
    defer { migration.end() }
    try transaction(store) {
      try applyBeforeBlock(differences, to: store)
      for steps in steps { try migration.run(steps) }
      try applyAfterBlock(migration, to: store)
    }
    return true
  }

  private func transaction(_ store: any Store, _ body: () throws -> Void) throws {
    try store.begin()
    do {
      try body()
      try store.commit(version: version)
    } catch {
      store.rollback()
      throw error
    }
  }

  // MARK: Before anything is written

  private static func error(of schema: Schema) -> UpgradeError? {
    let errors = RealmSchemaRules.errors(of: schema)
    guard !errors.isEmpty else { return nil }
    func lines(_ sentences: [String]) -> String { sentences.map { "\n- \($0)" }.joined() }
    let missing = RealmSchemaRules.missingClasses(in: schema)
    return UpgradeError(
      .schemaInvalid,
      "Schema validation failed due to the following errors:" + lines(errors)
        + (missing.isEmpty ? "" : "\nInvalid class subset list:" + lines(missing)))
  }

  private func validate() throws {
    if let schemaError { throw schemaError }
  }

  private func checkNames() throws {
    if let nameError { throw UpgradeError(.schemaInvalid, nameError) }
  }

  private func applySilently(
    _ differences: [RealmSchemaDifference], to store: any Store
  ) throws {
    // New types are made before anything is refused.
    for case .addTable(let type) in differences {
      if let name = RealmSchemaRules.longNames(in: Schema([type])).first {
        throw UpgradeError(.schemaInvalid, name)
      }
      for property in type.columns { try refuseSetOfEmbedded(property, in: store) }
    }
    let refused = differences.filter { !$0.isAppliedSilently }
    guard refused.isEmpty else {
      throw UpgradeError(
        .schemaMismatch,
        "Migration is required due to the following errors:"
          + refused.map { "\n- \($0.sentence)" }.joined())
    }
    guard !differences.isEmpty else { return }
    try checkNames()
    try transaction(store) { try applyBeforeBlock(differences, to: store) }
  }

  // MARK: Before the block

  private func applyBeforeBlock(
    _ differences: [RealmSchemaDifference], to store: any Store
  ) throws {
    // Tables first, so that new links find their targets.
    var added = [(Int, ObjectType)]()
    for case .addTable(let type) in differences {
      added.append((try store.addTable(named: type.name, embedded: type.isEmbedded), type))
    }
    for (table, type) in added {
      for property in type.columns {
        try refuseSetOfEmbedded(property, in: store)
        try store.addProperty(property, to: table)
      }
      try store.setPrimaryKey(type.primaryKey, of: table)
    }
    for difference in differences {
      switch difference {
      case .addTable, .removeProperty, .changeEmbedded: break
      case .addProperty(let table, let property):
        try refuseSetOfEmbedded(property, in: store)
        try store.addProperty(property, to: table.id)
      case .retype(let table, _, let property), .makeRequired(let table, let property):
        try refuseSetOfEmbedded(property, in: store)
        try store.removeProperty(property.name, from: table.id)
        try store.addProperty(property, to: table.id)
      case .makeOptional(let table, let property):
        try store.setOptional(true, property: property.name, of: table.id)
      case .addIndex(let table, let property):
        try store.setIndexed(true, property: property.name, of: table.id)
      case .removeIndex(let table, let property):
        try store.setIndexed(false, property: property.name, of: table.id)
      case .changePrimaryKey(let table, _, _):
        try store.setPrimaryKey(nil, of: table.id)
      }
    }
    try setIndexes(in: store)
  }

  /// A property that is new, made anew or renamed has the index that the target says.
  private func setIndexes(in store: any Store) throws {
    let tables = store.tables
    for type in types {
      guard let table = tables.first(named: type.name) else { continue }
      let properties = type.storedProperties
      // Most tables have no index, and get none; a closure would copy each property.
      var hasIndex = false
      for place in table.properties.indices where table.properties[place].isIndexed {
        hasIndex = true
      }
      for place in properties.indices where hasIndex || properties[place].isIndexed {
        if let index = table.index(of: properties[place].name),
          table.properties[index].isIndexed != properties[place].isIndexed
        {
          try store.setIndexed(
            properties[place].isIndexed, property: properties[place].name, of: table.id)
        }
      }
    }
  }

  /// A set can be added only while its type is top-level, and embeddedness changes after the
  /// block.
  private func refuseSetOfEmbedded(_ property: Property, in store: any Store) throws {
    guard property.isLink, property.collection == .set, let name = property.objectType,
      let target = store.table(named: name), target.isEmbedded
    else { return }
    throw UpgradeError(
      .schemaInvalid, "Set of embedded objects not supported", property: property.name)
  }

  // MARK: After the block

  private func applyAfterBlock(_ migration: RealmMigration, to store: any Store) throws {
    let oldTables = store.oldTables
    let tables = store.tables
    let pairs = types.compactMap { type in
      tables.first(named: type.name).map { (type, $0) }
    }
    for (type, table) in pairs {
      let oldTable = oldTables.first { $0.id == table.id }
      try removeProperties(of: table, oldTable: oldTable, type: type, store: store)
      try store.setPrimaryKey(type.primaryKey, of: table.id)
      try checkPrimaryKey(
        of: type, table: table.id, oldTable: oldTable, migration: migration, store: store)
    }
    try setIndexes(in: store)
    for (type, table) in pairs where type.isEmbedded != table.isEmbedded {
      if type.isEmbedded {
        let embedding = Embedding(
          store: store, table: table.id, policy: migration.embeddingPolicy(of: table.name),
          recorder: migration.recorder)
        try embedding.convert()
      }
      try store.setEmbedded(type.isEmbedded, of: table.id)
    }
    // Copies and deletions leave a key unique that was so before; only an embedded type is
    // converted, and it has no key. The check above is therefore the last one needed.
  }

  private func removeProperties(
    of table: StoreTable, oldTable: StoreTable?, type: ObjectType, store: any Store
  ) throws {
    var next = 0
    for place in table.properties.indices {
      if let index = type.storedProperties.index(of: table.properties[place].name, near: next) {
        next = index + 1
        continue
      }
      let property = table.properties[place]
      guard oldTable?.index(of: property.name) != nil else {
        throw UpgradeError(
          .invalidRename,
          "Renamed property '\(type.name).\(property.name)' does not exist.",
          type: type.name, property: property.name)
      }
      try store.removeProperty(property.name, from: table.id)
    }
  }

  private func checkPrimaryKey(
    of type: ObjectType, table: Int, oldTable: StoreTable?, migration: RealmMigration,
    store: any Store
  ) throws {
    guard let key = type.primaryKey else { return }
    let isUntouched =
      !migration.touchedKeys.contains { $0 == type.name }
      && oldTable?.primaryKey == key
      && oldTable?.property(named: key).map {
        property in
        type.property(named: key).map {
          property.hasSameContent(as: $0) && !(property.isOptional && !$0.isOptional)
        } ?? false
      } ?? false
    guard !isUntouched, try store.hasDuplicates(of: key, in: table) else { return }
    throw UpgradeError(
      .duplicatePrimaryKey,
      "Primary key property '\(type.name).\(key)' has duplicate values after migration.",
      type: type.name, property: key)
  }
}

extension ObjectType {
  /// The stored properties in the order in which they become columns. In the engine it is the order
  /// of their declaration, which a schema does not tell: the primary key comes first, then it goes
  /// by name.
  fileprivate var columns: [Property] {
    storedProperties.sorted { left, right in
      let isKey = (left.name == primaryKey, right.name == primaryKey)
      return isKey.0 == isKey.1 ? left.name < right.name : isKey.0
    }
  }
}
