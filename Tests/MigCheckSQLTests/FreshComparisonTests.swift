import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("An upgraded database and a fresh one") struct FreshComparisonTests {
  static let scripts = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT DEFAULT 'on')",
    "ALTER TABLE user ADD COLUMN email TEXT; CREATE UNIQUE INDEX user_email ON user(email)",
  ]

  private func findings(_ fresh: String) throws -> [Finding] {
    let file = try TestFolder(["schema.sql": fresh])
    return try SQLFolderRuns.report(Self.scripts, trials: 4) {
      $0.fresh = file.path + "/schema.sql"
    }.findings
  }

  @Test("agree whatever the spelling of the schema") func agree() throws {
    let found = try findings(
      """
      create table "User" (
        state text default ('on'), [id] integer, email TEXT UNIQUE,
        `name` TEXT not null, primary key (id));
      """)
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test("agree where the schema holds what its runner has run, as dbmate writes it")
  func runnerTables() throws {
    let found = try findings(
      """
      CREATE TABLE IF NOT EXISTS "schema_migrations" (version varchar(128) primary key);
      CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT DEFAULT 'on', email TEXT);
      CREATE UNIQUE INDEX user_email ON user(email);
      -- Dbmate schema migrations
      INSERT INTO "schema_migrations" (version) VALUES
        ('1');
      """)
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test("agree where the schema is written out with the tables that SQLite makes")
  func tablesOfSQLite() throws {
    let scripts = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)",
      "CREATE VIRTUAL TABLE f USING fts5(text)",
      "CREATE TABLE g_content (id INTEGER PRIMARY KEY, text TEXT);"
        + "CREATE VIRTUAL TABLE g USING fts5(text, content='g_content')",
    ]
    let file = try TestFolder([
      "schema.sql": """
      CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT);
      CREATE TABLE sqlite_sequence(name,seq);
      CREATE VIRTUAL TABLE f USING fts5(text)
      /* f(text) */;
      CREATE TABLE IF NOT EXISTS 'f_data'(id INTEGER PRIMARY KEY, block BLOB);
      CREATE TABLE 'f_content'(id INTEGER PRIMARY KEY, c0);
      CREATE TABLE g_content (id INTEGER PRIMARY KEY, text TEXT);
      CREATE VIRTUAL TABLE g USING fts5(text, content='g_content');
      """
    ])
    let report = try SQLFolderRuns.report(scripts, trials: 4) {
      $0.fresh = file.path + "/schema.sql"
    }
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
  }

  @Test("differ in what a foreign key does as its target changes") func updates() throws {
    let file = try TestFolder([
      "schema.sql": """
      CREATE TABLE team (code TEXT PRIMARY KEY);
      CREATE TABLE game (id INTEGER PRIMARY KEY, team TEXT REFERENCES team (code) ON UPDATE CASCADE);
      """
    ])
    let scripts = [
      "CREATE TABLE team (code TEXT PRIMARY KEY)",
      "CREATE TABLE game (id INTEGER PRIMARY KEY, team TEXT REFERENCES team (code))",
    ]
    let found = try SQLFolderRuns.report(scripts, trials: 4) {
      $0.fresh = file.path + "/schema.sql"
    }.findings
    #expect(found.map(\.code) == ["differsFromFresh"])
    #expect(found.first?.message.contains("on update cascade") ?? false)
  }

  @Test("differ in what is named") func differ() throws {
    let found = try findings(
      """
      CREATE TABLE user (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT DEFAULT 'off', email VARCHAR(80));
      CREATE TABLE team (id INTEGER);
      """)
    #expect(found.map(\.code) == ["differsFromFresh", "differsFromFresh"])
    #expect(
      found.map(\.message) == [
        "team is not as schema.sql makes it: the table is missing.",
        "user is not as schema.sql makes it: the default of state is 'on', not 'off'; email is "
          + "declared TEXT, not VARCHAR(80); the unique index on (email) is only there after an "
          + "upgrade.",
      ])
  }

  @Test("a fresh schema that cannot be made is wrong input") func cannotBeMade() {
    #expect {
      try findings("CREATE TABEL x (y)")
    } throws: {
      "\($0)" == "schema.sql: line 1: near \"TABEL\": syntax error"
    }
  }
}
