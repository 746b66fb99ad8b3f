import MigCheckModel

/// What one version of a Core Data model declares.
///
/// A model that a reader gives is consistent: parents and destinations exist, no entity is its own
/// ancestor, and names are unique.
package struct CoreDataModel: Sendable {
  /// In the order of their declaration.
  package let entities: [CoreDataEntity]
  /// What the author calls the version, `userDefinedModelVersionIdentifier`; empty: nothing.
  package let identifier: String
  /// Sets of entities of which a store may hold only one.
  package let configurations: [CoreDataConfiguration]

  /// Tells the model from others: copies of one have the same.
  let identity = Identity()

  final class Identity: Sendable {
    /// Computed when they are first asked for.
    let hashes = Locked<VersionHashes?>(nil)
    fileprivate let identifiers = Locked([Name: PropertyIdentifiers]())
    fileprivate let mapped = Locked<[Name: MappedEntity]?>(nil)
  }

  private let places: [Name: Int]
  private let hierarchy: EntityHierarchy
  /// Per entity, what its objects have.
  private var allAttributes = [Name: [CoreDataAttribute]]()
  private var allRelationships = [Name: [CoreDataRelationship]]()
  private var allStored = [Name: [Property]]()

  package init(
    entities: [CoreDataEntity], identifier: String = "",
    configurations: [CoreDataConfiguration] = []
  ) {
    self.entities = entities
    self.identifier = identifier
    self.configurations = configurations
    // Of two entities with one name, which a reader refuses, the first counts.
    places = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let places = places
    hierarchy = EntityHierarchy(parents: entities.map { $0.parent.flatMap { places[$0] } })
    inheritProperties()
    for entity in entities {
      allStored[entity.name] =
        attributes(of: entity.name).filter(\.isStored).map(\.property)
        + relationships(of: entity.name).filter(\.isStored).map(\.property)
    }
  }

  /// - Complexity: O(*n*) in the number of properties that objects of all entities have, times those that
  ///   an entity declares.
  private mutating func inheritProperties() {
    for place in entities.indices {
      // Those whose ancestors are not known as yet, the nearest first.
      var waiting = [Int]()
      var next: Int? = place
      while let current = next, allAttributes[entities[current].name] == nil,
        waiting.count <= entities.count
      {
        waiting.append(current)
        next = hierarchy.parents[current]
      }
      for current in waiting.reversed() {
        let (name, parent) = (
          entities[current].name, hierarchy.parents[current].map { entities[$0].name }
        )
        allAttributes[name] = Self.merged(
          parent.map(attributes(of:)) ?? [], entities[current].attributes)
        allRelationships[name] = Self.merged(
          parent.map(relationships(of:)) ?? [], entities[current].relationships)
      }
    }
  }

  package func entity(_ name: Name) -> CoreDataEntity? { places[name].map { entities[$0] } }
}

/// The places of the properties that objects of an entity have, by the identifiers that a mapping looks
/// for; those of one identifier in their order.
struct PropertyIdentifiers: Sendable {
  let attributes: [Name: [Int]]
  let relationships: [Name: [Int]]
}

/// Some of the entities of a model, for a store of their own.
package struct CoreDataConfiguration: Sendable {
  package var name: String
  package var entities: [Name]
  /// Whether CloudKit mirrors a store of it.
  package var usesCloudKit: Bool

  package init(name: String, entities: [Name], usesCloudKit: Bool = false) {
    self.name = name
    self.entities = entities
    self.usesCloudKit = usesCloudKit
  }
}

extension CoreDataModel {
  /// The entity and its ancestors, from itself to its root.
  ///
  /// - Complexity: O(*d*) in the depth of the hierarchy.
  package func lineage(of name: Name) -> [CoreDataEntity] {
    var lineage = [CoreDataEntity]()
    var next = places[name]
    while let place = next, lineage.count <= entities.count {
      lineage.append(entities[place])
      next = hierarchy.parents[place]
    }
    return lineage
  }

  /// The topmost ancestor, or the entity itself.
  package func root(of name: Name) -> Name {
    places[name].map { entities[hierarchy.roots[$0]].name } ?? name
  }

  /// Whether an entity is another one, or a subentity of it.
  package func entity(_ name: Name, isKindOf ancestor: Name) -> Bool {
    guard let place = places[name], let above = places[ancestor] else { return false }
    return hierarchy.contains(place, below: above)
  }

  /// An entity and all that are below it, as places in `entities`.
  ///
  /// - Complexity: O(1).
  func subtree(of name: Name) -> ArraySlice<Int> {
    places[name].map(hierarchy.subtree) ?? []
  }

  /// The entities whose parent is the given one, in the order of their declaration.
  package func children(of name: Name) -> [CoreDataEntity] {
    entities.filter { $0.parent == name }
  }

  /// All attributes that objects of an entity have: those of its root first. What a subentity
  /// declares anew counts in the place of what it inherits.
  package func attributes(of name: Name) -> [CoreDataAttribute] {
    allAttributes[name] ?? []
  }

  /// All relationships that objects of an entity have: those of its root first.
  package func relationships(of name: Name) -> [CoreDataRelationship] {
    allRelationships[name] ?? []
  }

  /// What objects of an entity have in a store: attributes, then relationships, those of its root first.
  func storedProperties(of name: Name) -> [Property] { allStored[name] ?? [] }

  /// Where the properties of an entity are, by their identifiers.
  ///
  /// - Complexity: O(*n*) in the number of properties when first asked for, O(1) afterwards.
  func identifiers(of name: Name) -> PropertyIdentifiers {
    identity.identifiers.withLock { known in
      if let known = known[name] { return known }
      let identifiers = PropertyIdentifiers(
        attributes: Self.places(of: attributes(of: name)),
        relationships: Self.places(of: relationships(of: name)))
      known[name] = identifiers
      return identifiers
    }
  }

  /// Of each entity what its mapping depends on; those are left out whose properties have to be looked
  /// at one by one.
  ///
  /// - Complexity: O(*n*) in the number of properties when first asked for, O(1) afterwards.
  var mappedEntities: [Name: MappedEntity] {
    identity.mapped.withLock { known in
      if let known { return known }
      var mapped = [Name: MappedEntity]()
      for entity in entities { mapped[entity.name] = MappedEntity(entity, in: self) }
      known = mapped
      return mapped
    }
  }

  private static func places(of properties: [some CoreDataMatchable]) -> [Name: [Int]] {
    Dictionary(
      properties.enumerated().map { ($1.matchingIdentifier, [$0]) }, uniquingKeysWith: +)
  }

  private static func merged<Property: CoreDataProperty>(
    _ inherited: [Property], _ declared: [Property]
  ) -> [Property] {
    var properties = inherited
    for property in declared {
      if let known = properties.firstIndex(where: { $0.name == property.name }) {
        properties[known] = property
      } else {
        properties.append(property)
      }
    }
    return properties
  }
}
