import Foundation
import MigCheckEngines
import MigCheckText

/// What objects of all kinds have in common.
open class ObjectBase: Hashable, CustomStringConvertible, RealmStandIn {
  public required init() {}

  /// Sets the properties that a dictionary names.
  public convenience init(value: Any) {
    self.init()
    for (key, value) in value as? [String: Any] ?? [:] { self[key] = value }
  }

  open class func ignoredProperties() -> [String] { [] }
  open class func indexedProperties() -> [String] { [] }
  open class func propertiesMapping() -> [String: String] { [:] }
  open class func shouldIncludeInDefaultSchema() -> Bool { true }

  /// The name of the type, as stores know it.
  open class func className() -> String { String(describing: self) }

  /// The value of a property by name; `nil` for null, and where there is no such property.
  open subscript(key: String) -> Any? {
    get { PersistedFields(of: self).first(named: key)?.anyValue }
    set { PersistedFields(of: self).first(named: key)?.setAny(newValue) }
  }

  open func value(forKey key: String) -> Any? { self[key] }

  public func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  public func value(forUndefinedKey key: String) -> Any? { self[key] }

  public func setValue(_ value: Any?, forUndefinedKey key: String) { self[key] = value }

  public func value(forKeyPath path: String) -> Any? {
    let keys = path.split(separator: ".").map(String.init)
    return keys.reduce(self as Any?) { ($0 as? ObjectBase)?.value(forKey: $1) }
  }

  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(
      keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
  }

  public func setValuesForKeys(_ values: [String: Any]) {
    // In an order that is the same each time, as one of them may end the block.
    for (key, value) in values.sorted(by: { $0.key.precedes($1.key) }) {
      self[key] = value is NSNull ? nil : value
    }
  }

  open var objectSchema: ObjectSchema { ObjectSchema(named: Self.className()) }
  open var isInvalidated: Bool { false }
  open var description: String { Self.className() }

  open func isSameObject(as object: ObjectBase?) -> Bool {
    guard let stored, let other = object?.stored else { return self === object }
    return self === object || stored.isSame(as: other)
  }

  open func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  public static func == (left: ObjectBase, right: ObjectBase) -> Bool {
    left.isEqual(right)
  }

  open func isEqual(_ object: Any?) -> Bool { self === object as? ObjectBase }

  open func dynamicList(_ propertyName: String) -> List<DynamicObject> { List() }
  open func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> { MutableSet() }
  open func dynamicMap<Key: _MapKey>(_ propertyName: String) -> Map<Key, DynamicObject?> { Map() }

  /// The object of a store that this one is, once it was added by setting a property to it.
  private var stored: RealmMigrationObject?

  /// The values of the properties, of which an object of a store can be made; that object once it is.
  open var migrationValue: Any? {
    if let stored { return stored }
    let fields = PersistedFields(of: self)
    return RealmObjectValues(
      className: Self.className(), values: fields.values, identity: self
    ) { object in
      self.stored = object
      fields.adopt(object)
    }
  }
}

/// A model class of an app: in no store here, a value to create objects from.
open class Object: ObjectBase {
  public required init() {}

  open class func primaryKey() -> String? { nil }
}

/// A model class whose objects live inside a parent.
open class EmbeddedObject: ObjectBase {
  public required init() {}
}

public typealias RealmSwiftObject = Object
public typealias RealmSwiftEmbeddedObject = EmbeddedObject
