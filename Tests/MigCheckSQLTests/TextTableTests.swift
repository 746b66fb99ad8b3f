import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Indexes of texts that hold what is nowhere else") struct TextTableTests {
  private static let note = "CREATE VIRTUAL TABLE note USING fts5(title, body);"
  private static let user = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT);"

  @Test(
    "get rows, whose loss is found",
    arguments: [
      (note, "DELETE FROM note;", "note"), (user + note, "DELETE FROM note;", "note"),
      ("CREATE VIRTUAL TABLE note USING fts4(body)", "DELETE FROM note", "note"),
      (
        note,
        """
        CREATE VIRTUAL TABLE other USING fts5(title, body);
        INSERT INTO other (rowid, title, body) SELECT rowid, title, body FROM note WHERE title <> '';
        DROP TABLE note;
        ALTER TABLE other RENAME TO note;
        """, "note"
      ),
      // A table of the app whose name begins like that of the index.
      (
        "CREATE TABLE note_tags (id INTEGER PRIMARY KEY, tag TEXT);" + note,
        "DELETE FROM note_tags", "note_tags"
      ),
    ])
  func lost(before: String, script: String, table: String) throws {
    let report = try SQLFolderRuns.report([before, script], trials: 20, quickTrials: 20)
    #expect(
      report.findings.contains { $0.severity == .error && $0.type == Name(table) },
      "\(report.findings.map(\.message))")
  }

  @Test(
    "are kept by what keeps them",
    arguments: [
      user, "UPDATE note SET body = upper(body); INSERT INTO note(note) VALUES ('optimize');",
      """
      CREATE VIRTUAL TABLE other USING fts5(title, body, place);
      INSERT INTO other (rowid, title, body) SELECT rowid, title, body FROM note;
      DROP TABLE note;
      ALTER TABLE other RENAME TO note;
      """,
    ])
  func kept(script: String) throws {
    let report = try SQLFolderRuns.report([Self.note, script], trials: 20, quickTrials: 20)
    #expect(report.findings.map(\.message) == [])
    #expect(report.verdict == .passed)
    #expect(report.coverage.types.map(\.type) == ["note"])
  }

  @Test(
    "are none that triggers or statements fill from other tables, or that keep nothing",
    arguments: [
      """
      CREATE VIRTUAL TABLE f USING fts5(name);
      CREATE TRIGGER g AFTER INSERT ON user BEGIN INSERT INTO f VALUES (new.name); END
      """,
      "CREATE VIRTUAL TABLE f USING fts5(name); INSERT INTO f SELECT name FROM user",
      "CREATE VIRTUAL TABLE f USING fts5(name, content='user', content_rowid='id')",
      "CREATE VIRTUAL TABLE f USING fts5(name, content='')",
      "CREATE VIRTUAL TABLE f USING rtree(id, a, b)",
      """
      CREATE VIRTUAL TABLE e USING fts5(name);
      INSERT INTO e SELECT name FROM user;
      ALTER TABLE e RENAME TO f
      """,
    ])
  func derived(script: String) throws {
    let (subject, _) = try SQLFolderRuns.subject([Self.user + script, "SELECT 1"])
    #expect(subject.versions[0].schema.types.map(\.name) == ["user"])
  }

  @Test(
    "runs over folders whose tables never hold a row are vacuous",
    arguments: [
      ("CREATE VIEW v AS SELECT 1 AS a", "DROP VIEW v"), ("SELECT 1", "SELECT 2"),
      ("CREATE TABLE schema_migrations (version TEXT)", "DELETE FROM schema_migrations"),
      ("CREATE VIRTUAL TABLE f USING fts5(name, content='')", "DROP TABLE f"),
      (
        user + "CREATE TRIGGER g BEFORE INSERT ON user BEGIN SELECT RAISE(IGNORE); END",
        "ALTER TABLE user ADD COLUMN mail TEXT"
      ),
      (
        user
          + "CREATE TRIGGER g AFTER INSERT ON user BEGIN DELETE FROM user WHERE id = new.id; END",
        "ALTER TABLE user ADD COLUMN mail TEXT"
      ),
    ])
  func vacuous(before: String, script: String) throws {
    #expect(try SQLFolderRuns.report([before, script], trials: 5).verdict == .vacuous)
  }
}
