import MigCheckModel

/// A snapshot whose objects can be found by their keys, embedded ones too.
///
/// A class that never changes: many share it, and each copy of a struct would retain all its parts.
package final class SnapshotIndex: Sendable {
  /// An embedded object and the place where it stands.
  package struct Inline: Sendable {
    package var key: Int64
    package var values: [Value]
    /// Index of the parent's type in the schema.
    package var parentType: Int
    package var parentKey: Int64
    /// The parent's property that holds it.
    package var property: Name
  }

  package let snapshot: Snapshot
  /// By type, in increasing order of their keys; empty for top-level types.
  private let inline: [[Inline]]

  package var schema: Schema { snapshot.graph.schema }

  /// - Complexity: O(1) for a schema without embedded types, else O(*n* log *n*).
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    let schema = snapshot.graph.schema
    guard schema.types.contains(where: \.isEmbedded) else {
      inline = []
      return
    }
    var inline = Array(repeating: [Inline](), count: schema.types.count)
    func visit(_ value: Value, type: Int, key: Int64, property: Name) {
      switch value {
      case .embedded(let object):
        inline[object.type].append(
          Inline(
            key: object.key, values: object.values, parentType: type, parentKey: key,
            property: property))
        for (child, value) in zip(schema.types[object.type].storedProperties, object.values)
        where child.isLink {
          visit(value, type: object.type, key: object.key, property: child.name)
        }
      case .list(let elements), .set(let elements):
        for element in elements { visit(element, type: type, key: key, property: property) }
      case .dictionary(let entries):
        for entry in entries { visit(entry.value, type: type, key: key, property: property) }
      default: break
      }
    }
    for (index, type) in schema.types.enumerated() where !type.isEmbedded {
      let table = snapshot.graph.tables[index]
      for (property, column) in zip(type.storedProperties, table.columns) where property.isLink {
        guard let target = property.objectType.flatMap(schema.type(named:)), target.isEmbedded
        else { continue }
        for (row, value) in column.enumerated() where !value.isNull {
          visit(value, type: index, key: snapshot.keys[index][row], property: property.name)
        }
      }
    }
    for index in inline.indices { inline[index].sort { $0.key < $1.key } }
    self.inline = inline
  }
}

extension SnapshotIndex {
  /// How many objects of a type there are.
  func count(of type: Int) -> Int {
    schema.types[type].isEmbedded ? inline[type].count : snapshot.graph.tables[type].count
  }

  /// The key of the object at a position, which grows with it.
  func key(of type: Int, at position: Int) -> Int64 {
    schema.types[type].isEmbedded
      ? inline[type][position].key : snapshot.keys[type][position]
  }

  func value(of type: Int, at position: Int, column: Int) -> Value {
    schema.types[type].isEmbedded
      ? inline[type][position].values[column]
      : snapshot.graph.tables[type].columns[column][position]
  }

  func place(of type: Int, at position: Int) -> Inline? {
    schema.types[type].isEmbedded ? inline[type][position] : nil
  }

  /// - Complexity: O(log *n*); O(1) where no object was ever deleted.
  func position(of key: Int64, type: Int) -> Int? {
    let count = count(of: type)
    if key >= 0, key < Int64(count), self.key(of: type, at: Int(key)) == key { return Int(key) }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.key(of: type, at: middle) < key { low = middle + 1 } else { high = middle }
    }
    return low < count && self.key(of: type, at: low) == key ? low : nil
  }
}

extension Snapshot {
  /// A value with references as `Type#key`.
  func text(of value: Value) -> String {
    ValueText.text(
      of: value, schema: graph.schema,
      label: { reference in
        let keys = self.keys[reference.type]
        return keys.indices.contains(reference.index) ? keys[reference.index] : -1
      })
  }
}
