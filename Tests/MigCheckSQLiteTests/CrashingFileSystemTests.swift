import CSQLite
import Foundation
import TestMaterial
import Testing

@testable import MigCheckSQLite

@Suite("A file system that breaks")
struct CrashingFileSystemTests {
  /// A folder for the databases of one test.
  private final class Folder {
    let path = NSTemporaryDirectory() + "migcheck-crash-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
  }

  struct Setting: CustomTestStringConvertible, Sendable {
    var fault: StorageFault
    var journal: String
    var testDescription: String { "\(fault) with journal \(journal)" }

    static let all = StorageFault.allCases.flatMap { fault in
      ["DELETE", "TRUNCATE", "PERSIST", "WAL"].map { Setting(fault: fault, journal: $0) }
    }
  }

  /// Twelve rows of which each is long enough for pages of its own.
  private static let before = """
    CREATE TABLE t(a INTEGER PRIMARY KEY, b);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 12)
    INSERT INTO t SELECT i, printf('%.*c', 1500, 'x') FROM n;
    """
  private static let change = """
    BEGIN;
    UPDATE t SET b = printf('%.*c', 1500, 'y');
    DELETE FROM t WHERE a % 3 = 0;
    CREATE TABLE u(a);
    INSERT INTO u SELECT b FROM t;
    COMMIT;
    """

