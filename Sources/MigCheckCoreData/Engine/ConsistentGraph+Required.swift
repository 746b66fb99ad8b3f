import MigCheckModel

// What an object must have to be saved at all.

extension ConsistentGraph {
  /// Takes out objects of abstract entities, which cannot be made.
  mutating func removeAbstract() {
    let rows = schema.types.indices.map { type in
      schema.types[type].isAbstract ? Set(0..<graph.tables[type].count) : []
    }
    remove(rows)
  }

  /// Gives objects that must have others some: those that are there and free, or new ones. What
  /// still lacks them cannot be saved, and is taken out.
  mutating func fillRequired() {
    let required = model.entities.flatMap { entity in
      entity.relationships.filter { $0.isStored && $0.neededCount > 0 }.map { (entity.name, $0) }
    }
    guard !required.isEmpty else { return }
    // New objects may need some in turn; a chain that does not end is cut.
    var budget = 2 * graph.objectCount + 16
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (entity, relationship) in required {
        for type in types(of: entity) where !schema.types[type].isAbstract {
          var row = 0
          while row < graph.tables[type].count {
            let owner = ObjectReference(type: type, index: row)
            if fill(relationship, of: owner, &budget) { isComplete = false }
            row += 1
          }
        }
      }
    }
    removeIncomplete(required)
  }

  // MARK: Links

  private func column(_ name: Name, of type: Int) -> Int? {
    schema.types[type].storedIndex(of: name)
  }

  private func linked(_ name: Name, of object: ObjectReference) -> [ObjectReference] {
    column(name, of: object.type).map {
      links(graph.tables[object.type].columns[$0][object.index])
    } ?? []
  }

  /// - Returns: whether objects were added that may need others.
  private mutating func fill(
    _ relationship: CoreDataRelationship, of owner: ObjectReference, _ budget: inout Int
  ) -> Bool {
    var isAdded = false
    var present = linked(relationship.name, of: owner)
    while present.count < relationship.neededCount {
      let target: ObjectReference
      if let free = freeTarget(of: relationship, for: owner, without: present) {
        target = free
      } else if budget > 0, let new = addTarget(of: relationship) {
        budget -= 1
        isAdded = true
        target = new
      } else {
        break
      }
      present.append(target)
      link(relationship, from: owner, to: target)
    }
    return isAdded
  }

  private func freeTarget(
    of relationship: CoreDataRelationship, for owner: ObjectReference,
    without present: [ObjectReference]
  ) -> ObjectReference? {
    let inverse = model.inverse(of: relationship).flatMap { $0.isStored ? $0 : nil }
    let limit = inverse.map { $0.isToMany ? $0.maximumCount : 1 } ?? 0
    for type in types(of: relationship.destination) where !schema.types[type].isAbstract {
      let count = graph.tables[type].count
      // Looked for once: there may be many objects.
      let column = inverse.flatMap { self.column($0.name, of: type) }
      for place in 0..<count {
        // Not all of them the same one.
        let target = ObjectReference(type: type, index: (owner.index + place) % count)
        if present.contains(target) { continue }
        guard limit > 0, let column else { return target }
        if links(graph.tables[type].columns[column][target.index]).count < limit { return target }
      }
    }
    return nil
  }

  private mutating func addTarget(of relationship: CoreDataRelationship) -> ObjectReference? {
    guard
      let type = types(of: relationship.destination).first(where: { !schema.types[$0].isAbstract })
    else { return nil }
    return graph.append(schema.types[type].storedProperties.map(\.initialValue), type: type)
  }

  private mutating func link(
    _ relationship: CoreDataRelationship, from owner: ObjectReference, to target: ObjectReference
  ) {
    add(target, to: relationship, of: owner)
    if let inverse = model.inverse(of: relationship), inverse.isStored {
      add(owner, to: inverse, of: target)
    }
  }

  private mutating func add(
    _ target: ObjectReference, to relationship: CoreDataRelationship, of owner: ObjectReference
  ) {
    guard let column = column(relationship.name, of: owner.type) else { return }
    let present = links(graph.tables[owner.type].columns[column][owner.index])
    guard !present.contains(target) else { return }
    graph.tables[owner.type].columns[column][owner.index] = value(
      present + [target], of: relationship)
  }

  // MARK: Removing

  private mutating func removeIncomplete(_ required: [(Name, CoreDataRelationship)]) {
    while true {
      var rows = schema.types.map { _ in Set<Int>() }
      for (entity, relationship) in required {
        for type in types(of: entity) {
          for row in 0..<graph.tables[type].count {
            let owner = ObjectReference(type: type, index: row)
            if linked(relationship.name, of: owner).count < relationship.neededCount {
              rows[type].insert(row)
            }
          }
        }
      }
      if rows.allSatisfy(\.isEmpty) { return }
      remove(rows)
    }
  }

  /// - Parameter rows: by type.
  private mutating func remove(_ rows: [Set<Int>]) {
    guard !rows.allSatisfy(\.isEmpty) else { return }
    // By type and row: the new row.
    let places = graph.tables.enumerated().map { type, table in
      var next = 0
      return (0..<table.count).map { row -> Int? in
        if rows[type].contains(row) { return nil }
        defer { next += 1 }
        return next
      }
    }
    for type in graph.tables.indices {
      graph.tables[type].count -= rows[type].count
      for column in graph.tables[type].columns.indices {
        let isLink = schema.types[type].storedProperties[column].isLink
        let kept = graph.tables[type].columns[column].enumerated().filter {
          places[type][$0.offset] != nil
        }.map(\.element)
        graph.tables[type].columns[column] =
          isLink
          ? kept.map { value in
            value.mapLinks { link in
              places[link.type][link.index].map { ObjectReference(type: link.type, index: $0) }
            }
          } : kept
      }
    }
  }
}

extension CoreDataRelationship {
  /// How many objects each object must have here to be saved.
  fileprivate var neededCount: Int { isOptional ? 0 : isToMany ? minimumCount : 1 }
}
