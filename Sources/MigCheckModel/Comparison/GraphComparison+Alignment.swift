import MigCheckText

/// Which types and properties of two schemas stand for each other, by name.
struct GraphAlignment {
  struct ColumnPair {
    let name: Name
    /// Indices into `storedProperties`.
    let first: Int
    let second: Int
    /// Whether the values are links, embedded objects, or `mixed` that may be links.
    let isLinked: Bool
  }

  struct TypePair {
    let name: Name
    let first: Int
    let second: Int
    let columns: [ColumnPair]
    /// Position in `columns` of the primary key that both have.
    let primaryKey: Int?
  }

  /// Types of both schemas that take part in the comparison.
  var types = [TypePair]()
  /// For each graph, for each of its types: the position in `types`, or −1.
  var pairs: [[Int]]
  /// What the schemas themselves differ in.
  var differences = [GraphDifference]()

  init(_ first: Schema, _ second: Schema, ignoring: [PropertyPath]) {
    pairs = [
      Array(repeating: -1, count: first.types.count),
      Array(repeating: -1, count: second.types.count),
    ]
    func isIgnored(_ type: Name, _ property: Name?) -> Bool {
      ignoring.contains { path in
        guard path.type == type else { return false }
        guard let ignored = path.property else { return property == nil }
        return property == ignored
      }
    }
    for (index, type) in first.types.enumerated() where !isIgnored(type.name, nil) {
      guard let other = second.index(of: type.name) else {
        differences.append(GraphDifference(.schemaDiffers, type: type.name))
        continue
      }
      pairs[0][index] = types.count
      pairs[1][other] = types.count
      addType(type, index, second.types[other], other) { isIgnored(type.name, $0) }
    }
    for type in second.types where !isIgnored(type.name, nil) {
      if first.index(of: type.name) == nil {
        differences.append(GraphDifference(.schemaDiffers, type: type.name))
      }
    }
  }

  private mutating func addType(
    _ type: ObjectType, _ index: Int, _ other: ObjectType, _ otherIndex: Int,
    isIgnored: (Name) -> Bool
  ) {
    if type.isEmbedded != other.isEmbedded {
      differences.append(GraphDifference(.schemaDiffers, type: type.name))
    }
    var columns = [ColumnPair]()
    for (column, property) in type.storedProperties.enumerated() where !isIgnored(property.name) {
      guard let match = other.storedIndex(of: property.name),
        other.storedProperties[match].notation.isIdentical(to: property.notation)
      else {
        differences.append(
          GraphDifference(.schemaDiffers, type: type.name, property: property.name))
        continue
      }
      columns.append(
        ColumnPair(
          name: property.name, first: column, second: match,
          isLinked: property.isLink || property.type == .mixed))
    }
    for property in other.storedProperties where !isIgnored(property.name) {
      if type.storedIndex(of: property.name) == nil {
        differences.append(
          GraphDifference(.schemaDiffers, type: type.name, property: property.name))
      }
    }
    let key = type.primaryKey.flatMap { name in
      other.primaryKey == name
        ? columns.firstIndex { $0.name == name } : nil
    }
    types.append(
      TypePair(
        name: type.name, first: index, second: otherIndex, columns: columns, primaryKey: key))
  }
}
