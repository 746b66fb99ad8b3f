import MigCheckModel

/// A random graph whose sets a Realm file can hold.
///
/// Realm itself keeps no order in a set with NaN, and before file format 24 sets of mixed values had
/// another order.
struct StorableRealmGraph {
  private(set) var graph: ObjectGraph
  private let fileFormat: Int

  /// - Complexity: O(*n*) in the size of the graph.
  init(_ graph: ObjectGraph, fileFormat: Int) {
    self.graph = graph
    self.fileFormat = fileFormat
    let types = graph.schema.types
    for type in types.indices {
      for (column, property) in types[type].storedProperties.enumerated()
      where mayDiffer(property, in: graph.schema) {
        self.graph.tables[type].columns[column] = graph.tables[type].columns[column].map {
          storable($0, of: property)
        }
      }
    }
  }

  private func mayDiffer(_ property: Property, in schema: Schema) -> Bool {
    if property.collection == .set {
      return [.float, .double].contains(property.type) || property.type == .mixed && fileFormat < 24
    }
    return property.objectType.flatMap(schema.type(named:))?.isEmbedded ?? false
  }

  private func storable(_ value: Value, of property: Property) -> Value {
    switch value {
    case .set(let elements):
      if property.type == .mixed, fileFormat < 24 { return .set(Array(elements.prefix(1))) }
      return .set(
        elements.filter { element in
          switch element {
          case .float(let number): !number.isNaN || property.type != .float
          case .double(let number): !number.isNaN || property.type != .double
          default: true
          }
        })
    case .embedded(var object):
      let properties = graph.schema.types[object.type].storedProperties
      for (place, property) in properties.enumerated() {
        object.values[place] = storable(object.values[place], of: property)
      }
      return .embedded(object)
    case .list(let elements): return .list(elements.map { storable($0, of: property) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { DictionaryEntry($0.key, storable($0.value, of: property)) })
    default: return value
    }
  }
}
