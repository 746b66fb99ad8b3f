import MigCheckModel

// Passes that make two objects into one.

extension ShrinkSession {
  /// Deletes objects and lets what links to them link to one of their successors: chains and
  /// cycles become shorter, which deleting alone would break.
  mutating func contractObjects() throws(Failure) {
    for type in graph.tables.indices.reversed() {
      var row = graph.tables[type].count - 1
      while row >= 0, !isGivenUp {
        let object = ObjectReference(type: type, index: row)
        for successor in successors(of: object) {
          if try attempt(graph.contracting(object, to: successor)) { break }
        }
        row -= 1
      }
    }
  }

  private func successors(of object: ObjectReference) -> [ObjectReference] {
    var successors = [ObjectReference]()
    for value in graph.values(of: object) {
      graph.forEachLink(in: value) { target in
        if target.type == object.type, target != object, !successors.contains(target),
          successors.count < 2
        {
          successors.append(target)
        }
      }
    }
    return successors
  }

  /// Lets one object stand for two of its type, with the values of either, or the links of
  /// both.
  mutating func mergeObjects() throws(Failure) {
    for type in graph.tables.indices {
      var row = graph.tables[type].count - 1
      while row > 0, !isGivenUp {
        for other in 0..<row {
          let (object, earlier) = (
            ObjectReference(type: type, index: row), ObjectReference(type: type, index: other)
          )
          if try attempt(graph.merging(object, into: earlier)) { break }
          if try attempt(graph.merging(earlier, into: object)) { break }
          if try attempt(graph.joining(object, into: earlier)) { break }
        }
        row = min(row, graph.tables[type].count) - 1
      }
    }
  }
}
