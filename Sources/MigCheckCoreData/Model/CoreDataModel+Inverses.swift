import MigCheckModel

extension CoreDataModel {
  /// The relationship that leads back; `nil`: there is none.
  package func inverse(of relationship: CoreDataRelationship) -> CoreDataRelationship? {
    guard let name = relationship.inverse else { return nil }
    return relationships(of: relationship.destination).first { $0.name == name }
  }

  /// The entity itself, or the nearest above it, that declares a relationship which it has.
  package func entityDeclaring(relationship: Name, of entity: Name) -> Name {
    lineage(of: entity).first { entity in
      entity.relationships.contains { $0.name == relationship }
    }?.name ?? entity
  }

  /// Whether a relationship is its own inverse, as that to friends. One of another entity may have its name.
  ///
  /// - Parameter entity: declares it.
  package func isOwnInverse(_ relationship: CoreDataRelationship, of entity: Name) -> Bool {
    relationship.inverse == relationship.name
      && entityDeclaring(relationship: relationship.name, of: relationship.destination) == entity
  }
}
