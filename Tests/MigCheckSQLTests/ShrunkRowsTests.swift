import MigCheckModel
import MigCheckSQL
import MigCheckVerifier
import Testing

@Suite struct ShrunkRowsTests {
  @Test("a counterexample holds no rows that only conditions of scripts ask for")
  func noRowsThatConditionsAskFor() throws {
    let report = try SQLFolderRuns.report([
      """
      CREATE TABLE user (id INTEGER PRIMARY KEY);
      CREATE TABLE project (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES user(id));
      CREATE TABLE task (id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES project(id), done INTEGER NOT NULL DEFAULT 0);
      """,
      """
      CREATE TABLE task_new (id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES project(id), done INTEGER NOT NULL DEFAULT 0);
      INSERT INTO task_new (id, project_id) SELECT id, project_id FROM task;
      DROP TABLE task;
      ALTER TABLE task_new RENAME TO task;
      """,
      "UPDATE task SET done = 2 WHERE project_id = 7;",
    ])
    let finding = try #require(report.findings.first { $0.check == .dataPreserved })
    #expect(finding.counterexample.isMinimal)
    #expect(finding.counterexample.objects == 3, "\(finding.counterexample.graph)")
  }
}
