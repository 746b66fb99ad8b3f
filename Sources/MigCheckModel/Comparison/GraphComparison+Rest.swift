/// The part of two graphs that colours leave open: the nodes that have no counterpart yet, and
/// the links among them.
///
/// Links to nodes that have a counterpart go into the colours. The nodes are numbered along their
/// links, so that neighbours stand near each other in memory: what follows links through a large
/// graph in the order of its rows waits for the memory at every step.
struct GraphRest {
  /// Where the edges of a node begin in `outEdges` and `inEdges`.
  struct Starts {
    var out: Int32 = 0
    var incoming: Int32 = 0
  }

  /// Per node of this part: its number in the whole.
  private(set) var nodes: [Int32] = []
  /// How many nodes the first graph has; those of the second follow.
  private(set) var firstCount = 0
  /// Per node: its colour, and by which links it leads to which of the paired nodes.
  private(set) var colours: [UInt64] = []
  /// Per node, and one more.
  private(set) var starts: [Starts] = []
  private(set) var outEdges: [FlatGraphs.Edge] = []
  private(set) var inEdges: [FlatGraphs.Edge] = []

  var count: Int { nodes.count }

  /// - Parameters:
  ///   - colours: per node of `graphs`; equal for nodes that may be counterparts.
  ///   - partner: per node of `graphs`: its counterpart, or −1 for those that make up the rest.
  init(_ graphs: FlatGraphs, colours: [UInt64], partner: [Int32]) {
    let numbers = numberNodes(graphs, partner)
    addLinks(graphs, numbers, colours, partner)
    addIncoming()
  }

  /// How many walks along the links go on at a time. Each waits for the memory at every step;
  /// together they wait once.
  private static let walkCount = 16

  /// Nodes in the order in which links lead to them, walk by walk, those of the first graph first.
  ///
  /// - Returns: per node of the whole: its number here, or below 0.
  private mutating func numberNodes(_ graphs: FlatGraphs, _ partner: [Int32]) -> [Int32] {
    // −1: to be numbered; −2: has a counterpart.
    var numbers = partner.map { $0 < 0 ? Int32(-1) : -2 }
    nodes.reserveCapacity(numbers.count { $0 == -1 })
    for range in [0..<graphs.firstCount, graphs.firstCount..<graphs.count] {
      firstCount = nodes.count
      // In the order in which they were met, each with the walk that met it.
      var met = [(node: Int32, walk: Int32)]()
      var sizes = [Int]()
      var next = 0
      var start = range.lowerBound
      while true {
        while start < range.upperBound, met.count - next < Self.walkCount {
          if numbers[start] == -1 {
            numbers[start] = 0
            met.append((Int32(start), Int32(sizes.count)))
            sizes.append(1)
          }
          start += 1
        }
        guard next < met.count else { break }
        let walk = met[next].walk
        for place in graphs.links(of: Int(met[next].node)) {
          let target = Int(graphs.edges[place].node)
          guard numbers[target] == -1 else { continue }
          numbers[target] = 0
          met.append((Int32(target), walk))
          sizes[Int(walk)] += 1
        }
        next += 1
      }
      number(met, sizes, &numbers)
    }
    return numbers
  }

  /// Puts nodes that were met by several walks at a time in order, walk by walk.
  ///
  /// - Parameter sizes: how many nodes each walk has met.
  private mutating func number(
    _ met: [(node: Int32, walk: Int32)], _ sizes: [Int], _ numbers: inout [Int32]
  ) {
    var places = [Int]()
    var place = nodes.count
    for size in sizes {
      places.append(place)
      place += size
    }
    nodes.append(contentsOf: repeatElement(0, count: met.count))
    for (node, walk) in met {
      let place = places[Int(walk)]
      places[Int(walk)] = place + 1
      nodes[place] = node
      numbers[Int(node)] = Int32(place)
    }
  }

  private mutating func addLinks(
    _ graphs: FlatGraphs, _ numbers: [Int32], _ wholeColours: [UInt64], _ partner: [Int32]
  ) {
    starts = Array(repeating: Starts(), count: count + 1)
    colours = nodes.map { wholeColours[Int($0)] }
    var sums = [UInt64](repeating: 0, count: count)
    // A pair goes by the number of its node in the first graph.
    func pairNumber(_ node: Int) -> UInt64 { UInt64(min(node, Int(partner[node]))) }
    if count == graphs.count { outEdges.reserveCapacity(graphs.edges.count) }
    for (number, node) in nodes.enumerated() {
      starts[number].out = Int32(outEdges.count)
      for place in graphs.links(of: Int(node)) {
        let edge = graphs.edges[place]
        let target = numbers[Int(edge.node)]
        if target >= 0 {
          outEdges.append(FlatGraphs.Edge(node: target, label: edge.label))
          starts[Int(target) + 1].incoming += 1
        } else {
          sums[number] &+= Mix.combine(UInt64(edge.label) << 1, pairNumber(Int(edge.node)))
        }
      }
    }
    starts[count].out = Int32(outEdges.count)
    if count < graphs.count {
      for node in 0..<graphs.count where numbers[node] < 0 {
        for place in graphs.links(of: node) {
          let edge = graphs.edges[place]
          let target = Int(numbers[Int(edge.node)])
          guard target >= 0 else { continue }
          sums[target] &+= Mix.combine(UInt64(edge.label) << 1 | 1, pairNumber(node))
        }
      }
    }
    for number in 0..<count { colours[number] = Mix.combine(colours[number], sums[number]) }
  }

  /// Turns the edges around, by the counts that `addLinks` has left.
  private mutating func addIncoming() {
    for node in 0..<count { starts[node + 1].incoming += starts[node].incoming }
    inEdges = Array(repeating: FlatGraphs.Edge(node: 0, label: 0), count: outEdges.count)
    var next = starts.map(\.incoming)
    for node in 0..<count {
      for place in links(of: node) {
        let edge = outEdges[place]
        inEdges[Int(next[Int(edge.node)])] = FlatGraphs.Edge(node: Int32(node), label: edge.label)
        next[Int(edge.node)] += 1
      }
    }
  }

  /// Where the links from a node stand in `outEdges`.
  @inline(__always)
  func links(of node: Int) -> Range<Int> { Int(starts[node].out)..<Int(starts[node + 1].out) }

  /// Where the links to a node stand in `inEdges`.
  @inline(__always)
  func incomingLinks(of node: Int) -> Range<Int> {
    Int(starts[node].incoming)..<Int(starts[node + 1].incoming)
  }
}
