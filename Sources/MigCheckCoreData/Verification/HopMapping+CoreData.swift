import MigCheckModel
import MigCheckStores

extension HopMapping {
  /// What an inferred mapping says of stored properties.
  ///
  /// - Parameters:
  ///   - completed: relationships that are added and filled.
  ///   - assignments: by entity, the attributes that a mapping model gives values.
  ///   - further: the objects that a mapping model makes besides those.
  init(
    _ mapping: InferredMapping, completed: [PreparedMapping.CompletedInverse],
    assignments: [Name: [Name: MappingAssignment]], further: [MappingPlan.Entity],
    in model: CoreDataModel
  ) {
    // Relationships that further objects are put into, whatever else is there.
    let filled = Set(
      further.flatMap { $0.inverses(in: model) }.map {
        PropertyPath(type: $0.entity, property: $0.relationship.name)
      })
    var types = [Name: TypeOrigin]()
    for entity in mapping.entities {
      guard let source = entity.source else {
        types[entity.destination] = TypeOrigin(source: nil)
        continue
      }
      var properties = [Name: Origin]()
      func add(_ origin: Origin, of property: Name) {
        if origin.isKept, origin.source == property { return }
        properties[property] = origin
      }
      let assigned = assignments[entity.destination] ?? [:]
      if entity.isUnchanged, assigned.isEmpty, filled.isEmpty { continue }
      for attribute in entity.attributes where attribute.destination.isStored {
        let name = attribute.destination.name
        add(assigned[name] == nil ? Origin(attribute) : .assigned, of: name)
      }
      for relationship in entity.relationships where relationship.destination.isStored {
        let name = relationship.destination.name
        let isCompleted = completed.contains {
          $0.inverse.name == name
            && model.entity(entity.destination, isKindOf: $0.relationship.destination)
        }
        if filled.contains(PropertyPath(type: entity.destination, property: name)) {
          add(.assigned, of: name)
        } else {
          add(isCompleted ? .unspecified(nil) : Origin(relationship), of: name)
        }
      }
      guard source != entity.destination || !properties.isEmpty else { continue }
      types[entity.destination] = TypeOrigin(source: source, properties: properties)
    }
    self.init(
      types: types, removed: Set(mapping.removedEntities),
      copied: Set(further.flatMap(\.copied)), misnamed: mapping.misnamed)
  }

  /// The same with what a history says of the upgrade.
  func with(refusal: UpgradeError?, isJudged: Bool) -> HopMapping {
    guard refusal != nil || !isJudged else { return self }
    return HopMapping(
      types: types, removed: removed, copied: copied, misnamed: misnamed, refusal: refusal,
      isJudged: isJudged)
  }
}

extension HopMapping.Origin {
  fileprivate init(_ attribute: InferredAttribute) {
    let new = attribute.destination
    guard let old = attribute.source, old.isStored else {
      // What is computed anew is nobody's default.
      self = new.isDerived ? .unspecified(nil) : .added
      return
    }
    guard !new.isDerived else {
      self = .unspecified(old.name)
      return
    }
    let replacement = attribute.replacementOfNull
    switch attribute.origin {
    case .added: self = .added
    case .unknown: self = .unspecified(old.name)
    case .converted where old.type == .integer64 && new.type == .decimal:
      // Apps relied on it, but nobody looked at the values.
      self = .unspecified(old.name)
    case .converted:
      let type = new.type
      self = .converted(old.name) { value in
        value.isNull ? replacement ?? .null : NumberConversion.value(value, as: type)
      }
    case .kept:
      guard old.isOptional, let replacement else {
        self = .kept(old.name)
        return
      }
      self = .converted(old.name) { $0.isNull ? replacement : $0 }
    }
  }

  fileprivate init(_ relationship: InferredRelationship) {
    let new = relationship.destination
    guard let old = relationship.source, old.isStored else {
      self = .added
      return
    }
    guard case .kept = relationship.origin else {
      self = .unspecified(old.name)
      return
    }
    let collection = new.property.collection
    if relationship.losesOrder {
      self = .reordered(old.name)
    } else if old.property.collection == collection {
      self = .kept(old.name)
    } else {
      self = .converted(old.name) { value in
        let links = value.links.map(Value.link)
        return switch collection {
        case nil: links.first ?? .null
        case .list: .list(links)
        default: .set(links)
        }
      }
    }
  }
}
