/// Which of the paths from a start version a trial takes.
enum Itinerary: Sendable, Equatable {
  /// All that there are.
  case everyPath
  /// Some of them, each given by the positions of its versions; all end at the same one, which need
  /// not be the last.
  case selected([[Int]])
  /// All that lead along some of the hops.
  case hops(HopNetwork)

  /// How many paths of a trial run to the last version if nothing is refused, of those that are judged.
  func count(from start: Int, in span: VersionSpan) -> UInt64 {
    switch self {
    case .everyPath: span.pathCount(from: start)
    case .selected(let paths): UInt64(paths.count(where: span.isJudged))
    case .hops(let network): network.pathCount(where: span.isJudged(from:to:))
    }
  }

  /// Where the paths end.
  ///
  /// - Parameter last: the position of the last version.
  func end(last: Int) -> Int {
    switch self {
    case .everyPath: last
    case .selected(let paths): paths.first?.last ?? last
    case .hops(let network): network.last
    }
  }

  /// The paths on from the start version, where they are given one by one.
  var onward: [ArraySlice<Int>] {
    if case .selected(let paths) = self { paths.map { $0.dropFirst() } } else { [] }
  }

  /// A few of the paths where there are many hops, for what is repeated for one graph after the other:
  /// the straight one, one that makes all stops, and some that stop once.
  var brief: Itinerary {
    guard case .hops(let network) = self else { return self }
    let (start, last) = (network.start, network.last)
    let once = network.stops.prefix(PathSelection.stopCount).map { [start, $0, last] }
    return .selected(
      [[start, last]] + once + (network.stops.count > 1 ? [network.pathOverStops] : []))
  }

  /// The hops from a node, by where they lead to.
  ///
  /// - Parameter span: holds the upgrades that there are.
  func legs(from node: Node, in span: VersionSpan) -> [Leg] {
    func all(_ targets: [Int]) -> [Leg] {
      targets.map { Leg(target: $0, pathCount: node.pathCount, onward: []) }
    }
    switch self {
    case .everyPath: return all(span.targets(from: node.position))
    case .hops(let network): return all(network.targets(from: node.position))
    case .selected: break
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
