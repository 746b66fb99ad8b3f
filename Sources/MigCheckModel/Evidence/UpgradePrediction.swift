/// What holds of a subject whose upgrades are an app's own code, run on store files.
public struct AppUpgradeEvidence: Sendable, Equatable {
  /// The version that the app upgrades stores to; all paths end there.
  public var end: UInt64
  /// Whether a model of the engine predicts what the app's upgrades do; without one, stores take no
  /// other paths than straight to `end`.
  public var predicts: Bool
  /// Whether the app's upgrade stops at any version, so that runs may end before `end`.
  package var stops = false
  /// Whether each upgrade starts a program, which may take half a second.
  package var startsProgram = false

  /// An app whose upgrades end at a version, with or without a model that predicts them.
  public init(end: UInt64, predicts: Bool) {
    self.end = end
    self.predicts = predicts
  }
}

/// What a model of an engine says of an upgrade that an app's own code ran.
public enum UpgradePrediction: Sendable {
  /// The content to which it leads, with the keys that the same objects have in the store.
  case content(Snapshot)
  /// It is refused.
  case refused(UpgradeError)
  /// The app was not run: no store file can hold what the store held before, so that the upgrade is the
  /// model's.
  case replacing

  /// With another content, if it leads to any.
  package func mapContent(_ transform: (Snapshot) -> Snapshot) -> UpgradePrediction {
    if case .content(let snapshot) = self { .content(transform(snapshot)) } else { self }
  }
}
