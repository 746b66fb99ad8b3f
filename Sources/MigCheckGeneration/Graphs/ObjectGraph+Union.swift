import MigCheckModel

extension ObjectGraph {
  /// The objects of both graphs in one, with no link between them.
  ///
  /// - Parameters:
  ///   - other: of the same schema; its primary keys are others.
  ///   - leading: per type, how many objects of the other graph come first; the rest come last.
  /// - Complexity: O(*n*) in the size of both graphs.
  package func union(_ other: ObjectGraph, leading: [Int]) -> ObjectGraph {
    func moved(_ object: ObjectReference) -> ObjectReference {
      ObjectReference(type: object.type, index: object.index + leading[object.type])
    }
    func movedOther(_ object: ObjectReference) -> ObjectReference {
      let isLeading = object.index < leading[object.type]
      let index = isLeading ? object.index : object.index + tables[object.type].count
      return ObjectReference(type: object.type, index: index)
    }
    var result = ObjectGraph(schema: schema)
    for type in tables.indices {
      result.tables[type].count = tables[type].count + other.tables[type].count
      for column in tables[type].columns.indices {
        let own = tables[type].columns[column].map { $0.relinked(moved) }
        let others = other.tables[type].columns[column].map { $0.relinked(movedOther) }
        result.tables[type].columns[column] =
          others.prefix(leading[type]) + own + others.dropFirst(leading[type])
      }
    }
    return result
  }
}
