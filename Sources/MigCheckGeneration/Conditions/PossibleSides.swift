import MigCheckModel
import MigCheckText

/// Tells which sides a condition cannot have, whatever the objects are: a test for null of what is
/// never null, a constant, a comparison that contradicts those before it.
///
/// Where nothing is known both sides are possible.
struct PossibleSides {
  private let scope: ConditionScope

  init(_ scope: ConditionScope) {
    self.scope = scope
  }

  /// The sides of a condition where its guards let it decide.
  func sides(of condition: Condition) -> Sides {
    var sides = sides(of: condition.node)
    for known in condition.guards {
      for (node, isTrue) in Self.conjuncts(of: known) {
        sides.formIntersection(self.sides(of: condition.node, given: node, isTrue))
      }
    }
    if let ranged = Representatives(scope, condition)?.sides { sides.formIntersection(ranged) }
    return sides
  }

  /// The sides of a condition by itself.
  func sides(of node: SQLNode) -> Sides {
    switch node.kind {
    case .binary("and", let left, let right), .binary("or", let left, let right):
      let (left, right) = (sides(of: left), sides(of: right))
      let isAnd = if case .binary("and", _, _) = node.kind { true } else { false }
      let all: Sides = isAnd ? .isTrue : .isNotTrue
      let any: Sides = isAnd ? .isNotTrue : .isTrue
      return left.intersection(right).intersection(all)
        .union(left.union(right).intersection(any))
    case .isNull(let inner, let isNegated) where !canBeNull(inner):
      return isNegated ? .isTrue : .isNotTrue
    case .literal, .call, .cast, .unary, .binary, .matches, .between, .isIn, .isNull, .choice,
      .collate:
      if node.isConstant { return constant(node) }
      return finite(node) ?? .both
    case .column, .opaque: return finite(node) ?? .both
    }
  }

  private func constant(_ node: SQLNode) -> Sides {
    let result = scope.compiler?.compile("((\(node.text)) IS TRUE)", old: [], new: [])?
      .value(old: [], new: [])
    return result.map { $0 == .int(1) ? .isTrue : .isNotTrue } ?? .both
  }

  // MARK: What came before

  /// What a requirement says of single conditions.
  private static func conjuncts(of requirement: Requirement) -> [(SQLNode, Bool)] {
    switch (requirement.node.kind, requirement.isTrue) {
    case (.binary("and", let left, let right), true), (.binary("or", let left, let right), false):
      [left, right].flatMap {
        conjuncts(of: Requirement(node: $0, isTrue: requirement.isTrue))
      }
    default: [(requirement.node, requirement.isTrue)]
    }
  }

  private func sides(of node: SQLNode, given known: SQLNode, _ isTrue: Bool) -> Sides {
    if node.text.isIdentical(to: known.text) { return isTrue ? .isTrue : .isNotTrue }
    guard case .isNull(let tested, let isNegated) = node.kind else { return .both }
    if case .isNull(let inner, let isOther) = known.kind, inner.text.isIdentical(to: tested.text) {
      return (isTrue != isOther) != isNegated ? .isTrue : .isNotTrue
    }
    // What was compared, and was not null then, is not null now.
    if isTrue, known.isTest, Self.passesNull(known, from: tested.text) {
      return isNegated ? .isTrue : .isNotTrue
    }
    return .both
  }

  /// Whether a test is not true if a part of it is null.
  private static func passesNull(_ node: SQLNode, from text: String) -> Bool {
    if node.text.isIdentical(to: text) { return true }
    switch node.kind {
    case .binary(let name, let left, let right)
    where name != "and" && name != "or" && !name.hasPrefix("is"):
      return passesNull(left, from: text) || passesNull(right, from: text)
    case .matches(_, let value, _, _, _), .between(let value, _, _, _), .isIn(let value, _, _),
      .cast(let value, _), .collate(let value, _):
      return passesNull(value, from: text)
    case .call(let name, let arguments) where strict.contains(name):
      return arguments.contains { passesNull($0, from: text) }
    default: return false
    }
  }

