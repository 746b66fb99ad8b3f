import MigCheckModel

/// Puts witnesses about different types into one graph, where there are many of them.
///
/// A store of a large schema takes long to make and to upgrade, however little it holds; and what
/// happens to one type hardly ever depends on another one that nothing links to it. So witnesses that
/// have objects of no type in common run together, and by themselves only if something fails: one
/// refused upgrade would hide what the others have to show.
package enum WitnessPacking {
  /// Smaller schemas are upgraded quickly, and their witnesses have little room beside each other.
  private static let leastTypes = 3
  private static let leastWitnesses = 24
  /// In a long history one graph is upgraded dozens of times, whatever the schema.
  private static let leastWitnessesOfLong = 3
  /// A witness with more objects runs by itself, as does one about the number of objects.
  private static let mostObjects = 12
  private static let mostWitnesses = 48

  /// - Parameters:
  ///   - witnesses: of one start version.
  ///   - single: positions of those that are to run by themselves.
  ///   - isLong: whether the history has many versions.
  /// - Returns: the positions of witnesses that run together; in the order of the first ones of each.
  /// - Complexity: O(*n* · *m*) in the numbers of witnesses and of graphs that they fill.
  package static func groups(
    of witnesses: [WitnessPool.Witness], single: [Int], schema: Schema, isLong: Bool
  ) -> [[Int]] {
    guard witnesses.count >= (isLong ? leastWitnessesOfLong : leastWitnesses),
      schema.types.count(where: { !$0.isEmbedded }) >= leastTypes
    else { return witnesses.indices.map { [$0] } }
    var groups = [(types: Set<Int>, members: [Int], isOpen: Bool)]()
    for (position, witness) in witnesses.enumerated() {
      let tables = witness.graph.tables
      let types = Set(tables.indices.filter { tables[$0].count > 0 })
      let isOpen =
        !types.isEmpty && witness.graph.objectCount <= mostObjects && !single.contains(position)
      let place = groups.firstIndex {
        isOpen && $0.isOpen && $0.members.count < mostWitnesses && $0.types.isDisjoint(with: types)
      }
      if let place {
        groups[place].types.formUnion(types)
        groups[place].members.append(position)
      } else {
        groups.append((types, [position], isOpen))
      }
    }
    return groups.map(\.members)
  }

  /// The objects of several witnesses in one graph.
  ///
  /// - Parameter witnesses: without objects of a type in common.
  package static func joined(_ witnesses: [WitnessPool.Witness]) -> WitnessPool.Witness {
    guard var result = witnesses.first else { preconditionFailure("there is no group of none") }
    for witness in witnesses.dropFirst() {
      for (type, table) in witness.graph.tables.enumerated() where table.count > 0 {
        precondition(result.graph.tables[type].count == 0, "witnesses share a type")
        result.graph.tables[type] = table
      }
      result.hazards += witness.hazards
      result.meeting += witness.meeting
    }
    result.hazards = Array(Set(result.hazards)).sorted()
    result.meeting = Array(Set(result.meeting)).sorted()
    return result
  }
}
