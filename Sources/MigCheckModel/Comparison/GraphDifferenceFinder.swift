/// Pairs the objects of two graphs that are not equal, as far as they resemble each other, and
/// says what differs.
///
/// Classes of a full refinement do not show where graphs differ, since one edit recolours all
/// that is near. So colours of radius 3, 2, 1 and 0 are tried in turn, the most specific first.
struct GraphDifferenceFinder {
  let first: ObjectGraph
  let second: ObjectGraph
  let alignment: GraphAlignment
  let graphs: FlatGraphs

  /// - Returns: `equal` if the pairing turns out to be one under which the graphs are.
  func outcome() -> GraphComparison.Outcome {
    var pairing = GraphPairing(graphs)
    pairing.pairByKeys(first, second, alignment)
    pairing.pairByColours()
    pairing.pairByValues(first, second, alignment)
    let differences = GraphDifferenceList(
      verification: GraphVerification(
        first: first, second: second, alignment: alignment, rows: graphs.rows(pairing.partner)),
      graphs: graphs, partner: pairing.partner
    ).all()
    return differences.isEmpty ? .equal : .different(differences)
  }
}

/// A partial mapping of the nodes of two graphs, made by resemblance.
struct GraphPairing {
  /// Per node of either graph: its counterpart, or −1.
  private(set) var partner: [Int32]
  private let graphs: FlatGraphs
  /// Objects that have a primary key are paired by it alone.
  private var isKeyed: [Bool]
  /// Nodes of the first graph whose links have not been followed yet.
  private var queue: [Int32] = []

  init(_ graphs: FlatGraphs) {
    self.graphs = graphs
    partner = Array(repeating: -1, count: graphs.count)
    isKeyed = Array(repeating: false, count: graphs.count)
  }

  private mutating func pair(_ left: Int, _ right: Int) {
    partner[left] = Int32(right)
    partner[right] = Int32(left)
    queue.append(Int32(left))
  }

  mutating func pairByKeys(
    _ first: ObjectGraph, _ second: ObjectGraph, _ alignment: GraphAlignment
  ) {
    for (type, pair) in alignment.types.enumerated() {
      guard let key = pair.primaryKey else { continue }
      let columns = [
        first.tables[pair.first].columns[pair.columns[key].first],
        second.tables[pair.second].columns[pair.columns[key].second],
      ]
      var rows = [[UInt8]: Int]()
      for (row, value) in columns[1].enumerated() {
        isKeyed[graphs.bases[1][type] + row] = true
        // Of equal keys, which only a faulty store has, the first counts.
        let bytes = value.keyBytes
        if rows[bytes] == nil { rows[bytes] = row }
      }
      for (row, value) in columns[0].enumerated() {
        isKeyed[graphs.bases[0][type] + row] = true
        if let match = rows.removeValue(forKey: value.keyBytes) {
          self.pair(graphs.bases[0][type] + row, graphs.bases[1][type] + match)
        }
      }
    }
  }

  mutating func pairByColours() {
    var colours = [graphs.content]
    for _ in 0..<3 { colours.append(graphs.recoloured(colours[colours.count - 1])) }
    for radius in [3, 2, 1, 0] {
      pairEqual(colours[radius], repeated: false)
      followLinks(colours[0])
    }
    for radius in [3, 2, 1, 0] { pairEqual(colours[radius], repeated: true) }
    followLinks(nil)
  }

  /// Pairs free nodes whose colour occurs once in each graph, or else equally coloured ones in
  /// the order of their rows.
  private mutating func pairEqual(_ colours: [UInt64], repeated: Bool) {
    var isFree = [Int]()
    for node in 0..<graphs.count where partner[node] < 0 && !isKeyed[node] { isFree.append(node) }
    isFree.sort { colours[$0] != colours[$1] ? colours[$0] < colours[$1] : $0 < $1 }
    var start = 0
    while start < isFree.count {
      var (end, middle) = (start, start)
      while end < isFree.count, colours[isFree[end]] == colours[isFree[start]] {
        if isFree[end] < graphs.firstCount { middle += 1 }
        end += 1
      }
      let count = min(middle - start, end - middle)
      if repeated || end - start == 2 {
        for offset in 0..<count { pair(isFree[start + offset], isFree[middle + offset]) }
      }
      start = end
    }
  }

  /// Pairs what pairs link to with equal labels, as long as it is alike.
  ///
  /// - Parameter colours: what must be equal; `nil`: only the type must.
  private mutating func followLinks(_ colours: [UInt64]?) {
    if colours == nil { queue = (0..<Int32(graphs.firstCount)).filter { partner[Int($0)] >= 0 } }
    var next = 0
    while next < queue.count {
      let left = Int(queue[next])
      let right = Int(partner[left])
      next += 1
      let rightRange = graphs.links(of: right)
      var edge = rightRange.lowerBound
      for leftEdge in graphs.links(of: left) {
        let label = graphs.edges[leftEdge].label
        // The edges come in the same order of labels wherever both objects agree.
        if edge >= rightRange.upperBound || graphs.edges[edge].label != label {
          guard let found = rightRange.first(where: { graphs.edges[$0].label == label }) else {
            continue
          }
          edge = found
        }
        let (a, b) = (Int(graphs.edges[leftEdge].node), Int(graphs.edges[edge].node))
        edge += 1
        guard partner[a] < 0, partner[b] < 0, !isKeyed[a], !isKeyed[b] else { continue }
        let isAlike =
          colours.map { $0[a] == $0[b] } ?? (graphs.place(of: a).type == graphs.place(of: b).type)
        if isAlike { pair(a, b) }
      }
    }
    queue.removeAll(keepingCapacity: true)
  }

  /// Pairs what is left of each type by the number of equal values; in large numbers by order.
  mutating func pairByValues(
    _ first: ObjectGraph, _ second: ObjectGraph, _ alignment: GraphAlignment
  ) {
    for (type, typePair) in alignment.types.enumerated() {
      func isLeft(_ side: Int) -> [Int] {
        let base = graphs.bases[side][type]
        return (base..<(base + graphs.rowCounts[side][type])).filter {
          partner[$0] < 0 && !isKeyed[$0]
        }
      }
      let left = isLeft(0)
      var right = isLeft(1)
      guard left.count * right.count <= 40_000 else {
        for (a, b) in zip(left, right) { pair(a, b) }
        continue
      }
      for node in left {
        let row = node - graphs.bases[0][type]
        let scores = right.map { other in
          typePair.columns.count { column in
            first.tables[typePair.first].columns[column.first][row]
              == second.tables[typePair.second].columns[column.second][
                other - graphs.bases[1][type]]
          }
        }
        guard let best = scores.max(), let index = scores.firstIndex(of: best) else { break }
        pair(node, right.remove(at: index))
      }
    }
  }
}
