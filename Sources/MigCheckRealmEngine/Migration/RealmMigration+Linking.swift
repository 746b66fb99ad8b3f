import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// Objects inside of values. Setting is linking, creating is copying of what is not here yet.
//
// Source: realm-swift `Realm/RLMAccessor.mm` `createObject`, `RLMUtil.mm` `RLMObjcToMixedPrimitives`;
// realm-core `src/realm/object-store/object_accessor.hpp`, `src/realm/group.cpp` `validate`.

extension RealmMigration {
  /// The object that a link leads to.
  ///
  /// - Parameter type: that of the object which has the property.
  func link(
    _ value: Any, of property: Property, in type: Name, nested: NestedObjects
  ) throws -> ObjectReference {
    guard let name = property.objectType, let table = store.table(named: name),
      let target = schema.type(named: name)
    else { throw mismatch(value, property, of: type) }
    switch value {
    case let object as RealmMigrationObject:
      if nested.areChecked, object.type != name { throw mismatch(value, property, of: type) }
      try verifyLinkable(object)
      let isHere = !object.isOld && object.reference.type == table.id
      if isHere, !table.isEmbedded { return object.reference }
      if nested.copies { return try copy(object, to: target, in: table) }
      guard !object.isOld else { throw RealmException.foreign(type, property.name) }
      if replaced.contains(object.reference) { throw RealmException.deleted(object.type) }
      throw isHere
        ? RealmException.managedEmbedded(in: property, of: type)
        : mismatch(value, property, of: type)
    case let object as RealmObjectValues:
      if nested.areChecked, Name(object.className) != name {
        throw mismatch(value, property, of: type)
      }
      return try add(object, to: target, in: table, nested: nested)
    case is [String: Any?], is [Any?]:
      if nested.areChecked { throw mismatch(value, property, of: type) }
      if property.collection != nil, target.isEmbedded, !table.isEmbedded {
        tellOfUnclearElements(property, of: type)
      }
      return try make(try fields(value, of: target) ?? [], of: target, in: table, nested: nested)
    default:
      throw nested.areChecked
        ? mismatch(value, property, of: type) : cannotInitialize(target, from: value)
    }
  }

  /// The object that a mixed value links to: an object of the old state names its counterpart.
  ///
  /// - Returns: `nil` for a value that is not an object.
  func mixedLink(
    _ value: Any, in property: Property, of type: Name, nested: NestedObjects
  ) throws -> ObjectReference? {
    if let object = value as? RealmObjectValues {
      let name = Name(object.className)
      guard let table = store.table(named: name), let target = schema.type(named: name) else {
        throw mismatch(value, property, of: type)
      }
      guard !target.isEmbedded else {
        throw RealmException.mixedLinkToEmbedded(type, property.name)
      }
      return try add(object, to: target, in: table, nested: nested)
    }
    guard let object = value as? RealmMigrationObject else { return nil }
    try verifyLinkable(object)
    guard try store.contains(object.reference) else {
      throw RealmException.targetNotFound(type, property.name)
    }
    guard store.tables.first(where: { $0.id == object.reference.type })?.isEmbedded == false else {
      throw RealmException.mixedLinkToEmbedded(type, property.name)
    }
    return object.reference
  }

  /// - Throws: where an object is gone, or of another upgrade.
  private func verifyLinkable(_ object: RealmMigrationObject) throws {
    guard object.migration === self, try object.isAlive() else {
      throw RealmException.deleted(object.type)
    }
  }

  /// Adds an object that is in no store: from then on it is the one in the store, unless it is copied.
  private func add(
    _ object: RealmObjectValues, to target: ObjectType, in table: StoreTable,
    nested: NestedObjects
  ) throws -> ObjectReference {
    let fields = try fields(object, of: target) ?? []
    guard nested.copies else {
      return try make(fields, of: target, in: table, nested: nested.inside) { reference in
        object.adopt(
          RealmMigrationObject(
            migration: self, type: table.name, reference: reference, isOld: false))
      }
    }
    return try copying(.unmanaged(ObjectIdentifier(object.identity)), as: target) {
      try make(fields, of: target, in: table, nested: nested)
    }
  }

  /// Adds a copy of an object of a store, with copies of what it leads to that is not here.
  private func copy(
    _ object: RealmMigrationObject, to target: ObjectType, in table: StoreTable
  ) throws -> ObjectReference {
    try copying(.stored(object.reference, isOld: object.isOld), as: target) {
      try make(try fields(object, of: target) ?? [], of: target, in: table, nested: .copied)
    }
  }

  /// The schema says embedded, the table does not yet, and Realm's accessor may do either.
  private func tellOfUnclearElements(_ property: Property, of type: Name) {
    recorder?.watch?.saw(
      CodeDoubt(
        to: newSchemaVersion, type: type, property: property.name,
        message: "The migration gives '\(type).\(property.name)' values to create objects of "
          + "'\(property.objectType ?? "")' from, a type that becomes embedded in the same upgrade: it is "
          + "unclear what Realm makes of them.",
        remedy: "Create the objects in an earlier version, or create them with create and add them "
          + "to the collection."))
  }

  // MARK: What is being copied

  /// An object whose copy has begun.
  enum CopyOrigin: Hashable {
    case stored(ObjectReference, isOld: Bool)
    case unmanaged(ObjectIdentifier)
  }

  /// How many objects may be copied one inside of the other before a stack of a device runs out. An
  /// app's main thread has 1 MB, and each takes more than 1 kB.
  private static let copyDepth = 1000

  /// Realm does not remember what it copied: objects that lead back to themselves are copied without
  /// end.
  func copying<Result>(
    _ origin: CopyOrigin, as target: ObjectType, _ body: () throws -> Result
  ) throws -> Result {
    guard !copied.contains(origin) else {
      throw RealmException.crash(
        "an object of type '\(target.name)' leads back to itself, and create copies the objects of "
          + "another Realm without end. Link objects of the new state instead.", type: target.name)
    }
    guard copied.count < Self.copyDepth else {
      throw RealmException.crash(
        "create copies \(Self.copyDepth) objects that lead from one to the next, where the stack runs "
          + "out. Link objects of the new state instead.", type: target.name)
    }
    copied.insert(origin)
    defer { copied.remove(origin) }
    return try body()
  }

  func cannotInitialize(_ target: ObjectType, from value: Any) -> UpgradeError {
    UpgradeError(
      .typeMismatch,
      "Invalid value \(SwiftValueText.text(of: value)) to initialize object of type "
        + "'\(target.name)'.", type: target.name)
  }
}
