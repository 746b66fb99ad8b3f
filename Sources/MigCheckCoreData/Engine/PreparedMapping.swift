import MigCheckHistory
import MigCheckModel

/// An inferred mapping, with nothing but what it changes: nearly all upgrades leave nearly all of a
/// model alone.
final class PreparedMapping: Sendable {
  let needsMigration: Bool
  let refusals: [InferenceProblem]
  let warnings: [InferenceProblem]
  /// Entities of the source that nothing comes from.
  let removedEntities: [Name]
  /// Entities of the destination that come from nothing.
  let addedEntities: [Name]
  /// Entities that come from another, or whose properties change; of those only what changes.
  let changedEntities: [InferredEntity]
  /// Relationships that are filled as the inverse of one that is kept.
  let completedInverses: [CompletedInverse]
  /// What has to be unique from now on, or whose values change.
  let constraints: [Constraint]
  /// Attributes that a mapping model gives values, by their entities in the destination.
  let assignments: [Name: [Name: MappingAssignment]]
  /// Which objects a mapping model lets stay, by their entities in the source; of others, all do.
  let filters: [Name: MappingFilter]
  /// Objects that a mapping model makes of objects that another mapping takes as well.
  let further: [MappingPlan.Entity]
  /// What must lead somewhere from now on.
  let requiredLinks: RequiredLinkCheck?
  /// The same for whoever judges what comes of the upgrade; without a refusal.
  let changes: HopMapping

  struct CompletedInverse: Sendable {
    var inverse: CoreDataRelationship
    var relationship: CoreDataRelationship
    /// The entity that declares the relationship.
    var entity: Name
  }

  struct Constraint: Sendable {
    var entity: Name
    var properties: [Name]
  }

  /// - Parameters:
  ///   - plan: the mapping model that the models are made of.
  ///   - looksAtAll: whether to look at each property of entities too that both models have alike.
  init(
    from old: CoreDataModel, to new: CoreDataModel, by plan: MappingPlan? = nil,
    looksAtAll: Bool = false
  ) {
    let mapping = MappingInference.mapping(from: old, to: new, looksAtAll: looksAtAll)
    needsMigration = mapping.needsMigration
    guard mapping.needsMigration else {
      // The store is opened as it is, whatever a mapping would say.
      (refusals, warnings, removedEntities, addedEntities) = ([], [], [], [])
      (changedEntities, completedInverses, constraints) = ([], [], [])
      (assignments, filters, further) = ([:], [:], [])
      requiredLinks = nil
      changes = HopMapping()
      return
    }
    refusals = mapping.refusals
    warnings = mapping.warnings
    removedEntities = mapping.removedEntities
    addedEntities = mapping.entities.filter { $0.source == nil }.map(\.destination)
    changedEntities = mapping.entities.compactMap { $0.withoutUnchanged }
    completedInverses = Self.completedInverses(mapping, new)
    constraints = Self.constraints(mapping, from: old, to: new)
    let links = RequiredLinkCheck(mapping, to: new)
    requiredLinks = links.links.isEmpty ? nil : links
    assignments = plan?.assignments ?? [:]
    filters = plan?.filters ?? [:]
    further = plan?.further ?? []
    changes = HopMapping(
      mapping, completed: completedInverses, assignments: assignments, further: further, in: new)
  }

  private static func completedInverses(
    _ mapping: InferredMapping, _ new: CoreDataModel
  ) -> [CompletedInverse] {
    new.entities.flatMap { entity in
      if mapping.entity(entity.name)?.isUnchanged ?? false { return [CompletedInverse]() }
      return entity.relationships.compactMap { relationship in
        guard relationship.isStored, let inverse = new.inverse(of: relationship), inverse.isStored,
          mapping.adds(inverse.name, of: relationship.destination),
          mapping.keeps(relationship.name, of: entity.name)
        else { return nil }
        return CompletedInverse(
          inverse: inverse, relationship: relationship, entity: entity.name)
      }
    }
  }

