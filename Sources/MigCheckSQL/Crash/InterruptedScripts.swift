import MigCheckModel
import MigCheckSQLite

/// After which statements the process may end with something left half-done.
///
/// A script in one transaction leaves nothing half-done. Of a script without one that cannot be run
/// again from its beginning, nobody knows whether the runner does not put a transaction around it all
/// the same, unless the script or the settings say so: of all such scripts of a folder only the first
/// is interrupted in that way.
struct InterruptedScripts: Sendable {
  /// By the number of a version whose script is presumed to run without a transaction: the places of
  /// statements after which it fails when it is run again, even without rows.
  private let failing: [UInt64: Set<Int>]
  /// The first of those versions.
  private let first: UInt64?

  init(_ databases: DatabaseVersions) {
    var failing: [UInt64: Set<Int>] = [:]
    for (entry, next) in zip(databases.entries, databases.entries.dropFirst())
    where next.migration.transaction == .presumablyOwn {
      let places = Self.failingPlaces(of: next.migration, from: entry)
      if !places.isEmpty { failing[next.migration.number] = places }
    }
    self.failing = failing
    first = failing.keys.min()
  }

  private static func failingPlaces(
    of migration: Migration, from entry: DatabaseVersions.Entry
  ) -> Set<Int> {
    let changes = places(of: migration)
    return Set(
      changes.filter { last in
        guard let database = try? entry.template.copy(to: ":memory:") else { return false }
        defer { database.close() }
        let runner = MigrationRunner(database: database)
        var place = 0
        try? runner.run(migration) { _, run in
          if place > last { throw Stop() }
          try run()
          place += 1
        }
        do {
          try runner.run(migration)
          return false
        } catch {
          return true
        }
      })
  }

  private struct Stop: Error {}

  /// The places of statements that change something, but for the last, with which the version is
  /// recorded.
  private static func places(of migration: Migration) -> [Int] {
    guard migration.runsAlone, !migration.isSurelyWrapped, let last = migration.lastChange
    else { return [] }
    return migration.statements.indices.filter {
      $0 < last && migration.statements[$0].changesSomething
    }
  }

  /// Whether the process may end after a statement, if there is no open transaction then.
  func mayEnd(after place: Int, of migration: Migration) -> Bool {
    guard Self.places(of: migration).contains(place) else { return false }
    guard migration.number != first else { return true }
    return !(failing[migration.number]?.contains(place) ?? false)
  }

  /// Whether its files may break during a script.
  func mayBreak(_ migration: Migration) -> Bool {
    guard !migration.isSurelyWrapped else { return false }
    return migration.number == first || failing[migration.number] == nil
  }

  /// What is taken for granted of a script, in sentences; `nil`: nothing.
  func assumption(_ migration: Migration) -> String? {
    guard migration.transaction == .presumablyOwn else { return nil }
    let others = migration.number == first ? failing.count - 1 : 0
    let more =
      others > 0 ? " The same holds for \(others) more script\(others == 1 ? "" : "s")." : ""
    return "This is so if the app runs the script without a transaction around it, as its PRAGMA "
      + "asks for; \"transactions\" in migcheck.json says whether it does.\(more)"
  }
}
