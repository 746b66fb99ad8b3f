import MigCheckGeneration
import MigCheckModel
import MigCheckRules
import MigCheckVerifier
import Testing

/// How well random graphs find mistakes on their own, without the graphs made for hazards.
@Suite struct DetectionTests {
  private static let trials = 200

  /// Whether one of the random trials of a seed shows the mistake.
  private static func isFound(_ bug: PlantedBug, seed: UInt64) throws -> Bool {
    let verifier = Verifier(bug.buggy, options: VerificationOptions(stores: [.memory]))
    let versions = bug.buggy.versions
    let generators = versions.indices.dropLast().map { start in
      let later = Array(versions[(start + 1)...])
      let expressions = later.flatMap { version in
        bug.buggy.expressions(into: version.number).map { (version.number, $0) }
      }
      return GraphGenerator(
        schema: versions[start].schema,
        hazards: Hazard.hazards(from: versions[start], to: later, expressions: expressions))
    }
    for trial in 0..<Self.trials {
      let start = trial % generators.count
      var source = RandomSource(seed: seed, name: bug.name, trial: trial)
      let graph = generators[start].graph(trial: trial, source: &source)
      let observations = try verifier.runTrial(graph, at: versions[start].number)
      if observations.contains(where: { bug.checks.contains($0.fault.check.rawValue) }) {
        return true
      }
    }
    return false
  }

  @Test(
    "Random graphs alone find all mistakes but those that need two texts to fit",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func randomGraphsAloneFindAllMistakesButThoseThatNeedTwoTextsToFit(seed: UInt64) throws {
    let missed = try PlantedBug.all.filter { try !Self.isFound($0, seed: seed) }.map(\.name)
    // Two texts that are the same one after another are too rare to meet by chance.
    #expect(missed.allSatisfy { $0.hasPrefix("key-joined") }, "\(missed)")
  }
}
