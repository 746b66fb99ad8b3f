import MigCheckText

/// Finds the counterpart of every node, where refinement leaves several that look alike.
///
/// Nodes alone in their class are paired at once. The others fall into components, linked by
/// their own links; a component of the first graph is tried on those of the second with
/// the same classes. Inside, pairing one node forces the targets of its links and the only source
/// of a kind; what stays free is chosen and, if it leads to a contradiction, chosen again. In
/// trees no choice is wrong, so that only real symmetry costs anything.
struct GraphMatching {
  enum Outcome {
    case matched
    /// No mapping of the classes exists.
    case impossible
    case exhausted
  }

  private(set) var outcome = Outcome.matched
  /// Per node of either graph: its counterpart, or −1.
  private(set) var partner: [Int32]
  /// Whether anything was chosen among several nodes of one class.
  private(set) var hasChoices = false

  private let graphs: GraphRest
  private let classes: GraphRefinement
  private var budget: Int

  /// Pairs made since the component was begun, in order.
  private var trail: [Int32] = []
  /// How much of `trail` has had its links followed.
  private var followed = 0
  /// Nodes of the first graph with neighbours that may be free, in order.
  private var deferred: [Int32] = []
  private var nextDeferred = 0
  private var frames: [Frame] = []

  /// A choice: the source or target at `place` of one list goes with one of the other.
  private struct Frame {
    let left: [Neighbour]
    let right: [Neighbour]
    let place: Int
    /// The candidates: where in `right` the neighbours of the same kind stand.
    let group: Range<Int>
    /// How many candidates have been tried.
    var tried: Int
    let trail: Int
    let deferred: Int
    let nextDeferred: Int
  }

  /// A node beside another, by what connects them.
  private struct Neighbour {
    let label: UInt64
    let kind: Int32
    let node: Int32

    func isAlike(_ other: Neighbour) -> Bool { label == other.label && kind == other.kind }

    func precedes(_ other: Neighbour) -> Bool {
      label != other.label ? label < other.label : kind < other.kind
    }
  }

  init(_ graphs: GraphRest, _ classes: GraphRefinement, budget: Int) {
    self.graphs = graphs
    self.classes = classes
    self.budget = budget
    partner = Array(repeating: -1, count: graphs.count)
    for part in classes.classes where part.count == 2 {
      let place = Int(part.start)
      partner[Int(classes.elements[place])] = classes.elements[place + 1]
      partner[Int(classes.elements[place + 1])] = classes.elements[place]
    }
    guard partner.contains(-1) else { return }
    hasChoices = true
    matchComponents()
  }

  private mutating func matchComponents() {
    let left = Components(self, of: 0..<graphs.firstCount)
    let right = Components(self, of: graphs.firstCount..<graphs.count)
    // Components of the second graph by their signature, the last first.
    let order = right.all.indices.sorted {
      right.all[$0].signature != right.all[$1].signature
        ? right.all[$0].signature < right.all[$1].signature : $0 > $1
    }
    var bySignature = [UInt64: [Int]]()
    for index in order { bySignature[right.all[index].signature, default: []].append(index) }
    for component in left.all {
      var candidates = bySignature.removeValue(forKey: component.signature) ?? []
      var place = candidates.count - 1
      while place >= 0, !isMatch(component, right.nodes[right.all[candidates[place]].range]) {
        if outcome == .exhausted { return }
        place -= 1
      }
      guard place >= 0 else {
        outcome = .impossible
        return
      }
      candidates.remove(at: place)
      bySignature[component.signature] = candidates
    }
  }

  /// Whether one component goes with the other; if so they are paired.
  private mutating func isMatch(_ left: Component, _ right: ArraySlice<Int32>) -> Bool {
    let wanted = classes.number(of: Int(left.root))
    for node in right where classes.number(of: Int(node)) == wanted {
      trail.removeAll(keepingCapacity: true)
      frames.removeAll(keepingCapacity: true)
      deferred.removeAll(keepingCapacity: true)
      (followed, nextDeferred) = (0, 0)
      if pair(left.root, node), search() { return true }
      if outcome == .exhausted { return false }
    }
    return false
  }
}

// MARK: - Components

