import MigCheckModel
import MigCheckText

/// A property through which objects of a type can be linked.
private struct LinkSlot {
  let owner: Int
  let property: Property
}

extension WitnessList {
  private func slots(to type: Int) -> [LinkSlot] {
    let name = schema.types[type].name
    return schema.types.enumerated().flatMap { index, owner in
      owner.storedProperties.filter {
        $0.type == .mixed || $0.isLink && $0.objectType == name
      }.map { LinkSlot(owner: index, property: $0) }
    }
  }

  /// A graph with objects of the type, and owners that link to them.
  ///
  /// - Parameters:
  ///   - count: how many objects there are to link to, beside owners of the same type.
  ///   - owners: for each owner, the objects that each of its slots links to.
  private mutating func add(_ type: Int, _ count: Int, owners: [[(LinkSlot, [Int])]]) {
    add { builder in
      let targets = (0..<count).compactMap { _ in builder.add(type) }
      guard targets.count == count else { return }
      for slots in owners {
        guard let owner = slots.first?.0.owner else { continue }
        var values = [(Name, Value)]()
        for (slot, indices) in slots {
          if let value = slot.property.wrap(indices.map { .link(targets[$0]) }) {
            values.append((slot.property.name, value))
          }
        }
        builder.add(owner, values)
      }
    }
  }

  /// What a top-level type may look like that becomes embedded: without a parent, with one, with
  /// two, in every place that can hold a link to it.
  mutating func addEmbedding(of type: Int) {
    add(type, 1, owners: [])
    let slots = slots(to: type)
    for slot in slots {
      add(type, 1, owners: [[(slot, [0])]])
      add(type, 1, owners: [[(slot, [0])], [(slot, [0])]])
      add(type, 2, owners: [[(slot, [0])]])
      if slot.property.collection != nil {
        add(type, 1, owners: [[(slot, [0, 0])]])
        add(type, 2, owners: [[(slot, [1, 0])]])
        add(type, 2, owners: [[(slot, [0, 1])], [(slot, [1])]])
        add(type, 3, owners: [[(slot, [0, 1, 1])]])
      }
    }
    for (index, slot) in slots.enumerated() {
      for other in slots[(index + 1)...].prefix(6) {
        if slot.owner == other.owner {
          add(type, 1, owners: [[(slot, [0]), (other, [0])]])
          add(type, 2, owners: [[(slot, [0]), (other, [1])]])
        } else {
          add(type, 1, owners: [[(slot, [0])], [(other, [0])]])
        }
      }
    }
    for slot in slots where slot.property.collection == .dictionary {
      add([[(slot.property.name, .dictionary([DictionaryEntry("a", .null)]))]], type: slot.owner)
    }
    addCycles(of: type)
    addNested(under: type)
  }

  /// Objects of a type that goes away, linked and not.
  mutating func addLinked(to type: Int) {
    add(type, 1, owners: [])
    for slot in slots(to: type) where !schema.types[type].isEmbedded {
      add(type, 2, owners: [[(slot, [0])]])
      if slot.property.collection != nil {
        add(type, 2, owners: [[(slot, [0, 1])], [(slot, [1])]])
      }
    }
    addOutgoing(of: type)
  }

  /// Objects with a link in each of the properties that the type has.
  private mutating func addOutgoing(of type: Int) {
    for property in schema.types[type].storedProperties {
      addLinks(of: property, type: type)
    }
  }

  /// Links in one property, or elements of a collection: none, one, two, the same one twice, in
  /// both orders, equal twins, and to the object itself.
  mutating func addLinks(of property: Property, type: Int) {
    let target = property.objectType.flatMap(schema.index(of:))
    guard property.isLink, let target, !schema.types[target].isEmbedded else {
      addElements(of: property, type: type)
      return
    }
    let slot = LinkSlot(owner: type, property: property)
    add([[(property.name, property.zeroValue)]], type: type)
    add(target, 1, owners: [[(slot, [0])]])
    add(target, 1, owners: [[(slot, [0])], [(slot, [0])]])
    if property.collection != nil {
      add(target, 2, owners: [[(slot, [1, 0])]])
      add(target, 3, owners: [[(slot, [2, 0, 2, 1])]])
    }
    // Twins: alike in all but their identity.
    add { builder in
      let twins = (0..<2).compactMap { _ in builder.add(target, filling: .initial) }
      for twin in twins {
        guard let value = property.wrap([.link(twin)]) else { continue }
        builder.add(type, [(property.name, value)], filling: .initial)
      }
    }
    if target == type { addCycles(of: type) }
  }

  private mutating func addElements(of property: Property, type: Int) {
    guard !property.isLink else {
      add([[(property.name, property.zeroValue)]], type: type)
      return addObjects(of: type)
    }
    guard property.collection != nil else { return }
    let values = (0..<4).compactMap { Value.simple(property.type, $0) }
    for indices in [[], [1], [1, 1], [2, 1], [3, 1, 2, 1, 0]] {
      let elements = indices.filter(values.indices.contains).map { values[$0] }
      if let value = property.wrap(elements) { add([[(property.name, value)]], type: type) }
    }
    if property.isOptional, let value = property.wrap([.null, values.first ?? .null]) {
      add([[(property.name, value)]], type: type)
    }
  }

  /// A link to the object itself, and two objects that link to each other.
  private mutating func addCycles(of type: Int) {
    for slot in slots(to: type) where slot.owner == type {
      for count in [1, 2] {
        add { builder in
          for index in 0..<count {
            let next = ObjectReference(type: type, index: (index + 1) % count)
            if let value = slot.property.wrap([.link(next)]) {
              builder.add(type, [(slot.property.name, value)])
            }
          }
        }
      }
    }
  }

  /// Objects that have children of their own, alone and under a parent.
  private mutating func addNested(under type: Int) {
    for property in schema.types[type].storedProperties where property.isLink {
      guard let target = property.objectType.flatMap(schema.index(of:)),
        !schema.types[target].isEmbedded
      else { continue }
      add { builder in
        guard let child = builder.add(target), let link = property.wrap([.link(child)]) else {
          return
        }
        builder.add(type, [(property.name, link)])
        builder.add(type, [(property.name, link)])
      }
      for slot in slots(to: type) where slot.owner != type {
        for parents in [1, 2] {
          add { builder in
            guard let child = builder.add(target), let link = property.wrap([.link(child)]),
              let middle = builder.add(type, [(property.name, link)]),
              let value = slot.property.wrap([.link(middle)])
            else { return }
            for _ in 0..<parents { builder.add(slot.owner, [(slot.property.name, value)]) }
          }
        }
      }
    }
  }

  /// Parents with and without an embedded object of the type, and equal twins.
  mutating func addParents(of type: Int) {
    let name = schema.types[type].name
    for (owner, ownerType) in schema.types.enumerated() {
      for property in ownerType.storedProperties
      where property.isLink && property.objectType == name {
        let object = Value.embedded(
          EmbeddedObject(
            type: type, values: schema.types[type].storedProperties.map(\.initialValue)))
        add([[(property.name, property.zeroValue)]], type: owner)
        for copies in [[object], [object, object]] {
          if let value = property.wrap(copies) {
            add([[(property.name, value)]], type: owner)
            add([[(property.name, value)], [(property.name, value)]], type: owner)
          }
        }
      }
    }
  }
}
