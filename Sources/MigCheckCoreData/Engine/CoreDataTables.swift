import MigCheckModel
import MigCheckStores
import MigCheckText

/// The tables of a store that holds the objects of a Core Data model.
struct CoreDataTables {
  let store: any Store

  /// Adds tables for entities that have none.
  func add(_ entities: [Name], of model: CoreDataModel) throws {
    for name in entities {
      let table = try store.addTable(named: name, embedded: false)
      for property in model.storedProperties(of: name) {
        try store.addProperty(property.columnProperty, to: table)
      }
    }
  }

  /// The schema as the tables tell it; of what a link leads to they know nothing.
  func schema(openedWith schema: Schema) -> Schema {
    let tables = store.tables
    var places = tables.placesByName
    // In the order of the schema, so that only real differences show.
    let known = schema.types.compactMap { type in
      places.removeValue(forKey: type.name).map { place in
        ObjectType(
          type.name, parent: type.parent, abstract: type.isAbstract,
          properties(of: tables[place], as: type))
      }
    }
    let others = places.values.sorted().map { place in
      ObjectType(tables[place].name, tables[place].properties)
    }
    return Schema(known + others)
  }

  private func properties(of table: StoreTable, as type: ObjectType) -> [Property] {
    var next = 0
    return table.properties.map { property in
      guard property.type == .mixed,
        let place = type.properties.index(of: property.name, near: next)
      else { return property }
      next = place + 1
      var link = type.properties[place]
      guard link.isLink, link.collection == property.collection else { return property }
      link.defaultValue = nil
      return link
    }
  }
}

extension Property {
  /// The property as a table has it.
  var columnProperty: Property {
    guard isLink else { return self }
    return Property(name, .mixed, collection: collection, optional: true)
  }
}

/// Puts a graph into the tables of a new store: entities in the order of their names, objects in the
/// order of the graph.
struct CoreDataGraphLoader {
  let graph: ObjectGraph
  let store: any Store

  func load() throws {
    let tables = store.tableIDs
    let ids = graph.schema.types.map { tables[$0.name] ?? -1 }
    let order = graph.schema.types.indices.sorted {
      graph.schema.types[$0].name < graph.schema.types[$1].name
    }
    for type in order {
      let properties = graph.schema.types[type].storedProperties
      let columns = zip(properties, graph.tables[type].columns).map { property, column in
        guard property.isLink || property.collection != nil else {
          return NewColumn(property.name, column)
        }
        let columnProperty = property.columnProperty
        let values = column.map { value in
          store.rules.arranged(
            value.mapLinks { ObjectReference(type: ids[$0.type], index: $0.index) },
            of: columnProperty)
        }
        return NewColumn(property.name, values)
      }
      try store.create(graph.tables[type].count, in: ids[type], columns: columns)
    }
  }
}

extension StorageRules {
  /// A value whose elements stand as the store keeps them.
  func arranged(_ value: Value, of property: Property) -> Value {
    switch value {
    case .list(let elements): .list(list(elements, of: property))
    case .set(let elements): .set(set(elements, of: property))
    default: value
    }
  }
}
