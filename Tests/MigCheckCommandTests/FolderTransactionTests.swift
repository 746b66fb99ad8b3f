import Foundation
import Testing

/// A pragma that a transaction around its script would void, and the setting that tells of it.
@Suite struct FolderTransactionTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try FileManager.default.createDirectory(
      atPath: "\(bench.path)/sql", withIntermediateDirectories: false)
    try bench.write(
      "sql/1_tables.sql",
      """
      CREATE TABLE torrent (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE file (
        id INTEGER PRIMARY KEY, torrent_id INTEGER REFERENCES torrent(id) ON DELETE CASCADE);
      """)
    try bench.write(
      "sql/2_hash.sql",
      """
      PRAGMA foreign_keys = off;
      CREATE TABLE torrent2 (id INTEGER PRIMARY KEY, name TEXT, hash TEXT);
      INSERT INTO torrent2 (id, name) SELECT id, name FROM torrent;
      DROP TABLE torrent;
      ALTER TABLE torrent2 RENAME TO torrent;
      PRAGMA foreign_keys = on;
      """)
  }

  private func check(_ settings: String) throws -> Workbench.Outcome {
    try bench.write("sql/migcheck.json", settings)
    return try bench.run(["--from", "1", "--to", "2", "sql", "--trials", "10", "--corpus", "found"])
  }

  @Test("rows go where the script runs in a transaction")
  func wrapped() throws {
    let outcome = try check(#"{"transactions": true}"#)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("the DROP TABLE at 2_hash.sql:4"), "\(outcome.output)")
  }

  @Test("they stay where it does not, and where nothing is stated the run is undecided")
  func others() throws {
    let alone = try check(#"{"transactions": false}"#)
    #expect(alone.status == 1, "it cannot be run twice: \(alone.output)")
    #expect(!alone.output.contains("data-preserved"), "\(alone.output)")
    let unknown = try check("{}")
    #expect(unknown.status == 2, "\(unknown.output)")
    #expect(unknown.output.contains("⚠ undecided"))
    #expect(unknown.output.contains("If the app runs this script in a transaction"))
  }
}
