import MigCheckModel
import MigCheckText

/// Upgrades what a store holds by an inferred mapping, as a plain value.
package struct MappedUpgrade {
  private let source: CoreDataVersion
  private let destination: CoreDataVersion
  private let mapping: InferredMapping
  private let oldSchema: Schema
  private let newSchema: Schema

  package init(from source: CoreDataVersion, to destination: CoreDataVersion) {
    self.source = source
    self.destination = destination
    mapping = MappingInference.mapping(from: source.model, to: destination.model)
    oldSchema = source.model.schema
    newSchema = destination.model.schema
  }

  /// - Returns: the objects as they are after the upgrade, with the keys that they had.
  /// - Throws: `UpgradeError` if the mapping cannot be inferred, or values repeat that are to be
  ///   unique from now on.
  /// - Complexity: O(*n*) in the size of the graph.
  package func upgrade(_ store: StoreGraph) throws(UpgradeError) -> StoreGraph {
    if mapping.needsMigration, let first = mapping.refusals.first {
      let reasons = mapping.refusals.map(\.description).joined(separator: "; ")
      throw UpgradeError(
        .mappingNotInferable,
        "The mapping from version \(source.number) (\(source.name)) to \(destination.number) "
          + "(\(destination.name)) cannot be inferred: \(reasons).",
        type: first.entity, property: first.property)
    }
    guard mapping.needsMigration else { return opened(store) }
    var result = StoreGraph(
      graph: ObjectGraph(schema: newSchema), keys: newSchema.types.map { _ in [] })
    // The type that objects of each old type have now.
    var targets = [Int?](repeating: nil, count: oldSchema.types.count)
    for entity in mapping.entities {
      if let old = entity.source.flatMap(oldSchema.index),
        let new = newSchema.index(of: entity.destination)
      {
        targets[old] = new
        result.keys[new] = store.keys[old]
        result.graph.tables[new].count = store.graph.tables[old].count
      }
    }
    for entity in mapping.entities { fill(entity, of: store, &result, targets) }
    completeInverses(&result)
    try requireUnique(result)
    try RequiredLinkCheck(mapping, to: destination.model).require(in: result.graph)
    return result
  }

  /// The store as it is: where the version hashes are equal no migration runs, whatever a mapping
  /// would say. Both models have the same names.
  private func opened(_ store: StoreGraph) -> StoreGraph {
    var result = StoreGraph(
      graph: ObjectGraph(schema: newSchema), keys: newSchema.types.map { _ in [] })
    let targets = oldSchema.types.map { newSchema.index(of: $0.name) }
    for (new, type) in newSchema.types.enumerated() {
      guard let old = oldSchema.index(of: type.name) else { continue }
      result.keys[new] = store.keys[old]
      result.graph.tables[new].count = store.graph.tables[old].count
      for (column, property) in type.storedProperties.enumerated() {
        guard let source = oldSchema.types[old].storedIndex(of: property.name) else { continue }
        result.graph.tables[new].columns[column] = store.graph.tables[old].columns[source].map {
          $0.mapLinks { link in
            targets[link.type].map { ObjectReference(type: $0, index: link.index) }
          }
        }
      }
    }
    return result
  }

  // MARK: Values

  private func fill(
    _ entity: InferredEntity, of store: StoreGraph, _ result: inout StoreGraph, _ targets: [Int?]
  ) {
    guard let new = newSchema.index(of: entity.destination) else { return }
    let old = entity.source.flatMap(oldSchema.index)
    let count = result.graph.tables[new].count
    func column(_ name: Name) -> [Value]? {
      old.flatMap { old in
        oldSchema.types[old].storedIndex(of: name).map { store.graph.tables[old].columns[$0] }
      }
    }
    for attribute in entity.attributes {
      guard let position = newSchema.types[new].storedIndex(of: attribute.destination.name) else {
        continue
      }
      result.graph.tables[new].columns[position] = values(attribute, count: count, column)
    }
    for relationship in entity.relationships {
      guard let position = newSchema.types[new].storedIndex(of: relationship.destination.name)
      else {
        continue
      }
      result.graph.tables[new].columns[position] = links(
        relationship, count: count, column, targets)
    }
  }

  private func values(
    _ attribute: InferredAttribute, count: Int, _ column: (Name) -> [Value]?
  ) -> [Value] {
    let new = attribute.destination
    guard let old = attribute.source, let values = column(old.name) else {
      return Array(repeating: new.defaultValue ?? .null, count: count)
    }
    let replacement = attribute.replacementOfNull ?? .null
    guard old.type != new.type else { return values.map { $0.isNull ? replacement : $0 } }
    return values.map {
      $0.isNull ? replacement : NumberConversion.value($0, as: new.type) ?? .null
    }
  }

  private func links(
    _ relationship: InferredRelationship, count: Int, _ column: (Name) -> [Value]?,
    _ targets: [Int?]
  ) -> [Value] {
    let new = relationship.destination
    let empty: Value = new.isToMany ? (new.isOrdered ? .list([]) : .set([])) : .null
    guard let old = relationship.source, let values = column(old.name) else {
      return Array(repeating: empty, count: count)
    }
    return values.map { value in
      var links = [Value]()
      // In the order of the value, without those whose objects are gone.
      func collect(_ value: Value) {
        switch value {
        case .link(let object):
          guard let type = targets[object.type],
            destination.model.entity(newSchema.types[type].name, isKindOf: new.destination)
          else { return }
          links.append(.link(ObjectReference(type: type, index: object.index)))
        case .list(let elements), .set(let elements): elements.forEach(collect)
        default: break
        }
      }
      collect(value)
      guard new.isToMany else { return links.first ?? .null }
      return new.isOrdered ? .list(links) : .set(links)
    }
  }

  // MARK: Inverses

  /// Fills relationships that are added as the inverse of one that is kept.
  private func completeInverses(_ result: inout StoreGraph) {
    for entity in destination.model.entities {
      for relationship in entity.relationships where relationship.isStored {
        guard let inverse = destination.model.inverse(of: relationship), inverse.isStored,
          isKept(relationship.name, of: entity.name),
          isAdded(inverse.name, of: relationship.destination)
        else { continue }
        complete(inverse, from: relationship, declaredBy: entity.name, &result)
      }
    }
  }

  private func isKept(_ name: Name, of entity: Name) -> Bool {
    guard
      case .kept = mapping.entity(entity)?.relationships
        .first(where: { $0.destination.name == name })?.origin
    else { return false }
    return true
  }

  private func isAdded(_ name: Name, of entity: Name) -> Bool {
    guard
      case .added = mapping.entity(entity)?.relationships
        .first(where: { $0.destination.name == name })?.origin
    else { return false }
    return true
  }

  private func complete(
    _ inverse: CoreDataRelationship, from relationship: CoreDataRelationship,
    declaredBy entity: Name, _ result: inout StoreGraph
  ) {
    var owners = [ObjectReference: [Value]]()
    for (type, objectType) in newSchema.types.enumerated()
    where destination.model.entity(objectType.name, isKindOf: entity) {
      guard let position = objectType.storedIndex(of: relationship.name) else { continue }
      for (row, value) in result.graph.tables[type].columns[position].enumerated() {
        result.graph.forEachLink(in: value) { target in
          owners[target, default: []].append(.link(ObjectReference(type: type, index: row)))
        }
      }
    }
    for (target, links) in owners {
      guard let position = newSchema.types[target.type].storedIndex(of: inverse.name) else {
        continue
      }
      result.graph.tables[target.type].columns[position][target.index] =
        inverse.isToMany ? (inverse.isOrdered ? .list(links) : .set(links)) : links[0]
    }
  }

  // MARK: Uniqueness

  private func requireUnique(_ result: StoreGraph) throws(UpgradeError) {
    let constraints = PreparedMapping.constraints(
      mapping, from: source.model, to: destination.model)
    for constraint in constraints {
      try UniquenessCheck(model: destination.model, schema: newSchema)
        .require(constraint.properties, of: constraint.entity, in: result.graph)
    }
  }
}

