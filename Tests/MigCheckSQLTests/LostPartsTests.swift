import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("What goes with a table that is made anew") struct LostPartsTests {
  private static let before = """
    CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT, title TEXT, version INTEGER);
    CREATE UNIQUE INDEX page_slug ON page(slug);
    CREATE UNIQUE INDEX page_title ON page(title);
    CREATE TRIGGER page_ai AFTER INSERT ON page BEGIN
      UPDATE page SET version = 1 WHERE id = new.id;
    END;
    CREATE TRIGGER page_au AFTER UPDATE OF title ON page BEGIN
      UPDATE page SET version = version + 1 WHERE id = new.id;
    END;
    """
  private static let rebuild = """
    CREATE TABLE fresh (id INTEGER PRIMARY KEY, slug TEXT, title TEXT, version INTEGER, body TEXT);
    INSERT INTO fresh (id, slug, title, version) SELECT id, slug, title, version FROM page;
    DROP TABLE page;
    ALTER TABLE fresh RENAME TO page;
    """

  private func messages(_ scripts: [String]) throws -> [String] {
    let report = try SQLFolderRuns.report(scripts, trials: 10)
    return report.findings.filter { $0.check == .sideEffects && $0.severity == .error }
      .map(\.message)
  }

  @Test("all triggers, or all unique indexes, are one finding")
  func together() throws {
    #expect(
      try messages([Self.before, Self.rebuild]) == [
        "The triggers page_ai and page_au of page are gone: the table was rebuilt, and they were "
          + "not.",
        "The unique indexes page_slug and page_title of page are gone: the table was rebuilt, and "
          + "they were not.",
      ])
  }

  @Test("what a later script drops by name does not count")
  func droppedLater() throws {
    let later = "DROP TRIGGER IF EXISTS page_ai; DROP INDEX IF EXISTS page_title;"
    #expect(
      try messages([Self.before, Self.rebuild, later]) == [
        "The trigger page_au of page is gone: the table was rebuilt, and the trigger was not.",
        "The unique index page_slug of page is gone: the table was rebuilt, and the index was not.",
      ])
  }

  @Test("what a later script makes again is not missing")
  func madeLater() throws {
    let later = """
      CREATE UNIQUE INDEX page_slug ON page(slug);
      CREATE UNIQUE INDEX page_title ON page(title);
      """
    let report = try SQLFolderRuns.report([Self.before, Self.rebuild, later], trials: 10)
    #expect(report.findings.filter { $0.code == "uniqueIndexLost" }.isEmpty)
    let part = try messages([
      Self.before, Self.rebuild, "CREATE UNIQUE INDEX page_slug ON page(slug)",
    ])
    #expect(
      part.contains(
        "The unique index page_title of page is gone: the table was rebuilt, and the index was not."
      ))
  }

  @Test("a primary key that a later script makes is not missing")
  func keyMadeLater() throws {
    let before = "CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT)"
    let lost = """
      CREATE TABLE fresh AS SELECT * FROM page;
      DROP TABLE page;
      ALTER TABLE fresh RENAME TO page;
      """
    let mended = """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, slug TEXT);
      INSERT INTO fresh SELECT id, slug FROM page;
      DROP TABLE page;
      ALTER TABLE fresh RENAME TO page;
      """
    let report = try SQLFolderRuns.report([before, lost, mended], trials: 10)
    #expect(report.findings.filter { $0.code == "primaryKeyLost" }.isEmpty)
    #expect(
      try messages([before, lost]) == [
        "The primary key id of page is gone: the table was rebuilt without one, so that nothing "
          + "keeps two rows from having the same."
      ])
  }

  @Test(
    "a table that is kept under another name, or gets another key, has lost none",
    arguments: Sweep.part(
      [
        """
        CREATE TABLE page_backup AS SELECT * FROM page;
        DROP TABLE page;
        """,
        """
        CREATE TABLE fresh (id INTEGER NOT NULL, slug TEXT NOT NULL PRIMARY KEY);
        INSERT INTO fresh SELECT id, ifnull(slug, 'page ' || id) FROM page;
        DROP TABLE page;
        ALTER TABLE fresh RENAME TO page;
        """,
        """
        CREATE TABLE fresh (id INTEGER NOT NULL, slug TEXT, part INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (id, part));
        INSERT INTO fresh (id, slug) SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE fresh RENAME TO page;
        """,
      ], oneOf: 3)) func otherKeys(script: String) throws
  {
    let before = "CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT UNIQUE)"
    let report = try SQLFolderRuns.report([before, script], trials: 10)
    #expect(report.findings.filter { $0.code == "primaryKeyLost" }.isEmpty)
  }
}
