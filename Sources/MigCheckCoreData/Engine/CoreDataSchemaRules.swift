import MigCheckModel

/// Which schemas Core Data can have.
enum CoreDataSchemaRules {
  /// What is wrong with a schema, one sentence each.
  static func errors(of schema: Schema) -> [String] {
    schema.types.flatMap { type -> [String] in
      var errors = [String]()
      if type.isEmbedded { errors.append("Entity '\(type.name)' cannot be embedded.") }
      if let parent = type.parent, schema.index(of: parent) == nil {
        errors.append("The parent '\(parent)' of entity '\(type.name)' does not exist.")
      }
      return errors + type.properties.compactMap { error(of: $0, in: type.name, schema) }
    }
  }

  private static func error(of property: Property, in type: Name, _ schema: Schema) -> String? {
    let place = "'\(type).\(property.name)'"
    switch property.type {
    case .object:
      guard let target = property.objectType, schema.index(of: target) != nil else {
        return "The destination of relationship \(place) does not exist."
      }
      return property.collection == .dictionary ? "Relationship \(place) is a dictionary." : nil
    case .mixed, .linkingObjects, .objectId:
      return "Core Data has no attributes of type '\(property.type.rawValue)', as \(place)."
    default:
      return property.collection == nil ? nil : "Attribute \(place) holds several values."
    }
  }
}

extension CoreDataModel {
  /// What a plain schema says of a model: nothing is renamed, and no relationship has an inverse.
  init(schema: Schema) {
    self.init(
      entities: schema.types.map { type in
        var entity = CoreDataEntity(type.name)
        entity.parent = type.parent
        entity.isAbstract = type.isAbstract
        for property in type.storedProperties {
          if property.isLink {
            var relationship = CoreDataRelationship(property.name, to: property.objectType ?? "")
            relationship.isToMany = property.collection != nil
            relationship.isOrdered = property.collection == .list
            relationship.isOptional = true
            entity.relationships.append(relationship)
          } else {
            var attribute = CoreDataAttribute(property.name, property.type.attributeType ?? .binary)
            attribute.isOptional = property.isOptional
            attribute.defaultValue = property.defaultValue
            entity.attributes.append(attribute)
          }
        }
        return entity
      })
  }
}

extension PropertyType {
  /// The attribute type whose values are of this type; `nil`: there is none.
  package var attributeType: CoreDataAttributeType? {
    switch self {
    case .bool: .boolean
    case .int: .integer64
    case .float: .float
    case .double: .double
    case .decimal128: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .binary
    case .objectId, .mixed, .object, .linkingObjects: nil
    }
  }
}
