import MigCheckModel
import MigCheckText

/// Looks for values that bring each condition of a migration out in both ways.
///
/// Random graphs do not meet `phone GLOB '+[0-9]*' AND length(phone) = 13`; a mistake that hides
/// behind such a condition would never show. Each atomic condition is a goal in both directions.
/// Candidates come from working backwards through the expression (`ConditionMoves`), are judged by
/// SQLite itself, and are ranked by how far they are from the goal, in the manner of search-based
/// test generation: the branch distance of Korel, Tracey and McMinn.
///
/// The work is bounded by counting evaluations, so that the same witnesses are found everywhere.
package final class ConditionSearch {
  private let compiler: any ExpressionCompiler
  /// How many evaluations are left, of all that the search may make.
  private var budget: Int
  private let isOver: () -> Bool
  /// What was found before: many start versions ask the same.
  private var known: [(question: Question, answer: [WitnessObject])] = []

  private struct Question: Equatable {
    var expression: SQLExpression
    var condition: SQLExpression?
    var isWhole: Bool
    var old: [Property]
    var new: [Property]
  }

  /// Evaluations for one goal, and for all of them together.
  private static let goalBudget = 900
  package static let defaultBudget = 40_000

  /// - Parameters:
  ///   - budget: how many evaluations the search may make.
  ///   - isOver: whether the time is up.
  package init(
    compiler: any ExpressionCompiler, budget: Int = defaultBudget,
    isOver: @escaping () -> Bool = { false }
  ) {
    self.compiler = compiler
    self.budget = budget
    self.isOver = isOver
  }

  /// Objects that meet the conditions of an expression, each one at least one of them.
  ///
  /// - Parameters:
  ///   - start: the type as the start version has it.
  ///   - end: as the version has it that the migration leads to; `nil`: it is gone.
  /// - Returns: properties by name; only those that matter. Of objects that links lead to, under
  ///   names such as `address.city`.
  func objects(
    for expression: MigrationExpression, from start: (type: ObjectType, schema: Schema),
    to end: (type: ObjectType, schema: Schema)?
  ) -> [WitnessObject] {
    guard !expression.isOfNewObject, let tree = expression.expression.tree,
      Self.isRepeatable(tree)
    else { return [] }
    var guards = [Requirement]()
    if let condition = expression.condition {
      guard let node = condition.tree, Self.isRepeatable(node) else { return [] }
      guards = [Requirement(node: node, isTrue: true)]
    }
    let nodes = [tree] + guards.map(\.node)
    func named(_ type: ObjectType, in schema: Schema) -> [Property] {
      type.storedProperties.filter { property in
        !property.isLink && nodes.contains { $0.names(property.name) }
      } + schema.linkedProperties(of: type, namedIn: nodes)
    }
    let old = named(start.type, in: start.schema)
    guard !old.isEmpty, old.count <= 16 else { return [] }
    let new = end.map { named($0.type, in: $0.schema) } ?? []
    let question = Question(
      expression: expression.expression, condition: expression.condition,
      isWhole: expression.property == nil, old: old, new: new)
    if let same = known.first(where: { $0.question == question }) { return same.answer }
    let goals = ConditionGoals.goals(
      of: tree, isCondition: expression.property == nil, guards: guards)
    let space = ConditionSpace(compiler: compiler, old: old, new: new)
    var answer = [WitnessObject]()
    var states = space.bases
    func add(_ found: [[Value]], meeting nodes: [SQLNode]) {
      for state in found where !states.contains(state) { states.append(state) }
      for state in found {
        let object = zip(old, state).filter { property, _ in
          nodes.contains { $0.names(property.name) }
        }.map { ($0.name, $1) }
        let isKnown = answer.contains { other in
          other.count == object.count
            && zip(other, object).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
        }
        if !isKnown { answer.append(object) }
      }
    }
    for goal in goals {
      if isOver() { break }
      space.budget = min(Self.goalBudget, budget)
      let before = space.budget
      let found = space.solve(goal, from: states)
      budget -= before - space.budget
      add(found, meeting: goal.requirements.map(\.node))
    }
    space.budget = min(Self.goalBudget, budget)
    add(collections(for: tree, guards: guards, in: space, from: states), meeting: nodes)
    known.append((question, answer))
    return answer
  }

  /// Collections and documents for queries in an expression, which are not looked into: with the
  /// literals of the query, and as many elements as it counts to and one more.
  private func collections(
    for tree: SQLNode, guards: [Requirement], in space: ConditionSpace, from states: [[Value]]
  ) -> [[Value]] {
    var queries = [SQLNode]()
    tree.visit { if case .opaque = $0.kind { queries.append($0) } }
    let goal = ConditionGoal(requirements: guards)
    return queries.prefix(4).flatMap { space.collections(for: $0, meeting: goal, from: states) }
  }

  /// Whether the expression comes to the same whenever it is evaluated.
  private static func isRepeatable(_ node: SQLNode) -> Bool {
    !node.contains {
      switch $0.kind {
      case .call(let name, let arguments):
        name.hasPrefix("random")
          || arguments.isEmpty
            && ["date", "time", "datetime", "julianday", "unixepoch"].contains(name)
      case .column(nil, let name): name.lowercased().hasPrefix("current_")
      case .literal(.text(let text)): text.lowercased() == "now"
      default: false
      }
    }
  }
}

