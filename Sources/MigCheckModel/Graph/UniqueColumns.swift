/// Properties of a start version of which no two objects in a store may have the same values.
package struct UniqueColumns: Sendable, Equatable {
  /// The place of the type in the schema.
  package var type: Int
  /// Places among the stored properties of the type; empty: there is at most one object.
  package var columns: [Int]
  /// Whether any number of objects may have `null` in one of them.
  package var mayRepeatNull: Bool
  /// Whether values that differ never exclude each other, as they do in an index on `lower(email)`, or one that
  /// ignores case.
  package var isExact: Bool

  package init(type: Int, columns: [Int], mayRepeatNull: Bool, isExact: Bool = true) {
    self.type = type
    self.columns = columns
    self.mayRepeatNull = mayRepeatNull
    self.isExact = isExact
  }

  /// The values that the objects of a graph have.
  ///
  /// - Returns: `nil` if two objects have the same.
  /// - Complexity: O(*n*) in the number of objects of the type.
  package func values(in graph: ObjectGraph) -> Set<[KeyValue]>? {
    let table = graph.tables[type]
    var values = Set<[KeyValue]>()
    for row in 0..<table.count {
      let own = columns.map { table.columns[$0][row] }
      if mayRepeatNull, own.contains(where: \.isNull) { continue }
      guard values.insert(own.map(KeyValue.init)).inserted else { return nil }
    }
    return values
  }
}
