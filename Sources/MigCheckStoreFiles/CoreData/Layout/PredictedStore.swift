import MigCheckCoreData
import MigCheckModel

/// The tables and indexes that Core Data makes for a model, predicted from the model alone.
///
/// Source: the tables of 105 real stores, whose names and columns are the predicted ones, but for
/// many-to-many relationships of an entity with itself; for the unique index over several attributes
/// two published ones; for fetch indexes four stores of another app. What cannot be predicted is `unpredictable`.
struct PredictedStore {
  /// The rows of `Z_PRIMARYKEY`: roots in the case-insensitive order of their names, each followed
  /// by its subentities depth first.
  private(set) var entities = [(number: Int64, name: Name, parent: Int64)]()
  /// Statements that make all tables and indexes but Core Data's own.
  private(set) var statements = [String]()
  /// What the model has of which the names in a store are not known, as phrases; empty: the tables
  /// are exact.
  private(set) var unpredictable = [String]()

  private let model: CoreDataModel
  private var numbers = [Name: Int64]()
  private var tableNames = ColumnNames(taken: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])

  init(_ model: CoreDataModel) {
    self.model = model
    number(Self.sorted(model.entities.filter { $0.parent == nil }), parent: 0)
    findUnpredictable()
    guard unpredictable.isEmpty else { return }
    for entity in entities where entity.parent == 0 { addTable(of: entity.name) }
    addJoins()
  }

  private static func sorted(_ entities: [CoreDataEntity]) -> [CoreDataEntity] {
    entities.sorted { first, second in
      let (a, b) = (Name(first.name.text.lowercased()), Name(second.name.text.lowercased()))
      return a == b ? first.name < second.name : a < b
    }
  }

  private mutating func number(_ children: [CoreDataEntity], parent: Int64) {
    for entity in children {
      let number = Int64(entities.count + 1)
      entities.append((number, entity.name, parent))
      numbers[entity.name] = number
      self.number(Self.sorted(model.children(of: entity.name)), parent: number)
    }
  }

  // MARK: What cannot be predicted

  private mutating func findUnpredictable() {
    for entity in model.entities {
      for attribute in entity.attributes where attribute.isStored {
        if !attribute.compositePath.isEmpty || attribute.type == .composite {
          unpredictable.append(
            "\(entity.name).\(attribute.name), an element of a composite attribute")
        } else if attribute.isDerived {
          unpredictable.append("\(entity.name).\(attribute.name), a derived attribute")
        }
      }
      for relationship in entity.relationships where relationship.isStored && relationship.isToMany
      {
        guard let inverse = storedInverse(of: relationship) else {
          unpredictable.append(
            "\(entity.name).\(relationship.name), a to-many relationship without an inverse")
          continue
        }
        if inverse.isToMany, owner(of: inverse, below: relationship.destination) == entity.name {
          unpredictable.append(
            "\(entity.name).\(relationship.name), a many-to-many relationship of an entity with "
              + "itself")
        }
      }
    }
  }

  private func storedInverse(of relationship: CoreDataRelationship) -> CoreDataRelationship? {
    model.inverse(of: relationship).flatMap { $0.isStored ? $0 : nil }
  }

  /// The entity that declares a relationship which another one has or inherits.
  private func owner(of relationship: CoreDataRelationship, below entity: Name) -> Name {
    model.lineage(of: entity).first { entity in
      entity.relationships.contains { $0.name == relationship.name }
    }?.name ?? entity
  }

  // MARK: Tables of objects

  private struct Column {
    var name: String
    var type: String
    /// Groups of columns follow each other in a table.
    var group: Int

    init(_ name: String, _ type: String, group: Int? = nil) {
      (self.name, self.type) = (name, type)
      self.group =
        group ?? ["INTEGER", "", "", "", "FLOAT", "DECIMAL", "TIMESTAMP", "VARCHAR"]
        .firstIndex(of: type) ?? 8
    }
  }

  private mutating func addTable(of root: Name) {
    let table = tableNames.take("Z" + root.columnPart)
    let hierarchy = entities.map(\.name).filter { model.root(of: $0) == root }
    var names = ColumnNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
    var columns = [Column]()
    var indexes = [String]()
    var places = [CoreDataLayout.Place: String]()
    for name in hierarchy {
      guard let entity = model.entity(name) else { continue }
      for attribute in entity.attributes where attribute.isStored {
        let column = names.take("Z" + attribute.name.columnPart)
        columns.append(Column(column, attribute.type.storeType))
        places[CoreDataLayout.Place(entity: name, property: attribute.name)] = column
      }
      for relationship in entity.relationships
      where relationship.isStored && !relationship.isToMany {
        let part = relationship.name.columnPart
        let column = names.take("Z" + part)
        columns.append(Column(column, "INTEGER", group: 1))
        places[CoreDataLayout.Place(entity: name, property: relationship.name)] = column
        indexes.append(
          "CREATE INDEX \(quoted("\(table)_\(column)_INDEX")) ON \(quoted(table)) (\(quoted(column)))"
        )
        if !model.children(of: relationship.destination).isEmpty {
          let number = numbers[model.root(of: relationship.destination)] ?? 0
          columns.append(Column(names.take("Z\(number)_\(part)"), "INTEGER", group: 2))
        }
        if let inverse = storedInverse(of: relationship), inverse.isToMany, inverse.isOrdered {
          columns.append(Column(names.take("Z_FOK_\(part)"), "INTEGER", group: 3))
        }
      }
      func column(of property: Name) -> String? {
        model.lineage(of: name).lazy.compactMap {
          places[CoreDataLayout.Place(entity: $0.name, property: property)]
        }.first
      }
      indexes += fetchIndexes(of: entity, table, column)
      for constraint in entity.uniquenessConstraints {
        let columns = constraint.compactMap(column)
        guard columns.count == constraint.count else { continue }
        let index = "Z_\(entity.name)_UNIQUE_\(constraint.map(\.text).joined(separator: "_"))"
        indexes.append(
          "CREATE UNIQUE INDEX \(quoted(index)) ON \(quoted(table)) ("
            + columns.map { "\(quoted($0)) COLLATE BINARY ASC" }.joined(separator: ", ") + ")")
      }
    }
    if hierarchy.count > 1 {
      indexes.insert(
        "CREATE INDEX \(quoted("\(table)_Z_ENT_INDEX")) ON \(quoted(table)) (Z_ENT)", at: 0)
    }
    let sorted = columns.sorted { first, second in
      first.group == second.group
        ? Name(first.name) < Name(second.name) : first.group < second.group
    }
    let list =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      + sorted.map { "\(quoted($0.name)) \($0.type)" }
    statements.append("CREATE TABLE \(quoted(table)) ( \(list.joined(separator: ", ")) )")
    statements += indexes
  }

  /// One index for each fetch index, and one for each property that a fetch index has alone, named after
  /// it.
  private func fetchIndexes(
    of entity: CoreDataEntity, _ table: String, _ column: (Name) -> String?
  ) -> [String] {
    func index(_ name: Name, _ elements: [CoreDataFetchIndex.Element]) -> String? {
      let columns = elements.compactMap { element in
        column(element.property).map {
          "\(quoted($0)) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
        }
      }
      guard columns.count == elements.count else { return nil }
      return "CREATE INDEX \(quoted("Z_\(entity.name)_\(name)")) ON \(quoted(table)) ("
        + columns.joined(separator: ", ") + ")"
    }
    var single = [Name]()
    for elements in entity.fetchIndexes.map(\.elements)
    where elements.count == 1 && !single.contains(elements[0].property)
      && !entity.fetchIndexes.contains(where: { $0.name == elements[0].property })
    {
      single.append(elements[0].property)
    }
    return single.compactMap { index($0, [CoreDataFetchIndex.Element($0, isAscending: true)]) }
      + entity.fetchIndexes.compactMap { index($0.name, $0.elements) }
  }

  // MARK: Tables of many-to-many relationships

  private mutating func addJoins() {
    for entity in entities {
      for relationship in model.entity(entity.name)?.relationships ?? []
      where relationship.isStored && relationship.isToMany {
        guard let inverse = storedInverse(of: relationship), inverse.isToMany else { continue }
        let other = owner(of: inverse, below: relationship.destination)
        // Named by the entity with the lower number.
        guard entity.number < numbers[other] ?? 0 else { continue }
        addJoin(of: relationship, entity.number, inverse)
      }
    }
  }

  private mutating func addJoin(
    of relationship: CoreDataRelationship, _ number: Int64, _ inverse: CoreDataRelationship
  ) {
    let table = tableNames.take("Z_\(number)\(relationship.name.columnPart)")
    // The number is that of the entity whose objects' keys are in the column.
    let own = "\(numbers[inverse.destination] ?? 0)\(inverse.name.columnPart)"
    let member = "\(numbers[relationship.destination] ?? 0)\(relationship.name.columnPart)"
    var columns = ["\(quoted("Z_\(own)")) INTEGER", "\(quoted("Z_\(member)")) INTEGER"]
    if inverse.isOrdered { columns.append("\(quoted("Z_FOK_\(own)")) INTEGER") }
    if relationship.isOrdered { columns.append("\(quoted("Z_FOK_\(member)")) INTEGER") }
    columns.append("PRIMARY KEY (\(quoted("Z_\(own)")), \(quoted("Z_\(member)")))")
    statements.append("CREATE TABLE \(quoted(table)) ( \(columns.joined(separator: ", ")) )")
    statements.append(
      "CREATE INDEX \(quoted("\(table)_Z_\(member)_INDEX")) ON \(quoted(table)) "
        + "(\(quoted("Z_\(member)")), \(quoted("Z_\(own)")))")
  }

  /// In quotes only where SQLite needs them, as in Core Data's own statements.
  private func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter
        || Character(UnicodeScalar(byte)).isNumber
    }
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

extension CoreDataAttributeType {
  /// How a column of the type is declared. Decimal, UUID and URI were not seen in a real store.
  fileprivate var storeType: String {
    switch self {
    case .decimal: "DECIMAL"
    case .uuid: "BLOB"
    case .uri: "VARCHAR"
    default: columnType ?? "BLOB"
    }
  }
}
