import MigCheckModel

/// Infers the mapping between two model versions.
///
/// Entities match by their renaming identifiers, then properties within matched entities. Everything
/// is asked of entities as their objects are, with what they inherit: so properties that move up or
/// down a hierarchy are found again.
package struct MappingInference {
  let source: CoreDataModel
  let destination: CoreDataModel
  /// Where the entities of the destination come from.
  private var sources = [Name: CoreDataEntity]()
  private var problems = [InferenceProblem]()

  private init(_ source: CoreDataModel, _ destination: CoreDataModel) {
    self.source = source
    self.destination = destination
  }

  /// - Complexity: O(*n*) in the number of entities and properties, O(*e*²) in that of entities whose
  ///   ancestors change.
  package static func mapping(
    from source: CoreDataModel, to destination: CoreDataModel
  ) -> InferredMapping {
    mapping(from: source, to: destination, looksAtAll: false)
  }

  /// - Parameter looksAtAll: whether to look at each property of entities too that both models have alike.
  static func mapping(
    from source: CoreDataModel, to destination: CoreDataModel, looksAtAll: Bool
  ) -> InferredMapping {
    var inference = MappingInference(source, destination)
    return inference.mapping(looksAtAll: looksAtAll)
  }

  private mutating func mapping(looksAtAll: Bool) -> InferredMapping {
    matchEntities()
    let unchanged = looksAtAll ? [] : unchangedEntities()
    let entities = withKeptInverses(
      destination.entities.map { entity in
        unchanged.contains(entity.name)
          ? InferredEntity(unchanged: entity.name, from: source, to: destination)
          : self.entity(entity)
      })
    problems +=
      HierarchyComparison(source: source, destination: destination, sources: sources)
      .problems
    let used = Set(sources.values.map(\.name))
    let all = withoutInherited(problems)
    return InferredMapping(
      entities: entities,
      removedEntities: source.entities.map(\.name).filter { !used.contains($0) },
      misnamed: misnamed(entities),
      refusals: all.filter(\.reason.isRefusal), warnings: all.filter { !$0.reason.isRefusal },
      needsMigration: !VersionHashes.areEqual(source, destination))
  }

  // MARK: Entities

  private mutating func matchEntities() {
    let candidates = Dictionary(grouping: source.entities, by: \.matchingIdentifier)
    for entity in destination.entities {
      let found = candidates[entity.matchingIdentifier] ?? []
      sources[entity.name] = best(of: found, for: entity.name)
      if found.count > 1 {
        problems.append(
          InferenceProblem(
            entity: entity.name, .ambiguousIdentifier(entity.matchingIdentifier)))
      }
    }
    giveEachSourceOnce()
  }

  /// Where several entities of the destination have one identifier, the one with the source's name
  /// gets it, or else the first.
  private mutating func giveEachSourceOnce() {
    var takers = [Name: [Name]]()
    for entity in destination.entities {
      if let source = sources[entity.name] { takers[source.name, default: []].append(entity.name) }
    }
    for entity in destination.entities {
      guard let source = sources[entity.name], let names = takers[source.name], names.count > 1,
        entity.name != names.first(where: { $0 == source.name }) ?? names[0]
      else { continue }
      sources[entity.name] = nil
      problems.append(
        InferenceProblem(entity: entity.name, .ambiguousIdentifier(entity.matchingIdentifier)))
    }
  }

  /// Entities that both models have alike, with the entities that their relationships lead to.
  private func unchangedEntities() -> Set<Name> {
    let (old, new) = (source.mappedEntities, destination.mappedEntities)
    let alike = Set(
      destination.entities.lazy.map(\.name).filter { name in
        guard sources[name]?.name == name, let mapped = new[name] else { return false }
        return mapped == old[name]
      })
    return alike.filter { new[$0]?.leads(onlyTo: alike) ?? false }
  }

  /// Of several that have the identifier, the one with the same name.
  private func best<Element: CoreDataMatchable>(of found: [Element], for name: Name) -> Element? {
    found.first { $0.name == name } ?? found.first
  }

  private mutating func entity(_ entity: CoreDataEntity) -> InferredEntity {
    let (name, old) = (entity.name, sources[entity.name])
    guard let old else {
      return InferredEntity(
        destination: name, source: nil,
        attributes: destination.attributes(of: name).map {
          InferredAttribute(destination: $0, origin: .added)
        },
        relationships: destination.relationships(of: name).map {
          InferredRelationship(destination: $0, origin: .added, losesOrder: false)
        },
        removed: [])
    }
    if entity.isAbstract, !old.isAbstract {
      problems.append(InferenceProblem(entity: name, .becameAbstract))
    }
    let oldAttributes = source.attributes(of: old.name)
    let oldRelationships = source.relationships(of: old.name)
    let identifiers = source.identifiers(of: old.name)
    var used = Set<Name>()
    let attributes = destination.attributes(of: name).map { attribute in
      let result = self.attribute(
        attribute, of: entity,
        from: match(attribute, among: oldAttributes, identifiers.attributes, of: name),
        among: oldAttributes)
      if let source = result.source { used.insert(source.name) }
      return result
    }
    let relationships = destination.relationships(of: name).map { relationship in
      let result = self.relationship(
        relationship, of: entity,
        from: match(relationship, among: oldRelationships, identifiers.relationships, of: name))
      if let source = result.source { used.insert(source.name) }
      return result
    }
    let oldNames = oldAttributes.map(\.name) + oldRelationships.map(\.name)
    return InferredEntity(
      destination: name, source: old.name, attributes: attributes, relationships: relationships,
      removed: oldNames.filter { !used.contains($0) })
  }

  /// - Parameter places: those of the candidates, by their identifiers.
  private mutating func match<Property: CoreDataMatchable>(
    _ property: Property, among candidates: [Property], _ places: [Name: [Int]], of entity: Name
  ) -> Property? {
    let identifier = property.matchingIdentifier
    let found = (places[identifier] ?? []).map { candidates[$0] }
    if found.count > 1 {
      problems.append(
        InferenceProblem(entity: entity, property: property.name, .ambiguousIdentifier(identifier)))
    }
    return best(of: found, for: property.name)
  }

  /// What names something of the source that goes, as a chain of renames does in which each identifier
  /// is the name of the version before: the name is not the identifier there any more.
  private func misnamed(_ entities: [InferredEntity]) -> [HopMapping.Misnaming] {
    let used = Set(sources.values.map(\.name))
    return entities.flatMap { entity -> [HopMapping.Misnaming] in
      if entity.isUnchanged { return [] }
      guard let old = entity.source else {
        guard let name = destination.entity(entity.destination)?.renamingIdentifier,
          let gone = source.entity(name), !used.contains(name)
        else { return [] }
        return [
          HopMapping.Misnaming(
            PropertyPath(type: entity.destination), source: name,
            identifier: gone.matchingIdentifier)
        ]
      }
      func misnaming(
        _ property: some CoreDataProperty & CoreDataMatchable,
        among candidates: [some CoreDataProperty & CoreDataMatchable]
      ) -> HopMapping.Misnaming? {
        guard property.isStored, let name = property.renamingIdentifier,
          entity.removed.contains(name),
          let gone = candidates.first(where: { $0.name == name && $0.isStored })
        else { return nil }
        return HopMapping.Misnaming(
          PropertyPath(type: entity.destination, property: property.name), source: name,
          identifier: gone.matchingIdentifier)
      }
      let attributes = entity.attributes.filter { $0.source == nil }
      let relationships = entity.relationships.filter { $0.source == nil }
      return attributes.compactMap {
        misnaming($0.destination, among: source.attributes(of: old))
      }
        + relationships.compactMap {
          misnaming($0.destination, among: source.relationships(of: old))
        }
    }
  }

  /// A problem of a property that an entity shares with its parent is told of the parent alone.
  private func withoutInherited(_ problems: [InferenceProblem]) -> [InferenceProblem] {
    let all = Set(problems)
    return problems.filter { problem in
      guard problem.property != nil, let parent = destination.entity(problem.entity)?.parent else {
        return true
      }
      var inherited = problem
      inherited.entity = parent
      return !all.contains(inherited)
    }
  }
}