/// Numbers of one type as numbers of another.
enum NumberConversion {
  /// - Parameter value: not null.
  /// - Returns: `nil` for what is no number, or none of the other type.
  static func value(_ value: Value, as type: CoreDataAttributeType) -> Value? {
    switch value {
    case .bool(let flag): return number(flag ? 1 : 0, as: type)
    case .int(let integer):
      switch type {
      case .integer64: return .int(integer)
      case .integer32: return .int(Int64(Int32(truncatingIfNeeded: integer)))
      case .integer16: return .int(Int64(Int16(truncatingIfNeeded: integer)))
      case .decimal: return .decimal128(Decimal128(integer))
      default: return number(Double(integer), as: type)
      }
    case .double(let real): return number(real, as: type)
    case .float(let real): return number(Double(real), as: type)
    case .decimal128(let decimal):
      return Double(decimal.description).flatMap { number($0, as: type) }
    default: return nil
    }
  }

  private static func number(_ number: Double, as type: CoreDataAttributeType) -> Value? {
    switch type {
    case .boolean: .bool(number != 0)
    case .double: .double(number)
    case .float: .float(Float(number))
    case .decimal: Decimal128("\(number)").map(Value.decimal128)
    case .integer16, .integer32, .integer64:
      Int64(exactly: number.rounded(.towardZero)).map(Value.int)
    default: nil
    }
  }
}
