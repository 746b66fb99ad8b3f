import MigCheckModel
import Testing

@Suite struct ObjectGraphValidationTests {
  static let schema = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .int), Property("name", .string),
        Property("born", .date, optional: true),
        Property("friend", .object, objectType: "Person", optional: true),
        Property("scores", .double, collection: .set),
        Property("any", .mixed, collection: .set, optional: true),
        Property("by", .object, collection: .dictionary, objectType: "Person", optional: true),
        Property("home", .object, objectType: "Home", optional: true),
        Property("friends", .object, collection: .list, objectType: "Person"),
      ]),
    ObjectType("Home", embedded: true, [Property("street", .string)]),
    ObjectType("Dog", []),
  ])

  private func link(_ type: Int, _ index: Int) -> Value {
    .link(ObjectReference(type: type, index: index))
  }

  private func faults(
    _ column: Int, _ value: Value, by rules: ValueRules = ValueRules()
  ) -> [String] {
    var values: [Value] = Self.schema.types[0].storedProperties.map(\.zeroValue)
    values[column] = value
    var graph = ObjectGraph(schema: Self.schema)
    graph.append(values, type: 0)
    graph.append([], type: 2)
    return graph.validate(by: rules)
  }

  @Test("A fault is told with its type, row and property")
  func aFaultIsToldWithItsTypeRowAndProperty() {
    #expect(faults(1, .null) == ["Person#0.name: null in a required property"])
    #expect(faults(1, .int(1)) == ["Person#0.name: this is no string"])
    #expect(faults(1, .list([])) == ["Person#0.name: a collection where one value should stand"])
    #expect(faults(3, link(0, 1)) == ["Person#0.friend: the link leads nowhere"])
    #expect(faults(3, link(2, 0)) == ["Person#0.friend: a link to Dog, not Person"])
    #expect(faults(1, link(0, 0)) == ["Person#0.name: a link in a property of type string"])
    #expect(faults(4, .list([])) == ["Person#0.scores: this is no set"])
    #expect(faults(8, .list([.null])) == ["Person#0.friends[0]: null in a required property"])
    #expect(
      faults(2, .date(Timestamp(seconds: 0, nanoseconds: 1_000_000_000)))
        == ["Person#0.born: the value is outside the range of date"])
    #expect(
      faults(5, .set([.double(Double(nan: 5, signaling: false))]))
        == ["Person#0.any: the value is outside the range of double"])
    #expect(
      faults(7, .embedded(EmbeddedObject(type: 1, values: [.null])))
        == ["Person#0.home.street: null in a required property"])
    #expect(
      faults(3, .embedded(EmbeddedObject(type: 1, values: [.null])))
        == ["Person#0.friend: an embedded object that the property does not admit"])
  }

  @Test("Keys are unique, in order, and of the form that dictionaries admit")
  func keysAreUniqueInOrderAndOfTheFormThatDictionariesAdmit() {
    let entries = [DictionaryEntry("b", .null), DictionaryEntry("a", link(0, 0))]
    #expect(faults(6, .dictionary(entries.reversed())) == [])
    #expect(
      faults(6, .dictionary(entries)) == ["Person#0.by: the keys are not in increasing order"])
    for key in ["$a", "a.b"] {
      let value = Value.dictionary([DictionaryEntry(key, .null)])
      #expect(faults(6, value) == [])
      #expect(
        faults(6, value, by: ValueRules(dictionaryKeys: .noPaths))
          == ["Person#0.by: a key begins with $ or contains a full stop"])
    }
    var graph = ObjectGraph(schema: Self.schema)
    for _ in 0..<2 {
      graph.append(Self.schema.types[0].storedProperties.map(\.zeroValue), type: 0)
    }
    #expect(graph.validate() == ["Person#1.id: the primary key stands twice"])
  }

  @Test("A set holds no two elements that a store takes for one")
  func aSetHoldsNoTwoElementsThatAStoreTakesForOne() {
    let twice = ["Person#0.scores: an element stands twice in the set"]
    #expect(faults(4, .set([.double(0), .double(-0.0)])) == twice)
    #expect(faults(4, .set([.double(0), .double(1)])) == [])
    let mixedTwice = ["Person#0.any: an element stands twice in the set"]
    #expect(faults(5, .set([.int(1), .double(1)])) == mixedTwice)
    #expect(faults(5, .set([link(0, 0), .null, link(0, 0)])) == mixedTwice)
    #expect(
      faults(
        5,
        .set([.decimal128(Decimal128("1.0") ?? .nan), .decimal128(Decimal128("1.00") ?? .nan)]))
        == mixedTwice)
    #expect(
      faults(5, .set([.bool(true), .int(1), .string("1"), .string("e\u{301}"), .string("é")]))
        == [])
  }

  @Test("Tables must fit the schema") func tablesMustFitTheSchema() {
    var graph = ObjectGraph(schema: Self.schema)
    graph.tables[0].columns[1].append(.string(""))
    graph.tables[1].count = 1
    graph.tables[1].columns[0].append(.string(""))
    #expect(
      graph.validate() == [
        "Person.name: 1 values for 0 objects",
        "Home: objects of an embedded type stand in their parents",
      ])
    graph.tables.removeLast()
    #expect(graph.validate() == ["the graph has 2 tables for 3 types"])
  }
}
