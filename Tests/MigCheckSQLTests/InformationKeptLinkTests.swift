import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

/// References that no longer tell to which row they led, and values that come to another column.
@Suite struct InformationKeptLinkTests {
  private static let start = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, gone INTEGER);
    CREATE TABLE book (
      id INTEGER PRIMARY KEY, title TEXT, subtitle TEXT,
      author_id INTEGER REFERENCES author (id));
    """

  private static func copied(_ title: String, _ subtitle: String, _ author: String) -> String {
    """
    CREATE TABLE fresh (
      id INTEGER PRIMARY KEY, title TEXT, subtitle TEXT,
      author_id INTEGER REFERENCES author (id));
    INSERT INTO fresh SELECT id, \(title), \(subtitle), \(author) FROM book;
    DROP TABLE book;
    ALTER TABLE fresh RENAME TO book;
    """
  }

  private static func found(_ script: String) throws -> [Finding] {
    try SQLFolderRuns.report([start, script], trials: 30, quickTrials: 12).findings
  }

  @Test(
    "a reference that every row gets alike is found",
    arguments: [
      "NULL", "(SELECT min(id) FROM author)", "(SELECT max(a.id) FROM author AS a, book AS b)",
    ])
  func lost(_ author: String) throws {
    let found = try Self.found(Self.copied("title", "subtitle", author))
    #expect(
      found.contains { $0.severity == .error && $0.property == "author_id" },
      "\(found.map(\.message))")
  }

  @Test("columns that change places in a copy are found")
  func crossed() throws {
    let found = try Self.found(Self.copied("subtitle", "title", "author_id"))
    #expect(
      found.contains { ["title", "subtitle"].contains($0.property?.text) },
      "\(found.map(\.message))")
  }

  @Test(
    "references that are kept, led elsewhere or cleared on purpose are silent",
    arguments: [
      copied("title", "subtitle", "author_id"),
      // Authors of one name are joined.
      """
      UPDATE book SET author_id = (
        SELECT min(o.id) FROM author AS o JOIN author AS a ON o.name IS a.name
        WHERE a.id = book.author_id);
      DELETE FROM author WHERE id NOT IN (SELECT min(id) FROM author GROUP BY name);
      """,
      // Authors who are gone leave no reference.
      """
      UPDATE book SET author_id = NULL WHERE author_id IN (SELECT id FROM author WHERE gone = 1);
      DELETE FROM author WHERE gone = 1;
      """,
      "UPDATE book SET author_id = NULL WHERE author_id IN (SELECT id FROM author WHERE gone = 1)",
      "UPDATE book SET title = subtitle, subtitle = title",
      "ALTER TABLE book RENAME COLUMN author_id TO writer_id",
    ])
  func silent(_ script: String) throws {
    let found = try Self.found(script).filter { $0.check == .informationKept }
    #expect(found.isEmpty, "\(found.map(\.message))")
  }
}
