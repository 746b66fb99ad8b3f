import MigCheckModel

/// The types of a store at one version.
public struct Schema {
  private let base: MigCheckModel.Schema

  init(_ base: MigCheckModel.Schema) { self.base = base }

  /// The types, in the order of their declaration.
  public var objectSchema: [ObjectSchema] { base.types.map(ObjectSchema.init) }

  /// The type of that name; `nil` if the version has none.
  public subscript(className: String) -> ObjectSchema? {
    base.type(named: Name(className)).map(ObjectSchema.init)
  }
}

/// A type of a store at one version.
public struct ObjectSchema {
  private let base: ObjectType

  init(_ base: ObjectType) { self.base = base }

  init(named name: String) { base = ObjectType(name, [] as [MigCheckModel.Property]) }

  /// The name of the type, as the store has it.
  public var className: String { base.name.text }
  /// The stored properties, in the order of their declaration.
  public var properties: [Property] { base.storedProperties.map { Property($0, in: base) } }
  /// The primary key; `nil` if the type has none.
  public var primaryKeyProperty: Property? { base.primaryKey.flatMap { self[$0.text] } }
  /// Whether objects of the type live inside a parent.
  public var isEmbedded: Bool { base.isEmbedded }

  /// The property of that name; `nil` if the type has none.
  public subscript(propertyName: String) -> Property? {
    base.property(named: Name(propertyName)).map { Property($0, in: base) }
  }
}

/// A property of a type.
public struct Property: CustomStringConvertible {
  private let base: MigCheckModel.Property
  /// Whether the property is the primary key of its type.
  public let isPrimaryKey: Bool

  init(_ base: MigCheckModel.Property, in type: ObjectType) {
    self.base = base
    isPrimaryKey = type.primaryKey == base.name
  }

  /// The name, as the store has it.
  public var name: String { base.name.text }
  /// The same as `name`: a schema here has only the names of the store.
  public var columnName: String { base.name.text }
  /// The type of the value, or of each element.
  public var type: PropertyType { PropertyType(base.type) }
  /// Whether it is a list, or linking objects.
  public var isArray: Bool { base.collection == .list || base.isComputed }
  /// Whether it is a set.
  public var isSet: Bool { base.collection == .set }
  /// Whether it is a dictionary.
  public var isMap: Bool { base.collection == .dictionary }
  /// Whether it is indexed; a primary key always is.
  public var isIndexed: Bool { base.isIndexed || isPrimaryKey }
  /// Whether the value, or an element, may be null.
  public var isOptional: Bool { base.isOptional }
  /// The type that a link leads to, or that linking objects come from; `nil` for other properties.
  public var objectClassName: String? { base.objectType?.text }
  /// The name, and the type in the notation of history files, such as `dogs: Dog[]`.
  public var description: String { "\(name): \(base.notation)" }
}

/// The type of a property's values, or of its elements.
public enum PropertyType: Hashable, Sendable {
  /// A type of Realm by its name there; `any` is a value of any type, `object` a link.
  case int, bool, float, double, string, data, any, date, object, linkingObjects, objectId
  /// A decimal number of 34 digits.
  case decimal128
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A UUID.
  case UUID

  init(_ type: MigCheckModel.PropertyType) {
    self =
      switch type {
      case .bool: .bool
      case .int: .int
      case .float: .float
      case .double: .double
      case .decimal128: .decimal128
      case .string: .string
      case .data: .data
      case .date: .date
      case .uuid: .UUID
      case .objectId: .objectId
      case .mixed: .any
      case .object: .object
      case .linkingObjects: .linkingObjects
      }
  }
}
