import MigCheckModel

/// The distinct states that a trial met at one version, in the order in which it met them.
struct NodeList {
  private(set) var nodes: [Node] = []
  /// By fingerprint: places in `nodes`. Empty as long as there are few.
  private var places: [UInt64: [Int]] = [:]

  /// Up to so many states are compared one by one, which is quicker than to read a state as a whole.
  private static let fewNodes = 3

  /// The node whose stores are in a state; `nil`: none is.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  func node(in state: any StoreState) -> Node? {
    guard nodes.count > Self.fewNodes else {
      return nodes.first { $0.state.isIdentical(to: state) }
    }
    return places[state.fingerprint]?.lazy.map { nodes[$0] }
      .first { $0.state.isIdentical(to: state) }
  }

  /// - Parameter node: its state is not in the list.
  mutating func append(_ node: Node) {
    nodes.append(node)
    guard nodes.count > Self.fewNodes else { return }
    let unknown = nodes.count == Self.fewNodes + 1 ? nodes.indices : nodes.indices.suffix(1)
    for place in unknown { places[nodes[place].state.fingerprint, default: []].append(place) }
  }
}
