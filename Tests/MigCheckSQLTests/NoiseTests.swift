import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("What is no finding, or only a warning") struct NoiseTests {
  private func findings(
    _ scripts: [String], foreignKeys: Bool? = nil
  ) throws -> [(code: String?, severity: Finding.Severity)] {
    try SQLFolderRuns.report(scripts, trials: 20, quickTrials: 4) { $0.foreignKeys = foreignKeys }
      .findings.map { ($0.code, $0.severity) }
  }

  @Test("a wrong reference of a new table matters where foreign keys are enforced")
  func newReference() throws {
    let scripts = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES as_(id))",
    ]
    let silent = try findings(scripts)
    #expect(silent.map(\.code) == ["foreignKeyBroken"])
    #expect(silent.map(\.severity) == [.warning])
    let enforced = try findings(scripts, foreignKeys: true)
    #expect(enforced.first?.code == "foreignKeyBroken")
    #expect(enforced.first?.severity == .error)
  }

  @Test(
    "an UPDATE that looks into its own table, and not at what it writes there, is no warning",
    arguments: Sweep.part(
      [
        "UPDATE item SET place = (SELECT count(*) FROM item AS o WHERE o.id < item.id)",
        "UPDATE item SET place = (SELECT max(o.name) FROM item AS o WHERE o.id = item.id) WHERE id > 1",
        "UPDATE item SET place = (SELECT place FROM item AS o WHERE o.id = item.id)",
        "UPDATE item SET place = (SELECT MIN(p.place) FROM place AS p WHERE p.place >= item.place)",
        "UPDATE OR IGNORE item SET place = (SELECT MIN(o.id) FROM item AS o WHERE o.place = item.place)",
      ], oneOf: 3))
  func ownTable(_ script: String) throws {
    let old = """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place INTEGER UNIQUE);
      CREATE TABLE place (place INTEGER PRIMARY KEY);
      """
    #expect(try findings([old, script]).filter { $0.code == "readsOwnWrites" }.isEmpty)
  }

  @Test(
    "what several scripts do in the same way is told once, by the first that a run goes through",
    arguments: [
      (1, 2, "The same holds for 2 more scripts."), (2, 3, "The same holds for 1 more script."),
      (3, 4, nil),
    ] as [(UInt64, UInt64, String?)])
  func toldOnce(from: UInt64, place: UInt64, rest: String?) throws {
    func rebuild(_ table: String) -> String {
      """
      ALTER TABLE \(table) RENAME TO old;
      CREATE TABLE \(table) (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT);
      INSERT INTO \(table) SELECT id, text FROM old;
      DROP TABLE old;
      """
    }
    let tables = ["a", "b", "c"]
    let report = try SQLFolderRuns.report(
      [
        tables.map { "CREATE TABLE \($0) (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT);" }
          .joined()
      ] + tables.map(rebuild), from: from)
    let told = report.findings.filter { $0.code == "sequenceReset" }
    #expect(told.map(\.hop.to) == [place])
    #expect(told.first?.failure.violation.source?.file == "\(place)_x.sql")
    #expect(told.first?.message.contains("The same holds") == (rest != nil))
    #expect(rest.map { told.first?.message.contains($0) ?? false } ?? true)
  }

  /// A copy of `log` that leaves the key out.
  private static func renumbered(_ columns: String, _ copied: String, from query: String)
    -> String
  {
    """
    ALTER TABLE log RENAME TO log_old;
    CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, \(columns));
    INSERT INTO log (\(copied)) SELECT \(copied) FROM log_old \(query);
    DROP TABLE log_old;
    """
  }

  @Test(
    "rows that get other numbers are an error once where nothing in the database refers to them",
    .enabled(if: Sweep.isFull),
    arguments: [
      "", "CREATE TABLE entry (id INTEGER PRIMARY KEY, log_id TEXT NOT NULL);",
    ])
  func renumberedRows(others: String) throws {
    let old = "CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, done INTEGER);"
    let found = try findings([
      others + old, Self.renumbered("text TEXT, done INTEGER", "text, done", from: ""),
      Self.renumbered("text TEXT, done INTEGER NOT NULL DEFAULT 0", "text", from: "WHERE 1"),
    ])
    // The second copy leaves `done` out as well.
    #expect(found.filter { $0.severity == .error }.map(\.code) == ["unexplained", nil])
    #expect(found.filter { $0.code == "rowsRenumbered" }.map(\.severity) == [.warning])
    #expect(!found.contains { $0.code == "sequenceReset" })
  }

  @Test(
    "rows that get other numbers are an error wherever something in the database refers to them",
    arguments: [
      "CREATE TABLE entry (id INTEGER PRIMARY KEY, log_id INTEGER);",
      "CREATE TABLE entry (id INTEGER PRIMARY KEY, origin INTEGER REFERENCES log (id));",
    ])
  func renumberedReferences(others: String) throws {
    let old = "CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, done INTEGER);"
    let found = try findings([
      others + old, Self.renumbered("text TEXT, done INTEGER", "text, done", from: ""),
    ])
    #expect(found.contains { $0.severity == .error && $0.code == "unexplained" })
    #expect(!found.contains { $0.code == "rowsRenumbered" })
  }

  @Test(
    "what else a copy loses is told although its rows get other numbers",
    .enabled(if: Sweep.isFull),
    arguments: [
      ("text TEXT, done INTEGER", "text", "", "valueChanged", "done"),
      ("text TEXT, done INTEGER", "text, done", "WHERE done = 0", "objectGone", nil),
    ])
  func lossBesideNumbers(
    columns: String, copied: String, query: String, kind: String, property: String?
  ) throws {
    let old = "CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, done INTEGER);"
    let first = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); "
    let rebuilt = """
      CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO other (text) SELECT text FROM note;
      DROP TABLE note;
      ALTER TABLE other RENAME TO note;
      """
    let report = try SQLFolderRuns.report(
      [first + old, rebuilt, Self.renumbered(columns, copied, from: query)], trials: 20
    ) { _ in }
    let loss = report.findings.first { $0.check == .dataPreserved && $0.type?.text == "log" }
    #expect(loss?.kind == kind)
    #expect(loss?.property?.text == property)
    #expect(report.findings.contains { $0.code == "rowsRenumbered" })
  }

  @Test(
    "a key that gets a column which is new is no constraint that is lost",
    arguments: [("owner", true), ("kind", false)])
  func widenedKey(column: String, isNew: Bool) throws {
    let found = try findings([
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT)",
      """
      CREATE TABLE fresh (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT, owner INTEGER, UNIQUE (name, \(column)));
      INSERT INTO fresh (id, name, kind) SELECT id, name, kind FROM item;
      DROP TABLE item;
      ALTER TABLE fresh RENAME TO item;
      """,
    ])
    #expect(found.isEmpty == isNew, "\(found)")
  }

  @Test(
    "other keys are no finding where the old ones can be looked up or nothing holds them",
    arguments: Sweep.part(
      [
        ("CREATE TABLE map AS SELECT id, ~id AS next FROM user;", ""), ("DROP TABLE log;", ""),
        ("", "UPDATE log SET user_id = ~user_id;"), ("UPDATE log SET user_id = NULL;", ""),
      ], oneOf: 3))
  func otherKeys(before: String, after: String) throws {
    let old = """
      CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE log (id INTEGER PRIMARY KEY, user_id INTEGER, line TEXT);
      """
    let script = before + Self.newKeys + after
    #expect(try findings([old, script]).allSatisfy { $0.severity == .warning })
    let remembering = """
      ALTER TABLE user ADD COLUMN old_id INTEGER;
      UPDATE user SET old_id = id;
      UPDATE user SET id = id + 1000000;
      """
    #expect(try !findings([old, remembering]).contains { $0.code == nil })
    // What one script leaves the next may put right.
    let later = [old, Self.newKeys, "UPDATE log SET user_id = ~user_id;"]
    #expect(try findings(later).isEmpty)
    #expect(try findings([old, Self.newKeys]).map(\.severity) == [.error])
  }

  private static let newKeys = """
    CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO other SELECT ~id, name FROM user;
    DROP TABLE user;
    ALTER TABLE other RENAME TO user;
    """

  @Test("keys that are made for others to know are lost where a copy makes new ones")
  func newUUIDs() throws {
    let table = "id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(16)))), name TEXT"
    let found = try findings([
      "CREATE TABLE item (\(table))",
      """
      CREATE TABLE fresh (\(table));
      INSERT INTO fresh (name) SELECT name FROM item;
      DROP TABLE item;
      ALTER TABLE fresh RENAME TO item;
      """,
    ])
    #expect(found.first?.severity == .error)
  }

  @Test("a column of a related type is asked about only where it may take the place of the other")
  func possibleLosses() throws {
    let old = "CREATE TABLE book (id INTEGER PRIMARY KEY, age INTEGER, rank INTEGER, name TEXT)"
    func script(_ columns: String, _ copied: String) -> String {
      """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO fresh (id, \(copied)) SELECT id, \(copied) FROM book;
      DROP TABLE book;
      ALTER TABLE fresh RENAME TO book;
      """
    }
    func asks(_ script: String) throws -> Bool {
      try SQLFolderRuns.report([old, script], trials: 20) { _ in }
        .warnings.contains { $0.name == .possibleLoss }
    }
    #expect(try asks(script("price REAL, rank INTEGER, name TEXT", "rank, name")))
    #expect(try !asks(script("name TEXT, price REAL", "name")))
  }

  @Test(
    "NOT IN over what is never NULL, and CASE where no other value is possible, are no warnings",
    arguments: Sweep.part(
      [
        "DELETE FROM token WHERE id NOT IN (SELECT token_id FROM session)",
        "UPDATE token SET hash = '' WHERE id NOT IN (SELECT id FROM session WHERE state = 'open')",
        "UPDATE session SET state = CASE state WHEN 'open' THEN 'done' WHEN 'done' THEN 'open' END",
        """
        UPDATE session SET state = CASE state WHEN 'open' THEN 'done' END WHERE state IN ('open')
        """,
        "UPDATE session SET note = CASE note WHEN '' THEN NULL WHEN 'x' THEN 'y' END",
        "UPDATE session SET note = CASE state WHEN 'open' THEN note END WHERE note IS NULL",
      ], oneOf: 3))
  func possibleNulls(_ script: String) throws {
    let before = """
      CREATE TABLE session (id INTEGER PRIMARY KEY, token_id INTEGER NOT NULL, note TEXT,
        state TEXT NOT NULL CHECK (state IN ('open', 'done')));
      CREATE TABLE token (id INTEGER PRIMARY KEY, hash TEXT);
      """
    #expect(try findings([before, script]).map(\.code) == [])
  }

  @Test(
    "a _ in a pattern where no word goes on behind it, that is kept, or that only is looked for",
    arguments: Sweep.part(
      [
        "DELETE FROM span WHERE name LIKE '____-__-__'",
        "DELETE FROM span WHERE name LIKE 'app\\_events%' ESCAPE '\\'",
        "DELETE FROM span WHERE name LIKE 'app!_events%' ESCAPE '!'",
        "DELETE FROM span WHERE name GLOB 'app_events*'",
        "DELETE FROM span WHERE name NOT LIKE 'app_events%'",
        "UPDATE span SET until = 1 WHERE until = 0 AND name LIKE 'app_events%'",
      ], oneOf: 3))
  func patterns(_ script: String) throws {
    let before = "CREATE TABLE span (name TEXT PRIMARY KEY NOT NULL, until INTEGER)"
    #expect(try findings([before, script]).map(\.code) == [])
  }

  @Test("one row of those that are alike, for a key that is new")
  func joinedDuplicates() throws {
    let scripts = [
      "CREATE TABLE topic (id INTEGER PRIMARY KEY, code TEXT NOT NULL, title TEXT)",
      """
      CREATE TABLE fresh (code TEXT PRIMARY KEY NOT NULL, title TEXT);
      INSERT INTO fresh SELECT code, title FROM topic
        WHERE id IN (SELECT MAX(id) FROM topic GROUP BY code);
      DROP TABLE topic;
      ALTER TABLE fresh RENAME TO topic;
      """,
    ]
    #expect(try findings(scripts).map(\.code) == [])
    // Without a new key all of them could stay.
    let wrong = [
      scripts[0],
      """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, code TEXT NOT NULL, title TEXT);
      INSERT INTO fresh SELECT id, code, title FROM topic
        WHERE id IN (SELECT MAX(id) FROM topic GROUP BY code);
      DROP TABLE topic;
      ALTER TABLE fresh RENAME TO topic;
      """,
    ]
    #expect(try findings(wrong).map(\.severity) == [.error])
  }

  @Test("a column that is only read as JSON")
  func documents() throws {
    let scripts = [
      "CREATE TABLE block (id TEXT PRIMARY KEY, fields TEXT)",
      """
      CREATE TABLE board (id TEXT PRIMARY KEY, version INTEGER NOT NULL);
      INSERT INTO board SELECT id, COALESCE(json_extract(fields, '$.version'), 0) FROM block;
      """,
    ]
    #expect(try findings(scripts).map(\.code) == [])
  }

  @Test("duplicates among rows whose NULL became a value")
  func valuesOfNull() throws {
    let scripts = [
      "CREATE TABLE metric (id INTEGER PRIMARY KEY, day TEXT NOT NULL, team TEXT)",
      """
      UPDATE metric SET team = '' WHERE team IS NULL;
      DELETE FROM metric WHERE id NOT IN (SELECT MAX(id) FROM metric GROUP BY day, team);
      CREATE UNIQUE INDEX once ON metric (day, team);
      """,
    ]
    #expect(try findings(scripts).map(\.code) == [])
  }

  @Test(
    "rows whose references lead nowhere, where a foreign key is new", .enabled(if: Sweep.isFull))
  func newForeignKey() throws {
    func scripts(
      _ column: String, from old: String = "term_id TEXT NOT NULL", or other: String = "",
      action: String = ""
    ) -> [String] {
      [
        """
        CREATE TABLE term (id TEXT PRIMARY KEY NOT NULL);
        CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT, \(old));
        """,
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT, \(column) REFERENCES term (id)\(action));
        INSERT INTO fresh SELECT id, text, term_id FROM word
          WHERE term_id IN (SELECT id FROM term)\(other);
        DROP TABLE word;
        ALTER TABLE fresh RENAME TO word;
        """,
      ]
    }
    #expect(try findings(scripts("term_id TEXT NOT NULL"), foreignKeys: true).map(\.code) == [])
    #expect(try findings(scripts("term_id TEXT"), foreignKeys: true).map(\.code) == [])
    #expect(
      try findings(scripts("term_id TEXT", from: "term_id TEXT"), foreignKeys: true).map(\.code)
        == [])
    // Rows without a reference are as good as others.
    let action = " ON DELETE SET NULL"
    let found = try findings(
      scripts("term_id TEXT", from: "term_id TEXT", action: action), foreignKeys: true)
    #expect(found.map(\.code) == ["unreferringRows"])
    #expect(found.map(\.severity) == [.warning])
    let kept = scripts(
      "term_id TEXT", from: "term_id TEXT", or: " OR term_id IS NULL", action: action)
    #expect(try findings(kept, foreignKeys: true).map(\.code) == [])
  }

  @Test("a table whose rows get keys of their own has no sequence to go on with")
  func newKeys() throws {
    let scripts = [
      "CREATE TABLE income (id INTEGER PRIMARY KEY AUTOINCREMENT, amount REAL NOT NULL, note TEXT)",
      """
      CREATE TABLE movement (id INTEGER PRIMARY KEY AUTOINCREMENT, amount REAL NOT NULL, note TEXT);
      INSERT INTO movement (amount, note) SELECT amount, note FROM income;
      DROP TABLE income;
      """,
    ]
    #expect(try !findings(scripts).map(\.code).contains("sequenceReset"))
  }

  @Test("an action of a foreign key that the new table gives up in so many words")
  func namedAction() throws {
    func scripts(_ action: String) -> [String] {
      [
        """
        CREATE TABLE team (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
        CREATE TABLE game (
          id INTEGER PRIMARY KEY, team TEXT REFERENCES team (code) ON UPDATE CASCADE ON DELETE CASCADE);
        """,
        """
        CREATE TABLE fresh (
          id INTEGER PRIMARY KEY, team TEXT REFERENCES team (code) \(action), place TEXT);
        INSERT INTO fresh (id, team) SELECT id, team FROM game;
        DROP TABLE game;
        ALTER TABLE fresh RENAME TO game;
        """,
      ]
    }
    #expect(try findings(scripts("ON UPDATE no action ON DELETE no action")).isEmpty)
    #expect(try findings(scripts("ON DELETE NO ACTION")).map(\.code) == ["structureLost"])
    #expect(try findings(scripts("ON UPDATE RESTRICT ON DELETE SET NULL")).isEmpty)
  }

  @Test(
    "an update with the condition of another one, for which rows are left, is no warning",
    arguments: Sweep.part(
      [
        "UPDATE item SET state = 2 WHERE place > 1; UPDATE item SET state = 3 WHERE place > 1",
        "UPDATE item SET state = 2 WHERE state < 5; UPDATE item SET state = 3 WHERE state < 5",
        "UPDATE item SET state = 2 WHERE state = 1; UPDATE item SET state = 2 WHERE state = 1",
        "UPDATE item SET state = '1' WHERE state = 1; UPDATE item SET state = 3 WHERE state = 1",
        """
        UPDATE item SET state = 2 WHERE state = 1;
        INSERT INTO item (place, state) SELECT place, 1 FROM item;
        UPDATE item SET state = 3 WHERE state = 1;
        """,
      ], oneOf: 3))
  func updates(_ script: String) throws {
    let old = "CREATE TABLE item (id INTEGER PRIMARY KEY, place INTEGER, state INTEGER)"
    #expect(try findings([old, script]).filter { $0.code == "updateIsIdle" }.isEmpty)
  }

  @Test(
    "UNION of names, or for a table that tells them apart, is no warning",
    arguments: [
      ("name TEXT NOT NULL", "SELECT author AS name FROM book UNION SELECT name FROM band"),
      ("name TEXT NOT NULL UNIQUE", "SELECT name FROM band UNION SELECT author FROM book"),
      ("name TEXT NOT NULL", "SELECT name FROM band UNION ALL SELECT author FROM book"),
    ])
  func unions(_ column: String, _ query: String) throws {
    let scripts = [
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, author TEXT NOT NULL, title TEXT);
      CREATE TABLE band (id INTEGER PRIMARY KEY, name TEXT NOT NULL\(column.hasSuffix("UNIQUE") ? "" : " UNIQUE"));
      """,
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, \(column));
      INSERT INTO person (name) \(query);
      DROP TABLE book;
      DROP TABLE band;
      """,
    ]
    #expect(try findings(scripts).filter { $0.code == "alikeRowsUnited" }.isEmpty)
  }

  @Test("rows of a runner's own table are those that the scripts put there")
  func runnerTables() throws {
    let scripts = [
      """
      CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY NOT NULL);
      CREATE TABLE plugin (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO alembic_version VALUES ('a1');
      """,
      """
      ALTER TABLE plugin ADD COLUMN version TEXT;
      UPDATE alembic_version SET version_num = 'b2' WHERE version_num = 'a1';
      """,
    ]
    #expect(try findings(scripts).map(\.code) == [])
  }

  @Test("a link where a column may hold anything is no key that is NULL")
  func linksAsValues() throws {
    let (subject, _) = try SQLFolderRuns.subject([
      "CREATE TABLE t (id PRIMARY KEY, note TEXT)", "SELECT 1",
    ])
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    graph.append([.link(ObjectReference(type: 0, index: 0)), .string("a")], type: 0)
    let accepted = try #require(subject.evidence.starts).accepted(graph, at: 1)
    #expect(accepted.tables[0].count == 1)
    #expect(accepted.values(of: ObjectReference(type: 0, index: 0))[0] == .int(0))
  }

  @Test("a default that changes while rows keep the one of their time")
  func changedDefault() throws {
    let scripts = [
      "CREATE TABLE network (id INTEGER PRIMARY KEY, name TEXT)",
      "ALTER TABLE network ADD COLUMN connected INTEGER NOT NULL DEFAULT 1",
      """
      CREATE TABLE fresh (
        id INTEGER PRIMARY KEY, name TEXT, connected INTEGER NOT NULL DEFAULT 0);
      INSERT INTO fresh SELECT id, name, connected FROM network;
      DROP TABLE network;
      ALTER TABLE fresh RENAME TO network;
      """,
    ]
    #expect(try findings(scripts).isEmpty)
  }

  @Test("a script that ends the transaction of its runner")
  func foreignTransaction() throws {
    let before = """
      CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE entry (id INTEGER PRIMARY KEY,
        list_id INTEGER NOT NULL REFERENCES list(id) ON DELETE CASCADE);
      """
    let rebuild = """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, color TEXT);
      INSERT INTO fresh (id, name) SELECT id, name FROM list;
      DROP TABLE list;
      ALTER TABLE fresh RENAME TO list;
      """
    let script = """
      COMMIT;
      PRAGMA foreign_keys = OFF;
      BEGIN TRANSACTION;
      \(rebuild)
      COMMIT;
      VACUUM;
      PRAGMA foreign_keys = ON;
      BEGIN TRANSACTION;
      """
    #expect(try findings([before, script], foreignKeys: true).isEmpty)
    let wrong = try findings([before, "COMMIT; BEGIN; \(rebuild)"], foreignKeys: true)
    #expect(wrong.contains { $0.severity == .error })
  }

  @Test("rows with a reference, without columns, to a table that is gone are no start rows")
  func lostTarget() throws {
    let scripts = [
      """
      CREATE TABLE track (id TEXT PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT, last_id TEXT REFERENCES track);
      """,
      """
      ALTER TABLE track RENAME TO track_old;
      CREATE TABLE track (id TEXT PRIMARY KEY, title TEXT NOT NULL COLLATE NOCASE);
      DROP TABLE track_old;
      """,
      "ALTER TABLE user ADD COLUMN mail TEXT",
    ]
    let report = try SQLFolderRuns.report(scripts, trials: 20) { $0.foreignKeys = true }
    #expect(report.findings.allSatisfy { !$0.message.contains("No store can be made") })
  }

  @Test("rows whose references go in a circle are no start rows that are refused")
  func circles() throws {
    let scripts = [
      """
      CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT, last_id TEXT REFERENCES track);
      CREATE TABLE folder (id TEXT PRIMARY KEY, parent_id TEXT NOT NULL REFERENCES folder);
      CREATE TABLE track (id TEXT PRIMARY KEY, title TEXT, folder_id TEXT NOT NULL REFERENCES folder,
        owner_id TEXT NOT NULL REFERENCES user, gone_id TEXT NOT NULL REFERENCES missing);
      """,
      "ALTER TABLE user ADD COLUMN mail TEXT",
    ]
    let report = try SQLFolderRuns.report(scripts, trials: 20) { $0.foreignKeys = true }
    #expect(report.findings.allSatisfy { $0.check != .upgradeSucceeds })
  }

  @Test(
    "a foreign key over values that nothing checked before, where nobody enforces it",
    .enabled(if: Sweep.isFull))
  func newlyDeclared() throws {
    let scripts = [
      """
      CREATE TABLE organization (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE item (id INTEGER PRIMARY KEY, organization_id INTEGER, note TEXT);
      """,
      """
      CREATE TABLE copy (
        id INTEGER PRIMARY KEY, organization_id INTEGER REFERENCES organization(id), note TEXT);
      INSERT INTO copy SELECT * FROM item;
      DROP TABLE item;
      ALTER TABLE copy RENAME TO item;
      """,
    ]
    #expect(try findings(scripts, foreignKeys: false).isEmpty)
    #expect(try findings(scripts).map(\.code) == [NewReferences.code])
    let report = try SQLFolderRuns.report(scripts, trials: 20) { $0.foreignKeys = true }
    #expect(report.verdict == .failed)
    // What an upgrade breaks by itself counts.
    let other = try SQLFolderRuns.report(
      [scripts[0], scripts[1] + "UPDATE organization SET id = id + 1000;", "SELECT 1"], trials: 20)
    #expect(other.findings.contains { $0.check == .linksResolve })
  }

  @Test(
    "a trigger or a view that needs what the app defines is not broken",
    arguments: [
      """
      CREATE TRIGGER slug AFTER INSERT ON note BEGIN
        UPDATE note SET slug = slugify(NEW.text) WHERE id = NEW.id;
      END
      """,
      """
      CREATE TRIGGER sorted AFTER UPDATE OF text ON note BEGIN
        DELETE FROM note WHERE text = NEW.text COLLATE app_order AND id <> NEW.id;
      END
      """,
      "DROP VIEW slugs; CREATE VIEW slugs AS SELECT slugify(text) AS slug FROM note",
    ])
  func appDefinition(script: String) throws {
    let first = """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, slug TEXT);
      CREATE VIEW slugs AS SELECT slug FROM note;
      """
    #expect(try findings([first, script]).isEmpty)
  }

  @Test("a reference to a table that is gone is told once") func goneTable() throws {
    let found = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT);
        CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id), t TEXT);
        """,
        """
        ALTER TABLE a RENAME TO old_a;
        CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT, x INTEGER);
        INSERT INTO a (id, n) SELECT id, n FROM old_a;
        DROP TABLE old_a;
        """,
      ], trials: 20
    ).findings
    #expect(found.map(\.code) == ["foreignKeyBroken"])
  }

  @Test("a table that a script gives its only row for ever", .enabled(if: Sweep.isFull))
  func onlyRow() throws {
    let scripts = [
      """
      CREATE TABLE position (lock CHAR(1) NOT NULL DEFAULT 'X' UNIQUE, at INTEGER, CHECK (lock = 'X'));
      INSERT INTO position (at) VALUES (0);
      CREATE TABLE settings (id INTEGER PRIMARY KEY CHECK (id = 1), theme TEXT);
      INSERT INTO settings VALUES (1, 'light');
      """,
      """
      CREATE TABLE copy (id INTEGER PRIMARY KEY CHECK (id = 1), theme TEXT, size INTEGER);
      INSERT INTO copy (id, theme) SELECT id, theme FROM settings;
      DROP TABLE settings;
      ALTER TABLE copy RENAME TO settings;
      """,
    ]
    let report = try SQLFolderRuns.report(scripts, trials: 20)
    #expect(report.findings.isEmpty)
    #expect(report.verdict == .passed)
    // What such a row holds is compared.
    let other = try SQLFolderRuns.report(
      [scripts[0], scripts[1].replacing("SELECT id, theme", with: "SELECT id, 'dark' || id")],
      trials: 20)
    #expect(other.findings.map(\.check) == [.informationKept], "a copy is there to keep")
    let lost = try SQLFolderRuns.report(
      [
        scripts[0],
        scripts[1].replacing("(id, theme) SELECT id, theme", with: "(id) SELECT id"),
      ], trials: 20)
    #expect(lost.findings.contains { $0.message.contains("settings.theme") })
  }

  @Test("rows refer to each other in a circle") func circle() throws {
    let report = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, b_id INTEGER REFERENCES b(id), x TEXT);
        CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id), y TEXT);
        """,
        "ALTER TABLE a ADD COLUMN z TEXT",
      ], trials: 20
    ) { $0.foreignKeys = true }
    #expect(report.verdict == .passed, "\(report.coverage.types)")
  }

  @Test(
    "columns may change their names on the way to another table, but not their places",
    .enabled(if: Sweep.isFull))
  func crossing() throws {
    func codes(_ columns: String) throws -> [String?] {
      try findings([
        "CREATE TABLE u (id INTEGER PRIMARY KEY, street TEXT, city TEXT)",
        """
        CREATE TABLE address (id INTEGER PRIMARY KEY, user_id INTEGER, street TEXT, city TEXT);
        INSERT INTO address (user_id, street, city) SELECT id, \(columns) FROM u;
        ALTER TABLE u DROP COLUMN street;
        ALTER TABLE u DROP COLUMN city;
        """,
      ]).map(\.code)
    }
    #expect(try codes("city, street") == ["columnsCrossed"])
    #expect(try codes("street, city") == [])
    #expect(try codes("street, street") == [])
    #expect(try codes("upper(city), street") == [])
  }

  @Test("columns that go by position to a table with them in another order")
  func positions() throws {
    func codes(_ columns: String) throws -> [String?] {
      try findings([
        "CREATE TABLE job (id INTEGER PRIMARY KEY, hash TEXT, meta TEXT, retry TEXT)",
        """
        CREATE TABLE archive (\(columns));
        INSERT INTO archive SELECT * FROM job;
        DROP TABLE job;
        """,
      ]).map(\.code)
    }
    #expect(
      try codes("id INTEGER PRIMARY KEY, retry TEXT, hash TEXT, meta TEXT") == ["columnsCrossed"])
    #expect(try codes("id INTEGER PRIMARY KEY, hash TEXT, meta TEXT, retry TEXT") == [])
    #expect(try codes("id INTEGER PRIMARY KEY, meta TEXT, note TEXT, retry TEXT") == [])
  }

  @Test("a table that no row fits is named with what refuses it") func refusal() throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL CONSTRAINT odd CHECK (a > 'b' AND a < 'a'))",
        "ALTER TABLE t ADD COLUMN z TEXT",
      ], trials: 10)
    #expect(report.verdict == .vacuous)
    #expect(report.coverage.types.first?.refusal == "CHECK constraint failed: odd")
  }

  @Test("settings of the shell are passed over, and its other commands are none of SQL")
  func shell() throws {
    let (subject, _) = try SQLFolderRuns.subject([
      ".bail on\n.timeout 500\nCREATE TABLE t (a)", "SELECT 1 +\n.5;",
    ])
    #expect(subject.folder.migrations.map(\.statements.count) == [1, 1])
    #expect(subject.folder.migrations[0].statements.first?.line == 3)
    let error = #expect(throws: InputError.self) {
      try SQLFolderRuns.subject(["\n.read other.sql\nCREATE TABLE t (a)", "SELECT 1"])
    }
    #expect(error?.problem == ".read is a command of the shell sqlite3, and not SQL")
    #expect(error?.line == 2)
  }

  @Test("several columns that one copy garbles are one finding, whatever comes of them later")
  func oneCopy() throws {
    let report = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE file (id INTEGER PRIMARY KEY, kind TEXT NOT NULL DEFAULT '',
          size INTEGER NOT NULL DEFAULT 0, link TEXT NOT NULL DEFAULT '')
        """,
        """
        ALTER TABLE file RENAME TO old_file;
        CREATE TABLE file (id INTEGER PRIMARY KEY, link TEXT NOT NULL DEFAULT '',
          kind TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0);
        INSERT INTO file SELECT * FROM old_file;
        DROP TABLE old_file;
        """,
        "ALTER TABLE file ADD COLUMN seen INTEGER", "ALTER TABLE file DROP COLUMN link",
      ], trials: 20)
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1, "\(report.findings.map(\.message))")
    let names = ([finding.property] + finding.likewise.map(\.property)).compactMap(\.?.text)
    #expect(names.sorted { $0 < $1 } == ["kind", "link", "size"])
    #expect(finding.hop == Hop(from: 1, to: 2))
    #expect(finding.source?.line == 4)
  }

  @Test("references of several columns to one table that is gone are one finding")
  func severalReferences() throws {
    let scripts = [
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
      CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
      """,
      """
      PRAGMA foreign_keys = OFF;
      ALTER TABLE a RENAME TO old_a;
      CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT NOT NULL DEFAULT '');
      INSERT INTO a (id, n) SELECT id, COALESCE(n, '') FROM old_a;
      DROP TABLE old_a;
      PRAGMA foreign_keys = ON;
      """,
      """
      DROP TABLE c;
      CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
      """,
    ]
    func found(_ scripts: [String]) throws -> [Finding] {
      try SQLFolderRuns.report(scripts, trials: 20).findings.filter {
        $0.code == "foreignKeyBroken"
      }
    }
    #expect(
      try found(Array(scripts.prefix(2))).map(\.message) == [
        "b.a_id, c.a_id refer to a table old_a, which is not there: every insertion fails as soon "
          + "as foreign keys are enforced."
      ])
    // What a later script puts right is no matter any more.
    let left = try found(scripts)
    #expect(
      left.map(\.message) == [
        "b.a_id refers to a table old_a, which is not there: every insertion fails as soon as foreign "
          + "keys are enforced."
      ])
    #expect(left.map(\.alsoAt) == [[Hop(from: 1, to: 3)]])
  }

  @Test("a foreign key to a missing table keeps rows out only where it is enforced, and is named")
  func missingTable() throws {
    let scripts = [
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES gone(id), n TEXT);
      """,
      "ALTER TABLE b ADD COLUMN z TEXT",
    ]
    let free = try SQLFolderRuns.report(scripts, trials: 20) { $0.foreignKeys = false }
    #expect(free.verdict == .passed, "\(free.findings.map(\.message)) \(free.coverage.types)")
    let enforced = try SQLFolderRuns.report(scripts, trials: 20) { $0.foreignKeys = true }
    #expect(
      enforced.coverage.types.first { $0.type == "b" }?.refusal
        == "its foreign key a_id refers to a table gone, which is not there")
  }

  @Test(
    "a column of a rebuild that has another name and stands elsewhere is no lost rename",
    .enabled(if: Sweep.isFull))
  func otherColumn() throws {
    func lost(_ columns: String) throws -> [String] {
      try SQLFolderRuns.report(
        [
          "CREATE TABLE net (id INTEGER PRIMARY KEY, owner INTEGER, encoding INTEGER, codec TEXT, retries INTEGER)",
          """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, \(columns));
          INSERT INTO fresh (id, owner, codec, retries) SELECT id, owner, codec, retries FROM net;
          DROP TABLE net;
          ALTER TABLE fresh RENAME TO net;
          """,
        ], trials: 20
      ).findings.map(\.message)
    }
    #expect(
      try lost(
        "owner INTEGER, codec TEXT, unlimited INTEGER NOT NULL DEFAULT 0, retries INTEGER")
        == [])
    for (columns, successor) in [
      ("owner INTEGER, charset INTEGER, codec TEXT, retries INTEGER", "charset"),
      ("owner INTEGER, codec TEXT, own_encoding INTEGER, retries INTEGER", "own_encoding"),
      ("owner INTEGER, codec TEXT, retries INTEGER, charset INTEGER", "charset"),
    ] {
      #expect(
        try lost(columns) == [
          "net.encoding is removed while \(successor) is added with the same type, and no value moves: "
            + "a rename may be missing."
        ])
    }
  }

  @Test(
    "what a later script puts right is no matter any more",
    arguments: [
      (
        "CREATE TABLE app (id TEXT PRIMARY KEY)",
        "ALTER TABLE app ADD COLUMN made TEXT NOT NULL DEFAULT 'datetime(''now'')'",
        """
        CREATE TABLE fresh (id TEXT PRIMARY KEY, made TEXT NOT NULL DEFAULT (datetime('now')));
        INSERT INTO fresh SELECT id, made FROM app;
        DROP TABLE app;
        ALTER TABLE fresh RENAME TO app;
        """
      ),
      (
        "CREATE TABLE memo (id INTEGER PRIMARY KEY, text TEXT)",
        """
        CREATE VIRTUAL TABLE memo_fts USING fts5(text, content='memo', content_rowid='id');
        CREATE TRIGGER memo_ai AFTER INSERT ON memo BEGIN
          INSERT INTO memo_fts(rowid, text) VALUES (new.id, new.text);
        END;
        """,
        "INSERT INTO memo_fts(memo_fts) VALUES ('rebuild')"
      ),
      (
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT);
        CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
        """,
        """
        ALTER TABLE a RENAME TO old_a;
        CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT);
        INSERT INTO a SELECT id, n FROM old_a;
        DROP TABLE old_a;
        """,
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
        INSERT INTO fresh SELECT id, a_id FROM b;
        DROP TABLE b;
        ALTER TABLE fresh RENAME TO b;
        """
      ),
      (
        """
        CREATE TABLE page (id INTEGER PRIMARY KEY, title TEXT, size INTEGER);
        CREATE VIEW large AS SELECT title FROM page WHERE size > 100;
        """,
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, title TEXT, bytes INTEGER);
        INSERT INTO fresh SELECT id, title, size FROM page;
        DROP TABLE page;
        PRAGMA legacy_alter_table = ON;
        ALTER TABLE fresh RENAME TO page;
        """,
        "DROP VIEW large; CREATE VIEW large AS SELECT title FROM page WHERE bytes > 100"
      ),
    ])
  func mendedLater(before: String, wrong: String, mending: String) throws {
    let codes = try findings([before, wrong]).map(\.code)
    let told = ["callAsText", "indexUnfilled", "foreignKeyBroken", "viewBroken"]
    #expect(codes.contains { code in told.contains { $0 == code } }, "\(codes)")
    let left = try findings([before, wrong, mending]).map(\.code)
    #expect(!left.contains { code in told.contains { $0 == code } }, "\(left)")
  }

  @Test(
    "triggers that a later script makes again are a warning: what they would have done is not done")
  func triggersMadeLater() throws {
    let trigger = """
      CREATE TRIGGER memo_au AFTER UPDATE OF text ON memo BEGIN
        UPDATE memo SET edits = edits + 1 WHERE id = new.id;
      END
      """
    let scripts = [
      "CREATE TABLE memo (id INTEGER PRIMARY KEY, text TEXT, edits INTEGER NOT NULL DEFAULT 0);"
        + trigger,
      """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT NOT NULL, edits INTEGER NOT NULL DEFAULT 0);
      INSERT INTO fresh SELECT id, COALESCE(text, ''), edits FROM memo;
      DROP TABLE memo;
      ALTER TABLE fresh RENAME TO memo;
      """,
    ]
    func lost(_ scripts: [String]) throws -> [Finding.Severity] {
      try findings(scripts).filter { $0.code == "triggerLost" }.map(\.severity)
    }
    #expect(try lost(scripts) == [.error])
    #expect(try lost(scripts + [trigger]) == [.warning])
    let renamed = trigger.split(separator: "memo_au").joined(separator: "memo_edited")
    #expect(try lost(scripts + [renamed]) == [.warning])
  }

  @Test("what a rebuild forgets and a later one brings back is no loss")
  func broughtBack() throws {
    func rebuild(_ columns: String) -> String {
      """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO fresh SELECT id, kind, size FROM part;
      DROP TABLE part;
      ALTER TABLE fresh RENAME TO part;
      """
    }
    let full = "kind TEXT COLLATE NOCASE DEFAULT 'a' CHECK (kind <> ''), size INTEGER UNIQUE"
    let start = "CREATE TABLE part (id INTEGER PRIMARY KEY, \(full))"
    let bare = rebuild("kind TEXT, size INTEGER")
    func lost(_ scripts: [String]) throws -> Bool {
      try findings(scripts).contains { $0.code == "structureLost" }
    }
    #expect(try lost([start, bare]))
    #expect(try !lost([start, bare, rebuild(full)]))
    #expect(try lost([start, bare, rebuild("kind TEXT COLLATE NOCASE DEFAULT 'a', size INTEGER")]))
    // A unique index that comes back under another name, or as a constraint.
    let indexed =
      "CREATE TABLE part (id INTEGER PRIMARY KEY, kind TEXT, size INTEGER);"
      + "CREATE UNIQUE INDEX part_size ON part (size)"
    for again in [
      "CREATE UNIQUE INDEX size_of_part ON part (size)", rebuild("kind TEXT, size INTEGER UNIQUE"),
    ] {
      let codes = try findings([indexed, bare, again]).map(\.code)
      #expect(!codes.contains { $0 == "uniqueIndexLost" }, "\(codes)")
    }
    let other = try findings([indexed, bare, "CREATE UNIQUE INDEX of_kind ON part (kind)"])
    #expect(other.contains { $0.code == "uniqueIndexLost" })
  }

  @Test("tables that scripts empty are one finding a set, and are not told again")
  func emptiedTables() throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);"
          + "CREATE TABLE c (id INTEGER PRIMARY KEY)",
        "DELETE FROM a; DELETE FROM b", "DELETE FROM b; DELETE FROM a",
        "DELETE FROM a; DELETE FROM c",
      ], trials: 20)
    let told = report.findings.map { [$0.type] + $0.likewise.map(\.type) }
    #expect(told == [["a", "b"], ["c"]], "\(report.findings.map(\.message))")
    #expect(
      report.findings.map { [$0.hop] + $0.alsoAt }.map { hops in
        [Hop(from: 1, to: 2), Hop(from: 2, to: 3), Hop(from: 3, to: 4)].map(hops.contains)
      } == [[true, true, true], [false, false, true]])
  }

  @Test("temporary tables hide no others from the check, whatever they are called")
  func temporaryTables() throws {
    let found = try findings([
      "CREATE TABLE page (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
      // As Rails does it, with a sequence of its own for the temporary table.
      """
      CREATE TEMPORARY TABLE apage (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
      INSERT INTO apage SELECT id, name FROM page;
      DROP TABLE page;
      CREATE TABLE page (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, note TEXT);
      INSERT INTO page (id, name) SELECT id, name FROM apage;
      DROP TABLE apage;
      """,
      // One that stays until the connection ends.
      "CREATE TEMPORARY TABLE page AS SELECT 1 AS id",
      "ALTER TABLE main.page ADD COLUMN size INTEGER",
    ]).filter { $0.severity == .error }
    #expect(found.isEmpty, "\(found)")
  }

  @Test("rows whose reference leads nowhere may go as a copy asks for the others in so many words")
  func orphansLeftOut() throws {
    func errors(_ condition: String) throws -> [String?] {
      try findings(
        [
          """
          CREATE TABLE entry (id TEXT PRIMARY KEY, name TEXT);
          CREATE TABLE load (at TEXT, entry_id TEXT REFERENCES entry(id));
          """,
          """
          CREATE TABLE fresh (at TEXT, entry_id TEXT REFERENCES entry(id), size INTEGER);
          INSERT INTO fresh (at, entry_id) SELECT at, entry_id FROM load \(condition);
          DROP TABLE load;
          ALTER TABLE fresh RENAME TO load;
          """,
        ], foreignKeys: false
      ).filter { $0.severity == .error }.map(\.code)
    }
    #expect(try errors("WHERE entry_id IN (SELECT id FROM entry)").isEmpty)
    #expect(try errors("WHERE EXISTS (SELECT 1 FROM entry WHERE entry.id = load.entry_id)").isEmpty)
    #expect(try !errors("WHERE at IN (SELECT id FROM entry)").isEmpty)
    #expect(try !errors("WHERE entry_id IN (SELECT id FROM entry WHERE name <> '')").isEmpty)
    #expect(try !errors("WHERE entry_id NOT IN (SELECT id FROM entry)").isEmpty)
  }

  @Test("a column that is dropped before one with an unlike name is added is another one")
  func droppedByName() throws {
    func report(_ added: String) throws -> Report {
      try SQLFolderRuns.report(
        [
          "CREATE TABLE chat (id INTEGER PRIMARY KEY, local_files TEXT, model TEXT)",
          """
          ALTER TABLE chat DROP COLUMN local_files;
          ALTER TABLE chat ADD COLUMN \(added) TEXT;
          """,
        ], trials: 20)
    }
    let other = try report("rag_ids")
    #expect(other.findings.map(\.message) == [])
    #expect(other.warnings.map(\.name) == [.possibleLoss])
    let renamed = try report("files")
    #expect(
      renamed.findings.map(\.message) == [
        "chat.local_files is removed while files is added with the same type, and no value moves: "
          + "a rename may be missing."
      ])
  }

  @Test(
    "a column that goes after an UPDATE has used its values is no lost rename",
    .enabled(if: Sweep.isFull))
  func usedColumn() throws {
    func codes(_ script: String) throws -> [String?] {
      try findings([
        "CREATE TABLE f (id INTEGER PRIMARY KEY, path TEXT NOT NULL DEFAULT '', url TEXT NOT NULL DEFAULT '')",
        script,
      ]).map(\.code)
    }
    let added = """
      ALTER TABLE f ADD COLUMN kind TEXT NOT NULL DEFAULT '';
      ALTER TABLE f ADD COLUMN place TEXT NOT NULL DEFAULT '';
      ALTER TABLE f ADD COLUMN note TEXT NOT NULL DEFAULT '';
      """
    let dropped = "ALTER TABLE f DROP COLUMN path; ALTER TABLE f DROP COLUMN url;"
    let used = """
      UPDATE f SET kind = 'local', place = path WHERE path != '';
      UPDATE f SET kind = 'remote', place = url WHERE url != '';
      """
    #expect(try codes(added + used + dropped).isEmpty)
    // One that only a condition looks at went nowhere.
    let looked = "UPDATE f SET kind = 'local' WHERE path != '';"
    #expect(try !codes(added + looked + dropped).isEmpty)
    // One whose values were told apart stands in what was written.
    let translated = """
      UPDATE f SET kind = 'local' WHERE path = 'here' OR path = 'there';
      UPDATE f SET kind = 'remote' WHERE url IN ('a', 'b');
      """
    #expect(try codes(added + translated + dropped).isEmpty)
    let rebuilt = """
      CREATE TABLE g (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL DEFAULT '', place TEXT NOT NULL DEFAULT '',
        note TEXT NOT NULL DEFAULT '');
      INSERT INTO g SELECT id, kind, place, note FROM f;
      DROP TABLE f;
      ALTER TABLE g RENAME TO f;
      """
    #expect(try codes(added + translated + rebuilt).isEmpty)
    // What went into a table that did not stay went nowhere either.
    let backup =
      "CREATE TABLE backup (id INTEGER, p TEXT, u TEXT); INSERT INTO backup SELECT id, path, url FROM f;"
    #expect(try !codes(added + backup + dropped + "DROP TABLE backup;").isEmpty)
  }

  @Test("a flag that is set by default has a value to lose: when it is not set")
  func flag() throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, enabled BOOLEAN NOT NULL DEFAULT 1)",
        "ALTER TABLE t ADD COLUMN z TEXT",
      ], trials: 20)
    #expect(report.verdict == .passed, "\(report.coverage.types)")
  }

  @Test(
    "queries for one value that can find one row only, and copies that take each row once",
    .enabled(if: Sweep.isFull))
  func singleRows() throws {
    let tables = """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, city TEXT);
      CREATE TABLE player (id INTEGER PRIMARY KEY, team TEXT, team_id INTEGER);
      """
    let scripts = [
      "UPDATE player SET team_id = (SELECT id FROM team WHERE team.name = player.team)",
      "UPDATE player SET team = COALESCE((SELECT name FROM team WHERE id = team_id), team)",
      "UPDATE player SET team = t.name FROM team AS t WHERE t.id = player.team_id",
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, team TEXT, team_id INTEGER, city TEXT);
      INSERT INTO p SELECT p.id, p.team, p.team_id, t.city
        FROM player p LEFT JOIN team t ON t.id = p.team_id;
      DROP TABLE player;
      ALTER TABLE p RENAME TO player;
      """,
      "UPDATE player SET team = NULL WHERE team_id IS NULL OR team_id IN (SELECT id FROM team)",
      "INSERT INTO team (name) SELECT DISTINCT team FROM player WHERE team NOT NULL ON CONFLICT DO NOTHING",
    ]
    for script in scripts {
      let found = try SQLFolderRuns.report([tables, script], trials: 10).findings
        .filter { $0.check == .sideEffects }
      #expect(found.isEmpty, "\(script): \(found.map(\.message))")
    }
  }

  @Test(
    "one query that may find several rows is told once, with all columns that it fills",
    .enabled(if: Sweep.isFull))
  func sameQuery() throws {
    func update(_ table: String) -> String {
      """
      WITH own AS (SELECT substr(id, 2) AS domain FROM self)
        UPDATE \(table) SET user = (user || (SELECT domain FROM own)) WHERE user LIKE '%@';
      """
    }
    let tables = ["client", "receipt", "reaction"]
    let found = try SQLFolderRuns.report(
      [
        (["self"] + tables).map { "CREATE TABLE \($0) (id TEXT PRIMARY KEY NOT NULL, user TEXT);" }
          .joined(),
        tables.map(update).joined(separator: "\n"),
      ], trials: 20
    ).findings.filter { $0.code == "severalRows" }
    #expect(found.map(\.type) == [Name("client")])
    #expect(
      found.first?.message.hasSuffix("Likewise receipt.user, reaction.user.") ?? false,
      "\(found.map(\.message))")
  }

  @Test("what fails where a text is no date is not said to become NULL", .enabled(if: Sweep.isFull))
  func datesOfRequiredColumns() throws {
    func messages(_ column: String, _ type: String, _ code: String) throws -> [String] {
      try SQLFolderRuns.report(
        [
          """
          CREATE TABLE t (
            id INTEGER PRIMARY KEY, \(column) TEXT NOT NULL, told \(type), seen \(type));
          """,
          """
          CREATE TABLE u (
            id INTEGER PRIMARY KEY, \(column) INTEGER NOT NULL, told \(type), seen \(type));
          INSERT INTO u SELECT id, unixepoch(\(column)), unixepoch(told), unixepoch(seen) FROM t;
          DROP TABLE t;
          ALTER TABLE u RENAME TO t;
          """,
        ], trials: 20
      ).findings.filter { $0.code == code }.map(\.message)
    }
    let told = try messages("made", "TEXT", "valuesGarbled")
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("t.told becomes NULL where unixepoch cannot read") ?? false)
    #expect(told.first?.hasSuffix("Likewise seen.") ?? false)
    // Rows have nothing but dates there.
    #expect(try messages("made", "TEXT", "textsRefused").isEmpty)
    #expect(try messages("made_at", "TEXT", "valuesGarbled").count == 1)
    let dated = try messages("made_at", "TEXT", "textsRefused")
    #expect(
      dated.first?.hasPrefix("The upgrade fails where unixepoch cannot read made_at") ?? false)
  }

  @Test("dates that the database itself writes can be read")
  func ownDates() throws {
    let found = try findings([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, made TEXT DEFAULT CURRENT_TIMESTAMP, seen DATETIME)",
      "UPDATE t SET made = strftime('%s', made), seen = COALESCE(strftime('%s', seen), seen)",
    ])
    #expect(found.isEmpty, "\(found)")
  }

  @Test("a column that goes with its index is given up, whatever column comes")
  func droppedWithIndex() throws {
    func codes(_ script: String) throws -> [String] {
      try SQLFolderRuns.report(
        [
          """
          CREATE TABLE t (id INTEGER PRIMARY KEY, checksum TEXT NOT NULL);
          CREATE UNIQUE INDEX t_checksum ON t(checksum);
          """, script,
        ], trials: 20
      ).findings.map(\.kind)
    }
    let script = """
      ALTER TABLE t ADD COLUMN label TEXT;
      DROP INDEX t_checksum;
      ALTER TABLE t DROP COLUMN checksum;
      """
    #expect(try codes(script).isEmpty)
    #expect(try codes(script + "CREATE INDEX t_label ON t(label)") == ["lostRename"])
  }

  @Test(
    "references that one script declares over values that lead nowhere are one finding",
    .enabled(if: Sweep.isFull))
  func severalDeclared() throws {
    let scripts = [
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);
      CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER);
      """,
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE b2 (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
      INSERT INTO b2 SELECT id, a_id FROM b;
      DROP TABLE b;
      ALTER TABLE b2 RENAME TO b;
      CREATE TABLE c2 (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id));
      INSERT INTO c2 SELECT id, a_id FROM c;
      DROP TABLE c;
      ALTER TABLE c2 RENAME TO c;
      PRAGMA foreign_keys = ON;
      """,
      // Fails for what the script before has broken.
      """
      CREATE TABLE b3 (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id), n TEXT);
      INSERT INTO b3 (id, a_id) SELECT id, a_id FROM b;
      DROP TABLE b;
      ALTER TABLE b3 RENAME TO b;
      """,
    ]
    let found = try SQLFolderRuns.report(scripts, trials: 20).findings
      .filter { $0.severity == .error }
    #expect(found.map(\.check) == [.linksResolve], "\(found.map(\.message))")
    #expect(found.first?.likewise.map(\.description) == ["c.a_id"])
  }

  @Test("it is said that foreign keys are taken to be enforced, and how to say otherwise")
  func assumption() throws {
    let folder = try TestFolder(["1_a.sql": "PRAGMA foreign_keys = ON; CREATE TABLE t (a)"])
    var settings = FolderSettings()
    let lines = try MigrationFolder(path: folder.path, settings: settings).explanation
    #expect(lines.last?.contains("--foreign-keys off") == true)
    settings.foreignKeys = true
    let settled = try MigrationFolder(path: folder.path, settings: settings).explanation
    #expect(!settled.contains { $0.contains("--foreign-keys") })
  }

  @Test(
    "foreign keys are not taken to be enforced where a script fails if they are",
    .enabled(if: Sweep.isFull))
  func refutedAssumption() throws {
    let tables = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY",
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id)",
      "CREATE TABLE c (b_id INTEGER REFERENCES b(id) ON DELETE CASCADE, a_id INTEGER REFERENCES a(id)",
    ]
    // Rows of c_old would go with those of b_old, but it refers to a table that is gone.
    let rebuilt = zip(["a", "b", "c"], tables).map { name, table in
      "ALTER TABLE \(name) RENAME TO \(name)_old; \(table), x TEXT); "
        + "INSERT INTO \(name) SELECT *, NULL FROM \(name)_old;"
    }
    let scripts = [
      tables.map { $0 + ");" }.joined(separator: "\n"),
      rebuilt.joined(separator: "\n") + "\nDROP TABLE a_old;\nDROP TABLE b_old;\nDROP TABLE c_old;",
      "PRAGMA foreign_keys = OFF; ALTER TABLE b ADD COLUMN y TEXT; PRAGMA foreign_keys = ON;",
    ]
    let (subject, _) = try SQLFolderRuns.subject(scripts)
    #expect(
      subject.folder.explanation.last
        == "foreign keys are taken not to be enforced, as 2_x.sql:5 fails if they are; "
        + "--foreign-keys on: the app enforces them")
    let errors = try SQLFolderRuns.report(scripts, trials: 10).findings
      .filter { $0.severity == .error }
    #expect(errors.map(\.message) == [])
    #expect(throws: InputError.self) {
      _ = try SQLFolderRuns.subject(scripts) { $0.foreignKeys = true }
    }
  }

  @Test("scripts are taken to run in transactions where one fails for what another switched on")
  func refutedPragma() throws {
    let scripts = [
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY);
      CREATE TABLE c (b_id INTEGER REFERENCES b(id) ON DELETE CASCADE, a_id INTEGER REFERENCES a(id));
      """,
      "PRAGMA foreign_keys = OFF; ALTER TABLE b ADD COLUMN y TEXT; PRAGMA foreign_keys = ON;",
      // If foreign keys were still enforced, rows of c would go, but it refers to a table that is gone.
      "DROP TABLE a;\nDROP TABLE b;\nDROP TABLE c;",
    ]
    let (subject, _) = try SQLFolderRuns.subject(scripts)
    let assumption =
      "each script is taken to run in a transaction, in which PRAGMA foreign_keys has no effect, as "
      + "3_x.sql:2 fails else; \"transactions\": false in migcheck.json: the app runs them without"
    #expect(subject.folder.explanation.last == assumption)
    _ = try SQLFolderRuns.subject(scripts) { $0.foreignKeys = false }
    #expect(throws: InputError.self) {
      _ = try SQLFolderRuns.subject(scripts) { $0.transactions = false }
    }
  }

  @Test(
    "rows of several tables that go with those of one statement are one finding",
    .enabled(if: Sweep.isFull))
  func joinedCascades() throws {
    let found = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT);
        CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a(id) ON DELETE CASCADE);
        CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a(id) ON DELETE CASCADE);
        CREATE TABLE d (id INTEGER PRIMARY KEY, c_id INTEGER NOT NULL REFERENCES c(id) ON DELETE CASCADE);
        """,
        """
        CREATE TABLE a2 (id INTEGER PRIMARY KEY, x TEXT NOT NULL DEFAULT '');
        INSERT INTO a2 SELECT id, coalesce(x, '') FROM a;
        DROP TABLE a;
        ALTER TABLE a2 RENAME TO a;
        """,
      ], trials: 20
    ) { $0.foreignKeys = true }.findings.filter { $0.severity == .error }
    #expect(found.map { $0.type?.text } == ["b"], "\(found.map(\.message))")
    #expect(found.first?.likewise.map(\.description) == ["c", "d"])
  }

  @Test(
    "a reference that a CHECK requires of some rows is not taken away from them",
    .enabled(if: Sweep.isFull))
  func checkedReference() throws {
    let report = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE venue (id TEXT PRIMARY KEY NOT NULL, name TEXT);
        CREATE TABLE domain (
          id TEXT PRIMARY KEY NOT NULL, venue_id TEXT REFERENCES venue(id),
          scope TEXT NOT NULL CHECK (scope IN ('platform', 'venue')),
          CHECK ((scope = 'platform' AND venue_id IS NULL)
            OR (scope = 'venue' AND venue_id IS NOT NULL)));
        """,
        "ALTER TABLE domain ADD COLUMN title TEXT; UPDATE domain SET title = 'x' WHERE scope = 'venue'",
      ], trials: 60)
    #expect(report.findings.map(\.message) == [])
  }

  @Test("rows are had where a CHECK wants texts of a pattern")
  func patterns() throws {
    let clock = """
      CHECK (length(opens) = 5 AND substr(opens, 3, 1) = ':' AND opens GLOB '[0-2][0-9]:[0-5][0-9]'
        AND CAST(substr(opens, 1, 2) AS INTEGER) BETWEEN 0 AND 23)
      """
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE venue (id TEXT PRIMARY KEY NOT NULL, opens TEXT NOT NULL \(clock))",
        """
        ALTER TABLE venue ADD COLUMN closes TEXT NOT NULL DEFAULT '06:00'
          CHECK (closes GLOB '[0-2][0-9]:[0-5][0-9]' AND closes <> opens);
        """,
        "ALTER TABLE venue ADD COLUMN note TEXT",
      ], trials: 20)
    #expect(report.findings.map(\.message) == [])
    #expect(report.verdict == .passed, "\(report.coverage)")
  }

  @Test(
    "so are rows of all tables that one script takes along, and what becomes NULL with them",
    .enabled(if: Sweep.isFull))
  func joinedStatements() throws {
    let found = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY);
        CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a(id) ON DELETE CASCADE);
        CREATE TABLE c (id INTEGER PRIMARY KEY);
        CREATE TABLE d (id INTEGER PRIMARY KEY, c_id INTEGER NOT NULL REFERENCES c(id) ON DELETE CASCADE);
        CREATE TABLE e (id INTEGER PRIMARY KEY, d_id INTEGER REFERENCES d(id) ON DELETE SET NULL);
        """,
        """
        CREATE TABLE a2 (id INTEGER PRIMARY KEY);
        INSERT INTO a2 SELECT id FROM a;
        DROP TABLE a;
        ALTER TABLE a2 RENAME TO a;
        CREATE TABLE c2 (id INTEGER PRIMARY KEY);
        INSERT INTO c2 SELECT id FROM c;
        DROP TABLE c;
        ALTER TABLE c2 RENAME TO c;
        """,
      ], trials: 20
    ) { $0.foreignKeys = true }.findings.filter { $0.severity == .error }
    #expect(found.map { $0.type?.text } == ["b"], "\(found.map(\.message))")
    #expect(found.first?.likewise.map(\.description).sorted() == ["d", "e.d_id"])
  }

  @Test(
    "columns that one script makes unique, or takes NULL away from, are one finding each",
    .enabled(if: Sweep.isFull))
  func joinedConstraints() throws {
    let found = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT, y TEXT);
        CREATE TABLE b (id INTEGER PRIMARY KEY, x TEXT, y TEXT);
        """,
        """
        CREATE TABLE a2 (id INTEGER PRIMARY KEY, x TEXT, y TEXT NOT NULL);
        INSERT INTO a2 SELECT id, x, y FROM a;
        DROP TABLE a;
        ALTER TABLE a2 RENAME TO a;
        CREATE TABLE b2 (id INTEGER PRIMARY KEY, x TEXT, y TEXT NOT NULL);
        INSERT INTO b2 SELECT id, x, y FROM b;
        DROP TABLE b;
        ALTER TABLE b2 RENAME TO b;
        CREATE UNIQUE INDEX a_x ON a(x);
        CREATE UNIQUE INDEX b_x ON b(x);
        """,
      ], trials: 60
    ).findings.filter { $0.severity == .error }
    #expect(
      found.map(\.code).sorted { $0 ?? "" < $1 ?? "" } == ["constraintFailed", "nullForRequired"])
    #expect(found.map(\.likewise.count) == [1, 1])
  }

  @Test(
    "where more columns go than come, only those in their places or with their names are suspects",
    .enabled(if: Sweep.isFull))
  func rivals() throws {
    func lost(_ columns: String) throws -> [String] {
      try SQLFolderRuns.report(
        [
          "CREATE TABLE m (a_lock INTEGER, b_lock INTEGER, x TEXT, c_lock INTEGER, y TEXT, z INTEGER)",
          """
          CREATE TABLE n (\(columns));
          INSERT INTO n (x, y, z) SELECT x, y, z FROM m;
          DROP TABLE m;
          ALTER TABLE n RENAME TO m;
          """,
        ], trials: 20
      ).findings.map { $0.property?.text ?? "-" }
    }
    #expect(try lost("x TEXT, y TEXT, tag_lock INTEGER, z INTEGER") == [])
    #expect(try lost("x TEXT, closed INTEGER, y TEXT, z INTEGER") == ["c_lock"])
  }

  @Test("a column that a statement renames is no lost rename, whatever is written to it")
  func renamedAndWritten() throws {
    let codes = try findings([
      "CREATE TABLE lib (id INTEGER PRIMARY KEY, deep INTEGER NOT NULL DEFAULT 0)",
      "ALTER TABLE lib RENAME COLUMN deep TO _unused",
      """
      ALTER TABLE lib RENAME COLUMN _unused TO on_start;
      UPDATE lib SET on_start = 0;
      ALTER TABLE lib ADD COLUMN pdf INTEGER NOT NULL DEFAULT 1;
      """,
    ]).map(\.code)
    #expect(codes == [])
  }

  @Test("a reference to a table that a later version makes is no error")
  func laterTable() throws {
    func severities(_ later: String) throws -> [Finding.Severity] {
      try SQLFolderRuns.report(
        [
          "CREATE TABLE a (id INTEGER PRIMARY KEY)",
          "CREATE TABLE u (id INTEGER PRIMARY KEY, m_id INTEGER REFERENCES m(id), FOREIGN KEY (m_id) REFERENCES m(id))",
          later,
        ], trials: 10
      ) { $0.foreignKeys = true }.findings.map(\.severity)
    }
    #expect(try !severities("CREATE TABLE m (id INTEGER PRIMARY KEY)").contains(.error))
    #expect(try severities("CREATE TABLE o (id INTEGER PRIMARY KEY)").contains(.error))
  }

  @Test("a copy for no rows is not why rows are gone that another brings") func emptyCopy() throws {
    let scripts = [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, d INTEGER NOT NULL DEFAULT 0)",
      """
      CREATE TABLE t_new AS SELECT * FROM t WHERE 1 = 0;
      INSERT INTO t_new SELECT * FROM t WHERE d = 0;
      DROP TABLE t;
      ALTER TABLE t_new RENAME TO t;
      """,
    ]
    let messages = try SQLFolderRuns.report(scripts, trials: 10).findings.map(\.message)
    #expect(messages.contains { $0.contains("the copy at 2_x.sql:2 does not take all rows") })
  }

  @Test("tables that are emptied again and again are told once", .enabled(if: Sweep.isFull))
  func replacedTables() throws {
    func made(_ names: String...) -> String {
      names.map { "DROP TABLE IF EXISTS \($0); CREATE TABLE \($0) (k TEXT PRIMARY KEY, v TEXT);" }
        .joined()
    }
    let found = try SQLFolderRuns.report(
      [
        made("cache", "session", "thread"), made("cache"), made("session", "cache", "thread"),
        made("cache", "session"),
      ], trials: 10
    ).findings
    #expect(
      found.map(\.message) == [
        "cache is dropped and created again, and its rows are not kept. If that is meant, nothing is to be "
          + "done.",
        "session, thread are dropped and created again, and their rows are not kept. If that is meant, "
          + "nothing is to be done.",
      ])
  }

  @Test("columns that one statement leaves NULL are one finding, and its other constraints others")
  func constraintsOfOneStatement() throws {
    func copy(_ columns: String) -> [String] {
      [
        "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, body TEXT)",
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, \(columns));
        INSERT INTO fresh (id, title, body) SELECT id, title, body FROM note;
        DROP TABLE note;
        ALTER TABLE fresh RENAME TO note;
        """,
      ]
    }
    let both = try SQLFolderRuns.report(
      copy("title TEXT NOT NULL, body TEXT NOT NULL"), trials: 40
    ).findings
    #expect(both.map(\.code) == ["nullForRequired"])
    let named = both.flatMap {
      [$0.property].compactMap(\.self) + $0.likewise.compactMap(\.property)
    }
    #expect(named.sorted() == ["body", "title"])
    let other = try SQLFolderRuns.report(
      copy("title TEXT UNIQUE, body TEXT NOT NULL"), trials: 40
    ).findings
    #expect(
      other.map(\.code).sorted { $0 ?? "" < $1 ?? "" } == ["constraintFailed", "nullForRequired"])
  }

  @Test(
    "rows that a new key, or a column that may be NULL no more, keeps out as the copy says",
    arguments: Sweep.part(
      [
        """
        INSERT INTO fresh SELECT id, album, song FROM track WHERE song IS NOT NULL
          ON CONFLICT (album, song) DO UPDATE SET id = min(id, excluded.id)
        """,
        """
        INSERT INTO fresh SELECT id, album, song FROM track WHERE (song IS NOT NULL) AND album NOTNULL
          ON CONFLICT (album, song) DO NOTHING
        """,
      ], oneOf: 3))
  func keptOut(_ copy: String) throws {
    func scripts(_ key: String, copy: String) -> [String] {
      [
        "CREATE TABLE track (id INTEGER PRIMARY KEY, album TEXT, song TEXT)",
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, album TEXT, song TEXT NOT NULL, \(key));
        \(copy);
        DROP TABLE track;
        ALTER TABLE fresh RENAME TO track;
        """,
      ]
    }
    #expect(try findings(scripts("UNIQUE (album, song)", copy: copy)).map(\.code) == [])
    // Nothing says what is passed over.
    let silent = "INSERT OR IGNORE INTO fresh SELECT id, album, song FROM track"
    let lost = try findings(scripts("UNIQUE (album, song)", copy: silent))
    #expect(lost.map(\.severity).contains(.error))
    let plain = "INSERT INTO fresh SELECT id, album, song FROM track WHERE song IS NOT NULL"
    #expect(try findings(scripts("CHECK (1)", copy: plain)).map(\.code) == [])
    // The album may still be NULL.
    let wrong = plain + " AND album IS NOT NULL"
    #expect(try findings(scripts("CHECK (1)", copy: wrong)).map(\.severity) == [.error])
  }

  @Test("a key that loses a column is no reason to leave rows out without a word")
  func smallerKey() throws {
    let found = try findings([
      "CREATE TABLE device (user TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (user, name))",
      """
      CREATE TABLE fresh (user TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO fresh SELECT user, name FROM device WHERE 1 ON CONFLICT (user) DO NOTHING;
      DROP TABLE device;
      ALTER TABLE fresh RENAME TO device;
      """,
    ])
    #expect(found.map(\.severity).contains(.error))
  }

  @Test(
    "rows that a DELETE spares have the default, or a value that it compares with",
    arguments: Sweep.part(
      [
        "state <> 0", "state IS NOT 0", "NOT state IN (0, 7)", "state <> 0 OR kind <> 'new'",
      ], oneOf: 3))
  func sparedRows(_ condition: String) throws {
    let before = """
      CREATE TABLE message (
        id INTEGER PRIMARY KEY, state INTEGER NOT NULL DEFAULT 0, kind TEXT NOT NULL DEFAULT 'new');
      CREATE INDEX open ON message (kind) WHERE state = 1;
      """
    let found = try findings([
      before,
      "UPDATE message SET kind = 'x' WHERE state = 1; DELETE FROM message WHERE \(condition);",
    ])
    #expect(found.map(\.code) == [])
    // No value is spared.
    let wrong = try findings([before, "DELETE FROM message WHERE state <> 0 OR state <> 1"])
    #expect(wrong.map(\.code) == ["deletesEverything"])
  }

  @Test(
    "values that an expression makes as rows come back from another table",
    arguments: [
      "INSERT INTO kept SELECT * FROM note; DELETE FROM note; "
        + "INSERT INTO note (id, text) SELECT id, trim(text) FROM kept;",
      "INSERT INTO kept SELECT id, trim(text) FROM note; DELETE FROM note WHERE id > 0; "
        + "INSERT INTO note SELECT * FROM kept WHERE id > 0;",
    ])
  func comingBack(_ script: String) throws {
    let found = try findings([
      "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
      "CREATE TABLE kept (id INTEGER, text TEXT); \(script) DROP TABLE kept;",
    ])
    #expect(found.map(\.code) == [])
  }

  @Test("a column that is dropped by its name before another one gets the name")
  func takenName() throws {
    let before = "CREATE TABLE note (id TEXT PRIMARY KEY, sent INTEGER, stored INTEGER NOT NULL)"
    let rename = "ALTER TABLE note RENAME COLUMN stored TO sent;"
    #expect(
      try findings([before, "ALTER TABLE note DROP COLUMN sent; \(rename)"]).map(\.code) == [])
    #expect(
      try findings([before, "ALTER TABLE note DROP COLUMN sent;", rename]).map(\.code) == [])
    let rebuilt = """
      CREATE TABLE fresh (id TEXT PRIMARY KEY, sent INTEGER);
      INSERT INTO fresh SELECT id, stored FROM note;
      DROP TABLE note;
      ALTER TABLE fresh RENAME TO note;
      """
    #expect(try findings([before, rebuilt]).map(\.severity) == [.error])
  }

  @Test("texts that documents are compared with stand within them")
  func textsInDocuments() throws {
    let scripts = [
      "CREATE TABLE source (id TEXT PRIMARY KEY, kind TEXT NOT NULL, config TEXT NOT NULL)",
      """
      DELETE FROM source WHERE kind = 'mail' AND rowid NOT IN (
        SELECT MIN(rowid) FROM source GROUP BY IFNULL(lower(json_extract(config, '$.mail.user')), id));
      CREATE UNIQUE INDEX one_user ON source (lower(json_extract(config, '$.mail.user')))
        WHERE kind = 'mail';
      """,
    ]
    #expect(try findings(scripts).filter { $0.severity == .error }.map(\.code) == [])
  }

  @Test("dates that become numbers are dates, whatever the column holds later")
  func datesOfTwoTypes() throws {
    let script = """
      CREATE TABLE fresh (id TEXT PRIMARY KEY, sent_at INTEGER NOT NULL);
      INSERT INTO fresh SELECT id, CAST(strftime('%s', sent_at) AS INTEGER) FROM mail;
      DROP TABLE mail;
      ALTER TABLE fresh RENAME TO mail;
      """
    let found = try findings([
      "CREATE TABLE mail (id TEXT PRIMARY KEY, sent_at TEXT NOT NULL)", script,
    ])
    #expect(found.filter { $0.severity == .error }.map(\.code) == [])
  }

  @Test("rows whose NULL becomes a value of their key are alike")
  func nullOfKey() throws {
    func found(_ type: String) throws -> [Finding.Severity] {
      try findings([
        "CREATE TABLE event (id INTEGER PRIMARY KEY, source \(type), no INTEGER, UNIQUE (source, no))",
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, source TEXT NOT NULL, no INTEGER NOT NULL,
          UNIQUE (source, no));
        INSERT INTO fresh SELECT id, COALESCE(source, 'app'), COALESCE(no, 0) FROM event
          WHERE id IN (SELECT MIN(id) FROM event GROUP BY COALESCE(source, 'app'), COALESCE(no, 0));
        DROP TABLE event;
        ALTER TABLE fresh RENAME TO event;
        """,
      ]).map(\.severity)
    }
    #expect(try found("TEXT") == [])
  }

  @Test("what a table holds that is dropped unread is of no interest")
  func droppedUnread() throws {
    let before = "CREATE TABLE node (id INTEGER PRIMARY KEY, up INTEGER REFERENCES node(id))"
    func codes(_ update: String, _ copy: String) throws -> [String?] {
      try findings([
        before,
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, up INTEGER REFERENCES node(id));
        \(copy)
        \(update)
        DROP TABLE node;
        ALTER TABLE fresh RENAME TO node;
        """,
      ]).map(\.code)
    }
    let copy = "INSERT INTO fresh SELECT id, up FROM node;"
    let update = "UPDATE node SET up = NULL;"
    #expect(try !codes(update, copy).contains("allNull"))
    #expect(try codes(copy, update).contains("allNull"))
  }

  @Test(
    "texts in conditions that something is compared with",
    arguments: Sweep.part(
      [
        "DELETE FROM word WHERE kind BETWEEN 'a' AND 'c'",
        "DELETE FROM word WHERE kind = 'a' OR 'c' = kind",
        "DELETE FROM word WHERE kind IN ('a', 'c') AND 'x' || kind LIKE 'xa%'",
        "UPDATE word SET kind = CASE kind WHEN 'a' THEN 'b' ELSE 'c' END",
        "UPDATE word SET rank = kind = 'a' AND rank = 1",
        "UPDATE word SET rank = 1 WHERE kind IS NOT 'a' AND rank = 2",
      ], oneOf: 3))
  func comparedTexts(_ script: String) throws {
    let old = "CREATE TABLE word (id INTEGER PRIMARY KEY, kind TEXT, rank INTEGER)"
    #expect(
      try findings([old, script]).filter {
        ["textAsTruth", "assignmentsJoined"].contains($0.code)
      }.isEmpty)
  }

  @Test(
    "deletions that leave one row of each kind, or ask for groups of another sort",
    arguments: Sweep.part(
      [
        "DELETE FROM word WHERE id NOT IN (SELECT MAX(id) FROM word GROUP BY lower(kind))",
        "DELETE FROM word WHERE kind IN (SELECT kind FROM word GROUP BY kind HAVING COUNT(*) < 2)",
        """
        DELETE FROM word WHERE id IN (SELECT id FROM (SELECT id, ROW_NUMBER() OVER (
          PARTITION BY kind ORDER BY rank DESC) AS place FROM word) WHERE place > 1)
        """,
        "DELETE FROM word WHERE rank = 0 OR id NOT IN (SELECT MAX(id) FROM word GROUP BY kind)",
      ], oneOf: 3))
  func oneOfEach(_ script: String) throws {
    let old = "CREATE TABLE word (id INTEGER PRIMARY KEY, kind TEXT, rank INTEGER)"
    #expect(
      try findings([old, script]).filter { $0.code == "duplicatesAllGone" }.isEmpty)
  }

  @Test("columns that are divided among tables, or made of others, are not left out")
  func dividedColumns() throws {
    let before = """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, street TEXT, changed TEXT)
      """
    let scripts = [
      """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT, changed TEXT);
      CREATE TABLE address (id INTEGER PRIMARY KEY, street TEXT, changed TEXT);
      INSERT INTO contact (id, name, changed) SELECT id, name, changed FROM person;
      INSERT INTO address (id, street) SELECT id, street FROM person;
      DROP TABLE person;
      """,
      """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, label TEXT, changed TEXT);
      INSERT INTO contact (id, label, changed) SELECT id, name || ', ' || street, changed FROM person;
      DROP TABLE person;
      """,
    ]
    for script in scripts {
      #expect(try findings([before, script]).filter { $0.code == "columnLeftOut" }.isEmpty)
    }
  }

  @Test("texts that an app keeps in columns of booleans on purpose")
  func booleanTexts() throws {
    let old = "CREATE TABLE word (id INTEGER PRIMARY KEY)"
    let added = "ALTER TABLE word ADD COLUMN known BOOLEAN NOT NULL DEFAULT 'false'"
    func codes(_ scripts: [String]) throws -> [String?] {
      try findings(scripts).map(\.code).filter { $0 == "textForBoolean" }
    }
    #expect(try codes([old, added]) == ["textForBoolean"])
    #expect(try codes([old, added + " CHECK (known IN ('true', 'false'))"]) == [])
    #expect(try codes([old, added + "; DELETE FROM word WHERE known = 'true'"]) == [])
  }

  @Test(
    "a join that finds one row, fractions that are cut off or rounded, and texts with the names of calls",
    arguments: Sweep.part(
      [
        "UPDATE item SET place = list.place FROM list WHERE list.id = item.list",
        "UPDATE item SET place = l.place FROM list AS l, item AS other WHERE l.id = item.list AND other.id = l.id",
        "UPDATE item SET place = 3 FROM list WHERE list.name = item.name",
        "UPDATE item SET place = CAST(price AS INTEGER)",
        "UPDATE item SET place = CAST(round(price, 2) * 100 + 0.001 AS INTEGER)",
        "UPDATE item SET place = CAST(list * 100 AS INTEGER)",
        "UPDATE item SET place = list / 2",
        "UPDATE item SET price = list / 2.0",
        "UPDATE item SET price = list / 100 WHERE list % 100 = 0",
        "UPDATE item SET name = 'none' WHERE name = 'CURRENT_TIMESTAMP'",
        "UPDATE item SET name = 'current_timestamp is a word' WHERE id = 7",
        "ALTER TABLE item ADD COLUMN made TEXT NOT NULL DEFAULT 'date'",
      ], oneOf: 4))
  func joinsAndFractions(_ script: String) throws {
    let before = """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place INTEGER, list INTEGER, price REAL);
      CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT, place INTEGER NOT NULL);
      """
    let own = ["severalRows", "everyRowUpdated", "callAsText"] + CopiedRows.garblingCodes
    #expect(try findings([before, script]).compactMap(\.code).filter(own.contains) == [])
  }

  @Test(
    "an index for a search that fits its rows, or that leaves some out on purpose",
    arguments: Sweep.part(
      [
        "UPDATE place SET name = upper(name)",
        "DELETE FROM place WHERE name = 'x'",
        """
        CREATE TABLE fresh (slug TEXT PRIMARY KEY NOT NULL, name TEXT, kind TEXT);
        INSERT INTO fresh (slug, name) SELECT slug, name FROM place;
        DROP TABLE place;
        ALTER TABLE fresh RENAME TO place;
        INSERT INTO found(found) VALUES ('rebuild');
        """,
        "ALTER TABLE place ADD COLUMN kind TEXT",
      ], oneOf: 3))
  func fittingIndexes(_ script: String) throws {
    func scripts(_ condition: String) -> [String] {
      let before = """
        CREATE TABLE place (slug TEXT PRIMARY KEY NOT NULL, name TEXT);
        CREATE VIRTUAL TABLE found USING fts5(name, content='place');
        CREATE TRIGGER made AFTER INSERT ON place \(condition) BEGIN
          INSERT INTO found (rowid, name) VALUES (new.rowid, new.name);
        END;
        CREATE TRIGGER gone AFTER DELETE ON place BEGIN
          INSERT INTO found (found, rowid, name) VALUES ('delete', old.rowid, old.name);
        END;
        CREATE TRIGGER changed AFTER UPDATE ON place BEGIN
          INSERT INTO found (found, rowid, name) VALUES ('delete', old.rowid, old.name);
          INSERT INTO found (rowid, name) VALUES (new.rowid, new.name);
        END;
        """
      return [before, script]
    }
    for condition in ["", "WHEN new.name <> 'x'"] {
      #expect(try !findings(scripts(condition)).map(\.code).contains("indexOutdated"))
    }
  }

  @Test(
    "a copy that makes something of every column keeps the rows",
    arguments: [
      ("CAST(id AS TEXT), CAST(body AS TEXT)", ""), ("lower(id), COALESCE(body, '')", ""),
      ("trim(e.id), upper(e.body)", "AS e WHERE e.body <> ''"),
    ])
  func expressions(_ items: String, _ rest: String) throws {
    let scripts = [
      "CREATE TABLE entry (id TEXT PRIMARY KEY NOT NULL, body TEXT)",
      """
      CREATE TABLE fresh (id TEXT NOT NULL, body TEXT);
      INSERT INTO fresh SELECT \(items) FROM entry \(rest);
      DROP TABLE entry;
      ALTER TABLE fresh RENAME TO entry;
      """,
    ]
    let codes = try findings(scripts).map(\.code)
    #expect(!codes.contains("rowsGivenUp"))
  }

  @Test(
    "a table whose rows go elsewhere by conditions may leave none out, or what one condition says",
    arguments: Sweep.part(
      [
        "INSERT INTO a SELECT id, n FROM t WHERE n < 0; INSERT INTO b SELECT id, n FROM t WHERE n >= 0",
        "INSERT INTO a SELECT id, n FROM t WHERE n > 0",
        "INSERT INTO a SELECT id, n FROM t WHERE n > 0; INSERT INTO b SELECT id, n FROM t",
        "INSERT INTO a SELECT id, n FROM t WHERE n = 1; INSERT INTO b SELECT id, n FROM t WHERE n = 1",
        """
        INSERT INTO a SELECT id, n FROM t WHERE n > 0 AND id BETWEEN 0 AND 9;
        INSERT INTO b SELECT t.id, t.n FROM t LEFT JOIN a ON a.id = t.id WHERE a.id IS NULL
        """,
      ], oneOf: 3))
  func splitTables(_ copies: String) throws {
    let tables =
      "CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER);"
      + "CREATE TABLE b (id INTEGER PRIMARY KEY, n INTEGER);"
    let found = try findings([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)",
      "\(tables) \(copies); DROP TABLE t",
    ])
    #expect(!found.contains { $0.code == "rowsOfNoKind" })
  }

  @Test(
    "a table that takes over its own rows and gets others has lost none",
    arguments: Sweep.part(
      [
        """
        INSERT INTO fresh (id, title) SELECT id, title FROM note;
        INSERT INTO fresh (id, title) SELECT 'image ' || id, name FROM image;
        """,
        """
        INSERT INTO fresh (id, title) SELECT 'image ' || id, name FROM image;
        INSERT INTO fresh (id, title) SELECT id, title FROM note;
        """,
        """
        INSERT INTO fresh VALUES ('welcome to this app', 'Welcome');
        INSERT INTO fresh (id, title) SELECT id, title FROM note;
        """,
      ], oneOf: 3))
  func merged(_ copies: String) throws {
    let report = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY, title TEXT);
        CREATE TABLE image (id TEXT NOT NULL PRIMARY KEY, name TEXT);
        """,
        """
        CREATE TABLE fresh (id TEXT NOT NULL PRIMARY KEY, title TEXT);
        \(copies)
        DROP TABLE note;
        ALTER TABLE fresh RENAME TO note;
        DROP TABLE image;
        """,
      ], trials: 20)
    // That a note may have the key of an image is true.
    let found = report.findings.filter { $0.severity == .error && $0.check != .upgradeSucceeds }
    #expect(found.map(\.message) == [])
  }

  @Test("a key that becomes a text under another name is the same key")
  func retypedKey() throws {
    let scripts = [
      "CREATE TABLE event (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT)",
      """
      CREATE TABLE event2 (event_id TEXT NOT NULL PRIMARY KEY, note TEXT);
      INSERT INTO event2 (event_id, note) SELECT id, note FROM event;
      DROP TABLE event;
      ALTER TABLE event2 RENAME TO event;
      """,
    ]
    #expect(try findings(scripts).filter { $0.severity == .error }.isEmpty)
  }

  @Test("a setting that a script adds has a key that nobody else uses")
  func newSetting() throws {
    let scripts = [
      "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT); INSERT INTO setting VALUES ('a', '1')",
      "INSERT INTO setting (name, value) VALUES ('theme', 'dark'), ('size', '12')",
      "UPDATE setting SET value = 'light' WHERE name = 'theme' AND value = 'dark'",
    ]
    #expect(try findings(scripts).map(\.code) == [])
  }

  @Test(
    "triggers may take the rows along",
    arguments: [
      """
      CREATE TEMP TRIGGER move BEFORE DELETE ON point BEGIN
        INSERT INTO point2 (id, x) VALUES (old.id, old.x);
      END;
      DELETE FROM point;
      """,
      """
      CREATE VIEW incoming AS SELECT * FROM point2;
      CREATE TRIGGER move INSTEAD OF INSERT ON incoming BEGIN
        INSERT INTO point2 (id, x) VALUES (new.id, ifnull(new.x, 0));
      END;
      INSERT INTO incoming (id, x) SELECT id, x FROM point;
      DROP VIEW incoming;
      """,
    ])
  func copyingTriggers(_ copy: String) throws {
    let scripts = [
      "CREATE TABLE point (id INTEGER PRIMARY KEY, x REAL)",
      """
      CREATE TABLE point2 (id INTEGER PRIMARY KEY, x REAL, y REAL NOT NULL DEFAULT 0);
      \(copy)
      DROP TABLE point;
      ALTER TABLE point2 RENAME TO point;
      """,
    ]
    #expect(try findings(scripts).map(\.code) == [])
  }

  @Test("a number goes as other columns that were there become the key")
  func replacedKey() throws {
    let scripts = [
      """
      CREATE TABLE link (
        id INTEGER PRIMARY KEY, source TEXT NOT NULL, target TEXT NOT NULL, UNIQUE (source, target));
      """,
      """
      CREATE TABLE link2 (
        source TEXT NOT NULL, target TEXT NOT NULL, weight INTEGER NOT NULL DEFAULT 1,
        PRIMARY KEY (source, target)) WITHOUT ROWID;
      INSERT INTO link2 (source, target) SELECT source, target FROM link;
      DROP TABLE link;
      ALTER TABLE link2 RENAME TO link;
      """,
    ]
    #expect(try findings(scripts).filter { $0.severity == .error }.isEmpty)
  }

  @Test("an index that the next script makes is not lost, nor a default that was another column's")
  func madeLater() throws {
    let scripts = [
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, kind TEXT NOT NULL DEFAULT 'x', title TEXT);
      CREATE INDEX note_title ON note(title);
      """,
      """
      CREATE TABLE note2 (id INTEGER PRIMARY KEY, title TEXT, kind TEXT NOT NULL DEFAULT 'x');
      INSERT INTO note2 (id, kind, title) SELECT id, kind, title FROM note;
      DROP TABLE note;
      ALTER TABLE note2 RENAME TO note;
      """, "CREATE INDEX note_by_title ON note(title)",
    ]
    #expect(try findings(scripts).map(\.code) == [])
  }

  @Test(
    "what is copied elsewhere is not moved in part where a condition is about the value or its place",
    arguments: [
      "WHERE phase IN ('a', 'b')", "WHERE kind = 'task'", "WHERE stage IS NULL",
      "WHERE phase IS NOT NULL AND phase <> ''",
    ])
  func movedByValue(condition: String) throws {
    let found = try findings([
      "CREATE TABLE item (id INTEGER PRIMARY KEY, phase TEXT, kind TEXT, stage TEXT)",
      "UPDATE item SET stage = phase \(condition); ALTER TABLE item DROP COLUMN phase;",
    ])
    #expect(!found.contains { $0.code == "movedPartly" }, "\(found)")
  }

  @Test("what other rows get instead of a value is meant")
  func givenInstead() throws {
    let found = try findings([
      "CREATE TABLE item (id INTEGER PRIMARY KEY, phase TEXT, deleted_at TEXT)",
      """
      ALTER TABLE item ADD COLUMN stage TEXT;
      UPDATE item SET stage = phase WHERE deleted_at IS NULL;
      UPDATE item SET stage = 'gone' WHERE deleted_at IS NOT NULL;
      ALTER TABLE item DROP COLUMN phase;
      """,
    ])
    #expect(!found.contains { $0.code == "movedPartly" }, "\(found)")
  }

  @Test("rows that are deleted beside others that are copied are not moved in part")
  func deletedBeside() throws {
    let found = try findings([
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, kind TEXT)",
      """
      CREATE TABLE task (id INTEGER PRIMARY KEY, name TEXT, kind TEXT);
      INSERT INTO task SELECT * FROM item WHERE kind = 'task';
      DELETE FROM item WHERE kind = 'draft';
      """,
    ])
    #expect(!found.contains { $0.code == "movedPartly" }, "\(found)")
  }

  @Test(
    "elements that a script reads as objects are objects",
    arguments: [
      "UPDATE c SET doc = json_set(doc, '$.n', (SELECT count(*) FROM json_each(c.doc, '$.fields') "
        + "WHERE json_extract(value, '$.key') = 'a'))",
      "UPDATE c SET n = (SELECT count(*) FROM json_each(c.list) AS e "
        + "WHERE json_extract(e.value, '$.key') = 'a')",
      "UPDATE c SET n = (SELECT count(*) FROM json_each(c.doc, '$.fields') AS f, "
        + "json_each(f.value, '$.options') AS o WHERE o.value ->> '$.name' = 'a')",
      "UPDATE c SET n = (SELECT count(*) FROM json_each(coalesce(json_extract(doc, '$.fields'), '[]')) "
        + "WHERE json_extract(json_each.value, '$.key') IS NOT NULL)",
    ])
  func elements(_ script: String) throws {
    let found = try SQLFolderRuns.report(
      [
        "CREATE TABLE c (id INTEGER PRIMARY KEY, doc TEXT NOT NULL, list TEXT NOT NULL, n INTEGER)",
        script,
      ], trials: 100, quickTrials: 8
    ).findings
    #expect(!found.contains { $0.check == .upgradeSucceeds }, "\(found.map(\.message))")
  }

  @Test("an integer with 0 or 1 as its default and a name or a CHECK of a flag is one")
  func flags() throws {
    let found = try findings([
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, is_active INTEGER DEFAULT 1, seen INTEGER DEFAULT 0);
      """,
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY, is_active INTEGER DEFAULT 1 CHECK (is_active IN (0, 1)),
        seen INTEGER DEFAULT 0 CHECK (seen IN (0, 1)));
      INSERT INTO b SELECT * FROM a;
      DROP TABLE a;
      ALTER TABLE b RENAME TO a;
      """,
    ])
    #expect(found.isEmpty, "\(found)")
  }

  @Test("a text in front of a key is no key that another row has")
  func prefixedKeys() throws {
    let found = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE asset (id TEXT PRIMARY KEY NOT NULL, name TEXT);
        CREATE TABLE security (id TEXT PRIMARY KEY NOT NULL, name TEXT);
        CREATE TABLE entry (
          id TEXT PRIMARY KEY NOT NULL, asset_id TEXT REFERENCES asset(id),
          security_id TEXT REFERENCES security(id));
        """,
        """
        INSERT INTO security SELECT 'sec_' || id, name FROM asset;
        UPDATE entry SET security_id = 'sec_' || asset_id WHERE asset_id IS NOT NULL;
        """,
      ], trials: 100, quickTrials: 8
    ).findings
    #expect(!found.contains { $0.check == .upgradeSucceeds }, "\(found.map(\.message))")
  }
}
