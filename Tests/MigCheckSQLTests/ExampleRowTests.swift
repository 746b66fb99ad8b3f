import MigCheckModel
import MigCheckVerifier
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
      """, code: CopiedRows.garbledCode)
    #expect(rows.count == 2, "\(rows)")
    let before = try #require(
      rows.first?.firstMatch(of: /^before person \(id = -?\d+, full = "([^ ]+)", first = null\)$/),
      "\(rows)")
    let after = try #require(
      rows.last?.firstMatch(of: /^after person \(id = -?\d+, first = "(.*)"\)$/), "\(rows)")
    #expect(!after.1.contains(before.1), "\(rows)")
  }

  @Test("of an expression in a copy from a table with another name")
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

  @Test("of a query that finds nothing, one whose value becomes NULL")
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

  @Test("of a copy to a table with another name, one that its condition leaves out")
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

  @Test("of rows that INSERT OR IGNORE passes over, none that it does not")
  func passedOver() throws {
    let rows = try rows(
      Self.people
        + "CREATE TABLE team (id INTEGER PRIMARY KEY, person_id INTEGER, name TEXT);",
      "INSERT OR IGNORE INTO team (id, name) SELECT id, full FROM person; DROP TABLE person;",
      code: PassedOverRows.code)
    #expect(rows == [])
  }

  @Test("of what one statement takes from another one, or of a trigger that is gone, none")
  func others() throws {
    #expect(
      try rows(
        Self.people, "UPDATE person SET full = age; UPDATE person SET age = full;",
        code: SwappedUpdates.code) == [])
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