// MARK: - Properties

extension MappingInference {
  /// - Parameter oldAttributes: of the entity in the source.
  private mutating func attribute(
    _ attribute: CoreDataAttribute, of entity: CoreDataEntity, from old: CoreDataAttribute?,
    among oldAttributes: [CoreDataAttribute]
  ) -> InferredAttribute {
    // What is not stored has no values that could be kept.
    guard attribute.isStored else {
      return InferredAttribute(
        destination: attribute, origin: old.map { .kept($0) } ?? .added)
    }
    guard let old, old.isStored else {
      if !attribute.isOptional || isRequiredElement(attribute, ofKept: oldAttributes),
        attribute.defaultValue == nil, !attribute.isDerived, !isMovedUp(attribute, to: entity)
      {
        note(.attributeAddedRequired, attribute, entity)
      }
      return InferredAttribute(destination: attribute, origin: .added)
    }
    let isMadeRequired =
      !attribute.isOptional || old.requiredLevels == 0 && attribute.requiredLevels > 0
    if old.isOptional, isMadeRequired, attribute.defaultValue == nil, !attribute.isDerived {
      note(.becameRequired, attribute, entity)
    }
    if old.type == attribute.type {
      return InferredAttribute(destination: attribute, origin: .kept(old))
    }
    let conversion = AttributeConversion(from: old, to: attribute)
    if let reason = conversion.reason { note(reason, attribute, entity) }
    return InferredAttribute(
      destination: attribute, origin: conversion.isKnown ? .converted(old) : .unknown(old))
  }

