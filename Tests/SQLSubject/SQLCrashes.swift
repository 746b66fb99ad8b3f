import MigCheckModel
import MigCheckSQLite

/// Interrupts upgrades of databases in files.
struct SQLCrashes: CrashingUpgrades {
  let subject: SQLSubject

  func makeStore(
    at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any CrashingStore {
    let place = SQLStore.Place(kind: .file, directory: directory)
    return try SQLStore(subject: subject, place: place, version: version, graph: graph)
  }
}

/// The process ends here.
private struct Killed: Error {}

extension SQLStore {
  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    let system = try fileSystem()
    var statements = 0
    let copy = try breakingCopy(in: system)
    defer { copy.discard() }
    _ = try copy.run(to: version) { _ in statements += 1 }
    copy.database.close()
    var moments = Dictionary(
      uniqueKeysWithValues: CrashPoint.Kind.allCases.map { ($0, system.operations) })
    moments[.killedAfterStatement] = statements
    return moments
  }

  func crashed(at point: CrashPoint, upgradingTo version: UInt64) throws -> CrashedUpgrade {
    let system = try fileSystem()
    if let fault = StorageFault(point.kind) { system.arm(fault, at: point.moment) }
    var last: String?
    var statements = 0
    let copy = try breakingCopy(in: system)
    do {
      _ = try copy.run(to: version) { statement in
        last = statement
        statements += 1
        guard point.kind == .killedAfterStatement, statements == point.moment else { return }
        system.kill()
        throw Killed()
      }
    } catch is Killed {
    } catch is UpgradeError {
    }
    copy.database.close()
    do {
      try system.settle()
    } catch let error as SQLiteError {
      throw UpgradeError(.storeCorrupt, error.message)
    }
    let database = try Database(path: copy.database.path)
    return CrashedUpgrade(
      store: SQLStore(
        subject: subject, place: place, database: database, version: try database.version),
      statement: last?.split(whereSeparator: \.isWhitespace).prefix(5).joined(separator: " "))
  }

  var structure: [String] {
    get throws {
      try database.run(
        "SELECT type || ' ' || name FROM sqlite_schema WHERE type <> 'table' ORDER BY 1"
      ).map { $0[0].string }
    }
  }

  private func fileSystem() throws -> CrashingFileSystem {
    do {
      return try CrashingFileSystem()
    } catch let error as SQLiteError {
      throw UpgradeError(.storeCorrupt, error.message)
    }
  }

  /// A copy whose file is in a file system that breaks.
  private func breakingCopy(in system: CrashingFileSystem) throws -> SQLStore {
    let copy = try place.makeDatabase()
    try database.copy(to: copy)
    copy.close()
    return SQLStore(
      subject: subject, place: place,
      database: try Database(path: copy.path, fileSystem: system), version: version)
  }
}

extension StorageFault {
  /// `nil` for what has nothing to do with files.
  init?(_ kind: CrashPoint.Kind) {
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
