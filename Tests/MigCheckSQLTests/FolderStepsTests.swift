import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Mistakes that are put into scripts") struct FolderStepsTests {
  private static func mutants(_ sql: String) -> [StatementMutants.Mutant] {
    StatementMutants(SQLStatement(text: sql, file: "2_x.sql", line: 1)).all
  }

  @Test("a statement, a condition, a column of a copy are left out; two columns change places")
  func mutants() {
    let copy = "INSERT INTO b (id, x, y) SELECT id, max(x, 0), y FROM a WHERE x > 1"
    #expect(
      Self.mutants(copy).map(\.text) == [
        nil,
        "INSERT INTO b (x, y) SELECT max(x, 0), y FROM a WHERE x > 1",
        "INSERT INTO b (id, y) SELECT id, y FROM a WHERE x > 1",
        "INSERT INTO b (id, x) SELECT id, max(x, 0) FROM a WHERE x > 1",
        "INSERT INTO b (id, x, y) SELECT max(x, 0), id, y FROM a WHERE x > 1",
        "INSERT INTO b (id, x, y) SELECT id, y, max(x, 0) FROM a WHERE x > 1",
        "INSERT INTO b (id, x, y) SELECT id, max(x, 0), y FROM a",
      ])
    #expect(
      Self.mutants("UPDATE a SET x = 1 WHERE y = 2 RETURNING id").map(\.text) == [
        nil, "UPDATE a SET x = 1 RETURNING id",
      ])
    #expect(Self.mutants("CREATE TABLE a (x)").isEmpty)
  }

  @Test("a script with a mistake is another subject, or none where no database can be made")
  func subjects() throws {
    let (subject, _) = try SQLFolderRuns.subject([
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)",
      "ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = x WHERE x IS NOT NULL",
    ])
    let omissions = FolderSteps(subject: subject).omissions(everywhere: true)
    #expect(omissions.map(\.version) == [2, 2])
    #expect(omissions[1].step.hasPrefix("the WHERE of UPDATE a SET y = x"))
    #expect(omissions.allSatisfy { $0.subject() != nil })
    #expect(FolderSteps(subject: subject).omissions(everywhere: false).count == 1)
    let (strict, _) = try SQLFolderRuns.subject([
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)",
      "INSERT INTO a VALUES (1, 'x'), (2, 'x'); DELETE FROM a WHERE id = 2;"
        + " CREATE UNIQUE INDEX a_x ON a(x)",
    ])
    let found = FolderSteps(subject: strict).omissions(everywhere: true)
    #expect(found.map { $0.subject() != nil } == [true, false, true])
  }

  @Test("the steps into a version are its statements, of all kinds and once each")
  func descriptions() throws {
    let (subject, _) = try SQLFolderRuns.subject([
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)",
      "ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = x WHERE x IS NOT NULL",
    ])
    let steps = FolderSteps(subject: subject).descriptions(into: 2)
    #expect(steps.count == 2)
    #expect(steps.first?.hasPrefix("ALTER TABLE a ADD COLUMN y TEXT (") == true)
  }

  @Test("a statement that upgrades over several versions leave out is noticed")
  func skipped() throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)",
        "ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = x || '!'",
        "CREATE INDEX a_y ON a(y)",
      ], trials: 20)
    #expect(report.verdict == .passed)
    let faults = report.coverage.injectedFaults
    #expect(
      faults.contains { fault in
        if case .noticed = fault.outcome { fault.kind == .skipStep } else { false }
      }, "\(faults)")
  }
}
