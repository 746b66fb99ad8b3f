import MigCheckModel
import MigCheckStores

/// Compares what a store's file holds with what a model would have Core Data write.
struct LayoutMatcher {
  let model: CoreDataModel
  let file: CoreDataStoreFile
  /// The entities of the model that the store may hold, in the order of their declaration.
  let entities: [CoreDataEntity]
  var layout = CoreDataLayout()
  var mismatches = [LayoutMismatch]()
  /// Names of the file's columns that the model explains, by table.
  var explained = [String: Set<String>]()

  private init(_ model: CoreDataModel, _ file: CoreDataStoreFile) {
    self.model = model
    self.file = file
    let present = Set(file.entities.map(\.name))
    // A store may hold the entities of one configuration of its model.
    let isPart =
      present != Set(model.entities.map(\.name))
      && model.configurations.contains { Set($0.entities) == present }
    entities = isPart ? model.entities.filter { present.contains($0.name) } : model.entities
  }

  /// - Returns: the layout, and all that does not fit; nothing: the store is one of the model.
  static func match(
    _ model: CoreDataModel, _ file: CoreDataStoreFile
  ) -> (layout: CoreDataLayout, mismatches: [LayoutMismatch]) {
    var matcher = LayoutMatcher(model, file)
    matcher.matchEntities()
    guard matcher.mismatches.isEmpty else { return (matcher.layout, matcher.mismatches) }
    for root in matcher.entities where root.parent == nil { matcher.matchTable(of: root.name) }
    for root in matcher.entities where root.parent == nil {
      matcher.matchComposites(of: root.name)
    }
    matcher.matchToMany()
    matcher.requireAllExplained()
    return (matcher.layout, matcher.mismatches)
  }

  mutating func note(_ problem: String, table: String, column: String? = nil) {
    mismatches.append(LayoutMismatch(table: table, column: column, problem: problem))
  }

  // MARK: Entities

  private mutating func matchEntities() {
    let names = Dictionary(file.entities.map { ($0.number, $0.name) }) { first, _ in first }
    for entity in file.entities {
      layout.numbers[entity.name] = entity.number
      guard let declared = model.entity(entity.name) else {
        note(
          "the store has the entity \(entity.name), and the model has not", table: "Z_PRIMARYKEY",
          column: "Z_NAME")
        continue
      }
      let parent = names[entity.parent]
      if declared.parent != parent {
        note(
          "the parent of \(entity.name) is \(parent?.text ?? "none") in the store and "
            + "\(declared.parent?.text ?? "none") in the model", table: "Z_PRIMARYKEY",
          column: "Z_SUPER")
      }
    }
    for entity in entities where layout.numbers[entity.name] == nil {
      note(
        "the model has the entity \(entity.name), and the store has not", table: "Z_PRIMARYKEY",
        column: "Z_NAME")
    }
  }

  // MARK: Tables of objects

  private static let ownColumns: Set = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// The root first, then its subentities in the order of their numbers.
  func hierarchy(of root: Name) -> [CoreDataEntity] {
    entities.filter { model.root(of: $0.name) == root }
      .sorted { (layout.numbers[$0.name] ?? 0) < (layout.numbers[$1.name] ?? 0) }
  }

  private mutating func matchTable(of root: Name) {
    let name = "Z" + root.columnPart
    guard let table = file.database.table(name) else {
      return note("the store has no table for \(root)", table: name)
    }
    layout.tables[root] = name
    var types = [String: String]()
    for column in table.columns { types[column.name] = column.type }
    explained[name] = Self.ownColumns
    for column in Self.ownColumns.sorted() where types[column] == nil {
      note("the store has no such column", table: name, column: column)
    }
    var names = ColumnNames(taken: Self.ownColumns)
    for entity in hierarchy(of: root) {
      for attribute in entity.attributes
      where attribute.isStored && attribute.compositePath.isEmpty {
        let column = names.take("Z" + attribute.name.columnPart)
        require(
          column, in: name, types, type: attribute.type.columnType,
          for: CoreDataLayout.Place(entity: entity.name, property: attribute.name))
      }
      for relationship in entity.relationships
      where relationship.isStored && !relationship.isToMany {
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        let column = names.take("Z" + relationship.name.columnPart)
        require(column, in: name, types, type: "INTEGER", for: place)
        matchCompanions(of: relationship, at: place, column, in: name, types, &names)
      }
    }
  }

  mutating func require(
    _ column: String, in table: String, _ types: [String: String], type: String?,
    for place: CoreDataLayout.Place
  ) {
    explained[table]?.insert(column)
    layout.columns[place] = column
    guard let found = types[column] else {
      return note(
        "the store has no such column, where the model has \(place.entity).\(place.property)",
        table: table, column: column)
    }
    if let type, !found.isEmpty, found != type {
      note(
        "the column is \(found) in the store, and \(type) where the model has "
          + "\(place.entity).\(place.property)", table: table, column: column)
    }
  }

  /// The columns beside that of a to-one relationship: the number of the other object's entity, and
  /// the place in an ordered inverse.
  private mutating func matchCompanions(
    of relationship: CoreDataRelationship, at place: CoreDataLayout.Place, _ column: String,
    in table: String, _ types: [String: String], _ names: inout ColumnNames
  ) {
    let suffix = relationship.name.columnPart
    // Clashes are counted with the column itself, or by themselves.
    func found(_ prefix: String) -> String? {
      let candidates = [prefix + column.dropFirst(), names.take(prefix + suffix)]
      return candidates.first { types[$0] != nil }
    }
    if !model.children(of: relationship.destination).isEmpty {
      let root = layout.numbers[model.root(of: relationship.destination)] ?? 0
      if let column = found("Z\(root)_") {
        explained[table]?.insert(column)
        layout.entityColumns[place] = column
      }
    }
    guard let inverse = model.inverse(of: relationship), inverse.isToMany, inverse.isOrdered else {
      return
    }
    guard let order = found("Z_FOK_") else {
      return note(
        "the store has no such column, where the model has an order of "
          + "\(relationship.destination).\(inverse.name)", table: table,
        column: "Z_FOK_" + suffix)
    }
    explained[table]?.insert(order)
    layout.orders[place] = order
  }

  // MARK: What is left

  /// Tables that Core Data has beside those of the model: of its own, of the history of changes, of
  /// what it mirrors, and of fetch indexes that are tables in SQLite, which are named after their
  /// entity.
  private func isOwn(_ table: String) -> Bool {
    ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(table)
      || entities.contains { table.hasPrefix("Z_\($0.name)_") }
      || (["CHANGE", "TRANSACTION", "NSCK"] + file.ownEntities).contains {
        table.hasPrefix("A" + $0.uppercased())
      }
  }

  private mutating func requireAllExplained() {
    for table in file.database.tables where !isOwn(table.name) {
      guard let known = explained[table.name] else {
        note("no entity or relationship of the model explains the table", table: table.name)
        continue
      }
      for column in table.columns where !known.contains(column.name) {
        note(
          "no property of the model explains the column", table: table.name, column: column.name)
      }
    }
  }
}

extension CoreDataAttributeType {
  /// How the column of an attribute is declared; `nil`: it is not known for sure.
  package var columnType: String? {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .double, .float: "FLOAT"
    case .date: "TIMESTAMP"
    case .string: "VARCHAR"
    case .binary, .transformable: "BLOB"
    case .decimal, .uuid, .uri, .composite, .undefined: nil
    }
  }
}