extension GraphMatching {
  private struct Component {
    /// Where its nodes stand among those of all components.
    let range: Range<Int>
    let signature: UInt64
    /// A node of the component's rarest class.
    let root: Int32
  }

  private struct Components {
    private(set) var all: [Component] = []
    /// The nodes, those of one component next to each other.
    private(set) var nodes: [Int32] = []

    init(_ matching: GraphMatching, of range: Range<Int>) {
      let graphs = matching.graphs
      var isSeen = [Bool](repeating: false, count: range.count)
      func visit(_ node: Int32) {
        let place = Int(node) - range.lowerBound
        guard matching.partner[Int(node)] < 0, !isSeen[place] else { return }
        isSeen[place] = true
        nodes.append(node)
      }
      var next = 0
      for node in range {
        visit(Int32(node))
        guard next < nodes.count else { continue }
        let start = next
        while next < nodes.count {
          let current = Int(nodes[next])
          next += 1
          for place in graphs.links(of: current) { visit(graphs.outEdges[place].node) }
          for place in graphs.incomingLinks(of: current) { visit(graphs.inEdges[place].node) }
        }
        addComponent(start..<next, matching.classes)
      }
    }

    private mutating func addComponent(_ range: Range<Int>, _ classes: GraphRefinement) {
      var signature: UInt64 = 0
      var root = nodes[range.lowerBound]
      var rarest = Int.max
      for node in nodes[range] {
        let number = classes.number(of: Int(node))
        signature &+= Mix.scramble(UInt64(number) + 1)
        let size = classes.classes[number].count
        if size < rarest { (root, rarest) = (node, size) }
      }
      all.append(Component(range: range, signature: signature, root: root))
    }
  }
}

// MARK: - Search

extension GraphMatching {
  /// Pairs two nodes if nothing speaks against it.
  private mutating func pair(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (partner[Int(left)], partner[Int(right)])
    if a >= 0 || b >= 0 { return a == right && b == left }
    guard classes.number(of: Int(left)) == classes.number(of: Int(right)) else { return false }
    partner[Int(left)] = right
    partner[Int(right)] = left
    trail.append(left)
    return true
  }

  /// Completes the pairing that `trail` begins, or undoes all of it.
  private mutating func search() -> Bool {
    var isConsistent = true
    while true {
      while isConsistent, followed < trail.count {
        isConsistent = follow(trail[followed])
        followed += 1
      }
      if isConsistent {
        guard nextDeferred < deferred.count else { return true }
        isConsistent = choose()
        continue
      }
      guard backtrack() else { return false }
      isConsistent = true
    }
  }

  /// Checks the links of a pair to all pairs so far, and pairs what they force.
  private mutating func follow(_ left: Int32) -> Bool {
    let right = Int(partner[Int(left)])
    let left = Int(left)
    var isFree = false
    let sum = linkSum(of: left, isLeft: true, isFree: &isFree)
    guard sum == linkSum(of: right, isLeft: false, isFree: &isFree) else { return false }
    guard isFree else { return true }
    let (leftLinks, rightLinks) = (graphs.links(of: left), graphs.links(of: right))
    guard leftLinks.count == rightLinks.count else { return false }
    for (place, other) in zip(leftLinks, rightLinks) {
      let (link, counterpart) = (graphs.outEdges[place], graphs.outEdges[other])
      guard link.label == counterpart.label else { return false }
      // Links of one set stand next to each other under one label; they are free.
      if place > leftLinks.lowerBound, graphs.outEdges[place - 1].label == link.label { continue }
      if place + 1 < leftLinks.upperBound, graphs.outEdges[place + 1].label == link.label {
        continue
      }
      guard pair(link.node, counterpart.node) else { return false }
    }
    deferred.append(Int32(left))
    return true
  }

