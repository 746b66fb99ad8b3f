import MigCheckGeneration
import MigCheckModel

/// A start graph that is made from another one, and whose upgrade must agree with that one's: what
/// metamorphic testing calls a follow-up test case.
package struct FollowUp: Sendable {
  /// How the graph is made from the other one, of which it is a function.
  package enum Change: Sendable, Hashable {
    /// The objects of every type in the opposite order.
    case reversed
    /// The first object of every type last.
    case rotated
    /// One object of a type more, that has nothing to do with the others.
    case object(type: Name, isFirst: Bool)
    /// The first object of a type whose property has a value has another one instead: a neighbour.
    case edited(Edit)
    /// Two objects of every type more, linked with each other: one before and one after the others.
    case group
  }

  package var change: Change
  /// The whole start graph.
  package var graph: ObjectGraph
  /// The objects that were added; no objects if only the order is another.
  package var added: ObjectGraph
  /// Per type, the row of each object of the other graph in this one.
  let rows: [[Int]]

  /// The check that the graph is made for.
  package var check: Check { change.check }

  /// - Returns: `nil` if the change leaves the graph as it is, or nothing to compare it with.
  /// - Complexity: O(*n*) in the size of the graph.
  package init?(_ change: Change, of graph: ObjectGraph) {
    self.change = change
    let schema = graph.schema
    switch change {
    case .reversed, .rotated:
      guard graph.tables.contains(where: { $0.count > 1 }) else { return nil }
      let order = graph.tables.map { table in
        let rows = Array(0..<table.count)
        return change == .reversed ? rows.reversed() : Array(rows.dropFirst() + rows.prefix(1))
      }
      self.graph = graph.reordered(order)
      added = ObjectGraph(schema: schema)
      rows = order.map { order in
        var rows = Array(repeating: 0, count: order.count)
        for (place, row) in order.enumerated() { rows[row] = place }
        return rows
      }
    case .object(let type, let isFirst):
      guard graph.objectCount > 0, let index = schema.index(of: type),
        !schema.types[index].isEmbedded
      else { return nil }
      added = UnrelatedObjects(to: graph).object(ofType: index)
      let leading = schema.types.indices.map { isFirst && $0 == index ? 1 : 0 }
      (self.graph, rows) = Self.union(graph, added, leading: leading)
    case .edited(let edit):
      guard let edited = edit.applied(to: graph) else { return nil }
      self.graph = edited
      added = ObjectGraph(schema: schema)
      rows = graph.tables.map { Array(0..<$0.count) }
    case .group:
      guard graph.objectCount > 0 else { return nil }
      added = UnrelatedObjects(to: graph).group()
      let leading = schema.types.map { $0.isEmbedded ? 0 : 1 }
      (self.graph, rows) = Self.union(graph, added, leading: leading)
    }
  }

  private static func union(
    _ graph: ObjectGraph, _ added: ObjectGraph, leading: [Int]
  ) -> (ObjectGraph, rows: [[Int]]) {
    let rows = zip(graph.tables, leading).map { table, leading in
      Array(leading..<(leading + table.count))
    }
    return (graph.union(added, leading: leading), rows)
  }
}

extension FollowUp.Change {
  /// The check that the change is made for.
  var definition: any FollowUpCheck.Type {
    guard let check = Check.ofFollowUps.first(where: { $0.judges(self) }) else {
      preconditionFailure("every change is judged by a check, which is listed")
    }
    return check
  }

  var check: Check { Check(definition) }
}

/// Which follow-ups a trial has.
enum FollowUpChoice: Sendable {
  case none, all
  /// One of each check; 0, 1, 2 … go through all of them in turn.
  case turn(Int)

  func changes(of schema: Schema) -> [FollowUp.Change] {
    switch self {
    case .none: []
    case .all: Check.ofFollowUps.flatMap { $0.changes(of: schema) }
    case .turn(let turn): Check.ofFollowUps.compactMap { $0.change(of: schema, turn: turn) }
    }
  }
}
