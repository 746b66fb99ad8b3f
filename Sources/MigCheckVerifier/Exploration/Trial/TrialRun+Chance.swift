import MigCheckModel

// What the clock and random numbers decide is neither kept nor lost: two upgrades of equal stores differ
// in it, so that a comparison of two different stores leaves it out.

extension TrialRun {
  /// The properties that come out differently where a migration sees another time, and draws other random
  /// numbers.
  ///
  /// - Parameters:
  ///   - graph: the start graph.
  ///   - base: has been upgraded.
  ///   - end: what the store of that holds.
  func chance(
    of graph: ObjectGraph, in kind: StoreKind, beside base: Execution, _ end: Snapshot
  ) throws -> [PropertyPath] {
    let types = end.graph.schema.types
    guard let other = try execution(of: graph, in: kind) else { return [] }
    try other.perturb()
    for number in base.path.dropFirst() {
      guard let position = span.position(of: number) else { return [] }
      // Whether there is a result at all is a matter of chance.
      guard try other.upgrade(to: span.versions[position]) == nil else {
        return types.map { PropertyPath(type: $0.name) }
      }
    }
    guard let otherEnd = try other.snapshot() else { return [] }
    let rows = graph.tables.map { Array(0..<$0.count) }
    let keys =
      span.evidence.identity == .exact
      ? StartKeys(base.start, other.start, rows: rows) : StartKeys(graph, graph, rows: rows)
    let aligned = ObjectCorrespondence(
      base: base, other: other, starts: keys, span: span.evidence.mappings == nil ? nil : span
    ).aligned(otherEnd, to: end)
    return types.enumerated().flatMap { index, type -> [PropertyPath] in
      let (own, others) = (end.graph.tables[index], aligned.graph.tables[index])
      guard own.count == others.count, end.keys[index] == aligned.keys[index] else {
        return [PropertyPath(type: type.name)]
      }
      return type.storedProperties.enumerated().compactMap { column, property in
        own.columns[column] == others.columns[column]
          ? nil : PropertyPath(type: type.name, property: property.name)
      }
    }
  }
}