  /// A sum over the links to and from nodes that have a counterpart: by label and by the node of
  /// the second graph.
  private func linkSum(of node: Int, isLeft: Bool, isFree: inout Bool) -> UInt64 {
    var sum: UInt64 = 0
    func add(_ neighbour: Int32, _ label: UInt64) {
      let counterpart = partner[Int(neighbour)]
      if counterpart < 0 {
        isFree = true
      } else {
        sum &+= Mix.combine(label, UInt64(isLeft ? counterpart : neighbour))
      }
    }
    for place in graphs.links(of: node) {
      let edge = graphs.outEdges[place]
      add(edge.node, UInt64(edge.label) << 1)
    }
    for place in graphs.incomingLinks(of: node) {
      let edge = graphs.inEdges[place]
      add(edge.node, UInt64(edge.label) << 1 | 1)
    }
    return sum
  }

  /// Neighbours without counterpart, alike ones next to each other.
  private func freeNeighbours(of node: Int) -> [Neighbour] {
    var neighbours = [Neighbour]()
    func add(_ neighbour: Int32, _ label: UInt64) {
      guard partner[Int(neighbour)] < 0 else { return }
      neighbours.append(
        Neighbour(label: label, kind: Int32(classes.number(of: Int(neighbour))), node: neighbour))
    }
    for place in graphs.links(of: node) {
      let edge = graphs.outEdges[place]
      add(edge.node, UInt64(edge.label) << 1)
    }
    for place in graphs.incomingLinks(of: node) {
      let edge = graphs.inEdges[place]
      add(edge.node, UInt64(edge.label) << 1 | 1)
    }
    neighbours.sort { $0.precedes($1) || $0.isAlike($1) && $0.node < $1.node }
    return neighbours
  }

  /// Pairs the next free neighbour of the next node that has any.
  private mutating func choose() -> Bool {
    let left: [Neighbour]
    let right: [Neighbour]
    var place = 0
    if let frame = frames.last, frame.nextDeferred == nextDeferred {
      // The node has been taken up before: its lists still hold all that are free.
      (left, right, place) = (frame.left, frame.right, frame.place + 1)
    } else {
      let node = Int(deferred[nextDeferred])
      left = freeNeighbours(of: node)
      right = freeNeighbours(of: Int(partner[node]))
      guard left.count == right.count, zip(left, right).allSatisfy({ $0.isAlike($1) }) else {
        return false
      }
    }
    while place < left.count, partner[Int(left[place].node)] >= 0 { place += 1 }
    guard place < left.count else {
      nextDeferred += 1
      return true
    }
    frames.append(
      Frame(
        left: left, right: right, place: place,
        group: Self.group(of: left[place], in: right), tried: 0, trail: trail.count,
        deferred: deferred.count, nextDeferred: nextDeferred))
    return tryNext()
  }

  private static func group(of neighbour: Neighbour, in list: [Neighbour]) -> Range<Int> {
    func bound(_ isBefore: (Neighbour) -> Bool) -> Int {
      var (low, high) = (0, list.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(list[middle]) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return bound { $0.precedes(neighbour) }..<bound { !neighbour.precedes($0) }
  }

  /// Tries further candidates of the last choice, from its own place on and around.
  private mutating func tryNext() -> Bool {
    let last = frames.count - 1
    let (group, place) = (frames[last].group, frames[last].place)
    let wanted = frames[last].left[place].node
    while frames[last].tried < group.count {
      let offset = (place - group.lowerBound + frames[last].tried) % group.count
      frames[last].tried += 1
      let candidate = frames[last].right[group.lowerBound + offset].node
      if partner[Int(candidate)] < 0, pair(wanted, candidate) { return true }
    }
    return false
  }

  /// Undoes everything up to the last choice that has another candidate.
  ///
  /// - Returns: false if there is none, or the budget is used up.
  private mutating func backtrack() -> Bool {
    while let frame = frames.last {
      undo(to: frame.trail)
      deferred.removeLast(deferred.count - frame.deferred)
      nextDeferred = frame.nextDeferred
      if outcome == .exhausted { break }
      if tryNext() { return true }
      frames.removeLast()
    }
    undo(to: 0)
    return false
  }

  private mutating func undo(to count: Int) {
    budget -= trail.count - count + 1
    if budget < 0 { outcome = .exhausted }
    for left in trail[count...] {
      partner[Int(partner[Int(left)])] = -1
      partner[Int(left)] = -1
    }
    trail.removeLast(trail.count - count)
    followed = min(followed, count)
  }
}
