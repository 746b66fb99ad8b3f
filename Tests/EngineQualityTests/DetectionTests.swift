import EngineQuality
import MigCheckGeneration
import TestMaterial
import Testing

/// How well random graphs find mistakes on their own, without the graphs made for hazards.
@Suite struct DetectionTests {
  private static let trials = 200

  /// Texts that are the same one after another, conditions that are met at once, and objects whose
  /// numbers fit are too rare to meet by chance.
  private static let rare: Set = [
    "key-joined", "key-joined-by-a-dash", "boundary-behind-a-condition",
    "three-conditions-at-once", "ordinal-meets-an-existing-key",
  ]

  private static let randomOnly: DetectionLevel = {
    var settings = GenerationSettings()
    settings.hasWitnesses = false
    return DetectionLevel(name: "random only", settings: settings)
  }()

  @Test(
    "Random graphs alone find all mistakes but those that need two values to fit",
    .enabled(if: Sweep.isFull), arguments: [1, 2, 3] as [UInt64])
  func randomGraphsAloneFindAllMistakesButThoseThatNeedTwoValuesToFit(seed: UInt64) throws {
    let missed = try PlantedBugTests.bugs.filter {
      try $0.firstTrial(of: Self.randomOnly, seed: seed, limit: Self.trials) == nil
    }.map(\.name)
    #expect(missed.allSatisfy(Self.rare.contains), "\(missed)")
  }
}
