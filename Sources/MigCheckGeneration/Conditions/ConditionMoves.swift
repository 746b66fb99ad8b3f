import MigCheckModel
import MigCheckText

/// One step towards meeting a condition: new values of some properties.
typealias ConditionMove = [ConditionChange]

struct ConditionChange: Equatable {
  /// Position among the properties that the condition names.
  var slot: Int
  var value: Value
}

/// Proposes values that bring a condition out in a wanted way, by working backwards through its
/// expression: for `a || '-' || b = 'foo-bar'` it takes the text apart, for
/// `json_extract(x, '$.color') = 'red'` it makes a document.
///
/// What it proposes is a guess that SQLite has to confirm, and may start from values that are half
/// right already: whatever a part does not touch stays.
struct ConditionMoves {
  let properties: [Property]
  /// What a part of the expression comes to at the moment.
  let value: (SQLNode) -> Value?

  /// Proposals for one part are cut off here.
  private static let limit = 24
  private static let depthLimit = 24

  private func limited(_ moves: [ConditionMove]) -> [ConditionMove] {
    Array(moves.prefix(Self.limit))
  }

  func slot(named name: String) -> Int? {
    properties.firstIndex { $0.name == Name(name) }
  }

  // MARK: Truth

  /// Moves after which a condition may be true, or not true.
  func moves(toMake node: SQLNode, _ isTrue: Bool, depth: Int = 0) -> [ConditionMove] {
    guard depth < Self.depthLimit else { return [] }
    func next(_ node: SQLNode, _ isTrue: Bool) -> [ConditionMove] {
      moves(toMake: node, isTrue, depth: depth + 1)
    }
    switch node.kind {
    case .binary("and", let left, let right), .binary("or", let left, let right):
      return limited(interleaved([next(left, isTrue), next(right, isTrue)]))
    case .unary("not", let inner): return next(inner, !isTrue)
    case .collate(let inner, _): return next(inner, isTrue)
    case .isNull(let inner, let isNegated):
      return nullity(of: inner, isNull: isTrue != isNegated, depth)
    case .between(let inner, let low, let high, let isNegated):
      return limited(between(inner, low, high, isInside: isTrue != isNegated, depth))
    case .isIn(let inner, let items, let isNegated):
      let wanted = isTrue != isNegated
      return limited(interleaved(items.map { compare(inner, wanted ? "=" : "<>", $0, depth) }))
    case .matches(let name, let inner, let pattern, let escape, let isNegated):
      return limited(
        match(name, inner, pattern, escape, isMatch: isTrue != isNegated, depth))
    case .binary(let name, let left, let right) where SQLNode.comparisons.contains(name):
      let symbol = isTrue ? Self.plain(name) : Self.negated(Self.plain(name))
      return limited(compare(left, symbol, right, depth))
    case .opaque: return limited(inside(node))
    default:
      let wanted: [Value] = isTrue ? [.int(1), .int(2)] : [.int(0), .null]
      return limited(interleaved(wanted.map { moves(for: node, to: $0, depth: depth + 1) }))
    }
  }

  private static func plain(_ name: String) -> String {
    switch name {
    case "==", "is", "is not distinct from": "="
    case "!=", "is not", "is distinct from": "<>"
    default: name
    }
  }

  private static func negated(_ symbol: String) -> String {
    ["=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"][symbol] ?? symbol
  }

  /// Values of many types: whichever fits makes the part something, and not null.
  private static let samples: [Value] = [
    .string("a"), .int(1), .string("2001-02-03T04:05:06Z"), .string("[1]"),
    .string("{\"a\":\"1\"}"),
    .string("00000000-0000-0000-0000-000000000001"), .string("000000000000000000000001"),
  ]

  private func nullity(of node: SQLNode, isNull: Bool, _ depth: Int) -> [ConditionMove] {
    guard !isNull else { return moves(for: node, to: .null, depth: depth + 1) }
    return limited(Self.samples.flatMap { moves(for: node, to: $0, depth: depth + 1) })
  }

