import MigCheckModel

/// How far a graph is from the simplest one: what shrinking makes smaller, step by step.
///
/// Compared in this order: types with objects, objects, links, objects with anything but initial
/// values, complexity of all values, how far links lead, and order of lists. Well-founded, so shrinking ends.
package struct GraphComplexity: Sendable, Hashable, Comparable {
  package var types = 0
  /// Embedded ones included.
  package var objects = 0
  package var links = 0
  package var changedObjects = 0
  /// The sum of all values' complexities, in two words.
  private var valuesHigh: UInt64 = 0
  private var valuesLow: UInt64 = 0
  /// The sum of the rows that links lead to.
  package var reach: UInt64 = 0
  /// How often the next link of a list leads to an earlier row.
  package var descents = 0

  /// - Complexity: O(*n*) in the size of the graph.
  package init(_ graph: ObjectGraph) {
    for (type, table) in zip(graph.schema.types, graph.tables) where table.count > 0 {
      types += 1
      objects += table.count
      var isChanged = [Bool](repeating: false, count: table.count)
      for (property, column) in zip(type.storedProperties, table.columns) {
        for (row, value) in column.enumerated() {
          if add(value, of: property, in: graph.schema) { isChanged[row] = true }
        }
      }
      changedObjects += isChanged.count { $0 }
    }
  }

  package static func < (left: GraphComplexity, right: GraphComplexity) -> Bool {
    if left.types != right.types { return left.types < right.types }
    if left.objects != right.objects { return left.objects < right.objects }
    if left.links != right.links { return left.links < right.links }
    if left.changedObjects != right.changedObjects {
      return left.changedObjects < right.changedObjects
    }
    if left.valuesHigh != right.valuesHigh { return left.valuesHigh < right.valuesHigh }
    if left.valuesLow != right.valuesLow { return left.valuesLow < right.valuesLow }
    if left.reach != right.reach { return left.reach < right.reach }
    return left.descents < right.descents
  }

  private mutating func addValue(_ complexity: UInt64) {
    let (sum, overflow) = valuesLow.addingReportingOverflow(complexity)
    valuesLow = sum
    if overflow { valuesHigh += 1 }
  }

  /// - Returns: whether the value is another than the property's initial one.
  private mutating func add(_ value: Value, of property: Property, in schema: Schema) -> Bool {
    switch value {
    case .list(let elements), .set(let elements):
      addValue(UInt64(elements.count) << 8)
      var last = 0
      for element in elements {
        _ = add(single: element, of: property, in: schema)
        if case .list = value, case .link(let target) = element {
          if target.index < last { descents += 1 }
          last = target.index
        }
      }
      return !elements.isEmpty
    case .dictionary(let entries):
      for entry in entries {
        addValue(1 << 8 + ValueComplexity.of(.string(entry.key)))
        _ = add(single: entry.value, of: property, in: schema)
      }
      return !entries.isEmpty
    default: return add(single: value, of: property, in: schema)
    }
  }

  private mutating func add(
    single value: Value, of property: Property, in schema: Schema
  ) -> Bool {
    switch value {
    case .link(let target):
      links += 1
      reach += UInt64(target.index)
      addValue(1)
      return true
    case .embedded(let object):
      objects += 1
      var isChanged = false
      for (property, value) in zip(schema.types[object.type].storedProperties, object.values) {
        if add(value, of: property, in: schema) { isChanged = true }
      }
      if isChanged { changedObjects += 1 }
      return true
    default:
      let complexity = ValueComplexity.of(value, in: property)
      addValue(complexity)
      return complexity > 0
    }
  }
}
