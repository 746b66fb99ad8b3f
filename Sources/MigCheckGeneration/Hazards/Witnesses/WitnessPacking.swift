import MigCheckModel

/// Puts witnesses into one graph that have little to do with each other, where there are many of them.
///
/// A store of a large schema takes long to make and to upgrade, however little it holds; and what
/// happens to one type hardly ever depends on another one that nothing links to it. So witnesses that
/// have objects of no type in common run together, and by themselves only if something fails: one
/// refused upgrade would hide what the others have to show. Where each upgrade takes long, so do witnesses
/// of one type whose objects matter only together: a changed key of text has two hundred of them.
package enum WitnessPacking {
  /// A witness, or one graph that holds the objects of several.
  package struct Pack {
    package let witness: WitnessPool.Witness
    /// The positions of the witnesses in it.
    package let members: [Int]
    /// What to run if something fails; empty: it is one witness.
    package let parts: [Pack]
    /// The types of which several of the witnesses have objects.
    package let sharedTypes: Set<Int>
    /// Whether its parts are alike: all have objects of one type.
    package let isOfOneType: Bool
    /// Whether it, or one of its parts, is of that kind.
    package var holdsMany: Bool { !sharedTypes.isEmpty }

    fileprivate init(_ witness: WitnessPool.Witness, at position: Int) {
      self.witness = witness
      members = [position]
      parts = []
      sharedTypes = []
      isOfOneType = false
    }

    /// - Parameters:
    ///   - graph: holds the objects of all parts.
    ///   - group: what the graph holds, if all parts have objects of one type.
    fileprivate init(_ parts: [Pack], graph: ObjectGraph, group: WitnessGroup? = nil) {
      isOfOneType = group != nil
      sharedTypes =
        group.map { [$0.type] }
        ?? parts.reduce(into: []) { $0.formUnion($1.sharedTypes) }
      members = parts.flatMap(\.members)
      witness = WitnessPool.Witness(
        graph: graph, hazards: Set(parts.flatMap(\.witness.hazards)).sorted(),
        meeting: Set(parts.flatMap(\.witness.meeting)).sorted())
      self.parts = parts
    }
  }

  /// Smaller schemas are upgraded quickly, and their witnesses have little room beside each other.
  private static let leastTypes = 3
  private static let leastWitnesses = 24
  /// In a long history one graph is upgraded dozens of times, whatever the schema.
  private static let leastWitnessesOfLong = 3
  /// A witness with more objects runs by itself, as does one about the number of objects.
  private static let mostObjects = 12
  private static let mostWitnesses = 48
  /// If all of them together show something, this many run together next. Neighbours fail alike, such as keys
  /// that differ in case; the others go on and show what later steps do.
  private static let fewWitnesses = 8

  /// - Parameters:
  ///   - witnesses: of one start version.
  ///   - single: positions of those that are to run by themselves.
  ///   - isLong: whether the history has many versions.
  ///   - unique: what no two objects of a store may have in common, at the start version or a later one; `nil`:
  ///     no two witnesses with objects of a type run together.
  /// - Returns: each witness in one pack; in the order of the first ones of each.
  /// - Complexity: O(*n* · *m*) in the numbers of witnesses and of packs.
  package static func packs(
    of witnesses: [WitnessPool.Witness], single: [Int], schema: Schema, isLong: Bool,
    unique: [UniqueColumns]? = nil
  ) -> [Pack] {
    let separate = witnesses.enumerated().map { Pack($1, at: $0) }
    guard witnesses.count >= (isLong ? leastWitnessesOfLong : leastWitnesses) else {
      return separate
    }
    let empty = ObjectGraph(schema: schema)
    let closed = Set(
      single + witnesses.indices.filter { witnesses[$0].graph.objectCount > mostObjects })
    let grouped =
      unique.map { groups(in: separate, except: closed, empty, unique: $0) } ?? separate
    guard schema.types.count(where: { !$0.isEmbedded }) >= leastTypes else { return grouped }
    return disjoint(grouped, except: closed, empty)
  }

  /// Puts witnesses together whose objects matter only together, type by type.
  private static func groups(
    in packs: [Pack], except closed: Set<Int>, _ empty: ObjectGraph, unique: [UniqueColumns]
  ) -> [Pack] {
    var result = [(group: WitnessGroup?, packs: [Pack])]()
    for pack in packs {
      guard let own = pack.witness.group, !closed.contains(pack.members[0]) else {
        result.append((nil, [pack]))
        continue
      }
      var isTaken = false
      for (place, known) in result.enumerated()
      where !isTaken && known.group?.type == own.type && known.packs.count < mostWitnesses {
        if let joined = known.group?.joined(with: own, in: empty.schema, unique: unique) {
          result[place].group = joined
          result[place].packs.append(pack)
          isTaken = true
        }
      }
      if !isTaken { result.append((own, [pack])) }
    }
    return result.flatMap { group, packs in
      let parts = packs.count > fewWitnesses ? portions(of: packs, empty, unique: unique) : packs
      return together(parts, holding: group, empty, unique: unique).map { [$0] } ?? packs
    }
  }

  /// Some witnesses that run together, a few at a time.
  private static func portions(
    of packs: [Pack], _ empty: ObjectGraph, unique: [UniqueColumns]
  ) -> [Pack] {
    stride(from: 0, to: packs.count, by: fewWitnesses).flatMap { first in
      let some = Array(packs[first..<min(first + fewWitnesses, packs.count)])
      let group = some.dropFirst().reduce(some[0].witness.group) { known, pack in
        pack.witness.group.flatMap { known?.joined(with: $0, in: empty.schema, unique: unique) }
      }
      return together(some, holding: group, empty, unique: unique).map { [$0] } ?? some
    }
  }

  /// - Parameter group: the objects of all parts.
  /// - Returns: `nil` if there is no such group, or no graph holds it.
  private static func together(
    _ parts: [Pack], holding group: WitnessGroup?, _ empty: ObjectGraph, unique: [UniqueColumns]
  ) -> Pack? {
    guard parts.count > 1, let group else { return nil }
    let graph = group.graph(in: empty)
    guard graph.validate().isEmpty, unique.allSatisfy({ $0.values(in: graph) != nil }) else {
      return nil
    }
    return Pack(parts, graph: graph, group: group)
  }

  /// Puts packs together that have objects of no type in common.
  private static func disjoint(
    _ packs: [Pack], except closed: Set<Int>, _ empty: ObjectGraph
  ) -> [Pack] {
    var result = [(types: Set<Int>, packs: [Pack], isOpen: Bool)]()
    for pack in packs {
      let tables = pack.witness.graph.tables
      let types = Set(tables.indices.filter { tables[$0].count > 0 })
      let isOpen = !types.isEmpty && !closed.contains(pack.members[0])
      let place = result.firstIndex {
        isOpen && $0.isOpen && $0.packs.count < mostWitnesses && $0.types.isDisjoint(with: types)
      }
      if let place {
        result[place].types.formUnion(types)
        result[place].packs.append(pack)
      } else {
        result.append((types, [pack], isOpen))
      }
    }
    return result.flatMap { _, packs, _ in
      guard packs.count > 1 else { return packs }
      var graph = empty
      for pack in packs {
        for (type, table) in pack.witness.graph.tables.enumerated() where table.count > 0 {
          precondition(graph.tables[type].count == 0, "witnesses share a type")
          graph.tables[type] = table
        }
      }
      return [Pack(packs, graph: graph)]
    }
  }
}
