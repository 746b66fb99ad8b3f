import Foundation
import MigCheckModel
import MigCheckSQLite

/// The process ends here.
private struct Killed: Error {}

extension DatabaseStore {
  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    try reading {
      let system = try CrashingFileSystem(clock: try ScratchDatabase.makeClock())
      let copy = try breakingCopy(in: system)
      defer { copy.discard() }
      system.arm(nil)
      var statements = 0
      try copy.run(to: version) { migration, place, run in
        try run()
        if copy.mayEnd(after: place, of: migration) { statements += 1 }
      }
      copy.database.end()
      var moments: [CrashPoint.Kind: Int] = [:]
      if statements > 0 { moments[.killedAfterStatement] = statements }
      let migrations = upgrades.entries(from: self.version, to: version).map(\.migration)
      guard migrations.allSatisfy(upgrades.interruptions.mayBreak) else { return moments }
      for kind in CrashPoint.Kind.allCases where kind != .killedAfterStatement {
        moments[kind] = system.operations
      }
      return moments
    }
  }

  func crashed(at point: CrashPoint, upgradingTo version: UInt64) throws -> CrashedUpgrade {
    try reading {
      let system = try CrashingFileSystem(clock: try ScratchDatabase.makeClock())
      let fault = StorageFault(point.kind)
      // What is written from now on counts, and all that was on the disk before is safe.
      let copy = try breakingCopy(in: system, arming: fault, at: point.moment)
      var last: (migration: Migration, place: Int, statement: SQLStatement)?
      var statements = 0
      do {
        try copy.run(to: version) { migration, place, run in
          last = (migration, place, migration.statements[place])
          try run()
          guard point.kind == .killedAfterStatement, copy.mayEnd(after: place, of: migration)
          else { return }
          statements += 1
          guard statements == point.moment else { return }
          system.kill()
          throw Killed()
        }
      } catch is Killed {
      } catch is UpgradeError {
        // Of a write that failed; what comes of it is looked at now.
      }
      copy.database.end()
      try system.settle()
      let database = try self.database.opening(copy.database.path, in: nil)
      let entries = upgrades.databases.entries
      let found = try database.engine.recordedVersion(of: database, among: entries)
      let rest = DatabaseStore(
        upgrades: upgrades, place: place, database: database,
        version: try found.map { entries[$0].migration.number }
          ?? UInt64(bitPattern: database.userVersion))
      var result = CrashedUpgrade(store: rest, statement: last?.statement.nameWithPlace)
      result.place = last?.statement.source
      result.assumption = last.flatMap { upgrades.interruptions.assumption($0.migration) }
      if let last { result.loss = try rest.loss(after: last.migration, at: last.place)?.words }
      return result
    }
  }

  /// The only copy of rows that the next start takes away after a script was interrupted.
  private func loss(after migration: Migration, at place: Int) throws -> OnlyCopy? {
    let entries = upgrades.databases.entries
    guard let found = entries.firstIndex(where: { $0.migration.number == version }),
      entries.indices.contains(found + 1),
      entries[found + 1].migration.number == migration.number
    else { return nil }
    let left = try DatabaseSchema(of: database.connection)
    return OnlyCopy.lost(
      by: migration, on: entries[found].database, interruptedAt: place,
      leaving: Set(left.tables.map(\.name.lowercasedASCII))
    ) { note in
      guard let copy = try? copy() as? DatabaseStore else { return }
      defer { copy.discard() }
      // What an open transaction has done is undone if it fails.
      var pending = [Int]()
      _ = try? copy.run(to: migration.number) { _, place, run in
        try run()
        pending.append(place)
        guard !copy.database.connection.isInTransaction else { return }
        for place in pending { note(place) }
        pending = []
      }
    }
  }

  /// Indexes, triggers, views and virtual tables.
  var structure: [String] {
    get throws {
      try reading {
        try database.connection.rows(
          "SELECT type || ' ' || name FROM main.sqlite_schema "
            + "WHERE (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%') "
            + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1"
        ).map { $0[0].plainText }
      }
    }
  }

  private func mayEnd(after place: Int, of migration: Migration) -> Bool {
    !database.connection.isInTransaction
      && upgrades.interruptions.mayEnd(after: place, of: migration)
  }

  /// A copy whose file is in a file system that breaks.
  private func breakingCopy(
    in system: CrashingFileSystem, arming fault: StorageFault? = nil, at moment: Int = 0
  ) throws -> DatabaseStore {
    let path = place.newPath
    try database.copyFile(to: path)
    system.arm(fault, at: moment)
    return DatabaseStore(
      upgrades: upgrades, place: place, database: try database.opening(path, in: system),
      version: version)
  }
}

extension SQLStatement {
  /// `DROP TABLE user at 3_x.sql:12`.
  fileprivate var nameWithPlace: String {
    let words = text.split(whereSeparator: \.isWhitespace)
    let start = words.prefix(4).joined(separator: " ").prefix(60)
    return "\(start)\(words.count > 4 ? " ..." : "") at \(place)"
  }
}

extension StorageFault {
  /// `nil` for what has nothing to do with files.
  fileprivate init?(_ kind: CrashPoint.Kind) {
    switch kind {
    case .killedAfterStatement: return nil
    case .killed: self = .kill
    case .failedWrite: self = .failure
    case .fullDisk: self = .fullDisk
    case .powerLoss: self = .powerLoss
    case .tornWrite: self = .tornWrite
    case .reorderedWrites: self = .reorderedWrites
    }
  }
}
