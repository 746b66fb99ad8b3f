import MigCheckModel

/// A graph as an app could have saved it: both ends of each relationship agree, an ordered set holds
/// each object once, what is required is there, integers are as wide as their attribute, and what is
/// unique does not repeat.
///
/// Random graphs and shrunk ones know nothing of all that; they are made so when a store is.
struct ConsistentGraph {
  let model: CoreDataModel
  let schema: Schema
  var graph: ObjectGraph
  /// By place of an entity in the model: its type in the schema; `nil`: the schema has none.
  private let typesByPlace: [Int?]

  /// - Parameter isUnique: whether values that repeat are changed where they are to be unique.
  /// - Complexity: O(*n* log *n*) in the size of the graph, and O(*m* + *r* · *s*) in the entities of the
  ///   model, its relationships and constraints, and the subentities of each.
  init(model: CoreDataModel, graph: ObjectGraph, isUnique: Bool = true) {
    self.model = model
    self.graph = graph
    schema = graph.schema
    let types = Dictionary(
      schema.types.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    typesByPlace = model.entities.map { types[$0.name] }
    removeAbstract()
    for entity in model.entities {
      for relationship in entity.relationships where relationship.isStored {
        removeRepeats(relationship, of: entity.name)
      }
    }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.isStored {
        align(relationship, of: entity.name)
      }
    }
    fillRequired()
    narrowIntegers()
    guard isUnique else { return }
    for entity in model.entities {
      for constraint in entity.uniquenessConstraints { makeUnique(constraint, of: entity.name) }
    }
  }

  // MARK: Relationships

  /// The types of an entity and its subentities, in the schema's order.
  func types(of entity: Name) -> [Int] {
    model.subtree(of: entity).compactMap { typesByPlace[$0] }.sorted()
  }

  func links(_ value: Value) -> [ObjectReference] {
    var links = [ObjectReference]()
    graph.forEachLink(in: value) { links.append($0) }
    return links
  }

  func value(_ links: [ObjectReference], of relationship: CoreDataRelationship) -> Value {
    guard relationship.isToMany else { return links.first.map(Value.link) ?? .null }
    let limit = relationship.maximumCount > 0 ? relationship.maximumCount : links.count
    let kept = links.prefix(max(limit, 1)).map(Value.link)
    return relationship.isOrdered ? .list(kept) : .set(kept)
  }

  private mutating func removeRepeats(_ relationship: CoreDataRelationship, of entity: Name) {
    guard relationship.isToMany else { return }
    for type in types(of: entity) {
      guard let column = schema.types[type].storedIndex(of: relationship.name) else { continue }
      for row in 0..<graph.tables[type].count {
        var seen = Set<ObjectReference>()
        let kept = links(graph.tables[type].columns[column][row]).filter {
          seen.insert($0).inserted
        }
        graph.tables[type].columns[column][row] = value(kept, of: relationship)
      }
    }
  }

  /// Makes the inverse of a relationship what the relationship says. Of two ends the one that leads
  /// to one object decides, or else the one whose name comes first.
  private mutating func align(_ relationship: CoreDataRelationship, of entity: Name) {
    guard let inverse = model.inverse(of: relationship), inverse.isStored else { return }
    if model.isOwnInverse(relationship, of: entity) {
      return alignWithItself(relationship, of: entity)
    }
    let isFirst =
      relationship.isToMany == inverse.isToMany
      ? (entity, relationship.name) <= (relationship.destination, inverse.name)
      : !relationship.isToMany
    guard isFirst else { return }
    var owners = [ObjectReference: [ObjectReference]]()
    for type in types(of: entity) {
      guard let column = schema.types[type].storedIndex(of: relationship.name) else { continue }
      for row in 0..<graph.tables[type].count {
        let owner = ObjectReference(type: type, index: row)
        var kept = [ObjectReference]()
        for target in links(graph.tables[type].columns[column][row]) {
          // Each object of a one-to-one relationship has one partner.
          let limit = inverse.isToMany ? inverse.maximumCount : 1
          if limit > 0, owners[target]?.count ?? 0 >= limit { continue }
          owners[target, default: []].append(owner)
          kept.append(target)
        }
        graph.tables[type].columns[column][row] = value(kept, of: relationship)
      }
    }
    for type in types(of: relationship.destination) {
      guard let column = schema.types[type].storedIndex(of: inverse.name) else { continue }
      for row in 0..<graph.tables[type].count {
        let wanted = owners[ObjectReference(type: type, index: row)] ?? []
        let isWanted = Set(wanted)
        let present = links(graph.tables[type].columns[column][row]).filter(isWanted.contains)
        let isPresent = Set(present)
        let rest = wanted.filter { !isPresent.contains($0) }
        graph.tables[type].columns[column][row] = value(present + rest, of: inverse)
      }
    }
  }

