import MigCheckHistory
import MigCheckModel
import MigCheckText

/// What a mapping model of an app does, where an inferred mapping could do nearly the same: entities and
/// properties are copied, renamed, added and removed, and attributes assigned.
///
/// The models of a plan are those of the app, with renaming identifiers that lead to this mapping.
/// Version hashes leave identifiers out, so that they are the same.
package struct MappingPlan: Sendable {
  /// Where the objects of one entity come from.
  package struct Entity: Sendable, Equatable {
    /// Its name in the new version.
    package var name: Name
    /// Its name in the old version.
    package var source: Name
    /// By the name in the new version: the property of the old one that it has its value from. Others
    /// have their default.
    package var properties: [Name: Name]
    /// By the name in the new version; none of those that have a value from one property.
    package var assignments: [Name: MappingAssignment]
    /// Which objects of the source stay; `nil`: all.
    package var filter: MappingFilter?
    /// Set where another entity of the new version has the objects of the source, and these come besides
    /// them.
    package var further: Further?

    package init(
      _ name: Name, from source: Name, _ properties: [Name: Name],
      assigning assignments: [Name: MappingAssignment] = [:], where filter: MappingFilter? = nil,
      further: Further? = nil
    ) {
      (self.name, self.source) = (name, source)
      (self.properties, self.assignments) = (properties, assignments)
      (self.filter, self.further) = (filter, further)
    }
  }

  /// Why a mapping model is no such plan, as what is said of the model.
  package struct Problem: Error, Sendable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  /// In the order of their names. Other entities of the new version have no objects, and objects of
  /// other entities of the old version go.
  package let entities: [Entity]
  /// The model of the old version.
  let old: CoreDataModel
  /// The model of the new version.
  let new: CoreDataModel

  /// - Throws: `Problem` for what no inferred mapping does.
  /// - Complexity: O(*n*) in the number of properties of all entities, times the depth of hierarchies.
  package init(
    _ entities: [Entity], from old: CoreDataModel, to new: CoreDataModel
  ) throws(Problem) {
    self.entities = entities.sorted { $0.name < $1.name }
    var identifiers = MappingIdentifiers(old: old, new: new)
    for entity in self.entities where entity.further == nil {
      try identifiers.add(entity)
      try entity.requireFilter(from: old, to: new)
    }
    for entity in self.entities where entity.further != nil {
      try entity.requireFurther(besides: self.entities, from: old, to: new)
    }
    (self.old, self.new) = identifiers.models
    let mapping = MappingInference.mapping(from: self.old, to: self.new)
    // Numbers that become others are left out of comparisons, as in an inferred mapping.
    if let problem = (mapping.refusals + mapping.warnings).first(where: { !$0.reason.isConversion })
    {
      throw Problem("does more than to copy and rename: \(problem)")
    }
  }

  /// All that it says, as a text.
  var definition: String {
    entities.map { entity in
      let properties = entity.properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let assignments = entity.assignments.sorted { $0.key < $1.key }.map {
        "\($0.key):=\($0.value.definition)"
      }
      let filter = entity.filter.map { " where \($0)" } ?? ""
      let links = filter + (entity.further.map { [" besides ", $0.definition].joined() } ?? "")
      return "\(entity.name)=\(entity.source)("
        + "\((properties + assignments).joined(separator: ",")))\(links)"
    }.joined(separator: " ")
  }

  /// By entity of the new version, then by attribute.
  var assignments: [Name: [Name: MappingAssignment]] {
    let whole = entities.filter { $0.further == nil }
    return Dictionary(uniqueKeysWithValues: whole.map { ($0.name, $0.assignments) })
      .filter { !$0.value.isEmpty }
  }

  /// Which objects stay, by their entity in the old version; of others, all do.
  var filters: [Name: MappingFilter] {
    let filtered = entities.compactMap { entity in entity.filter.map { (entity.source, $0) } }
    return Dictionary(uniqueKeysWithValues: filtered)
  }

  /// Those that come besides others of the same source.
  var further: [Entity] { entities.filter { $0.further != nil } }
}

extension [InferenceMatrix.Hop: MappingPlan] {
  subscript(source: HistoryVersion, target: HistoryVersion) -> MappingPlan? {
    isEmpty ? nil : self[InferenceMatrix.Hop(from: source.number, to: target.number)]
  }
}

/// Renaming identifiers by which two models match as a mapping model says.
private struct MappingIdentifiers {
  let old: CoreDataModel
  let new: CoreDataModel
  /// Of entities: by the name in each model.
  private var oldEntities = [Name: Name]()
  private var newEntities = [Name: Name]()
  /// Of properties: by the entity that declares them.
  private var oldProperties = [PropertyPath: Name]()
  private var newProperties = [PropertyPath: Name]()
  /// Attributes that are assigned.
  private var assigned = Set<PropertyPath>()

  init(old: CoreDataModel, new: CoreDataModel) { (self.old, self.new) = (old, new) }

