/// Which chains of upgrades an app's stores take to the last version.
public enum UpgradePaths: String, Sendable, Codable, CaseIterable {
  /// From every version to every later one, with any versions skipped: users update when they like.
  case all
  /// Straight to the last version, whatever the start: an app that opens its store with the newest
  /// schema, and has no code for stopping on the way.
  case direct
  /// Version by version: an app that upgrades its store step by step. No version is skipped that stores
  /// are upgraded to.
  case linear
}
