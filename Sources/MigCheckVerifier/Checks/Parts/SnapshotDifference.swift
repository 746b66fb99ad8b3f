import MigCheckModel
import MigCheckText

/// The first place where two snapshots of the same version differ, objects known by their keys.
package struct SnapshotDifference: Sendable, Codable {
  var type: Name
  var property: Name?
  var key: Int64?
  var first: String?
  var second: String?
  /// For how many objects the property differs.
  var count = 1
  /// Whether links differ.
  var isLink = false

  /// The properties in which the very same objects differ.
  ///
  /// - Parameter ignoring: properties whose values may differ.
  /// - Returns: the most frequent first; `nil` unless both have the same objects.
  static func ofSameObjects(
    _ first: Snapshot, _ second: Snapshot, ignoring: [PropertyPath]
  ) -> [SnapshotDifference]? {
    guard first.keys == second.keys else { return nil }
    let schema = first.graph.schema
    var differences = [SnapshotDifference]()
    for (index, type) in schema.types.enumerated()
    where !ignoring.contains(where: { $0.property == nil && $0.type == type.name }) {
      for (column, property) in type.storedProperties.enumerated()
      where !ignoring.contains(where: { $0.names(property.name, of: type.name) }) {
        let (a, b) = (
          first.graph.tables[index].columns[column], second.graph.tables[index].columns[column]
        )
        let rows = a.indices.filter {
          !a[$0].isEqual(to: b[$0], schema: schema, ignoring: ignoring)
        }
        guard let row = rows.first else { continue }
        var links = 0
        for value in [a[row], b[row]] { first.graph.forEachLink(in: value) { _ in links += 1 } }
        differences.append(
          SnapshotDifference(
            type: type.name, property: property.name, key: first.keys[index][row],
            first: first.text(of: a[row]), second: second.text(of: b[row]), count: rows.count,
            isLink: links > 0))
      }
    }
    let order = differences.indices.sorted {
      differences[$0].count != differences[$1].count
        ? differences[$0].count > differences[$1].count : $0 < $1
    }
    return order.map { differences[$0] }
  }

  /// - Parameter ignoring: properties whose values may differ.
  /// - Returns: `nil` if there is none.
  static func first(
    _ first: Snapshot, _ second: Snapshot, ignoring: [PropertyPath]
  ) -> SnapshotDifference? {
    let types = first.graph.schema.types
    guard first.graph.schema.hasTypes(of: second.graph.schema) else {
      return ofTypes(first.graph.schema, second.graph.schema)
    }
    for (index, type) in types.enumerated() {
      guard !ignoring.contains(where: { $0.property == nil && $0.type == type.name })
      else { continue }
      let (left, right) = (first.keys[index], second.keys[index])
      if left != right {
        let row = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
        let row2 = row ?? min(left.count, right.count)
        let key = [left, right].compactMap { row2 < $0.count ? $0[row2] : nil }.min()
        return SnapshotDifference(
          type: type.name, key: key, first: key.map { left.contains($0) ? "there" : "absent" },
          second: key.map { right.contains($0) ? "there" : "absent" })
      }
      for (column, property) in type.storedProperties.enumerated()
      where !ignoring.contains(where: { $0.names(property.name, of: type.name) }) {
        let (a, b) = (
          first.graph.tables[index].columns[column], second.graph.tables[index].columns[column]
        )
        guard a != b else { continue }
        for (row, (x, y)) in zip(a, b).enumerated()
        where !x.isEqual(to: y, schema: first.graph.schema, ignoring: ignoring) {
          return SnapshotDifference(
            type: type.name, property: property.name, key: left[row], first: first.text(of: x),
            second: second.text(of: y))
        }
      }
    }
    return nil
  }
}

extension SnapshotDifference {
  /// Of two schemas with other types: a table may be there in one store only.
  private static func ofTypes(_ first: Schema, _ second: Schema) -> SnapshotDifference? {
    let names = (first.types + second.types).map(\.name)
    let differing = names.first { name in
      first.type(named: name)?.storedProperties.count
        != second.type(named: name)?.storedProperties.count
    }
    return (differing ?? names.first).map { name in
      SnapshotDifference(
        type: name, first: first.type(named: name) == nil ? "absent" : "there",
        second: second.type(named: name) == nil ? "absent" : "there")
    }
  }
}

extension Schema {
  /// Whether the types are those of another schema, in its order and with as many properties.
  ///
  /// - Complexity: O(*n*) in the number of types.
  func hasTypes(of other: Schema) -> Bool {
    guard types.count == other.types.count else { return false }
    // By their places: a copy of each type would take longer than to compare it.
    for place in types.indices
    where types[place].name != other.types[place].name
      || types[place].storedProperties.count != other.types[place].storedProperties.count
    {
      return false
    }
    return true
  }
}

extension Value {
  /// Equality that leaves out the ignored properties of embedded objects.
  func isEqual(
    to other: Value, schema: Schema, ignoring: [PropertyPath]
  ) -> Bool {
    if self == other { return true }
    if ignoring.isEmpty { return false }
    return withoutIgnored(schema: schema, ignoring: ignoring)
      == other.withoutIgnored(schema: schema, ignoring: ignoring)
  }

  private func withoutIgnored(schema: Schema, ignoring: [PropertyPath]) -> Value {
    func plain(_ value: Value) -> Value { value.withoutIgnored(schema: schema, ignoring: ignoring) }
    switch self {
    case .embedded(var object):
      let type = schema.types[object.type]
      object.values = zip(type.storedProperties, object.values).map { property, value in
        ignoring.contains { $0.names(property.name, of: type.name) } ? .null : plain(value)
      }
      return .embedded(object)
    case .list(let elements): return .list(elements.map(plain))
    case .set(let elements): return .set(elements.map(plain))
    case .dictionary(let entries):
      return .dictionary(entries.map { DictionaryEntry($0.key, plain($0.value)) })
    default: return self
    }
  }
}
