import MigCheckText

/// The type of one stored value, or of the elements of a collection.
///
/// The raw value is the name that history files use.
public enum PropertyType: String, Sendable, CaseIterable, Codable {
  /// A value that stands in the object itself; `mixed` is a value of any of these types, or a link.
  case bool, int, float, double, decimal128, string, data, date, uuid, objectId, mixed
  /// A link to an object of `Property.objectType`.
  case object
  /// The objects that link here: computed, never stored.
  case linkingObjects
}

/// How many values a property holds. A property that is no collection holds one.
public enum CollectionKind: String, Sendable, CaseIterable, Codable {
  /// Ordered, with any number of equal elements.
  case list
  /// Without order and without duplicates.
  case set
  /// Keys are strings.
  case dictionary
}

/// One property of an object type.
public struct Property: Sendable, Equatable {
  /// The name, which no other property of the type has.
  public var name: Name
  /// The type of the value, or of each element of a collection.
  public var type: PropertyType
  /// The kind of collection, or `nil` for a single value.
  public var collection: CollectionKind?
  /// Whether the value, or each element of a collection, may be null.
  ///
  /// An engine may demand one or the other: of most, a to-one link is always optional, and the
  /// elements of a list of links never are.
  public var isOptional: Bool
  /// Whether the schema declares an index for it.
  public var isIndexed: Bool
  /// What few properties have; `nil`: nothing of it.
  private var details: PropertyDetails?

  /// The target of a link, or the origin type of linking objects; `nil` for every other type.
  public var objectType: Name? {
    get { details?.objectType }
    set { details = PropertyDetails(newValue, originProperty, defaultValue) }
  }

  /// The property whose links are followed backwards; only of linking objects.
  public var originProperty: Name? {
    get { details?.originProperty }
    set { details = PropertyDetails(objectType, newValue, defaultValue) }
  }

  /// The default that the schema declares, or `nil` where it declares none.
  public var defaultValue: Value? {
    get { details?.defaultValue }
    set { details = PropertyDetails(objectType, originProperty, newValue) }
  }

  /// A property as a schema declares it: a required single value, unless arguments say otherwise.
  public init(
    _ name: Name, _ type: PropertyType, collection: CollectionKind? = nil,
    objectType: Name? = nil, originProperty: Name? = nil, optional: Bool = false,
    indexed: Bool = false, default defaultValue: Value? = nil
  ) {
    self.name = name
    self.type = type
    self.collection = collection
    self.isOptional = optional
    self.isIndexed = indexed
    details = PropertyDetails(objectType, originProperty, defaultValue)
  }

  /// Whether the property is derived from others and has no value of its own.
  public var isComputed: Bool { type == .linkingObjects }

  /// Whether the property holds links to objects of a type that the schema names.
  public var isLink: Bool { type == .object }

  /// The value of an object that nothing was said about, default aside: null, zero or empty.
  public var zeroValue: Value {
    switch collection {
    case .list: .list([])
    case .set: .set([])
    case .dictionary: .dictionary([])
    case nil: isOptional ? .null : type.zeroValue
    }
  }

  /// The declared default, or else the zero value.
  public var initialValue: Value { defaultValue ?? zeroValue }

  /// The notation of history files: `int`, `string?`, `Dog[]`, `double<>`, `data?{}`.
  public var notation: String {
    if type == .linkingObjects {
      return "linkingObjects(\(objectType ?? "").\(originProperty ?? ""))"
    }
    let base = objectType?.text ?? type.rawValue
    let isMarked = isOptional && !(isLink && collection != nil) && type != .mixed
    let mark = isMarked ? "?" : ""
    switch collection {
    case .list: return base + mark + "[]"
    case .set: return base + mark + "<>"
    case .dictionary: return base + mark + "{}"
    case nil: return base + mark
    }
  }
}