  private func make(_ path: String, journal: String) throws {
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      "PRAGMA synchronous = OFF; PRAGMA journal_mode = \(journal); \(Self.before)")
    connection.close()
  }

  /// Opens the database, changes it and closes it again.
  ///
  /// - Returns: whether the change completed.
  private func change(
    _ path: String, in system: CrashingFileSystem, pragmas: String = "", journal: String
  ) -> Bool {
    guard let connection = try? SQLiteConnection(path: path, fileSystem: system) else {
      return false
    }
    defer { connection.close() }
    // A journal that is not deleted is a matter of the connection, not of the file.
    let mode = journal == "WAL" ? "" : "PRAGMA journal_mode = \(journal);"
    return (try? connection.execute(mode + pragmas + Self.change)) != nil
  }

  /// The whole content, as text; `nil` if the database is damaged.
  private func content(of path: String) -> String? {
    guard let connection = try? SQLiteConnection(path: path) else { return nil }
    defer { connection.close() }
    do {
      try connection.execute("PRAGMA synchronous = OFF")
      let check = try connection.prepare("PRAGMA integrity_check")
      guard try check.step(), check.text(0) == "ok" else { return nil }
      var text = ""
      for sql in [
        "SELECT name FROM sqlite_schema ORDER BY 1", "SELECT a || substr(b, 1, 3) FROM t",
      ] {
        let statement = try connection.prepare(sql)
        while try statement.step() { text += statement.text(0) + "\n" }
      }
      return text
    } catch {
      return nil
    }
  }

  private func operations(journal: String, pragmas: String = "") throws -> Int {
    let folder = try Folder()
    let path = folder.path + "/db"
    try make(path, journal: journal)
    let system = try CrashingFileSystem()
    system.arm(nil)
    #expect(change(path, in: system, pragmas: pragmas, journal: journal))
    #expect(!system.hasBroken)
    return system.operations
  }

  /// What the database holds after the fault at each operation, or at a sample of them.
  private func contents(
    _ setting: Setting, pragmas: String = "", limit: Int = 16
  ) throws -> [(content: String?, completed: Bool)] {
    let count = try operations(journal: setting.journal, pragmas: pragmas)
    #expect(count >= 20)
    let template = try Folder()
    try make(template.path + "/db", journal: setting.journal)
    return try Sweep.moments(of: count, limit: limit).map { moment in
      let folder = try Folder()
      let path = folder.path + "/db"
      try FileManager.default.copyItem(atPath: template.path + "/db", toPath: path)
      let system = try CrashingFileSystem()
      system.arm(setting.fault, at: moment)
      let completed = change(path, in: system, pragmas: pragmas, journal: setting.journal)
      #expect(system.hasBroken)
      try system.settle()
      return (content(of: path), completed)
    }
  }

  @Test(
    "leaves a transaction done or undone, whatever operation breaks",
    arguments: Sweep.part(Setting.all, oneOf: 5))
  func atomic(setting: Setting) throws {
    let folder = try Folder()
    let path = folder.path + "/db"
    try make(path, journal: setting.journal)
    let before = try #require(content(of: path))
    #expect(change(path, in: try CrashingFileSystem(), journal: setting.journal))
    let after = try #require(content(of: path))
    #expect(before != after)
    let outcomes = try contents(setting)
    for (place, outcome) in outcomes.enumerated() {
      #expect(
        outcome.content == before || outcome.content == after,
        "operation \(place + 1) of \(outcomes.count)")
      // What SQLite called done may be lost by nothing but a log that nobody synchronized.
      if outcome.completed { #expect(outcome.content == after, "operation \(place + 1)") }
    }
    #expect(outcomes.contains { $0.content == before })
  }

  @Test(
    "leaves one of the states between several transactions",
    arguments: Sweep.part(Setting.all, oneOf: 5))
  func several(setting: Setting) throws {
    let transactions = (1...3).map { "UPDATE t SET b = printf('%.*c', 1500, '\($0)');" }
    let template = try Folder()
    try make(template.path + "/db", journal: setting.journal)
    var states = [try #require(content(of: template.path + "/db"))]
    let copy = try Folder()
    try FileManager.default.copyItem(atPath: template.path + "/db", toPath: copy.path + "/db")
    for sql in transactions {
      let connection = try SQLiteConnection(path: copy.path + "/db")
      try connection.execute(sql)
      connection.close()
      states.append(try #require(content(of: copy.path + "/db")))
    }
    var count = 0
    /// Whether nothing broke.
    func interrupt(at moment: Int?) throws -> Bool {
      let folder = try Folder()
      let path = folder.path + "/db"
      try FileManager.default.copyItem(atPath: template.path + "/db", toPath: path)
      let system = try CrashingFileSystem()
      system.arm(moment == nil ? nil : setting.fault, at: moment ?? 0)
      if let connection = try? SQLiteConnection(path: path, fileSystem: system) {
        if setting.journal != "WAL" {
          try? connection.execute("PRAGMA journal_mode = \(setting.journal)")
        }
        for sql in transactions { try? connection.execute(sql) }
        connection.close()
      }
      count = system.operations
      let isWhole = !system.hasBroken
      try system.settle()
      let left = content(of: path)
      #expect(left.map { states.contains($0) } ?? false, "operation \(moment ?? 0)")
      if isWhole { #expect(left == states[3]) }
      return isWhole
    }
    #expect(try interrupt(at: nil))
    #expect(count > 30)
    for moment in Sweep.moments(of: count, limit: 16) {
      #expect(try !interrupt(at: moment), "operation \(moment)")
    }
  }

  /// The files of a database, but for the index of a log and an empty journal; with its own bytes. A
  /// journal and a log hold random numbers, so theirs are left out.
  private func files(in folder: Folder) throws -> [String: Data?] {
    var files = [String: Data?]()
    for name in folder.files where !name.hasSuffix("-shm") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      if !bytes.isEmpty { files[name] = name == "db" ? bytes : .some(nil) }
    }
    return files
  }

  @Test(
    "gives from a record what an interruption leaves",
    arguments: Sweep.part(Setting.all.filter(\.fault.endsEverything), oneOf: 4),
    ["", "PRAGMA synchronous = OFF; PRAGMA cache_size = 2;"])
  func recorded(setting: Setting, pragmas: String) throws {
    let template = try Folder()
    try make(template.path + "/db", journal: setting.journal)
    func copied() throws -> Folder {
      let folder = try Folder()
      try FileManager.default.copyItem(
        atPath: template.path + "/db", toPath: folder.path + "/db")
      return folder
    }
    let system = try CrashingFileSystem()
    system.startRecording()
    let whole = try copied()
    #expect(change(whole.path + "/db", in: system, pragmas: pragmas, journal: setting.journal))
    let record = try #require(system.recordedWrites)
    var images = 0
    var last: (rebuilt: DatabaseFiles, onDisk: [[String: Data]])?
    for moment in Sweep.moments(of: system.operations, limit: 16) {
      let interrupted = try copied()
      let breaking = try CrashingFileSystem()
      breaking.arm(setting.fault, at: moment)
      _ = change(
        interrupted.path + "/db", in: breaking, pragmas: pragmas, journal: setting.journal)
      try breaking.settle()
      let made = try Folder()
      let rebuilt = record.files(after: setting.fault, at: moment)
      try rebuilt.write(to: made.path + "/db")
      let onDisk = try made.files.map {
        [$0: try Data(contentsOf: URL(fileURLWithPath: made.path + "/" + $0))]
      }
      if let last {
        #expect((rebuilt == last.rebuilt) == (onDisk == last.onDisk), "operation \(moment)")
      }
      last = (rebuilt, onDisk)
      if let image = DatabaseImage(rebuilt) {
        images += 1
        #expect(image == DatabaseImage(recovering: rebuilt), "operation \(moment)")
      }
      #expect(try files(in: made) == files(in: interrupted), "operation \(moment)")
      #expect(
        content(of: made.path + "/db") == content(of: interrupted.path + "/db"),
        "operation \(moment)")
    }
    // A journal comes with the first write.
    #expect(setting.journal != "DELETE" || images > 0)
  }

  @Test("finds that what is never synchronized is damaged by a loss of power")
  func unsynced() throws {
    let outcomes = try contents(
      Setting(fault: .reorderedWrites, journal: "DELETE"), pragmas: "PRAGMA synchronous = OFF;",
      limit: .max)
    #expect(outcomes.contains { $0.content == nil })
  }

  @Test("finds that a transaction without a journal does not survive its process")
  func withoutJournal() throws {
    let folder = try Folder()
    let path = folder.path + "/db"
    try make(path, journal: "DELETE")
    let before = content(of: path)
    let outcomes = try contents(
      Setting(fault: .kill, journal: "DELETE"),
      pragmas: "PRAGMA journal_mode = OFF; PRAGMA cache_size = 2;", limit: .max)
    #expect(outcomes.contains { $0.content != before && !$0.completed })
  }

  @Test("changes nothing more once the process is killed")
  func killed() throws {
    let folder = try Folder()
    let path = folder.path + "/db"
    try make(path, journal: "DELETE")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let system = try CrashingFileSystem()
    let connection = try SQLiteConnection(path: path, fileSystem: system)
    system.kill()
    #expect(throws: SQLiteError.self) { try connection.execute(Self.change) }
    connection.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(folder.files == ["db"])
    try system.settle()
    #expect(change(path, in: system, journal: "DELETE"))
  }

  @Test(
    "breaks no file of others, who open theirs while it is the default",
    arguments: ["DELETE", "WAL"])
  func others(journal: String) throws {
    let folder = try Folder()
    let path = folder.path + "/db"
    try make(path, journal: journal)
    let system = try CrashingFileSystem()
    system.arm(.powerLoss, at: 1)
    // A name that begins like that of the database is another one.
    var foreign: OpaquePointer?
    let code = DefaultFileSystem.opening(path, in: system) {
      sqlite3_open(folder.path + "/db2", &foreign)
    }
    defer { sqlite3_close(foreign) }
    #expect(code == SQLITE_OK)
    let script = "PRAGMA journal_mode = \(journal); CREATE TABLE t (a); INSERT INTO t VALUES (1)"
    #expect(sqlite3_exec(foreign, script, nil, nil, nil) == SQLITE_OK)
    #expect(system.operations == 0 && !system.hasBroken)

    #expect(!change(path, in: system, journal: journal))
    #expect(system.hasBroken)
    #expect(sqlite3_exec(foreign, "INSERT INTO t VALUES (2)", nil, nil, nil) == SQLITE_OK)
    try system.settle()
    #expect(content(of: path) != nil)
  }

  @Test("asks a clock for the time that stands above the system's")
  func clock() throws {
    let clock = try SQLiteClock(milliseconds: 86_400_000)
    let system = try CrashingFileSystem(clock: clock)
    let connection = try SQLiteConnection(path: ":memory:", fileSystem: system)
    for (sql, text) in [
      ("SELECT datetime('now')", "1970-01-02 00:00:00"), ("SELECT julianday('now')", "2440588.5"),
    ] {
      let statement = try connection.prepare(sql)
      #expect(try statement.step() && statement.text(0) == text)
    }
  }

  @Test("counts the same operations each time")
  func counting() throws {
    #expect(try operations(journal: "WAL") == operations(journal: "WAL"))
    #expect(try operations(journal: "DELETE") == operations(journal: "DELETE"))
  }
}
