import MigCheckModel

/// Finds objects that have nothing where a to-one relationship is required from now on.
struct RequiredLinkCheck {
  /// A to-one relationship that was not there, or could be empty.
  struct Link: Sendable {
    var entity: Name
    var relationship: Name
    var isAdded: Bool
  }

  let links: [Link]

  init(_ mapping: InferredMapping, to new: CoreDataModel) {
    links = mapping.entities.flatMap { entity -> [Link] in
      guard !entity.isUnchanged, entity.source != nil,
        new.entity(entity.destination)?.isAbstract == false
      else {
        return []
      }
      return entity.relationships.compactMap { relationship in
        let own = relationship.destination
        guard own.isStored, !own.isToMany, !own.isOptional else { return nil }
        let old = relationship.source.flatMap { $0.isStored ? $0 : nil }
        guard old?.isOptional ?? true else { return nil }
        return Link(entity: entity.destination, relationship: own.name, isAdded: old == nil)
      }
    }
  }

  /// - Throws: `UpgradeError` for the first relationship that an object has none for.
  /// - Complexity: O(*n*) in the number of objects of its entities.
  func require(in graph: ObjectGraph) throws(UpgradeError) {
    for link in links {
      guard let type = graph.schema.index(of: link.entity),
        let column = graph.schema.types[type].storedIndex(of: link.relationship),
        graph.tables[type].columns[column].contains(where: \.isNull)
      else { continue }
      throw link.error
    }
  }
}

extension RequiredLinkCheck.Link {
  fileprivate var error: UpgradeError {
    let place = "\(entity).\(relationship)"
    return UpgradeError(
      .nullForRequired,
      isAdded
        ? "\(place) is added and required, and existing objects have none: Core Data reports "
          + "missing values on a mandatory relationship, and does not migrate."
        : "\(place) becomes required, and an object has none. What Core Data does then is not "
          + "documented; no such object can be saved.",
      type: entity, property: relationship)
  }
}
