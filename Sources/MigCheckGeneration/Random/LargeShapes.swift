import MigCheckModel

/// Graphs that are large on purpose: what walks along links, or collects those that come in, must
/// not depend on there being few.
package enum LargeShapes {
  /// Objects of one type, each of which links to the next.
  ///
  /// - Returns: `nil` if no type has a property that links to its own type.
  package static func chain(in schema: Schema, length: Int = 2000) -> ObjectGraph? {
    guard let slot = slot(in: schema, where: { $0 == $1 }) else { return nil }
    return graph(schema, slot.owner, count: length, property: slot.property) { row in
      row + 1 < length ? ObjectReference(type: slot.owner, index: row + 1) : nil
    }
  }

  /// Objects that all link to one and the same.
  ///
  /// - Returns: `nil` if there are no links between top-level types.
  package static func star(in schema: Schema, links: Int = 10_000) -> ObjectGraph? {
    guard let slot = slot(in: schema, where: { _, _ in true }) else { return nil }
    var start = WitnessBuilder(ObjectGraph(schema: schema))
    guard let centre = start.add(slot.target, filling: .initial) else { return nil }
    return graph(schema, slot.owner, count: links, property: slot.property, after: start) { _ in
      centre
    }
  }

  private struct Slot {
    let owner: Int
    let property: Property
    let target: Int
  }

  /// The first property that links top-level types of a kind.
  private static func slot(
    in schema: Schema, where isWanted: (_ owner: Int, _ target: Int) -> Bool
  ) -> Slot? {
    for (owner, type) in schema.types.enumerated() where !type.isEmbedded {
      for property in type.storedProperties where property.isLink {
        guard let target = property.objectType.flatMap(schema.index(of:)),
          !schema.types[target].isEmbedded, isWanted(owner, target)
        else { continue }
        return Slot(owner: owner, property: property, target: target)
      }
    }
    return nil
  }

  private static func graph(
    _ schema: Schema, _ type: Int, count: Int, property: Property,
    after start: WitnessBuilder? = nil, target: (Int) -> ObjectReference?
  ) -> ObjectGraph? {
    var builder = start ?? WitnessBuilder(ObjectGraph(schema: schema))
    for row in 0..<count {
      let link = target(row).flatMap { property.wrap([.link($0)]) } ?? property.zeroValue
      builder.add(type, [(property.name, link)], filling: .initial)
    }
    // A type whose keys have few values cannot have as many objects.
    return builder.graph.validate().isEmpty ? builder.graph : nil
  }
}
