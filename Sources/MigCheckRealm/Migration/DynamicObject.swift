import Foundation
import MigCheckModel
import MigCheckRealmEngine

/// An object whose properties are read and written by name: of a migration, or one that is in no store.
///
/// Values are those that Realm gives: `NSNumber` for booleans and numbers, which `as? Int`, `as! Int64`
/// or `as? Double` take, `String`, `Data`, `Date`, `UUID`, `ObjectId`, `Decimal128`, another
/// `MigrationObject` for a link, a `List`, `MutableSet` or `Map`; `nil` for null.
@dynamicMemberLookup
public final class DynamicObject: Object {
  /// `nil`: the object is in no store.
  let base: RealmMigrationObject?
  private var values: [String: Any] = [:]

  /// An object that is in no store, without values.
  public required init() {
    base = nil
  }

  init(base: RealmMigrationObject) {
    self.base = base
  }

  /// - Parameter base: `nil` where the block cannot be ended, as it calls from a thread of its own.
  init(made base: RealmMigrationObject?) {
    self.base = base
  }

  /// The name that Realm gives the class of such objects.
  override public class func className() -> String { "RealmSwiftDynamicObject" }

  /// The value of a property by name; `nil` for null. In a migration, an unknown name ends the
  /// block.
  override public subscript(key: String) -> Any? {
    get { base.map { value(of: key, in: $0) } ?? values[key] }
    set {
      if let base { base.set(newValue, for: key) } else { values[key] = newValue }
    }
  }

  /// The value of a property by its name, as `object.name`; `nil` for null and for unknown names.
  public subscript(dynamicMember member: String) -> Any? {
    get { self[member] }
    set { self[member] = newValue }
  }

  /// The type of the object, with all its properties.
  override public var objectSchema: ObjectSchema {
    ObjectSchema(
      base?.declaredType ?? ObjectType("MigrationObject", [] as [MigCheckModel.Property]))
  }

  /// Whether the object was deleted.
  override public var isInvalidated: Bool { base?.isDeleted ?? false }

  /// The type, and all properties with their values.
  override public var description: String {
    guard let base else { return "MigrationObject {}" }
    guard !base.isDeleted else { return "[invalid object]" }
    let lines = base.declaredType.storedProperties.map { property in
      "\n\t\(property.name) = \(base[property.name.text] ?? "(null)");"
    }
    return "\(base.typeName) {\(lines.joined())\n}"
  }

  /// The object of the migration, or the values to create one from.
  override public var migrationValue: Any? {
    base
      ?? RealmObjectValues(
        className: Self.className(), values: values, identity: self, adopt: { _ in })
  }

  private func value(of key: String, in base: RealmMigrationObject) -> Any? {
    guard let property = base.declaredType.property(named: Name(key)) else {
      // Ends the block, with the engine's error.
      return base[key]
    }
    if property.isComputed {
      _ = base[key]
      return RLMResults<AnyObject>(base, key)
    }
    guard let kind = property.collection, let managed = RealmMigrationCollection(base, named: key)
    else { return RealmValue.wrapped(base[key]) }
    base.verifyReading(key)
    return property.elements(kind, of: managed)
  }

  /// The result of a method of the class where it has one of that name; else the property's value.
  override public func value(forKey key: String) -> Any? {
    switch key {
    case "description", "debugDescription": description
    case "hash": NSNumber(value: hashValue)
    case "self": self
    case "class", "superclass": type(of: self)
    case "realm": base.map { _ in Realm.OfMigration() }
    case "objectSchema": objectSchema
    case "isInvalidated", "invalidated": NSNumber(value: isInvalidated)
    case "isFrozen", "frozen": NSNumber(value: false)
    default: self[key]
    }
  }

  // MARK: Equality

  /// Whether both are the same stored object of the same state.
  override public func isSameObject(as object: ObjectBase?) -> Bool {
    guard let base, let other = (object as? DynamicObject)?.base else { return self === object }
    return self === object || base.isSame(as: other)
  }

  /// Objects of a type with a primary key are equal where they are the same stored one; others only
  /// to themselves, and each reading gives a new one.
  override public func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? DynamicObject else { return false }
    return self === other || keyName != nil && isSameObject(as: other)
  }

  /// Hashes the primary key; without one, the identity of the instance.
  override public func hash(into hasher: inout Hasher) {
    guard let keyName else { return super.hash(into: &hasher) }
    hasher.combine(self[keyName].map { String(describing: $0) })
  }

  private var keyName: String? { base?.declaredType.primaryKey?.text }

  // MARK: Collections by name

  /// The list of objects that a property holds; a property of another type ends the block.
  override public func dynamicList(_ propertyName: String) -> List<DynamicObject> {
    collection(propertyName, "dynamicList")
  }

  /// The set of objects that a property holds; a property of another type ends the block.
  override public func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> {
    collection(propertyName, "dynamicMutableSet")
  }

  /// The dictionary of objects that a property holds; a property of another type ends the block.
  override public func dynamicMap<Key: _MapKey>(
    _ propertyName: String
  ) -> Map<Key, DynamicObject?> {
    collection(propertyName, "dynamicMap")
  }

  /// A collection of objects; Realm casts by force to that.
  private func collection<Collection: _DefaultConstructible>(
    _ name: String, _ method: String
  ) -> Collection {
    let value = self[name]
    if let collection = value as? Collection { return collection }
    base?.refuseCast(
      of: value.map { "\(type(of: $0))" } ?? "nil", of: name,
      to: "\(Collection.self)".replacingOccurrences(of: "DynamicObject", with: "MigrationObject"),
      by: method)
    return Collection()
  }
}
