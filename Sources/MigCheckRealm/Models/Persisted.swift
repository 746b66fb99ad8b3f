import Foundation
import MigCheckCoreData
import MigCheckHistory
import MigCheckRealmEngine

/// A property of a model class that a store keeps.
@propertyWrapper
public struct Persisted<Value>: PersistedField {
  private final class Box {
    /// `nil`: not set, and not asked for yet.
    var value: Value?
    /// The property of an object of a store that this one is.
    var stored: (object: RealmMigrationObject, name: String)?
    init(_ value: Value?) { self.value = value }
  }

  private let box: Box

  /// The value: that of the store once the object is in one, else the one set last, else a default.
  public var wrappedValue: Value {
    get {
      if let value = storedValue ?? box.value { return value }
      let value = Self.initialValue
      box.value = value
      return value
    }
    nonmutating set {
      box.value = newValue
      box.stored.map { $0.object.set(RealmValue.unwrapped(newValue), for: $0.name) }
    }
  }

  private static var initialValue: Value {
    // Realm makes an identifier for a property, where `ObjectId()` is zero.
    if let id = ObjectId.generate() as? Value, Value.self == ObjectId.self { return id }
    let type = Value.self as? any _DefaultConstructible.Type
    let value = type.map { $0.init() } ?? (Value.self as? any PersistableEnum.Type)?.firstCase
    guard let value = value as? Value else {
      preconditionFailure("A persisted property of type \(Value.self) has no value to begin with.")
    }
    return value
  }

  /// A property that begins with the default of its type: `nil`, 0, empty, or a new `ObjectId`.
  public init() { box = Box(nil) }
  /// The same; whether it is indexed makes no difference here.
  public init(indexed: Bool) { self.init() }
  /// The same; a history declares which property is the primary key.
  public init(primaryKey: Bool) { self.init() }
  /// The same, for linking objects; the origin property makes no difference here.
  public init(originProperty: String) { self.init() }
  /// A property that begins with the given value.
  public init(wrappedValue value: Value) { box = Box(value) }
  /// A property that begins with the given value; whether it is indexed makes no difference here.
  public init(wrappedValue value: Value, indexed: Bool) { self.init(wrappedValue: value) }
  /// A property that begins with the given value; a history declares the primary key.
  public init(wrappedValue value: Value, primaryKey: Bool) { self.init(wrappedValue: value) }

  var anyValue: Any? { RealmValue.unwrapped(wrappedValue) }

  func setAny(_ value: Any?) {
    if let value = value as? Value { wrappedValue = value }
  }

  func adopt(_ object: RealmMigrationObject, _ name: String) {
    if let collection = wrappedValue as? any PromotableCollection {
      RealmMigrationCollection(object, named: name).map(collection.promote)
    } else {
      box.stored = (object, name)
    }
  }

  /// The value that a store has; `nil`: no store has it, or it is an object, which is kept here.
  private var storedValue: Value? {
    guard let stored = box.stored else { return nil }
    guard let value = RealmValue.wrapped(stored.object[stored.name]) else {
      return (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
    }
    if let type = Value.self as? any PersistableEnum.Type { return type.make(value) as? Value }
    if Value.self == AnyRealmValue.self { return AnyRealmValue(any: value) as? Value }
    return value as? Value
  }
}

/// A type of values that has one to begin with.
public protocol _DefaultConstructible { init() }

extension Bool: _DefaultConstructible {}
extension Int: _DefaultConstructible {}
extension Int8: _DefaultConstructible {}
extension Int16: _DefaultConstructible {}
extension Int32: _DefaultConstructible {}
extension Int64: _DefaultConstructible {}
extension Float: _DefaultConstructible {}
extension Double: _DefaultConstructible {}
extension String: _DefaultConstructible {}
extension Data: _DefaultConstructible {}
extension Date: _DefaultConstructible {}
extension UUID: _DefaultConstructible {}
extension Optional: _DefaultConstructible {
  /// Begins with `nil`.
  public init() { self = .none }
}

protocol PersistedField {
  var anyValue: Any? { get }
  func setAny(_ value: Any?)
  /// From now on the property is that of an object of a store.
  func adopt(_ object: RealmMigrationObject, _ name: String)
}

/// A property of an older model, `@objc dynamic var` or `let age = RealmOptional<Int>()`, which can be
/// read by name.
private struct PlainField: PersistedField {
  let value: Any

