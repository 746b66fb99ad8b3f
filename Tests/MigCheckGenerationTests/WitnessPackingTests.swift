import MigCheckModel
import Testing

@testable import MigCheckGeneration

@Suite struct WitnessPackingTests {
  /// `note` and `tag` stay; the key of `user` is new.
  private static let old = Schema([
    ObjectType("user", [Property("email", .string), Property("name", .string)]),
    ObjectType("note", [Property("text", .string)]), ObjectType("tag", [Property("name", .string)]),
  ])
  private static let new = Schema([
    ObjectType(
      "user", primaryKey: "key",
      [Property("key", .string), Property("email", .string), Property("name", .string)]),
    ObjectType("note", [Property("text", .string)]), ObjectType("tag", [Property("name", .string)]),
  ])

  private static let witnesses = WitnessPool(
    hazards: Hazard.hazards(
      from: SubjectVersion(number: 1, schema: old), to: [SubjectVersion(number: 2, schema: new)]),
    schema: old
  ).witnesses

  private func packs(unique: [UniqueColumns]?) -> [WitnessPacking.Pack] {
    WitnessPacking.packs(
      of: Self.witnesses, single: [], schema: Self.old, isLong: true, unique: unique)
  }

  /// Of users.
  private static func unique(_ columns: [Int], isExact: Bool = true) -> UniqueColumns {
    UniqueColumns(type: 0, columns: columns, mayRepeatNull: true, isExact: isExact)
  }

  /// The objects of a type, by their values in order.
  private func objects(_ graph: ObjectGraph, of type: Int = 0) -> [[Value]] {
    (0..<graph.tables[type].count).map {
      graph.values(of: ObjectReference(type: type, index: $0))
    }
  }

  private func leaves(_ pack: WitnessPacking.Pack) -> [WitnessPacking.Pack] {
    pack.parts.isEmpty ? [pack] : pack.parts.flatMap(leaves)
  }

  /// Those that hold several groups of one type, be they packs or parts of one.
  private func groups(in packs: [WitnessPacking.Pack]) -> [WitnessPacking.Pack] {
    packs.filter(\.isOfOneType) + packs.flatMap { groups(in: $0.parts) }
  }

  @Test("Each witness is in one pack, and is what the pack comes down to")
  func eachWitnessIsInOnePackAndIsWhatThePackComesDownTo() {
    for unique in [nil, []] as [[UniqueColumns]?] {
      let packs = packs(unique: unique)
      #expect(packs.flatMap(\.members).sorted() == Array(Self.witnesses.indices))
      for leaf in packs.flatMap(leaves) {
        let place = leaf.members[0]
        #expect(leaf.members.count == 1)
        #expect(leaf.witness.graph.isIdentical(to: Self.witnesses[place].graph))
        #expect(leaf.witness.hazards == Self.witnesses[place].hazards)
      }
      for pack in packs {
        #expect(pack.members == leaves(pack).flatMap(\.members))
        #expect(pack.witness.graph.validate().isEmpty)
        #expect(
          Set(pack.witness.hazards)
            == Set(pack.members.flatMap { Self.witnesses[$0].hazards }))
      }
    }
  }

  @Test("Keys that a careless step takes for one share a graph with others")
  func keysThatACarelessStepTakesForOneShareAGraphWithOthers() throws {
    let apart = packs(unique: nil)
    let together = packs(unique: [])
    #expect(Self.witnesses.count(where: { $0.group != nil }) > 80)
    #expect(together.count * 2 < apart.count)
    // Both spellings are in one store.
    #expect(groups(in: apart).isEmpty)
    let groups = groups(in: together)
    for collision in [["a", "A"], ["a", "a "], ["1", "01"], ["a-b", "ab"]] {
      for column in 0..<2 {
        #expect(
          groups.contains { pack in
            let values = objects(pack.witness.graph).map { $0[column] }
            return collision.allSatisfy { values.contains(.string($0)) }
          })
      }
    }
    // What fails as a whole is tried eight at a time before one by one.
    #expect(groups.allSatisfy { $0.parts.allSatisfy { $0.members.count <= 8 } })
    #expect(groups.contains { $0.members.count == 48 && $0.parts.count == 6 })
    for pack in groups {
      let all = objects(pack.witness.graph)
      #expect(all.count <= 96)
      #expect(all.enumerated().allSatisfy { !all[..<$0].contains($1) })
    }
  }

  @Test("A lone object, two alike, and an empty type stay alone among their type")
  func aLoneObjectTwoAlikeAndAnEmptyTypeStayAloneAmongTheirType() {
    let packs = packs(unique: [])
    #expect(!groups(in: packs).isEmpty)
    for pack in groups(in: packs) {
      #expect(pack.sharedTypes.count == 1)
      for part in leaves(pack) {
        let own = objects(part.witness.graph)
        #expect(own.count > 1)
        #expect(own.enumerated().allSatisfy { !own[..<$0].contains($1) })
      }
    }
    // Of the parts of any other pack, one has users.
    for pack in packs where !pack.isOfOneType {
      #expect(pack.parts.count { $0.witness.graph.tables[0].count > 0 } <= 1)
    }
  }

  @Test("What a store does not accept twice is in no graph twice")
  func whatAStoreDoesNotAcceptTwiceIsInNoGraphTwice() {
    let free = packs(unique: [])
    for unique in [[[0]], [[1], [0]], [[0, 1]]].map({ $0.map { Self.unique($0) } }) {
      let packs = packs(unique: unique)
      #expect(packs.count < self.packs(unique: nil).count)
      #expect(packs.count >= free.count)
      for pack in groups(in: packs) {
        #expect(unique.allSatisfy { $0.values(in: pack.witness.graph) != nil })
      }
    }
    // No second object at all, and keys of which it is not known what they exclude.
    #expect(groups(in: packs(unique: [Self.unique([])])).isEmpty)
    #expect(groups(in: packs(unique: [Self.unique([0], isExact: false)])).isEmpty)
    let other = UniqueColumns(type: 1, columns: [0], mayRepeatNull: true, isExact: false)
    #expect(packs(unique: [other]).count == free.count)
  }

  @Test("An object that two groups ask for is there once, with values of its own")
  func anObjectThatTwoGroupsAskForIsThereOnce() throws {
    let first = WitnessGroup(
      type: 0, objects: [[("email", .string("a"))], [("email", .string("A"))]])
    let second = WitnessGroup(
      type: 0, objects: [[("email", .string("a"))], [("email", .string("a "))]])
    func joined(_ other: WitnessGroup, _ unique: [Int]...) -> WitnessGroup? {
      first.joined(with: other, in: Self.old, unique: unique.map { Self.unique($0) })
    }
    let both = try #require(joined(second, [0]))
    let graph = both.graph(in: ObjectGraph(schema: Self.old))
    #expect(objects(graph).map { $0[0] } == [.string("a"), .string("A"), .string("a ")])
    #expect(Set(objects(graph).map { "\($0[1])" }).count == 3)
    // Another object with the same email is another one.
    let third = WitnessGroup(
      type: 0,
      objects: [[("email", .string("a")), ("name", .string("b"))], [("email", .string("x"))]])
    #expect(joined(third, [0]) == nil)
    #expect(joined(third)?.objects.count == 4)
    #expect(joined(third, [0, 1])?.objects.count == 4)
    #expect(joined(third, []) == nil)
    let many = WitnessGroup(type: 0, objects: (0..<95).map { [("email", .string("\($0)"))] })
    #expect(joined(many) == nil)
  }
}
