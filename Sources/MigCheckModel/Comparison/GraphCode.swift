/// A fingerprint of a graph that renaming of its objects mostly leaves as it is.
///
/// Graphs with equal codes are equal up to renaming (but for a collision of 128 bits, which
/// nothing ever depends on being absent); equal graphs with much symmetry may have different
/// codes. So a code tells what need not be looked at again, never that graphs differ.
package struct GraphCode: Sendable, Hashable {
  package let high: UInt64
  package let low: UInt64
}

extension ObjectGraph {
  /// Invariant colours of the objects: by content, and by that of what is linked to them.
  ///
  /// - Parameter rounds: how far away a difference still shows.
  /// - Returns: per type, per row; equal for objects that a renaming of the graph could exchange.
  /// - Complexity: O(*n*) in the size of the graph, for each round.
  package func colours(rounds: Int) -> [[UInt64]] {
    let alignment = GraphAlignment(schema, schema, ignoring: [])
    let graphs = FlatGraphs([self], alignment: alignment)
    var colours = graphs.content
    for _ in 0..<rounds { colours = graphs.recoloured(colours) }
    return graphs.bases[0].indices.map { type in
      let base = graphs.bases[0][type]
      return Array(colours[base..<(base + graphs.rowCounts[0][type])])
    }
  }

  /// The code of the graph with its objects in the order of their colours.
  /// - Complexity: O(*n* log *n*) in the size of the graph.
  package func canonicalCode() -> GraphCode {
    let rounds = min(8, max(1, objectCount))
    let order = colours(rounds: rounds).map { colours in
      colours.indices.sorted {
        colours[$0] != colours[$1] ? colours[$0] < colours[$1] : $0 < $1
      }
    }
    // Where each row comes to stand.
    let places = order.map { rows in
      var places = Array(repeating: 0, count: rows.count)
      for (place, row) in rows.enumerated() { places[row] = place }
      return places
    }
    var digest = GraphDigest(places: places)
    for (type, rows) in order.enumerated() {
      digest.add(UInt64(rows.count))
      for column in tables[type].columns {
        for row in rows { digest.add(digest.hash(column[row])) }
      }
    }
    return GraphCode(high: digest.high, low: digest.low)
  }
}

/// Two hashes side by side over the same values.
private struct GraphDigest {
  let places: [[Int]]
  private(set) var high: UInt64 = 1
  private(set) var low: UInt64 = 2

  init(places: [[Int]]) {
    self.places = places
  }

  mutating func add(_ pair: (UInt64, UInt64)) {
    high = Mix.combine(high, pair.0)
    low = Mix.combine(low, pair.1)
  }

  mutating func add(_ value: UInt64) { add((value, value)) }

  func hash(_ value: Value) -> (UInt64, UInt64) {
    if let scalar = Mix.scalar(value) { return (scalar, Mix.scramble(scalar ^ 0xA5A5)) }
    var digest = GraphDigest(places: [])
    switch value {
    case .link(let target):
      digest.add(UInt64(target.type) + 3)
      let isKnown =
        places.indices.contains(target.type) && places[target.type].indices.contains(target.index)
      digest.add(
        UInt64(bitPattern: Int64(isKnown ? places[target.type][target.index] : target.index)))
    case .embedded(let object):
      digest.add(UInt64(object.type) + 1_000_003)
      for value in object.values { digest.add(hash(value)) }
    case .list(let elements):
      digest.add(UInt64(elements.count) + 2_000_003)
      for element in elements { digest.add(hash(element)) }
    case .set(let elements):
      var sum: (UInt64, UInt64) = (0, 0)
      for element in elements {
        let hash = hash(element)
        sum.0 &+= Mix.scramble(hash.0)
        sum.1 &+= Mix.scramble(hash.1)
      }
      digest.add(UInt64(elements.count) + 3_000_003)
      digest.add(sum)
    case .dictionary(let entries):
      digest.add(UInt64(entries.count) + 4_000_003)
      for entry in entries {
        digest.add(Mix.string(entry.key))
        digest.add(hash(entry.value))
      }
    default: break
    }
    return (digest.high, digest.low)
  }
}
