import MigCheckModel
import MigCheckText

/// The witnesses of several hazards at one start version, each distinct graph once.
///
/// Many hazards ask for the same graphs: one object of a type, two alike, none. Such a graph
/// stands for all of them and need run only once.
package struct WitnessPool: Sendable {
  package struct Witness: Sendable {
    package var graph: ObjectGraph
    /// Positions of the hazards that asked for it, in increasing order; empty: two that meet, or
    /// everything at once.
    package var hazards: [Int]
    /// Positions of hazards two of which meet in it: the first one of each upgrade, in increasing
    /// order; none unless only hazards of the same upgrade meet.
    package var meeting: [Int] = []
    /// Its objects, if others may join them; see `WitnessList.Made`.
    var group: WitnessGroup?
  }

  /// In the order in which they were first asked for.
  package private(set) var witnesses: [Witness] = []
  /// The position of the one that holds everything at once; `nil` where nothing can be held.
  package private(set) var everything: Int?
  /// Whether all were made that there are to make.
  package private(set) var isWhole = true
  /// Witnesses that may be identical, by what is quick to compare.
  private var alike: [Outline: [Int]] = [:]

  /// Of a large schema, most witnesses differ in the types that they have objects of.
  private struct Outline: Hashable {
    let complexity: GraphComplexity
    /// The positions of types with objects.
    let types: [Int]

    init(_ graph: ObjectGraph) {
      complexity = GraphComplexity(graph)
      types = graph.tables.indices.filter { graph.tables[$0].count > 0 }
    }
  }

  /// - Parameters:
  ///   - hazards: of one start version.
  ///   - schema: of that version.
  ///   - pairsNeighbours: whether only hazards of the same upgrade meet in one graph, and not every
  ///     two of a type.
  ///   - mustEnd: asked after each hazard whether to end with the witnesses that there are.
  package init(
    hazards: [Hazard], schema: Schema, pairsNeighbours: Bool = false,
    mustEnd: () -> Bool = { false }
  ) {
    let empty = ObjectGraph(schema: schema)
    for (position, hazard) in hazards.enumerated() {
      if position > 0, mustEnd() {
        isWhole = false
        return
      }
      for made in hazard.witnesses(in: empty).made { add(made, hazard: position) }
    }
    for group in pairsNeighbours ? hazards.groupedByUpgrade : [Array(hazards.indices)] {
      for made in Hazard.pairWitnesses(of: group.map { hazards[$0] }, in: empty).made {
        let place = add(made, hazard: nil)
        if pairsNeighbours, let first = group.first, !witnesses[place].meeting.contains(first) {
          witnesses[place].meeting.append(first)
        }
      }
    }
    var list = WitnessList(empty)
    list.addEverything()
    for made in list.made where made.graph.objectCount > 0 { everything = add(made, hazard: nil) }
  }

  /// - Returns: the position of the witness.
  @discardableResult
  private mutating func add(_ made: WitnessList.Made, hazard: Int?) -> Int {
    let graph = made.graph
    let outline = Outline(graph)
    let known = alike[outline, default: []].first {
      witnesses[$0].graph.isIdentical(to: graph)
    }
    if let known {
      if let hazard { witnesses[known].hazards.append(hazard) }
      return known
    }
    alike[outline, default: []].append(witnesses.count)
    witnesses.append(
      Witness(graph: graph, hazards: hazard.map { [$0] } ?? [], group: made.group))
    return witnesses.count - 1
  }
}

extension [Hazard] {
  /// The positions of those of one pair of versions together, in the order in which each pair is first
  /// met.
  fileprivate var groupedByUpgrade: [[Int]] {
    var groups = [[Int]]()
    for (position, hazard) in enumerated() {
      let place = groups.firstIndex {
        self[$0[0]].from == hazard.from && self[$0[0]].to == hazard.to
      }
      if let place { groups[place].append(position) } else { groups.append([position]) }
    }
    return groups
  }
}
