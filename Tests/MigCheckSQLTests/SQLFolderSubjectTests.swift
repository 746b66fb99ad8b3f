import MigCheckModel
import MigCheckSQLite
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Folders as subjects") struct SQLFolderSubjectTests {
  static let first = """
    CREATE TABLE user (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT,
      status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'gone')));
    CREATE TABLE post (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, title TEXT);
    CREATE TABLE tag (
      post_id INTEGER NOT NULL REFERENCES post(id), name TEXT NOT NULL,
      PRIMARY KEY (post_id, name)) WITHOUT ROWID;
    """

  @Test("tables are types, rows are objects with the values that they hold")
  func schema() throws {
    let (subject, _) = try SQLFolderRuns.subject([
      Self.first, "ALTER TABLE user ADD COLUMN age INTEGER DEFAULT 7",
    ])
    let schema = subject.versions[1].schema
    #expect(schema.types.map(\.name) == ["user", "post", "tag"])
    #expect(
      schema.types[0].properties == [
        Property("id", .int), Property("name", .string), Property("email", .string, optional: true),
        Property("status", .string, default: .string("active")),
        Property("age", .int, optional: true, default: .int(7)),
      ])
    #expect(schema.types.map(\.primaryKey) == ["id", "id", nil])
  }

  @Test("start rows are accepted by the database, and are not all alike")
  func startRows() throws {
    let (subject, folder) = try SQLFolderRuns.subject([Self.first, "SELECT 1"])
    let schema = subject.versions[0].schema
    var graph = ObjectGraph(schema: schema)
    for number in 0..<6 {
      graph.append([.int(1), .null, .null, .string("x\(number)")], type: 0)
      graph.append([.int(Int64(number)), .int(Int64(number * 100)), .null], type: 1)
      graph.append([.int(Int64(number)), .string("a")], type: 2)
    }
    let accepted = StartRows(versions: subject.upgrades.databases).accepted(graph, at: 1)
    #expect(accepted.tables.map(\.count) == [6, 6, 6])
    let status = accepted.tables[0].columns[3]
    #expect(status.contains(.string("active")) && status.contains(.string("gone")))
    let store = try subject.makeStore(.memory, at: 1, holding: accepted, in: folder.path)
    let snapshot = try store.snapshot()
    #expect(snapshot.graph.tables.map(\.count) == [6, 6, 6])
    #expect(snapshot.danglingLinks.isEmpty)
  }

  @Test("rows are graphs of the schema, whatever constraints and statements compare columns with")
  func typedRows() throws {
    let (subject, _) = try SQLFolderRuns.subject([
      """
      CREATE TABLE device (
        id INTEGER PRIMARY KEY, createdAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
        isOn BOOLEAN NOT NULL DEFAULT 0, at TIMESTAMP CHECK (at > 0), rate DECIMAL UNIQUE);
      CREATE TABLE part (id TEXT PRIMARY KEY, device TEXT REFERENCES device(id));
      """,
      "DELETE FROM device WHERE createdAt < 5 OR isOn = 'yes' OR at = 7",
    ])
    let schema = subject.versions[0].schema
    var graph = ObjectGraph(schema: schema)
    for number in 0..<12 {
      graph.append(
        [.int(Int64(number)), .null, .int(Int64(number)), .null, .null], type: 0)
      graph.append([.null, .string("\(number)")], type: 1)
    }
    let accepted = StartRows(versions: subject.upgrades.databases).accepted(graph, at: 1)
    #expect(accepted.tables.map(\.count) == [12, 12])
    #expect(accepted.validate() == [])
  }

  @Test("a script without a mistake passes, in memory and in a file") func correctFolder() throws {
    let report = try SQLFolderRuns.report(
      [Self.first, "CREATE INDEX post_user ON post(user_id)"], trials: 40,
      stores: [.memory, .file])
    #expect(report.findings.isEmpty)
    #expect(report.verdict == .passed)
  }

  @Test("a unique index over what is not unique fails with its place") func duplicates() throws {
    let report = try SQLFolderRuns.report([
      Self.first, "\nCREATE UNIQUE INDEX user_email ON user(email)",
    ])
    #expect(report.findings.count == 1)
    let finding = try #require(report.findings.first)
    #expect(finding.code == "constraintFailed")
    #expect(finding.property == "email")
    #expect(finding.message.contains("2_x.sql:2: UNIQUE constraint failed: user.email"))
    #expect(finding.counterexample.objects == 2)
  }

  @Test("the clock stands still, and random numbers are the same on all paths")
  func surroundings() throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)",
        "ALTER TABLE a ADD COLUMN at TEXT; UPDATE a SET at = datetime('now')",
        "ALTER TABLE a ADD COLUMN token TEXT; UPDATE a SET token = hex(randomblob(8)) || random()",
      ], trials: 40, stores: [.memory, .file])
    #expect(report.findings.isEmpty)
  }

  @Test("what fails without rows is wrong input, with its place") func failsWithoutRows() throws {
    func message(_ script: String) -> String {
      do {
        _ = try SQLFolderRuns.subject([Self.first, script])
        return "read"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message("\n\nCREATE TABEL x (y)")
        == "2_x.sql: line 3: near \"TABEL\": syntax error; the statement fails on a database without "
        + "rows: CREATE TABEL x (y)")
    #expect(
      message("UPDATE user SET name = slug(name)")
        == "2_x.sql: line 1: no such function: slug; SQLite \(SQLiteLibrary.version), which runs the "
        + "scripts here, has none; if the app defines it, say what it does with --define-function "
        + "'slug(x) = …', or verify the app's own code in Swift")
    #expect(
      message("CREATE INDEX user_name ON user (name COLLATE app)")
        == "2_x.sql: line 1: no such collation sequence: app; SQLite \(SQLiteLibrary.version), which "
        + "runs the scripts here, has none; an app that defines it itself needs a subject in Swift")
    #expect(
      message("DROP TABLE other")
        == "2_x.sql: line 1: no such table: other; if it was made outside the folder, name its "
        + "schema with --base")
  }

  @Test("whoever waits for a folder to be read is told after each script")
  func progress() throws {
    let folder = try TestFolder([
      "1_a.sql": "CREATE TABLE t (a)", "2_b.sql": "ALTER TABLE t ADD COLUMN b", "3_c.sql": "",
    ])
    var told = [[Int]]()
    _ = try SQLFolderSubject(
      MigrationFolder(path: folder.path, settings: FolderSettings())
    ) { told.append([$0, $1]) }
    #expect(told == [[1, 3], [2, 3], [3, 3]])
  }

  @Test(
    "what a script does whatever the rows are hides nothing: graphs in one store run once",
    .enabled(if: Sweep.isFull))
  func sideEffectsHideNothing() throws {
    let names = (0..<8).map { "t\($0)" }
    let trigger = "CREATE TRIGGER e_x AFTER INSERT ON e BEGIN SELECT 1; END;"
    func report(_ end: String) throws -> Report {
      try SQLFolderRuns.report(
        [
          names.map { "CREATE TABLE \($0) (id INTEGER PRIMARY KEY, z TEXT, w INTEGER);" }.joined()
            + "CREATE TABLE e (id INTEGER PRIMARY KEY, x TEXT); \(trigger)",
          names.map { "UPDATE \($0) SET z = CASE WHEN w = 3 THEN 'three' ELSE z END;" }.joined()
            + """
            CREATE TABLE e2 (id INTEGER PRIMARY KEY, x TEXT);
            INSERT INTO e2 SELECT id, x FROM e;
            DROP TABLE e;
            ALTER TABLE e2 RENAME TO e;
            """ + end,
        ], trials: 1)
    }
    let (lost, kept) = try (report(""), report(trigger))
    #expect(lost.findings.map(\.code) == ["triggerLost"])
    #expect(kept.findings.isEmpty)
    #expect(lost.upgrades == kept.upgrades)
    #expect(lost.coverage.hazards.count > names.count)
  }

  @Test(
    "a deferred foreign key that the end of the transaction is refused for is told by its column",
    arguments: [
      (
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL
          REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO fresh SELECT id, coalesce(owner, 1) FROM pet;
        DROP TABLE pet;
        ALTER TABLE fresh RENAME TO pet;
        CREATE INDEX pet_owner ON pet (owner);
        """, 3
      ),
      (
        """
        DELETE FROM person WHERE name = '';
        CREATE INDEX person_name ON person (name);
        """, 1
      ),
    ])
  func deferredForeignKeys(_ script: String, line: Int) throws {
    let old = """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER
        REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED);
      """
    let report = try SQLFolderRuns.report([old, script], trials: 40) { $0.foreignKeys = true }
    let finding = try #require(
      report.findings.first { $0.check.rawValue == "upgrade-succeeds" }, "\(report.findings)")
    #expect(
      finding.message.contains("FOREIGN KEY constraint failed: pet.owner, as the transaction"))
    #expect(finding.source?.line == line)
    #expect(finding.property?.text == "owner")
  }

  @Test(
    "a finding says why a statement was stopped or finds no room",
    arguments: [
      (
        "UPDATE song SET title = hex(zeroblob(4000000));",
        "pass --allow long-values, in: UPDATE song"
      ),
      (
        "INSERT INTO song (title) SELECT title FROM song WHERE id = 9223372036854775807;",
        "the AUTOINCREMENT of song is exhausted, since its greatest number is 9223372036854775807, in: "
      ),
    ])
  func stopped(_ script: String, message: String) throws {
    let report = try SQLFolderRuns.report([
      "CREATE TABLE song (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT);", script,
    ])
    let finding = try #require(
      report.findings.first { $0.check.rawValue == "upgrade-succeeds" }, "\(report.findings)")
    #expect(finding.message.contains(message), "\(finding.message)")
  }
}
