extension Value {
  /// The value with 0 for every zero that is written in another way: −0.0, and decimals such as −0
  /// and 0.00.
  ///
  /// Engines are known to lose the sign of a zero on the way, and nobody's data is the poorer for
  /// it. Comparisons for which that is no difference compare these.
  package var withPlainZeros: Value {
    switch self {
    case .float(let number) where number == 0: .float(0)
    case .double(let number) where number == 0: .double(0)
    case .decimal128(let number) where number.isZero: .decimal128(.zero)
    case .list(let elements): .list(elements.map(\.withPlainZeros))
    case .set(let elements): .set(elements.map(\.withPlainZeros))
    case .dictionary(let entries):
      .dictionary(entries.map { DictionaryEntry($0.key, $0.value.withPlainZeros) })
    case .embedded(let object):
      .embedded(
        EmbeddedObject(
          type: object.type, values: object.values.map(\.withPlainZeros), key: object.key))
    default: self
    }
  }
}

extension Snapshot {
  /// The same content with plain zeros.
  ///
  /// - Complexity: O(*n*) in the size of the graph.
  package var withPlainZeros: Snapshot {
    var snapshot = self
    for table in graph.tables.indices {
      for column in graph.tables[table].columns.indices {
        let values = graph.tables[table].columns[column]
        let plain = values.map(\.withPlainZeros)
        if plain != values { snapshot.graph.tables[table].columns[column] = plain }
      }
    }
    return snapshot
  }
}
