import MigCheckModel
import MigCheckText

/// The two ways in which a condition can come out. Null counts as not true, as it does to `WHERE`.
package struct Sides: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let isTrue = Sides(rawValue: 1)
  package static let isNotTrue = Sides(rawValue: 2)
  package static let both: Sides = [.isTrue, .isNotTrue]
}

/// What must come out of an expression.
struct Requirement: Sendable {
  let node: SQLNode
  let isTrue: Bool

  /// SQL that is 1 or 0.
  var text: String { "((\(node.text)) IS \(isTrue ? "" : "NOT ")TRUE)" }
}

/// An atomic condition of an expression, and what must be so for it to decide anything.
///
/// In `a AND b` the second part decides only where the first is true, in `CASE` an arm only where
/// all before it were not: a condition counts where its result mattered.
struct Condition: Sendable {
  let node: SQLNode
  let guards: [Requirement]
  /// The sides that an upgrade without a mistake can meet, as far as the place tells.
  var sides = Sides.both

  /// SQL that is 1 where the condition is true, 2 where it is not, and 0 where it does not matter.
  var probe: String {
    let result = "CASE WHEN \(node.text) THEN 1 ELSE 2 END"
    guard !guards.isEmpty else { return result }
    return "CASE WHEN \(guards.map(\.text).joined(separator: " AND ")) THEN \(result) ELSE 0 END"
  }
}

/// The conditions of one expression, in the order of its text, each once.
struct ConditionList {
  private(set) var conditions = [Condition]()
  /// The bytes of what was collected.
  private var seen = Set<[UInt8]>()

  /// - Parameters:
  ///   - node: a condition, or an expression with conditions in it.
  ///   - isCondition: whether the result as a whole is asked for its truth.
  ///   - guards: what must be so for the expression to be evaluated.
  static func conditions(
    of node: SQLNode, isCondition: Bool, guards: [Requirement] = []
  ) -> [Condition] {
    var list = ConditionList()
    list.collect(node, isCondition: isCondition, guards: guards)
    return list.conditions
  }

  /// The conditions of an invariant, which is true for every object as long as nothing is wrong:
  /// what decides about it as a whole cannot be met both ways.
  static func conditions(ofInvariant node: SQLNode) -> [Condition] {
    var list = ConditionList()
    list.collect(invariant: node, guards: [])
    return list.conditions
  }

  private mutating func append(_ condition: Condition) {
    guard !condition.node.isConstant, seen.insert(Array(condition.probe.utf8)).inserted else {
      return
    }
    conditions.append(condition)
  }

  private mutating func collect(_ node: SQLNode, isCondition: Bool, guards: [Requirement]) {
    switch node.kind {
    case .binary("and", let left, let right):
      collect(left, isCondition: true, guards: guards)
      collect(right, isCondition: true, guards: guards + [Requirement(node: left, isTrue: true)])
    case .binary("or", let left, let right):
      collect(left, isCondition: true, guards: guards)
      collect(right, isCondition: true, guards: guards + [Requirement(node: left, isTrue: false)])
    case .unary("not", let inner): collect(inner, isCondition: true, guards: guards)
    case .choice(let base, let arms, let otherwise):
      collect(arms, of: base, otherwise: otherwise, guards: guards) { list, result, guards in
        list.collect(result, isCondition: isCondition, guards: guards)
      }
    case .call(let name, let arguments): collect(name, arguments, isCondition, node, guards)
    default:
      if isCondition || node.isTest { append(Condition(node: node, guards: guards)) }
      for child in node.children { collect(child, isCondition: false, guards: guards) }
    }
  }

  private mutating func collect(
    _ arms: [SQLNode.Arm], of base: SQLNode?, otherwise: SQLNode?, guards: [Requirement],
    result: (inout ConditionList, SQLNode, [Requirement]) -> Void
  ) {
    if let base { collect(base, isCondition: false, guards: guards) }
    var guards = guards
    for arm in arms {
      let when = base.map { SQLNode.comparison($0, "=", arm.when) } ?? arm.when
      collect(when, isCondition: true, guards: guards)
      result(&self, arm.then, guards + [Requirement(node: when, isTrue: true)])
      guards.append(Requirement(node: when, isTrue: false))
    }
    if let otherwise { result(&self, otherwise, guards) }
  }

  private mutating func collect(
    _ name: String, _ arguments: [SQLNode], _ isCondition: Bool, _ node: SQLNode,
    _ guards: [Requirement]
  ) {
    switch (name, arguments.count) {
    case ("iif", 2...), ("if", 2...):
      let arms = stride(from: 0, to: arguments.count - 1, by: 2).map {
        SQLNode.Arm(when: arguments[$0], then: arguments[$0 + 1])
      }
      let otherwise = arguments.count % 2 == 1 ? arguments.last : nil
      collect(arms, of: nil, otherwise: otherwise, guards: guards) { list, result, guards in
        list.collect(result, isCondition: isCondition, guards: guards)
      }
    case ("coalesce", 2...), ("ifnull", 2):
      var guards = guards
      for (place, argument) in arguments.enumerated() {
        collect(argument, isCondition: isCondition, guards: guards)
        guard place < arguments.count - 1 else { break }
        let isNull = SQLNode.nullTest(of: argument)
        append(Condition(node: isNull, guards: guards))
        guards.append(Requirement(node: isNull, isTrue: true))
      }
    case ("nullif", 2):
      append(Condition(node: .comparison(arguments[0], "=", arguments[1]), guards: guards))
      for argument in arguments { collect(argument, isCondition: false, guards: guards) }
    default:
      if isCondition { append(Condition(node: node, guards: guards)) }
      for argument in arguments { collect(argument, isCondition: false, guards: guards) }
    }
  }

  private mutating func collect(invariant node: SQLNode, guards: [Requirement]) {
    switch node.kind {
    case .binary("and", let left, let right):
      collect(invariant: left, guards: guards)
      collect(invariant: right, guards: guards)
    case .binary("or", let left, let right):
      collect(left, isCondition: true, guards: guards)
      collect(invariant: right, guards: guards + [Requirement(node: left, isTrue: false)])
    case .choice(let base, let arms, let otherwise):
      collect(arms, of: base, otherwise: otherwise, guards: guards) { list, result, guards in
        list.collect(invariant: result, guards: guards)
      }
    case .call("iif", let arguments) where arguments.count == 3:
      collect(arguments[0], isCondition: true, guards: guards)
      for (argument, isTrue) in zip(arguments[1...], [true, false]) {
        collect(
          invariant: argument,
          guards: guards + [Requirement(node: arguments[0], isTrue: isTrue)])
      }
    default:
      append(Condition(node: node, guards: guards, sides: .isTrue))
      for child in node.children { collect(child, isCondition: false, guards: guards) }
    }
  }
}
