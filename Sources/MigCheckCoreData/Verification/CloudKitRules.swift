import MigCheckModel

/// What CloudKit demands of the entities that it mirrors.
///
/// Source: Apple's "Creating a Core Data Model for CloudKit". The schema of a container that is in
/// production may only grow.
struct CloudKitRules {
  private let model: CoreDataModel
  private let mirrored: Set<Name>

  init(_ model: CoreDataModel) {
    self.model = model
    mirrored = Set(model.configurations.filter(\.usesCloudKit).flatMap(\.entities))
  }

  /// A rule that something breaks.
  struct Fault: Hashable {
    var place: PropertyPath
    var problem: String
    var remedy: String
  }

  /// What breaks a rule in the model, in the order of its entities.
  var faults: [Fault] {
    model.entities.filter { mirrored.contains($0.name) }.flatMap(faults)
  }

  private func faults(of entity: CoreDataEntity) -> [Fault] {
    var faults = entity.uniquenessConstraints.map { constraint in
      Fault(
        place: PropertyPath(type: entity.name, property: constraint.first),
        problem: "has a uniqueness constraint, which CloudKit does not allow",
        remedy: "Find repeated values in code, and take the constraint out.")
    }
    faults += entity.attributes.filter(\.isStored).compactMap { fault($0, of: entity.name) }
    faults += entity.relationships.filter(\.isStored).flatMap { self.faults($0, of: entity.name) }
    return faults
  }

  private func fault(_ attribute: CoreDataAttribute, of entity: Name) -> Fault? {
    guard !attribute.isOptional, attribute.defaultValue == nil, !attribute.isDerived else {
      return nil
    }
    return Fault(
      place: PropertyPath(type: entity, property: attribute.name),
      problem: "is required and has no default, which CloudKit does not allow",
      remedy: "Give it a default, or make it optional.")
  }

  private func faults(_ relationship: CoreDataRelationship, of entity: Name) -> [Fault] {
    let rules = [
      (!relationship.isOptional, "is required", "Make it optional."),
      (relationship.inverse == nil, "has no inverse", "Give it one."),
      (relationship.isOrdered, "is ordered", "Keep the order in an attribute."),
      (relationship.deleteRule == .deny, "denies deletion", "Take another delete rule."),
    ]
    return rules.filter(\.0).map { _, problem, remedy in
      Fault(
        place: PropertyPath(type: entity, property: relationship.name),
        problem: "\(problem), which CloudKit does not allow", remedy: remedy)
    }
  }

  /// What an upgrade takes away or changes of what CloudKit mirrors.
  ///
  /// - Parameter mapping: of the upgrade to the model.
  func faults(after old: CoreDataModel, _ mapping: PreparedMapping) -> [Fault] {
    let before = CloudKitRules(old).mirrored
    let added = "Leave it in the model, and add something new."
    func fault(_ entity: Name, _ property: Name?, _ change: String) -> Fault {
      Fault(
        place: PropertyPath(type: entity, property: property),
        problem: "\(change), but a CloudKit schema in production can only grow", remedy: added)
    }
    let removed = mapping.removedEntities.filter(before.contains).map {
      fault($0, nil, "is removed")
    }
    let changed = mapping.changedEntities.flatMap { entity -> [Fault] in
      // What an entity inherits is reported for the one that declares it.
      guard let former = entity.source.flatMap(old.entity), before.contains(former.name) else {
        return []
      }
      let declared = Set(former.storedNames)
      var changes = entity.removed.map { ($0, "is removed") }
      changes += entity.attributes.compactMap { attribute in
        guard let source = attribute.source else { return nil }
        let new = attribute.destination
        if source.name != new.name { return (source.name, "is renamed to \(new.name)") }
        return source.type == new.type ? nil : (source.name, "changes its type to \(new.type)")
      }
      changes += entity.relationships.compactMap { relationship in
        guard let source = relationship.source else { return nil }
        let new = relationship.destination
        if source.name != new.name { return (source.name, "is renamed to \(new.name)") }
        return source.isToMany == new.isToMany && source.destination == new.destination
          ? nil : (source.name, "changes what it leads to")
      }
      let renamed =
        former.name == entity.destination
        ? [] : [fault(former.name, nil, "is renamed to \(entity.destination)")]
      return renamed
        + changes.filter { declared.contains($0.0) }.map { fault(former.name, $0.0, $0.1) }
    }
    return removed + changed
  }
}

extension CoreDataEntity {
  /// Of what it declares itself and the store keeps.
  fileprivate var storedNames: [Name] {
    attributes.filter(\.isStored).map(\.name) + relationships.filter(\.isStored).map(\.name)
  }
}
