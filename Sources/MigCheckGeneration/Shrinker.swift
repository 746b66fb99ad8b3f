import MigCheckModel

/// What a shrinker arrived at.
package struct ShrinkResult: Sendable {
  /// A value of the graph whose variation did not change the verdict.
  package struct AnyMark: Sendable, Hashable {
    package var type: String
    package var property: String
    package var row: Int
  }

  package var graph: ObjectGraph
  /// How often the closure was called.
  package var evaluations: Int
  /// Whether every single edit was tried in vain; otherwise the budget ended.
  package var isMinimal: Bool
  /// Values that do not matter, in the order of types, properties and rows.
  package var anyMarks: [AnyMark]
  /// Types and properties that the failure does not need: empty, or at their initial values, or
  /// marked in every row.
  package var unneeded: [PropertyPath]
  /// All other properties.
  package var needed: [PropertyPath]
}

/// Makes a failing graph smaller, as long as it fails in the same way.
package struct Shrinker: Sendable {
  package let budget: Int

  package init(budget: Int = 500) {
    self.budget = budget
  }

  /// - Parameters:
  ///   - graph: valid, and known to fail.
  ///   - evaluate: whether a graph fails with the same signature.
  package mutating func shrink(
    _ graph: ObjectGraph, evaluate: (ObjectGraph) throws -> Bool
  ) rethrows -> ShrinkResult {
    ShrinkResult(
      graph: graph, evaluations: 0, isMinimal: false, anyMarks: [], unneeded: [], needed: [])
  }
}
