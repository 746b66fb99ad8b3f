import Foundation
import MigCheckModel
import MigCheckSQLite
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("A database of the app as the start of upgrades") struct SeedDatabaseTests {
  private static let scripts = [
    """
    CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT, age INTEGER);
    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT);
    INSERT INTO setting VALUES ('theme', 'light');
    """,
    "ALTER TABLE user ADD COLUMN name TEXT",
    "CREATE UNIQUE INDEX user_email ON user(email)",
  ]

  /// A database at version 2 with rows, and a table of whoever ran the scripts.
  private func database(
    in folder: TestFolder, _ extra: String = "", userVersion: Int = 2
  ) throws -> String {
    let path = folder.path + ".sqlite"
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      """
      \(Self.scripts[0]); \(Self.scripts[1]);
      CREATE TABLE log_of_runner (version INTEGER); INSERT INTO log_of_runner VALUES (2);
      UPDATE setting SET value = 'dark';
      INSERT INTO user (email, age, name) VALUES ('secret-a', 31, 'Ada'), ('secret-b', 'old', NULL);
      \(extra);
      PRAGMA user_version = \(userVersion)
      """)
    connection.close()
    return path
  }

  private func report(
    _ subject: SQLFolderSubject, in folder: TestFolder
  ) throws -> Report {
    var subject = subject
    subject.isInterruptible = false
    let seed = try #require(subject.seed)
    var options = VerificationOptions(trials: 0)
    options.from = seed.version
    options.stores = [.memory]
    options.jobs = 1
    options.directory = folder.path
    options.savedFindings = OneCase(
      start: CorpusCase(name: "seed", version: seed.version, graph: seed.graph))
    return try Verifier(subject, options: options).run()
  }

  private struct OneCase: Corpus {
    var start: CorpusCase

    func cases() throws -> [CorpusCase] { [start] }
    func save(_ finding: Finding) throws -> String { "kept" }
  }

  @Test("its version, its rows and other tables are read, and values of other kinds are kept")
  func reading() throws {
    // Two users with one address would be no fault of the database.
    let scripts = Self.scripts.dropLast() + ["CREATE INDEX user_email ON user(email)"]
    let (subject, folder) = try SQLFolderRuns.subject(Array(scripts))
    let path = try database(in: folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let seeded = try subject.seeded(by: path, at: nil, showsValues: true, scratch: folder.path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let seed = try #require(seeded.seed)
    #expect(seed.version == 2)
    #expect(seed.otherTables == ["log_of_runner"])
    #expect(seed.graph.tables.map(\.count) == [2, 1])
    #expect(seed.graph.tables[0].columns[2] == [.int(31), .string("old")])
    #expect(seed.graph.tables[1].columns[1] == [.string("dark")])
    let store = try seeded.makeStore(.file, at: 2, holding: seed.graph, in: folder.path)
    #expect(try store.snapshot().graph.tables.map(\.columns) == seed.graph.tables.map(\.columns))
    // Fewer rows, with one in the place of that which a script brings.
    var part = seed.graph
    part.tables[0] = ObjectGraph(schema: part.schema).tables[0]
    let other = try seeded.makeStore(.memory, at: 2, holding: part, in: folder.path)
    #expect(try other.snapshot().graph.tables[1].columns[1] == [.string("dark")])
    #expect(try report(seeded, in: folder).verdict == .passed)
  }

  @Test("what a write-ahead log holds counts") func log() throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let path = try database(in: folder)
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      "PRAGMA journal_mode = WAL; INSERT INTO user (email) VALUES ('in the log')")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: "\(path).copy\(suffix)")
    }
    connection.close()
    let seed = try subject.seeded(
      by: path + ".copy", at: nil, showsValues: true, scratch: folder.path
    ).seed
    #expect(seed?.graph.tables[0].count == 3)
  }

  @Test("a finding is shrunk, and shows values only where that is asked for")
  func values() throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let path = try database(in: folder, "INSERT INTO user (email) VALUES ('secret-a')")
    for showsValues in [false, true] {
      let seeded = try subject.seeded(
        by: path, at: nil, showsValues: showsValues, scratch: folder.path)
      let report = try report(seeded, in: folder)
      let finding = try #require(report.findings.first)
      #expect(finding.check == .upgradeSucceeds)
      #expect(finding.hop == Hop(from: 2, to: 3))
      #expect(finding.counterexample.objects == 2)
      #expect(finding.counterexample.originalObjects == 4)
      #expect(finding.hiddenObjects == nil)
    }
  }

  @Test(
    "values are not shown either where an upgrade fails that comes later",
    .enabled(if: Sweep.isFull))
  func laterValues() throws {
    let scripts =
      Self.scripts.prefix(2) + [
        "CREATE TABLE more (id INTEGER PRIMARY KEY)",
        """
        CREATE TABLE other (email TEXT CHECK (email IS NULL OR hex(email) <> '7365637265742D31'));
        INSERT INTO other SELECT email FROM user;
        """,
      ]
    let (subject, folder) = try SQLFolderRuns.subject(Array(scripts))
    let path = try database(in: folder, "INSERT INTO user (email) VALUES ('secret-1')")
    for showsValues in [false, true] {
      let seeded = try subject.seeded(
        by: path, at: nil, showsValues: showsValues, scratch: folder.path)
      let finding = try #require(try report(seeded, in: folder).findings.first)
      #expect(finding.hop == Hop(from: 3, to: 4))
      #expect((finding.hiddenObjects == nil) == showsValues)
    }
  }

  @Test("rows that cannot be replaced by others are not shown, and not kept") func hidden() throws {
    var scripts = Self.scripts
    scripts[2] = """
      CREATE TABLE copy (id INTEGER PRIMARY KEY, email TEXT, age INTEGER, name TEXT);
      INSERT INTO copy SELECT * FROM user WHERE email IS NULL OR length(email) <> 13;
      DROP TABLE user;
      ALTER TABLE copy RENAME TO user;
      """
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let path = try database(in: folder, "INSERT INTO user (email) VALUES ('secret-123456')")
    let seeded = try subject.seeded(by: path, at: nil, showsValues: false, scratch: folder.path)
    let finding = try #require(try report(seeded, in: folder).findings.first)
    #expect(finding.check == .dataPreserved)
    #expect(finding.message.contains("does not take all rows along, as it has a WHERE"))
    #expect(finding.hiddenObjects == 1)
    #expect(finding.counterexample.graph.totalObjectCount == 0)
    #expect(finding.counterexample.caseFile == nil)
  }

  @Test("the tables decide where the header says nothing") func versions() throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    func version(_ extra: String, at wanted: UInt64? = nil) throws -> UInt64? {
      let path = try database(in: folder, extra, userVersion: 0)
      defer { try? FileManager.default.removeItem(atPath: path) }
      return try subject.seeded(by: path, at: wanted, showsValues: true, scratch: folder.path)
        .seed?.version
    }
    // The index tells versions 2 and 3 apart.
    #expect(try version("") == 2)
    #expect(try version("CREATE UNIQUE INDEX user_email ON user(email)") == 3)
    let unique = #expect(throws: InputError.self) { try version("", at: 3) }
    #expect(
      unique?.problem
        == "the database is not at version 3 (3_x.sql): nothing keeps user.email unique")
    let early = #expect(throws: InputError.self) {
      try version("CREATE UNIQUE INDEX user_email ON user(email)", at: 2)
    }
    #expect(
      early?.problem == "the database is not at version 2 (2_x.sql): user.email is unique")
    #expect(try version("ALTER TABLE user DROP COLUMN name") == 1)
    let misfit = #expect(throws: InputError.self) { try version("", at: 1) }
    #expect(
      misfit?.problem
        == "the database is not at version 1 (1_x.sql): user has a column name")
    let none = #expect(throws: InputError.self) { try version("DROP TABLE setting") }
    #expect(
      none?.problem
        == "the database fits no version; the nearest is version 2 (2_x.sql): "
        + "there is no table setting")
  }

  @Test("bad input is refused with what would be right") func badInput() throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let path = try database(in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    func problem(_ name: String, _ content: Data?) throws -> String? {
      if let content { try folder.write(content, to: name) }
      let error = #expect(throws: InputError.self) {
        try subject.seeded(
          by: "\(folder.path)/\(name)", at: nil, showsValues: true, scratch: folder.path)
      }
      return error?.problem
    }
    #expect(try problem("missing", nil) == "there is no such file")
    #expect(try problem(".", nil) == "this is a folder")
    #expect(
      try problem("text", Data("hello".utf8))
        == "this is not a SQLite database, or an encrypted one"
    )
    let cut = try problem("cut", bytes.prefix(bytes.count / 2))
    #expect(cut?.hasPrefix("the database is damaged: ") == true, "\(cut ?? "")")
    try folder.write(Data(), to: "lonely-shm")
    #expect(
      try problem("lonely", bytes)
        == "the write-ahead log of the database is missing, although its index -shm is there")
    let error = #expect(throws: InputError.self) {
      _ = try SeedFile(
        path, copyingTo: folder.path, engine: subject.upgrades.databases.engine, limit: 1 << 12)
    }
    #expect(error?.problem == "the database is larger than 0 MiB")
  }
}
