import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Statements for which rows are gone") struct RemovalSearchTests {
  private static let old = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, del INTEGER)"

  private func message(_ script: String) throws -> (text: String, line: Int?) {
    let report = try SQLFolderRuns.report([Self.old, script], trials: 20)
    let finding = try #require(
      report.findings.first { $0.check == .dataPreserved }, "\(report.findings.map(\.message))")
    return (finding.message, finding.source?.line)
  }

  @Test("a deletion without a condition is named") func deletion() throws {
    let (text, line) = try message("SELECT 1;\nDELETE FROM t;")
    #expect(
      text == "Objects of type t are gone: the DELETE at 2_x.sql:2 has no condition and takes "
        + "every row. If that is meant, the drops of the version have to say so.")
    #expect(line == 2)
  }

  @Test("of several copies the one that leaves rows out is named") func copies() throws {
    let (text, line) = try message(
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY, a TEXT, del INTEGER);
      INSERT INTO b SELECT id, a, del FROM t WHERE del = 0;
      DROP TABLE t;
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, del INTEGER);
      INSERT INTO t SELECT id, a, del FROM b;
      DROP TABLE b;
      """)
    #expect(text.contains("the copy at 2_x.sql:2 does not take all rows along, as it has a WHERE"))
    #expect(line == 2)
  }

  @Test(
    "what may leave rows out",
    arguments: [
      ("INSERT OR IGNORE INTO b SELECT * FROM t", "as INSERT OR IGNORE passes over"),
      ("REPLACE INTO b SELECT * FROM t", "as one row replaces another"),
      ("INSERT INTO b SELECT t.* FROM t JOIN u ON u.id = t.id", "as it has a join"),
      ("INSERT INTO b SELECT DISTINCT a FROM t", "as it makes one row of several"),
      ("INSERT INTO b SELECT * FROM t WHERE true ON CONFLICT DO NOTHING", "as ON CONFLICT settles"),
    ])
  func filters(sql: String, reason: String) {
    let statement = SQLStatement(text: sql, file: "x.sql", line: 1)
    #expect(RemovalSearch.filter(statement)?.hasPrefix(reason) == true)
  }

  @Test("what leaves none out")
  func plain() {
    for sql in [
      "INSERT INTO b SELECT * FROM t", "INSERT INTO b SELECT * FROM t LEFT JOIN u USING(x)",
    ] {
      #expect(RemovalSearch.filter(SQLStatement(text: sql, file: "x.sql", line: 1)) == nil)
    }
  }
}
