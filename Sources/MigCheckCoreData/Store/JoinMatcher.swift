import MigCheckModel
import MigCheckStores

/// Finds the table of a many-to-many relationship.
struct JoinMatcher {
  struct Failure: Error {
    var mismatch: LayoutMismatch
  }

  let model: CoreDataModel
  let numbers: [Name: Int64]
  let database: ForeignDatabase

  private static let orderPrefix = "Z_FOK_"

  /// - Parameter owner: the entity that declares the relationship.
  func match(
    _ relationship: CoreDataRelationship, of owner: Name
  ) -> Result<CoreDataLayout.Join, Failure> {
    let inverse = model.inverse(of: relationship)
    let inverseOwner = inverse.map {
      model.entityDeclaring(relationship: $0.name, of: relationship.destination)
    }
    var names = ["Z_\(number(owner))\(relationship.name.columnPart)"]
    if let inverse, let inverseOwner {
      names.append("Z_\(number(inverseOwner))\(inverse.name.columnPart)")
      // Named by the entity with the lower number.
      if number(inverseOwner) < number(owner) { names.reverse() }
    }
    // Or by an ancestor that stands for the entity.
    names += model.lineage(of: owner).dropFirst().map {
      "Z_\(number($0.name))\(relationship.name.columnPart)"
    }
    if let inverse, let inverseOwner {
      names += model.lineage(of: inverseOwner).dropFirst().map {
        "Z_\(number($0.name))\(inverse.name.columnPart)"
      }
    }
    guard let table = table(names) else {
      return failure(
        names[0], nil, "the store has no table for \(owner).\(relationship.name)")
    }
    let keys = table.columns.map(\.name).filter { !$0.hasPrefix(Self.orderPrefix) }
    guard keys.count == 2 else {
      return failure(
        table.name, nil,
        "the table of \(owner).\(relationship.name) has \(keys.count) columns for keys, not 2")
    }
    let member = memberColumn(of: relationship, inverse, owner: owner, among: keys)
    guard let member else {
      return failure(
        table.name, "Z_\(number(relationship.destination))\(relationship.name.columnPart)",
        "the store has no such column for \(owner).\(relationship.name)")
    }
    var join = CoreDataLayout.Join(
      table: table.name, ownColumn: keys[0] == member ? keys[1] : keys[0], memberColumn: member)
    guard relationship.isOrdered else { return .success(join) }
    let orders = table.columns.map(\.name).filter { $0.hasPrefix(Self.orderPrefix) }
    let wanted = CoreDataLayout.orderColumn(beside: member)
    guard
      let order = orders.first(where: { $0 == wanted })
        ?? (inverse?.isOrdered == true ? nil : orders.first)
    else {
      return failure(
        table.name, wanted, "the store has no such column for \(owner).\(relationship.name)")
    }
    join.orderColumn = order
    return .success(join)
  }

  private func failure(
    _ table: String, _ column: String?, _ problem: String
  ) -> Result<CoreDataLayout.Join, Failure> {
    .failure(Failure(mismatch: LayoutMismatch(table: table, column: column, problem: problem)))
  }

  private func number(_ entity: Name) -> Int64 { numbers[entity] ?? 0 }

  private func table(_ names: [String]) -> ForeignDatabase.Table? {
    for name in names {
      if let table = database.table(name) { return table }
    }
    return database.tables.first { table in names.contains { table.name.isNumbered($0) } }
  }

  /// The column named after the relationship; or the one that is not named after its inverse.
  private func memberColumn(
    of relationship: CoreDataRelationship, _ inverse: CoreDataRelationship?, owner: Name,
    among keys: [String]
  ) -> String? {
    func column(_ name: String, of entity: Name) -> String? {
      // The number is that of the member's entity, or of one above it.
      for entity in model.lineage(of: entity) {
        let name = "Z_\(number(entity.name))\(name)"
        if let found = keys.first(where: { $0 == name }) { return found }
      }
      return keys.first { key in
        model.lineage(of: entity).contains { key.isNumbered("Z_\(number($0.name))\(name)") }
      }
    }
    let own = relationship.name.columnPart
    if let found = column(own, of: relationship.destination) { return found }
    guard let inverse, let other = column(inverse.name.columnPart, of: inverse.destination) else {
      return nil
    }
    return keys.first { $0 != other }
  }
}