  /// Functions that are null if an argument is, and else never.
  private static let strict: Set<String> = [
    "abs", "instr", "length", "lower", "ltrim", "replace", "round", "rtrim", "substr", "substring",
    "trim", "unicode", "upper",
  ]

  // MARK: Null

  func canBeNull(_ node: SQLNode) -> Bool {
    switch node.kind {
    case .literal(let literal): return literal == .null
    case .column(let source, let name):
      let types =
        (source == "new" ? [] : scope.old) + (source == "old" ? [] : [scope.new].compactMap(\.self))
      let properties = types.compactMap { $0.property(named: Name(name)) }
      guard !properties.isEmpty else { return true }
      return properties.contains(where: Self.canBeNull)
    case .binary(let name, let left, let right):
      return ["/", "%", "->", "->>"].contains(name) || canBeNull(left) || canBeNull(right)
    case .unary(_, let inner), .cast(let inner, _), .collate(let inner, _): return canBeNull(inner)
    case .call("coalesce", let arguments), .call("ifnull", let arguments):
      return arguments.allSatisfy(canBeNull)
    case .call("typeof", _), .call("hex", _), .call("quote", _): return false
    case .call(let name, let arguments):
      return name == "unicode" || name == "round" || !Self.strict.contains(name)
        || arguments.contains(where: canBeNull)
    case .isNull: return false
    case .choice(_, let arms, let otherwise):
      return otherwise.map(canBeNull) ?? true || arms.contains { canBeNull($0.then) }
    case .between, .isIn, .matches, .opaque: return true
    }
  }

  private static func canBeNull(_ property: Property) -> Bool {
    if property.isLink || property.isComputed { return true }
    if property.collection != nil { return false }
    // NaN is null to an expression.
    return property.isOptional || property.type == .double || property.type == .float
  }

  // MARK: Few values

  /// The sides that a condition comes to for all values there are, where these are but a few: it
  /// reads flags, or asks for the kind of a value.
  private func finite(_ node: SQLNode) -> Sides? {
    guard let compiler = scope.compiler, let old = scope.old.first else { return nil }
    var names = [String]()
    var isSmall = true
    func visit(_ node: SQLNode, isKind: Bool) {
      switch node.kind {
      case .column(let source, let name):
        let isKnown = scope.old.allSatisfy {
          $0.property(named: Name(name)).map { isKind ? $0.type != .mixed : $0.type == .bool }
            ?? false
        }
        if source == "new" || !isKnown { isSmall = false }
        if !names.contains(where: { $0.isIdentical(to: name) }) { names.append(name) }
      case .opaque: isSmall = false
      case .call("typeof", let arguments):
        for argument in arguments {
          let isColumn = if case .column = argument.kind { true } else { false }
          visit(argument, isKind: isColumn)
        }
      default: for child in node.children { visit(child, isKind: false) }
      }
    }
    visit(node, isKind: false)
    let properties = names.compactMap { old.property(named: Name($0)) }
    guard isSmall, !properties.isEmpty, properties.count <= 6, properties.count == names.count,
      properties.allSatisfy({ !$0.isLink }),
      let compiled = compiler.compile("((\(node.text)) IS TRUE)", old: properties, new: [])
    else { return nil }
    var rows: [[Value]] = [[]]
    for property in properties {
      let canBeNull = scope.old.contains {
        $0.property(named: property.name).map(Self.canBeNull) ?? true
      }
      let values: [Value] =
        property.type == .bool && property.collection == nil
        ? [.bool(false), .bool(true)] : [property.withoutNull.zeroValue]
      rows = rows.flatMap { row in (values + (canBeNull ? [.null] : [])).map { row + [$0] } }
    }
    var sides: Sides = []
    for row in rows {
      guard let result = compiled.value(old: row, new: []) else { return nil }
      sides.insert(result == .int(1) ? .isTrue : .isNotTrue)
    }
    return sides
  }
}

extension Property {
  fileprivate var withoutNull: Property {
    var property = self
    property.isOptional = false
    return property
  }
}
