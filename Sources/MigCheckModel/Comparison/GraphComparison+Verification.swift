import MigCheckText

/// Checks a mapping of objects value by value and link by link: what makes "equal" a fact.
struct GraphVerification {
  let first: ObjectGraph
  let second: ObjectGraph
  let alignment: GraphAlignment
  /// Per type pair, per row of the first graph: the row of the second. `nil`: rows with the same
  /// number stand for each other.
  let rows: [[Int32]]?

  /// Whether the mapping covers both graphs and every value agrees.
  ///
  /// - Complexity: O(*n*) in the size of the graphs, O(*k* log *k*) in the size of large sets.
  func holds() -> Bool {
    for (index, pair) in alignment.types.enumerated() {
      guard first.tables[pair.first].count == second.tables[pair.second].count else { return false }
      for column in pair.columns where !isEqual(column, of: pair, index: index) { return false }
    }
    return true
  }

  private func isEqual(
    _ column: GraphAlignment.ColumnPair, of pair: GraphAlignment.TypePair, index: Int
  ) -> Bool {
    let left = first.tables[pair.first].columns[column.first]
    let right = second.tables[pair.second].columns[column.second]
    guard left.count == right.count else { return false }
    if let rows = rows?[index] {
      var start = 0
      while start < left.count {
        let block = start..<min(start + Self.blockSize, left.count)
        // The result is of no interest, and never this one.
        if touch(right, rows[block]) == .max { return false }
        for row in block where !isEqual(left[row], right[Int(rows[row])]) { return false }
        start = block.upperBound
      }
    } else {
      for row in left.indices where !isEqual(left[row], right[row]) { return false }
    }
    return true
  }

  /// How many rows of the second graph are fetched at a time.
  private static let blockSize = 128

  /// Reads a byte of each value. The rows stand anywhere in a large table; read one after another
  /// without anything else to do, they are fetched all at once, where a comparison would wait for
  /// each of them.
  ///
  /// - Returns: a sum of bytes, so that no compiler leaves the reading out.
  @inline(never)
  private func touch(_ column: [Value], _ rows: ArraySlice<Int32>) -> Int {
    column.withUnsafeBytes { bytes in
      var sum = 0
      for row in rows { sum &+= Int(bytes[Int(row) * MemoryLayout<Value>.stride]) }
      return sum
    }
  }

  /// Whether a value of the first graph is the same as one of the second under the mapping.
  func isEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.link(let a), .link(let b)): return isEqual(a, b)
    case (.embedded(let a), .embedded(let b)):
      guard alignment.pairs[0].indices.contains(a.type),
        alignment.pairs[1].indices.contains(b.type),
        alignment.pairs[0][a.type] == alignment.pairs[1][b.type]
      else { return false }
      let type = alignment.pairs[0][a.type]
      guard type >= 0 else { return true }
      return alignment.types[type].columns.allSatisfy {
        isEqual(a.values[$0.first], b.values[$0.second])
      }
    case (.list(let a), .list(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { isEqual($0, $1) }
    case (.set(let a), .set(let b)): return isPermutation(a, b)
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count
        && zip(a, b).allSatisfy { $0.key.isIdentical(to: $1.key) && isEqual($0.value, $1.value) }
    default: return left == right
    }
  }

  private func isEqual(_ left: ObjectReference, _ right: ObjectReference) -> Bool {
    guard alignment.pairs[0].indices.contains(left.type),
      alignment.pairs[1].indices.contains(right.type)
    else { return left == right }
    let type = alignment.pairs[0][left.type]
    guard type == alignment.pairs[1][right.type] else { return false }
    guard type >= 0 else { return true }
    if let rows, rows[type].indices.contains(left.index) {
      return Int(rows[type][left.index]) == right.index
    }
    return left.index == right.index
  }

  private func isPermutation(_ left: [Value], _ right: [Value]) -> Bool {
    guard left.count == right.count else { return false }
    if zip(left, right).allSatisfy({ isEqual($0, $1) }) { return true }
    guard left.count > 16 else {
      var rest = right
      for value in left {
        guard let match = rest.firstIndex(where: { isEqual(value, $0) }) else { return false }
        rest.swapAt(match, rest.count - 1)
        rest.removeLast()
      }
      return true
    }
    // Sort both by what a link becomes under the mapping, and by the hash of other elements;
    // elements with equal keys are compared as above.
    func keyed(_ values: [Value], isLeft: Bool) -> [(key: UInt64, value: Value)] {
      values.map { (key(of: $0, isLeft: isLeft), $0) }.sorted { $0.key < $1.key }
    }
    let (a, b) = (keyed(left, isLeft: true), keyed(right, isLeft: false))
    var place = 0
    while place < a.count {
      var next = place
      while next < a.count, a[next].key == a[place].key {
        guard b[next].key == a[place].key else { return false }
        next += 1
      }
      if next - place > 16 {
        // So many equal elements are no set; their order decides.
        guard (place..<next).allSatisfy({ isEqual(a[$0].value, b[$0].value) }) else {
          return false
        }
      } else if !isPermutation(a[place..<next].map(\.value), b[place..<next].map(\.value)) {
        return false
      }
      place = next
    }
    return true
  }

  private func key(of value: Value, isLeft: Bool) -> UInt64 {
    guard case .link(let target) = value else { return Mix.scalar(value) ?? 0 }
    let pairs = alignment.pairs[isLeft ? 0 : 1]
    guard pairs.indices.contains(target.type), pairs[target.type] >= 0 else { return 1 }
    let type = pairs[target.type]
    guard isLeft, let rows, rows[type].indices.contains(target.index) else {
      return Mix.combine(UInt64(type), UInt64(bitPattern: Int64(target.index)))
    }
    return Mix.combine(UInt64(type), UInt64(bitPattern: Int64(rows[type][target.index])))
  }
}
