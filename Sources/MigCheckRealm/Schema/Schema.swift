import MigCheckModel

/// The types of a store at one version.
public struct Schema {
  private let base: MigCheckModel.Schema

  init(_ base: MigCheckModel.Schema) { self.base = base }

  public var objectSchema: [ObjectSchema] { base.types.map(ObjectSchema.init) }

  public subscript(className: String) -> ObjectSchema? {
    base.type(named: Name(className)).map(ObjectSchema.init)
  }
}

/// A type of a store at one version.
public struct ObjectSchema {
  private let base: ObjectType

  init(_ base: ObjectType) { self.base = base }

  init(named name: String) { base = ObjectType(name, [] as [MigCheckModel.Property]) }

  public var className: String { base.name.text }
  public var properties: [Property] { base.storedProperties.map { Property($0, in: base) } }
  public var primaryKeyProperty: Property? { base.primaryKey.flatMap { self[$0.text] } }
  public var isEmbedded: Bool { base.isEmbedded }

  public subscript(propertyName: String) -> Property? {
    base.property(named: Name(propertyName)).map { Property($0, in: base) }
  }
}

/// A property of a type.
public struct Property: CustomStringConvertible {
  private let base: MigCheckModel.Property
  public let isPrimaryKey: Bool

  init(_ base: MigCheckModel.Property, in type: ObjectType) {
    self.base = base
    isPrimaryKey = type.primaryKey == base.name
  }

  public var name: String { base.name.text }
  public var columnName: String { base.name.text }
  public var type: PropertyType { PropertyType(base.type) }
  public var isArray: Bool { base.collection == .list || base.isComputed }
  public var isSet: Bool { base.collection == .set }
  public var isMap: Bool { base.collection == .dictionary }
  public var isIndexed: Bool { base.isIndexed || isPrimaryKey }
  public var isOptional: Bool { base.isOptional }
  public var objectClassName: String? { base.objectType?.text }
  public var description: String { "\(name): \(base.notation)" }
}

/// The type of a property's values, or of its elements.
public enum PropertyType: Hashable, Sendable {
  case int, bool, float, double, string, data, any, date, object, linkingObjects, objectId
  case decimal128
  // swift-format-ignore: AlwaysUseLowerCamelCase
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
