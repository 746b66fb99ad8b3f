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
  package let destination: Name
  /// `nil`: it is added, and has no objects.
  package let source: Name?
  /// All that its objects have, inherited ones included.
  package let attributes: [InferredAttribute]
  /// All that its objects have, inherited ones included.
  package internal(set) var relationships: [InferredRelationship]
  /// Properties of the source, inherited ones included, that nothing comes from.
  package let removed: [Name]
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