  /// Makes both objects of a pair have each other, where a relationship is its own inverse.
  private mutating func alignWithItself(_ relationship: CoreDataRelationship, of entity: Name) {
    let limit = relationship.isToMany ? relationship.maximumCount : 1
    var partners = [ObjectReference: [ObjectReference]]()
    func hasRoom(_ object: ObjectReference) -> Bool {
      limit == 0 || (partners[object]?.count ?? 0) < limit
    }
    var isPaired = [ObjectReference: Set<ObjectReference>]()
    for type in types(of: entity) {
      guard let column = schema.types[type].storedIndex(of: relationship.name) else { continue }
      for row in 0..<graph.tables[type].count {
        let owner = ObjectReference(type: type, index: row)
        for target in links(graph.tables[type].columns[column][row]) {
          guard !(isPaired[owner]?.contains(target) ?? false), hasRoom(owner), hasRoom(target)
          else { continue }
          partners[owner, default: []].append(target)
          isPaired[owner, default: []].insert(target)
          guard target != owner else { continue }
          partners[target, default: []].append(owner)
          isPaired[target, default: []].insert(owner)
        }
      }
    }
    for type in types(of: entity) {
      guard let column = schema.types[type].storedIndex(of: relationship.name) else { continue }
      for row in 0..<graph.tables[type].count {
        graph.tables[type].columns[column][row] = value(
          partners[ObjectReference(type: type, index: row)] ?? [], of: relationship)
      }
    }
  }

  // MARK: Values

  private mutating func narrowIntegers() {
    for type in schema.types.indices where graph.tables[type].count > 0 {
      for attribute in model.attributes(of: schema.types[type].name) {
        guard attribute.type == .integer16 || attribute.type == .integer32,
          let column = schema.types[type].storedIndex(of: attribute.name)
        else { continue }
        for row in 0..<graph.tables[type].count {
          let value = graph.tables[type].columns[column][row]
          graph.tables[type].columns[column][row] = Self.narrowed(value, to: attribute.type)
        }
      }
    }
  }

  private static func narrowed(_ value: Value, to type: CoreDataAttributeType?) -> Value {
    guard case .int(let number) = value else { return value }
    return switch type {
    case .integer16: .int(Int64(Int16(truncatingIfNeeded: number)))
    case .integer32: .int(Int64(Int32(truncatingIfNeeded: number)))
    default: value
    }
  }

  /// Changes values that repeat, the first attribute of a constraint that it can.
  private mutating func makeUnique(_ constraint: [Name], of entity: Name) {
    var seen = Set<[[UInt8]]>()
    // By values that repeat: how many others were tried.
    var attempts = [[[UInt8]]: Int]()
    for type in types(of: entity) {
      let columns = constraint.compactMap(schema.types[type].storedIndex)
      guard columns.count == constraint.count else { continue }
      let attributes = model.attributes(of: schema.types[type].name)
      let kinds = constraint.map { name in attributes.first { $0.name == name }?.type }
      for row in 0..<graph.tables[type].count {
        let values = columns.map { graph.tables[type].columns[$0][row] }
        let key = values.map(\.keyBytes)
        guard !values.contains(where: \.isNull), !seen.insert(key).inserted,
          let place = values.firstIndex(where: { Self.changed($0, 1) != nil })
        else { continue }
        // One of these values is new, unless the attribute is too narrow.
        for attempt in (attempts[key] ?? 0) + 1...seen.count + 1 {
          guard let changed = Self.changed(values[place], attempt) else { break }
          let narrowed = Self.narrowed(changed, to: kinds[place])
          var other = key
          other[place] = narrowed.keyBytes
          guard seen.insert(other).inserted else { continue }
          graph.tables[type].columns[columns[place]][row] = narrowed
          attempts[key] = attempt
          break
        }
      }
    }
  }

  /// Another value for each number, which grows from 1.
  private static func changed(_ value: Value, _ attempt: Int) -> Value? {
    switch value {
    case .string(let text): .string("\(text)\(attempt)")
    case .int(let number): .int(number &+ Int64(attempt))
    case .uuid(let bytes): .uuid(UUIDBytes(high: bytes.high, low: bytes.low &+ UInt64(attempt)))
    case .date(let moment): .date(Timestamp(seconds: moment.seconds &+ Int64(attempt)))
    default: nil
    }
  }
}
