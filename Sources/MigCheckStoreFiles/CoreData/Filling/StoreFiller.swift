import MigCheckCoreData
import MigCheckModel
import MigCheckSQLite
import MigCheckStores

/// Writes objects into the tables of an empty store, as Core Data writes them.
final class StoreFiller {
  let database: SQLiteConnection
  let model: CoreDataModel
  let layout: CoreDataLayout
  let content: StoreGraph
  /// The name of the store, from which those of files are made.
  private let store: String
  private(set) var values = StoreValueWriter()

  init(
    database: SQLiteConnection, model: CoreDataModel, layout: CoreDataLayout, content: StoreGraph,
    store: String
  ) {
    (self.database, self.model, self.layout) = (database, model, layout)
    (self.content, self.store) = (content, store)
  }

  private var schema: Schema { content.graph.schema }

  /// The place of the first member of an ordered relationship, and how far apart members are. Core
  /// Data reads any ascending numbers alike.
  static let (firstOrder, orderStep): (Int64, Int64) = (2048, 1024)

  /// - Throws: `StoreWriteError`, `SQLiteError`.
  /// - Complexity: O(*n* log *n*) in the number of objects and links.
  func fill() throws {
    try TriggerFunctions.define(in: database)
    for type in schema.types.indices where content.graph.tables[type].count > 0 {
      try insertObjects(of: type)
    }
    try JoinFiller(filler: self).fill()
    try setHighestKeys()
  }

  func key(_ object: ObjectReference) -> Int64 { content.keys[object.type][object.index] }

  func number(of object: ObjectReference) -> Int64 {
    layout.numbers[schema.types[object.type].name] ?? 0
  }

  /// The types whose objects have a relationship that an entity declares.
  func types(of entity: Name) -> [Int] {
    schema.types.indices.filter { model.entity(schema.types[$0].name, isKindOf: entity) }
  }

  // MARK: Objects

  /// One column of a table, and what an object has in it.
  private struct Column {
    var name: String
    var cell: (Int) throws -> SQLiteValue
  }

