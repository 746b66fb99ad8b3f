import MigCheckModel

/// Properties of a start version of which no two objects in a store may have the same values.
struct UniqueColumns: Sendable, Equatable {
  /// Its place in the schema.
  var type: Int
  /// Places among the stored properties of the type.
  var columns: [Int]
  /// Whether any number of objects may have `null` in one of them.
  var mayRepeatNull: Bool

  /// The values that the objects of a graph have.
  ///
  /// - Returns: `nil` if two objects have the same.
  /// - Complexity: O(*n*) in the number of objects of the type.
  func values(in graph: ObjectGraph) -> Set<[KeyValue]>? {
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
