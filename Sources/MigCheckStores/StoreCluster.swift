/// Objects that stand together in the engine's file: some 256 that were created one after the other.
///
/// The engine goes through the objects of a table group by group, and asks each question of a whole
/// group before it asks the next one. Groups that many objects were deleted from may be joined
/// there, which is not followed here.
///
/// Source: realm-core `src/realm/cluster.hpp` `cluster_node_size`, `table.cpp` `set_embedded`.
package enum StoreCluster {
  /// How many objects stand in the first group.
  package static let size = 256

  package static func number(of key: Int64) -> Int64 { key >> 8 }

  /// The keys of the objects in one group.
  package static func keys(around key: Int64) -> ClosedRange<Int64> {
    let first = key & ~255
    return first...(first + 255)
  }

  /// - Parameter keys: increasing.
  /// - Returns: ranges of indices.
  package static func groups(of keys: [Int64]) -> [Range<Int>] {
    var groups = [Range<Int>]()
    var start = keys.startIndex
    for index in keys.indices where number(of: keys[index]) != number(of: keys[start]) {
      groups.append(start..<index)
      start = index
    }
    if start < keys.endIndex { groups.append(start..<keys.endIndex) }
    return groups
  }
}
