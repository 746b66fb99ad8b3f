extension ObjectGraph {
  /// Whether both hold the same values in the same rows, bit for bit; the schemas are the same.
  package func isIdentical(to other: ObjectGraph) -> Bool {
    tables.indices.allSatisfy { tables[$0].count == other.tables[$0].count }
      && tables.indices.allSatisfy { type in
        tables[type].count == 0
          || tables[type].columns.isEqual(to: other.tables[type].columns)
      }
  }
}
