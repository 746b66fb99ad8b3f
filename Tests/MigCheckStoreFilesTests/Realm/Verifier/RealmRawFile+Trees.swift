extension RealmRawFile {
  /// The elements of a B+ tree; 0 is an empty one.
  func tree(_ ref: Int64, _ type: ColumnType) throws -> [Cell] {
    guard ref != 0 else { return [] }
    return try walk(ref) { try self.leaf($0, type) }
  }

  func integerTree(_ ref: Int64, limit: Int = 1000) throws -> [Int64] {
    try walk(ref, limit: limit) { try self.integers(at: $0) }
  }

  private func walk<Element>(
    _ ref: Int64, depth: Int = 0, limit: Int = 1000, _ leaf: (Int64) throws -> [Element]
  ) throws -> [Element] {
    guard try node(Int(ref), claiming: false).isInner else {
      let elements = try leaf(ref)
      require(elements.count <= limit, "leaf \(ref) has \(elements.count) elements")
      require(depth == 0 || !elements.isEmpty, "leaf \(ref) of a tree is empty")
      return elements
    }
    let slots = try slots(at: ref)
    guard slots.count >= 3, slots.count <= 1002, depth < 5 else {
      throw Problem(description: "inner node \(ref) has \(slots.count) elements")
    }
    var ends = [Int64]()
    var elements = [Element]()
    for child in slots[1..<slots.count - 1] {
      elements += try walk(child, depth: depth + 1, limit: limit, leaf)
      ends.append(Int64(elements.count))
    }
    if slots[0] & 1 == 1 {
      let capacity = slots[0] >> 1
      for (index, end) in ends.dropLast().enumerated() {
        require(end == capacity * Int64(index + 1), "child \(index) of \(ref) is not full")
      }
    } else {
      require(try unsigned(at: slots[0]) == Array(ends.dropLast()), "the offsets of \(ref)")
    }
    require(
      untag(slots[slots.count - 1], "the total of \(ref)") == Int64(elements.count),
      "the total of \(ref)")
    return elements
  }

  func dictionary(_ ref: Int64) throws -> [(key: Cell, value: Cell)] {
    guard ref != 0 else { return [] }
    let slots = try slots(at: ref)
    require(slots.count == 2, "dictionary \(ref) has \(slots.count) parts")
    let keys = try tree(slots[0], ColumnType(code: 2, isNullable: false))
    let values = try tree(slots[1], ColumnType(code: 6, isNullable: true, isInCollection: true))
    require(keys.count == values.count, "dictionary \(ref) has keys without values")
    for (left, right) in zip(keys, keys.dropFirst()) {
      guard case .text(let a) = left, case .text(let b) = right else { continue }
      require(a.lexicographicallyPrecedes(b), "the keys of dictionary \(ref) do not ascend")
    }
    return Array(zip(keys, values))
  }

  /// Whether a value comes before another one in a set or dictionary of one type.
  func precedes(_ left: Cell, _ right: Cell) -> Bool {
    func signed(_ bytes: [UInt8]) -> [Int8] { bytes.map { Int8(bitPattern: $0) } }
    switch (left, right) {
    case (.null, .null): return false
    case (.null, _): return true
    case (.bool(let a), .bool(let b)): return !a && b
    case (.integer(let a), .integer(let b)): return a < b
    case (.real(let a), .real(let b)): return a < b || a.isNaN
    case (.text(let a), .text(let b)), (.binary(let a), .binary(let b)):
      return format < 24
        ? signed(a).lexicographicallyPrecedes(signed(b)) : a.lexicographicallyPrecedes(b)
    case (.date(let a, let b), .date(let c, let d)): return (a, b) < (c, d)
    case (.identifier(let a), .identifier(let b)):
      return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    case (.link(let a, let b), .link(let c, let d)): return (a, b) < (c, d)
    // Numbers of several types, and decimals, are compared where they are written.
    case (.decimal, _), (_, .decimal): return true
    case (.integer, .real), (.real, .integer): return true
    default: return rank(left) < rank(right)
    }
  }

  private func rank(_ cell: Cell) -> Int {
    switch cell {
    case .null: 0
    case .bool: 1
    case .integer, .real, .decimal: 2
    case .text: 3
    case .binary: 4
    case .date: 5
    case .identifier: 6
    case .link: 8
    case .list, .dictionary: 9
    }
  }
}
