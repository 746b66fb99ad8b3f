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
        [id] integer, `name` TEXT not null, state text default ('on'), email TEXT UNIQUE,
        primary key (id));
      """)
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test("with columns in another order are a warning, for all tables at once") func order() throws {
    let found = try findings(
      """
      CREATE TABLE "User" (
        id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT NOT NULL, state TEXT DEFAULT 'on');
      """)
    #expect(found.map(\.code) == ["columnOrderDiffers"])
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.map(\.message) == [
        "The columns of User are in the order (id, name, state, email) after the upgrade, and in the "
          + "order (id, email, name, state) where schema.sql makes them. Code that reads SELECT * by "
          + "position, or inserts without column names, mixes them up: name the columns there, or "
          + "ignore this if all code does."
      ])
    let scripts = [
      "CREATE TABLE a (x, y); CREATE TABLE b (x, y); CREATE TABLE c (x, y); CREATE VIEW v AS SELECT 1",
      "ALTER TABLE a ADD COLUMN z; ALTER TABLE b ADD COLUMN z; ALTER TABLE c ADD COLUMN z",
    ]
    let file = try TestFolder([
      "schema.sql": """
      CREATE TABLE a (x, z, y); CREATE TABLE b (z, x, y); CREATE TABLE c (x, y, z, w);
      CREATE VIEW v AS SELECT 1;
      """
    ])
    let several = try SQLFolderRuns.report(scripts, trials: 4) {
      $0.fresh = file.path + "/schema.sql"
    }.findings
    // Of a column that is missing more is said than that the others have moved.
    #expect(several.map(\.code) == ["differsFromFresh", "columnOrderDiffers"])
    #expect(
      several.last?.message.contains("where schema.sql makes them; so are those of b. Code")
        ?? false, "\(several.map(\.message))")
  }

  @Test("differ in how the columns of an index are compared") func indexCollations() throws {
    let table = "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);"
    let other = "CREATE TABLE other (id INTEGER PRIMARY KEY);"
    #expect(
      try messages(
        table + "CREATE UNIQUE INDEX tag_name ON tag (name)",
        other + table + "CREATE UNIQUE INDEX tag_name ON tag (name COLLATE nocase)")
        == [
          "tag is not as schema.sql makes it: the unique index on (name COLLATE NOCASE) is missing; "
            + "the unique index on (name) is only there after an upgrade."
        ])
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

  private static let rich = """
    CREATE TABLE part (
      id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL COLLATE NOCASE CHECK (kind <> ''),
      cents INTEGER NOT NULL DEFAULT 0, euros REAL GENERATED ALWAYS AS (cents / 100.0) VIRTUAL);
    CREATE TABLE log (at TEXT, part INTEGER);
    CREATE UNIQUE INDEX part_kind ON part (lower(kind)) WHERE cents > 0;
    CREATE TRIGGER part_added AFTER INSERT ON part BEGIN
      INSERT INTO log VALUES (CURRENT_TIMESTAMP, new.id);
    END;
    CREATE VIEW dear AS SELECT kind FROM part WHERE cents > 100;
    CREATE VIRTUAL TABLE words USING fts5(kind);
    """

  private func messages(_ upgraded: String, _ fresh: String) throws -> [String] {
    let file = try TestFolder(["schema.sql": fresh])
    return try SQLFolderRuns.report(
      ["CREATE TABLE other (id INTEGER PRIMARY KEY)", upgraded], trials: 4
    ) {
      $0.fresh = file.path + "/schema.sql"
    }.findings.filter { $0.check == .sideEffects && $0.severity == .error }.map(\.message)
  }

  @Test("agree in constraints, triggers and views that are spelled otherwise") func spelled() throws
  {
    let fresh = """
      create table other (id integer primary key);
      create view if not exists "dear" as select "kind" from [part] where cents>100;
      create table part (
        id integer primary key autoincrement, kind text collate nocase not null,
        cents integer default 0 not null, euros real as (cents/100.0),
        constraint filled check ((kind != '')));
      create table log (at text, part integer);
      create unique index another on part (LOWER(kind)) where cents>0;
      create trigger part_added after insert on part begin
        insert into log values (current_timestamp, NEW.id); -- when
      end;
      create virtual table words using fts5(kind);
      """
    #expect(try messages(Self.rich, fresh) == [])
  }

  @Test(
    "differ in what pragmas do not tell",
    arguments: [
      ("CHECK (kind <> '')", "", "part", "a CHECK is only there after an upgrade"),
      (" COLLATE NOCASE", "", "part", "kind is compared by NOCASE, not BINARY"),
      ("cents / 100.0", "cents / 10.0", "part", "euros is computed by another expression"),
      (" AUTOINCREMENT", "", "part", "AUTOINCREMENT is only there after an upgrade"),
      (
        "WHERE cents > 0", "WHERE cents > 1", "part",
        "the unique index on (an expression) with a condition is missing; the unique index on (an "
          + "expression) with a condition is only there after an upgrade"
      ),
      (
        "VALUES (CURRENT_TIMESTAMP", "VALUES (NULL", "part", "the trigger part_added is another one"
      ),
      ("cents > 100", "cents > 99", "The database", "the view dear is another one"),
      ("fts5(kind)", "fts5(kind, id)", "The database", "the virtual table words is another one"),
    ])
  func told(own: String, other: String, owner: String, difference: String) throws {
    let fresh =
      "CREATE TABLE other (id INTEGER PRIMARY KEY);"
      + Self.rich.split(separator: own, omittingEmptySubsequences: false).joined(separator: other)
    #expect(
      try messages(Self.rich, fresh) == ["\(owner) is not as schema.sql makes it: \(difference)."])
  }

  @Test("differ in what the same INSERT does") func behaviour() throws {
    let before = "CREATE TABLE other (id INTEGER PRIMARY KEY);"
    // A conflict clause stands in no pragma.
    #expect(
      try messages(
        "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL, UNIQUE (name))",
        before
          + "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
          + "UNIQUE (name) ON CONFLICT REPLACE)")
        == [
          "A second INSERT of the same values into tag is refused after the upgrade (UNIQUE constraint "
            + "failed: tag.name), unlike a database that schema.sql makes."
        ])
    #expect(
      try messages(
        "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'a')",
        before + "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'a')"
      ).isEmpty)
    // Rows of a new install are in nobody's way.
    let single = "CREATE TABLE config (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT);"
    #expect(try messages(single, before + single + "INSERT INTO config VALUES (1, 'a');").isEmpty)
    #expect(try messages(single + "INSERT INTO config VALUES (1, 'b');", before + single).isEmpty)
  }

  @Test("a fresh schema that cannot be made is wrong input") func cannotBeMade() {
    #expect {
      try findings("CREATE TABEL x (y)")
    } throws: {
      "\($0)" == "schema.sql: line 1: near \"TABEL\": syntax error"
    }
  }
}