extension SQLNode {
  /// Whether a name in it may be the property's.
  func names(_ property: Name) -> Bool {
    contains {
      if case .column(_, let name) = $0.kind { Name(name) == property } else { false }
    }
  }
}

/// What a search is after: everything that must be so at once.
struct ConditionGoal {
  var requirements: [Requirement]
}

enum ConditionGoals {
  /// Each condition both ways, the bounds of comparisons, and where numbers are rounded.
  static func goals(
    of tree: SQLNode, isCondition: Bool, guards: [Requirement]
  ) -> [ConditionGoal] {
    var goals = [ConditionGoal]()
    let conditions = ConditionList.conditions(of: tree, isCondition: isCondition, guards: guards)
    for condition in conditions.prefix(64) {
      for isTrue in [true, false] {
        goals.append(
          ConditionGoal(
            requirements: condition.guards + [Requirement(node: condition.node, isTrue: isTrue)]))
      }
      for node in bounds(of: condition.node) {
        goals.append(
          ConditionGoal(requirements: condition.guards + [Requirement(node: node, isTrue: true)]))
      }
    }
    if isCondition, conditions.count > 1 {
      goals.append(ConditionGoal(requirements: guards + [Requirement(node: tree, isTrue: true)]))
      goals.append(ConditionGoal(requirements: guards + [Requirement(node: tree, isTrue: false)]))
    }
    var roundings = [SQLNode]()
    tree.visit { roundings += rounding($0) }
    for node in roundings.prefix(16) {
      goals.append(ConditionGoal(requirements: guards + [Requirement(node: node, isTrue: true)]))
    }
    return goals
  }

  /// Where a comparison turns, and each value of a list.
  private static func bounds(of node: SQLNode) -> [SQLNode] {
    switch node.kind {
    case .binary(let name, let left, let right) where ["<", "<=", ">", ">="].contains(name):
      return [.comparison(left, "=", right)]
    case .between(let value, let low, let high, _):
      return [.comparison(value, "=", low), .comparison(value, "=", high)]
    case .isIn(let value, let items, _):
      return items.prefix(8).map { .comparison(value, "=", $0) }
    default: return []
    }
  }

  /// Where a number loses something: a product that is no whole number only since it is binary, a
  /// quotient with a remainder, a half that is rounded. Where a document has what is looked for.
  private static func rounding(_ node: SQLNode) -> [SQLNode] {
    func parsed(_ texts: String...) -> [SQLNode] { texts.compactMap { SQLExpression($0).tree } }
    switch node.kind {
    case .cast(let inner, let type) where type.hasPrefix("int") && !inner.isConstant:
      let text = inner.text
      return parsed(
        "CAST((\(text)) AS INTEGER) <> round(\(text)) AND abs((\(text)) - round(\(text))) < 0.001",
        "CAST((\(text)) AS INTEGER) <> (\(text)) AND typeof(\(text)) = 'real'")
    case .binary("/", let left, let right) where !left.isConstant:
      return parsed("typeof(\(node.text)) = 'integer' AND (\(left.text)) % (\(right.text)) <> 0")
    case .call("json_extract", _), .binary("->", _, _), .binary("->>", _, _):
      return parsed("\(node.text) IS NOT NULL")
    case .call("round", let arguments) where arguments.first.map { !$0.isConstant } ?? false:
      return parsed("\(node.text) <> (\(arguments[0].text))")
    default: return []
    }
  }
}