  private func compare(
    _ left: SQLNode, _ symbol: String, _ right: SQLNode, _ depth: Int
  ) -> [ConditionMove] {
    let (leftValue, rightValue) = (value(left) ?? .null, value(right) ?? .null)
    func targets(_ symbol: String, _ other: Value) -> [Value] {
      guard !other.isNull else {
        return symbol == "=" ? [.null] : Self.samples
      }
      switch symbol {
      case "=": return [other]
      case "<": return other.below
      case ">": return other.above
      case "<=": return [other] + other.below
      case ">=": return [other] + other.above
      default: return [.null] + other.others
      }
    }
    let mirrored = ["<": ">", ">": "<", "<=": ">=", ">=": "<="][symbol] ?? symbol
    var lists = [[ConditionMove]]()
    for (node, symbol, other) in [(left, symbol, rightValue), (right, mirrored, leftValue)]
    where !node.isConstant {
      lists.append(
        targets(symbol, other).flatMap { moves(for: node, to: $0, depth: depth + 1) })
      // Nothing compares with null.
      if other.isNull { lists.append(nullity(of: node, isNull: false, depth)) }
    }
    return interleaved(lists)
  }

  private func between(
    _ node: SQLNode, _ low: SQLNode, _ high: SQLNode, isInside: Bool, _ depth: Int
  ) -> [ConditionMove] {
    let bounds = [value(low) ?? .null, value(high) ?? .null]
    var targets = isInside ? bounds : bounds[0].below + bounds[1].above
    if isInside, let from = bounds[0].sqlNumber, let to = bounds[1].sqlNumber {
      targets.append(.sql(((from + to) / 2).rounded(.down)))
      targets.append(.double((from + to) / 2))
    }
    return interleaved(
      [targets.flatMap { moves(for: node, to: $0, depth: depth + 1) }]
        + [low, high].filter { !$0.isConstant }.map {
          compare($0, isInside ? "=" : "<>", node, depth)
        })
  }

  private func match(
    _ name: String, _ node: SQLNode, _ pattern: SQLNode, _ escape: SQLNode?, isMatch: Bool,
    _ depth: Int
  ) -> [ConditionMove] {
    let text = value(pattern)?.sqlText ?? ""
    guard isMatch else {
      return ([.null, .string("")] + Value.string(text).others).flatMap {
        moves(for: node, to: $0, depth: depth + 1)
      }
    }
    let patterns =
      name == "glob"
      ? PatternTexts(glob: text)
      : PatternTexts(like: text, escape: escape.flatMap(value)?.sqlText)
    let onText = patterns.texts.flatMap { moves(for: node, to: .string($0), depth: depth + 1) }
    guard !pattern.isConstant, let present = value(node)?.sqlText else { return onText }
    return onText + moves(for: pattern, to: .string(present), depth: depth + 1)
  }

  // MARK: Values

  /// Moves after which a part may come to a value.
  func moves(for node: SQLNode, to wanted: Value, depth: Int) -> [ConditionMove] {
    guard depth < Self.depthLimit else { return [] }
    func next(_ node: SQLNode, _ wanted: Value) -> [ConditionMove] {
      moves(for: node, to: wanted, depth: depth + 1)
    }
    switch node.kind {
    case .literal: return []
    case .column(_, let name):
      guard let slot = slot(named: name) else { return [] }
      return properties[slot].values(seenAs: wanted).map {
        [ConditionChange(slot: slot, value: $0)]
      }
    case .unary("-", let inner):
      return wanted.sqlNumber.map { next(inner, .sql(-$0)) } ?? next(inner, wanted)
    case .unary("~", let inner):
      if case .int(let bits) = wanted { return next(inner, .int(~bits)) }
      return []
    case .unary("not", let inner):
      return moves(toMake: inner, wanted.sqlNumber == 0, depth: depth + 1)
    case .unary(_, let inner): return next(inner, wanted)
    case .collate(let inner, let name):
      let variants = name == "nocase" ? [wanted.mapText { $0.uppercased() }] : []
      return ([wanted] + variants).flatMap { next(inner, $0) }
    case .cast(let inner, let type): return cast(inner, type, to: wanted, depth)
    case .binary(let name, let left, let right) where !node.isTest:
      return limited(operation(name, left, right, of: node, to: wanted, depth))
    case .call(let name, let arguments):
      return limited(call(name, arguments, to: wanted, depth))
    case .choice(let base, let arms, let otherwise):
      return limited(choice(base, arms, otherwise, to: wanted, depth))
    case .opaque: return limited(inside(node, wanted: wanted))
    default:
      guard !wanted.isNull else {
        return limited(interleaved(node.children.map { next($0, .null) }))
      }
      return moves(toMake: node, wanted.sqlNumber.map { $0 != 0 } ?? true, depth: depth + 1)
    }
  }

