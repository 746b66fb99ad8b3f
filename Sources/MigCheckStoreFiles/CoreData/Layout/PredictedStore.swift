import MigCheckCoreData
import MigCheckModel

/// The tables and indexes that Core Data makes for a model, predicted from the model alone.
///
/// Source: the tables of 105 real stores, whose names and columns are the predicted ones, but for
/// many-to-many relationships of an entity with itself; for the unique index over several attributes
/// two published ones; for fetch indexes four stores of another app. What cannot be predicted is taken from
/// a store of the app, or is `unpredictable`.
struct PredictedStore {
  /// The rows of `Z_PRIMARYKEY`: roots in the case-insensitive order of their names, each followed
  /// by its subentities depth first.
  private(set) var entities = [(number: Int64, name: Name, parent: Int64)]()
  /// Statements that make all tables and indexes but Core Data's own.
  private(set) var statements = [String]()
  /// What the model has of which the names in a store are not known; empty: the tables are exact.
  private(set) var unpredictable = [Unpredictable]()

  struct Unpredictable {
    /// `Note.tags, a to-many relationship without an inverse`.
    var phrase: String
    /// Whether a store of another version would tell the names.
    var isLearnable: Bool
  }

  private let model: CoreDataModel
  private let names: StoreNames
  private var numbers = [Name: Int64]()
  private var tableNames = ColumnNames(taken: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])

  /// - Parameter names: what stores of the app told.
  init(_ model: CoreDataModel, names: StoreNames = StoreNames()) {
    self.model = model
    self.names = names
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
        let place = CoreDataLayout.Place(entity: entity.name, property: attribute.name)
        if attribute.isDerived {
          note(place, "a derived attribute", isLearnable: false)
        } else if !attribute.compositePath.isEmpty || attribute.type == .composite,
          names.elements[place] == nil
        {
          note(place, "an element of a composite attribute")
        }
      }
      for relationship in entity.relationships where relationship.isStored && relationship.isToMany
      {
        findUnpredictable(relationship, of: entity.name)
      }
    }
  }

  private mutating func findUnpredictable(_ relationship: CoreDataRelationship, of entity: Name) {
    let place = CoreDataLayout.Place(entity: entity, property: relationship.name)
    guard let inverse = storedInverse(of: relationship) else {
      if names.joins[place] == nil, names.foreignColumns[place] == nil {
        note(place, "a to-many relationship without an inverse")
      }
      return
    }
    guard inverse.isToMany,
      model.entityDeclaring(relationship: inverse.name, of: relationship.destination) == entity
    else { return }
    let other = CoreDataLayout.Place(entity: entity, property: inverse.name)
    guard names.joins[place] == nil, names.joins[other] == nil else { return }
    // Of a pair one is named.
    if inverse.name < relationship.name { return }
    note(
      place,
      place == other
        ? "a many-to-many relationship that is its own inverse"
        : "a many-to-many relationship of an entity with itself")
  }

  private mutating func note(
    _ place: CoreDataLayout.Place, _ phrase: String, isLearnable: Bool = true
  ) {
    unpredictable.append(
      Unpredictable(
        phrase: "\(place.entity).\(place.property), \(phrase)", isLearnable: isLearnable))
  }

  private func storedInverse(of relationship: CoreDataRelationship) -> CoreDataRelationship? {
    model.inverse(of: relationship).flatMap { $0.isStored ? $0 : nil }
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
        let place = CoreDataLayout.Place(entity: name, property: attribute.name)
        let column = names.take(
          self.names.elements[place] ?? "Z" + attribute.name.columnPart)
        columns.append(Column(column, attribute.type.storeType))
        places[place] = column
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
    indexes += foreignColumns(in: table, of: hierarchy, &columns)
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

  // MARK: To-many relationships without an inverse

  /// Columns beside the members of relationships without an inverse, and their indexes.
  private func foreignColumns(
    in table: String, of hierarchy: [Name], _ columns: inout [Column]
  ) -> [String] {
    var indexes = [String]()
    for entity in entities {
      for relationship in model.entity(entity.name)?.relationships ?? []
      where relationship.isStored && relationship.isToMany
        && hierarchy.contains(relationship.destination)
        && storedInverse(of: relationship) == nil
      {
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        guard let foreign = names.foreignColumns[place],
          let column = foreign.ownerColumn.name(numbers)
        else { continue }
        columns.append(Column(column, "INTEGER", group: 1))
        let part = column.dropFirst()
        if !model.children(of: entity.name).isEmpty {
          let root = numbers[model.root(of: entity.name)] ?? 0
          columns.append(Column("Z\(root)_\(part)", "INTEGER", group: 2))
        }
        if relationship.isOrdered {
          columns.append(Column("Z_FOK_\(part)", "INTEGER", group: 3))
        }
        guard foreign.isIndexed else { continue }
        indexes.append(
          "CREATE INDEX \(quoted("\(table)_\(column)_INDEX")) ON \(quoted(table)) "
            + "(\(quoted(column)))")
      }
    }
    return indexes
  }

  // MARK: Tables of many-to-many relationships

  private mutating func addJoins() {
    for entity in entities {
      for relationship in model.entity(entity.name)?.relationships ?? []
      where relationship.isStored && relationship.isToMany {
        let inverse = storedInverse(of: relationship)
        guard inverse?.isToMany ?? true else { continue }
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        let other = inverse.map {
          model.entityDeclaring(relationship: $0.name, of: relationship.destination)
        }
        if other == nil || other == entity.name {
          if let join = names.joins[place] { addJoin(join, of: relationship, inverse) }
        } else if let inverse, let other, entity.number < numbers[other] ?? 0 {
          // Named by the entity with the lower number.
          addJoin(of: relationship, entity.number, inverse)
        }
      }
    }
  }

  /// One whose names a store told.
  private mutating func addJoin(
    _ join: StoreNames.Join, of relationship: CoreDataRelationship, _ inverse: CoreDataRelationship?
  ) {
    guard let table = join.table.name(numbers), let own = join.ownColumn.name(numbers),
      let member = join.memberColumn.name(numbers)
    else { return }
    addJoin(
      table, own: (own, inverse?.isOrdered ?? false), member: (member, relationship.isOrdered),
      startsWithMember: join.startsWithMember)
  }

  private mutating func addJoin(
    of relationship: CoreDataRelationship, _ number: Int64, _ inverse: CoreDataRelationship
  ) {
    // The number is that of the entity whose objects' keys are in the column.
    let own = "Z_\(numbers[inverse.destination] ?? 0)\(inverse.name.columnPart)"
    let member = "Z_\(numbers[relationship.destination] ?? 0)\(relationship.name.columnPart)"
    addJoin(
      "Z_\(number)\(relationship.name.columnPart)", own: (own, inverse.isOrdered),
      member: (member, relationship.isOrdered), startsWithMember: false)
  }

  private mutating func addJoin(
    _ name: String, own: (name: String, isOrdered: Bool), member: (name: String, isOrdered: Bool),
    startsWithMember: Bool
  ) {
    let table = tableNames.take(name)
    let sides = startsWithMember ? [member, own] : [own, member]
    var columns = sides.map { "\(quoted($0.name)) INTEGER" }
    for side in sides where side.isOrdered {
      columns.append("\(quoted(CoreDataLayout.orderColumn(beside: side.name))) INTEGER")
    }
    let (first, second) = (quoted(sides[0].name), quoted(sides[1].name))
    columns.append("PRIMARY KEY (\(first), \(second))")
    statements.append("CREATE TABLE \(quoted(table)) ( \(columns.joined(separator: ", ")) )")
    statements.append(
      "CREATE INDEX \(quoted("\(table)_\(sides[1].name)_INDEX")) ON \(quoted(table)) "
        + "(\(second), \(first))")
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