/// One object type of a schema; some engines call it an entity.
public struct ObjectType: Sendable {
  /// Unique in the schema.
  public let name: Name
  /// The name of the primary-key property, or `nil`.
  public let primaryKey: Name?
  /// Whether each object of the type lives inside exactly one parent.
  public let isEmbedded: Bool
  /// The type that this one is a kind of, or `nil`. A link to the parent may lead to objects of this
  /// type too. Properties are not inherited by that: each type declares all that it has.
  public let parent: Name?
  /// Whether there are no objects of the type itself, only of types whose parent it is.
  public let isAbstract: Bool
  /// All properties in the order of their declaration.
  public let properties: [Property]
  /// The properties that are stored: all but linking objects, in the order of their declaration.
  public let storedProperties: [Property]

  /// A type with its properties in the order of their declaration.
  public init(
    _ name: Name, primaryKey: Name? = nil, embedded: Bool = false, parent: Name? = nil,
    abstract: Bool = false, _ properties: [Property]
  ) {
    self.name = name
    self.primaryKey = primaryKey
    self.isEmbedded = embedded
    self.parent = parent
    self.isAbstract = abstract
    self.properties = properties
    self.storedProperties = properties.filter { !$0.isComputed }
  }

  /// - Complexity: O(*n*) in the number of properties.
  public func property(named name: Name) -> Property? {
    properties.first { $0.name == name }
  }

  /// The properties that are derived from others.
  ///
  /// - Complexity: O(*n*) in the number of properties; O(1) where all are stored.
  package var computedProperties: [Property] {
    storedProperties.count == properties.count ? [] : properties.filter(\.isComputed)
  }

  /// The position of a property among the stored ones.
  /// - Complexity: O(*n*) in the number of properties.
  public func storedIndex(of name: Name) -> Int? {
    // A closure over elements would copy each of them.
    for index in storedProperties.indices
    where storedProperties[index].name == name {
      return index
    }
    return nil
  }
}

extension ObjectType: Equatable {
  /// - Complexity: O(*n*) in the number of properties; O(1) for copies.
  public static func == (left: ObjectType, right: ObjectType) -> Bool {
    // The stored properties follow from all of them.
    left.name == right.name && left.primaryKey == right.primaryKey
      && left.isEmbedded == right.isEmbedded && left.parent == right.parent
      && left.isAbstract == right.isAbstract && left.properties == right.properties
  }
}

/// The object types of one version.
///
/// Two schemas are equal if they declare the same types in the same order, with the same properties
/// in the same order: names by their bytes, defaults bit for bit.
public struct Schema: Sendable, Equatable, Codable {
  /// In the order of their declaration.
  public let types: [ObjectType]

  /// Where types stand in a schema of many; `nil`: there are few, and a search is as fast.
  private let places: [Name: Int]?

  /// A schema with the given types in their order; nothing is checked.
  public init(_ types: [ObjectType]) {
    self.types = types
    places =
      types.count <= 16
      ? nil : Dictionary(types.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  private enum CodingKeys: String, CodingKey {
    case types
  }

  /// Reads the types.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode([ObjectType].self, forKey: .types))
  }

  /// Whether both have equal types in the same order.
  public static func == (left: Schema, right: Schema) -> Bool { left.types == right.types }

  /// The position of the first type with a name.
  ///
  /// - Complexity: O(1).
  public func index(of name: Name) -> Int? {
    if let places { return places[name] }
    for index in types.indices where types[index].name == name { return index }
    return nil
  }

  /// - Complexity: O(1).
  public func type(named name: Name) -> ObjectType? {
    index(of: name).map { types[$0] }
  }

  /// Whether objects of a type may stand where those of another one are asked for: it is that type,
  /// or its parent leads there.
  ///
  /// - Complexity: O(*n*) in the number of parents.
  public func type(_ name: Name, isKindOf other: Name) -> Bool {
    var next: Name? = name
    for _ in 0...types.count {
      guard let name = next else { return false }
      if name == other { return true }
      next = type(named: name)?.parent
    }
    return false
  }
}

extension Schema {
  /// The types that objects may have which stand where those of one type are asked for, the type
  /// itself first: all that are of its kind and not abstract.
  ///
  /// - Complexity: O(*n*) in the number of types for each parent.
  package func concreteTypes(of type: Int) -> [Int] {
    let name = types[type].name
    let kinds = types.indices.filter { $0 != type && self.type(types[$0].name, isKindOf: name) }
    return ([type] + kinds).filter { !types[$0].isAbstract }
  }
}
