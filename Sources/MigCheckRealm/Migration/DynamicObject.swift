import Foundation
import MigCheckEngines
import MigCheckModel

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

  override public subscript(key: String) -> Any? {
    get { base.map { value(of: key, in: $0) } ?? values[key] }
    set {
      if let base { base[key] = newValue } else { values[key] = newValue }
    }
  }

  public subscript(dynamicMember member: String) -> Any? {
    get { self[member] }
    set { self[member] = newValue }
  }

  override public var objectSchema: ObjectSchema {
    ObjectSchema(
      base?.declaredType ?? ObjectType("MigrationObject", [] as [MigCheckModel.Property]))
  }

  override public var isInvalidated: Bool { base?.isDeleted ?? false }

  override public func isSameObject(as object: ObjectBase?) -> Bool {
    guard let base, let other = (object as? DynamicObject)?.base else { return self === object }
    return base.isSame(as: other)
  }

  override public func hash(into hasher: inout Hasher) {
    if let base { hasher.combine(base.identity) } else { super.hash(into: &hasher) }
  }

  override public var description: String {
    guard let base else { return "MigrationObject {}" }
    let lines = base.declaredType.storedProperties.map { property in
      "\n\t\(property.name) = \(base[property.name.text] ?? "(null)");"
    }
    return "\(base.typeName) {\(lines.joined())\n}"
  }

  override public var migrationValue: Any? { base ?? values }

  private func value(of key: String, in base: RealmMigrationObject) -> Any? {
    guard let property = base.declaredType.property(named: Name(key)) else {
      // Ends the block, with the engine's error.
      return base[key]
    }
    guard let collection = property.collection else { return RealmValue.wrapped(base[key]) }
    return property.elements(collection, of: ManagedCollection(object: base, name: key))
  }

  // MARK: Collections by name

  override public func dynamicList(_ propertyName: String) -> List<DynamicObject> {
    self[propertyName] as? List<DynamicObject> ?? List()
  }

  override public func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> {
    self[propertyName] as? MutableSet<DynamicObject> ?? MutableSet()
  }

  override public func dynamicMap<Key: _MapKey>(
    _ propertyName: String
  ) -> Map<Key, DynamicObject?> {
    self[propertyName] as? Map<Key, DynamicObject?> ?? Map()
  }
}
