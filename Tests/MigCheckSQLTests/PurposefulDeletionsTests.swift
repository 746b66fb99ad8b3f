import MigCheckModel
import MigCheckReports
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Deletions that an author intends") struct PurposefulDeletionsTests {
  private static let first = """
    CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    CREATE TABLE child (id INTEGER PRIMARY KEY, name TEXT);
    """

  private func removals(_ script: String, drops: [String] = []) throws -> [String] {
    let (subject, _) = try SQLFolderRuns.subject([Self.first, script]) {
      $0.drops = drops.map { FolderSettings.Entry(path: PropertyPath($0), version: nil) }
    }
    return subject.versions[1].purposefulRemovals.map { "\($0.type) \($0.place.fileAndLine)" }
  }

  @Test(
    "are those with a condition, of tables that were there before",
    arguments: [
      (
        "DELETE FROM user WHERE age < 0;\n\nDELETE FROM USER WHERE age > 9;",
        ["user 2_x.sql:1", "user 2_x.sql:3"]
      ),
      ("WITH old AS (SELECT 1) DELETE FROM user WHERE id IN old", ["user 2_x.sql:1"]),
      ("ALTER TABLE user RENAME TO person;\nDELETE FROM person WHERE age < 0", ["user 2_x.sql:2"]),
      (
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
        INSERT INTO fresh SELECT * FROM user;
        DROP TABLE user;
        DELETE FROM fresh WHERE age < 0;
        ALTER TABLE fresh RENAME TO user;
        """, ["user 2_x.sql:4"]
      ),
      ("CREATE TABLE t (a); INSERT INTO t VALUES (1); DELETE FROM t WHERE a > 0", []),
      ("DELETE FROM child", []),
    ] as [(String, [String])])
  func conditional(script: String, expected: [String]) throws {
    #expect(try removals(script) == expected)
  }

  @Test("are those of all rows too, where the drops name the table")
  func declared() throws {
    #expect(try removals("DELETE FROM child", drops: ["child"]) == ["child 2_x.sql:1"])
    #expect(try removals("DELETE FROM child", drops: ["child.name"]) == [])
  }

  @Test("are listed in a report that passes")
  func report() throws {
    let report = try SQLFolderRuns.report(
      [Self.first, "SELECT 1;\nDELETE FROM user WHERE age > 3;"], trials: 30, quickTrials: 30)
    #expect(report.verdict == .passed, "\(report.coverage.steps)")
    let text = TextReport().text(report)
    #expect(text.contains("\n  removes on purpose: user, 2_x.sql:2\n"), "\(text)")
    #expect(JSONReport.text(report).contains("\"place\": \"2_x.sql:2\""))
  }
}
