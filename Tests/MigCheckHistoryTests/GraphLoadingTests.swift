import MigCheckModel
import MigCheckStores
import Testing

@testable import MigCheckHistory

/// Which keys and slots the objects of a graph get.
@Suite struct GraphLoadingTests {
  /// A store in memory with the tables of a schema, which holds a graph.
  private func store(holding graph: ObjectGraph) throws -> MemoryStore {
    let store = MemoryStore()
    store.begin()
    for type in graph.schema.types {
      _ = store.addTable(named: type.name, embedded: type.isEmbedded)
    }
    for (table, type) in graph.schema.types.enumerated() {
      for property in type.storedProperties { store.addProperty(property, to: table) }
    }
    var loader = GraphLoader(graph: graph, store: store)
    try loader.load()
    store.commit(version: 1)
    return store
  }

  private func link(_ type: Int, _ index: Int) -> Value {
    .link(ObjectReference(type: type, index: index))
  }

  @Test("Embedded objects are numbered depth first, properties in the order of their names")
  func embeddedObjectsAreNumberedDepthFirst() throws {
    let schema = Schema([
      ObjectType(
        "Parent", [.list("second", of: "Child"), .link("first", to: "Child"), Property("n", .int)]),
      ObjectType("Child", embedded: true, [.link("grandchild", to: "Grandchild")]),
      ObjectType("Grandchild", embedded: true, [Property("n", .int)]),
    ])
    var next = Int64(0)
    func child() -> Value {
      next += 1
      let grandchild = Value.embedded(EmbeddedObject(type: 2, values: [.int(next)]))
      return .embedded(EmbeddedObject(type: 1, values: [grandchild]))
    }
    var graph = ObjectGraph(schema: schema)
    for row in 0..<3 as Range<Int64> {
      let first = child()
      graph.append([.list([child(), child()]), first, .int(row)], type: 0)
    }
    let store = try store(holding: graph)
    #expect(store.contents(of: 0).keys == [0, 1, 2])
    #expect(store.contents(of: 0).columns[1] == [link(1, 0), link(1, 3), link(1, 6)])
    #expect(store.contents(of: 0).columns[0][2] == .list([link(1, 7), link(1, 8)]))
    #expect(store.contents(of: 1).columns[0] == (0..<9).map { link(2, $0) })
    #expect(store.contents(of: 2).columns[0] == (1...9).map { .int($0) })
  }

  @Test("The first mixed link to a table takes the next slot, and embedded objects come first")
  func theFirstMixedLinkTakesTheNextSlot() throws {
    let schema = Schema([
      ObjectType(
        "Parent",
        [.link("child", to: "Child"), Property("own", .mixed, optional: true)]),
      ObjectType("Child", embedded: true, [Property("own", .mixed, optional: true)]),
      ObjectType("Target", [Property("n", .int)]),
    ])
    func child(_ value: Value) -> Value { .embedded(EmbeddedObject(type: 1, values: [value])) }
    func slots(_ rows: [[Value]]) throws -> [ColumnSlots.Slot?] {
      var graph = ObjectGraph(schema: schema)
      graph.append([.int(1)], type: 2)
      for row in rows { graph.append(row, type: 0) }
      return Array(try store(holding: graph).slots.tables[2].dropFirst())
    }
    let parents = ColumnSlots.Slot.mixedLinks(PropertyPlace(0, "own"))
    let children = ColumnSlots.Slot.mixedLinks(PropertyPlace(1, "own"))
    let target = link(2, 0)
    #expect(try slots([[child(target), target]]) == [children, parents])
    #expect(try slots([[.null, target], [child(target), .null]]) == [parents, children])
  }

  @Test("Mixed links take the slots that they take if objects come one after the other")
  func mixedLinksTakeSlotsInOrder() throws {
    let schema = Schema([
      ObjectType(
        "Parent",
        [
          Property("own", .mixed, optional: true), .list("children", of: "Child"),
          .list("many", of: .mixed, optional: true),
        ]),
      ObjectType(
        "Child", embedded: true,
        [Property("b", .mixed, optional: true), Property("a", .mixed, optional: true)]),
      ObjectType("Target", [Property("n", .int)]), ObjectType("Other", [Property("n", .int)]),
    ])
    var random = SplitMix(state: 1)
    for _ in 0..<50 {
      var graph = ObjectGraph(schema: schema)
      var expected: [[ColumnSlots.Slot]] = [[], [], [], []]
      func note(_ values: [Value], _ type: Int, _ names: [Name]) {
        for (name, value) in zip(names, values) {
          value.forEachLink { link in
            let slot = ColumnSlots.Slot.mixedLinks(PropertyPlace(type, name))
            if !expected[link.type].contains(slot) { expected[link.type].append(slot) }
          }
        }
      }
      func mixed() -> Value {
        switch random.next() % 8 {
        case 0: link(2, 0)
        case 1: link(3, 0)
        case 2: .int(1)
        default: .null
        }
      }
      graph.append([.int(1)], type: 2)
      graph.append([.int(1)], type: 3)
      for _ in 0..<(2 + random.next() % 6) {
        let children = (0..<(random.next() % 3)).map { _ in [mixed(), mixed()] }
        let (own, many) = (mixed(), Value.list([mixed(), mixed()]))
        let inline = children.map { Value.embedded(EmbeddedObject(type: 1, values: $0)) }
        graph.append([own, .list(inline), many], type: 0)
        for child in children { note(child, 1, ["b", "a"]) }
        note([own, many], 0, ["own", "many"])
      }
      let slots = try store(holding: graph).slots.tables
      for type in [2, 3] { #expect(slots[type].dropFirst().map(\.self) == expected[type]) }
    }
  }

  @Test("More objects than are handed over at once keep their order")
  func manyObjectsKeepTheirOrder() throws {
    let schema = Schema([
      ObjectType("Parent", [.link("child", to: "Child"), Property("n", .int)]),
      ObjectType("Child", embedded: true, [Property("n", .int)]),
    ])
    let count = 10_000
    var graph = ObjectGraph(schema: schema)
    for row in 0..<count {
      let child = EmbeddedObject(type: 1, values: [.int(Int64(row))])
      graph.append([.embedded(child), .int(Int64(row))], type: 0)
    }
    let store = try store(holding: graph)
    #expect(store.contents(of: 0).columns[0] == (0..<count).map { link(1, $0) })
    #expect(store.contents(of: 1).columns[0] == graph.tables[0].columns[1])
    #expect(store.contents(of: 0).columns[1] == graph.tables[0].columns[1])
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let again = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return again ^ (again >> 31)
  }
}
