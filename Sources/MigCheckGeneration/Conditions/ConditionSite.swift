import MigCheckModel

/// What expressions of one place can read.
package struct ConditionScope {
  /// The type as each version has it from which upgrades come.
  let old: [ObjectType]
  /// The type as it is after the upgrade; `nil`: it is gone.
  let new: ObjectType?
  let compiler: (any ExpressionCompiler)?

  package init(old: [ObjectType], new: ObjectType?, compiler: (any ExpressionCompiler)?) {
    self.old = old
    self.new = new
    self.compiler = compiler
  }
}

/// An atomic condition that can come out both ways, as far as can be told.
package struct ConditionSite: Sendable {
  /// As the author wrote it.
  package let text: String
  /// SQL that is 1 where it is true, 2 where it is not, and 0 where it does not matter.
  package let probe: String

  /// The conditions that a step asks of its objects.
  package static func sites(
    ofCondition text: String?, in scope: ConditionScope
  ) -> [ConditionSite] {
    guard let text else { return [] }
    guard let tree = SQLParser.parse(text) else {
      // Not taken apart, but looked at as a whole.
      return [ConditionSite(text: text, probe: "CASE WHEN (\(text)) THEN 1 ELSE 2 END")]
    }
    return sites(ConditionList.conditions(of: tree, isCondition: true), in: scope)
  }

  /// The conditions inside an expression.
  ///
  /// - Parameter condition: what must be true for the expression to be evaluated.
  package static func sites(
    of text: String, where condition: String?, in scope: ConditionScope
  ) -> [ConditionSite] {
    guard let tree = SQLParser.parse(text) else { return [] }
    var guards = [Requirement]()
    if let condition {
      guard let node = SQLParser.parse(condition) else { return [] }
      guards = [Requirement(node: node, isTrue: true)]
    }
    return sites(
      ConditionList.conditions(of: tree, isCondition: false, guards: guards), in: scope)
  }

  /// The conditions on which an invariant depends, but for those that are true as long as it holds.
  package static func sites(
    ofInvariant text: String, in scope: ConditionScope
  ) -> [ConditionSite] {
    guard let tree = SQLParser.parse(text) else { return [] }
    return sites(ConditionList.conditions(ofInvariant: tree), in: scope)
  }

  /// Whether the condition of a step can be true for any object; so it is taken to be wherever that
  /// is not known.
  package static func canHold(_ condition: String?, in scope: ConditionScope) -> Bool {
    guard let tree = condition.flatMap(SQLParser.parse) else { return true }
    return PossibleSides(scope).sides(of: tree).contains(.isTrue)
  }

  private static func sites(
    _ conditions: [Condition], in scope: ConditionScope
  ) -> [ConditionSite] {
    let possible = PossibleSides(scope)
    return conditions.filter { condition in
      condition.sides.intersection(possible.sides(of: condition)) == .both
    }.map { ConditionSite(text: $0.node.text, probe: $0.probe) }
  }
}
