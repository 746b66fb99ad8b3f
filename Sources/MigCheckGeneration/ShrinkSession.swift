import MigCheckModel

/// The state of one shrinking: the smallest failing graph so far, and what has been tried.
struct ShrinkSession<Failure: Error> {
  private(set) var graph: ObjectGraph
  private(set) var evaluations = 0
  private var complexity: GraphComplexity
  private var seen: Set<GraphCode> = []
  private let budget: Int
  private let evaluate: (ObjectGraph) throws(Failure) -> Bool
  /// Failures in a row in the present pass.
  private var failures = 0
  /// After how many failures in a row a pass is given up.
  private var patience = 20
  /// Whether a pass was given up, so that something may be left to try.
  private var wasImpatient = false

  init(
    _ graph: ObjectGraph, budget: Int, evaluate: @escaping (ObjectGraph) throws(Failure) -> Bool
  ) {
    self.graph = graph
    self.budget = budget
    self.evaluate = evaluate
    complexity = GraphComplexity(graph)
    seen.insert(graph.canonicalCode())
  }

  var isExhausted: Bool { evaluations >= budget }

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
    #if DEBUG
      let faults = candidate.validate()
      precondition(faults.isEmpty, "an edit made an invalid graph: \(faults)")
    #endif
    evaluations += 1
    guard try evaluate(candidate) else {
      failures += 1
      return false
    }
    failures = 0
    graph = candidate
    self.complexity = complexity
    return true
  }

  mutating func run() throws(Failure) -> ShrinkResult {
    var isMinimal = false
    while !isExhausted {
      wasImpatient = false
      if try !round() {
        if !wasImpatient, patience == .max {
          isMinimal = true
          break
        }
        if !wasImpatient {
          isMinimal = !isExhausted
          break
        }
        // Nothing left for the impatient: look everywhere.
        patience = .max
      }
    }
    isMinimal = isMinimal && !isExhausted
    try putInOrder()
    return try result(isMinimal: isMinimal)
  }

  /// All passes once.
  ///
  /// - Returns: whether any of them made the graph simpler.
  private mutating func round() throws(Failure) -> Bool {
    let before = complexity
    failures = 0
    try dropTypes()
    failures = 0
    try defaultColumns()
    failures = 0
    try dropObjects()
    failures = 0
    try contractObjects()
    failures = 0
    try mergeObjects()
    failures = 0
    try simplifyKeys()
    failures = 0
    try simplifyTogether()
    failures = 0
    try simplifyValues()
    return complexity < before
  }

  /// Puts the objects in an order that does not depend on the start, if the failure keeps.
  private mutating func putInOrder() throws(Failure) {
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
    guard order.contains(where: { $0 != Array($0.indices) }), !isExhausted else { return }
    let candidate = graph.reordered(order)
    evaluations += 1
    if try evaluate(candidate) { graph = candidate }
  }
}

// MARK: - What matters

extension ShrinkSession {
  /// Varies what is left, to find the values that do not matter.
  private mutating func result(isMinimal: Bool) throws(Failure) -> ShrinkResult {
    var result = ShrinkResult(
      graph: graph, evaluations: evaluations, variations: 0, isMinimal: isMinimal, anyMarks: [],
      unneeded: [], needed: [])
    for (index, type) in graph.schema.types.enumerated() where !type.isEmbedded {
      let count = graph.tables[index].count
      guard count > 0 else {
        result.unneeded.append(PropertyPath(type: type.name))
        continue
      }
      result.needed.append(PropertyPath(type: type.name))
      for (column, property) in type.storedProperties.enumerated() {
        let values = graph.tables[index].columns[column]
        let isScalar = property.collection == nil && !property.isLink
        var marked = [Int]()
        if isScalar, evaluations + result.variations < budget + 64 {
          marked = try unimportantRows(of: property, type: index, column: column, in: &result)
        }
        result.anyMarks += marked.map {
          ShrinkResult.AnyMark(type: type.name, property: property.name, row: $0)
        }
        let isInitial = values.allSatisfy { $0 == property.initialValue }
        let isUnneeded = isInitial && !isScalar || marked.count == count
        let path = PropertyPath(type: type.name, property: property.name)
        if isUnneeded { result.unneeded.append(path) } else { result.needed.append(path) }
      }
    }
    return result
  }

  private mutating func unimportantRows(
    of property: Property, type: Int, column: Int, in result: inout ShrinkResult
  ) throws(Failure) -> [Int] {
    // A value that does not matter was made the simplest one: what is not must be as it is.
    let values = graph.tables[type].columns[column]
    let keys = isKey(type: type, column: column) ? simplestKeys(of: property, values.count) : []
    let rows = values.indices.filter { row in
      values[row] == property.initialValue || values[row] == property.zeroValue
        || keys.contains(values[row])
    }
    guard !rows.isEmpty else { return [] }
    // All rows at once first: most properties have nothing to do with the failure.
    if try isUnimportant(rows, of: property, type: type, column: column, in: &result) {
      return rows
    }
    guard rows.count > 1 else { return [] }
    var marked = [Int]()
    for row in rows {
      if try isUnimportant([row], of: property, type: type, column: column, in: &result) {
        marked.append(row)
      }
    }
    return marked
  }

  private func simplestKeys(of property: Property, _ count: Int) -> [Value] {
    (0..<count).compactMap { Value.simple(property.type, $0) }
  }

  /// Whether the failure keeps with other values in some rows.
  private mutating func isUnimportant(
    _ rows: [Int], of property: Property, type: Int, column: Int, in result: inout ShrinkResult
  ) throws(Failure) -> Bool {
    let values = graph.tables[type].columns[column]
    for offset in [5, 70] {
      var varied = graph
      for row in rows {
        let count = property.type == .bool ? 0 : offset + row
        var value = Value.simple(property.type, count) ?? property.zeroValue
        if value == values[row] { value = Value.simple(property.type, count + 1) ?? value }
        varied.tables[type].columns[column][row] = value
      }
      guard varied.validate().isEmpty else { return false }
      result.variations += 1
      guard try evaluate(varied) else { return false }
      if property.type == .bool { break }
    }
    return true
  }
}
