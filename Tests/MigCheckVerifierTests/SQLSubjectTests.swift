import MigCheckModel
import SQLSubject
import Testing

@testable import MigCheckVerifier

/// A subject that shares nothing with the kit's own stores: raw SQL on a real SQLite database.
@Suite struct SQLSubjectTests {
  private static func report(_ subject: SQLSubject, seed: UInt64) throws -> Report {
    try Verifier(subject, options: VerificationOptions(trials: 200, seed: seed)).run()
  }

  @Test("statements that lose nothing pass", arguments: [1, 2] as [UInt64])
  func statementsThatLoseNothingPass(seed: UInt64) throws {
    let report = try Self.report(.library(), seed: seed)
    #expect(report.findings.map(\.message) == [])
    #expect(report.trials.run == 200)
  }

  @Test("rows that a copy leaves out are found", arguments: [1, 2] as [UInt64])
  func rowsThatACopyLeavesOutAreFound(seed: UInt64) throws {
    let report = try Self.report(.libraryThatLosesBooks(), seed: seed)
    #expect(
      report.findings.map { "\($0.check.rawValue) \($0.type ?? "") \($0.hop)" } == [
        "data-preserved Book 2 → 3"
      ])
  }

  @Test("a shortcut that forgets a statement is found", arguments: [1, 2] as [UInt64])
  func aShortcutThatForgetsAStatementIsFound(seed: UInt64) throws {
    let report = try Self.report(.libraryWithShortcut(), seed: seed)
    #expect(
      report.findings.map { "\($0.check.rawValue) \($0.type ?? "").\($0.property ?? "")" } == [
        "paths-agree Author.born"
      ])
  }
}
