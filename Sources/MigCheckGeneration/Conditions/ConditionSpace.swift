import MigCheckModel
import MigCheckText

/// The objects that one expression can tell apart: a value for each property that it names.
final class ConditionSpace {
  typealias State = [Value]

  private let compiler: any ExpressionCompiler
  private let old: [Property]
  private let new: [Property]
  /// For each new property the place of the old one whose value it takes over.
  private let sources: [Int?]
  /// By the bytes of the text.
  private var compiled: [[UInt8]: (any CompiledExpression)?] = [:]
  /// How many evaluations are left.
  var budget = 0

  init(compiler: any ExpressionCompiler, old: [Property], new: [Property]) {
    self.compiler = compiler
    self.old = old
    self.new = new
    sources = new.map { property in
      old.firstIndex { $0.name == property.name && $0.hasSameContent(as: property) }
    }
  }

  /// Where searches begin: all properties as in a new object, and all with something in them.
  var bases: [State] {
    [
      old.map(\.initialValue),
      old.map { property in
        let values = (2...4).compactMap { Value.simple(property.type, $0) }
        return property.wrap(property.collection == nil ? Array(values.prefix(1)) : values)
          ?? property.initialValue
      },
    ]
  }

  // MARK: Evaluating

  /// - Returns: `nil` for an error, and when the budget is used up.
  private func value(_ text: String, _ state: State) -> Value? {
    guard budget > 0 else { return nil }
    budget -= 1
    let key = Array(text.utf8)
    if compiled[key] == nil {
      // A statement is prepared only once, which costs as much as a few evaluations.
      budget -= 4
      compiled[key] = .some(compiler.compile(text, old: old, new: new))
    }
    guard case .some(.some(let expression)) = compiled[key] else { return nil }
    let overruns = expression.overrunCount
    guard overruns < Self.mostOverruns else { return nil }
    let value = expression.value(
      old: state,
      new: zip(new, sources).map { property, source in
        source.map { state[$0] } ?? property.initialValue
      })
    if expression.overrunCount > overruns { budget -= Self.overrunPrice }
    return value
  }

  /// A query may have no end for some values and one for others. After this many it is not tried again.
  private static let mostOverruns = 4
  /// In evaluations: it took the time of many.
  private static let overrunPrice = 100

  private func isTrue(_ node: SQLNode, _ state: State) -> Bool {
    value("((\(node.text)) IS TRUE)", state) == .int(1)
  }

  private func isMet(_ goal: ConditionGoal, _ state: State) -> Bool {
    value(goal.requirements.map(\.text).joined(separator: " AND "), state) == .int(1)
  }

  // MARK: Searching

  private struct Candidate {
    var state: State
    var distance: Double
  }

  /// How many objects are kept of one goal.
  private static let wanted = 3

  /// - Parameter states: where to begin, those that met other goals among them.
  /// - Returns: objects that meet the goal, at most a few; empty if none was found.
  func solve(_ goal: ConditionGoal, from states: [State]) -> [State] {
    if let known = states.suffix(24).first(where: { isMet(goal, $0) }) { return [known] }
    var seen = states
    var queue = states.suffix(8).map { Candidate(state: $0, distance: distance(goal, $0)) }
      .sorted { $0.distance < $1.distance }
    var best = queue.first
    while budget > 0, !queue.isEmpty {
      let next = queue.removeFirst()
      var found = [State]()
      for state in proposals(goal, next.state) where !seen.contains(state) {
        seen.append(state)
        if isMet(goal, state) {
          found.append(state)
          if found.count == Self.wanted { break }
        } else if found.isEmpty {
          let candidate = Candidate(state: state, distance: distance(goal, state))
          if candidate.distance < best?.distance ?? .infinity { best = candidate }
          queue.append(candidate)
        }
      }
      if !found.isEmpty { return found }
      // Stable: of equal ones the first stays the first.
      queue = Array(
        queue.enumerated().sorted {
          ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
        }.prefix(16).map(\.element))
      // Backwards it does not get nearer any more: the rest is for small steps.
      if budget < 200 { break }
    }
    return best.flatMap { climb(goal, from: $0) }.map { [$0] } ?? []
  }

  /// States with collections and documents that may matter to a query.
  func collections(for query: SQLNode, meeting goal: ConditionGoal, from states: [State]) -> [State]
  {
    let isFree = goal.requirements.isEmpty
    guard let base = states.first(where: { isFree || isMet(goal, $0) }) else { return [] }
    let moves = ConditionMoves(properties: old) { [unowned self] in value($0.text, base) }
    return moves.inside(query).prefix(16).compactMap { move in
      var state = base
      for change in move { state[change.slot] = change.value }
      return isFree || isMet(goal, state) ? state : nil
    }
  }

  private func proposals(_ goal: ConditionGoal, _ state: State) -> [State] {
    let moves = ConditionMoves(properties: old) { [unowned self] in value($0.text, state) }
    let lists = goal.requirements.filter { isTrue($0.node, state) != $0.isTrue }.map {
      moves.moves(toMake: $0.node, $0.isTrue) + literals(of: $0.node)
    }
    return moves.interleaved(lists).map { move in
      var next = state
      for change in move { next[change.slot] = change.value }
      return next
    }
  }

