import MigCheckHistory
import MigCheckModel
import MigCheckStores

/// An object as it was before the migration, or as it is in the store under upgrade.
///
/// Its values are plain Swift values: `Bool`, `Int`, `Float`, `Double`, `String`, `Data`, `Date`,
/// `UUID`, `Decimal128`, `ObjectIDBytes`, another `RealmMigrationObject` for a link, an array for a list
/// or set or the objects that link to this one, a dictionary with string keys; `nil` for null.
///
/// An object that is gone can be kept, and asked for `isDeleted`; reading or writing it ends the block.
public final class RealmMigrationObject {
  let migration: RealmMigration
  let type: Name
  let reference: ObjectReference
  let isOld: Bool
  /// Whether the object itself was given to `delete`, which takes its Realm away.
  var isDetached = false

  init(migration: RealmMigration, type: Name, reference: ObjectReference, isOld: Bool) {
    self.migration = migration
    self.type = type
    self.reference = reference
    self.isOld = isOld
  }

  /// The name of its object type.
  public var typeName: String { type.text }

  /// The value of a property; setting one of an old object, or one that does not exist, ends the
  /// upgrade with an error.
  public subscript(property: String) -> Any? {
    get { migration.attempt { try read(Name(property)) } ?? nil }
    set {
      migration.attempt {
        let name = Name(property)
        if try !isUnchanged(newValue, of: name) { try write(newValue, to: name) }
      }
    }
  }

  /// Sets a property to a value as Realm Swift gives and takes it: a collection knows what it is.
  package func set(_ value: Any?, for property: String) {
    migration.attempt { try write(value, to: Name(property)) }
  }

  /// Ends the block, as a collection that is in no store is given this object.
  package func refuseInUnmanaged(_ kind: CollectionKind, of className: String) {
    migration.attempt {
      throw RealmException.wrongElement(typeName, inUnmanaged: kind, of: className)
    }
  }

  /// Ends the block, as a value of the object is cast by force to what it is not.
  package func refuseCast(of value: String, of name: String, to wanted: String, by method: String) {
    migration.attempt {
      throw RealmException.crash(
        "\(method)(\"\(name)\") casts '\(type).\(name)' by force to \(wanted), and it is \(value). "
          + "Use it for collections of objects only.", type: type, property: Name(name))
    }
  }

  // MARK: Life

  /// Whether the store has the object.
  func isAlive() throws -> Bool {
    if isOld { return true }
    return try !isDetached && migration.store.contains(reference)
  }

  /// Whether the object was deleted.
  package var isDeleted: Bool { migration.attempt { try !isAlive() } ?? true }

  /// - Throws: what Realm does where a value of an object is read that is gone.
  private func verifyReadable() throws {
    if isDetached { throw RealmException.detached(type) }
    guard try isAlive() else { throw RealmException.unreadable(type) }
  }

  // MARK: Reading

  private func noSuchProperty(_ name: Name) -> UpgradeError {
    UpgradeError(
      .noSuchProperty, "Invalid property name '\(name)' for class '\(type)'.", type: type,
      property: name)
  }

  private func read(_ name: Name) throws -> Any? {
    if let backlinks = linkingProperty(named: name) { return try objects(linkingBy: backlinks) }
    return migration.bridge(try storedValue(of: name), isOld: isOld)
  }

  /// - Throws: `noSuchProperty`; what Realm does where the object is gone.
  func storedValue(of name: Name) throws -> Value {
    let store = migration.store
    if isOld {
      guard let table = store.oldTables.first(where: { $0.id == reference.type }),
        table.property(named: name) != nil
      else { throw noSuchProperty(name) }
      return try store.oldValue(of: name, in: reference)
    }
    guard newType?.storedIndex(of: name) != nil else { throw noSuchProperty(name) }
    guard !migration.isDead(name, of: type) else {
      throw migration.deadPropertyError(name, of: type)
    }
    try verifyReadable()
    return try store.value(of: name, in: reference)
  }

  /// The linking objects of a name: of the new state only, since a file does not store them.
  private func linkingProperty(named name: Name) -> Property? {
    isOld
      ? nil
      : migration.schema.type(named: type)?.computedProperties.first { $0.name == name }
  }

  /// The objects that link here now, once for each link.
  private func objects(linkingBy property: Property) throws -> [RealmMigrationObject] {
    try verifyReadable()
    guard let origin = property.objectType.flatMap({ migration.store.table(named: $0) }) else {
      return []
    }
    return try migration.store.incomingLinks(to: [Int64(reference.index)], in: reference.type)
      .filter { $0.origin.type == origin.id && $0.property == property.originProperty }
      .map {
        RealmMigrationObject(
          migration: migration, type: origin.name, reference: $0.origin, isOld: false)
      }
  }

