import MigCheckModel

/// A way to make a graph simpler.
struct ShrinkPass<Failure: Error> {
  /// Tries candidates until it finds none, or is given up.
  let run: (inout ShrinkSession<Failure>) throws(Failure) -> Void

  /// All passes, in the order of the first round: from coarse to fine.
  static var all: [ShrinkPass] {
    [
      ShrinkPass { (session) throws(Failure) in try session.dropTypes() },
      ShrinkPass { (session) throws(Failure) in try session.defaultColumns() },
      ShrinkPass { (session) throws(Failure) in try session.dropObjects() },
      ShrinkPass { (session) throws(Failure) in try session.contractObjects() },
      ShrinkPass { (session) throws(Failure) in try session.mergeObjects() },
      ShrinkPass { (session) throws(Failure) in try session.simplifyKeys() },
      ShrinkPass { (session) throws(Failure) in try session.simplifyTogether() },
      ShrinkPass { (session) throws(Failure) in try session.simplifyValues() },
      ShrinkPass { (session) throws(Failure) in try session.hoistEmbedded() },
      ShrinkPass { (session) throws(Failure) in try session.cloneEmbedded() },
    ]
  }
}

/// The state of one shrinking: the smallest failing graph so far, and what has been tried.
struct ShrinkSession<Failure: Error> {
  private(set) var graph: ObjectGraph
  private(set) var evaluations = 0
  private var complexity: GraphComplexity
  private var seen: Set<GraphCode> = []
  /// Candidates that failed as well.
  private var successes = 0
  /// The passes in the order in which the next round takes them.
  private var passes = ShrinkPass<Failure>.all
  let budget: Int
  let variations: Int
  let mustEnd: () -> Bool
  let evaluate: (ObjectGraph) throws(Failure) -> Bool
  /// Failures in a row in the present pass.
  private var failures = 0
  /// After how many failures in a row a pass is given up.
  private var patience = 20
  private let hasRequiredLinks: Bool
  /// Whether a pass was given up, so that something may be left to try.
  private var wasImpatient = false

  init(
    _ graph: ObjectGraph, budget: Int, variations: Int, mustEnd: @escaping () -> Bool = { false },
    evaluate: @escaping (ObjectGraph) throws(Failure) -> Bool
  ) {
    self.graph = graph
    self.budget = budget
    self.variations = variations
    self.mustEnd = mustEnd
    self.evaluate = evaluate
    hasRequiredLinks = graph.schema.types.contains { type in
      type.storedProperties.contains { $0.isLink && $0.collection == nil && !$0.isOptional }
    }
    complexity = GraphComplexity(graph)
    seen.insert(graph.canonicalCode())
  }

  var isExhausted: Bool { evaluations >= budget || mustEnd() }

  /// Whether the present pass should stop: no budget, or too many failures in a row.
  var isGivenUp: Bool {
    isExhausted || failures >= patience
  }

  /// Tries a candidate; if it fails as well, it is the new graph.
  mutating func attempt(_ candidate: ObjectGraph) throws(Failure) -> Bool {
    guard !isExhausted else { return false }
    if failures >= patience {
      wasImpatient = true
      return false
    }
    let complexity = GraphComplexity(candidate)
    guard complexity < self.complexity, seen.insert(candidate.canonicalCode()).inserted else {
      return false
    }
    // An edit takes links away, but not the objects that must have them.
    if hasRequiredLinks, !candidate.validate().isEmpty { return false }
    // Evaluated where nothing is optimised, as the tests are not.
    assert(
      candidate.validate().isEmpty, "an edit made an invalid graph: \(candidate.validate())")
    evaluations += 1
    guard try evaluate(candidate) else {
      failures += 1
      if failures >= patience { wasImpatient = true }
      return false
    }
    failures = 0
    successes += 1
    graph = candidate
    self.complexity = complexity
    return true
  }

  mutating func run() throws(Failure) -> ShrinkResult {
    var isMinimal = false
    while !isExhausted {
      wasImpatient = false
      if try !round() {
        // Nothing left for the impatient: look everywhere.
        let isLast = !wasImpatient
        let known = patience
        patience = .max
        guard isLast else { continue }
        if try !lastPass() {
          isMinimal = true
          break
        }
        patience = known
      }
    }
    isMinimal = isMinimal && !isExhausted
    try putInOrder()
    return try result(isMinimal: isMinimal)
  }

  /// Every single removal and simplification once: passes try many together, and leave out what is
  /// seldom of use.
  ///
  /// - Returns: whether one of them made the graph simpler.
  private mutating func lastPass() throws(Failure) -> Bool {
    for type in graph.tables.indices {
      for row in (0..<graph.tables[type].count).reversed() {
        let object = ObjectReference(type: type, index: row)
        if try attempt(graph.removing([object])) { return true }
      }
    }
    let simpler = SimplerValues(schema: graph.schema)
    for (index, type) in graph.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated() {
        let values = graph.tables[index].columns[column]
        let isKey = isKey(type: index, column: column)
        for (row, value) in values.enumerated() {
          for candidate in simpler.candidates(for: value, of: property)
          where !isKey || !values.contains(candidate) {
            if isExhausted { return false }
            let next = graph.setting(candidate, type: index, column: column, row: row)
            if try attempt(next) { return true }
          }
        }
      }
    }
    return false
  }

  /// All passes once: those that made the graph simpler most often come first in the next round.
  ///
  /// - Returns: whether any of them made the graph simpler.
  private mutating func round() throws(Failure) -> Bool {
    let before = complexity
    var gains = [Int]()
    for pass in passes {
      let known = successes
      failures = 0
      try pass.run(&self)
      gains.append(successes - known)
    }
    passes = passes.indices.sorted { first, second in
      gains[first] != gains[second] ? gains[first] > gains[second] : first < second
    }.map { passes[$0] }
    return complexity < before
  }

  /// Puts the objects in an order that does not depend on the start, if the failure keeps.
  private mutating func putInOrder() throws(Failure) {
    guard !isExhausted else { return }
    let colours = graph.colours(rounds: 4)
    let ranks = graph.tables.indices.map { type in
      let properties = graph.schema.types[type].storedProperties
      return (0..<graph.tables[type].count).map { row in
        zip(properties, graph.tables[type].columns).map { property, column in
          ValueComplexity.of(column[row], in: property)
        }
      }
    }
    let order = graph.tables.indices.map { type in
      (0..<graph.tables[type].count).sorted { first, second in
        let (a, b) = (ranks[type][first], ranks[type][second])
        if a != b { return a.lexicographicallyPrecedes(b) }
        let (colour, other) = (colours[type][first], colours[type][second])
        return colour != other ? colour < other : first < second
      }
    }
    guard order.contains(where: { $0 != Array($0.indices) }) else { return }
    let candidate = graph.reordered(order)
    evaluations += 1
    if try evaluate(candidate) { graph = candidate }
  }
}
