// A B+ tree holds the elements of one list, set or dictionary, and of long lists of back links: a
// leaf of at most 1000 elements, or an inner node. Source: realm-core `src/realm/bplustree.cpp`.

extension RealmImage {
  /// No tree of a file that fits onto a disk is deeper.
  static let deepestTree = 16

  /// Visits the leaves of a tree in order.
  ///
  /// - Parameter leaf: reads a leaf; returns how many elements it has.
  /// - Returns: how many elements the tree has.
  @discardableResult
  func visitTree(at ref: Int, depth: Int = 0, _ leaf: (RealmNode) throws -> Int) throws -> Int {
    let node = try node(at: ref)
    try charge(1, at: ref)
    guard node.isInner else { return try leaf(node) }
    guard depth < Self.deepestTree else { throw RealmDamage(ref, "a tree is too deep") }
    // The first element says where the children begin, the last one how many elements there are.
    guard node.count >= 3 else { throw RealmDamage(ref, "an inner node has no children") }
    var count = 0
    for index in 1..<node.count - 1 {
      guard let child = try reference(node, index) else {
        throw RealmDamage(ref, "child \(index) of a tree is missing")
      }
      count += try visitTree(at: child, depth: depth + 1, leaf)
    }
    let total = try tagged(node, node.count - 1)
    guard total == Int64(count) else {
      throw RealmDamage(ref, "a tree claims \(total) elements and has \(count)")
    }
    return count
  }

  /// All elements of a tree of integers.
  func integersOfTree(at ref: Int) throws -> [Int64] {
    var result = [Int64]()
    try visitTree(at: ref) { leaf in
      result += try integers(leaf)
      return leaf.count
    }
    return result
  }
}
