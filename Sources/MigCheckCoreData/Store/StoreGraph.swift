import MigCheckModel

/// What a store holds, with the names that its objects have.
package struct StoreGraph: Sendable {
  package var graph: ObjectGraph
  /// Per type of the schema, per row: `Z_PK`.
  package var keys: [[Int64]]

  package init(graph: ObjectGraph, keys: [[Int64]]) {
    self.graph = graph
    self.keys = keys
  }

  /// `Note#12`: the entity of an object, and its key.
  package func name(of object: ObjectReference) -> String {
    "\(graph.schema.types[object.type].name)#\(keys[object.type][object.index])"
  }
}
