import MigCheckModel
import MigCheckStores
import MigCheckText

/// Reads a store as a schema shows it.
package struct SnapshotReader {
  private let store: any Store
  private let schema: Schema
  /// By the position of the type in the schema.
  private var contents: [TableContents] = []
  private var layouts: [StoreTable] = []
  /// By table id: the type's position in the schema, or −1 for a type that it does not have.
  private var typeOfTable: [Int] = []
  /// By type: how many links lead to each object of an embedded type, parallel to its keys.
  private var parents: [[Int]] = []
  private var dangling: [Snapshot.DanglingLink] = []

  package init(store: any Store, schema: Schema) {
    self.store = store
    self.schema = schema
  }

  /// - Complexity: O(*n*) in the size of the store.
  package mutating func read(version: UInt64) throws -> Snapshot {
    try load()
    var graph = ObjectGraph(schema: schema)
    var keys = Array(repeating: [Int64](), count: schema.types.count)
    for type in schema.types.indices where !schema.types[type].isEmbedded {
      keys[type] = contents[type].keys
      graph.tables[type].count = keys[type].count
      let properties = schema.types[type].storedProperties
      var next = 0
      for column in properties.indices {
        let place = try place(of: properties[column].name, type: type, near: next)
        let holdsLinks = properties[column].isLink || properties[column].type == .mixed
        graph.tables[type].columns[column] = try columnValues(
          at: place, of: type, holdsLinks: holdsLinks)
        next = place + 1
      }
    }
    return Snapshot(
      version: version, graph: graph, keys: keys, misplaced: misplaced(), danglingLinks: dangling)
  }

  private mutating func load() throws {
    let tables = store.tables
    typeOfTable = Array(repeating: -1, count: (tables.map(\.id).max() ?? -1) + 1)
    let places = tables.placesByName
    for type in schema.types.indices {
      let name = schema.types[type].name
      guard let place = places[name] else {
        throw UpgradeError(
          .storeCorrupt, "The store has no table for type '\(name)'.", type: name)
      }
      typeOfTable[tables[place].id] = type
      layouts.append(tables[place])
      contents.append(try store.contents(of: tables[place].id))
    }
    parents = zip(schema.types, contents).map { type, contents in
      type.isEmbedded ? Array(repeating: 0, count: contents.keys.count) : []
    }
    for table in tables { try countParents(from: table) }
  }

  /// Counts links to embedded objects from all tables, also of types that the schema lacks.
  private mutating func countParents(from table: StoreTable) throws {
    let isVisible = typeOfTable[table.id] >= 0
    let contents =
      try isVisible ? self.contents[typeOfTable[table.id]] : store.contents(of: table.id)
    guard !contents.keys.isEmpty else { return }
    for (place, column) in contents.columns.enumerated()
    where table.properties[place].isLink || table.properties[place].type == .mixed {
      for (row, value) in column.enumerated() where !value.isNull {
        value.forEachLink { link in
          let type = typeOfTable.indices.contains(link.type) ? typeOfTable[link.type] : -1
          guard type >= 0 else { return }
          guard let target = self.row(of: link, type: type) else {
            dangling.append(
              Snapshot.DanglingLink(
                type: table.name, key: contents.keys[row], property: table.properties[place].name))
            return
          }
          if schema.types[type].isEmbedded { parents[type][target] += 1 }
        }
      }
    }
  }

  private func row(of link: ObjectReference, type: Int) -> Int? {
    let keys = contents[type].keys
    if let last = keys.last, last == Int64(keys.count - 1) {
      return link.index < keys.count ? link.index : nil
    }
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < Int64(link.index) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < keys.count && keys[low] == Int64(link.index) ? low : nil
  }

  private func misplaced() -> [Snapshot.MisplacedObject] {
    var result = [Snapshot.MisplacedObject]()
    for (index, type) in schema.types.enumerated() where type.isEmbedded {
      for (row, count) in parents[index].enumerated() where count != 1 {
        result.append(
          Snapshot.MisplacedObject(
            type: type.name, key: contents[index].keys[row], parents: count))
      }
    }
    return result
  }

  /// Where the store has the column of a property; `guess` is looked at first.
  private func place(of property: Name, type: Int, near guess: Int) throws -> Int {
    if let place = layouts[type].properties.index(of: property, near: guess) { return place }
    throw UpgradeError(
      .storeCorrupt,
      "The store has no column for property '\(layouts[type].name).\(property)'.",
      type: layouts[type].name, property: property)
  }

  private func columnValues(at place: Int, of type: Int, holdsLinks: Bool) throws -> [Value] {
    let values = contents[type].columns[place]
    return holdsLinks ? try values.map { try inlined($0, depth: 0) } : values
  }

  /// A value with schema positions for types, and embedded objects in place.
  private func inlined(_ value: Value, depth: Int) throws -> Value {
    switch value {
    case .null: return value
    case .link(let target):
      let type = typeOfTable.indices.contains(target.type) ? typeOfTable[target.type] : -1
      // A link to a type that the schema no longer has shows as nothing.
      guard type >= 0, let row = row(of: target, type: type) else { return .null }
      guard schema.types[type].isEmbedded else {
        return .link(ObjectReference(type: type, index: row))
      }
      // Embedded types form no cycle, so none stands within itself.
      guard depth < schema.types.count else {
        throw UpgradeError(
          .storeCorrupt, "Embedded objects of type '\(schema.types[type].name)' form a cycle.",
          type: schema.types[type].name)
      }
      var next = 0
      let values = try schema.types[type].storedProperties.map { property in
        guard let column = layouts[type].properties.index(of: property.name, near: next) else {
          return property.zeroValue
        }
        next = column + 1
        return try inlined(contents[type].columns[column][row], depth: depth + 1)
      }
      return .embedded(
        EmbeddedObject(type: type, values: values, key: contents[type].keys[row]))
    case .list(let elements):
      return .list(try elements.map { try inlined($0, depth: depth) })
    case .set(let elements): return .set(try elements.map { try inlined($0, depth: depth) })
    case .dictionary(let entries):
      return .dictionary(
        try entries.map { DictionaryEntry($0.key, try inlined($0.value, depth: depth)) })
    default: return value
    }
  }
}

extension Store {
  /// The content as a schema shows it.
  ///
  /// - Throws: `storeCorrupt` if the store does not have the schema's types.
  package func snapshot(of schema: Schema) throws -> Snapshot {
    var reader = SnapshotReader(store: self, schema: schema)
    return try reader.read(version: version)
  }
}
