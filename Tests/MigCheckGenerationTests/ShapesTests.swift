import MigCheckModel
import Testing

@testable import MigCheckGeneration

/// Shapes of graphs that programs are known to trip over.
@Suite struct ShapesTests {
  /// What each graph of many trials shows, by the name of the shape.
  private struct Seen {
    var counts: [String: Int] = [:]

    mutating func add(_ name: String, _ isThere: Bool) {
      if isThere { counts[name, default: 0] += 1 }
    }
  }

  private static func depth(_ value: Value) -> Int {
    switch value {
    case .embedded(let object): 1 + (object.values.map(depth).max() ?? 0)
    case .list(let elements): elements.map(depth).max() ?? 0
    case .dictionary(let entries): entries.map { depth($0.value) }.max() ?? 0
    default: 0
    }
  }

  private static func rows(_ value: Value) -> [Int] {
    switch value {
    case .link(let target): [target.index]
    case .list(let elements): elements.flatMap(rows)
    default: []
    }
  }

  private static func isInPair(_ row: Int, _ next: [Int?]) -> Bool {
    guard let other = next[row] else { return false }
    return other != row && next[other] == row
  }

  private static func isDiamond(_ list: [Int], _ next: [Int?]) -> Bool {
    list.contains { first in
      guard let end = next[first] else { return false }
      return list.contains { $0 != first && next[$0] == end }
    }
  }

  private static func isTwice(_ next: [Int?]) -> Bool {
    let half = next.count / 2
    guard half > 1, next.count == 2 * half, next.contains(where: { $0 != nil }) else {
      return false
    }
    return (0..<half).allSatisfy { row in next[row].map { $0 + half } == next[row + half] }
  }

  @Test("Every odd shape comes up in 400 trials") func everyOddShapeComesUpIn400Trials() {
    let schema = Schema([
      ObjectType(
        "Node",
        [
          Property("n", .int), Property("next", .object, objectType: "Node", optional: true),
          Property("list", .object, collection: .list, objectType: "Node"),
          Property("leaf", .object, objectType: "Leaf", optional: true),
          Property("box", .object, objectType: "Box", optional: true),
        ]),
      ObjectType("Leaf", [Property("text", .string)]),
      ObjectType(
        "Box", embedded: true, [Property("inner", .object, objectType: "Inner", optional: true)]),
      ObjectType(
        "Inner", embedded: true, [Property("core", .object, objectType: "Core", optional: true)]),
      ObjectType("Core", embedded: true, [Property("x", .int)]),
    ])
    let generator = GraphGenerator(schema: schema)
    var seen = Seen()
    for trial in 0..<400 {
      var source = RandomSource(seed: 21, name: "shapes", trial: trial)
      let graph = generator.graph(trial: trial, source: &source)
      let (nodes, leaves) = (graph.tables[0], graph.tables[1])
      let next = nodes.columns[1].map { Self.rows($0).first }
      let lists = nodes.columns[2].map(Self.rows)
      let linked = Set(nodes.columns[3].flatMap(Self.rows))
      seen.add("empty store", graph.objectCount == 0)
      seen.add("no nodes", nodes.count == 0 && leaves.count > 0)
      seen.add("no leaves", nodes.count > 0 && leaves.count == 0)
      seen.add("self-link", next.indices.contains { next[$0] == $0 })
      seen.add("cycle of two", next.indices.contains { Self.isInPair($0, next) })
      seen.add("diamond", lists.contains { Self.isDiamond($0, next) })
      seen.add("orphan", (0..<leaves.count).contains { !linked.contains($0) })
      seen.add("duplicate in a list", lists.contains { Set($0).count < $0.count })
      let owners = lists.flatMap { Set($0) }
      seen.add("one object in two lists", Set(owners).count < owners.count)
      let texts = leaves.columns[0]
      seen.add("equal twins", texts.indices.contains { texts[..<$0].contains(texts[$0]) })
      seen.add("twin components", Self.isTwice(next))
      seen.add("embedded three deep", nodes.columns[4].contains { Self.depth($0) >= 3 })
    }
    for shape in [
      "empty store", "no nodes", "no leaves", "self-link", "cycle of two", "diamond", "orphan",
      "duplicate in a list", "one object in two lists", "equal twins", "twin components",
      "embedded three deep",
    ] {
      #expect(seen.counts[shape, default: 0] >= 5, "\(shape): \(seen.counts[shape, default: 0])")
    }
  }

  @Test("A chain of 2,000 and a star of 10,000 links are there for types that have such links")
  func aChainAndAStarAreThereForTypesThatHaveSuchLinks() throws {
    let chain = try #require(LargeShapes.chain(in: Schemas.rich))
    #expect(chain.validate().isEmpty)
    #expect(chain.tables[0].count == 2000 && chain.linkCount == 1999)
    let star = try #require(LargeShapes.star(in: Schemas.contacts))
    #expect(star.validate().isEmpty)
    var incoming = [Int: Int]()
    for value in star.tables[0].columns[4] {
      for row in Self.rows(value) { incoming[row, default: 0] += 1 }
    }
    #expect(incoming == [0: 10_000])
    let flat = Schema([ObjectType("T", [Property("n", .int)])])
    #expect(LargeShapes.chain(in: flat) == nil && LargeShapes.star(in: flat) == nil)
    #expect(LargeShapes.chain(in: Schema([flat.types[0], Schemas.contacts.types[2]])) == nil)
  }
}
