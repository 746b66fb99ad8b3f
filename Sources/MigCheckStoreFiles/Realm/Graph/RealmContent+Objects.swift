import MigCheckModel

extension RealmContent {
  /// What a file of a version holds, with the objects of a graph.
  ///
  /// Tables are in the order of their names, as the engine makes them for a new file, and so are the
  /// keys of embedded objects: depth first, properties in the order of their names.
  ///
  /// - Parameter version: of the schema.
  /// - Complexity: O(*n*) in the size of the graph.
  package init(_ graph: ObjectGraph, version: UInt64) {
    self.init(schemaVersion: version)
    var builder = RealmContentBuilder(graph)
    builder.build()
    tables = builder.tables
  }

  /// What a file holds whose objects have the keys of a snapshot.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the graph.
  package init(_ snapshot: Snapshot) {
    self.init(snapshot.graph, version: snapshot.version)
    let types = snapshot.graph.schema.types
    let embedded = EmbeddedOrder(snapshot.graph).objects
    for (index, type) in types.enumerated() {
      guard let place = tables.firstIndex(where: { $0.className == type.name }) else { continue }
      tables[place].keys =
        type.isEmbedded
        ? embedded.filter { $0.type == index }.map(\.key) : snapshot.keys[index]
      sortRows(of: place)
    }
  }

  /// Puts the rows of a table into the order of their keys.
  private mutating func sortRows(of place: Int) {
    let keys = tables[place].keys
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    guard order != Array(keys.indices) else { return }
    tables[place].keys = order.map { keys[$0] }
    tables[place].values = tables[place].values.map { column in order.map { column[$0] } }
    var rows = keys
    for (row, former) in order.enumerated() { rows[former] = Int64(row) }
    for index in tables.indices {
      for (column, property) in tables[index].columns.enumerated()
      where property.type == .object || property.type == .mixed {
        tables[index].values[column] = tables[index].values[column].map { value in
          value.mapLinks {
            $0.type == place ? ObjectReference(type: place, index: Int(rows[$0.index])) : $0
          }
        }
      }
    }
  }
}

/// Distributes the objects of a graph over tables.
private struct RealmContentBuilder {
  private let graph: ObjectGraph
  private let schema: Schema
  /// The types in the order of their names: table by table.
  private let order: [Int]
  /// The table of each type.
  private let places: [Int]
  /// For each type: the stored properties of its columns, and those that hold embedded objects by
  /// name.
  private let columns: [[Int]]
  private let owners: [[Int]]
  var tables = [RealmTable]()

  init(_ graph: ObjectGraph) {
    self.graph = graph
    let schema = graph.schema
    self.schema = schema
    let order = schema.types.indices.sorted { schema.types[$0].name < schema.types[$1].name }
    self.order = order
    var places = Array(repeating: 0, count: order.count)
    for (place, type) in order.enumerated() { places[type] = place }
    self.places = places
    // The engine adds the primary key first.
    columns = schema.types.map { type in
      let indices = type.storedProperties.indices
      return indices.filter { type.storedProperties[$0].name == type.primaryKey }
        + indices.filter { type.storedProperties[$0].name != type.primaryKey }
    }
    owners = schema.types.map { type in
      let properties = type.storedProperties
      return properties.indices.filter { place in
        guard properties[place].isLink, let name = properties[place].objectType else {
          return false
        }
        return schema.type(named: name)?.isEmbedded ?? false
      }.sorted { properties[$0].name < properties[$1].name }
    }
  }

  mutating func build() {
    tables = order.map { type in
      let object = schema.types[type]
      return RealmTable(
        name: RealmTable.classPrefix + object.name.text,
        kind: object.isEmbedded ? .embedded : .topLevel,
        primaryKey: object.primaryKey == nil ? nil : 0,
        columns: columns[type].map { column(object.storedProperties[$0]) })
    }
    for (place, type) in order.enumerated() where !schema.types[type].isEmbedded {
      let table = graph.tables[type]
      tables[place].keys = (0..<table.count).map(Int64.init)
      let isOwner = columns[type].map(owners[type].contains)
      for (column, property) in columns[type].enumerated() where !isOwner[column] {
        tables[place].values[column] = converted(
          table.columns[property], of: schema.types[type].storedProperties[property])
      }
      guard !owners[type].isEmpty else { continue }
      for row in 0..<table.count {
        for property in owners[type] {
          let value = converted(table.columns[property][row])
          guard let column = columns[type].firstIndex(of: property) else { continue }
          tables[place].values[column].append(value)
        }
      }
    }
  }

  private func column(_ property: Property) -> RealmColumn {
    RealmColumn(
      property.name.text, property.type, collection: property.collection,
      optional: property.isOptional,
      target: property.isLink
        ? property.objectType.flatMap { schema.index(of: $0) }.map { places[$0] } : nil)
  }

  /// The values of a property that holds no embedded objects.
  private mutating func converted(_ values: [Value], of property: Property) -> [Value] {
    guard property.isLink || property.type == .mixed else { return values }
    return values.map { converted($0) }
  }

  private mutating func converted(_ value: Value) -> Value {
    switch value {
    case .link(let target):
      return .link(ObjectReference(type: places[target.type], index: target.index))
    case .embedded(let object): return .link(add(object))
    case .list(let elements): return .list(elements.map { converted($0) })
    case .set(let elements): return .set(elements.map { converted($0) })
    case .dictionary(let entries):
      return .dictionary(entries.map { DictionaryEntry($0.key, converted($0.value)) })
    default: return value
    }
  }

  /// Adds an embedded object after those in it.
  private mutating func add(_ object: EmbeddedObject) -> ObjectReference {
    let type = object.type
    var values = object.values
    for property in owners[type] { values[property] = converted(values[property]) }
    for property in values.indices where !owners[type].contains(property) {
      values[property] = converted(values[property])
    }
    let place = places[type]
    let row = tables[place].keys.count
    tables[place].keys.append(Int64(row))
    for (column, property) in columns[type].enumerated() {
      tables[place].values[column].append(values[property])
    }
    return ObjectReference(type: place, index: row)
  }
}
