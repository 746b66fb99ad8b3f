/// A part of an SQL expression, with its text, so that it can be evaluated by itself.
package final class SQLNode: Sendable {
  package enum Kind: Sendable {
    case literal(SQLLiteral)
    /// A name, perhaps with `old` or `new` before it, in lower case; names with points between them
    /// where links are followed, as `address.city`.
    case column(source: String?, name: String)
    /// `-`, `+`, `~` and `not`.
    case unary(String, SQLNode)
    /// Any operator between two operands, in lower case: `and`, `||`, `<=`, `is not`.
    case binary(String, SQLNode, SQLNode)
    case isNull(SQLNode, isNegated: Bool)
    case between(SQLNode, SQLNode, SQLNode, isNegated: Bool)
    case isIn(SQLNode, [SQLNode], isNegated: Bool)
    /// `like` and `glob`.
    case matches(String, SQLNode, pattern: SQLNode, escape: SQLNode?, isNegated: Bool)
    /// A function in lower case.
    case call(String, [SQLNode])
    /// The type in lower case.
    case cast(SQLNode, String)
    case choice(base: SQLNode?, [Arm], otherwise: SQLNode?)
    case collate(SQLNode, String)
    /// What is not looked into, such as a query, with the names and literals in it.
    case opaque([SQLNode])
  }

  /// `WHEN … THEN …`
  package struct Arm: Sendable {
    package let when: SQLNode
    package let then: SQLNode

    package init(when: SQLNode, then: SQLNode) {
      self.when = when
      self.then = then
    }
  }

  package let kind: Kind
  package let text: String

  package init(_ kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  package var children: [SQLNode] {
    switch kind {
    case .literal, .column: []
    case .unary(_, let inner), .isNull(let inner, _), .cast(let inner, _), .collate(let inner, _):
      [inner]
    case .binary(_, let left, let right): [left, right]
    case .between(let value, let low, let high, _): [value, low, high]
    case .isIn(let value, let items, _): [value] + items
    case .matches(_, let value, let pattern, let escape, _):
      [value, pattern] + (escape.map { [$0] } ?? [])
    case .call(_, let arguments): arguments
    case .choice(let base, let arms, let otherwise):
      (base.map { [$0] } ?? []) + arms.flatMap { [$0.when, $0.then] }
        + (otherwise.map { [$0] } ?? [])
    case .opaque(let parts): parts
    }
  }

  /// Calls `body` with the node and everything below it, from the outside in.
  package func visit(_ body: (SQLNode) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  package func contains(_ isWanted: (SQLNode) -> Bool) -> Bool {
    isWanted(self) || children.contains { $0.contains(isWanted) }
  }

  /// Whether it names nothing, and so has one value only.
  package var isConstant: Bool {
    !contains {
      switch $0.kind {
      case .column, .opaque: true
      default: false
      }
    }
  }

  /// Whether its result is true, false or null.
  package var isTest: Bool {
    switch kind {
    case .isNull, .between, .isIn, .matches: true
    case .unary(let name, _): name == "not"
    case .binary(let name, _, _): Self.comparisons.contains(name) || name == "and" || name == "or"
    default: false
    }
  }

  package static let comparisons: Set<String> = [
    "=", "==", "<>", "!=", "<", "<=", ">", ">=", "is", "is not", "is distinct from",
    "is not distinct from",
  ]
}

// Parts that the author did not write, put together from those that are there.

extension SQLNode {
  package static func nullTest(of node: SQLNode) -> SQLNode {
    SQLNode(.isNull(node, isNegated: false), text: "\(node.operand) IS NULL")
  }

  package static func comparison(_ left: SQLNode, _ symbol: String, _ right: SQLNode) -> SQLNode {
    SQLNode(.binary(symbol, left, right), text: "\(left.operand) \(symbol) \(right.operand)")
  }

  /// The text as an operand: in parentheses where an operator beside it could bind tighter.
  private var operand: String {
    switch kind {
    case .literal, .column, .call, .cast: text
    default: "(\(text))"
    }
  }
}
