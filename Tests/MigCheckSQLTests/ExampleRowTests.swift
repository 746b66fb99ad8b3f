import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Rows before and after a statement that does more than it says") struct ExampleRowTests {
  /// The rows that a report shows for what a statement does whatever the rows are.
  private func rows(_ old: String, _ script: String, code: String) throws -> [String] {
    let (subject, folder) = try SQLFolderRuns.subject([old, script])
    defer { withExtendedLifetime(folder) {} }
    var options = VerificationOptions(trials: 1)
    options.stores = [.memory]
    options.jobs = 1
    options.directory = folder.path
    let report = try Verifier(subject, options: options).run()
    let finding = try #require(
      report.findings.first { $0.code == code }, "\(report.findings.map { $0.code ?? "" })")
    return finding.failure.violation.rows(at: finding.failure.site).map { row in
      "\(row.label) \(row.text)"
    }
  }

  private static let people = "CREATE TABLE person (id INTEGER PRIMARY KEY, full TEXT, age TEXT);"

  @Test("of a cut text, one of which nothing is left")
  func cutText() throws {
    let rows = try rows(
      Self.people,
      """
      ALTER TABLE person ADD COLUMN first TEXT;
      UPDATE person SET first = substr(full, 1, instr(full, ' ') - 1);
      ALTER TABLE person DROP COLUMN full;
      """, code: CutTexts.code)
    #expect(rows.count == 2, "\(rows)")
    let before = try #require(
      rows.first?.firstMatch(of: /^before person \(id = -?\d+, full = "([^ ]+)", first = null\)$/),
      "\(rows)")
    let after = try #require(
      rows.last?.firstMatch(of: /^after person \(id = -?\d+, first = "(.*)"\)$/), "\(rows)")
    #expect(!after.1.contains(before.1), "\(rows)")
  }

  @Test(
    "of an expression in a copy from a table with another name",
    .enabled(if: Sweep.isFull))
  func copied() throws {
    let rows = try rows(
      Self.people,
      """
      CREATE TABLE human (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
      INSERT INTO human (id, name, age) SELECT p.id, p.full, CAST(p.age AS INTEGER) FROM person AS p;
      DROP TABLE person;
      """, code: CopiedRows.garbledCode)
    #expect(
      rows.first?.firstMatch(of: /^before person \(id = -?\d+, age = ".+"\)$/) != nil, "\(rows)")
    #expect(rows.last?.firstMatch(of: /^after human \(id = -?\d+, age = 0\)$/) != nil, "\(rows)")
  }

  @Test("with long values cut as elsewhere")
  func longValues() throws {
    let rows = try rows(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, hash BLOB NOT NULL CHECK (length(hash) = 40));",
      "DELETE FROM person WHERE id IS NOT NULL;", code: "deletesEverything")
    #expect(
      rows.first?.firstMatch(
        of: /^before person \(id = -?\d+, hash = 0x[0-9a-f]{60}… \(40 bytes\)\)$/) != nil,
      "\(rows)")
  }

  @Test(
    "of a query that finds nothing, one whose value becomes NULL",
    .enabled(if: Sweep.isFull))
  func uncovered() throws {
    let rows = try rows(
      Self.people,
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
      UPDATE person SET full = (SELECT name FROM team WHERE team.id = person.id);
      """,
      code: OverwrittenValues.unmatchedCode)
    #expect(
      rows.first?.firstMatch(of: /^before person \(id = -?\d+, full = ".*"\)$/) != nil, "\(rows)")
    #expect(
      rows.last?.firstMatch(of: /^after person \(id = -?\d+, full = null\)$/) != nil, "\(rows)")
  }

  @Test(
    "of a copy to a table with another name, one that its condition leaves out",
    .enabled(if: Sweep.isFull))
  func leftOut() throws {
    let rows = try rows(
      Self.people,
      """
      CREATE TABLE human (id INTEGER PRIMARY KEY, full TEXT, age TEXT);
      INSERT INTO human SELECT * FROM person WHERE age IS NOT NULL;
      DROP TABLE person;
      """, code: RenamedCopies.code)
    #expect(
      rows.first?.firstMatch(of: /^before person \(id = -?\d+, age = null\)$/) != nil, "\(rows)")
    #expect(rows.last == "after person is gone")
  }

  @Test(
    "of rows that INSERT OR IGNORE passes over, none that it does not",
    .enabled(if: Sweep.isFull))
  func passedOver() throws {
    let team = Self.people + "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    let script =
      "INSERT OR IGNORE INTO team (id, name) SELECT id, full FROM person; DROP TABLE person;"
    #expect(
      try rows(team, script, code: PassedOverRows.code).first?.firstMatch(
        of: /^before person \(id = -?\d+, full = null, age = .*\)$/) != nil)
    #expect(
      try rows(
        "CREATE TABLE old (id INTEGER PRIMARY KEY, n INTEGER NOT NULL);",
        """
        CREATE TABLE new (id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n > 0));
        INSERT OR IGNORE INTO new SELECT id, n FROM old;
        DROP TABLE old;
        """, code: PassedOverRows.code
      ).first?.firstMatch(of: /^before old \(id = -?\d+, n = (0|-\d+)\)$/) != nil)
  }

  struct Case: CustomTestStringConvertible {
    var name: String
    var old: String
    var script: String
    var code: String
    /// What the first row and the last one hold.
    var first: String
    var last: String

    var testDescription: String { name }
  }

  private static let links =
    "CREATE TABLE link (id INTEGER PRIMARY KEY, url TEXT NOT NULL, state INTEGER NOT NULL);"
  private static let family =
    "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT);"
    + "CREATE TABLE c (id INTEGER PRIMARY KEY, p_id INTEGER NOT NULL REFERENCES p(id)"
  private static let rebuild =
    "CREATE TABLE p2 (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO p2 SELECT id, name FROM p;"
    + "DROP TABLE p; ALTER TABLE p2 RENAME TO p;"

  private static let cases = [
    Case(
      name: "a row that REPLACE deletes",
      old: "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);"
        + "CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT);",
      script: "INSERT OR REPLACE INTO a (name) SELECT name FROM b;", code: ReplacedRows.code,
      first: "before a (id = ", last: "after a is gone"),
    Case(
      name: "a row whose key another one gets",
      old: "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);",
      script: "UPDATE OR REPLACE a SET name = 'x';", code: ReplacedRows.code,
      first: "before a (id = ", last: "after a is gone"),
    Case(
      name: "columns swapped by two updates, as before both", old: people,
      script: "UPDATE person SET full = age; UPDATE person SET age = full;",
      code: SwappedUpdates.code, first: "before person (id = ", last: "after person (id = "),
    Case(
      name: "an update that another one overwrites, as behind both", old: people,
      script: "UPDATE person SET full = 'a' WHERE age = '1'; "
        + "UPDATE person SET full = 'b' WHERE age = '1';",
      code: RepeatedUpdates.code, first: "before person (id = ", last: "full = \"b\""),
    Case(
      name: "a row that a trigger writes",
      old: "CREATE TABLE note (id INTEGER PRIMARY KEY, n INTEGER, updated TEXT);"
        + "CREATE TRIGGER tu AFTER UPDATE ON note BEGIN "
        + "UPDATE note SET updated = '2001-01-01' WHERE id = new.id; END;",
      script: "UPDATE note SET n = 0 WHERE n IS NULL;", code: FiredTriggers.code,
      first: "n = null, updated = ", last: "n = 0, updated = \"2001-01-01\")"),
    Case(
      name: "a row that a trigger deletes",
      old: "CREATE TABLE note (id INTEGER PRIMARY KEY, n INTEGER);"
        + "CREATE TABLE tag (id INTEGER PRIMARY KEY, note_id INTEGER);"
        + "CREATE TRIGGER td AFTER DELETE ON note BEGIN "
        + "DELETE FROM tag WHERE note_id = old.id; END;",
      script: "DELETE FROM note WHERE n IS NULL;", code: FiredTriggers.code,
      first: "before tag (id = ", last: "after tag is gone"),
    Case(
      name: "a row that goes with a duplicate",
      old: "PRAGMA foreign_keys = ON;" + family + " ON DELETE CASCADE);",
      script: "DELETE FROM p WHERE id NOT IN (SELECT min(id) FROM p GROUP BY name);",
      code: RemovedDuplicates.cascadeCode, first: "before c (id = ", last: "after c is gone"),
    Case(
      name: "a row with NULL that goes as a duplicate",
      old: "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT);",
      script: "DELETE FROM p WHERE id NOT IN (SELECT min(id) FROM p GROUP BY name); "
        + "CREATE UNIQUE INDEX pn ON p(name);",
      code: RemovedDuplicates.nullCode, first: "name = null)", last: "after p is gone"),
    Case(
      name: "a row of which none stays", old: links,
      script: "DELETE FROM link WHERE id NOT IN "
        + "(SELECT min(id) FROM link WHERE state = 0 GROUP BY url);",
      code: VanishedGroups.code, first: "before link (id = ", last: "after link is gone"),
    Case(
      name: "a row that goes with a dropped table", old: family + " ON DELETE CASCADE);",
      script: rebuild, code: PossibleCascades.code, first: "before c (id = ",
      last: "after c is gone"),
    Case(
      name: "a row that refers to a dropped table", old: family + ");", script: rebuild,
      code: PossibleCascades.refusedCode, first: "before c (id = ", last: "before c (id = "),
    Case(
      name: "a row of no kind",
      old: "CREATE TABLE pet (id INTEGER PRIMARY KEY, kind TEXT, name TEXT);",
      script: "CREATE TABLE cat (id INTEGER PRIMARY KEY, name TEXT);"
        + "CREATE TABLE dog (id INTEGER PRIMARY KEY, name TEXT);"
        + "INSERT INTO cat SELECT id, name FROM pet WHERE kind = 'cat';"
        + "INSERT INTO dog SELECT id, name FROM pet WHERE kind = 'dog'; DROP TABLE pet;",
      code: SplitTables.code, first: ", kind = ", last: "after pet is gone"),
    Case(
      name: "a row that an insertion meets",
      old: "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT UNIQUE);",
      script: "INSERT INTO tag (name) VALUES ('inbox');", code: MetInsertions.code,
      first: "before tag (name = \"inbox\")", last: "before tag (name = \"inbox\")"),
    Case(
      name: "two rows that UNION makes one",
      old: "CREATE TABLE income (id INTEGER PRIMARY KEY, amount INTEGER);"
        + "CREATE TABLE expense (id INTEGER PRIMARY KEY, amount INTEGER);",
      script: "CREATE TABLE movement (id INTEGER PRIMARY KEY, amount INTEGER);"
        + "INSERT INTO movement (amount) SELECT amount FROM income UNION SELECT amount FROM expense;"
        + "DROP TABLE income; DROP TABLE expense;",
      code: UnitedRows.code, first: "before income (id = ", last: "before income (id = "),
    Case(
      name: "a row of a table whose heir stays empty", old: people,
      script:
        "CREATE TABLE human (id INTEGER PRIMARY KEY, full TEXT, age TEXT); DROP TABLE person;",
      code: EmptyHeirs.code, first: "before person (id = ", last: "after person is gone"),
    Case(
      name: "a row for which a join finds nothing",
      old: "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);"
        + "CREATE TABLE person (id INTEGER PRIMARY KEY, full TEXT, team_id INTEGER);",
      script: "CREATE TABLE human (id INTEGER PRIMARY KEY, full TEXT, team_id INTEGER);"
        + "INSERT INTO human SELECT p.id, p.full, t.id FROM person p JOIN team t ON t.id = p.team_id;"
        + "DROP TABLE person;",
      code: RenamedCopies.joinCode, first: ", team_id = ", last: "after person is gone"),
    Case(
      name: "a row that a list finds NULL for",
      old: "CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT);"
        + "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);",
      script: "DELETE FROM a WHERE id NOT IN (SELECT a_id FROM b);", code: CopiedRows.nullListCode,
      first: "a_id = null)", last: "a_id = null)"),
    Case(
      name: "a row that nobody finds", old: "CREATE TABLE note (id INTEGER PRIMARY KEY, t TEXT);",
      script: "CREATE VIRTUAL TABLE note_fts USING fts5(t, content='note', content_rowid='id');",
      code: UnfilledIndexes.code, first: "before note (id = ", last: ", t = "),
  ]

  @Test(
    "of what a statement does to others", arguments: Sweep.part(cases, oneOf: 9))
  func others(_ own: Case) throws {
    let rows = try rows(own.old, own.script, code: own.code)
    #expect(rows.first?.contains(own.first) ?? false, "\(rows)")
    #expect(rows.last?.contains(own.last) ?? false, "\(rows)")
    #expect(rows.first != rows.last || rows.count == 1, "\(rows)")
  }

  @Test(
    "of a trigger that is gone, none",
    .enabled(if: Sweep.isFull))
  func none() throws {
    #expect(
      try rows(
        Self.people + "CREATE TRIGGER t AFTER INSERT ON person BEGIN SELECT 1; END;",
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, full TEXT, age TEXT);
        INSERT INTO fresh SELECT id, full, age FROM person;
        DROP TABLE person;
        ALTER TABLE fresh RENAME TO person;
        """, code: "triggerLost") == [])
  }
}