  mutating func add(_ entity: MappingPlan.Entity) throws(MappingPlan.Problem) {
    guard old.entity(entity.source) != nil else {
      throw MappingPlan.Problem("names the entity \(entity.source), which its source does not have")
    }
    guard new.entity(entity.name) != nil else {
      throw MappingPlan.Problem(
        "names the entity \(entity.name), which its destination does not have")
    }
    let identifier = Name("=\(entity.source)")
    guard newEntities.updateValue(identifier, forKey: entity.name) == nil else {
      throw MappingPlan.Problem("fills the entity \(entity.name) twice")
    }
    guard oldEntities.updateValue(identifier, forKey: entity.source) == nil else {
      throw MappingPlan.Problem("takes the objects of \(entity.source) twice")
    }
    var taken = Set<Name>()
    for name in new.propertyNames(of: entity.name) {
      let place = PropertyPath(type: new.owner(of: name, in: entity.name), property: name)
      if let assignment = entity.assignments[name] {
        try assign(assignment, to: name, of: entity)
        assigned.insert(place)
        if let other = newProperties.updateValue(Name("*\(place)"), forKey: place),
          other != Name("*\(place)")
        {
          throw Self.dividedFill(place)
        }
        continue
      }
      let source = try source(of: name, in: entity)
      let identifier = source.map { Name("=\($0)") } ?? Name("+\(place)")
      if let source {
        oldProperties[source] = identifier
        guard taken.insert(identifier).inserted else {
          throw MappingPlan.Problem("takes the values of \(source) twice")
        }
      }
      if let other = newProperties.updateValue(identifier, forKey: place), other != identifier {
        throw Self.dividedFill(place)
      }
    }
    let known = Set(new.propertyNames(of: entity.name))
    let filled = Array(entity.properties.keys) + Array(entity.assignments.keys)
    if let other = filled.sorted().first(where: { !known.contains($0) }) {
      throw MappingPlan.Problem(
        "fills \(entity.name).\(other), which its destination does not have")
    }
  }

  private static func dividedFill(_ place: PropertyPath) -> MappingPlan.Problem {
    MappingPlan.Problem("fills \(place) in another way in each of its subentities")
  }

  private func assign(
    _ assignment: MappingAssignment, to name: Name, of entity: MappingPlan.Entity
  ) throws(MappingPlan.Problem) {
    let place = PropertyPath(type: entity.name, property: name)
    guard let attribute = new.attributes(of: entity.name).first(where: { $0.name == name }) else {
      throw MappingPlan.Problem("fills the relationship \(place) with a value")
    }
    try assignment.requireFit(attribute, at: place, of: entity.source, in: old)
  }

  /// Where a value comes from, by the entity that declares it; `nil`: from nothing.
  private func source(
    of name: Name, in entity: MappingPlan.Entity
  ) throws(MappingPlan.Problem) -> PropertyPath? {
    guard let source = entity.properties[name] else { return nil }
    let isAttribute = new.attributes(of: entity.name).contains { $0.name == name }
    let candidates =
      isAttribute
      ? old.attributes(of: entity.source).map(\.name)
      : old.relationships(of: entity.source).map(\.name)
    guard candidates.contains(source) else {
      throw MappingPlan.Problem(
        "takes \(entity.name).\(name) from \(entity.source).\(source), which its source does not have"
      )
    }
    return PropertyPath(type: old.owner(of: source, in: entity.source), property: source)
  }

  var models: (old: CoreDataModel, new: CoreDataModel) {
    (
      old.renamed(by: oldEntities, oldProperties, others: "-"),
      new.renamed(by: newEntities, newProperties, others: "+", assigned: assigned)
    )
  }
}

extension CoreDataModel {
  fileprivate func propertyNames(of entity: Name) -> [Name] {
    attributes(of: entity).map(\.name) + relationships(of: entity).map(\.name)
  }

  /// The entity that declares a property, the one itself or its nearest ancestor that does.
  fileprivate func owner(of property: Name, in entity: Name) -> Name {
    lineage(of: entity).first { ancestor in
      ancestor.attributes.contains { $0.name == property }
        || ancestor.relationships.contains { $0.name == property }
    }?.name ?? entity
  }

  /// The same model with other identifiers. Abstract entities without one keep theirs, as no mapping
  /// model names them.
  ///
  /// - Parameters:
  ///   - prefix: of the identifiers of what a mapping leaves out, so that nothing matches it.
  ///   - assigned: attributes that get their values later, and need a default until then.
  fileprivate func renamed(
    by entityNames: [Name: Name], _ propertyNames: [PropertyPath: Name], others prefix: String,
    assigned: Set<PropertyPath> = []
  ) -> CoreDataModel {
    let entities = entities.map { entity in
      var entity = entity
      entity.renamingIdentifier =
        entityNames[entity.name]
        ?? (entity.isAbstract
          ? Name("~\(entity.matchingIdentifier)") : Name("\(prefix)\(entity.name)"))
      func identifier(_ property: Name) -> Name {
        let place = PropertyPath(type: entity.name, property: property)
        return propertyNames[place] ?? Name("\(prefix)\(place)")
      }
      for index in entity.attributes.indices {
        let attribute = entity.attributes[index]
        entity.attributes[index].renamingIdentifier = identifier(attribute.name)
        if !attribute.isOptional, attribute.defaultValue == nil,
          assigned.contains(PropertyPath(type: entity.name, property: attribute.name))
        {
          entity.attributes[index].defaultValue = attribute.property.zeroValue
        }
      }
      for index in entity.relationships.indices {
        entity.relationships[index].renamingIdentifier = identifier(
          entity.relationships[index].name)
      }
      return entity
    }
    return CoreDataModel(
      entities: entities, identifier: identifier, configurations: configurations)
  }
}
