import MigCheckHistory
import MigCheckModel
import MigCheckStores

/// Changes the tables of a store as an inferred mapping says, in place.
struct StoreMigration {
  let store: any Store
  let mapping: PreparedMapping
  let old: CoreDataModel
  let new: CoreDataModel
  /// `nil`: objects that are made are not recorded.
  var recorder: MigrationRecorder?
  /// Whether values may not repeat that are unique from now on.
  var requiresUnique = true

  func run() throws {
    let tables = store.tableIDs
    // Asked for once: after each change of a table its store lists all of them again.
    let properties = Dictionary(store.tables.map { ($0.id, $0.properties) }) { first, _ in first }
    // Read before anything changes: a path may lead to what goes.
    let assigned = try assignedValues(tables)
    let further = try furtherObjects(tables)
    let deleted = try deleteFiltered(tables)
    for entity in mapping.removedEntities {
      guard let table = tables[entity] else { continue }
      // Links to its objects go with them.
      try store.clear(table)
      try store.removeTable(table)
    }
    try renameTables(tables)
    for entity in mapping.changedEntities {
      guard let table = entity.source.flatMap({ tables[$0] }) else { continue }
      try migrate(entity, in: table, having: properties[table] ?? [])
    }
    try CoreDataTables(store: store).add(mapping.addedEntities, of: new)
    let ids = store.tableIDs
    for entity in mapping.changedEntities { try dropStrayLinks(of: entity, ids) }
    for inverse in mapping.completedInverses { try complete(inverse, ids) }
    for value in assigned where !deleted.contains(value.object) {
      try store.setValue(value.value, of: value.attribute, in: value.object)
    }
    try make(further, ids, recorder)
    try requireUnique()
  }

  /// Two entities may swap their names, so all wait under names that none has.
  private func renameTables(_ tables: [Name: Int]) throws {
    let renamed = mapping.changedEntities.filter { $0.source != $0.destination }
    for entity in renamed {
      guard let source = entity.source, let table = tables[source] else { continue }
      try store.renameTable(table, to: Self.waiting(source))
    }
    for entity in renamed {
      guard let table = entity.source.flatMap({ tables[$0] }) else { continue }
      try store.renameTable(table, to: entity.destination)
    }
  }

  // MARK: Properties

  /// Columns that change their name wait under one that no property can have.
  private static func waiting(_ name: Name) -> Name { Name("\u{0}\(name)") }

  private func migrate(
    _ entity: InferredEntity, in table: Int, having present: [Property]
  ) throws {
    let properties =
      entity.attributes.map {
        (
          $0.destination.isStored, $0.destination.name,
          $0.source.flatMap { $0.isStored ? $0.name : nil }
        )
      }
      + entity.relationships.map {
        (
          $0.destination.isStored, $0.destination.name,
          $0.source.flatMap { $0.isStored ? $0.name : nil }
        )
      }
    // What is transient from now on has no column.
    let gone = Set(
      entity.removed + properties.compactMap { isStored, _, source in isStored ? nil : source })
    for property in present where gone.contains(property.name) {
      try store.removeProperty(property.name, from: table)
    }
    let stored = properties.filter(\.0).map { (name: $0.1, source: $0.2) }
    let renamed = stored.filter { $0.source != nil && $0.source != $0.name }
    for property in renamed {
      guard let source = property.source else { continue }
      try store.renameProperty(source, to: Self.waiting(source), of: table)
    }
    for property in renamed {
      guard let source = property.source else { continue }
      try store.renameProperty(Self.waiting(source), to: property.name, of: table)
    }
    for attribute in entity.attributes where attribute.destination.isStored {
      try migrate(attribute, in: table)
    }
    for relationship in entity.relationships where relationship.destination.isStored {
      try migrate(relationship, in: table)
    }
  }

  private func migrate(_ attribute: InferredAttribute, in table: Int) throws {
    let new = attribute.destination
    guard let old = attribute.source, old.isStored else {
      try store.addProperty(new.property.columnProperty, to: table)
      let value = new.defaultValue ?? (new.isOptional ? .null : new.property.zeroValue)
      if value != new.property.zeroValue { try store.fill(new.name, of: table, with: value) }
      return
    }
    if old.type != new.type {
      return try replace(new.property, in: table) { value in
        value.isNull
          ? attribute.replacementOfNull ?? .null
          : NumberConversion.value(value, as: new.type) ?? .null
      }
    }
    guard old.isOptional != new.isOptional else { return }
    // Without a default only a mapping model can say what becomes of null: steps set it afterwards.
    if let value = attribute.replacementOfNull ?? (new.isOptional ? nil : new.property.zeroValue) {
      try forEachObject(of: table) { object in
        guard try store.value(of: new.name, in: object).isNull else { return }
        try store.setValue(value, of: new.name, in: object)
      }
    }
    try store.setOptional(new.isOptional, property: new.name, of: table)
  }

