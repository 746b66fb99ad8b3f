import MigCheckModel
import MigCheckStores

// Where to-many relationships stand that have no to-one inverse.

extension LayoutMatcher {
  mutating func matchToMany() {
    for entity in entities {
      for relationship in entity.relationships where relationship.isStored && relationship.isToMany
      {
        guard model.inverse(of: relationship)?.isToMany ?? true else { continue }
        match(relationship, in: entity.name)
      }
    }
  }

  private mutating func match(_ relationship: CoreDataRelationship, in owner: Name) {
    let matcher = JoinMatcher(model: model, numbers: layout.numbers, database: file.database)
    let place = CoreDataLayout.Place(entity: owner, property: relationship.name)
    switch matcher.match(relationship, of: owner) {
    case .success(let join):
      layout.joins[place] = join
      let columns = [join.ownColumn, join.memberColumn] + (join.orderColumn.map { [$0] } ?? [])
      explained[join.table, default: []].formUnion(columns)
      // One that is its own inverse has the columns of both.
      if model.isOwnInverse(relationship, of: owner), let table = file.database.table(join.table) {
        let order = CoreDataLayout.orderColumn(beside: join.ownColumn)
        explained[join.table, default: []].formUnion(table.columns.map(\.name))
        layout.joins[place]?.ownOrderColumn = table.columns.map(\.name).first { $0 == order }
      }
    case .failure(let error):
      if relationship.inverse == nil, matchForeignColumn(relationship, at: place) { return }
      mismatches.append(error.mismatch)
    }
  }

  /// A relationship without an inverse may stand beside its members, in a column that is named after
  /// it and the number of the entity that has it.
  private mutating func matchForeignColumn(
    _ relationship: CoreDataRelationship, at place: CoreDataLayout.Place
  ) -> Bool {
    guard let name = layout.tables[model.root(of: relationship.destination)],
      let table = file.database.table(name)
    else { return false }
    let free = table.columns.map(\.name).filter { !(explained[name]?.contains($0) ?? false) }
    let number = layout.numbers[place.entity] ?? 0
    let parts = [
      "\(number)\(relationship.name.columnPart)", "\(number)_\(relationship.name.columnPart)",
    ]
    for part in parts {
      guard let column = free.first(where: { $0 == "Z" + part }) else { continue }
      let order = free.first { $0 == "Z_FOK_" + part }
      if relationship.isOrdered, order == nil { continue }
      layout.foreignColumns[place] = CoreDataLayout.ForeignColumn(
        table: name, ownerColumn: column, orderColumn: order)
      explained[name]?.formUnion([column] + (order.map { [$0] } ?? []))
      // The number of the owner's entity, where it has subentities.
      let root = layout.numbers[model.root(of: place.entity)] ?? 0
      if let entityColumn = free.first(where: { $0 == "Z\(root)_\(part)" }) {
        layout.foreignColumns[place]?.entityColumn = entityColumn
        explained[name]?.insert(entityColumn)
      }
      return true
    }
    return false
  }
}
