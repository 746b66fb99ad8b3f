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
  /// The stored properties of each type.
  private let columns: [Columns]

  private struct Columns {
    var names: [Name]
    /// The properties in the order of their names.
    var order: [Int]

    init(of type: ObjectType) {
      let names = type.storedProperties.map(\.name)
      self.names = names
      order = names.indices.sorted { names[$0] < names[$1] }
    }
  }

  package init(graph: ObjectGraph, store: any Store) {
    self.graph = graph
    self.store = store
    let ids = store.tableIDs
    tables = graph.schema.types.map { ids[$0.name] ?? -1 }
    columns = graph.schema.types.map(Columns.init)
  }

  package func load() throws {
    let order = graph.schema.types.indices.sorted {
      graph.schema.types[$0].name < graph.schema.types[$1].name
    }
    for type in order {
      for row in 0..<graph.tables[type].count {
        let values = graph.values(of: ObjectReference(type: type, index: row))
        _ = try create(values, of: type)
      }
    }
  }

  private func create(_ values: [Value], of type: Int) throws -> ObjectReference {
    let columns = columns[type]
    var stored = zip(columns.names, values).map { (property: $0, value: $1) }
    for index in columns.order {
      stored[index].value = try convert(
        values[index], of: graph.schema.types[type].storedProperties[index])
    }
    let key = try store.create(in: tables[type], values: stored)
    return ObjectReference(type: tables[type], index: Int(key))
  }

  /// A value with table ids for types, and rows for inline objects.
  private func convert(_ value: Value, of property: Property) throws -> Value {
    switch value {
    case .link(let target):
      return .link(ObjectReference(type: tables[target.type], index: target.index))
    case .embedded(let object): return .link(try create(object.values, of: object.type))
    case .list(let elements):
      return .list(
        store.rules.list(try elements.map { try convert($0, of: property) }, of: property))
    case .set(let elements):
      return .set(
        store.rules.set(try elements.map { try convert($0, of: property) }, of: property))
    case .dictionary(let entries):
      return .dictionary(
        try entries.map { DictionaryEntry($0.key, try convert($0.value, of: property)) })
    default: return value
    }
  }
}
