import MigCheckModel
import TestMaterial
import Testing

@Suite struct GraphComparisonTests {
  static let schema = Schema([
    ObjectType(
      "Node",
      [
        Property("value", .int),
        Property("next", .object, objectType: "Node", optional: true),
        Property("list", .object, collection: .list, objectType: "Node"),
        Property("set", .object, collection: .set, objectType: "Node"),
        Property("by", .object, collection: .dictionary, objectType: "Node", optional: true),
        Property("part", .object, objectType: "Part", optional: true),
        Property("mixed", .mixed, collection: .set, optional: true),
      ]),
    ObjectType(
      "Part", embedded: true,
      [Property("node", .object, objectType: "Node", optional: true), Property("text", .string)]),
  ])

  struct Node {
    var value: Int64 = 0
    var next: Int?
    var list: [Int] = []
    var set: [Int] = []
    var by: [(String, Int?)] = []
    var part: Int?
    var mixed: [Int] = []
  }

  static func graph(_ nodes: [Node], order: [Int]? = nil) -> ObjectGraph {
    var graph = ObjectGraph(schema: schema)
    let order = order ?? Array(nodes.indices)
    // `order[k]` stands in row k.
    var rows = Array(repeating: 0, count: nodes.count)
    for (row, node) in order.enumerated() { rows[node] = row }
    func link(_ node: Int) -> Value { .link(ObjectReference(type: 0, index: rows[node])) }
    for index in order {
      let node = nodes[index]
      graph.append(
        [
          .int(node.value), node.next.map(link) ?? .null, .list(node.list.map(link)),
          .set(node.set.map(link)),
          .dictionary(node.by.map { DictionaryEntry($0.0, $0.1.map(link) ?? .null) }),
          node.part.map {
            .embedded(EmbeddedObject(type: 1, values: [link($0), .string("p")]))
          } ?? .null,
          .set(node.mixed.map(link) + [.int(1)]),
        ], type: 0)
    }
    return graph
  }

  /// Tries every renaming.
  static func areEqual(_ first: [Node], _ second: [Node]) -> Bool {
    guard first.count == second.count else { return false }
    let wanted = graph(second)
    func hasSuffix(_ order: [Int], _ rest: [Int]) -> Bool {
      if rest.isEmpty {
        let renamed = graph(first, order: order)
        return renamed.tables[0].columns == wanted.tables[0].columns
      }
      return rest.contains { next in hasSuffix(order + [next], rest.filter { $0 != next }) }
    }
    return hasSuffix([], Array(first.indices))
  }

  static func rings(_ sizes: [Int], through property: any WritableKeyPath<Node, [Int]> & Sendable)
    -> [Node]
  {
    var nodes = [Node]()
    for size in sizes {
      let first = nodes.count
      for index in 0..<size {
        var node = Node()
        node[keyPath: property] = [
          first + (index + 1) % size, first + (index + size - 1) % size,
        ]
        nodes.append(node)
      }
    }
    return nodes
  }

  private func compare(_ first: [Node], _ second: [Node], budget: Int = 1000)
    -> GraphComparison.Outcome
  {
    GraphComparison.compare(Self.graph(first), Self.graph(second), budget: budget)
  }

  private func isDifferent(_ outcome: GraphComparison.Outcome) -> Bool {
    guard case .different(let differences) = outcome else { return false }
    return !differences.isEmpty
  }

