import MigCheckModel

extension Snapshot {
  /// Links of the graph itself that lead out of its tables, or to another type than declared.
  ///
  /// A graph that has some cannot be judged any further.
  ///
  /// - Complexity: O(*n*) in the number of values.
  var brokenLinks: [DanglingLink] {
    var broken = [DanglingLink]()
    let types = graph.schema.types
    for type in types.indices {
      let properties = types[type].storedProperties
      // A property of its own would be a copy.
      for column in properties.indices
      where properties[column].isLink || properties[column].type == .mixed {
        let target = properties[column].objectType.flatMap(graph.schema.index(of:))
        for (row, value) in graph.tables[type].columns[column].enumerated()
        where !value.isNull && !Self.isSound(value, target: target, graph: graph) {
          broken.append(
            DanglingLink(
              type: types[type].name, key: keys[type][row], property: properties[column].name))
        }
      }
    }
    return broken
  }

  /// - Parameter target: the declared type; `nil` of `mixed`.
  private static func isSound(_ value: Value, target: Int?, graph: ObjectGraph) -> Bool {
    switch value {
    case .link(let link):
      return graph.tables.indices.contains(link.type)
        && graph.schema.isKind(link.type, of: target ?? link.type) && link.index >= 0
        && link.index < graph.tables[link.type].count
    case .embedded(let object):
      guard graph.tables.indices.contains(object.type), (target ?? object.type) == object.type
      else { return false }
      return zip(graph.schema.types[object.type].storedProperties, object.values).allSatisfy {
        property, value in
        guard property.isLink || property.type == .mixed else { return true }
        return isSound(
          value, target: property.objectType.flatMap(graph.schema.index(of:)), graph: graph)
      }
    case .list(let elements), .set(let elements):
      return elements.allSatisfy { isSound($0, target: target, graph: graph) }
    case .dictionary(let entries):
      return entries.allSatisfy { isSound($0.value, target: target, graph: graph) }
    default: return true
    }
  }
}

extension Schema {
  /// Whether objects of one type may stand where those of another one are asked for.
  fileprivate func isKind(_ type: Int, of other: Int) -> Bool {
    type == other
      || types[type].parent != nil && self.type(types[type].name, isKindOf: types[other].name)
  }
}
