import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// Refuses a model that is not consistent in itself.
struct CoreDataModelValidator {
  let file: String
  let model: CoreDataModel

  /// - Throws: `InputError` with the line and the entity of the first fault.
  func requireConsistent() throws(InputError) {
    var names = Set<Name>()
    var rooted = Set<Name>()
    for entity in model.entities {
      guard names.insert(entity.name).inserted else {
        throw error(entity, "two entities have this name", "rename one of them")
      }
      try requireParents(of: entity, rooted: &rooted)
      try requireUniqueProperties(of: entity)
      for relationship in entity.relationships {
        try requireDestination(of: relationship, in: entity)
      }
    }
    for entity in model.entities { try requireConstraints(of: entity) }
  }

  private func error(
    _ entity: CoreDataEntity, property: (any CoreDataProperty)? = nil, _ problem: String,
    _ remedy: String
  ) -> InputError {
    InputError(
      file: file, line: property?.line ?? entity.line,
      path: property.map { "\(entity.name).\($0.name)" } ?? entity.name.text, problem: problem,
      remedy: remedy)
  }

  /// Names that were meant, or those that there are.
  private func entityRemedy(_ name: Name) -> String {
    let names = model.entities.map(\.name.text)
    if let meant = nearest(to: name.text, among: names) { return "did you mean \(quoted(meant))?" }
    return names.isEmpty ? "the model has none" : "its entities are \(quotedList(names))"
  }

  /// - Parameter rooted: entities whose parents are known to lead to a root.
  private func requireParents(
    of entity: CoreDataEntity, rooted: inout Set<Name>
  ) throws(InputError) {
    var seen: Set<Name> = [entity.name]
    var next = entity
    while let name = next.parent, !rooted.contains(name) {
      guard let parent = model.entity(name) else {
        throw error(
          next, "its parent \(quoted(name.text)) is no entity of the model", entityRemedy(name))
      }
      guard seen.insert(name).inserted else {
        throw error(
          entity, "the entity is an ancestor of itself, or of its parent",
          "take one of the parents out")
      }
      next = parent
    }
    rooted.formUnion(seen)
  }

  private func requireUniqueProperties(of entity: CoreDataEntity) throws(InputError) {
    var names = Set<Name>()
    let properties: [any CoreDataProperty] = entity.attributes + entity.relationships
    for property in properties where !names.insert(property.name).inserted {
      throw error(
        entity, property: property, "two properties of the entity have this name",
        "rename one of them")
    }
  }

  private func requireDestination(
    of relationship: CoreDataRelationship, in entity: CoreDataEntity
  ) throws(InputError) {
    guard model.entity(relationship.destination) == nil else { return }
    throw error(
      entity, property: relationship,
      "its destination \(quoted(relationship.destination.text)) is no entity of the model",
      entityRemedy(relationship.destination))
  }

  private func requireConstraints(of entity: CoreDataEntity) throws(InputError) {
    let names =
      model.attributes(of: entity.name).map(\.name)
      + model.relationships(of: entity.name).map(\.name)
    for name in entity.uniquenessConstraints.joined() where !names.contains(name) {
      throw error(
        entity, "a uniqueness constraint names \(quoted(name.text)), which is no property of it",
        nearest(to: name.text, among: names.map(\.text)).map { "did you mean \(quoted($0))?" }
          ?? "take it out")
    }
  }
}

extension CoreDataModel {
  /// The same model, where an inverse that the destination does not have, or that leads elsewhere,
  /// counts for none: Xcode only warns of such.
  func keepingValidInverses() -> CoreDataModel {
    var entities = entities
    for index in entities.indices {
      let owner = entities[index].name
      for place in entities[index].relationships.indices {
        let relationship = entities[index].relationships[place]
        guard let inverse = relationship.inverse else { continue }
        let isValid = relationships(of: relationship.destination).contains { candidate in
          candidate.name == inverse && candidate.inverse == relationship.name
            && (entity(candidate.destination, isKindOf: owner)
              || entity(owner, isKindOf: candidate.destination))
        }
        if !isValid { entities[index].relationships[place].inverse = nil }
      }
    }
    return CoreDataModel(
      entities: entities, identifier: identifier, configurations: configurations)
  }
}
