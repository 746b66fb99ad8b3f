import MigCheckModel
import MigCheckText

/// `links-resolve`: every link's target exists and is of the declared type.
enum LinksResolve {
  /// - Parameter before: the state before the hop, whose faults are not reported again.
  static func faults(in after: Snapshot, before: Snapshot?) -> [Fault] {
    var faults = [Fault]()
    func add(type: String, property: String, key: Int64) {
      let index = faults.firstIndex {
        $0.type?.isIdentical(to: type) ?? false && $0.property?.isIdentical(to: property) ?? false
      }
      if let index {
        faults[index].count += 1
      } else {
        faults.append(Fault(.danglingLink, type: type, property: property, object: key))
      }
    }
    for link in after.danglingLinks {
      let isOlder =
        before?.danglingLinks.contains {
          $0.key == link.key && $0.type.isIdentical(to: link.type)
            && $0.property.isIdentical(to: link.property)
        } ?? false
      if !isOlder { add(type: link.type, property: link.property, key: link.key) }
    }
    for broken in brokenLinks(in: after) {
      add(type: broken.type, property: broken.property, key: broken.key)
    }
    return faults
  }

  /// Links of the graph itself that lead out of its tables, or to another type than declared.
  ///
  /// A graph that has some cannot be judged any further.
  static func brokenLinks(in snapshot: Snapshot) -> [Snapshot.DanglingLink] {
    let graph = snapshot.graph
    var broken = [Snapshot.DanglingLink]()
    for (index, type) in graph.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated()
      where property.isLink || property.type == .mixed {
        let target = property.objectType.flatMap(graph.schema.index(of:))
        for (row, value) in graph.tables[index].columns[column].enumerated()
        where !value.isNull && !isSound(value, target: target, graph: graph) {
          broken.append(
            Snapshot.DanglingLink(
              type: type.name, key: snapshot.keys[index][row], property: property.name))
        }
      }
    }
    return broken
  }

  /// - Parameter target: the declared type; `nil` of `mixed`.
  private static func isSound(_ value: Value, target: Int?, graph: ObjectGraph) -> Bool {
    switch value {
    case .link(let link):
      return graph.tables.indices.contains(link.type) && (target ?? link.type) == link.type
        && link.index >= 0 && link.index < graph.tables[link.type].count
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
