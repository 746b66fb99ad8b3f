extension ObjectGraph {
  /// Whether both hold the same values in the same rows, bit for bit; the schemas are the same.
  package func isIdentical(to other: ObjectGraph) -> Bool {
    zip(tables, other.tables).allSatisfy { table, otherTable in
      table.count == otherTable.count && table.columns == otherTable.columns
    }
  }
}