  // MARK: Writing

  private func write(_ newValue: Any?, to name: Name) throws {
    guard try isAlive() else { throw RealmException.deleted(type) }
    guard !isOld else { throw readOnlyError(newValue, name) }
    let target = newType
    if linkingProperty(named: name) != nil { throw RealmException.computed(type, name) }
    let property = try migration.writable(name, of: type, in: target).get()
    if let given = newValue as? any RealmStandIn,
      let collection = given.migrationValue as? RealmCollectionValues,
      collection.managed?.isSame(as: property, of: self) ?? false
    {
      return
    }
    if property.collection != nil, property.isLink {
      migration.replaced = try migration.store.value(of: name, in: reference).links
    }
    defer { migration.replaced = [] }
    let value = try migration.bridge(newValue, to: property, of: type, nested: .linked)
    try store(value, in: property)
  }

  /// Ends the block unless a property can be read now.
  package func verifyReading(_ property: String) {
    migration.attempt { _ = try storedValue(of: Name(property)) }
  }

  /// Writes a value of the store to a property that can be written.
  func store(_ value: Value, in property: Property) throws {
    let overwritten = try migration.store.setValue(value, of: property.name, in: reference)
    if migration.schema.type(named: type)?.primaryKey == property.name {
      migration.touchKey(of: type)
    }
    migration.recorder?.wrote(property.name, of: type, keys: [Int64(reference.index)])
    migration.record(overwritten, as: .overwritten)
  }

  private func readOnlyError(_ value: Any?, _ name: Name) -> UpgradeError {
    let declared = declaredType
    guard declared.property(named: name) != nil else { return noSuchProperty(name) }
    return declared.primaryKey == name
      ? RealmException.readOnlyKey(SwiftValueText.content(of: value), type, name)
      : RealmException.readOnly(type, name)
  }

  /// Whether a collection of plain values is just what the property holds, object by object: here an
  /// array is all there is of a list, and a list that is assigned to itself stays as it is.
  private func isUnchanged(_ value: Any?, of name: Name) throws -> Bool {
    guard !isOld, let value, !(value is any RealmStandIn),
      let property = declaredType.property(named: name), property.collection != nil,
      property.isLink, try isAlive(), !migration.isDead(name, of: type)
    else { return false }
    func reference(_ element: Any?) -> ObjectReference? {
      (element as? RealmMigrationObject).flatMap {
        $0.isOld || $0.migration !== migration ? nil : $0.reference
      }
    }
    switch (value, try migration.store.value(of: name, in: self.reference)) {
    case (let given as [Any?], .list(let present)), (let given as [Any?], .set(let present)):
      return !given.isEmpty && given.map(reference) == present.map(\.links.first)
    case (let given as [String: Any?], .dictionary(let present)):
      return !given.isEmpty && given.count == present.count
        && present.allSatisfy { reference(given[$0.key] ?? nil) == $0.value.links.first }
    default: return false
    }
  }
}

// MARK: What an object is

extension RealmMigrationObject {
  /// The type as this object shows it: as it was before the migration, or as it is to be.
  package var declaredType: ObjectType {
    let declared =
      isOld
      ? migration.store.oldTables.first { $0.id == reference.type }.map(ObjectType.init) : newType
    return declared ?? ObjectType(type.text, [] as [Property])
  }

  /// The type that an object of the new state shows: that of the table for a type which the new schema
  /// lacks, since a mixed property still links to it (realm-swift `Realm/RLMObjectStore.mm`
  /// `RLMObjectFromObjLink`).
  private var newType: ObjectType? {
    migration.schema.type(named: type)
      ?? migration.store.tables.first { $0.id == reference.type }.map(ObjectType.init)
  }

  /// Whether both are the same object of the same state, which is still there.
  package func isSame(as other: RealmMigrationObject) -> Bool {
    if self === other { return true }
    guard migration === other.migration, isOld == other.isOld, reference == other.reference,
      !isDetached, !other.isDetached
    else { return false }
    return migration.attempt { try isAlive() } ?? false
  }

  /// - Throws: `noSuchProperty`.
  func exactValue(of name: Name) throws -> RealmMigration.ExactValue {
    let value = try storedValue(of: name)
    let property = declaredType.property(named: name) ?? Property(name.text, .mixed)
    return RealmMigration.ExactValue(value: value, property: property, isOld: isOld)
  }
}

extension ObjectType {
  /// The type that a table was made for.
  init(_ table: StoreTable) {
    self.init(
      table.name, primaryKey: table.primaryKey, embedded: table.isEmbedded, table.properties)
  }
}