  /// What has to be unique from now on, or whose values change.
  static func constraints(
    _ mapping: InferredMapping, from old: CoreDataModel, to new: CoreDataModel
  ) -> [Constraint] {
    new.entities.flatMap { entity -> [Constraint] in
      guard !entity.uniquenessConstraints.isEmpty, let inferred = mapping.entity(entity.name) else {
        return []
      }
      let former = inferred.source.flatMap(old.entity)
      return entity.uniquenessConstraints.filter { constraint in
        guard former?.uniquenessConstraints.contains(constraint) ?? false else { return true }
        // Nulls that become a default, and numbers that become others, may repeat from now on.
        return !inferred.isUnchanged
          && constraint.contains { name in
            inferred.attributes.contains { $0.destination.name == name && !$0.isUnchanged }
          }
      }.map { Constraint(entity: entity.name, properties: $0) }
    }
  }
}

extension InferredEntity {
  /// The entity with what changes alone; `nil`: nothing does, or it comes from nothing.
  fileprivate var withoutUnchanged: InferredEntity? {
    guard !isUnchanged, let source else { return nil }
    let attributes = attributes.filter { !$0.isUnchanged }
    let relationships = relationships.filter { !$0.isUnchanged }
    guard source != destination || !attributes.isEmpty || !relationships.isEmpty || !removed.isEmpty
    else { return nil }
    return InferredEntity(
      destination: destination, source: source, attributes: attributes,
      relationships: relationships, removed: removed)
  }
}

extension InferredAttribute {
  /// Whether the store need not be touched: the same values under the same name.
  fileprivate var isUnchanged: Bool {
    guard case .kept(let old) = origin else { return !destination.isStored && source == nil }
    return old.name == destination.name && old.type == destination.type
      && old.isStored == destination.isStored && old.isOptional == destination.isOptional
      && !destination.isDerived
  }
}

extension InferredRelationship {
  /// Whether the store need not be touched.
  fileprivate var isUnchanged: Bool {
    guard case .kept(let old) = origin else { return !destination.isStored && source == nil }
    return old.name == destination.name && old.isStored == destination.isStored
      && old.isToMany == destination.isToMany && old.isOrdered == destination.isOrdered
      && !losesOrder
  }
}

/// The mappings between the models of the stores that were opened lately.
///
/// A run opens thousands of stores with a few models, and to infer a mapping takes longer than to
/// open a small store. They depend on nothing but the models, so histories share them.
final class PreparedMappings: Sendable {
  private struct Pair: Hashable {
    var old: ObjectIdentifier
    var new: ObjectIdentifier
  }

  /// With the models' identities, so that no other model gets the same.
  private typealias Entry = (
    mapping: PreparedMapping, old: CoreDataModel.Identity, new: CoreDataModel.Identity
  )

  private let entries = Locked([Pair: Entry]())

  /// More than the pairs of a history of 150 versions: a run asks for each of them several times, and
  /// what does not change takes no room.
  private static let limit = 16_384

  /// What a mapping model of the app says, or what is inferred.
  ///
  /// - Complexity: O(1) for models whose mapping was wanted lately.
  func mapping(
    from source: HistoryVersion, to target: HistoryVersion, _ options: any EngineOptions
  ) -> PreparedMapping {
    let plans = (options as? CoreDataOptions)?.mappings ?? [:]
    let plan = plans[source, target]
    return mapping(
      from: plan?.old ?? source.coreDataModel, to: plan?.new ?? target.coreDataModel, plan)
  }

  /// - Parameter plan: the mapping model that the models are made of.
  /// - Complexity: O(1) for models whose mapping was wanted lately.
  private func mapping(
    from old: CoreDataModel, to new: CoreDataModel, _ plan: MappingPlan?
  ) -> PreparedMapping {
    let pair = Pair(old: ObjectIdentifier(old.identity), new: ObjectIdentifier(new.identity))
    if let known = entries.withLock({ $0[pair]?.mapping }) { return known }
    let mapping = PreparedMapping(from: old, to: new, by: plan)
    entries.withLock { entries in
      if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
      entries[pair] = (mapping, old.identity, new.identity)
    }
    return mapping
  }
}
