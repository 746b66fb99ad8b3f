/// The coarsest partition of the nodes in which nodes of one class have equal content and equal
/// numbers of links, by label, to and from every other class.
///
/// A worklist of classes splits the classes next to them. Of the parts of a class the largest
/// keeps the number and is not looked at again, so that each node is looked at O(log *n*) times:
/// O((*n* + *m*) log *n*) for *n* nodes and *m* edges, where rounds over all nodes would need
/// *n* / 2 of them on a chain of alike objects.
struct GraphRefinement {
  /// The nodes, those of one class next to each other.
  private(set) var elements: [Int32]
  /// Where each node stands in `elements`.
  private var position: [Int32]
  private(set) var classOf: [Int32]
  /// Per class: its range in `elements`.
  private(set) var start: [Int32] = []
  private(set) var end: [Int32] = []
  /// Whether each class holds equally many nodes of both graphs, as it does in equal graphs.
  private(set) var isBalanced = true

  private let firstCount: Int
  private var worklist: [Int32] = []
  private var isWaiting: [Bool] = []
  /// Per class: how many of its first elements have been touched by the present splitter.
  private var touched: [Int32] = []
  private var touchedClasses: [Int32] = []
  /// Per node: the sum over its edges to and from the present splitter.
  private var sums: [UInt64]

  var classCount: Int { start.count }

  init(_ graphs: FlatGraphs) {
    let count = graphs.count
    firstCount = graphs.firstCount
    sums = Array(repeating: 0, count: count)
    classOf = Array(repeating: 0, count: count)
    elements = []
    position = Array(repeating: 0, count: count)
    // In large graphs of many different neighbourhoods a few rounds over all nodes do most of the
    // work, in the order of the memory; the worklist then does the rest.
    var colours = graphs.content
    if count >= 1024 { for _ in 0..<3 { colours = graphs.recoloured(colours) } }
    makeInitialClasses(colours)
    var members = [Int32]()
    // With one node of each graph per class the mapping is settled; verification does the rest.
    while isBalanced, classCount < firstCount, let splitter = worklist.popLast() {
      isWaiting[Int(splitter)] = false
      members.removeAll(keepingCapacity: true)
      members.append(contentsOf: elements[Int(start[Int(splitter)])..<Int(end[Int(splitter)])])
      touchNeighbours(of: members, in: graphs)
      splitTouched()
    }
  }

  private mutating func makeInitialClasses(_ content: [UInt64]) {
    // An open table from content to class: as many slots again as nodes keep it half empty.
    var capacity = 16
    while capacity < content.count * 2 { capacity *= 2 }
    var slots = [Int32](repeating: -1, count: capacity)
    var hashes = [UInt64]()
    var sizes = [Int32]()
    for (node, hash) in content.enumerated() {
      var slot = Int(truncatingIfNeeded: hash & UInt64(capacity - 1))
      while slots[slot] >= 0, hashes[Int(slots[slot])] != hash {
        slot = (slot + 1) & (capacity - 1)
      }
      if slots[slot] < 0 {
        slots[slot] = Int32(hashes.count)
        hashes.append(hash)
        sizes.append(0)
      }
      classOf[node] = slots[slot]
      sizes[Int(slots[slot])] += 1
    }
    var next: Int32 = 0
    for size in sizes {
      start.append(next)
      end.append(next)
      next += size
    }
    elements = Array(repeating: 0, count: content.count)
    for node in content.indices {
      let place = end[Int(classOf[node])]
      end[Int(classOf[node])] += 1
      elements[Int(place)] = Int32(node)
      position[node] = place
    }
    touched = Array(repeating: 0, count: sizes.count)
    isWaiting = Array(repeating: true, count: sizes.count)
    worklist = (0..<Int32(sizes.count)).reversed()
    for index in start.indices where isBalanced { checkBalance(of: index) }
  }

  private mutating func touchNeighbours(of members: [Int32], in graphs: FlatGraphs) {
    for node in members {
      for edge in Int(graphs.inStart[Int(node)])..<Int(graphs.inStart[Int(node) + 1]) {
        touch(Int(graphs.sources[edge]), UInt64(graphs.sourceLabels[edge]) << 1)
      }
      for edge in Int(graphs.outStart[Int(node)])..<Int(graphs.outStart[Int(node) + 1]) {
        touch(Int(graphs.targets[edge]), UInt64(graphs.labels[edge]) << 1 | 1)
      }
    }
  }

  @inline(__always)
  private mutating func touch(_ node: Int, _ label: UInt64) {
    let index = Int(classOf[node])
    let place = position[node]
    let first = start[index]
    if place >= first + touched[index] {
      // Touched for the first time: to the front of its class.
      if touched[index] == 0 { touchedClasses.append(Int32(index)) }
      let front = first + touched[index]
      let other = elements[Int(front)]
      elements[Int(front)] = Int32(node)
      elements[Int(place)] = other
      position[node] = front
      position[Int(other)] = place
      touched[index] += 1
    }
    sums[node] &+= Mix.scramble(label &+ 1)
  }

  private mutating func splitTouched() {
    for index in touchedClasses { split(Int(index)) }
    touchedClasses.removeAll(keepingCapacity: true)
  }

  private mutating func split(_ index: Int) {
    let first = Int(start[index])
    let middle = first + Int(touched[index])
    let last = Int(end[index])
    touched[index] = 0
    defer { for place in first..<middle { sums[Int(elements[place])] = 0 } }
    let sum = sums[Int(elements[first])]
    let isUniform = (first..<middle).allSatisfy { sums[Int(elements[$0])] == sum }
    if isUniform, middle == last { return }
    // Parts: the touched elements by their sums, and the untouched ones.
    var bounds = [first]
    if !isUniform {
      var keyed = (first..<middle).map { (sums[Int(elements[$0])], elements[$0]) }
      keyed.sort { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
      for (offset, pair) in keyed.enumerated() {
        elements[first + offset] = pair.1
        position[Int(pair.1)] = Int32(first + offset)
      }
      for place in (first + 1)..<middle
      where sums[Int(elements[place])] != sums[Int(elements[place - 1])] {
        bounds.append(place)
      }
    }
    if middle < last { bounds.append(middle) }
    bounds.append(last)
    var largest = 0
    for part in 1..<(bounds.count - 1)
    where bounds[part + 1] - bounds[part] > bounds[largest + 1] - bounds[largest] {
      largest = part
    }
    for part in 0..<(bounds.count - 1) {
      let (partStart, partEnd) = (Int32(bounds[part]), Int32(bounds[part + 1]))
      if part == largest {
        // Balanced if the class was and all other parts are.
        start[index] = partStart
        end[index] = partEnd
        continue
      }
      let number = start.count
      start.append(partStart)
      end.append(partEnd)
      touched.append(0)
      isWaiting.append(true)
      worklist.append(Int32(number))
      for place in bounds[part]..<bounds[part + 1] {
        classOf[Int(elements[place])] = Int32(number)
      }
      checkBalance(of: number)
    }
  }

  private mutating func checkBalance(of index: Int) {
    var balance = 0
    for place in Int(start[index])..<Int(end[index]) {
      balance += Int(elements[place]) < firstCount ? 1 : -1
    }
    if balance != 0 { isBalanced = false }
  }
}
