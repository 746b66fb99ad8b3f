import MigCheckModel
import MigCheckText

/// Graphs of objects that have nothing to do with those of another graph: no link leads to or from
/// them, and no value is one that a migration might take for a value of the other graph.
///
/// Everything depends on the other graph alone. Texts begin with a letter with which no text of the
/// other graph begins, as far as there is one, so that they stay apart when they are lower-cased,
/// trimmed or cut short; numbers are large. Nothing is null, so that few migrations refuse them.
package struct UnrelatedObjects {
  private let graph: ObjectGraph
  private let schema: Schema
  private let letter: String

  /// - Complexity: O(*n*) in the size of the graph.
  package init(to graph: ObjectGraph) {
    self.graph = graph
    schema = graph.schema
    letter = Self.freeLetter(in: graph)
  }

  /// One object of a top-level type, without links.
  package func object(ofType type: Int) -> ObjectGraph {
    var result = ObjectGraph(schema: schema)
    append(type, to: &result)
    return result
  }

  /// Two objects of each top-level type, linked with each other: an object is the target of one
  /// link at most, so that it can become embedded.
  package func group() -> ObjectGraph {
    var result = ObjectGraph(schema: schema)
    for (index, type) in schema.types.enumerated() where type.hasOwnTable {
      for _ in 0..<Self.groupSize { append(index, to: &result) }
    }
    var isTaken = schema.types.map { _ in false }
    for (index, type) in schema.types.enumerated() where type.hasOwnTable {
      for (column, property) in type.storedProperties.enumerated() where property.isLink {
        guard let target = property.objectType.flatMap(schema.index(of:)), !isTaken[target],
          schema.types[target].hasOwnTable
        else { continue }
        isTaken[target] = true
        for row in 0..<Self.groupSize {
          let other = target == index ? (row + 1) % Self.groupSize : row
          let link = Value.link(ObjectReference(type: target, index: other))
          result.tables[index].columns[column][row] = property.wrap([link]) ?? link
        }
      }
    }
    return result
  }

  /// How many objects of each type a group has.
  private static let groupSize = 2

  private func append(_ type: Int, to result: inout ObjectGraph) {
    let number = result.tables[type].count
    let objectType = schema.types[type]
    let depth = schema.fillingDepth(of: objectType)
    let values = objectType.storedProperties.enumerated().map { column, property in
      if let key = objectType.primaryKey, key == property.name {
        return freshKey(of: property, type: type, column: column, number: number)
      }
      return value(of: property, place: column, number: number, depth: depth)
    }
    result.append(values, type: type)
  }

  /// A primary key that the other graph does not have.
  private func freshKey(of property: Property, type: Int, column: Int, number: Int) -> Value {
    let known = Set(graph.tables[type].columns[column].map(\.keyBytes))
    let keys = (0...known.count).lazy.map { attempt in
      scalar(property.type, place: column, number: number + attempt * Self.groupSize)
    }
    return keys.first { !known.contains($0.keyBytes) }
      ?? scalar(property.type, place: column, number: number)
  }

  private func value(of property: Property, place: Int, number: Int, depth: Int) -> Value {
    guard property.isLink else {
      let single = scalar(property.type, place: place, number: number)
      return property.wrap([single]) ?? single
    }
    guard depth > 0, let target = property.objectType.flatMap(schema.index(of:)),
      schema.types[target].isEmbedded
    else { return property.zeroValue }
    let object = EmbeddedObject(
      type: target,
      values: schema.types[target].storedProperties.enumerated().map {
        value(of: $1, place: place * 8 + $0, number: number, depth: depth - 1)
      })
    return property.wrap([.embedded(object)]) ?? .embedded(object)
  }

  private func scalar(_ type: PropertyType, place: Int, number: Int) -> Value {
    switch type {
    case .bool: .bool(true)
    case .string: .string("\(letter)\(place)\(number)")
    default: Value.simple(type, 700_001 + 101 * place + number) ?? type.zeroValue
    }
  }

  /// Letters by how rarely words begin with them.
  private static let letters = Array("qxzjykvwuopnlighemrdfbtcsa".utf8)

  private static func freeLetter(in graph: ObjectGraph) -> String {
    var isTaken = Array(repeating: false, count: 256)
    for (type, table) in zip(graph.schema.types, graph.tables) {
      for (property, column) in zip(type.storedProperties, table.columns)
      where property.type == .string && property.collection == nil {
        for case .string(let text) in column {
          if let first = text.utf8.first(where: { $0 > 0x20 }) { isTaken[Int(first | 0x20)] = true }
        }
      }
    }
    let free = letters.first { !isTaken[Int($0)] } ?? letters[0]
    return String(UnicodeScalar(free))
  }
}
