import MigCheckGeneration
import MigCheckModel
import MigCheckVerifier

/// What trials are made of, from plain random values to all that the kit has.
package struct DetectionLevel: Sendable {
  package let name: String
  package let settings: GenerationSettings

  package init(name: String, settings: GenerationSettings) {
    self.name = name
    self.settings = settings
  }

  /// Each with all that the one before has.
  package static let all: [DetectionLevel] = {
    let defaults = GenerationSettings()
    var settings = GenerationSettings.uniform
    var levels = [DetectionLevel(name: "uniform values only", settings: settings)]
    settings.nasty = defaults.nasty
    levels.append(DetectionLevel(name: "+ nasty", settings: settings))
    settings.reuse = defaults.reuse
    levels.append(DetectionLevel(name: "+ reuse", settings: settings))
    levels.append(DetectionLevel(name: "+ hazards", settings: defaults))
    return levels
  }()
}

extension PlantedBug {
  /// In which trial the mistake shows first, counted from 1; `nil`: in none.
  ///
  /// In memory only, and without shrinking.
  package func firstTrial(
    of level: DetectionLevel, seed: UInt64, limit: Int
  ) throws -> Int? {
    var options = VerificationOptions(trials: limit, seed: seed, stores: [.memory])
    options.generation = level.settings
    return try Verifier(buggy, options: options).firstTrial(limit: limit) { failure in
      checks.contains(failure.check.rawValue)
    }.map { $0 + 1 }
  }
}
