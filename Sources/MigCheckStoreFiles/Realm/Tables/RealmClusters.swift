/// The objects of one table: their keys, and the leaves that hold their values.
///
/// The values of up to 256 objects lie together in one leaf, in the order of the keys. Source:
/// realm-core `src/realm/cluster.hpp`, `cluster.cpp`, `cluster_tree.cpp`.
struct RealmClusters {
  struct Leaf {
    let node: RealmNode
    let count: Int
  }

  /// Ascending.
  let keys: [Int64]
  let leaves: [Leaf]
  /// Whether the keys are 0, 1, 2 …
  private let isCompact: Bool

  init(at ref: Int, in image: RealmImage) throws {
    var walk = Walk(image: image)
    try walk.visit(ref, offset: 0, depth: 0)
    keys = walk.keys
    leaves = walk.leaves
    // They ascend and none is negative.
    isCompact = walk.keys.last == Int64(walk.keys.count) - 1 || walk.keys.isEmpty
  }

  /// The position of an object among the keys; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*); O(1) where no key is left out.
  func row(of key: Int64) -> Int? {
    if isCompact { return key >= 0 && key < Int64(keys.count) ? Int(key) : nil }
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  private struct Walk {
    let image: RealmImage
    var keys = [Int64]()
    var leaves = [Leaf]()

    init(image: RealmImage) {
      self.image = image
    }

    mutating func visit(_ ref: Int, offset: Int64, depth: Int) throws {
      let node = try image.node(at: ref)
      guard node.isInner else { return try addLeaf(node, offset: offset) }
      guard depth < RealmImage.deepestTree, node.count >= 3 else {
        throw RealmDamage(ref, "a tree of objects is too deep or has no children")
      }
      try image.charge(node.count, at: ref)
      let count = keys.count
      let offsets = try image.reference(node, 0).map {
        try image.unsignedIntegers(try image.node(at: $0))
      }
      // Without offsets each child has room for 256 to the power of its depth.
      let level = try image.tagged(node, 1)
      guard (1...7).contains(level), offsets.map({ $0.count == node.count - 3 }) ?? true else {
        throw RealmDamage(ref, "the children of a tree of objects do not fit their offsets")
      }
      for child in 0..<node.count - 3 {
        let relative = offsets.map { $0[child] } ?? UInt64(child) << UInt64(8 * level)
        guard let next = try image.reference(node, child + 3) else {
          throw RealmDamage(ref, "child \(child) of a tree of objects is missing")
        }
        try visit(next, offset: try sum(offset, relative, at: ref), depth: depth + 1)
      }
      guard try image.tagged(node, 2) == Int64(keys.count - count) else {
        throw RealmDamage(ref, "a tree of objects has another number of them than it claims")
      }
    }

    private mutating func addLeaf(_ node: RealmNode, offset: Int64) throws {
      let count: Int
      switch try image.slot(node, 0) {
      case .tagged(let number):
        guard (0...Int64(RealmNode.largestCount)).contains(number) else {
          throw RealmDamage(node.ref, "a leaf claims \(number) objects")
        }
        count = Int(number)
        try image.charge(count + 1, at: node.ref)
        for key in 0..<UInt64(count) { try add(try sum(offset, key, at: node.ref), at: node.ref) }
      case .reference(let ref):
        let relative = try image.unsignedIntegers(try image.node(at: ref))
        count = relative.count
        for key in relative { try add(try sum(offset, key, at: node.ref), at: node.ref) }
      case .empty:
        throw RealmDamage(node.ref, "a leaf has no keys")
      }
      leaves.append(Leaf(node: node, count: count))
    }

    private mutating func add(_ key: Int64, at ref: Int) throws {
      guard keys.last.map({ $0 < key }) ?? true else {
        throw RealmDamage(ref, "the keys of objects do not ascend")
      }
      keys.append(key)
    }

    private func sum(_ offset: Int64, _ relative: UInt64, at ref: Int) throws -> Int64 {
      guard let relative = Int64(exactly: relative) else {
        throw RealmDamage(ref, "a key of an object is out of range")
      }
      let (key, overflows) = offset.addingReportingOverflow(relative)
      guard !overflows else { throw RealmDamage(ref, "a key of an object is out of range") }
      return key
    }
  }
}
