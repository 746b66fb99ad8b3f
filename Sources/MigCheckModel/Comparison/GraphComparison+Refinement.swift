/// The coarsest partition of the nodes in which nodes of one class have equal colours and equal
/// numbers of links, by label, to and from every other class.
///
/// A worklist of classes splits the classes next to them. Of the parts of a class the largest
/// keeps the number and is not looked at again, so that each node is looked at O(log *n*) times:
/// O((*n* + *m*) log *n*) for *n* nodes and *m* edges, where rounds over all nodes would need
/// *n* / 2 of them on a chain of alike objects.
struct GraphRefinement {
  /// The nodes, those of one class next to each other.
  private(set) var elements: [Int32]
  private(set) var classes: [Class]
  /// Whether each class holds equally many nodes of both graphs, as it does in equal graphs.
  private(set) var isBalanced: Bool

  private let firstCount: Int
  /// What a touch of a node needs stands together, so that it costs one access to memory.
  private var cells: [Cell]
  private var worklist: [Int32]
  private var touchedClasses: [Int32] = []

  struct Class {
    /// Where its nodes stand in `elements`.
    fileprivate(set) var start: Int32
    fileprivate(set) var end: Int32
    /// How many of its first nodes have been touched by the present splitter.
    fileprivate var touched: Int32 = 0

    var count: Int { Int(end - start) }
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  private struct Cell {
    var number: Int32
    /// Where the node stands in `elements`.
    var position: Int32
    /// Over the edges to and from the present splitter.
    var sum: UInt64 = 0
  }

  /// The number of a node's class.
  @inline(__always)
  func number(of node: Int) -> Int { Int(cells[node].number) }

  init(_ rest: GraphRest) {
    firstCount = rest.firstCount
    let initial = ColourClasses(rest.colours)
    elements = initial.elements
    isBalanced = initial.isBalanced(firstCount: firstCount)
    classes = (0..<initial.count).map {
      Class(start: initial.starts[$0], end: initial.starts[$0 + 1])
    }
    worklist = Array((0..<Int32(initial.count)).reversed())
    cells = Array(repeating: Cell(number: 0, position: 0), count: rest.count)
    for (number, part) in classes.enumerated() {
      for place in part.range {
        cells[Int(elements[place])] = Cell(number: Int32(number), position: Int32(place))
      }
    }
    var members = [Int32]()
    // With one node of each graph per class the mapping is settled; verification does the rest.
    while isBalanced, classes.count < firstCount, let splitter = worklist.popLast() {
      members.removeAll(keepingCapacity: true)
      members.append(contentsOf: elements[classes[Int(splitter)].range])
      touchNeighbours(of: members, in: rest)
      for number in touchedClasses { split(Int(number)) }
      touchedClasses.removeAll(keepingCapacity: true)
    }
  }

  private mutating func touchNeighbours(of members: [Int32], in rest: GraphRest) {
    for node in members {
      for place in rest.incomingLinks(of: Int(node)) {
        let edge = rest.inEdges[place]
        touch(Int(edge.node), UInt64(edge.label) << 1)
      }
      for place in rest.links(of: Int(node)) {
        let edge = rest.outEdges[place]
        touch(Int(edge.node), UInt64(edge.label) << 1 | 1)
      }
    }
  }

  @inline(__always)
  private mutating func touch(_ node: Int, _ label: UInt64) {
    let number = Int(cells[node].number)
    let place = cells[node].position
    let front = classes[number].start + classes[number].touched
    if place >= front {
      // Touched for the first time: to the front of its class.
      if classes[number].touched == 0 { touchedClasses.append(Int32(number)) }
      if place > front {
        let other = elements[Int(front)]
        elements[Int(front)] = Int32(node)
        elements[Int(place)] = other
        cells[node].position = front
        cells[Int(other)].position = place
      }
      classes[number].touched += 1
    }
    cells[node].sum &+= Mix.scramble(label &+ 1)
  }

  private mutating func split(_ number: Int) {
    let first = Int(classes[number].start)
    let middle = first + Int(classes[number].touched)
    let last = Int(classes[number].end)
    classes[number].touched = 0
    let sum = cells[Int(elements[first])].sum
    var isUniform = true
    for place in first..<middle where cells[Int(elements[place])].sum != sum {
      isUniform = false
      break
    }
    if isUniform {
      clearSums(first..<middle)
      guard middle < last else { return }
      // Two parts: the touched nodes, and the others. The larger one keeps the number.
      if middle - first < last - middle {
        classes[number].start = Int32(middle)
        addClass(first..<middle)
      } else {
        classes[number].end = Int32(middle)
        addClass(middle..<last)
      }
    } else {
      splitBySums(number, first..<middle, last)
    }
  }

  private mutating func clearSums(_ places: Range<Int>) {
    for place in places { cells[Int(elements[place])].sum = 0 }
  }

  /// Parts: the touched nodes by their sums, and the others.
  private mutating func splitBySums(_ number: Int, _ touched: Range<Int>, _ last: Int) {
    var keyed = touched.map { (cells[Int(elements[$0])].sum, elements[$0]) }
    keyed.sort { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
    for (place, pair) in zip(touched, keyed) {
      elements[place] = pair.1
      cells[Int(pair.1)].position = Int32(place)
    }
    var bounds = [touched.lowerBound]
    for offset in 1..<keyed.count where keyed[offset].0 != keyed[offset - 1].0 {
      bounds.append(touched.lowerBound + offset)
    }
    if touched.upperBound < last { bounds.append(touched.upperBound) }
    bounds.append(last)
    clearSums(touched)
    var largest = 0
    for part in 1..<(bounds.count - 1)
    where bounds[part + 1] - bounds[part] > bounds[largest + 1] - bounds[largest] {
      largest = part
    }
    for part in 0..<(bounds.count - 1) {
      if part == largest {
        classes[number].start = Int32(bounds[part])
        classes[number].end = Int32(bounds[part + 1])
      } else {
        addClass(bounds[part]..<bounds[part + 1])
      }
    }
  }

  /// Makes a class of nodes that have left another, which stays balanced if all that leave it are.
  private mutating func addClass(_ places: Range<Int>) {
    let number = Int32(classes.count)
    classes.append(Class(start: Int32(places.lowerBound), end: Int32(places.upperBound)))
    worklist.append(number)
    var balance = 0
    for place in places {
      let node = Int(elements[place])
      cells[node].number = number
      balance += node < firstCount ? 1 : -1
    }
    if balance != 0 { isBalanced = false }
  }
}