  var anyValue: Any? { RealmValue.unwrapped(value) }

  func setAny(_ value: Any?) {
    preconditionFailure("MigCheckRealm sets properties by name only where they are @Persisted.")
  }

  func adopt(_ object: RealmMigrationObject, _ name: String) {
    guard let collection = value as? any PromotableCollection else { return }
    RealmMigrationCollection(object, named: name).map(collection.promote)
  }
}

/// The `@Persisted` properties of an object, or if its class has none all stored ones, as Realm reads
/// classes; those of its superclasses included.
struct PersistedFields {
  private let fields: [(name: String, field: any PersistedField)]

  init(of object: ObjectBase) {
    var fields = [(String, any PersistedField)]()
    var plain = [(String, any PersistedField)]()
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror, current.subjectType != ObjectBase.self {
      for child in current.children {
        guard let label = child.label else { continue }
        if label.hasPrefix("_"), let field = child.value as? any PersistedField {
          fields.append((String(label.dropFirst()), field))
        } else if !label.hasPrefix("$") {
          plain.append((label, PlainField(value: child.value)))
        }
      }
      mirror = current.superclassMirror
    }
    let ignored = type(of: object).ignoredProperties()
    self.fields = fields.isEmpty ? plain.filter { !ignored.contains($0.0) } : fields
  }

  func first(named name: String) -> (any PersistedField)? {
    fields.first { $0.name == name }?.field
  }

  func adopt(_ object: RealmMigrationObject) {
    for (name, field) in fields where !(field.anyValue is any ComputedField) {
      field.adopt(object, name)
    }
  }

  var values: [String: Any?] {
    Dictionary(
      fields.filter { !($0.field.anyValue is any ComputedField) }.map {
        ($0.name, $0.field.anyValue)
      },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A value that a store computes.
protocol ComputedField {}

/// The objects that link to an object; empty outside of a store.
public struct LinkingObjects<Element>: _DefaultConstructible, ComputedField, Sequence {
  /// No objects: nothing links to an object outside of a store.
  public init() {}
  /// The same; the origin makes no difference outside of a store.
  public init(fromType type: Element.Type, property: String) {}
  /// Always 0.
  public var count: Int { 0 }
  /// Always true.
  public var isEmpty: Bool { true }
  /// Always `nil`.
  public var first: Element? { nil }
  /// An iterator without elements.
  public func makeIterator() -> EmptyCollection<Element>.Iterator { .init() }
}

/// A scalar of older models that may be null.
public final class RealmProperty<Value>: RealmStandIn, _DefaultConstructible {
  /// The scalar; `nil` is null.
  public var value: Value

  /// A property that begins with the given value.
  public init(_ value: Value) { self.value = value }

  /// A property that begins with null.
  public convenience init() where Value: ExpressibleByNilLiteral { self.init(nil) }

  /// The scalar that a migration writes.
  public var migrationValue: Any? { value }
}

extension RealmProperty {
  // For the requirement; a property that cannot be null is given a value.
  /// A property that begins with null; crashes if its type has no null.
  @_disfavoredOverload
  public convenience init() {
    guard let none = Optional<Any>.none as? Value else {
      preconditionFailure("A RealmProperty begins with a value, or with nil.")
    }
    self.init(none)
  }
}

/// The name that older models know it by.
public typealias RealmOptional<Value> = RealmProperty<Value?>

/// An enum whose raw values a store keeps.
public protocol PersistableEnum: RawRepresentable, CaseIterable, Hashable, RealmStandIn {}

extension PersistableEnum {
  /// The raw value that a migration writes.
  public var migrationValue: Any? { rawValue }

  static var firstCase: Any? { allCases.first }

  static func make(_ raw: Any) -> Self? { (raw as? RawValue).flatMap(Self.init(rawValue:)) }
}
