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
  /// The `mixed` properties of each type; empty where no embedded type has any.
  private let mixed: [[Int]]
  /// Of which of them the store has links, and to which tables.
  private var linked: Set<MixedLinks> = []
  /// The embedded objects of each type that the store does not have yet.
  private var waiting: [EmbeddedObjects]

  private struct EmbeddedObjects {
    /// How many objects have a key, those that the store has included.
    var keys = 0
    /// Parallel to the type's `storedProperties`.
    var columns: [[Value]]
    var count = 0
  }

  private struct MixedLinks: Hashable {
    var type: Int
    var column: Int
    var table: Int
  }

  /// How many objects of a type are handed to the store at once.
  private static let chunk = 4096

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
    let all = types.map { type in
      type.storedProperties.indices.filter { type.storedProperties[$0].type == .mixed }
    }
    mixed =
      types.indices.contains { types[$0].isEmbedded && !all[$0].isEmpty }
      ? all : types.map { _ in [] }
  }

  package mutating func load() throws {
    let order = graph.schema.types.indices.sorted {
      graph.schema.types[$0].name < graph.schema.types[$1].name
    }
    for type in order {
      let count = graph.tables[type].count
      for start in stride(from: 0, to: count, by: Self.chunk) {
        try load(start..<min(start + Self.chunk, count), of: type)
      }
    }
  }

  private mutating func load(_ rows: Range<Int>, of type: Int) throws {
    let table = graph.tables[type]
    var columns = rows.count == table.count ? table.columns : table.columns.map { Array($0[rows]) }
    var start = 0
    for place in converted[type].isEmpty ? 0..<0 : 0..<rows.count {
      for column in converted[type] {
        columns[column][place] = try convert(columns[column][place], of: type, column)
      }
      guard takesSlot(type, value: { columns[$0][place] }) else { continue }
      try create(
        place + 1 - start, of: type, columns.map { Array($0[start..<(place + 1)]) })
      start = place + 1
    }
    for embedded in waiting.indices { try storeWaiting(embedded) }
    try create(
      rows.count - start, of: type,
      start == 0 ? columns : columns.map { Array($0[start...]) })
  }

  /// Whether an object has the first link of a `mixed` property to some table.
  ///
  /// That link takes the next slot there. So the object must come to the store before any other one that
  /// has such a link, and embedded ones come before their parents. All others may wait.
  private mutating func takesSlot(_ type: Int, value: (_ column: Int) -> Value) -> Bool {
    var isFirst = false
    for column in mixed[type] {
      value(column).forEachLink { link in
        let links = MixedLinks(type: type, column: column, table: link.type)
        if linked.insert(links).inserted { isFirst = true }
      }
    }
    return isFirst
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
    if takesSlot(type, value: { values[$0] }) || waiting[type].count == Self.chunk {
      try storeWaiting(type)
    }
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
