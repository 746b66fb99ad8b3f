import MigCheckModel
import MigCheckText

/// Values that stand for all that one operand can have, among the literals that it is compared with:
/// each literal, something between two of them, something beyond.
///
/// `length(x) >= 0` is true for each of them; after `n < 10` and `n < 20` nothing is left for which
/// `n >= 20` would be false.
struct Representatives {
  private let operand: SQLNode
  private let values: [Value]
  private let condition: Condition
  private let requirements: [(test: Test, isTrue: Bool)]
  private let target: Test

  /// A comparison of the operand with a literal.
  private struct Test {
    var symbol: String
    var literal: Value

    /// - Parameter value: a number, or null.
    func holds(_ value: Value) -> Bool {
      guard let a = value.sqlNumber, let b = literal.sqlNumber else { return false }
      switch symbol {
      case "=", "==": return a == b
      case "<>", "!=": return a != b
      case "<": return a < b
      case "<=": return a <= b
      case ">": return a > b
      default: return a >= b
      }
    }
  }

  /// - Returns: `nil` if the condition compares nothing but with a number, or what is compared may
  ///   be no number.
  init?(_ scope: ConditionScope, _ condition: Condition) {
    guard let (operand, target) = Self.test(condition.node),
      let range = Self.range(of: operand, in: scope)
    else { return nil }
    var requirements = [(test: Test, isTrue: Bool)]()
    for known in condition.guards {
      guard let (other, test) = Self.test(known.node), other.text.isIdentical(to: operand.text)
      else { continue }
      requirements.append((test, known.isTrue))
    }
    let bounds = ([target] + requirements.map(\.test)).compactMap(\.literal.sqlNumber).sorted()
    var numbers = [Double]()
    for (place, bound) in bounds.enumerated() {
      numbers += [bound - 1, bound, bound + 1]
      if place > 0 { numbers.append((bounds[place - 1] + bound) / 2) }
    }
    numbers = numbers.filter { $0 >= range.least && (!range.isWhole || $0 == $0.rounded()) }
    self.operand = operand
    self.target = target
    self.requirements = requirements
    self.condition = condition
    values = numbers.map(Value.double) + (PossibleSides(scope).canBeNull(operand) ? [.null] : [])
  }

  /// The sides that are possible.
  var sides: Sides {
    var sides: Sides = []
    for value in values
    where requirements.allSatisfy({ $0.test.holds(value) == $0.isTrue }) {
      sides.insert(target.holds(value) ? .isTrue : .isNotTrue)
    }
    return sides
  }

  private static func test(_ node: SQLNode) -> (SQLNode, Test)? {
    let symbols = ["=", "==", "<>", "!=", "<", "<=", ">", ">="]
    guard case .binary(let symbol, let left, let right) = node.kind, symbols.contains(symbol) else {
      return nil
    }
    if case .literal(let literal) = right.kind, case let value = literal.value,
      value.sqlNumber != nil, !left.isConstant
    {
      return (left, Test(symbol: symbol, literal: value))
    }
    if case .literal(let literal) = left.kind, case let value = literal.value,
      value.sqlNumber != nil, !right.isConstant
    {
      let mirrored = ["<": ">", ">": "<", "<=": ">=", ">=": "<="][symbol] ?? symbol
      return (right, Test(symbol: mirrored, literal: value))
    }
    return nil
  }

  /// The least value of a part that is always a number, or null.
  private static func range(
    of node: SQLNode, in scope: ConditionScope
  ) -> (least: Double, isWhole: Bool)? {
    switch node.kind {
    case .call("length", _), .call("instr", _), .call("json_array_length", _), .call("abs", _):
      return (0, false)
    case .column(let source, let name):
      let types =
        (source == "new" ? [] : scope.old) + (source == "old" ? [] : [scope.new].compactMap(\.self))
      let properties = types.compactMap { $0.property(named: Name(name)) }
      guard !properties.isEmpty,
        properties.allSatisfy({ $0.collection == nil && [.int, .double, .float].contains($0.type) })
      else { return nil }
      return (-.infinity, properties.allSatisfy { $0.type == .int })
    default: return nil
    }
  }
}