  /// Whether no value of a composite that the source has may leave the attribute out.
  private func isRequiredElement(
    _ attribute: CoreDataAttribute, ofKept oldAttributes: [CoreDataAttribute]
  ) -> Bool {
    let path = attribute.matchingIdentifier.text.split(separator: ".")
    return (0..<attribute.requiredLevels).contains { level in
      guard path.count > level + 1 else { return false }
      let composite = path.dropLast(level + 1).joined(separator: ".") + "."
      return oldAttributes.contains { $0.matchingIdentifier.text.hasPrefix(composite) }
    }
  }

  private mutating func note(
    _ reason: InferenceReason, _ property: some CoreDataProperty, _ entity: CoreDataEntity
  ) {
    problems.append(
      InferenceProblem(entity: entity.name, property: property.name, reason))
  }

  /// Whether an abstract entity gets an attribute from one of its subentities: it has no objects of
  /// its own that would need a default.
  private func isMovedUp(_ attribute: CoreDataAttribute, to entity: CoreDataEntity) -> Bool {
    guard entity.isAbstract else { return false }
    return destination.entities.contains { other in
      guard destination.entity(other.name, isKindOf: entity.name), let old = sources[other.name]
      else { return false }
      return source.attributes(of: old.name).contains {
        $0.matchingIdentifier == attribute.matchingIdentifier
      }
    }
  }

  private mutating func relationship(
    _ relationship: CoreDataRelationship, of entity: CoreDataEntity, from old: CoreDataRelationship?
  ) -> InferredRelationship {
    guard let old, old.isStored, relationship.isStored else {
      return InferredRelationship(destination: relationship, origin: .added, losesOrder: false)
    }
    var isKnown = true
    if old.isToMany, !relationship.isToMany {
      note(.toManyBecameToOne, relationship, entity)
      isKnown = false
    }
    if sources[relationship.destination]?.name != old.destination {
      noteDestination(of: relationship, in: entity, from: old)
      isKnown = false
    }
    return InferredRelationship(
      destination: relationship, origin: isKnown ? .kept(old) : .unknown(old),
      losesOrder: relationship.isOrdered && losesOrder(relationship, from: old))
  }

  /// All relationships that lead to an entity with another renaming identifier have one cause.
  private mutating func noteDestination(
    of new: CoreDataRelationship, in entity: CoreDataEntity, from old: CoreDataRelationship
  ) {
    guard old.destination == new.destination else {
      note(
        .destinationChanged(from: old.destination.text, to: new.destination.text), new, entity)
      return
    }
    let name = new.destination
    let problem = InferenceProblem(
      entity: name,
      .identifierChanged(
        from: source.entity(name)?.matchingIdentifier ?? name,
        to: destination.entity(name)?.matchingIdentifier ?? name))
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Takes a relationship for unknown whose inverse comes from elsewhere than its former inverse.
  private mutating func withKeptInverses(_ entities: [InferredEntity]) -> [InferredEntity] {
    let places = Dictionary(
      entities.map { ($0.destination, $0) }, uniquingKeysWith: { first, _ in first })
    return entities.map { entity in
      guard !entity.isUnchanged else { return entity }
      var relationships = entity.relationships
      for (index, relationship) in relationships.enumerated() {
        guard case .kept(let old) = relationship.origin,
          let newInverse = inverse(of: relationship.destination, in: destination),
          let oldInverse = inverse(of: old, in: source), newInverse.isStored,
          oldInverse.isStored,
          let other = places[relationship.destination.destination]?.relationships
            .first(where: { $0.destination.name == newInverse.name }),
          other.source?.name != oldInverse.name
        else { continue }
        problems.append(
          InferenceProblem(
            entity: entity.destination, property: relationship.destination.name,
            .inverseNotKept(newInverse.name)))
        relationships[index] = InferredRelationship(
          destination: relationship.destination, origin: .unknown(old), losesOrder: false)
      }
      return entity.with(relationships: relationships)
    }
  }

  /// The order is in the objects at the other end of a one-to-many relationship, and in the rows of
  /// a table of its own where there are many at both ends. It is lost on the way from one to the
  /// other.
  private func losesOrder(_ new: CoreDataRelationship, from old: CoreDataRelationship) -> Bool {
    guard old.isToMany else { return false }
    guard old.isOrdered else { return true }
    return inverse(of: new, in: destination)?.isToMany != inverse(of: old, in: source)?.isToMany
  }

  private func inverse(
    of relationship: CoreDataRelationship, in model: CoreDataModel
  ) -> CoreDataRelationship? {
    guard let name = relationship.inverse else { return nil }
    return model.relationships(of: relationship.destination).first { $0.name == name }
  }
}
