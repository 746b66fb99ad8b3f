/// The nodes grouped by colour, in time and memory linear in their number.
///
/// The nodes are first dealt into piles by some bits of their colours, so that the table that
/// tells the colours of a pile apart stays small enough for the fastest memory: one table over
/// millions of nodes would wait for the main memory at every one of them.
struct ColourClasses {
  /// The nodes, those of one colour next to each other and in ascending order.
  private(set) var elements: [Int32]
  /// Per class, and one more: where its nodes begin in `elements`.
  private(set) var starts: [Int32] = []

  private struct Entry {
    var colour: UInt64 = 0
    var node: Int32 = 0
    /// The number of its class within the pile.
    var group: Int32 = 0
  }

  init(_ colours: [UInt64]) {
    let count = colours.count
    elements = Array(repeating: 0, count: count)
    var shift: UInt64 = 64
    while shift > 50, count >> (64 - Int(shift)) > 2048 { shift -= 1 }
    let pileCount = 1 << (64 - Int(shift))
    var pileStarts = [Int](repeating: 0, count: pileCount + 1)
    // A shift by 64 gives 0.
    for colour in colours { pileStarts[Int(colour >> shift) + 1] += 1 }
    for pile in 0..<pileCount { pileStarts[pile + 1] += pileStarts[pile] }
    var next = pileStarts
    var entries = [Entry](repeating: Entry(), count: count)
    for (node, colour) in colours.enumerated() {
      let pile = Int(colour >> shift)
      entries[next[pile]] = Entry(colour: colour, node: Int32(node))
      next[pile] += 1
    }
    var table = [Int32]()
    for pile in 0..<pileCount where pileStarts[pile] < pileStarts[pile + 1] {
      addClasses(of: &entries, in: pileStarts[pile]..<pileStarts[pile + 1], table: &table)
    }
    starts.append(Int32(count))
  }

  /// Numbers the colours of one pile and puts its nodes in their places.
  private mutating func addClasses(
    of entries: inout [Entry], in pile: Range<Int>, table: inout [Int32]
  ) {
    let first = entries[pile.lowerBound].colour
    guard entries[pile].contains(where: { $0.colour != first }) else {
      starts.append(Int32(pile.lowerBound))
      for place in pile { elements[place] = entries[place].node }
      return
    }
    // As many slots again as entries keep the table half empty.
    var capacity = 16
    while capacity < pile.count * 2 { capacity *= 2 }
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(-1, count: capacity))
    // Per class of the pile: its first entry, and its size, then where its next node goes.
    var (leaders, sizes) = ([Int32](), [Int32]())
    for place in pile {
      let colour = entries[place].colour
      var slot = Int(truncatingIfNeeded: colour & UInt64(capacity - 1))
      while table[slot] >= 0, entries[Int(leaders[Int(table[slot])])].colour != colour {
        slot = (slot + 1) & (capacity - 1)
      }
      if table[slot] < 0 {
        table[slot] = Int32(leaders.count)
        leaders.append(Int32(place))
        sizes.append(0)
      }
      entries[place].group = table[slot]
      sizes[Int(table[slot])] += 1
    }
    var start = Int32(pile.lowerBound)
    for group in sizes.indices {
      starts.append(start)
      let size = sizes[group]
      sizes[group] = start
      start += size
    }
    for place in pile {
      let group = Int(entries[place].group)
      elements[Int(sizes[group])] = entries[place].node
      sizes[group] += 1
    }
  }

  var count: Int { starts.count - 1 }

  /// Whether each class holds equally many nodes of both graphs, as it does in equal graphs.
  func isBalanced(firstCount: Int) -> Bool {
    for index in 0..<count {
      var balance = 0
      for place in Int(starts[index])..<Int(starts[index + 1]) {
        balance += Int(elements[place]) < firstCount ? 1 : -1
      }
      guard balance == 0 else { return false }
    }
    return true
  }

  /// Per node: the only other one of its colour, or −1.
  func pairs() -> [Int32] {
    var partner = [Int32](repeating: -1, count: elements.count)
    for index in 0..<count where starts[index + 1] - starts[index] == 2 {
      let place = Int(starts[index])
      partner[Int(elements[place])] = elements[place + 1]
      partner[Int(elements[place + 1])] = elements[place]
    }
    return partner
  }
}
