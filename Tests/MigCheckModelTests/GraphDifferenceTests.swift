import MigCheckModel
import Testing

@Suite struct GraphDifferenceTests {
  static let schema = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .int), Property("email", .string, optional: true),
        Property("dog", .object, objectType: "Dog", optional: true),
      ]),
    ObjectType("Dog", [Property("name", .string), Property("age", .int)]),
  ])

  private func graph(
    people: [(Int64, String?, Int?)] = [], dogs: [(String, Int64)] = []
  ) -> ObjectGraph {
    var graph = ObjectGraph(schema: Self.schema)
    for (id, email, dog) in people {
      graph.append(
        [
          .int(id), email.map(Value.string) ?? .null,
          dog.map { .link(ObjectReference(type: 1, index: $0)) } ?? .null,
        ], type: 0)
    }
    for (name, age) in dogs { graph.append([.string(name), .int(age)], type: 1) }
    return graph
  }

  private func differences(_ first: ObjectGraph, _ second: ObjectGraph) -> [GraphDifference] {
    guard case .different(let differences) = GraphComparison.compare(first, second) else {
      return []
    }
    return differences
  }

  @Test("Objects with a primary key are joined on it, wherever they stand")
  func objectsWithAPrimaryKeyAreJoinedOnItWhereverTheyStand() {
    let first = graph(people: [(1, "a", nil), (2, "b", nil), (3, "c", nil)])
    let second = graph(people: [(4, "c", nil), (2, "x", nil), (1, "a", nil)])
    #expect(
      differences(first, second) == [
        GraphDifference(.objectMissing, type: "Person", firstRow: 2, total: 3),
        GraphDifference(.objectAdded, type: "Person", secondRow: 0, total: 3),
        GraphDifference(
          .valueDiffers, type: "Person", property: "email", firstRow: 1, secondRow: 1,
          firstValue: .string("b"), secondValue: .string("x"), total: 2),
      ])
  }

  @Test("The same change in many objects is one pattern")
  func theSameChangeInManyObjectsIsOnePattern() {
    let people = (0..<312).map { (Int64($0), $0 % 2 == 0 ? "" : "e\($0)", nil as Int?) }
    let changed = people.map { ($0.0, $0.1.isEmpty && $0.0 < 294 ? nil : $0.1, $0.2) }
    #expect(
      differences(graph(people: people), graph(people: changed)) == [
        GraphDifference(
          .valueDiffers, type: "Person", property: "email", firstRow: 0, secondRow: 0,
          firstValue: .string(""), secondValue: .null, count: 147, total: 312)
      ])
  }

  @Test("Many different changes of one property are one pattern with an example")
  func manyDifferentChangesOfOnePropertyAreOnePatternWithAnExample() {
    let people = (0..<20).map { (Int64($0), "e\($0)" as String?, nil as Int?) }
    let changed = people.map { ($0.0, $0.1.map { $0.uppercased() }, $0.2) }
    #expect(
      differences(graph(people: people), graph(people: changed)) == [
        GraphDifference(
          .valueDiffers, type: "Person", property: "email", firstRow: 0, secondRow: 0,
          firstValue: .string("e0"), secondValue: .string("E0"), count: 20, isUniform: false,
          total: 20)
      ])
  }

  @Test("A link that leads elsewhere is a difference of that link alone")
  func aLinkThatLeadsElsewhereIsADifferenceOfThatLinkAlone() {
    let dogs: [(String, Int64)] = [("Rex", 3), ("Ada", 4)]
    let first = graph(people: [(1, nil, 0), (2, nil, 1)], dogs: dogs)
    let second = graph(people: [(1, nil, 1), (2, nil, 1)], dogs: dogs)
    #expect(
      differences(first, second) == [
        GraphDifference(
          .linkDiffers, type: "Person", property: "dog", firstRow: 0, secondRow: 0,
          firstValue: .link(ObjectReference(type: 1, index: 0)),
          secondValue: .link(ObjectReference(type: 1, index: 1)), total: 2)
      ])
  }

  @Test("An object without key is recognised by its links and by its other values")
  func anObjectWithoutKeyIsRecognisedByItsLinksAndByItsOtherValues() {
    let first = graph(people: [(1, nil, 0)], dogs: [("Rex", 3), ("Bo", 5), ("Cy", 6)])
    let second = graph(people: [(1, nil, 2)], dogs: [("Bo", 5), ("Cy", 7), ("Max", 9)])
    #expect(
      differences(first, second) == [
        GraphDifference(
          .valueDiffers, type: "Dog", property: "name", firstRow: 0, secondRow: 2,
          firstValue: .string("Rex"), secondValue: .string("Max"), total: 3),
        GraphDifference(
          .valueDiffers, type: "Dog", property: "age", firstRow: 0, secondRow: 2,
          firstValue: .int(3), secondValue: .int(9), total: 3),
        GraphDifference(
          .valueDiffers, type: "Dog", property: "age", firstRow: 2, secondRow: 1,
          firstValue: .int(6), secondValue: .int(7), total: 3),
      ])
  }

  @Test("At most five single differences are listed") func atMostFiveSingleDifferencesAreListed() {
    let first = graph(
      people: [(1, "a", 0), (2, "b", 0), (3, "c", 0)],
      dogs: [("Rex", 3), ("Bo", 5), ("Cy", 6)])
    let second = graph(
      people: [(1, "x", 1), (2, "y", 0), (3, "z", nil)],
      dogs: [("Rex", 4), ("Bo", 6), ("Cy", 7)])
    #expect(differences(first, second).count == 5)
  }

  @Test("Alike graphs that no renaming makes equal still show a difference")
  func alikeGraphsThatNoRenamingMakesEqualStillShowADifference() {
    let schema = Schema([
      ObjectType("N", [Property("to", .object, collection: .set, objectType: "N")])
    ])
    func rings(_ sizes: [Int]) -> ObjectGraph {
      var graph = ObjectGraph(schema: schema)
      for size in sizes {
        let first = graph.tables[0].count
        for index in 0..<size {
          let next = ObjectReference(type: 0, index: first + (index + 1) % size)
          let last = ObjectReference(type: 0, index: first + (index + size - 1) % size)
          graph.append([.set([.link(next), .link(last)])], type: 0)
        }
      }
      return graph
    }
    let found = differences(rings([3, 3]), rings([6]))
    #expect(found.map(\.kind) == [.linkDiffers])
    #expect(found.first?.count == 4)
  }
}
