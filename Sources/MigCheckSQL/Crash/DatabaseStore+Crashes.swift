import Foundation
import MigCheckModel
import MigCheckSQLite

/// The process ends here.
private struct Killed: Error {}

extension DatabaseStore {
  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int] {
    try reading {
      let copy = try BreakingCopy(of: self) { $0.startRecording() }
      let system = copy.system
      defer { copy.store.discard() }
      var statements = [RecordedUpgrade.Statement]()
      try copy.store.run(to: version) { migration, place, run in
        statements.append(
          RecordedUpgrade.Statement(migration: migration, place: place, start: system.operations))
        try run()
        if copy.store.mayEnd(after: place, of: migration) {
          statements[statements.count - 1].end = system.operations
        }
      }
      copy.store.database.end()
      let writes = reachesOtherFiles ? nil : system.recordedWrites
      recorded = writes.map {
        RecordedUpgrade(version: version, writes: $0, statements: statements)
      }
      var moments: [CrashPoint.Kind: Int] = [:]
      let ends = statements.count { $0.end != nil }
      if ends > 0 { moments[.killedAfterStatement] = ends }
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
      if let recorded, recorded.version == version, let crash = recorded.crash(at: point) {
        let files = recorded.writes.files(after: crash.fault, at: crash.moment)
        return try rest(files, after: crash.last)
      }
      // What is written from now on counts, and all that was on the disk before is safe.
      let copy = try BreakingCopy(of: self) { $0.arm(StorageFault(point.kind), at: point.moment) }
      var last: RecordedUpgrade.Statement?
      var statements = 0
      do {
        try copy.store.run(to: version) { migration, place, run in
          last = RecordedUpgrade.Statement(migration: migration, place: place, start: 0)
          try run()
          guard point.kind == .killedAfterStatement, copy.store.mayEnd(after: place, of: migration)
          else { return }
          statements += 1
          guard statements == point.moment else { return }
          copy.system.kill()
          throw Killed()
        }
      } catch is Killed {
      } catch is UpgradeError {
        // Of a write that failed; what comes of it is looked at now.
      }
      copy.store.database.end()
      try copy.system.settle()
      if let files = copy.takeFiles() { return try rest(files, after: last) }
      let store = try opening(copy.store.database.path)
      return crashed(leaving: store, opened: { store }, after: last)
    }
  }

  /// Whether scripts may write to other databases, which break with this one, and to which its journal may
  /// refer.
  fileprivate var reachesOtherFiles: Bool {
    database.engine.opensImages && database.engine.allowed.contains(.attach)
  }

  /// What an interrupted upgrade left in its files.
  ///
  /// - Parameter last: the statement that was the last or under way.
  private func rest(
    _ files: DatabaseFiles, after last: RecordedUpgrade.Statement?
  ) throws -> CrashedUpgrade {
    // Few operations change what is on the disk: many moments leave the same files, and many files the
    // same database, which need not be opened any further once it is known.
    if let known = recorded?.recoveries.first(where: { $0.files == files }) {
      return crashed(leaving: known.reading, after: last)
    }
    if database.engine.opensImages,
      let image = DatabaseImage(files) ?? DatabaseImage(recovering: files)
    {
      let reading = reading(of: image)
      recorded?.note(reading, of: files)
      return crashed(leaving: reading, after: last)
    }
    let path = place.newPath
    try files.write(to: path)
    let store = try opening(path)
    return crashed(leaving: store, opened: { store }, after: last)
  }

  private func crashed(
    leaving reading: UnopenedStore.Reading, after last: RecordedUpgrade.Statement?
  ) -> CrashedUpgrade {
    let store = unopened(reading)
    return crashed(leaving: store, opened: store.store, after: last)
  }

  private func crashed(
    leaving store: any CrashingStore, opened: @escaping () throws -> DatabaseStore,
    after last: RecordedUpgrade.Statement?
  ) -> CrashedUpgrade {
    let statement = last.map { $0.migration.statements[$0.place] }
    var result = CrashedUpgrade(store: store, statement: statement?.nameWithPlace)
    result.place = { statement?.source }
    result.assumption = last.flatMap { upgrades.interruptions.assumption($0.migration) }
    result.loss = {
      // The pages of a file may be whole where its schema is not.
      let store = try opened()
      return try last.flatMap { try store.loss(after: $0.migration, at: $0.place)?.words }
    }
    return result
  }

  /// A file after an interruption, opened as the next start does.
  private func opening(_ path: String) throws -> DatabaseStore {
    let database = try self.database.opening(path, in: nil)
    let entries = upgrades.databases.entries
    let found = try database.engine.recordedVersion(of: database, among: entries)
    return DatabaseStore(
      upgrades: upgrades, place: place, database: database,
      version: try found.map { entries[$0].migration.number }
        ?? UInt64(bitPattern: database.userVersion))
  }

  private func reading(of image: DatabaseImage) -> UnopenedStore.Reading {
    let version = upgrades.version(of: image) ?? UInt64(bitPattern: image.userVersion)
    return UnopenedStore.Reading(
      version: version, image: image,
      state: DatabaseState(of: image, engine: database.engine, version: version),
      recoveredBytes: Self.recoveredBytes(of: image))
  }

  private func unopened(_ reading: UnopenedStore.Reading) -> UnopenedStore {
    UnopenedStore(reading) { [self] image in
      let path = place.newPath
      try image.write(to: path)
      return try opening(path)
    }
  }

  var recoveredBytes: [UInt8]? {
    if let image = database.connection.image() { return Self.recoveredBytes(of: image) }
    var result = [UInt8]()
    for end in ["", "-wal", "-journal"] {
      let bytes = FileManager.default.contents(atPath: database.path + end) ?? Data()
      guard bytes.count <= Self.mostRecoveredBytes else { return nil }
      withUnsafeBytes(of: bytes.count) { result += $0 }
      result += bytes
    }
    return result
  }

  /// See `CrashingStore`.
  static func recoveredBytes(of image: DatabaseImage) -> [UInt8]? {
    image.bytes.count > mostRecoveredBytes ? nil : image.comparableBytes
  }

  /// Of larger files nothing is remembered.
  private static var mostRecoveredBytes: Int { 1 << 21 }

  /// The only copy of rows that the next start takes away after a script was interrupted.
  private func loss(after migration: Migration, at place: Int) throws -> OnlyCopy? {
    let entries = upgrades.databases.entries
    guard let found = entries.firstIndex(where: { $0.migration.number == version }),
      entries.indices.contains(found + 1),
      entries[found + 1].migration.number == migration.number
    else { return nil }
    func tables() throws -> Set<String> {
      let left = try reading { try DatabaseSchema(of: database.connection) }
      return Set(left.tables.map(\.name.lowercasedASCII))
    }
    return try OnlyCopy.lost(
      by: migration, on: entries[found].database, interruptedAt: place, leaving: tables
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
}

/// A copy of a store whose files break.
private struct BreakingCopy {
  let system: CrashingFileSystem
  let store: DatabaseStore

  /// Larger databases have their files on the disk; in bytes.
  private static let mostBytes = 16 << 20

  /// - Parameter prepare: called before any of the files is opened.
  init(of original: DatabaseStore, _ prepare: (CrashingFileSystem) -> Void) throws {
    let database = original.database
    // An engine that opens images reaches files through SQLite alone.
    let image =
      database.engine.opensImages && !original.reachesOtherFiles
      ? database.connection.image() : nil
    let path: String
    if let image, image.bytes.count <= Self.mostBytes {
      system = try CrashingFileSystem(holding: DatabaseFiles(image), clock: .standing())
      path = CrashingFileSystem.pathInMemory
    } else {
      system = try CrashingFileSystem(clock: .standing())
      path = original.place.newPath
      try database.copyFile(to: path)
    }
    prepare(system)
    store = DatabaseStore(
      upgrades: original.upgrades, place: original.place,
      database: try database.opening(path, in: system), version: original.version)
  }

  /// What the files hold once no connection has them open; those on the disk are removed.
  ///
  /// - Returns: `nil` if they have to be opened where they are.
  func takeFiles() -> DatabaseFiles? {
    if let files = system.filesInMemory { return files }
    guard store.database.engine.opensImages, !store.reachesOtherFiles else { return nil }
    let path = store.database.path
    defer { SQLiteConnection.removeFiles(at: path) }
    return DatabaseFiles(readingAt: path)
  }
}

/// One upgrade that was not interrupted, with all that it did to the file.
struct RecordedUpgrade {
  struct Statement {
    var migration: Migration
    /// In the migration.
    var place: Int
    /// How many operations on files there were before.
    var start: Int
    /// How many there were after it, if the process may end there; else `nil`.
    var end: Int?
  }

  var version: UInt64
  var writes: RecordedWrites
  /// Those that ran, in order.
  var statements: [Statement]
  /// What interruptions left in the files, and the database in them.
  private(set) var recoveries: [(files: DatabaseFiles, reading: UnopenedStore.Reading)] = []

  private var size = 0

  /// The maximum that is kept of files and databases, in bytes.
  private static let mostBytes = 16 << 20

  init(version: UInt64, writes: RecordedWrites, statements: [Statement]) {
    self.version = version
    self.writes = writes
    self.statements = statements
  }

  mutating func note(_ reading: UnopenedStore.Reading, of files: DatabaseFiles) {
    let bytes = files.size + reading.image.bytes.count
    guard size + bytes <= Self.mostBytes else { return }
    size += bytes
    recoveries.append((files, reading))
  }

  /// How an interruption shows in the record: the operation at which everything ends.
  ///
  /// - Returns: `nil` if the upgrade would go on after it, so that it has to be run.
  func crash(
    at point: CrashPoint
  ) -> (fault: StorageFault, moment: Int, last: Statement?)? {
    guard let fault = StorageFault(point.kind) else {
      let ends = statements.filter { $0.end != nil }
      guard ends.indices.contains(point.moment - 1) else { return nil }
      let last = ends[point.moment - 1]
      return last.end.map { (.kill, $0 + 1, last) }
    }
    guard fault.endsEverything else { return nil }
    return (fault, point.moment, statements.last { $0.start < point.moment })
  }
}

extension SQLStatement {
  /// `DROP TABLE user at 3_x.sql:12`.
  fileprivate var nameWithPlace: String {
    let words = text.split(maxSplits: 4, whereSeparator: \.isWhitespace)
    let start = words.prefix(4).joined(separator: " ").prefix(60)
    let hasMore = words.dropFirst(4).contains { $0.contains { !$0.isWhitespace } }
    return "\(start)\(hasMore ? " ..." : "") at \(place)"
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
