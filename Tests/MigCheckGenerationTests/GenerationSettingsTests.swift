import MigCheckModel
import Testing

@testable import MigCheckGeneration

/// How often random graphs hold what finds mistakes, counted over many trials.
@Suite struct GenerationSettingsTests {
  private static let schema = Schema([
    ObjectType("T", [Property("id", .uuid), Property("n", .int)])
  ])

  /// Only what a test asks for is on.
  private func settings(_ change: (inout GenerationSettings) -> Void) -> GenerationSettings {
    var settings = GenerationSettings.uniform
    settings.featureOff = 0
    settings.large = 0
    change(&settings)
    return settings
  }

  private func graphs(_ generator: GraphGenerator, trials: Range<Int>) -> [ObjectGraph] {
    trials.map { trial in
      var source = RandomSource(seed: 11, name: "settings", trial: trial)
      return generator.graph(trial: trial, source: &source)
    }
  }

  /// The share of values for which something holds, not counting copies of whole graphs.
  private func share(
    _ settings: GenerationSettings, hazards: [Hazard] = [], column: Int,
    _ isIt: (_ value: Value, _ earlier: ArraySlice<Value>) -> Bool
  ) -> Double {
    let generator = GraphGenerator(schema: Self.schema, hazards: hazards, settings: settings)
    var (hits, count) = (0, 0)
    for graph in graphs(generator, trials: 50..<3000) {
      let values = graph.tables[0].columns[column]
      let half = values.count / 2
      let isTwice = half > 0 && values.count % 2 == 0 && values[..<half] == values[half...]
      for place in 1..<max(1, values.count) where !isTwice {
        count += 1
        if isIt(values[place], values[..<place]) { hits += 1 }
      }
    }
    #expect(count > 10_000)
    return Double(hits) / Double(count)
  }

  @Test("15 of 100 values are nasty") func fifteenOfAHundredValuesAreNasty() {
    let pool = NastyValues.pool(.uuid)
    let nasty = share(settings { $0.nasty = GenerationSettings().nasty }, column: 0) { value, _ in
      pool.contains(value)
    }
    #expect((0.135...0.165).contains(nasty))
  }

  @Test("20 of 100 values are in the same property already, or nearly")
  func twentyOfAHundredValuesAreInTheSamePropertyAlready() {
    // Of a few thousand random identifiers no two are alike by chance.
    let reused = share(settings { $0.reuse = GenerationSettings().reuse }, column: 0) {
      value, earlier in
      guard case .uuid(let id) = value else { return false }
      return earlier.contains { other in
        guard case .uuid(let known) = other else { return false }
        return known.high == id.high && known.low ^ 1 | 1 == id.low ^ 1 | 1
      }
    }
    #expect((0.18...0.22).contains(reused))
  }

  @Test("Neither share takes from the other") func neitherShareTakesFromTheOther() {
    let pool = NastyValues.pool(.uuid)
    let both = settings {
      $0.nasty = GenerationSettings().nasty
      $0.reuse = GenerationSettings().reuse
    }
    // A fifth of the values repeats others, of which some are nasty.
    let nasty = share(both, column: 0) { value, earlier in
      pool.contains(value) && !earlier.contains(value)
    }
    #expect((0.09...0.16).contains(nasty))
  }

  @Test("Half of the values on a property that a change touches matter to the change")
  func halfOfTheValuesOnAPropertyThatAChangeTouchesMatterToTheChange() {
    let next = Schema([ObjectType("T", [Property("id", .uuid), Property("n", .string)])])
    let hazards = Hazard.hazards(
      from: SubjectVersion(number: 1, schema: Self.schema),
      to: [SubjectVersion(number: 2, schema: next)])
    let values = hazards.flatMap { $0.values(in: Self.schema) }.filter { $0.property == "n" }
      .flatMap(\.values)
    // Those that ordinary values are among do not count.
    let special = values.filter { if case .int(let n) = $0 { n < -20 || n >= 100 } else { false } }
    let expected = 0.5 * Double(special.count) / Double(NastyValues.unique(values).count)
    let found = share(
      settings { $0.hazards = GenerationSettings().hazards }, hazards: hazards, column: 1
    ) { value, _ in special.contains(value) }
    #expect(abs(found - expected) < 0.03)
    let untouched = share(
      settings { $0.hazards = GenerationSettings().hazards }, hazards: hazards, column: 0
    ) { value, _ in NastyValues.pool(.uuid).contains(value) }
    #expect(untouched == 0)
  }

  @Test("No object and one object come in a fifth of all cases each, else the mean grows to 8")
  func noObjectAndOneObjectComeInAFifthOfAllCasesEach() {
    var source = RandomSource(seed: 12)
    for (trial, mean) in [(0, 1.0), (25, 4.0), (50, 8.0), (5000, 8.0)] {
      let counts = (0..<20_000).map { _ in
        GraphMaker.count(mean: GraphMaker.meanCount(trial: trial), source: &source)
      }
      let share = { (count: Int) in Double(counts.count { $0 == count }) / Double(counts.count) }
      #expect((0.19...0.21).contains(share(0)))
      // A count of one comes by geometric luck too.
      #expect(abs(share(1) - (0.2 + 0.6 / mean)) < 0.015, "trial \(trial)")
      let average = Double(counts.reduce(0, +)) / Double(counts.count)
      #expect(abs(average - (0.2 + 0.6 * mean)) < 0.15, "trial \(trial): \(average)")
    }
  }

  @Test("2 of 100 trials are large, with 200 to 2,000 objects of one type")
  func twoOfAHundredTrialsAreLarge() {
    var settings = GenerationSettings.uniform
    settings.large = GenerationSettings().large
    let generator = GraphGenerator(schema: Self.schema, settings: settings)
    let counts = graphs(generator, trials: 0..<6000).map { $0.tables[0].count }
    let large = counts.filter { $0 >= 200 }
    #expect((80...160).contains(large.count))
    #expect(large.allSatisfy { $0 <= 2000 } && large.contains { $0 > 1000 })
    #expect(counts.allSatisfy { $0 >= 200 || $0 <= 130 })
  }

  @Test("Each feature is off in a quarter of the trials, one apart from the other")
  func eachFeatureIsOffInAQuarterOfTheTrials() {
    var source = RandomSource(seed: 13)
    let swarms = (0..<8000).map { _ in
      Swarm(featureOff: GenerationSettings().featureOff, source: &source)
    }
    let features: [(Swarm) -> Bool] = [
      { $0.hasNasty }, { $0.hasReuse }, { $0.hasHazards }, { $0.hasNulls },
      { $0.hasCollections }, { $0.hasLinks }, { $0.hasEmbedded },
    ]
    for (place, feature) in features.enumerated() {
      #expect((1850...2150).contains(swarms.count { !feature($0) }))
      for other in features.dropFirst(place + 1) {
        #expect((420...580).contains(swarms.count { !feature($0) && !other($0) }))
      }
    }
  }

  @Test("Plain generation draws nothing on purpose")
  func plainGenerationDrawsNothingOnPurpose() {
    let nasty = share(settings { _ in }, column: 0) { value, earlier in
      NastyValues.pool(.uuid).contains(value) || earlier.contains(value)
    }
    #expect(nasty == 0)
  }
}
