import MigCheckModel
import MigCheckStores
import MigCheckText

/// Puts a graph into a new store.
///
/// Keys: types in the order of their names, objects in the order of the graph; embedded ones depth
/// first by property name, position and dictionary key.
package struct GraphLoader {
  package let graph: ObjectGraph
  package let store: any Store
  /// Table ids by the position of the type in the schema.
  private let tables: [Int]
  /// The properties of each type whose values the store may hold in another form, in the order of
  /// their names.
  private let converted: [[Int]]
  /// How many objects of a type are handed to the store at once.
  private let chunk: Int
  /// The embedded objects of each type that the store does not have yet.
  private var waiting: [EmbeddedObjects]

  private struct EmbeddedObjects {
    /// How many objects have a key, those that the store has included.
    var keys = 0
    /// Parallel to the type's `storedProperties`.
    var columns: [[Value]]
    var count = 0
  }

  package init(graph: ObjectGraph, store: any Store) {
    self.graph = graph
    self.store = store
    let ids = store.tableIDs
    let types = graph.schema.types
    tables = types.map { ids[$0.name] ?? -1 }
    converted = types.map { type in
      let properties = type.storedProperties
      return properties.indices.filter { properties[$0].mayChangeForm }
        .sorted { properties[$0].name < properties[$1].name }
    }
    waiting = types.map { type in
      EmbeddedObjects(columns: Array(repeating: [], count: type.storedProperties.count))
    }
    // The first link of a `mixed` property to a table takes the next slot there, so that it shows which
    // object comes first to the store: the embedded one does.
    let showsOrder = types.contains { type in
      type.isEmbedded && type.storedProperties.contains { $0.type == .mixed }
    }
    chunk = showsOrder ? 1 : 4096
  }

  package mutating func load() throws {
    let order = graph.schema.types.indices.sorted {
      graph.schema.types[$0].name < graph.schema.types[$1].name
    }
    for type in order {
      let count = graph.tables[type].count
      for start in stride(from: 0, to: count, by: chunk) {
        try load(start..<min(start + chunk, count), of: type)
      }
    }
  }

  private mutating func load(_ rows: Range<Int>, of type: Int) throws {
    let table = graph.tables[type]
    var columns = rows.count == table.count ? table.columns : table.columns.map { Array($0[rows]) }
    if !converted[type].isEmpty {
      for row in rows.indices {
        for column in converted[type] {
          let value = columns[column][row - rows.lowerBound]
          columns[column][row - rows.lowerBound] = try convert(value, of: type, column)
        }
      }
    }
    for embedded in waiting.indices { try storeWaiting(embedded) }
    try create(rows.count, of: type, columns)
  }

  private func create(_ count: Int, of type: Int, _ columns: [[Value]]) throws {
    let properties = graph.schema.types[type].storedProperties
    try store.create(
      count, in: tables[type],
      columns: zip(properties, columns).map { NewColumn($0.name, $1) })
  }

  /// A value with table ids for types, and keys for inline objects.
  private mutating func convert(_ value: Value, of type: Int, _ column: Int) throws -> Value {
    switch value {
    case .link(let target):
      return .link(ObjectReference(type: tables[target.type], index: target.index))
    case .embedded(let object): return .link(try add(object))
    case .list(let elements):
      let values = try elements.map { try convert($0, of: type, column) }
      return .list(store.rules.list(values, of: graph.schema.types[type].storedProperties[column]))
    case .set(let elements):
      let values = try elements.map { try convert($0, of: type, column) }
      return .set(store.rules.set(values, of: graph.schema.types[type].storedProperties[column]))
    case .dictionary(let entries):
      return .dictionary(
        try entries.map { DictionaryEntry($0.key, try convert($0.value, of: type, column)) })
    default: return value
    }
  }

  /// Gives an embedded object its key, after those that it holds.
  private mutating func add(_ object: EmbeddedObject) throws -> ObjectReference {
    let type = object.type
    var values = object.values
    for column in converted[type] {
      values[column] = try convert(values[column], of: type, column)
    }
    for (column, value) in values.enumerated() { waiting[type].columns[column].append(value) }
    let key = waiting[type].keys
    waiting[type].keys += 1
    waiting[type].count += 1
    if waiting[type].count == chunk { try storeWaiting(type) }
    return ObjectReference(type: tables[type], index: key)
  }

  private mutating func storeWaiting(_ type: Int) throws {
    let count = waiting[type].count
    guard count > 0 else { return }
    try create(count, of: type, waiting[type].columns)
    waiting[type].count = 0
    waiting[type].columns = waiting[type].columns.map { _ in [] }
  }
}

extension Property {
  /// Whether a store may hold a value in another form than a graph does: a link by the table's id, an
  /// inline object by its key, elements as the engine arranges them.
  fileprivate var mayChangeForm: Bool { type == .object || type == .mixed || collection != nil }
}
