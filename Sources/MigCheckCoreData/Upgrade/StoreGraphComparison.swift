import MigCheckModel

/// Compares what an upgrade of one store gives with what another store holds.
package struct StoreGraphComparison {
  /// How objects of both are known to be the same.
  package enum Matching: Sendable {
    /// By hierarchy and `Z_PK`, which upgrades of one store keep.
    case keys
    /// By what they hold, as far as nothing else tells.
    case content
  }

  package let first: StoreGraph
  package let second: StoreGraph

  /// - Parameters:
  ///   - model: of both.
  ///   - unordered: ordered relationships whose order is not compared.
  ///   - identifiers: attributes that tell objects of an entity apart, where content decides.
  package init(
    _ first: StoreGraph, _ second: StoreGraph, unordered: [PropertyPath] = [],
    identifiers: [PropertyPath] = []
  ) {
    let paths = Set(unordered)
    let keys = Dictionary(identifiers.map { ($0.type, $0.property) }) { first, _ in first }
    self.first = first.withoutOrder(of: paths, keyedBy: keys)
    self.second = second.withoutOrder(of: paths, keyedBy: keys)
  }

  package func compare(
    _ matching: Matching, ignoring: [PropertyPath]
  ) -> GraphComparison.Outcome {
    switch matching {
    case .content:
      return GraphComparison.compare(first.graph, second.graph, ignoring: ignoring)
    case .keys:
      let differences = byKeys(ignoring: Set(ignoring))
      return differences.isEmpty ? .equal : .different(differences)
    }
  }

  // MARK: By keys

  private func byKeys(ignoring: Set<PropertyPath>) -> [GraphDifference] {
    var differences = [GraphDifference]()
    for (type, objectType) in first.graph.schema.types.enumerated() {
      guard let other = second.graph.schema.index(of: objectType.name),
        !ignoring.contains(PropertyPath(type: objectType.name))
      else { continue }
      let rows = Dictionary(
        second.keys[other].enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let present = Set(first.keys[type])
      var pairs = [(Int, Int)]()
      var missing = [Int]()
      for (row, key) in first.keys[type].enumerated() {
        if let match = rows[key] { pairs.append((row, match)) } else { missing.append(row) }
      }
      let added = second.keys[other].enumerated().filter { !present.contains($1) }.map(\.offset)
      if let row = missing.first {
        differences.append(
          GraphDifference(
            .objectMissing, type: objectType.name, firstRow: row, count: missing.count,
            total: first.keys[type].count))
      }
      if let row = added.first {
        differences.append(
          GraphDifference(
            .objectAdded, type: objectType.name, secondRow: row, count: added.count,
            total: second.keys[other].count))
      }
      differences += properties(of: type, other, pairs, ignoring: ignoring)
    }
    return differences
  }

  private func properties(
    of type: Int, _ other: Int, _ pairs: [(Int, Int)], ignoring: Set<PropertyPath>
  ) -> [GraphDifference] {
    let objectType = first.graph.schema.types[type]
    var differences = [GraphDifference]()
    for (position, property) in objectType.storedProperties.enumerated() {
      guard !ignoring.contains(PropertyPath(type: objectType.name, property: property.name)),
        let otherPosition = second.graph.schema.types[other].storedIndex(of: property.name)
      else { continue }
      let columns = (
        first.graph.tables[type].columns[position],
        second.graph.tables[other].columns[otherPosition]
      )
      let different = pairs.filter { row, match in
        property.isLink
          ? !isSame(first.targets(of: columns.0[row]), second.targets(of: columns.1[match]))
          : columns.0[row] != columns.1[match]
      }
      guard let (row, match) = different.first else { continue }
      differences.append(
        GraphDifference(
          property.isLink ? .linkDiffers : .valueDiffers, type: objectType.name,
          property: property.name, firstRow: row, secondRow: match, firstValue: columns.0[row],
          secondValue: columns.1[match], count: different.count, isUniform: different.count == 1,
          total: pairs.count))
    }
    return differences
  }

  private func isSame(_ first: [StoreGraph.Target], _ second: [StoreGraph.Target]) -> Bool {
    first == second
  }
}

extension StoreGraph {
  /// An object that a link leads to, by names that both stores have for it.
  struct Target: Equatable, Comparable {
    var entity: Name
    var key: Int64

    static func < (left: Target, right: Target) -> Bool {
      (left.entity, left.key) < (right.entity, right.key)
    }
  }

  /// The objects that a value links to; of a set in an order of their own.
  fileprivate func targets(of value: Value) -> [Target] {
    var targets = [Target]()
    graph.forEachLink(in: value) { object in
      targets.append(
        Target(
          entity: graph.schema.types[object.type].name, key: keys[object.type][object.index]))
    }
    if case .set = value { targets.sort() }
    return targets
  }

  /// The same objects, where some lists are sets.
  fileprivate func withoutOrder(
    of paths: Set<PropertyPath>, keyedBy identifiers: [Name: Name?]
  ) -> StoreGraph {
    guard !paths.isEmpty || !identifiers.isEmpty else { return self }
    func isChanged(_ type: ObjectType, _ property: Property) -> Bool {
      property.collection == .list
        && paths.contains(PropertyPath(type: type.name, property: property.name))
    }
    let schema = Schema(
      graph.schema.types.map { type in
        ObjectType(
          type.name, primaryKey: identifiers[type.name] ?? type.primaryKey, parent: type.parent,
          abstract: type.isAbstract,
          type.properties.map { property in
            var property = property
            if isChanged(type, property) { property.collection = .set }
            return property
          })
      })
    var result = StoreGraph(graph: ObjectGraph(schema: schema), keys: keys)
    result.graph.tables = graph.tables
    for (type, objectType) in graph.schema.types.enumerated() {
      for (position, property) in objectType.storedProperties.enumerated()
      where isChanged(objectType, property) {
        result.graph.tables[type].columns[position] = graph.tables[type].columns[position].map {
          if case .list(let elements) = $0 { .set(elements) } else { $0 }
        }
      }
    }
    return result
  }
}

extension InferredMapping {
  /// Relationships whose order the upgrade loses.
  package var unorderedPaths: [PropertyPath] {
    entities.flatMap { entity in
      entity.relationships.filter(\.losesOrder).map {
        PropertyPath(type: entity.destination, property: $0.destination.name)
      }
    }
  }

  /// Properties that nobody documents the content of after the upgrade.
  package var undocumentedPaths: [PropertyPath] {
    entities.flatMap { entity -> [PropertyPath] in
      let attributes = entity.attributes.filter {
        if case .unknown = $0.origin { return true }
        return $0.destination.isDerived
      }.map(\.destination.name)
      let relationships = entity.relationships.filter {
        if case .unknown = $0.origin { true } else { false }
      }.map(\.destination.name)
      return (attributes + relationships).map {
        PropertyPath(type: entity.destination, property: $0)
      }
    }
  }
}
