import MigCheckGeneration
import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@Suite struct GraphGeneratorTests {
  @Test("Every generated graph is valid", arguments: [Schemas.rich, Schemas.contacts])
  func everyGeneratedGraphIsValid(schema: Schema) {
    let generator = GraphGenerator(schema: schema)
    for trial in 0..<300 {
      var source = RandomSource(seed: 1, name: "valid", trial: trial)
      let graph = generator.graph(trial: trial, source: &source)
      #expect(graph.validate() == [], "trial \(trial)")
    }
  }

  @Test("A trial gives the same graph whenever it is made")
  func aTrialGivesTheSameGraphWheneverItIsMade() {
    let generator = GraphGenerator(schema: Schemas.rich)
    for trial in [0, 7, 90] {
      var first = RandomSource(seed: 5, name: "same", trial: trial)
      var second = RandomSource(seed: 5, name: "same", trial: trial)
      let graph = generator.graph(trial: trial, source: &first)
      #expect(graph.isIdentical(to: generator.graph(trial: trial, source: &second)))
    }
  }

  @Test("Objects per type grow from few to more, and now and then there are many")
  func objectsPerTypeGrowFromFewToMoreAndNowAndThenThereAreMany() {
    let generator = GraphGenerator(schema: Schemas.contacts)
    func counts(_ trials: Range<Int>) -> [Int] {
      trials.flatMap { trial in
        var source = RandomSource(seed: 2, name: "sizes", trial: trial)
        return generator.graph(trial: trial, source: &source).tables.map(\.count)
      }
    }
    let early = counts(0..<10)
    let late = counts(1000..<1400)
    #expect(early.filter { $0 < 200 }.allSatisfy { $0 <= 20 })
    #expect(late.contains { $0 >= 200 })
    #expect(late.allSatisfy { $0 <= 2000 })
    let emptyShare = Double(late.filter { $0 == 0 }.count) / Double(late.count)
    #expect((0.15...0.25).contains(emptyShare))
  }

  @Test("Values that matter to a hazard are drawn often")
  func valuesThatMatterToAHazardAreDrawnOften() {
    let start = SubjectVersion(number: 1, schema: Schemas.contacts)
    let hazards = Hazard.hazards(
      from: start, to: [SubjectVersion(number: 2, schema: Schemas.contactsLater)])
    let generator = GraphGenerator(schema: Schemas.contacts, hazards: hazards)
    var pairs = 0
    for trial in 0..<800 {
      var source = RandomSource(seed: 3, name: "hazards", trial: trial)
      let names = generator.graph(trial: trial, source: &source).tables[2].columns[0]
      if names.contains(.string("a")), names.contains(.string("A")) { pairs += 1 }
    }
    #expect(pairs > 5)
  }

  @Test("Shapes that bugs need come up: self-links, cycles, shared and repeated targets")
  func shapesThatBugsNeedComeUpSelfLinksCyclesSharedAndRepeatedTargets() {
    let generator = GraphGenerator(schema: Schemas.contacts)
    var (loops, cycles, shared, repeats) = (0, 0, 0, 0)
    for trial in 0..<400 {
      var source = RandomSource(seed: 4, name: "shapes", trial: trial)
      let friends = generator.graph(trial: trial, source: &source).tables[0].columns[5]
      var incoming = Array(repeating: 0, count: friends.count)
      let targets: [[Int]] = friends.map { value in
        guard case .list(let elements) = value else { return [] }
        return elements.compactMap { if case .link(let target) = $0 { target.index } else { nil } }
      }
      for (row, list) in targets.enumerated() {
        if list.contains(row) { loops += 1 }
        if Set(list).count < list.count { repeats += 1 }
        for target in Set(list) {
          incoming[target] += 1
          if target != row, targets[target].contains(row) { cycles += 1 }
        }
      }
      if incoming.contains(where: { $0 > 1 }) { shared += 1 }
    }
    #expect(min(loops, cycles, shared, repeats) > 20)
  }

  @Test(
    "a link that is required leads somewhere, and shrinking keeps it so", .enabled(if: Sweep.isFull)
  )
  func aRequiredLinkLeadsSomewhere() {
    let schema = Schema([
      ObjectType("Dog", [Property("owner", .object, objectType: "Person")]),
      ObjectType("Person", [Property("home", .object, objectType: "Home")]),
      ObjectType("Home", [Property("street", .string)]),
    ])
    let generator = GraphGenerator(schema: schema)
    for trial in 0..<200 {
      var source = RandomSource(seed: 9, name: "required", trial: trial)
      let graph = generator.graph(trial: trial, source: &source)
      #expect(graph.validate() == [], "trial \(trial)")
      guard graph.tables[0].count > 0 else { continue }
      var shrinker = Shrinker()
      let result = shrinker.shrink(graph) { $0.tables[0].count > 0 }
      #expect(result.graph.validate() == [])
      #expect(result.graph.tables.map(\.count) == [1, 1, 1])
    }
  }
}
