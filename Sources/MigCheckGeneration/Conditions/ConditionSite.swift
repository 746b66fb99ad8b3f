import MigCheckModel
import MigCheckText

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

extension ConditionScope {
  /// Whether a condition asks for a link itself, as `coalesce(old.boss, …)` does where a link is set:
  /// nothing but the step can tell.
  fileprivate func readsLink(_ condition: Condition) -> Bool {
    ([condition.node] + condition.guards.map(\.node)).contains { node in
      node.contains { part in
        guard case .column(_, let name) = part.kind else { return false }
        return (old + [new].compactMap(\.self)).contains {
          $0.property(named: Name(name))?.isLink ?? false
        }
      }
    }
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
    ofCondition condition: SQLExpression?, in scope: ConditionScope
  ) -> [ConditionSite] {
    guard let condition else { return [] }
    guard let tree = condition.tree else {
      // Not taken apart, but looked at as a whole.
      let text = condition.text
      return [ConditionSite(text: text, probe: "CASE WHEN (\(text)) THEN 1 ELSE 2 END")]
    }
    return sites(ConditionList.conditions(of: tree, isCondition: true), in: scope)
  }

  /// The conditions inside an expression.
  ///
  /// - Parameter condition: what must be true for the expression to be evaluated.
  package static func sites(
    of expression: SQLExpression, where condition: SQLExpression?, in scope: ConditionScope
  ) -> [ConditionSite] {
    guard let tree = expression.tree else { return [] }
    var guards = [Requirement]()
    if let condition {
      guard let node = condition.tree else { return [] }
      guards = [Requirement(node: node, isTrue: true)]
    }
    return sites(
      ConditionList.conditions(of: tree, isCondition: false, guards: guards), in: scope)
  }

  /// The conditions on which an invariant depends, but for those that are true as long as it holds.
  package static func sites(
    ofInvariant expression: SQLExpression, in scope: ConditionScope
  ) -> [ConditionSite] {
    guard let tree = expression.tree else { return [] }
    return sites(ConditionList.conditions(ofInvariant: tree), in: scope)
  }

  private static func sites(
    _ conditions: [Condition], in scope: ConditionScope
  ) -> [ConditionSite] {
    let possible = PossibleSides(scope)
    return conditions.filter { condition in
      !scope.readsLink(condition)
        && condition.sides.intersection(possible.sides(of: condition)) == .both
    }.map { ConditionSite(text: $0.node.text, probe: $0.probe) }
  }
}
