import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Tables that are dropped beside a new one of the same shape") struct EmptyHeirsTests {
  private static let old = """
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE tags_on_files (tag_id INTEGER REFERENCES tag(id), file_id INTEGER, made_at TEXT);
    """

  private static let made = """
    CREATE TABLE tags_on_file (tag_id INTEGER REFERENCES tag(id), file_id INTEGER, made_at TEXT);
    """

  private func warnings(
    _ script: String, settings: (inout FolderSettings) -> Void = { _ in }
  ) throws -> [Finding] {
    try SQLFolderRuns.report([Self.old, script], trials: 20, settings: settings)
      .findings.filter { $0.code == "emptyHeir" }
  }

  @Test("are a warning at the DROP TABLE") func told() throws {
    let found = try warnings("DROP TABLE tags_on_files;\n" + Self.made)
    let warning = try #require(found.first)
    #expect(found.count == 1 && warning.severity == .warning && warning.source?.line == 1)
    #expect(
      warning.message
        == "tags_on_files is dropped, and tags_on_file, which this script makes with the same columns, "
        + "stays empty: no statement takes the rows along. If they are to go, nothing is to be done."
    )
  }

  @Test(
    "are none where rows go along, or nothing says that the new table is the old one",
    arguments: Sweep.part(
      [
        made + "INSERT INTO tags_on_file SELECT * FROM tags_on_files; DROP TABLE tags_on_files;",
        "ALTER TABLE tags_on_files RENAME TO tags_on_file;",
        "DROP TABLE tags_on_files;",
        "DROP TABLE tags_on_files; CREATE TABLE tags_on_file (tag_id INTEGER, file_id INTEGER, made_at TEXT);",
        "DROP TABLE tags_on_files; CREATE TABLE setting (key TEXT, value TEXT, made_at TEXT);",
        "DROP TABLE tags_on_files;" + made + made.replacing("tags_on_file", with: "tags_on_folder"),
        made + "INSERT INTO tags_on_file SELECT id, 1, '' FROM tag; DROP TABLE tags_on_files;",
      ], oneOf: 3))
  func silent(script: String) throws {
    #expect(try warnings(script).map(\.message) == [])
  }

  @Test("are none where the settings give the table up") func given() throws {
    let drop = FolderSettings.Entry(
      path: PropertyPath(type: "tags_on_files"), version: nil, reason: "never shown")
    #expect(try warnings("DROP TABLE tags_on_files;" + Self.made) { $0.drops = [drop] }.isEmpty)
  }
}