  /// The literals of a condition as values of the properties beside them, for what cannot be worked
  /// out backwards; fractions for what is multiplied and rounded.
  private func literals(of node: SQLNode) -> [ConditionMove] {
    var literals = [Value]()
    node.visit { if case .literal(let literal) = $0.kind { literals.append(literal.value) } }
    var moves = [ConditionMove]()
    for (slot, property) in old.enumerated() where node.names(property.name) {
      var values = literals.prefix(8).flatMap { property.values(seenAs: $0) }
      if property.collection == nil,
        [.double, .float, .string, .decimal128].contains(property.type)
      {
        values += RoundingValues.fractions(of: literals).flatMap { property.values(seenAs: $0) }
      }
      moves += values.prefix(24).map { [ConditionChange(slot: slot, value: $0)] }
    }
    return moves
  }

  // MARK: Distance

  /// How far a state is from a goal; 0 only if it is met.
  private func distance(_ goal: ConditionGoal, _ state: State) -> Double {
    goal.requirements.reduce(0) { $0 + distance($1.node, $1.isTrue, state) }
  }

  private func distance(_ node: SQLNode, _ wanted: Bool, _ state: State) -> Double {
    switch node.kind {
    case .binary("and", let left, let right), .binary("or", let left, let right):
      let parts = [left, right].map { distance($0, wanted, state) }
      let isAll = if case .binary("and", _, _) = node.kind { wanted } else { !wanted }
      return isAll ? parts[0] + parts[1] : min(parts[0], parts[1])
    case .unary("not", let inner): return distance(inner, !wanted, state)
    case .binary(let name, let left, let right) where SQLNode.comparisons.contains(name):
      if isTrue(node, state) == wanted { return 0 }
      return Self.distance(value(left.text, state), value(right.text, state))
    default: return isTrue(node, state) == wanted ? 0 : 1
    }
  }

  /// 0.05 … 1, the nearer the smaller.
  private static func distance(_ left: Value?, _ right: Value?) -> Double {
    guard let left, let right, !left.isNull, !right.isNull else { return 1 }
    if let a = left.sqlNumber, let b = right.sqlNumber {
      let gap = abs(a - b)
      return gap.isFinite ? 0.05 + 0.85 * gap / (gap + 1) : 0.95
    }
    guard case .string(let a) = left, case .string(let b) = right else { return 0.95 }
    let gap = Double(TextDistance.edits(Array(a.utf8.prefix(64)), Array(b.utf8.prefix(64))))
    return 0.05 + 0.85 * gap / (gap + 1)
  }

  // MARK: Small steps

  /// Varies one property after the other as long as it gets nearer.
  private func climb(_ goal: ConditionGoal, from start: Candidate) -> State? {
    var best = start
    let marks = Self.marks(in: goal)
    var isNearer = true
    while isNearer, budget > 0 {
      isNearer = false
      for slot in old.indices {
        for value in Self.steps(from: best.state[slot], marks: marks) {
          guard budget > 0 else { return nil }
          var state = best.state
          state[slot] = value
          if isMet(goal, state) { return state }
          let distance = distance(goal, state)
          if distance < best.distance {
            best = Candidate(state: state, distance: distance)
            isNearer = true
          }
        }
      }
    }
    return nil
  }

  /// Characters that the literals of a goal begin with.
  private static func marks(in goal: ConditionGoal) -> [Character] {
    var marks: [Character] = ["a", "0", " "]
    for requirement in goal.requirements {
      requirement.node.visit { node in
        if case .literal(.text(let text)) = node.kind, let first = text.first,
          !marks.contains(first), marks.count < 8
        {
          marks.append(first)
        }
      }
    }
    return marks
  }

  private static func steps(from value: Value, marks: [Character]) -> [Value] {
    switch value {
    case .int(let number):
      return [1, -1, 10, -10, 1000, -1000, 100_000, -100_000].map { .int(number &+ $0) }
    case .double(let number):
      return [0.01, -0.01, 1, -1, 100, -100].map { .double(number + $0) }
    case .string(let text):
      return marks.map { .string(text + String($0)) }
        + (text.isEmpty
          ? [] : [.string(String(text.dropLast())), .string(String(text.dropFirst()))])
    case .date(let moment):
      let steps: [Int64] = [1, -1, 86_400, -86_400, 31_536_000, -31_536_000]
      return steps.map {
        .date(Timestamp(seconds: moment.seconds &+ $0, nanoseconds: moment.nanoseconds))
      }
    case .bool(let flag): return [.bool(!flag)]
    default: return []
    }
  }
}

enum TextDistance {
  /// How many characters must be put in, taken out or replaced.
  ///
  /// - Complexity: O(*n* · *m*).
  static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (place, first) in a.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for (column, second) in b.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (first == second ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}

/// Decimal fractions whose binary form makes a product miss a whole number.
enum RoundingValues {
  /// - Parameter literals: of the expression; the factor may be among them.
  static func fractions(of literals: [Value]) -> [Value] {
    var values = [Value]()
    for factor in literals.compactMap(\.sqlNumber).prefix(4)
    where factor > 1 && factor < 1e7 && factor == factor.rounded() {
      let missing = (1...400).lazy.map { Double($0) }.filter { count in
        (count / factor * factor).rounded(.towardZero) != count
      }
      values += missing.prefix(3).map { .double($0 / factor) }
    }
    return values + [0.29, 1.15, 2.675, 0.285, 1.005, 0.5, 2.5, 1.5, -1.5, 7].map(Value.sql)
  }
}