  private func cast(
    _ inner: SQLNode, _ type: String, to wanted: Value, _ depth: Int
  ) -> [ConditionMove] {
    var targets = [wanted]
    if let number = wanted.sqlNumber, type.hasPrefix("int") {
      targets += [.double(number + (number < 0 ? -0.5 : 0.5)), .string("\(wanted.sqlText ?? "")x")]
    }
    return targets.flatMap { moves(for: inner, to: $0, depth: depth + 1) }
  }

  private func choice(
    _ base: SQLNode?, _ arms: [SQLNode.Arm], _ otherwise: SQLNode?, to wanted: Value, _ depth: Int
  ) -> [ConditionMove] {
    var lists = [[ConditionMove]]()
    for arm in arms {
      let when = base.map { SQLNode.comparison($0, "=", arm.when) } ?? arm.when
      if arm.then.isConstant {
        guard value(arm.then) == wanted else { continue }
      } else {
        lists.append(moves(for: arm.then, to: wanted, depth: depth + 1))
      }
      lists.append(moves(toMake: when, true, depth: depth + 1))
    }
    for arm in arms {
      let when = base.map { SQLNode.comparison($0, "=", arm.when) } ?? arm.when
      lists.append(moves(toMake: when, false, depth: depth + 1))
    }
    if let otherwise { lists.append(moves(for: otherwise, to: wanted, depth: depth + 1)) }
    return interleaved(lists)
  }

  // MARK: Operators

  private func operation(
    _ name: String, _ left: SQLNode, _ right: SQLNode, of node: SQLNode, to wanted: Value,
    _ depth: Int
  ) -> [ConditionMove] {
    func first(_ wanted: Value) -> [ConditionMove] {
      moves(for: left, to: wanted, depth: depth + 1)
    }
    func second(_ wanted: Value) -> [ConditionMove] {
      moves(for: right, to: wanted, depth: depth + 1)
    }
    if wanted.isNull { return interleaved([first(.null), second(.null)]) }
    switch name {
    case "||": return joined(node, to: wanted.sqlText ?? "", depth)
    case "->", "->>":
      guard let path = value(right).flatMap(JSONPath.init) else { return [] }
      return document(left, at: path, holding: .scalar(wanted, isJSON: name == "->"), depth)
    default: break
    }
    guard let number = wanted.sqlNumber ?? wanted.sqlText.flatMap(Double.init) else { return [] }
    let (a, b) = (value(left)?.asNumber ?? 0, value(right)?.asNumber ?? 0)
    switch name {
    case "+": return interleaved([first(.sql(number - b)), second(.sql(number - a))])
    case "-": return interleaved([first(.sql(number + b)), second(.sql(a - number))])
    case "*":
      return interleaved([
        b == 0 ? [] : first(.sql(number / b)), a == 0 ? first(.int(1)) : second(.sql(number / a)),
        b == 0 ? second(.int(1)) : [],
      ])
    case "/":
      return interleaved([
        first(.sql(number * (b == 0 ? 1 : b))), number == 0 ? [] : second(.sql(a / number)),
        b == 0 ? second(.int(1)) : [],
      ])
    case "%":
      // The nearest number with that remainder, so that its size stays.
      let whole = b == 0 ? 0 : a - a.truncatingRemainder(dividingBy: b)
      return interleaved([
        first(.sql(whole + number)), first(.sql(number)), first(.sql(whole + b + number)),
        second(.sql(number + 1)),
      ])
    case "&": return first(wanted) + first(.int(-1))
    case "|": return first(wanted) + second(wanted)
    case "<<": return first(.sql((number / 2).rounded(.down)))
    case ">>": return first(.sql(number * 2))
    default: return []
    }
  }

