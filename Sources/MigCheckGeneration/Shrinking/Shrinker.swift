import MigCheckModel

/// What a shrinker arrived at.
package struct ShrinkResult: Sendable {
  /// A value of the graph whose variation did not change the verdict.
  package struct AnyMark: Sendable, Hashable {
    package var type: Name
    package var property: Name
    package var row: Int
    /// Positions from the outside in: in a list or dictionary, of a field of an embedded object;
    /// empty: the whole value of the property.
    package var path: [Int]
  }

  package var graph: ObjectGraph
  /// How often the closure was called to find the graph.
  package var evaluations: Int
  /// How often it was called afterwards, to find out which values matter.
  package var variations: Int
  /// Whether every single edit was tried in vain; otherwise the budget ended.
  package var isMinimal: Bool
  /// Values that do not matter, in the order of types, properties and rows.
  package var anyMarks: [AnyMark]
  /// Types without objects, and properties whose values are all initial or do not matter.
  package var unneeded: [PropertyPath]
  /// All other types and properties of top-level types.
  package var needed: [PropertyPath]
}

/// Makes a failing graph smaller, as long as it fails in the same way.
///
/// Every candidate is an edit of the graph that is valid and strictly simpler by
/// `GraphComplexity`, so that shrinking ends and whatever it arrives at can be replayed. The
/// passes go from coarse to fine and are repeated until none of them finds anything. Graphs that
/// were evaluated are remembered by their canonical code, so that the last round, which finds
/// nothing, mostly costs nothing; objects that look alike are tried once.
package struct Shrinker {
  package let budget: Int
  /// How often beyond it, to see which values matter.
  private let variations: Int
  /// Whether to end with what there is, whatever the budget says.
  private let mustEnd: () -> Bool

  /// - Parameters:
  ///   - budget: how often a graph may be evaluated.
  ///   - variations: how often beyond that, to see which values matter.
  ///   - mustEnd: asked before each candidate.
  package init(
    budget: Int = 500, variations: Int = 64, mustEnd: @escaping () -> Bool = { false }
  ) {
    self.budget = budget
    self.variations = variations
    self.mustEnd = mustEnd
  }

  /// - Parameters:
  ///   - graph: valid, and known to fail.
  ///   - evaluate: whether a graph fails with the same signature.
  /// - Throws: what `evaluate` throws.
  package mutating func shrink<Failure: Error>(
    _ graph: ObjectGraph, evaluate: (ObjectGraph) throws(Failure) -> Bool
  ) throws(Failure) -> ShrinkResult {
    // The session keeps the closure for the duration of this call only.
    try withoutActuallyEscaping(evaluate) { (evaluate) throws(Failure) -> ShrinkResult in
      var session = ShrinkSession(
        graph, budget: budget, variations: variations, mustEnd: mustEnd, evaluate: evaluate)
      return try session.run()
    }
  }
}
