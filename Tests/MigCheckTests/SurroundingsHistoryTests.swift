import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// Migrations that read the clock or draw random numbers.
@Suite struct SurroundingsHistoryTests {
  private static func history(_ type: PropertyType, _ expression: String, key: String? = nil)
    -> History
  {
    let title = Property("title", .string)
    let added = Property("added", type)
    return History(
      name: "Notes",
      stages: [
        HistoryVersion(number: 1, schema: Schema([ObjectType("Note", [title])])),
        HistoryVersion(
          number: 2, schema: Schema([ObjectType("Note", primaryKey: key, [title, added])]),
          steps: [
            MigrationStep(
              .enumerate(
                type: "Note", where: nil,
                set: [MigrationStep.Assignment("added", expression)], delete: false))
          ]),
        HistoryVersion(
          number: 3, schema: Schema([ObjectType("Note", primaryKey: key, [title, added])])),
      ])
  }

  @Test(
    "is not deterministic, and nothing else is said of it",
    arguments: Sweep.part(
      [
        (PropertyType.string, "CURRENT_TIMESTAMP"), (.string, "datetime('now')"),
        (.int, "CAST(strftime('%s','now') AS INTEGER)"),
        (.int, "CAST(julianday('now') AS INTEGER)"),
        (.string, "strftime('%Y-%m-%d %H:%M:%f','now')"),
        (.date, "strftime('%Y-%m-%dT%H:%M:%SZ','now')"), (.string, "strftime('%Y','now')"),
        (.int, "abs(random()) % 2"), (.string, "hex(randomblob(16))"), (.bool, "random() > 0"),
        (.string, "iif(date('now') < '2001-01-01', 'old', 'new')"),
        (.string, "date(iif(old.title IS NULL, 'today', 'now'))"),
      ], oneOf: 3))
  func isNotDeterministic(type: PropertyType, expression: String) throws {
    let report = try Verifier(
      Self.history(type, expression), options: VerificationOptions(trials: 40, seed: 3, jobs: 2)
    ).run()
    #expect(report.findings.map(\.check) == [.deterministic], "\(report.findings)")
    #expect(report.findings.allSatisfy { !$0.isFlaky })
    #expect(report.warnings.isEmpty, "\(report.warnings)")
  }

  @Test("random primary keys are no duplicates of each other")
  func randomPrimaryKeys() throws {
    let report = try Verifier(
      Self.history(.string, "lower(hex(randomblob(16)))", key: "added"),
      options: VerificationOptions(trials: 40, seed: 3, jobs: 2)
    ).run()
    #expect(report.findings.map(\.check) == [.deterministic], "\(report.findings)")
  }

  @Test("a date function that is given a time is deterministic")
  func givenTime() throws {
    let report = try Verifier(
      Self.history(.string, "date('2020-02-28', '+2 days')"),
      options: VerificationOptions(trials: 40, seed: 3, jobs: 2)
    ).run()
    #expect(report.findings.isEmpty, "\(report.findings)")
  }
}
