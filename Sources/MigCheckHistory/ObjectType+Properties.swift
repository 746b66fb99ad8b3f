import Foundation
import MigCheckModel

extension ObjectType {
  /// The properties of an object type as a history lists them, in the order of their declaration.
  ///
  ///     ObjectType("Person", primaryKey: "id", [
  ///       "id": .int,
  ///       "nickname": .string.optional,
  ///       "dogs": .list(of: "Dog"),
  ///     ])
  ///
  /// Versions can share a part of them: `ObjectType("Person", common, ["age": .int])`.
  public struct Properties: ExpressibleByDictionaryLiteral, Sendable {
    fileprivate let list: [Property]

    /// The properties of a dictionary literal, in the order in which it lists them.
    public init(dictionaryLiteral elements: (String, PropertyContent)...) {
      list = elements.map { name, content in content.property(named: name) }
    }
  }

  /// An object type with its properties.
  ///
  /// - Parameters:
  ///   - primaryKey: the name of one of the properties.
  ///   - embedded: whether each object lives inside exactly one parent.
  ///   - properties: one or more lists, which are joined.
  public init(
    _ name: String, primaryKey: String? = nil, embedded: Bool = false, _ properties: Properties...
  ) {
    self.init(name, primaryKey: primaryKey, embedded: embedded, properties.flatMap(\.list))
  }
}

extension ObjectType {
  package init(_ name: String, properties: [Properties]) {
    self.init(name, properties.flatMap(\.list))
  }

  /// What a property holds: a single value, a link, or a collection of one of these.
  ///
  /// Written with a leading dot, as in `"age": .int`.
  public struct PropertyContent: Sendable {
    private var template: Property

    func property(named name: String) -> Property {
      var property = template
      property.name = Name(name)
      return property
    }
  }
}

// MARK: Single values

extension ObjectType.PropertyContent {
  /// A truth value.
  public static let bool = Self(.bool)
  /// An integer of 64 bits.
  public static let int = Self(.int)
  /// A floating-point number of 32 bits.
  public static let float = Self(.float)
  /// A floating-point number of 64 bits.
  public static let double = Self(.double)
  /// A decimal of 34 digits.
  public static let decimal128 = Self(.decimal128)
  /// A text.
  public static let string = Self(.string)
  /// Bytes.
  public static let data = Self(.data)
  /// A moment in UTC, to the nanosecond.
  public static let date = Self(.date)
  /// A UUID.
  public static let uuid = Self(.uuid)
  /// An identifier of 12 bytes.
  public static let objectId = Self(.objectId)
  /// A value of any of these types, a link to a top-level object, or null.
  public static let mixed = Self(.mixed).optional

  /// The same, where null is allowed too: as the value, or as an element of a collection.
  public var optional: Self {
    var copy = self
    copy.template.isOptional = true
    return copy
  }

  /// The same with an index, which upgrades add and remove without touching the values.
  public var indexed: Self {
    var copy = self
    copy.template.isIndexed = true
    return copy
  }

  private init(_ type: PropertyType, default value: Value? = nil) {
    template = Property("", type, default: value)
  }
}

// MARK: Defaults

// What the schema declares for objects that are created without a value.
extension ObjectType.PropertyContent {
  /// A truth value with a default.
  public static func bool(default value: Bool) -> Self { Self(.bool, default: .bool(value)) }
  /// An integer with a default.
  public static func int(default value: Int) -> Self { Self(.int, default: .int(Int64(value))) }
  /// A floating-point number of 32 bits with a default.
  public static func float(default value: Float) -> Self { Self(.float, default: .float(value)) }
  /// A floating-point number of 64 bits with a default.
  public static func double(default value: Double) -> Self {
    Self(.double, default: .double(value))
  }
  /// A decimal with a default.
  public static func decimal128(default value: Value.Decimal) -> Self {
    Self(.decimal128, default: .decimal128(value))
  }
  /// A text with a default.
  public static func string(default value: String) -> Self {
    Self(.string, default: .string(value))
  }
  /// Bytes with a default.
  public static func data(default value: Data) -> Self {
    Self(.data, default: .data(Array(value)))
  }
  /// - Precondition: the seconds since 1970 fit into 64 bits.
  public static func date(default value: Date) -> Self {
    guard let moment = Timestamp(value) else { preconditionFailure("no store holds \(value)") }
    return Self(.date, default: .date(moment))
  }
  /// A UUID with a default.
  public static func uuid(default value: UUID) -> Self {
    Self(.uuid, default: .uuid(UUIDBytes(value)))
  }
  /// An identifier of 12 bytes with a default.
  public static func objectId(default value: Value.ObjectID) -> Self {
    Self(.objectId, default: .objectId(value))
  }
}

// MARK: Links and collections

extension ObjectType.PropertyContent {
  /// A link to at most one object; to an embedded type, an object that lives in this one.
  public static func link(to objectType: String) -> Self {
    Self(.link("", to: objectType))
  }

  /// The objects that link here through a property. They are computed, never stored.
  public static func linkingObjects(from objectType: String, property: String) -> Self {
    Self(.linkingObjects("", from: objectType, property: property))
  }

  /// A list of single values, such as `.list(of: .string)`.
  public static func list(of element: Self) -> Self { element.collected(as: .list) }

  /// A list of objects.
  public static func list(of objectType: String) -> Self {
    Self(.list("", of: objectType))
  }

  /// A set of single values.
  public static func set(of element: Self) -> Self { element.collected(as: .set) }

  /// A set of objects.
  public static func set(of objectType: String) -> Self {
    Self(.set("", of: objectType))
  }

  /// A dictionary of single values, with strings as keys.
  public static func dictionary(of element: Self) -> Self { element.collected(as: .dictionary) }

  /// A dictionary of objects, with strings as keys. Its links may be null.
  public static func dictionary(of objectType: String) -> Self {
    Self(.dictionary("", of: objectType))
  }

  private init(_ template: Property) {
    self.template = template
  }

  /// - Precondition: the element is a single value: no store has collections of collections.
  private func collected(as kind: CollectionKind) -> Self {
    precondition(
      template.collection == nil && template.objectType == nil,
      "A collection holds single values, or objects of a type that is named.")
    var copy = self
    copy.template.collection = kind
    return copy
  }
}

// MARK: Values that Foundation has no type for

extension Value {
  /// A decimal as a migration block reads it from a `decimal128` property and writes it there.
  public typealias Decimal = Decimal128
  /// An object id as a migration block reads it and writes it.
  public typealias ObjectID = ObjectIDBytes
}
