import Foundation
import MigCheckRealmEngine
import MigCheckText

/// What objects of all kinds have in common.
open class ObjectBase: Hashable, CustomStringConvertible, RealmStandIn {
  /// An object that is in no store, with the defaults of its properties.
  public required init() {}

  /// Sets the properties that a dictionary names.
  public convenience init(value: Any) {
    self.init()
    for (key, value) in value as? [String: Any] ?? [:] { self[key] = value }
  }

  /// The names of properties that no store keeps; none, unless a class overrides it.
  open class func ignoredProperties() -> [String] { [] }
  /// The names of indexed properties; none, unless a class overrides it. Not used here.
  open class func indexedProperties() -> [String] { [] }
  /// The names that a store has for properties, by the names in Swift. Not used here.
  open class func propertiesMapping() -> [String: String] { [:] }
  /// Whether a store without a list of classes has this one. Not used here.
  open class func shouldIncludeInDefaultSchema() -> Bool { true }

  /// The name of the type, as stores know it.
  open class func className() -> String { String(describing: self) }

  /// The value of a property by name; `nil` for null, and where there is no such property.
  open subscript(key: String) -> Any? {
    get { PersistedFields(of: self).first(named: key)?.anyValue }
    set { PersistedFields(of: self).first(named: key)?.setAny(newValue) }
  }

  /// The value of a property by name; `nil` for null and for unknown names.
  open func value(forKey key: String) -> Any? { self[key] }

  /// Sets a property by name; an unknown name of a model class is ignored.
  public func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  /// The same as `value(forKey:)`.
  public func value(forUndefinedKey key: String) -> Any? { self[key] }

  /// The same as `setValue(_:forKey:)`.
  public func setValue(_ value: Any?, forUndefinedKey key: String) { self[key] = value }

  /// The value at the end of links, such as `owner.name`; `nil` if a link before it is null.
  public func value(forKeyPath path: String) -> Any? {
    let keys = path.split(separator: ".").map(String.init)
    return keys.reduce(self as Any?) { ($0 as? ObjectBase)?.value(forKey: $1) }
  }

  /// The values of some properties by name, with `NSNull` for null.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(
      keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets several properties, in the byte order of their names; `NSNull` sets null.
  public func setValuesForKeys(_ values: [String: Any]) {
    // In an order that is the same each time, as one of them may end the block.
    for (key, value) in values.sorted(by: { $0.key.precedes($1.key) }) {
      self[key] = value is NSNull ? nil : value
    }
  }

  /// The type of the object; of a model class only its name is known.
  open var objectSchema: ObjectSchema { ObjectSchema(named: Self.className()) }
  /// Whether the object was deleted; always false for an object of a model class.
  open var isInvalidated: Bool { false }
  /// The name of the class.
  open var description: String { Self.className() }

  /// Whether both are the same object of a store; outside of stores, the same instance.
  open func isSameObject(as object: ObjectBase?) -> Bool {
    guard let stored, let other = object?.stored else { return self === object }
    return self === object || stored.isSame(as: other)
  }

  /// Hashes the identity of the instance.
  open func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether `isEqual(_:)` holds for the two.
  public static func == (left: ObjectBase, right: ObjectBase) -> Bool {
    left.isEqual(right)
  }

  /// Whether the other value is the same instance.
  open func isEqual(_ object: Any?) -> Bool { self === object as? ObjectBase }

  /// A list of objects by the name of its property; always empty for an object of a model class.
  open func dynamicList(_ propertyName: String) -> List<DynamicObject> { List() }
  /// A set of objects by the name of its property; always empty for an object of a model class.
  open func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> { MutableSet() }
  /// A dictionary of objects by the name of its property; always empty for an object of a model
  /// class.
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
  /// An object that is in no store, with the defaults of its properties.
  public required init() {}

  /// The name of the primary key; `nil`: the class has none. A history declares the one of a test.
  open class func primaryKey() -> String? { nil }
}

/// A model class whose objects live inside a parent.
open class EmbeddedObject: ObjectBase {
  /// An object that is in no store, with the defaults of its properties.
  public required init() {}
}

/// The unambiguous name of `Object`, as RealmSwift has it.
public typealias RealmSwiftObject = Object
/// The unambiguous name of `EmbeddedObject`, as RealmSwift has it.
public typealias RealmSwiftEmbeddedObject = EmbeddedObject
