import MigCheckModel

/// Which objects of a start graph and of its follow-up are the same, before any upgrade.
struct StartKeys {
  /// By the position of the type: how many keys the start graph has.
  let counts: [Int]
  /// By the position of the type, then by the key in the follow-up: the key in the start graph, or
  /// −1 for an object that was added.
  private(set) var keys: [[Int64]]

  /// - Parameters:
  ///   - start: the start graph in its store.
  ///   - other: the follow-up in its own.
  ///   - rows: per type, the row of each object of the start graph in the follow-up.
  /// - Complexity: O(*n*) in the size of both graphs.
  init(_ start: Snapshot, _ other: Snapshot, rows: [[Int]]) {
    let schema = start.graph.schema
    counts = Self.counts(of: start)
    keys = Self.counts(of: other).map { Array(repeating: -1, count: $0) }
    for (type, rows) in rows.enumerated() {
      for (row, otherRow) in rows.enumerated() {
        keys[type][Int(other.keys[type][otherRow])] = start.keys[type][row]
      }
    }
    guard schema.types.contains(where: \.isEmbedded) else { return }
    for (type, rows) in rows.enumerated() {
      for (column, property) in schema.types[type].storedProperties.enumerated()
      where property.isLink {
        let values = start.graph.tables[type].columns[column]
        let others = other.graph.tables[type].columns[column]
        for (row, otherRow) in rows.enumerated() { pair(values[row], others[otherRow]) }
      }
    }
  }

  /// Of stores whose objects are numbered by their places in the start graphs.
  init(_ start: ObjectGraph, _ other: ObjectGraph, rows: [[Int]]) {
    counts = start.tables.map(\.count)
    keys = other.tables.map { Array(repeating: -1, count: $0.count) }
    for (type, rows) in rows.enumerated() {
      for (row, otherRow) in rows.enumerated() { keys[type][otherRow] = Int64(row) }
    }
  }

  private static func counts(of snapshot: Snapshot) -> [Int] {
    var counts = snapshot.keys.map { Int($0.last ?? -1) + 1 }
    snapshot.graph.forEachEmbedded { counts[$0.type] = max(counts[$0.type], Int($0.key) + 1) }
    return counts
  }

  /// The embedded objects of two values that differ in links at most.
  private mutating func pair(_ value: Value, _ otherValue: Value) {
    switch (value, otherValue) {
    case (.embedded(let object), .embedded(let other)):
      keys[object.type][Int(other.key)] = object.key
      for (value, otherValue) in zip(object.values, other.values) { pair(value, otherValue) }
    case (.list(let elements), .list(let others)):
      for (value, otherValue) in zip(elements, others) { pair(value, otherValue) }
    case (.dictionary(let entries), .dictionary(let others)):
      for (entry, other) in zip(entries, others) { pair(entry.value, other.value) }
    default: break
    }
  }
}
