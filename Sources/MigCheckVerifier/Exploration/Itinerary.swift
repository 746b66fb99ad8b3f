/// Which of the paths from a start version a trial takes.
enum Itinerary: Sendable, Equatable {
  /// All that there are.
  case everyPath
  /// Some of them, each given by the positions of its versions; all end at the same one, which need
  /// not be the last.
  case selected([[Int]])

  /// How many paths of a trial run to the last version if nothing is refused.
  ///
  /// - Parameter all: how many paths there are.
  func count(of all: UInt64) -> UInt64 {
    switch self {
    case .everyPath: all
    case .selected(let paths): UInt64(paths.count)
    }
  }

  /// Where the paths end.
  ///
  /// - Parameter last: the position of the last version.
  func end(last: Int) -> Int {
    switch self {
    case .everyPath: last
    case .selected(let paths): paths.first?.last ?? last
    }
  }

  /// The paths on from the start version.
  var onward: [ArraySlice<Int>] {
    switch self {
    case .everyPath: []
    case .selected(let paths): paths.map { $0.dropFirst() }
    }
  }

  /// The hops from a node, by where they lead to.
  ///
  /// - Parameter span: holds the upgrades that there are.
  func legs(from node: Node, in span: VersionSpan) -> [Leg] {
    if case .everyPath = self {
      return span.targets(from: node.position).map {
        Leg(target: $0, pathCount: node.pathCount, onward: [])
      }
    }
    var legs = [Leg]()
    for path in node.onward {
      guard let target = path.first else { continue }
      if let known = legs.firstIndex(where: { $0.target == target }) {
        legs[known].pathCount += 1
        legs[known].onward.append(path.dropFirst())
      } else {
        legs.append(Leg(target: target, pathCount: 1, onward: [path.dropFirst()]))
      }
    }
    return legs.sorted { $0.target < $1.target }
  }

  /// One hop that several paths have in common.
  struct Leg {
    /// The position of the version that it leads to.
    var target: Int
    /// How many paths take it; at most `UInt64.max`.
    var pathCount: UInt64
    /// How selected paths go on from the target.
    var onward: [ArraySlice<Int>]
  }
}