  @Test("Two triangles are no hexagon, for links to one, in sets and in mixed")
  func twoTrianglesAreNoHexagonForLinksToOneInSetsAndInMixed() {
    #expect(
      isDifferent(compare(Self.rings([3, 3], through: \.set), Self.rings([6], through: \.set))))
    #expect(
      isDifferent(compare(Self.rings([3, 3], through: \.mixed), Self.rings([6], through: \.mixed))))
    func directed(_ sizes: [Int]) -> [Node] {
      Self.rings(sizes, through: \.list).map { Node(next: $0.list[0]) }
    }
    #expect(isDifferent(compare(directed([3, 3]), directed([6]))))
    #expect(isDifferent(compare(directed([2, 4]), directed([3, 3]))))
    #expect(compare(directed([2, 4]), directed([4, 2])) == .equal)
  }

  @Test(
    "Small graphs are equal exactly when some renaming makes them so", .enabled(if: Sweep.isFull))
  func smallGraphsAreEqualExactlyWhenSomeRenamingMakesThemSo() {
    var generator = TestGenerator(state: 42)
    var (equal, different) = (0, 0)
    for round in 0..<1500 {
      let count = 1 + generator.below(round % 10 == 0 ? 6 : 5)
      func random() -> [Node] {
        (0..<count).map { _ in
          var node = Node(value: Int64(generator.below(2)))
          if generator.below(2) == 0 { node.next = generator.below(count) }
          if generator.below(3) == 0 {
            node.list = (0..<generator.below(3)).map { _ in generator.below(count) }
          }
          if generator.below(3) == 0 {
            node.set = Array(0..<count).filter { _ in generator.below(2) == 0 }
          }
          if generator.below(5) == 0 { node.by = [("a", generator.below(count)), ("b", nil)] }
          if generator.below(5) == 0 { node.part = generator.below(count) }
          if generator.below(5) == 0 {
            node.mixed = Array(0..<count).filter { _ in generator.below(2) == 0 }
          }
          return node
        }
      }
      let nodes = random()
      var order = Array(0..<count)
      for index in order.indices.reversed() { order.swapAt(index, generator.below(index + 1)) }
      let renamed = Self.graph(nodes, order: order)
      #expect(GraphComparison.compare(Self.graph(nodes), renamed) == .equal)

      // The same graph with one link or value changed, or another one.
      var other = round % 3 == 0 ? random() : nodes
      if round % 3 != 0 {
        let place = generator.below(count)
        switch generator.below(4) {
        case 0: other[place].next = generator.below(count)
        case 1: other[place].list = other[place].list.reversed()
        case 2: other[place].set = Array(0..<count).filter { _ in generator.below(2) == 0 }
        default: other[place].value = 1 - other[place].value
        }
      }
      let expected = Self.areEqual(nodes, other)
      let outcome = GraphComparison.compare(Self.graph(nodes), Self.graph(other, order: order))
      if expected {
        equal += 1
        #expect(outcome == .equal, "round \(round)")
      } else {
        different += 1
        #expect(isDifferent(outcome), "round \(round)")
      }
    }
    #expect(equal > 100)
    #expect(different > 100)
  }

  /// 3-regular graphs of one size, all alike locally: the prism and the Möbius–Kantor-like ladder.
  @Test("Regular graphs are told apart by search, or left undecided when the budget ends")
  func regularGraphsAreToldApartBySearchOrLeftUndecidedWhenTheBudgetEnds() {
    func ladder(_ size: Int, twisted: Bool) -> [Node] {
      (0..<(2 * size)).map { index in
        let (side, place) = (index / size, index % size)
        func neighbour(_ step: Int) -> Int {
          let next = place + step
          let wraps = next < 0 || next >= size
          let other = wraps && twisted ? 1 - side : side
          return other * size + (next + size) % size
        }
        return Node(set: [neighbour(1), neighbour(-1), (1 - side) * size + place])
      }
    }
    let prism = ladder(9, twisted: false)
    let moebius = ladder(9, twisted: true)
    #expect(isDifferent(compare(prism, moebius, budget: 100_000)))
    #expect(compare(prism, moebius, budget: 0) == .undecided)
    let order = (0..<18).map { $0 * 5 % 18 }
    #expect(
      GraphComparison.compare(
        Self.graph(moebius), Self.graph(moebius, order: order), budget: 100_000) == .equal)
  }

  @Test("Many alike components, trees and stars are matched without taking anything back")
  func manyAlikeComponentsTreesAndStarsAreMatchedWithoutTakingAnythingBack() {
    let rings = Self.rings(Array(repeating: 3, count: 200), through: \.list)
    let order = (0..<600).map { $0 * 7 % 600 }
    #expect(
      GraphComparison.compare(Self.graph(rings), Self.graph(rings, order: order), budget: 0)
        == .equal)
    // Two stars whose leaves carry leaves.
    var stars = [Node]()
    for _ in 0..<2 {
      let centre = stars.count
      stars.append(Node())
      for _ in 0..<50 {
        stars.append(Node(next: centre))
        stars.append(Node(next: stars.count - 1))
      }
    }
    let reversed = Array((0..<stars.count).reversed())
    #expect(
      GraphComparison.compare(Self.graph(stars), Self.graph(stars, order: reversed), budget: 0)
        == .equal)
  }

  @Test("A chain of alike objects is compared, and one more object is found")
  func aChainOfAlikeObjectsIsComparedAndOneMoreObjectIsFound() {
    func chain(_ count: Int) -> [Node] {
      (0..<count).map { Node(next: $0 + 1 < count ? $0 + 1 : nil) }
    }
    let order = Array((0..<3000).reversed())
    #expect(
      GraphComparison.compare(Self.graph(chain(3000)), Self.graph(chain(3000), order: order))
        == .equal)
    #expect(isDifferent(compare(chain(3000), chain(2999))))
  }

  @Test("What colours leave open in a large graph is still searched")
  func whatColoursLeaveOpenInALargeGraphIsStillSearched() {
    var generator = TestGenerator(state: 7)
    // Random links settle most objects at once; alike rings and what hangs on them stay.
    let settled = (0..<3000).map { _ in
      Node(
        value: Int64(generator.below(3)), next: generator.below(3000),
        list: [generator.below(3000), generator.below(3000)])
    }
    func whole(_ sizes: [Int]) -> [Node] {
      settled
        + Self.rings(sizes, through: \.set).map { node in
          // All lead to the same settled object.
          Node(next: 17, set: node.set.map { $0 + settled.count })
        }
    }
    var order = Array(0..<3006)
    for index in order.indices.reversed() { order.swapAt(index, generator.below(index + 1)) }
    #expect(
      GraphComparison.compare(
        Self.graph(whole([3, 3])), Self.graph(whole([3, 3]), order: order)) == .equal)
    #expect(
      isDifferent(
        GraphComparison.compare(
          Self.graph(whole([3, 3])), Self.graph(whole([6]), order: order))))
    // A link from a settled object into a ring, to the same ring as another or not.
    func marked(_ second: Int) -> [Node] {
      var nodes = whole([3, 3])
      nodes[100].next = 3000
      nodes[200].next = second
      return nodes
    }
    #expect(
      GraphComparison.compare(Self.graph(marked(3003)), Self.graph(marked(3004), order: order))
        == .equal)
    #expect(
      isDifferent(
        GraphComparison.compare(
          Self.graph(marked(3001)), Self.graph(marked(3004), order: order))))
  }

  @Test("Values differ bit for bit") func valuesDifferBitForBit() {
    let schema = Schema([
      ObjectType("T", [Property("x", .double), Property("s", .string, collection: .set)])
    ])
    func graph(_ x: Double, _ s: [String]) -> ObjectGraph {
      var graph = ObjectGraph(schema: schema)
      graph.append([.double(x), .set(s.map(Value.string))], type: 0)
      return graph
    }
    #expect(GraphComparison.compare(graph(0, ["a", "b"]), graph(0, ["b", "a"])) == .equal)
    #expect(GraphComparison.compare(graph(.nan, []), graph(.nan, [])) == .equal)
    #expect(
      GraphComparison.compare(graph(0, ["\u{E9}"]), graph(-0.0, ["e\u{301}"]))
        == .different([
          GraphDifference(
            .valueDiffers, type: "T", property: "x", firstRow: 0, secondRow: 0,
            firstValue: .double(0), secondValue: .double(-0.0)),
          GraphDifference(
            .valueDiffers, type: "T", property: "s", firstRow: 0, secondRow: 0,
            firstValue: .set([.string("\u{E9}")]), secondValue: .set([.string("e\u{301}")])),
        ]))
  }

  @Test("Properties and types that are ignored do not count")
  func propertiesAndTypesThatAreIgnoredDoNotCount() {
    var second = Self.graph([Node(value: 1, next: 1, part: 1), Node(value: 2)])
    let first = Self.graph([Node(value: 5, next: 1, part: 1), Node(value: 2)])
    let value = PropertyPath(type: "Node", property: "value")
    #expect(GraphComparison.compare(first, second, ignoring: [value]) == .equal)
    #expect(isDifferent(GraphComparison.compare(first, second)))
    second.tables[0].columns[0][0] = .int(5)
    second.tables[0].columns[5][0] = .embedded(
      EmbeddedObject(type: 1, values: [.null, .string("p")]))
    #expect(isDifferent(GraphComparison.compare(first, second)))
    let part = PropertyPath(type: "Part")
    let inside = PropertyPath(type: "Part", property: "node")
    #expect(GraphComparison.compare(first, second, ignoring: [part]) == .equal)
    #expect(GraphComparison.compare(first, second, ignoring: [inside]) == .equal)
    #expect(
      GraphComparison.compare(first, Self.graph([]), ignoring: [PropertyPath(type: "Node")])
        == .equal)
  }

  @Test("Schemas are matched by name and their differences told")
  func schemasAreMatchedByNameAndTheirDifferencesTold() {
    let a = Schema([
      ObjectType("A", [Property("x", .int), Property("y", .string)]), ObjectType("B", []),
    ])
    let b = Schema([
      ObjectType("B", []), ObjectType("A", [Property("y", .string), Property("x", .int)]),
    ])
    var first = ObjectGraph(schema: a)
    first.append([.int(1), .string("s")], type: 0)
    var second = ObjectGraph(schema: b)
    second.append([.string("s"), .int(1)], type: 1)
    #expect(GraphComparison.compare(first, second) == .equal)
    let c = Schema([ObjectType("A", [Property("x", .int, optional: true)]), ObjectType("C", [])])
    #expect(
      GraphComparison.compare(first, ObjectGraph(schema: c))
        == .different([
          GraphDifference(.schemaDiffers, type: "A", property: "x"),
          GraphDifference(.schemaDiffers, type: "A", property: "y"),
          GraphDifference(.schemaDiffers, type: "B"),
          GraphDifference(.schemaDiffers, type: "C"),
        ]))
  }
}

/// A generator of test data: this target sees only the model.
struct TestGenerator {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
