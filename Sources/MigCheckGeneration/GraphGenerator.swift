import MigCheckModel

/// Makes random valid graphs of a schema.
package struct GraphGenerator: Sendable {
  package let schema: Schema

  /// - Parameters:
  ///   - hazards: their values are drawn more often.
  ///   - largestSize: how many objects of a type a large trial may have.
  package init(schema: Schema, hazards: [Hazard] = [], largestSize: Int = 400) {
    self.schema = schema
  }

  /// One graph.
  package func graph(trial: Int, source: inout RandomSource) -> ObjectGraph {
    ObjectGraph(schema: schema)
  }
}