  private func migrate(_ relationship: InferredRelationship, in table: Int) throws {
    let new = relationship.destination
    guard let old = relationship.source, old.isStored else {
      return try store.addProperty(new.property.columnProperty, to: table)
    }
    let property = new.property
    if old.property.collection != property.collection {
      return try replace(property, in: table) { value in
        let links = value.links.map(Value.link)
        return switch property.collection {
        case nil: links.first ?? .null
        case .list: .list(links)
        default: .set(links)
        }
      }
    }
    guard relationship.losesOrder else { return }
    // Any order may come of it: this one is the same in every store.
    try forEachObject(of: table) { object in
      let links = try store.value(of: new.name, in: object).links.sorted {
        ($0.type, $0.index) < ($1.type, $1.index)
      }
      try store.setValue(.list(links.map(Value.link)), of: new.name, in: object)
    }
  }

  /// Puts a property of another kind in the place of one, and carries its values over.
  private func replace(
    _ property: Property, in table: Int, _ convert: (Value) -> Value
  ) throws {
    let former = Self.waiting(property.name)
    try store.renameProperty(property.name, to: former, of: table)
    // Values that no conversion is known for may become null, whatever the model says.
    try store.addProperty(property.columnProperty, to: table)
    try forEachObject(of: table) { object in
      let value = store.rules.arranged(
        convert(try store.value(of: former, in: object)), of: property.columnProperty)
      guard property.isOptional || property.isLink || !value.isNull else { return }
      try store.setValue(value, of: property.name, in: object)
    }
    try store.removeProperty(former, from: table)
  }

  private func forEachObject(of table: Int, _ body: (ObjectReference) throws -> Void) throws {
    for key in try store.keys(of: table) {
      try body(ObjectReference(type: table, index: Int(key)))
    }
  }

  // MARK: Links

  /// Takes out links to objects that the destination of a relationship does not admit any more.
  ///
  /// - Parameter ids: those of tables by entity.
  private func dropStrayLinks(of entity: InferredEntity, _ ids: [Name: Int]) throws {
    guard let table = ids[entity.destination] else { return }
    for relationship in entity.relationships {
      guard case .unknown = relationship.origin, relationship.destination.isStored else { continue }
      let name = relationship.destination.name
      let kinds = new.subtree(of: relationship.destination.destination)
      let admitted = Set(kinds.compactMap { ids[new.entities[$0].name] })
      try forEachObject(of: table) { object in
        let value = try store.value(of: name, in: object)
        let kept = value.mapLinks { admitted.contains($0.type) ? $0 : nil }
        if kept != value { try store.setValue(kept, of: name, in: object) }
      }
    }
  }

  /// Fills a relationship that is added as the inverse of one that is kept.
  ///
  /// - Parameter ids: those of tables by entity.
  private func complete(
    _ completed: PreparedMapping.CompletedInverse, _ ids: [Name: Int]
  ) throws {
    let inverse = completed.inverse
    var owners = [ObjectReference: [Value]]()
    for place in new.subtree(of: completed.entity).sorted() {
      guard let table = ids[new.entities[place].name] else { continue }
      try forEachObject(of: table) { object in
        for target in try store.value(of: completed.relationship.name, in: object).links {
          owners[target, default: []].append(.link(object))
        }
      }
    }
    let property = inverse.property
    for target in owners.keys.sorted(by: { ($0.type, $0.index) < ($1.type, $1.index) }) {
      let links = owners[target] ?? []
      let value: Value =
        switch property.collection {
        case nil: links.first ?? .null
        case .list: .list(links)
        default: .set(links)
        }
      try store.setValue(
        store.rules.arranged(value, of: property.columnProperty), of: inverse.name, in: target)
    }
  }

  // MARK: Uniqueness

  private func requireUnique() throws {
    guard requiresUnique, !mapping.constraints.isEmpty else { return }
    let schema = new.schema
    let graph = try store.snapshot(of: schema).graph
    for constraint in mapping.constraints {
      try UniquenessCheck(model: new, schema: schema)
        .require(constraint.properties, of: constraint.entity, in: graph)
    }
  }
}

extension InferredMapping {
  func keeps(_ relationship: Name, of entity: Name) -> Bool {
    if case .kept = origin(of: relationship, in: entity) { true } else { false }
  }

  func adds(_ relationship: Name, of entity: Name) -> Bool {
    if case .added = origin(of: relationship, in: entity) { true } else { false }
  }

  private func origin(of relationship: Name, in entity: Name) -> InferredRelationship.Origin? {
    self.entity(entity)?.relationships.first { $0.destination.name == relationship }?.origin
  }
}
