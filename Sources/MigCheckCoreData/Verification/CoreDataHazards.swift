import MigCheckModel

/// What may go wrong in an upgrade beyond what the difference of two schemas shows, and graphs that
/// provoke it.
enum CoreDataHazards {
  static func hazards(
    of mapping: PreparedMapping, from old: CoreDataModel, to new: CoreDataModel
  ) -> [EngineHazard] {
    guard mapping.refusals.isEmpty else { return [] }
    return mapping.changedEntities.flatMap { entity -> [EngineHazard] in
      guard let source = entity.source else { return [] }
      var hazards = [EngineHazard]()
      if source != entity.destination {
        hazards.append(
          EngineHazard(
            place: PropertyPath(type: source),
            description: "\(source) becomes \(entity.destination)"
          ) { witnesses(of: source, property: nil, in: $0) })
      }
      hazards += entity.attributes.compactMap { hazard(of: $0, in: source) }
      hazards += entity.relationships.compactMap { hazard(of: $0, in: source) }
      return hazards
    } + mapping.constraints.compactMap { hazard(of: $0, mapping, new) }
      + mapping.filters.sorted { $0.key < $1.key }.map { hazard(of: $0.value, in: $0.key) }
      + mapping.further.compactMap { entity in
        entity.further?.filter.map { hazard(of: $0, in: entity.source) }
      }
  }

  /// Objects that a filter of a mapping model takes, and others.
  private static func hazard(of filter: MappingFilter, in entity: Name) -> EngineHazard {
    EngineHazard(
      place: PropertyPath(type: entity), description: "of \(entity), where \(filter)"
    ) { schema in
      guard let type = schema.index(of: entity) else { return [] }
      var graph = ObjectGraph(schema: schema)
      for (number, taken) in [true, false, true].enumerated() {
        let chosen = filter.values(taken: taken)
        graph.append(
          values(of: type, number: number, in: schema) { property in
            chosen[property.name].map { fitted($0, property) }
          }, type: type)
      }
      return [graph]
    }
  }

  /// A number or a Boolean as the property holds it.
  private static func fitted(_ value: Value, _ property: Property) -> Value {
    switch (value, property.type) {
    case (.int(let number), .bool): .bool(number != 0)
    case (.bool(let flag), .int): .int(flag ? 1 : 0)
    default: value
    }
  }

  private static func hazard(of attribute: InferredAttribute, in entity: Name) -> EngineHazard? {
    guard let old = attribute.source, old.isStored, attribute.destination.isStored else {
      return nil
    }
    let (new, path) = (attribute.destination, PropertyPath(type: entity, property: old.name))
    var parts = [String]()
    if old.name != new.name { parts.append("becomes \(new.name)") }
    if old.type != new.type { parts.append("\(old.type) → \(new.type)") }
    guard !parts.isEmpty else { return nil }
    let bounds = old.type.integerWidth.map { width -> [Value] in
      let top = Int64.max >> Int64(64 - width)
      return [.int(top), .int(-top - 1), .int(0), .int(-1)]
    }
    return EngineHazard(
      place: path, description: "\(path) \(parts.joined(separator: ", "))"
    ) { witnesses(of: entity, property: old.name, values: bounds ?? [], in: $0) }
  }

  private static func hazard(
    of relationship: InferredRelationship, in entity: Name
  ) -> EngineHazard? {
    let new = relationship.destination
    guard let old = relationship.source, old.isStored, new.isStored,
      old.name != new.name || relationship.losesOrder || old.isToMany != new.isToMany
        || old.isOrdered != new.isOrdered
    else { return nil }
    let path = PropertyPath(type: entity, property: old.name)
    let change =
      old.name != new.name
      ? "becomes \(new.name)"
      : old.isToMany != new.isToMany
        ? "leads to \(new.isToMany ? "several objects" : "one object")"
        : old.isOrdered != new.isOrdered
          ? "\(new.isOrdered ? "gets" : "loses") its order" : "is stored in another way"
    return EngineHazard(place: path, description: "\(path) \(change)") {
      links(of: entity, old.name, in: $0)
    }
  }

