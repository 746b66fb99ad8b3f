import MigCheckCoreData
import MigCheckModel
import MigCheckSQLite
import MigCheckStores

/// Writes the tables of many-to-many relationships: one row for each pair, with the places on both
/// sides.
struct JoinFiller {
  let filler: StoreFiller

  private struct Pair: Hashable {
    var own: Int64
    var member: Int64
  }

  private struct Table {
    var join: CoreDataLayout.Join
    var inverseOrderColumn: String?
    /// In the order in which they were found.
    var pairs = [Pair]()
    var orders = [Pair: Int64]()
    var inverseOrders = [Pair: Int64]()
    var known = Set<Pair>()

    /// Where a relationship is its own inverse each pair gets two rows, one for each of its objects.
    /// Whether Core Data writes one or two is not known.
    mutating func addBothWays() {
      for pair in pairs {
        let other = Pair(own: pair.member, member: pair.own)
        if known.insert(other).inserted { pairs.append(other) }
        inverseOrders[pair] = orders[other]
        inverseOrders[other] = orders[pair]
      }
    }
  }

  func fill() throws {
    var tables = [Table]()
    var places = [String: Int]()
    for entity in filler.model.entities {
      for relationship in entity.relationships where relationship.isStored && relationship.isToMany
      {
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        guard let join = filler.layout.joins[place] else { continue }
        if filler.model.isOwnInverse(relationship, of: entity.name) {
          var table = Table(join: join, inverseOrderColumn: join.ownOrderColumn)
          collect(relationship, of: entity.name, into: &table, isInverse: false)
          table.addBothWays()
          tables.append(table)
          continue
        }
        let isFirst = places[join.table] == nil
        let index = places[join.table] ?? tables.count
        if isFirst {
          places[join.table] = index
          tables.append(Table(join: join))
        } else {
          tables[index].inverseOrderColumn = join.orderColumn
        }
        collect(relationship, of: entity.name, into: &tables[index], isInverse: !isFirst)
      }
    }
    for table in tables { try insert(table) }
  }

  private func collect(
    _ relationship: CoreDataRelationship, of entity: Name, into table: inout Table, isInverse: Bool
  ) {
    for (owner, members) in links(of: relationship, declaredBy: entity) {
      for (place, member) in members.enumerated() {
        let (own, other) = (filler.key(owner), filler.key(member))
        let pair = isInverse ? Pair(own: other, member: own) : Pair(own: own, member: other)
        if table.known.insert(pair).inserted { table.pairs.append(pair) }
        let order = StoreFiller.firstOrder + StoreFiller.orderStep * Int64(place)
        if isInverse { table.inverseOrders[pair] = order } else { table.orders[pair] = order }
      }
    }
  }

  private func links(
    of relationship: CoreDataRelationship, declaredBy entity: Name
  ) -> [(owner: ObjectReference, members: [ObjectReference])] {
    filler.types(of: entity).flatMap {
      type -> [(owner: ObjectReference, members: [ObjectReference])] in
      let types = filler.content.graph.schema.types
      guard let position = types[type].storedIndex(of: relationship.name) else { return [] }
      return filler.content.graph.tables[type].columns[position].enumerated().map { row, value in
        (ObjectReference(type: type, index: row), value.links)
      }
    }
  }

  private func insert(_ table: Table) throws {
    guard !table.pairs.isEmpty else { return }
    var columns = [table.join.ownColumn, table.join.memberColumn]
    if let column = table.join.orderColumn { columns.append(column) }
    if let column = table.inverseOrderColumn { columns.append(column) }
    let statement = try filler.database.prepare(
      "INSERT INTO \(filler.quoted(table.join.table)) "
        + "(\(columns.map(filler.quoted).joined(separator: ", "))) VALUES "
        + "(\(columns.map { _ in "?" }.joined(separator: ", ")))")
    for pair in table.pairs {
      var cells: [SQLiteValue] = [.integer(pair.own), .integer(pair.member)]
      func add(_ order: Int64?) { cells.append(order.map(SQLiteValue.integer) ?? .null) }
      if table.join.orderColumn != nil { add(table.orders[pair]) }
      if table.inverseOrderColumn != nil { add(table.inverseOrders[pair]) }
      for (place, cell) in cells.enumerated() { try statement.bind(cell, at: place + 1) }
      try statement.run()
    }
  }
}