  /// Takes a text apart along the constant parts of a concatenation.
  private func joined(_ node: SQLNode, to text: String, _ depth: Int) -> [ConditionMove] {
    var operands = [SQLNode]()
    func flatten(_ node: SQLNode) {
      if case .binary("||", let left, let right) = node.kind {
        flatten(left)
        flatten(right)
      } else {
        operands.append(node)
      }
    }
    flatten(node)
    let constants = operands.map { $0.isConstant ? value($0)?.sqlText ?? "" : nil }
    return TextSplit.splits(Array(text), along: constants.map { $0.map(Array.init) }).compactMap {
      together(zip(operands, $0).filter { !$0.0.isConstant }.map { ($0, .string($1)) }, depth)
    }
  }

  /// One move after which several parts come to their values; `nil` if one of them cannot.
  func together(_ parts: [(SQLNode, Value)], _ depth: Int) -> ConditionMove? {
    var move = ConditionMove()
    for (node, wanted) in parts {
      if let text = wanted.sqlText, value(node)?.sqlText?.isIdentical(to: text) ?? false {
        continue
      }
      guard let first = moves(for: node, to: wanted, depth: depth + 1).first else { return nil }
      move += first
    }
    return move
  }

  /// One of each list in turn, so that none is cut off for another.
  func interleaved(_ lists: [[ConditionMove]]) -> [ConditionMove] {
    var result = [ConditionMove]()
    for place in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where place < list.count { result.append(list[place]) }
    }
    return result
  }
}

/// Ways to take a text apart into constant and free parts.
enum TextSplit {
  /// - Parameter parts: `nil` for a free part.
  /// - Returns: a few.
  static func splits(_ text: [Character], along parts: [[Character]?]) -> [[String]] {
    guard let first = parts.first else { return text.isEmpty ? [[]] : [] }
    let rest = Array(parts.dropFirst())
    if let constant = first {
      guard text.starts(with: constant) else { return [] }
      return splits(Array(text.dropFirst(constant.count)), along: rest)
        .map { [String(constant)] + $0 }
    }
    if rest.isEmpty { return [[String(text)]] }
    var result = [[String]]()
    // With at least one character first, for an empty one is special to many steps.
    let counts = text.isEmpty ? [0] : Array(1...text.count) + [0]
    for count in counts {
      result += splits(Array(text.dropFirst(count)), along: rest)
        .map { [String(text.prefix(count))] + $0 }
      if result.count >= 4 { break }
    }
    return Array(result.prefix(4))
  }
}

extension Value {
  var asNumber: Double? { sqlNumber ?? sqlText.flatMap(Double.init) }

  func mapText(_ transform: (String) -> String) -> Value {
    if case .string(let text) = self { .string(transform(text)) } else { self }
  }

  /// A little smaller, and clearly so.
  var below: [Value] {
    if let number = sqlNumber {
      return [.sql(number - 1), .double(number - 0.5), .sql(number - 100), .int(0)]
    }
    guard let text = sqlText else { return [] }
    return [-1, -400].compactMap { DateText.text(text, plusDays: $0).map(Value.string) }
      + [.string(String(text.dropLast())), .string(""), .string("!")]
  }

  /// A little greater, and clearly so.
  var above: [Value] {
    if let number = sqlNumber {
      return [.sql(number + 1), .double(number + 0.5), .sql(number + 100)]
    }
    guard let text = sqlText else { return [] }
    return [1, 400].compactMap { DateText.text(text, plusDays: $0).map(Value.string) }
      + [.string(text + "0"), .string("~" + text)]
  }

  /// Something else of the same kind.
  var others: [Value] {
    if sqlNumber != nil { return above + below }
    guard let text = sqlText else { return [] }
    return above + [
      .string(text + "x"), .string(""), .string("x" + text), .string(text.uppercased()), .int(0),
      .string("00000000-0000-0000-0000-000000000007"), .string("000000000000000000000007"),
    ]
  }
}
