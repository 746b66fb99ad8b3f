extension RealmOutput {
  /// The most elements of a leaf, and the most children of an inner node. Source: realm-core
  /// `src/realm/node.hpp`, `REALM_MAX_BPNODE_SIZE`.
  static let largestTreeNode = 1000

  /// Adds a B+ tree in which every leaf but the last one is full.
  ///
  /// - Parameters:
  ///   - count: how many elements there are, at least 1.
  ///   - leaf: adds the leaf of some of them.
  mutating func tree(count: Int, leaf: (inout Self, Range<Int>) -> Int) -> Int {
    let size = Self.largestTreeNode
    var children = stride(from: 0, to: count, by: size).map { start in
      let range = start..<min(start + size, count)
      return (ref: leaf(&self, range), count: range.count)
    }
    var capacity = size
    while children.count > 1 {
      children = stride(from: 0, to: children.count, by: size).map { start in
        let part = children[start..<min(start + size, children.count)]
        let total = part.reduce(0) { $0 + $1.count }
        let slots =
          [Self.tagged(capacity)] + part.map { Int64($0.ref) } + [Self.tagged(total)]
        return (ref: references(slots, flags: .inner), count: total)
      }
      capacity *= size
    }
    return children[0].ref
  }

  /// Adds a B+ tree of integers; at least one.
  mutating func integerTree(_ values: [Int64]) -> Int {
    tree(count: values.count) { output, range in output.integers(Array(values[range])) }
  }
}
