import MigCheckModel

extension MappingPlan {
  /// How objects come from a source whose objects another entity mapping takes as well.
  package struct Further: Sendable, Equatable {
    /// Which objects of the source one is made of; `nil`: all.
    package var filter: MappingFilter?
    /// Relationships that lead to what the other mapping makes of the same object.
    package var links: [Name]

    package init(filter: MappingFilter?, links: [Name]) {
      (self.filter, self.links) = (filter, links.sorted())
    }

    /// As a text that tells it from others.
    var definition: String {
      "(\(links.map(\.text).joined(separator: ","))) where \(filter.map { "\($0)" } ?? "all")"
    }
  }
}

extension MappingPlan.Entity {
  /// The relationships that the objects are put into, and the entities that declare them.
  func inverses(
    in new: CoreDataModel
  ) -> [(entity: Name, link: Name, relationship: CoreDataRelationship)] {
    (further?.links ?? []).compactMap { link in
      guard let relationship = new.relationships(of: name).first(where: { $0.name == link }),
        let inverse = new.inverse(of: relationship), inverse.isStored
      else { return nil }
      return (relationship.destination, link, inverse)
    }
  }

  /// Attributes of the source whose values are all in these objects.
  var copied: [PropertyPath] {
    assignments.values.compactMap { assignment in
      guard case .path(let names) = assignment, names.count == 1, let further else { return nil }
      let isWhole = further.filter.map { $0 == .not(.isNull(names[0])) } ?? true
      return isWhole ? PropertyPath(type: source, property: names[0]) : nil
    }
  }

  /// - Throws: `Problem` if it is unknown what the upgrade does with the objects that do not stay.
  func requireFilter(
    from old: CoreDataModel, to new: CoreDataModel
  ) throws(MappingPlan.Problem) {
    guard let filter else { return }
    guard old.subtree(of: source).count == 1 else {
      throw MappingPlan.Problem(
        "takes only some objects of \(source), by \(filter), of which there are subentities")
    }
    try filter.requireFit(source, in: old)
    for owner in new.entities {
      for relationship in owner.relationships
      where relationship.isStored && !relationship.isOptional
        && new.entity(name, isKindOf: relationship.destination)
      {
        throw MappingPlan.Problem(
          "takes only some objects of \(source), by \(filter), to which \(owner.name)."
            + "\(relationship.name) must lead")
      }
    }
  }

  /// - Throws: `Problem` if it is unknown what the upgrade does with the objects.
  func requireFurther(
    besides entities: [Self], from old: CoreDataModel, to new: CoreDataModel
  ) throws(MappingPlan.Problem) {
    guard let further else { return }
    guard let destination = new.entity(name), !destination.isAbstract else {
      throw MappingPlan.Problem(
        "names the entity \(name), which its destination does not have, or which is abstract")
    }
    guard entities.count(where: { $0.name == name }) == 1 else {
      throw MappingPlan.Problem("fills the entity \(name) twice")
    }
    let whole = entities.filter { $0.source == source && $0.further == nil }
    guard whole.count == 1, properties.isEmpty else {
      throw MappingPlan.Problem("takes the objects of \(source) twice")
    }
    guard old.subtree(of: source).count == 1 else {
      throw MappingPlan.Problem(
        "takes the objects of \(source) twice, of which there are subentities")
    }
    try further.filter?.requireFit(source, in: old)
    guard whole[0].filter == nil || further.links.isEmpty else {
      throw MappingPlan.Problem(
        "links \(name) to what another mapping makes of some objects of \(source) only")
    }
    for attribute in new.attributes(of: name) where attribute.isStored && !attribute.isDerived {
      let place = PropertyPath(type: name, property: attribute.name)
      if let assignment = assignments[attribute.name] {
        try requireFit(assignment, of: attribute, at: place, in: old)
      } else if !attribute.isOptional, attribute.defaultValue == nil {
        throw MappingPlan.Problem("leaves \(place) without a value, which it must have")
      }
    }
    if let other = assignments.keys.sorted().first(where: { name in
      !new.attributes(of: self.name).contains { $0.name == name }
    }) {
      throw MappingPlan.Problem("fills \(name).\(other), which its destination does not have")
    }
    for relationship in new.relationships(of: name) where relationship.isStored {
      let place = PropertyPath(type: name, property: relationship.name)
      guard further.links.contains(relationship.name) else {
        if relationship.isOptional { continue }
        throw MappingPlan.Problem("leaves \(place) without an object, which it must have")
      }
      guard !relationship.isToMany, relationship.destination == whole[0].name else {
        throw MappingPlan.Problem(
          "links \(place) to what another mapping makes of the same object, which it does not fit")
      }
    }
    if let other = further.links.first(where: { link in
      !new.relationships(of: name).contains { $0.name == link && $0.isStored }
    }) {
      throw MappingPlan.Problem("fills \(name).\(other), which its destination does not have")
    }
    for inverse in inverses(in: new) {
      let place = PropertyPath(type: inverse.entity, property: inverse.relationship.name)
      let isFilled = whole[0].properties[inverse.relationship.name] != nil
      let others = entities.count { other in
        other.further != nil && other.name != name
          && other.inverses(in: new).contains {
            $0.entity == inverse.entity && $0.relationship.name == inverse.relationship.name
          }
      }
      guard !isFilled, others == 0 else {
        throw MappingPlan.Problem("fills \(place) in several ways")
      }
    }
  }

  private func requireFit(
    _ assignment: MappingAssignment, of attribute: CoreDataAttribute, at place: PropertyPath,
    in old: CoreDataModel
  ) throws(MappingPlan.Problem) {
    var attribute = attribute
    if case .path(let names) = assignment, names.count == 1,
      further?.filter?.requiresValue(of: names[0]) ?? false
    {
      // No object without a value is taken.
      attribute.isOptional = true
    }
    try assignment.requireFit(attribute, at: place, of: source, in: old)
  }
}
