import CSQLite
import Foundation
import TestMaterial
import Testing

@testable import MigCheckSQLite

@Suite("The files of a database in memory")
final class MemoryFileSystemTests {
  private let folder = NSTemporaryDirectory() + "migcheck-memory-\(UUID().uuidString)"
  private var path: String { folder + "/db" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  struct Setting: CustomTestStringConvertible, Sendable {
    var fault: StorageFault
    /// What the connection sets before it changes anything.
    var pragmas: String
    var testDescription: String { "\(fault) with \(pragmas)" }

    static let all = StorageFault.allCases.flatMap { fault in
      [
        "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = TRUNCATE",
        "PRAGMA journal_mode = PERSIST; PRAGMA secure_delete = ON", "PRAGMA journal_mode = WAL",
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = OFF; PRAGMA cache_size = 2",
        "PRAGMA journal_mode = OFF; PRAGMA cache_size = 2", "PRAGMA auto_vacuum = FULL; VACUUM",
      ].map { Setting(fault: fault, pragmas: $0) }
    }
  }

  private static let before = """
    CREATE TABLE t(a INTEGER PRIMARY KEY, b);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 12)
    INSERT INTO t SELECT i, printf('%.*c', 1500, 'x') FROM n;
    """
  private static let changes = [
    "BEGIN; UPDATE t SET b = printf('%.*c', 1500, 'y'); DELETE FROM t WHERE a % 3 = 0; COMMIT",
    "CREATE TABLE u(a); INSERT INTO u SELECT b FROM t", "DROP TABLE t; VACUUM",
  ]

  /// What an upgrade did, and left.
  private struct Outcome: Equatable {
    var results: [Int32]
    var operations: Int
    var hasBroken: Bool
    var files: [String: [UInt8]?]
  }

  /// - Parameter settle: gives the files afterwards.
  private func upgrade(
    _ setting: Setting, at moment: Int, _ path: String, in system: CrashingFileSystem,
    files: () -> DatabaseFiles?
  ) throws -> Outcome {
    system.arm(moment == 0 ? nil : setting.fault, at: moment)
    var results = [Int32]()
    if let connection = try? SQLiteConnection(path: path, fileSystem: system) {
      for sql in [setting.pragmas] + Self.changes {
        do {
          try connection.execute(sql)
          results.append(SQLITE_OK)
        } catch let error as SQLiteError {
          results.append(error.code)
        }
      }
      connection.close()
    }
    let (operations, hasBroken) = (system.operations, system.hasBroken)
    try system.settle()
    // A journal and a log hold random numbers, and an empty one is none.
    let left = try #require(files()).contents.filter { !$0.bytes.isEmpty }
    return Outcome(
      results: results, operations: operations, hasBroken: hasBroken,
      files: Dictionary(
        uniqueKeysWithValues: left.map { ($0.ending, $0.ending.isEmpty ? $0.bytes : nil) }))
  }

  @Test(
    "break at the same operations as those on a disk, and leave the same",
    arguments: Sweep.part(Setting.all, oneOf: 3))
  func same(setting: Setting) throws {
    let made = try SQLiteConnection(path: path)
    try made.execute(Self.before)
    let image = try #require(made.image())
    made.close()
    func outcomes(at moment: Int) throws -> (disk: Outcome, memory: Outcome) {
      SQLiteConnection.removeFiles(at: path)
      try image.write(to: path)
      let disk = try CrashingFileSystem(clock: .standing())
      let memory = try CrashingFileSystem(holding: DatabaseFiles(image), clock: .standing())
      return (
        try upgrade(setting, at: moment, path, in: disk) { DatabaseFiles(readingAt: path) },
        try upgrade(setting, at: moment, CrashingFileSystem.pathInMemory, in: memory) {
          memory.filesInMemory
        }
      )
    }
    let whole = try outcomes(at: 0)
    #expect(whole.disk == whole.memory)
    #expect(whole.memory.results.allSatisfy { $0 == SQLITE_OK })
    #expect(whole.memory.operations > 30 && !whole.memory.hasBroken)
    for moment in Sweep.moments(of: whole.memory.operations, limit: 24) {
      let (disk, memory) = try outcomes(at: moment)
      #expect(memory.hasBroken)
      #expect(disk == memory, "operation \(moment)")
    }
  }

  @Test("are found again by the next connection, and not from another file system")
  func again() throws {
    let name = CrashingFileSystem.pathInMemory
    let system = try CrashingFileSystem(holding: DatabaseFiles([:]))
    #expect(throws: SQLiteError.self) {
      try SQLiteConnection(path: name, mode: .readWrite, fileSystem: system).execute("VACUUM")
    }
    for round in 1...3 {
      let connection = try SQLiteConnection(path: name, fileSystem: system)
      try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
      #expect(connection.totalChanges == 1)
      let count = try connection.prepare("SELECT count(*) FROM t")
      #expect(try count.step() && count.integer(0) == round)
      let other = try CrashingFileSystem(holding: DatabaseFiles([:]))
      let stranger = try SQLiteConnection(path: name, fileSystem: other)
      #expect(throws: SQLiteError.self) { try stranger.execute("SELECT * FROM t") }
    }
    #expect(!FileManager.default.fileExists(atPath: name))
  }

  @Test("leave other files where they are, with the same clock")
  func others() throws {
    let clock = try SQLiteClock(milliseconds: 86_400_000)
    let system = try CrashingFileSystem(holding: DatabaseFiles([:]), clock: clock)
    do {
      // A name that begins like that of the database is another one.
      let connection = try SQLiteConnection(path: path, fileSystem: system)
      try connection.execute("CREATE TABLE t AS SELECT datetime('now') AS a")
      connection.close()
    }
    let connection = try SQLiteConnection(path: path)
    let rows = try connection.prepare("SELECT a FROM t")
    #expect(try rows.step() && rows.text(0) == "1970-01-02 00:00:00")
    #expect(
      throws: SQLiteError.self,
      performing: {
        try SQLiteConnection(path: CrashingFileSystem.pathInMemory + "2", fileSystem: system)
          .execute("CREATE TABLE t (a)")
      })
  }
}
