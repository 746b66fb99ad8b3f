/// The objects of one or two graphs as numbered nodes: a hash of each one's content without its
/// links, and its links as labelled edges.
///
/// The label of an edge says where in the object the link stands: property, place in a list, key
/// of a dictionary, path into an embedded object. Links of one set share a label.
struct FlatGraphs {
  /// A link, seen from one of its ends.
  struct Edge {
    /// The other end.
    let node: Int32
    let label: UInt32
  }

  /// How many nodes the first graph has; those of the second follow.
  private(set) var firstCount = 0
  /// Per graph and type pair: the number of the node in row 0.
  private(set) var bases: [[Int]] = []
  /// Per graph and type pair: how many rows there are.
  private(set) var rowCounts: [[Int]] = []
  /// Per node: its type and content.
  private(set) var content: [UInt64] = []
  /// Per node, and one more: where the links from it begin in `edges`.
  private(set) var outStart: [Int32] = [0]
  private(set) var edges: [Edge] = []

  private let alignment: GraphAlignment

  var count: Int { content.count }

  init(_ graphs: [ObjectGraph], alignment: GraphAlignment) {
    self.alignment = alignment
    var base = 0
    for (side, graph) in graphs.enumerated() {
      var sideBases = [Int]()
      var sideCounts = [Int]()
      for pair in alignment.types {
        sideBases.append(base)
        let count = graph.tables[side == 0 ? pair.first : pair.second].count
        sideCounts.append(count)
        base += count
      }
      bases.append(sideBases)
      rowCounts.append(sideCounts)
      if side == 0 { firstCount = base }
    }
    content.reserveCapacity(base)
    outStart.reserveCapacity(base + 1)
    for (side, graph) in graphs.enumerated() {
      // Another graph mostly has as many links as the first.
      if side == 1 { edges.reserveCapacity(edges.count * 2) }
      add(graph, side: side)
    }
  }

  private mutating func add(_ graph: ObjectGraph, side: Int) {
    for (type, pair) in alignment.types.enumerated() {
      let table = graph.tables[side == 0 ? pair.first : pair.second]
      let columns = pair.columns.map { table.columns[side == 0 ? $0.first : $0.second] }
      let seeds = pair.columns.indices.map { Mix.combine(UInt64(type) + 77, UInt64($0)) }
      for row in 0..<table.count {
        var hash = Mix.scramble(UInt64(type) + 1)
        for column in columns.indices {
          hash = Mix.combine(
            hash, self.hash(columns[column][row], side: side, path: seeds[column]))
        }
        content.append(hash)
        outStart.append(Int32(edges.count))
      }
    }
  }

  private mutating func hash(_ value: Value, side: Int, path: UInt64) -> UInt64 {
    if let scalar = Mix.scalar(value) { return scalar }
    switch value {
    case .link(let target):
      guard alignment.pairs[side].indices.contains(target.type) else { return 11 }
      let type = alignment.pairs[side][target.type]
      // Of a type that is left out only the presence of the link counts.
      guard type >= 0 else { return 12 }
      guard target.index >= 0, target.index < rowCounts[side][type] else {
        return Mix.combine(13, UInt64(bitPattern: Int64(target.index)))
      }
      edges.append(
        Edge(
          node: Int32(bases[side][type] + target.index), label: UInt32(truncatingIfNeeded: path)))
      return Mix.combine(14, UInt64(type))
    case .embedded(let object):
      let type = alignment.pairs[side][object.type]
      guard type >= 0 else { return 15 }
      var hash = Mix.combine(16, UInt64(type))
      for (index, column) in alignment.types[type].columns.enumerated() {
        let value = object.values[side == 0 ? column.first : column.second]
        hash = Mix.combine(
          hash, self.hash(value, side: side, path: Mix.combine(path, UInt64(index) + 1)))
      }
      return hash
    case .list(let elements):
      var hash = Mix.combine(17, UInt64(elements.count))
      for (index, element) in elements.enumerated() {
        hash = Mix.combine(
          hash, self.hash(element, side: side, path: Mix.combine(path, UInt64(index) + 1)))
      }
      return hash
    case .set(let elements):
      var hash = Mix.combine(18, UInt64(elements.count))
      for element in elements {
        hash &+= Mix.scramble(self.hash(element, side: side, path: path))
      }
      return hash
    case .dictionary(let entries):
      var hash = Mix.combine(19, UInt64(entries.count))
      for entry in entries {
        let key = Mix.string(entry.key)
        hash = Mix.combine(Mix.combine(hash, key), 1)
        hash = Mix.combine(
          hash, self.hash(entry.value, side: side, path: Mix.combine(path, key)))
      }
      return hash
    default: return 20
    }
  }

  /// Where the links from a node stand in `edges`.
  @inline(__always)
  func links(of node: Int) -> Range<Int> { Int(outStart[node])..<Int(outStart[node + 1]) }

  /// Each node's colour mixed with those of its neighbours, by the labels of the links to and
  /// from them.
  ///
  /// What a link reads and writes of its target is half a colour and half a sum: links lead
  /// anywhere, so the less there is of it, the more of it is in a near memory. A chance likeness of
  /// halves leaves two nodes together that a later round, or `GraphRefinement`, takes apart.
  func recoloured(_ colours: [UInt64]) -> [UInt64] {
    var cells = colours.map { Cell(colour: UInt32(truncatingIfNeeded: $0)) }
    cells.withUnsafeMutableBufferPointer { cells in
      edges.withUnsafeBufferPointer { edges in
        outStart.withUnsafeBufferPointer { outStart in
          var fetched = 0
          for node in 0..<cells.count {
            // A few hundred targets at a time are fetched all at once, before any is needed.
            if Int(outStart[node]) == fetched {
              let block = fetched..<Int(outStart[min(node + Self.blockSize, cells.count)])
              // The result is of no interest, and never this one.
              if touch(cells, edges[block]) == .max { break }
              fetched = block.upperBound
            }
            let colour = UInt64(cells[node].colour)
            var sum: UInt32 = 0
            for place in Int(outStart[node])..<Int(outStart[node + 1]) {
              let label = UInt64(edges[place].label) << 1
              let target = Int(edges[place].node)
              sum &+= Mix.half(label, UInt64(cells[target].colour))
              cells[target].sum &+= Mix.half(label | 1, colour)
            }
            cells[node].sum &+= sum
          }
        }
      }
    }
    return zip(colours, cells).map { Mix.combine($0, UInt64($1.sum)) }
  }

  /// Of how many nodes the targets are fetched at a time.
  private static let blockSize = 128

  /// Reads the targets of links.
  ///
  /// - Returns: a sum of bytes, so that no compiler leaves the reading out.
  @inline(never)
  private func touch(
    _ cells: UnsafeMutableBufferPointer<Cell>, _ edges: Slice<UnsafeBufferPointer<Edge>>
  ) -> Int {
    var sum = 0
    for edge in edges { sum &+= Int(cells[Int(edge.node)].colour & 0xFF) }
    return sum
  }

  private struct Cell {
    let colour: UInt32
    var sum: UInt32 = 0
  }

  /// The type pair and row of a node.
  func place(of node: Int) -> (type: Int, row: Int) {
    let side = node < firstCount ? 0 : 1
    // Few types: a search from the end finds the last base that is not beyond the node.
    var type = bases[side].count - 1
    while bases[side][type] > node || rowCounts[side][type] == 0 { type -= 1 }
    return (type, node - bases[side][type])
  }
}
