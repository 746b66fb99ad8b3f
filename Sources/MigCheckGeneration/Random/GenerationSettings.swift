/// How often random graphs hold what finds mistakes: of 100 draws each.
package struct GenerationSettings: Sendable, Equatable {
  /// Values that programs are known to trip over.
  package var nasty = 15
  /// Values that the same property has already in another object, or nearly.
  package var reuse = 20
  /// Values that matter to a hazard, on the properties that it touches.
  package var hazards = 50
  /// Trials with many objects of one type.
  package var large = 2
  /// Trials in which a feature is off.
  package var featureOff = 25
  /// Whether graphs that are made on purpose run before the random ones.
  package var hasWitnesses = true

  package init() {}

  /// Plain random values and shapes only.
  package static let uniform: GenerationSettings = {
    var settings = GenerationSettings()
    settings.nasty = 0
    settings.reuse = 0
    settings.hazards = 0
    settings.hasWitnesses = false
    return settings
  }()
}
