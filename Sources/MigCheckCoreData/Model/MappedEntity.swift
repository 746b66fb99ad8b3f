import MigCheckModel

/// What the mapping of one entity depends on, with all that its objects have.
///
/// Nearly all upgrades leave nearly all entities alone. Where two models have the same here, and also
/// of the entities that relationships lead to, nothing changes.
struct MappedEntity: Sendable, Equatable {
  private struct Attribute: Sendable, Equatable {
    var name: Name
    var identifier: Name
    var type: CoreDataAttributeType
    var isOptional: Bool
    var isStored: Bool
    var requiredLevels: Int
  }

  private struct Relationship: Sendable, Equatable {
    var name: Name
    var identifier: Name
    var destination: Name
    var inverse: Name?
    var isToMany: Bool
    var isOptional: Bool
    var isStored: Bool
  }

  private let isAbstract: Bool
  private let identifier: Name
  private let attributes: [Attribute]
  private let relationships: [Relationship]

  /// - Returns: `nil`: each property has to be looked at, since one of them is derived, its order depends
  ///   on other entities, or its identifier is that of another one too.
  init?(_ entity: CoreDataEntity, in model: CoreDataModel) {
    let (attributes, relationships) = (
      model.attributes(of: entity.name), model.relationships(of: entity.name)
    )
    guard !attributes.contains(where: \.isDerived), !relationships.contains(where: \.isOrdered),
      Set(attributes.map(\.matchingIdentifier)).count == attributes.count,
      Set(relationships.map(\.matchingIdentifier)).count == relationships.count
    else { return nil }
    isAbstract = entity.isAbstract
    identifier = entity.matchingIdentifier
    self.attributes = attributes.map {
      Attribute(
        name: $0.name, identifier: $0.matchingIdentifier, type: $0.type,
        isOptional: $0.isOptional, isStored: $0.isStored, requiredLevels: $0.requiredLevels)
    }
    self.relationships = relationships.map {
      Relationship(
        name: $0.name, identifier: $0.matchingIdentifier, destination: $0.destination,
        inverse: $0.inverse, isToMany: $0.isToMany, isOptional: $0.isOptional,
        isStored: $0.isStored)
    }
  }

  /// Whether all relationships lead to some of the entities.
  func leads(onlyTo entities: Set<Name>) -> Bool {
    relationships.allSatisfy { entities.contains($0.destination) }
  }
}
