import MigCheckModel

/// Interrupts upgrades of databases in files.
struct DatabaseCrashes: CrashingUpgrades {
  let upgrades: DatabaseUpgrades

  /// Each script is committed by itself, so that an upgrade over several of them is never left in a
  /// state that the upgrades to each next version do not know.
  var commitsEachVersion: Bool { true }

  func makeStore(
    at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any CrashingStore {
    try DatabaseStore(
      upgrades: upgrades, place: DatabaseStore.Place(kind: .file, directory: directory),
      version: version, graph: graph)
  }
}
