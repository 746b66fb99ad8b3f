import MigCheckModel

extension CoreDataModel {
  /// The schema of graphs that objects of the model form: each entity with all that its objects
  /// have, inherited ones included, and without what is not stored.
  package var schema: Schema {
    Schema(
      entities.map { entity in
        ObjectType(
          entity.name, parent: entity.parent, abstract: entity.isAbstract,
          attributes(of: entity.name).filter(\.isStored).map(\.property)
            + relationships(of: entity.name).filter(\.isStored).map(\.property))
      })
  }
}

extension CoreDataAttribute {
  /// As a property of a schema.
  package var property: Property {
    Property(name, type.propertyType, optional: isOptional, default: defaultValue)
  }
}

extension CoreDataRelationship {
  /// As a property of a schema.
  package var property: Property {
    Property(
      name, .object, collection: isToMany ? (isOrdered ? .list : .set) : nil,
      objectType: destination, optional: !isToMany)
  }
}

extension CoreDataAttributeType {
  /// The type that values have in a graph.
  package var propertyType: PropertyType {
    switch self {
    case .integer16, .integer32, .integer64: .int
    case .boolean: .bool
    case .double: .double
    case .float: .float
    case .decimal: .decimal128
    case .string, .uri: .string
    case .date: .date
    case .uuid: .uuid
    case .binary, .transformable, .composite, .undefined: .data
    }
  }
}
