import MigCheckModel
import MigCheckStores

/// Reads all objects of a store whose version is known.
package struct StoreReader {
  private let file: CoreDataStoreFile
  private let model: CoreDataModel
  private let layout: CoreDataLayout
  private let schema: Schema

  /// Links to objects that are not there, as a column and how many; Core Data takes them for empty
  /// once it meets them.
  package private(set) var danglingLinks = [(column: String, count: Int)]()
  /// How many values lie in files that are not beside the store.
  package var missingFiles: Int { values.missingFiles }
  private var values: StoreValueReader
  private var rows: [EntityRows]
  /// The objects of each hierarchy by their keys.
  private var objects = [Name: [Int64: ObjectReference]]()

  /// The rows of one entity, as the store has them.
  private struct EntityRows {
    var keys = [Int64]()
    /// Per property, parallel to `keys`; of relationships empty.
    var values: [[Value]]
    /// Per property, the keys that a to-one relationship holds, and the places in its inverse.
    var links: [[Int64?]]
    var orders: [[Int64]]

    init(count: Int) {
      values = Array(repeating: [], count: count)
      links = Array(repeating: [], count: count)
      orders = Array(repeating: [], count: count)
    }
  }

  package init(_ file: CoreDataStoreFile, _ recognition: StoreRecognition.Result) {
    self.file = file
    model = recognition.version.model
    layout = recognition.layout
    schema = model.schema
    values = StoreValueReader(file.externalData)
    rows = schema.types.map { EntityRows(count: $0.storedProperties.count) }
  }

  /// - Throws: `InputError` with the table and the column of what Core Data does not write.
  /// - Complexity: O(*n* log *n*) in the number of objects and links.
  package mutating func read() throws -> StoreGraph {
    for root in model.entities where root.parent == nil { try readTable(of: root.name) }
    var graph = ObjectGraph(schema: schema)
    for type in schema.types.indices {
      graph.tables[type].count = rows[type].keys.count
      graph.tables[type].columns = rows[type].values
    }
    for type in schema.types.indices { linkToOne(type, in: &graph) }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.isStored && relationship.isToMany
      {
        try linkToMany(relationship, declaredBy: entity.name, in: &graph)
      }
    }
    return StoreGraph(graph: graph, keys: rows.map(\.keys))
  }

  private func error(_ table: String, _ column: String, _ problem: String) -> InputError {
    InputError(
      file: file.path, path: "\(table).\(column)", problem: problem,
      remedy: "name the model that the store was made with, or restore it from a backup")
  }

  // MARK: Tables

  /// One column of a table with the properties that it holds, per type.
  private struct ColumnPlan {
    var column: String
    var attribute: CoreDataAttribute?
    var orderColumn: Int?
    /// Per type that has it: the position of the property.
    var positions: [Int: Int]
  }

  private mutating func readTable(of root: Name) throws {
    guard let table = layout.tables[root] else { return }
    let types = schema.types.indices.filter { model.root(of: schema.types[$0].name) == root }
    var byNumber = [Int64: Int]()
    for type in types {
      if let number = layout.numbers[schema.types[type].name] { byNumber[number] = type }
    }
    let (names, plans) = columnPlans(of: types)
    let columns = (["Z_PK", "Z_ENT"] + names).map(ForeignDatabase.quoted)
    var index = [Int64: ObjectReference]()
    try file.database.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(ForeignDatabase.quoted(table)) "
        + "ORDER BY Z_PK"
    ) { row in
      guard let key = row[0].integer, let number = row[1].integer, let type = byNumber[number]
      else {
        throw error(table, "Z_ENT", "an object is of an entity that this table does not hold")
      }
      index[key] = ObjectReference(type: type, index: rows[type].keys.count)
      rows[type].keys.append(key)
      for (place, plan) in plans.enumerated() {
        guard let position = plan.positions[type] else { continue }
        try read(row, plan, at: place + 2, table: table, type: type, position: position)
      }
    }
    objects[root] = index
  }

  private mutating func read(
    _ row: [ForeignDatabase.Cell], _ plan: ColumnPlan, at place: Int, table: String, type: Int,
    position: Int
  ) throws {
    let cell = row[place]
    guard let attribute = plan.attribute else {
      guard cell.isNull || cell.integer != nil else {
        throw error(table, plan.column, "a link is no number")
      }
      rows[type].links[position].append(cell.integer)
      rows[type].orders[position].append(plan.orderColumn.flatMap { row[$0 + 2].integer } ?? 0)
      return
    }
    guard let value = values.value(cell, of: attribute) else {
      throw error(table, plan.column, "a value is no \(attribute.type)")
    }
    rows[type].values[position].append(value)
  }

  /// The columns to be selected, and what the first of them hold; the others are orders.
  private func columnPlans(of types: [Int]) -> (names: [String], plans: [ColumnPlan]) {
    var plans = [ColumnPlan]()
    var orders = [String]()
    var places = [CoreDataLayout.Place: Int]()
    for type in types {
      // What an entity declares anew counts in the place of what it inherits.
      var seen = Set<Name>()
      for entity in model.lineage(of: schema.types[type].name) {
        let properties: [(Name, CoreDataAttribute?)] =
          entity.attributes.map { ($0.name, $0) } + entity.relationships.map { ($0.name, nil) }
        for (name, attribute) in properties {
          let place = CoreDataLayout.Place(entity: entity.name, property: name)
          guard seen.insert(name).inserted, let column = layout.columns[place],
            let position = schema.types[type].storedIndex(of: name)
          else { continue }
          if let known = places[place] {
            plans[known].positions[type] = position
            continue
          }
          places[place] = plans.count
          var plan = ColumnPlan(column: column, attribute: attribute, positions: [type: position])
          if let order = layout.orders[place] {
            plan.orderColumn = orders.count
            orders.append(order)
          }
          plans.append(plan)
        }
      }
    }
    for index in plans.indices {
      plans[index].orderColumn = plans[index].orderColumn.map { $0 + plans.count }
    }
    return (plans.map(\.column) + orders, plans)
  }

  // MARK: Links

  private mutating func linkToOne(_ type: Int, in graph: inout ObjectGraph) {
    for (position, property) in schema.types[type].storedProperties.enumerated()
    where property.isLink && property.collection == nil {
      let targets = objects[model.root(of: property.objectType ?? "")] ?? [:]
      var dangling = 0
      graph.tables[type].columns[position] = rows[type].links[position].map { key in
        guard let key else { return .null }
        guard let target = targets[key] else {
          dangling += 1
          return .null
        }
        return .link(target)
      }
      if dangling > 0 {
        danglingLinks.append(("\(schema.types[type].name).\(property.name)", dangling))
      }
    }
  }

  private mutating func linkToMany(
    _ relationship: CoreDataRelationship, declaredBy entity: Name, in graph: inout ObjectGraph
  ) throws {
    let place = CoreDataLayout.Place(entity: entity, property: relationship.name)
    let members =
      if let join = layout.joins[place] {
        try self.members(of: join, relationship, owner: entity)
      } else if let column = layout.foreignColumns[place] {
        try self.members(of: column, relationship, owner: entity)
      } else {
        self.members(of: relationship)
      }
    for (type, objectType) in schema.types.enumerated()
    where model.entity(objectType.name, isKindOf: entity) {
      guard let position = objectType.storedIndex(of: relationship.name) else { continue }
      graph.tables[type].columns[position] = rows[type].keys.map { key in
        let members = (members[key] ?? []).sorted { $0.place < $1.place }.map {
          Value.link($0.object)
        }
        return relationship.isOrdered ? .list(members) : .set(members)
      }
    }
  }

  /// An object of a to-many relationship, and what decides where it stands.
  private struct Member {
    var object: ObjectReference
    var order: Int64
    var key: Int64

    var place: (Int64, Int64) { (order, key) }
  }

  /// The objects whose to-one inverse holds a key, by that key.
  private func members(of relationship: CoreDataRelationship) -> [Int64: [Member]] {
    guard let inverse = relationship.inverse else { return [:] }
    var members = [Int64: [Member]]()
    for (type, objectType) in schema.types.enumerated()
    where model.entity(objectType.name, isKindOf: relationship.destination) {
      guard let position = objectType.storedIndex(of: inverse) else { continue }
      for (row, owner) in rows[type].links[position].enumerated() {
        guard let owner else { continue }
        members[owner, default: []].append(
          Member(
            object: ObjectReference(type: type, index: row),
            order: relationship.isOrdered ? rows[type].orders[position][row] : 0,
            key: rows[type].keys[row]))
      }
    }
    return members
  }

  private mutating func members(
    of join: CoreDataLayout.Join, _ relationship: CoreDataRelationship, owner: Name
  ) throws -> [Int64: [Member]] {
    let columns = [join.ownColumn, join.memberColumn] + (join.orderColumn.map { [$0] } ?? [])
    return try members(
      relationship, owner: owner, in: join.table,
      "SELECT \(columns.map(ForeignDatabase.quoted).joined(separator: ", ")) FROM "
        + ForeignDatabase.quoted(join.table))
  }

  private mutating func members(
    of column: CoreDataLayout.ForeignColumn, _ relationship: CoreDataRelationship, owner: Name
  ) throws -> [Int64: [Member]] {
    let columns = [column.ownerColumn, "Z_PK"] + (column.orderColumn.map { [$0] } ?? [])
    return try members(
      relationship, owner: owner, in: column.table,
      "SELECT \(columns.map(ForeignDatabase.quoted).joined(separator: ", ")) FROM "
        + ForeignDatabase.quoted(column.table)
        + " WHERE \(ForeignDatabase.quoted(column.ownerColumn)) IS NOT NULL")
  }

  /// Whoever is a member of another has that one for a member, where a relationship is its own
  /// inverse: each pair may stand in the table once or twice.
  private func addBothWays(
    _ members: inout [Int64: [Member]], _ owners: [Int64: ObjectReference]
  ) {
    for own in members.keys.sorted() {
      guard let owner = owners[own] else { continue }
      for member in members[own] ?? []
      where !(members[member.key]?.contains { $0.key == own } ?? false) {
        members[member.key, default: []].append(
          Member(object: owner, order: member.order, key: own))
      }
    }
  }

  /// - Parameter query: gives the keys of an owner and of a member, and perhaps the order.
  private mutating func members(
    _ relationship: CoreDataRelationship, owner: Name, in table: String, _ query: String
  ) throws -> [Int64: [Member]] {
    let targets = objects[model.root(of: relationship.destination)] ?? [:]
    let owners = objects[model.root(of: owner)] ?? [:]
    var members = [Int64: [Member]]()
    var dangling = 0
    try file.database.rows(query) { row in
      guard let own = row[0].integer, let key = row[1].integer else {
        throw error(table, relationship.name.text, "a link is no number")
      }
      guard owners[own] != nil, let target = targets[key] else {
        dangling += 1
        return
      }
      members[own, default: []].append(
        Member(object: target, order: row.count > 2 ? row[2].integer ?? 0 : 0, key: key))
    }
    if model.isOwnInverse(relationship, of: owner) { addBothWays(&members, owners) }
    if dangling > 0 { danglingLinks.append(("\(owner).\(relationship.name)", dangling)) }
    return members
  }
}
