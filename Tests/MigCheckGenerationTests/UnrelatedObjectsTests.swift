import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckGeneration

@Suite struct UnrelatedObjectsTests {
  private static let schema = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .string), Property("age", .int), Property("nick", .string, optional: true),
        Property("friend", .object, objectType: "Person", optional: true),
        Property("dogs", .object, collection: .list, objectType: "Dog"),
        Property("best", .object, objectType: "Dog", optional: true),
        Property("home", .object, objectType: "Home", optional: true),
      ]),
    ObjectType("Dog", [Property("name", .string), Property("tags", .string, collection: .set)]),
    ObjectType("Home", embedded: true, [Property("street", .string)]),
  ])

  private func graph(ids: [String]) -> ObjectGraph {
    var graph = ObjectGraph(schema: Self.schema)
    for id in ids {
      graph.append(
        [.string(id), .int(0), .null, .null, .list([]), .null, .null], type: 0)
    }
    return graph
  }

  @Test("an unrelated object has no links, no nulls and a letter of its own")
  func anUnrelatedObjectHasNoLinksNoNullsAndALetterOfItsOwn() throws {
    let made = UnrelatedObjects(to: graph(ids: ["Quinn", " x", "\u{2603}"])).object(ofType: 0)
    #expect(made.validate() == [])
    #expect(made.objectCount == 1)
    #expect(made.linkCount == 0)
    let values = made.values(of: ObjectReference(type: 0, index: 0))
    #expect(values[0] == .string("z00"))
    #expect(values[2] == .string("z20"))
    #expect(values[4] == .list([]))
    guard case .embedded(let home) = values[6] else {
      Issue.record("there is no home")
      return
    }
    #expect(home.values.count == 1)
  }

  @Test("a group links its objects with each other, each of them once")
  func aGroupLinksItsObjectsWithEachOtherEachOfThemOnce() {
    let made = UnrelatedObjects(to: graph(ids: ["a"])).group()
    #expect(made.validate() == [])
    #expect(made.tables.map(\.count) == [2, 2, 0])
    var targets = [ObjectReference]()
    for table in made.tables {
      for value in table.columns.joined() { made.forEachLink(in: value) { targets.append($0) } }
    }
    #expect(targets.count == 4)
    #expect(Set(targets).count == 4)
  }

  @Test("keys are never those of the other graph, even if all letters are taken")
  func keysAreNeverThoseOfTheOtherGraph() {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let other = graph(ids: letters + ["q00", "q01", "q02", "q03", "q05"])
    let made = UnrelatedObjects(to: other).group()
    #expect(made.tables[0].columns[0] == [.string("q04"), .string("q07")])
  }

  @Test("a union keeps both graphs as they are, and no link leads from one to the other")
  func aUnionKeepsBothGraphsAsTheyAre() {
    let schema = Schema([
      ObjectType(
        "T", [Property("a", .int), Property("next", .object, objectType: "T", optional: true)])
    ])
    func ring(_ first: Int64, count: Int) -> ObjectGraph {
      var graph = ObjectGraph(schema: schema)
      for row in 0..<count {
        graph.append(
          [
            .int(first + Int64(row)),
            .link(ObjectReference(type: 0, index: (row + 1) % count)),
          ], type: 0)
      }
      return graph
    }
    let union = ring(0, count: 3).union(ring(10, count: 2), leading: [1])
    #expect(union.tables[0].columns[0] == [10, 0, 1, 2, 11].map { Value.int($0) })
    let links = union.tables[0].columns[1].map { value -> Int in
      guard case .link(let target) = value else { return -1 }
      return target.index
    }
    #expect(links == [4, 2, 3, 1, 0])
    #expect(union.validate() == [])
  }
}