  /// Objects whose values repeat, where they have to be unique later on.
  private static func hazard(
    of constraint: PreparedMapping.Constraint, _ mapping: PreparedMapping, _ new: CoreDataModel
  ) -> EngineHazard? {
    let changed = mapping.changedEntities.first { $0.destination == constraint.entity }
    guard !mapping.addedEntities.contains(constraint.entity) else { return nil }
    let source = changed?.source ?? constraint.entity
    let names = constraint.properties.map { name in
      changed?.attributes.first { $0.destination.name == name }?.source?.name ?? name
    }
    let list = names.map(\.text).joined(separator: ", ")
    return EngineHazard(
      place: PropertyPath(type: source, property: names.first),
      description: "\(source): \(list) must be unique"
    ) { schema in
      guard let type = schema.index(of: source) else { return [] }
      return schema.concreteTypes(of: type).prefix(1).map { type in
        var graph = ObjectGraph(schema: schema)
        for number in 0..<2 {
          graph.append(
            values(of: type, number: number, in: schema) { property in
              names.contains(property.name) ? filled(property, 0) : nil
            }, type: type)
        }
        return graph
      }
    }
  }

  // MARK: Witnesses

  private static func filled(_ property: Property, _ number: Int) -> Value {
    guard !property.isLink, property.collection == nil else { return property.zeroValue }
    if property.type == .string { return .string("\(property.name) \(number + 1)") }
    let index = property.type == .bool ? 1 - number % 2 : 100 + number
    return Value.simple(property.type, index) ?? property.zeroValue
  }

  private static func values(
    of type: Int, number: Int, in schema: Schema, _ value: (Property) -> Value?
  ) -> [Value] {
    schema.types[type].storedProperties.map { value($0) ?? filled($0, number) }
  }

  /// Objects with distinct values, one for each value that matters, and one with null.
  private static func witnesses(
    of entity: Name, property name: Name?, values special: [Value] = [], in schema: Schema
  ) -> [ObjectGraph] {
    guard let type = schema.index(of: entity).flatMap({ schema.concreteTypes(of: $0).first }) else {
      return []
    }
    let property = name.flatMap { schema.types[type].property(named: $0) }
    if name != nil, property == nil { return [] }
    var graph = ObjectGraph(schema: schema)
    for number in 0..<2 {
      graph.append(values(of: type, number: number, in: schema) { _ in nil }, type: type)
    }
    guard let property else { return [graph] }
    for value in special + (property.isOptional ? [.null] : []) {
      graph.append(
        values(of: type, number: graph.tables[type].count, in: schema) {
          $0.name == property.name ? value : nil
        }, type: type)
    }
    return [graph]
  }

  /// Objects with links to none, one and several others, in an order of their own.
  private static func links(of entity: Name, _ name: Name, in schema: Schema) -> [ObjectGraph] {
    guard let owner = schema.index(of: entity).flatMap({ schema.concreteTypes(of: $0).first }),
      let property = schema.types[owner].property(named: name),
      let target = property.objectType.flatMap(schema.index).flatMap({
        schema.concreteTypes(of: $0).first
      })
    else { return [] }
    var graph = ObjectGraph(schema: schema)
    let owners = owner == target ? 5 : 3
    for number in 0..<5 where owner != target {
      graph.append(values(of: target, number: number, in: schema) { _ in nil }, type: target)
    }
    let choices = [[3, 0, 2], [], [4]]
    for number in 0..<owners {
      let links = (number < choices.count ? choices[number] : []).map {
        Value.link(ObjectReference(type: target, index: $0))
      }
      graph.append(
        values(of: owner, number: number, in: schema) {
          guard $0.name == name else { return nil }
          return switch property.collection {
          case nil: links.first ?? .null
          case .list: .list(links)
          default: .set(links)
          }
        }, type: owner)
    }
    return [graph]
  }
}
