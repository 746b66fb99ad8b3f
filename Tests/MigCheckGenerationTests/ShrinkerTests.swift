import MigCheckGeneration
import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@Suite struct ShrinkerTests {
  private func graph(seed: UInt64) -> ObjectGraph {
    let generator = GraphGenerator(schema: Schemas.rich)
    var trial = 60
    while true {
      var source = RandomSource(seed: seed, name: "shrink", trial: trial)
      let graph = generator.graph(trial: trial, source: &source)
      if graph.tables[0].count > 3, graph.tables[1].count > 3 { return graph }
      trial += 1
    }
  }

  @Test("A failure of any graph shrinks to the empty one, and a failure of one object to it")
  func aFailureOfAnyGraphShrinksToTheEmptyOneAndAFailureOfOneObjectToIt() {
    for seed in 0..<5 as Range<UInt64> {
      var shrinker = Shrinker()
      let anything = shrinker.shrink(graph(seed: seed)) { _ in true }
      #expect(anything.graph.objectCount == 0)
      #expect(anything.evaluations == 1)
      #expect(anything.isMinimal)
      let one = shrinker.shrink(graph(seed: seed)) { $0.tables[0].count > 0 }
      #expect(one.graph.objectCount == 1)
      #expect(
        one.graph.values(of: ObjectReference(type: 0, index: 0)).prefix(3)
          == [.string(""), .string("nobody"), .null])
      #expect(one.isMinimal)
    }
  }

  @Test("What does not matter is marked, what does is needed")
  func whatDoesNotMatterIsMarkedWhatDoesIsNeeded() {
    var graph = ObjectGraph(schema: Schemas.contacts)
    for age in [3, 41, 7] as [Int64] {
      graph.append(
        [.string("a"), .string("b"), .int(age), .string("c"), .null, .list([])], type: 0)
    }
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { graph in
      graph.tables[0].columns[2].contains(.int(41))
    }
    #expect(result.graph.tables[0].count == 1)
    #expect(
      result.anyMarks.map(\.property) == ["firstName", "lastName", "email", "friends"])
    #expect(
      result.needed == [
        PropertyPath(type: "Person"), PropertyPath(type: "Person", property: "age"),
      ])
    #expect(
      result.unneeded.map(\.description) == [
        "Person.firstName", "Person.lastName", "Person.email", "Person.address", "Person.friends",
        "Address", "City", "Tag",
      ])
  }

  @Test("A value that cannot be the simplest one is not marked")
  func aValueThatCannotBeTheSimplestOneIsNotMarked() {
    let schema = Schema([
      ObjectType(
        "Person", primaryKey: "id",
        [
          Property("id", .int), Property("email", .string), Property("name", .string),
          Property("age", .int),
        ])
    ])
    var graph = ObjectGraph(schema: schema)
    graph.append([.int(7), .string("ada@example.org"), .string("Ada"), .int(36)], type: 0)
    var shrinker = Shrinker()
    // Whatever the address is, as long as there is one; and any age from nine on.
    let result = shrinker.shrink(graph) { graph in
      guard graph.tables[0].count > 0, case .int(let age) = graph.tables[0].columns[3][0] else {
        return false
      }
      return graph.tables[0].columns[1][0] != .string("") && age > 8
    }
    #expect(
      result.graph.values(of: ObjectReference(type: 0, index: 0))
        == [.int(0), .string("0"), .string(""), .int(9)])
    #expect(result.anyMarks.map(\.property) == ["id", "name"])
    #expect(result.isMinimal)
  }

  @Test(
    "An integer shrinks to the bound from which on it fails",
    arguments: [17, 1000, 92_233_720_368_547_759, .max, -65_537] as [Int64])
  func anIntegerShrinksToTheBoundFromWhichOnItFails(bound: Int64) {
    var graph = ObjectGraph(schema: Schema([ObjectType("T", [Property("n", .int)])]))
    graph.append([.int(bound < 0 ? .min : .max)], type: 0)
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { graph in
      guard graph.tables[0].count > 0, case .int(let value) = graph.tables[0].columns[0][0] else {
        return false
      }
      return bound < 0 ? value <= bound : value >= bound
    }
    #expect(result.graph.tables[0].columns[0] == [.int(bound)])
    #expect(result.isMinimal)
    #expect(result.evaluations < 150)
  }

  @Test("A double that no float stands for shrinks to one of few digits")
  func aDoubleThatNoFloatStandsForShrinksToOneOfFewDigits() {
    var graph = ObjectGraph(schema: Schema([ObjectType("T", [Property("x", .double)])]))
    graph.append([.double(.greatestFiniteMagnitude)], type: 0)
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { graph in
      guard graph.tables[0].count > 0, case .double(let value) = graph.tables[0].columns[0][0]
      else { return false }
      return Float(exactly: value) == nil
    }
    guard case .double(let value) = result.graph.tables[0].columns[0][0] else { return }
    #expect(value < 0x1p53 && value >= 1)
    #expect(result.isMinimal)
    #expect(result.evaluations < 100)
  }

  @Test("Keys stay distinct and become the simplest, alike ones stay alike")
  func keysStayDistinctAndBecomeTheSimplestAlikeOnesStayAlike() {
    var graph = ObjectGraph(schema: Schemas.rich)
    for key in ["Ada Lovelace", "zebra", "ada lovelace", "Ada Lovelace "] {
      var values = Schemas.rich.types[0].storedProperties.map(\.initialValue)
      values[0] = .string(key)
      graph.append(values, type: 0)
    }
    func keys(_ graph: ObjectGraph) -> [String] {
      graph.tables[0].columns[0].compactMap { if case .string(let key) = $0 { key } else { nil } }
    }
    var shrinker = Shrinker()
    let folded = shrinker.shrink(graph) { graph in
      Set(keys(graph).map { $0.lowercased() }).count < graph.tables[0].count
    }
    #expect(keys(folded.graph) == ["A", "a"])
    let trimmed = shrinker.shrink(graph) { graph in
      Set(keys(graph).map { $0.filter { $0 != " " } }).count < graph.tables[0].count
    }
    #expect(keys(trimmed.graph) == ["", " "])
    let three = shrinker.shrink(graph) { $0.tables[0].count > 2 }
    #expect(keys(three.graph) == ["", "0", "1"])
  }

  @Test("A failure about keys and the places of their objects shrinks to two objects")
  func aFailureAboutKeysAndThePlacesOfTheirObjectsShrinksToTwoObjects() {
    var graph = ObjectGraph(
      schema: Schema([ObjectType("Page", primaryKey: "id", [Property("id", .int)])]))
    for key in [12, 1, 9, 2, -1, 6, 0] as [Int64] { graph.append([.int(key)], type: 0) }
    var shrinker = Shrinker()
    // The place of the object with key 0 is the key of another.
    let result = shrinker.shrink(graph) { graph in
      let keys = graph.tables[0].columns[0]
      guard let place = keys.firstIndex(of: .int(0)), place > 0 else { return false }
      return keys.contains(.int(Int64(place)))
    }
    #expect(result.graph.tables[0].columns[0] == [.int(1), .int(0)])
    #expect(result.isMinimal)
  }

  @Test(
    "Embedded objects that do not matter go, with all that they own", .enabled(if: Sweep.isFull))
  func embeddedObjectsThatDoNotMatterGoWithAllThatTheyOwn() {
    for seed in 0..<20 as Range<UInt64> {
      let start = graph(seed: seed)
      func hasDepth(_ graph: ObjectGraph) -> Bool {
        var found = false
        graph.forEachEmbedded { if $0.type == 3 { found = true } }
        return found
      }
      guard hasDepth(start) else { continue }
      var shrinker = Shrinker()
      let result = shrinker.shrink(start, evaluate: hasDepth)
      #expect(result.graph.objectCount == 1)
      #expect(result.graph.totalObjectCount == 3)
      #expect(result.graph.linkCount == 0)
      #expect(result.isMinimal)
    }
  }

  @Test("The same failure gives the same graph from every start")
  func theSameFailureGivesTheSameGraphFromEveryStart() {
    var found = [ObjectGraph]()
    for seed in 0..<6 as Range<UInt64> {
      var shrinker = Shrinker()
      let result = shrinker.shrink(graph(seed: seed)) { graph in
        graph.tables[0].count >= 2 && graph.tables[1].count >= 1
      }
      found.append(result.graph)
    }
    #expect(found.allSatisfy { $0.isIdentical(to: found[0]) })
  }

  /// A type with a property for what is embedded two deep in another of its properties.
  private static let nested = Schema([
    ObjectType(
      "Person",
      [
        Property("home", .object, objectType: "Address", optional: true),
        Property("place", .object, objectType: "Place", optional: true),
        Property("places", .object, collection: .list, objectType: "Place"),
        Property("tags", .string, collection: .list),
      ]),
    ObjectType(
      "Address", embedded: true,
      [
        Property("street", .string),
        Property("place", .object, objectType: "Place", optional: true),
      ]),
    ObjectType("Place", embedded: true, [Property("x", .int), Property("name", .string)]),
  ])

  private static func place(_ x: Int64, _ name: String) -> Value {
    .embedded(EmbeddedObject(type: 2, values: [.int(x), .string(name)]))
  }

  private static func address(_ street: String, _ place: Value) -> Value {
    .embedded(EmbeddedObject(type: 1, values: [.string(street), place]))
  }

  @Test("An embedded object is hoisted out of one that the failure does not need")
  func anEmbeddedObjectIsHoistedOutOfOneThatTheFailureDoesNotNeed() {
    var graph = ObjectGraph(schema: Self.nested)
    graph.append(
      [Self.address("Main Street", Self.place(7, "x")), .null, .list([]), .list([])], type: 0)
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { graph in
      var isThere = false
      graph.forEachEmbedded { if $0.type == 2, $0.values[0] == .int(7) { isThere = true } }
      return isThere
    }
    #expect(result.graph.totalObjectCount == 2)
    #expect(
      result.graph.values(of: ObjectReference(type: 0, index: 0))
        == [.null, Self.place(7, ""), .list([]), .list([])])
    #expect(result.isMinimal)
    // The name of the place and what the person has beside it may be anything.
    #expect(
      result.anyMarks.map { "\($0.property) \($0.path)" }
        == ["home []", "place [1]", "places []", "tags []"])
  }

  @Test("An embedded object becomes a clone of another where both must be equal")
  func anEmbeddedObjectBecomesACloneOfAnotherWhereBothMustBeEqual() {
    var graph = ObjectGraph(schema: Self.nested)
    let places = [(1, "a"), (52, "b"), (52, "b")].map { Self.place($0.0, $0.1) }
    graph.append([.null, .null, .list(places), .list([])], type: 0)
    func isEqualPair(_ graph: ObjectGraph) -> Bool {
      guard case .list(let places)? = graph.tables[0].columns[2].first else { return false }
      return places.indices.contains { places[..<$0].contains(places[$0]) }
    }
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph, evaluate: isEqualPair)
    #expect(
      result.graph.tables[0].columns[2] == [.list([Self.place(0, ""), Self.place(0, "")])])
    #expect(result.isMinimal)
  }

  @Test("Texts that must be equal become simpler together wherever they are")
  func textsThatMustBeEqualBecomeSimplerTogetherWhereverTheyAre() {
    var graph = ObjectGraph(schema: Self.nested)
    graph.append(
      [
        Self.address("Bakerstreet", .null), .null, .list([]),
        .list([.string("Bakerstreet"), .string("x")]),
      ], type: 0)
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { graph in
      guard case .embedded(let home)? = graph.tables[0].columns[0].first,
        case .list(let tags)? = graph.tables[0].columns[3].first
      else { return false }
      return home.values[0] != .string("") && tags.contains(home.values[0])
    }
    #expect(
      result.graph.values(of: ObjectReference(type: 0, index: 0))
        == [Self.address("0", .null), .null, .list([]), .list([.string("0")])])
    #expect(
      result.anyMarks.map(\.property) == ["place", "places"])
  }

  @Test("A collection that must be empty is not marked")
  func aCollectionThatMustBeEmptyIsNotMarked() {
    var graph = ObjectGraph(schema: Self.nested)
    graph.append(
      [.null, .null, .list([]), .list([])], type: 0)
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { graph in
      graph.tables[0].columns[3].contains(.list([]))
    }
    #expect(result.anyMarks.map(\.property) == ["home", "place", "places"])
  }

  @Test("A dictionary keeps both links of two objects that become one")
  func aDictionaryKeepsBothLinksOfTwoObjectsThatBecomeOne() {
    let schema = Schema([
      ObjectType(
        "Person",
        [Property("homes", .object, collection: .dictionary, objectType: "Home", optional: true)]),
      ObjectType("Home", [Property("street", .string)]),
    ])
    var graph = ObjectGraph(schema: schema)
    let home = Value.link(ObjectReference(type: 1, index: 0))
    for _ in 0..<2 { graph.append([.dictionary([DictionaryEntry("a", home)])], type: 0) }
    graph.append([.string("x")], type: 1)
    var shrinker = Shrinker()
    let result = shrinker.shrink(graph) { $0.tables[1].count > 0 && $0.linkCount > 1 }
    #expect(result.graph.objectCount == 2)
    #expect(
      result.graph.tables[0].columns[0]
        == [.dictionary([DictionaryEntry("a", home), DictionaryEntry("b", home)])])
  }

  @Test("A spent budget is said") func aSpentBudgetIsSaid() {
    var shrinker = Shrinker(budget: 3)
    let result = shrinker.shrink(graph(seed: 1)) { $0.objectCount > 2 }
    #expect(!result.isMinimal)
    #expect(result.evaluations == 3)
  }

  @Test("An error of the evaluation ends the shrinking")
  func anErrorOfTheEvaluationEndsTheShrinking() {
    struct Stop: Error {}
    var shrinker = Shrinker()
    #expect(throws: Stop.self) {
      try shrinker.shrink(graph(seed: 1)) { _ throws(Stop) in throw Stop() }
    }
  }

  @Test("Long texts and lists become as short as the failure needs, in few evaluations")
  func longTextsAndListsBecomeAsShortAsTheFailureNeedsInFewEvaluations() {
    var graph = ObjectGraph(schema: Schemas.contacts)
    let friends = Array(repeating: Value.link(ObjectReference(type: 0, index: 0)), count: 300)
    graph.append(
      [
        .string(String(repeating: "xy", count: 20_000)), .string(""), .int(0), .null, .null,
        .list(friends),
      ], type: 0)
    var shrinker = Shrinker()
    let text = shrinker.shrink(graph) { graph in
      guard case .string(let name)? = graph.tables[0].columns[0].first else { return false }
      return name.utf8.count > 255
    }
    #expect(text.graph.tables[0].columns[0] == [.string(String(repeating: "0", count: 256))])
    #expect(text.evaluations < 150)
    let list = shrinker.shrink(graph) { $0.linkCount > 33 }
    #expect(list.graph.linkCount == 34)
    #expect(list.evaluations < 100)
  }
}
