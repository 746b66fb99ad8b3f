import MigCheckModel

/// What the version hashes of a model are made of: Core Data takes two models with equal hashes for
/// one, and runs no migration.
///
/// Delete rules, classes, value transformers, defaults, limits of values, indexes and renaming
/// identifiers are no part of it.
enum VersionHash {
  static func isEqual(_ first: CoreDataModel, _ second: CoreDataModel) -> Bool {
    guard first.entities.count == second.entities.count else { return false }
    return first.entities.allSatisfy { entity in
      second.entity(entity.name).map { Parts($0) == Parts(entity) } ?? false
    }
  }

  private struct Parts: Equatable {
    var parent: Name?
    var isAbstract: Bool
    var modifier: String?
    var attributes: Set<AttributeParts>
    var relationships: Set<RelationshipParts>
    var constraints: Set<[Name]>

    init(_ entity: CoreDataEntity) {
      parent = entity.parent
      isAbstract = entity.isAbstract
      modifier = entity.versionHashModifier
      attributes = Set(entity.attributes.map(AttributeParts.init))
      relationships = Set(entity.relationships.map(RelationshipParts.init))
      constraints = Set(entity.uniquenessConstraints)
    }
  }

  private struct AttributeParts: Hashable {
    var name: Name
    var type: String
    var isOptional: Bool
    var isTransient: Bool
    var derivation: String?
    var modifier: String?

    init(_ attribute: CoreDataAttribute) {
      name = attribute.name
      type = attribute.type.description
      isOptional = attribute.isOptional
      isTransient = attribute.isTransient
      derivation = attribute.isDerived ? attribute.derivation ?? "" : nil
      modifier = attribute.versionHashModifier
    }
  }

  private struct RelationshipParts: Hashable {
    var name: Name
    var destination: Name
    var inverse: Name?
    var isOptional: Bool
    var isTransient: Bool
    var isOrdered: Bool
    var minimumCount: Int
    var maximumCount: Int
    var modifier: String?

    init(_ relationship: CoreDataRelationship) {
      name = relationship.name
      destination = relationship.destination
      inverse = relationship.inverse
      isOptional = relationship.isOptional
      isTransient = relationship.isTransient
      isOrdered = relationship.isOrdered
      minimumCount = relationship.minimumCount
      // To-one is a to-many of one at most.
      maximumCount = relationship.isToMany ? relationship.maximumCount : 1
      modifier = relationship.versionHashModifier
    }
  }
}