  private func insertObjects(of type: Int) throws {
    let name = schema.types[type].name
    guard let table = layout.tables[model.root(of: name)], let number = layout.numbers[name] else {
      throw StoreWriteError(place: "\(name)", problem: "the store has no table for the entity")
    }
    let columns = try columns(of: type)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.name)
    let statement = try database.prepare(
      "INSERT INTO \(quoted(table)) (\(names.map(quoted).joined(separator: ", "))) VALUES "
        + "(\(names.map { _ in "?" }.joined(separator: ", ")))")
    for row in 0..<content.graph.tables[type].count {
      try statement.bind(content.keys[type][row], at: 1)
      try statement.bind(number, at: 2)
      // The number of times that the object was saved.
      try statement.bind(.integer(1), at: 3)
      for (place, column) in columns.enumerated() {
        try statement.bind(try column.cell(row), at: place + 4)
      }
      try statement.run()
    }
  }

  private func columns(of type: Int) throws -> [Column] {
    var columns = [Column]()
    // What an entity declares again counts in the place of what it inherits.
    var seen = Set<Name>()
    for entity in model.lineage(of: schema.types[type].name) {
      for attribute in entity.attributes where attribute.isStored {
        guard seen.insert(attribute.name).inserted else { continue }
        let place = CoreDataLayout.Place(entity: entity.name, property: attribute.name)
        guard let name = layout.columns[place],
          let position = schema.types[type].storedIndex(of: attribute.name)
        else { continue }
        let values = content.graph.tables[type].columns[position]
        columns.append(
          Column(name: name) { row in
            guard
              let cell = self.values.cell(
                values[row], of: attribute,
                at: "\(self.store)/\(entity.name).\(attribute.name)/\(self.content.keys[type][row])"
              )
            else {
              throw StoreWriteError(
                place: "\(entity.name).\(attribute.name)",
                problem:
                  "how Core Data stores such a value of the type \(attribute.type) is not known"
              )
            }
            return cell
          })
      }
      for relationship in entity.relationships
      where relationship.isStored && !relationship.isToMany {
        guard seen.insert(relationship.name).inserted,
          let position = schema.types[type].storedIndex(of: relationship.name)
        else { continue }
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        columns += self.columns(of: relationship, at: place, type: type, position: position)
      }
    }
    return columns + (try foreignColumns(of: type))
  }

  private func columns(
    of relationship: CoreDataRelationship, at place: CoreDataLayout.Place, type: Int, position: Int
  ) -> [Column] {
    let targets = content.graph.tables[type].columns[position].map { $0.links.first }
    var columns = [Column]()
    if let name = layout.columns[place] {
      columns.append(
        Column(name: name) { row in targets[row].map { .integer(self.key($0)) } ?? .null })
    }
    if let name = layout.entityColumns[place] {
      columns.append(
        Column(name: name) { row in targets[row].map { .integer(self.number(of: $0)) } ?? .null })
    }
    if let name = layout.orders[place], let inverse = model.inverse(of: relationship) {
      let orders = orders(of: inverse, declaredFor: relationship.destination)
      columns.append(
        Column(name: name) { row in
          guard let owner = targets[row],
            let order = orders[
              Membership(
                owner: owner, member: ObjectReference(type: type, index: row))]
          else { return .null }
          return .integer(order)
        })
    }
    return columns
  }

  private struct Membership: Hashable {
    var owner: ObjectReference
    var member: ObjectReference
  }

  /// The places of members in an ordered to-many relationship.
  private func orders(
    of relationship: CoreDataRelationship, declaredFor entity: Name
  ) -> [Membership: Int64] {
    var orders = [Membership: Int64]()
    for type in types(of: entity) {
      guard let position = schema.types[type].storedIndex(of: relationship.name) else { continue }
      for (row, value) in content.graph.tables[type].columns[position].enumerated() {
        for (place, member) in value.links.enumerated() {
          let owner = ObjectReference(type: type, index: row)
          orders[Membership(owner: owner, member: member)] =
            Self.firstOrder + Self.orderStep * Int64(place)
        }
      }
    }
    return orders
  }

  // MARK: To-many relationships without an inverse

  /// Columns beside the members of relationships that have no table of their own.
  private func foreignColumns(of type: Int) throws -> [Column] {
    var columns = [Column]()
    for entity in model.entities {
      for relationship in entity.relationships
      where model.entity(schema.types[type].name, isKindOf: relationship.destination) {
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        guard let column = layout.foreignColumns[place] else { continue }
        let owners = try owners(of: relationship, declaredBy: entity.name)
        func owner(_ row: Int) -> (object: ObjectReference, order: Int64)? {
          owners[ObjectReference(type: type, index: row)]
        }
        columns.append(
          Column(name: column.ownerColumn) { row in
            owner(row).map { .integer(self.key($0.object)) } ?? .null
          })
        if let name = column.entityColumn {
          columns.append(
            Column(name: name) { row in
              owner(row).map { .integer(self.number(of: $0.object)) } ?? .null
            })
        }
        if let name = column.orderColumn {
          columns.append(
            Column(name: name) { row in owner(row).map { .integer($0.order) } ?? .null })
        }
      }
    }
    return columns
  }

  private func owners(
    of relationship: CoreDataRelationship, declaredBy entity: Name
  ) throws -> [ObjectReference: (object: ObjectReference, order: Int64)] {
    var owners = [ObjectReference: (object: ObjectReference, order: Int64)]()
    for type in types(of: entity) {
      guard let position = schema.types[type].storedIndex(of: relationship.name) else { continue }
      for (row, value) in content.graph.tables[type].columns[position].enumerated() {
        for (place, member) in value.links.enumerated() {
          let order = Self.firstOrder + Self.orderStep * Int64(place)
          let former = owners.updateValue(
            (ObjectReference(type: type, index: row), order), forKey: member)
          guard former == nil else {
            throw StoreWriteError(
              place: "\(entity).\(relationship.name)",
              problem: "an object is a member of two others, and the store has room for one")
          }
        }
      }
    }
    return owners
  }

  // MARK: Keys

  /// The highest key stands at the root; below it the next insertion of the app would collide.
  private func setHighestKeys() throws {
    var highest = [Name: Int64]()
    for type in schema.types.indices {
      let root = model.root(of: schema.types[type].name)
      highest[root] = max(highest[root] ?? 0, content.keys[type].max() ?? 0)
    }
    let statement = try database.prepare(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, ?) WHERE Z_ENT = ?")
    for entity in model.entities where entity.parent == nil {
      guard let key = highest[entity.name], key > 0, let number = layout.numbers[entity.name] else {
        continue
      }
      try statement.bind(key, at: 1)
      try statement.bind(number, at: 2)
      try statement.run()
    }
  }

  func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

/// Something that cannot be written into a store.
struct StoreWriteError: Error {
  /// `Note.tags`.
  var place: String
  /// A phrase.
  var problem: String
}
