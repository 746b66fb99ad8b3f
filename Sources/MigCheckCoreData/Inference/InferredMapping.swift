import MigCheckModel

/// What Core Data infers for the way from one model version to another.
package struct InferredMapping: Sendable {
  /// For each entity of the destination, in the order of their declaration.
  package let entities: [InferredEntity]
  /// Entities of the source that nothing comes from.
  package let removedEntities: [Name]
  /// What nothing comes to, since its renaming identifier is the name of something that is known by
  /// another one.
  package let misnamed: [HopMapping.Misnaming]
  /// Why the mapping cannot be inferred; empty: it can.
  package let refusals: [InferenceProblem]
  /// What nobody documents.
  package let warnings: [InferenceProblem]
  /// Whether the version hashes differ, so that a migration runs at all.
  package let needsMigration: Bool

  /// The places of entities by their names.
  private let places: [Name: Int]

  init(
    entities: [InferredEntity], removedEntities: [Name], misnamed: [HopMapping.Misnaming],
    refusals: [InferenceProblem], warnings: [InferenceProblem], needsMigration: Bool
  ) {
    (self.entities, self.removedEntities) = (entities, removedEntities)
    (self.misnamed, self.refusals, self.warnings) = (misnamed, refusals, warnings)
    self.needsMigration = needsMigration
    places = Dictionary(
      entities.enumerated().map { ($1.destination, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package var isInferable: Bool { refusals.isEmpty }

  /// - Complexity: O(1).
  package func entity(_ destination: Name) -> InferredEntity? {
    places[destination].map { entities[$0] }
  }
}

/// Where one entity of the destination comes from.
package struct InferredEntity: Sendable {
  private enum Properties: Sendable {
    case each([InferredAttribute], [InferredRelationship])
    /// All are kept as they are; those of both models, in the same order.
    case unchanged(Declared, source: Declared)
  }

  private struct Declared: Sendable {
    var attributes: [CoreDataAttribute]
    var relationships: [CoreDataRelationship]

    init(_ name: Name, in model: CoreDataModel) {
      (attributes, relationships) = (model.attributes(of: name), model.relationships(of: name))
    }
  }

  package let destination: Name
  /// `nil`: it is added, and has no objects.
  package let source: Name?
  private let properties: Properties
  /// Properties of the source, inherited ones included, that nothing comes from.
  package let removed: [Name]

  init(
    destination: Name, source: Name?, attributes: [InferredAttribute],
    relationships: [InferredRelationship], removed: [Name]
  ) {
    (self.destination, self.source, self.removed) = (destination, source, removed)
    properties = .each(attributes, relationships)
  }

  /// An entity that has the same properties in both models.
  init(unchanged name: Name, from source: CoreDataModel, to destination: CoreDataModel) {
    (self.destination, self.source, removed) = (name, name, [])
    properties = .unchanged(
      Declared(name, in: destination), source: Declared(name, in: source))
  }

  /// Whether it is known without a look at each property that the store need not be touched.
  var isUnchanged: Bool { if case .unchanged = properties { true } else { false } }

  /// All that its objects have, inherited ones included.
  package var attributes: [InferredAttribute] {
    switch properties {
    case .each(let attributes, _): attributes
    case .unchanged(let new, let old):
      zip(new.attributes, old.attributes).map {
        InferredAttribute(destination: $0, origin: .kept($1))
      }
    }
  }

  /// All that its objects have, inherited ones included.
  package var relationships: [InferredRelationship] {
    switch properties {
    case .each(_, let relationships): relationships
    case .unchanged(let new, let old):
      zip(new.relationships, old.relationships).map {
        InferredRelationship(
          destination: $0, origin: $0.isStored ? .kept($1) : .added, losesOrder: false)
      }
    }
  }

  func with(relationships: [InferredRelationship]) -> InferredEntity {
    InferredEntity(
      destination: destination, source: source, attributes: attributes,
      relationships: relationships, removed: removed)
  }
}

/// Where one attribute comes from.
package struct InferredAttribute: Sendable {
  package enum Origin: Sendable {
    /// Nothing: objects get the default, or null without one.
    case added
    /// An attribute of the source with the same type.
    case kept(CoreDataAttribute)
    /// An attribute of the source of another type, whose values are converted.
    case converted(CoreDataAttribute)
    /// An attribute of the source; what becomes of its values is not documented, or no mapping can
    /// be inferred.
    case unknown(CoreDataAttribute)
  }

  package let destination: CoreDataAttribute
  package let origin: Origin

  package var source: CoreDataAttribute? {
    switch origin {
    case .added: nil
    case .kept(let source), .converted(let source), .unknown(let source): source
    }
  }

  /// What stands in the place of null, where an optional attribute becomes required; `nil`: null
  /// itself. Nulls that a store has in spite of its model stay.
  package var replacementOfNull: Value? {
    destination.isOptional || !(source?.isOptional ?? false) ? nil : destination.defaultValue
  }
}

/// Where one relationship comes from.
package struct InferredRelationship: Sendable {
  package enum Origin: Sendable {
    /// Nothing: it is empty.
    case added
    /// A relationship of the source, whose objects are kept.
    case kept(CoreDataRelationship)
    /// A relationship of the source; what becomes of it is not documented.
    case unknown(CoreDataRelationship)
  }

  package let destination: CoreDataRelationship
  package let origin: Origin
  /// Whether it is ordered, and the order of its objects is not specified.
  package let losesOrder: Bool

  package var source: CoreDataRelationship? {
    switch origin {
    case .added: nil
    case .kept(let source), .unknown(let source): source
    }
  }
}
