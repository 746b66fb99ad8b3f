import MigCheckModel
import SQLSubject
import TestMaterial
import Testing

@testable import MigCheckVerifier

/// A subject that shares nothing with the kit's own stores: raw SQL on a real SQLite database. It
/// says which rows are the same and which columns were written, or nothing at all.
@Suite struct SQLSubjectTests {
  private static let trials = Sweep.isFull ? 60 : 16

  private static func report(
    _ make: (_ hasEvidence: Bool) throws -> SQLSubject, _ hasEvidence: Bool
  ) throws -> Report {
    var options = VerificationOptions()
    options.trials = trials
    options.seed = 1
    return try Verifier(make(hasEvidence), options: options).run()
  }

  @Test("statements that lose nothing pass", arguments: Sweep.part([false, true], oneOf: 2))
  func statementsThatLoseNothingPass(hasEvidence: Bool) throws {
    let report = try Self.report(SQLSubject.library, hasEvidence)
    #expect(report.findings.map(\.message) == [])
    #expect(report.verdict == .passed)
    #expect(report.trials.run == Self.trials)
    #expect(report.warnings.map(\.message) == [])
  }

  @Test("rows that a copy leaves out are found", arguments: Sweep.part([false, true], oneOf: 2))
  func rowsThatACopyLeavesOutAreFound(hasEvidence: Bool) throws {
    let report = try Self.report(SQLSubject.libraryThatLosesBooks, hasEvidence)
    #expect(
      report.findings.map { "\($0.check.rawValue) \($0.type ?? "") \($0.hop)" } == [
        "data-preserved Book 2 → 3"
      ])
  }

  @Test(
    "a shortcut that forgets a statement is found", .enabled(if: Sweep.isFull),
    arguments: Sweep.part([false, true], oneOf: 2))
  func aShortcutThatForgetsAStatementIsFound(hasEvidence: Bool) throws {
    let report = try Self.report(SQLSubject.libraryWithShortcut, hasEvidence)
    #expect(
      report.findings.map { "\($0.check.rawValue) \($0.type ?? "").\($0.property ?? "")" } == [
        "paths-agree Author.born"
      ])
  }

  @Test("upgrades in one transaction survive every interruption", .enabled(if: Sweep.isFull))
  func upgradesInOneTransactionSurvive() throws {
    var subject = try SQLSubject.library()
    subject.canCrash = true
    let report = try Verifier(subject, options: VerificationOptions(trials: 20)).run()
    #expect(report.findings.map(\.message) == [])
    let crashes = try #require(report.coverage.crashes)
    #expect(crashes.upgrades > 3 && crashes.tried > 30 * crashes.upgrades)
  }

  @Test("upgrades without a transaction do not survive", .enabled(if: Sweep.isFull))
  func upgradesWithoutATransactionDoNotSurvive() throws {
    var subject = try SQLSubject.library()
    (subject.canCrash, subject.isAtomic) = (true, false)
    let report = try Verifier(subject, options: VerificationOptions(trials: 20)).run()
    #expect(
      report.findings.map(\.message) == [
        """
        If the process ends after ALTER TABLE Book ADD COLUMN, the next upgrade to 2 fails with \
        expressionError. SQLite says: duplicate column name: rating.
        """,
        """
        If the process ends after CREATE TABLE NewBook ( id, the next upgrade to 3 fails with \
        expressionError. SQLite says: table NewBook already exists.
        """,
        """
        If the process ends after ALTER TABLE Author RENAME COLUMN, the next upgrade to 4 fails \
        with expressionError. SQLite says: no such column: "name".
        """,
      ])
    // It takes no rows to fail.
    #expect(report.findings.map(\.counterexample.graph.objectCount) == [0, 0, 0])
  }

  @Test(
    "a column that was dropped for another one is found where statements are known",
    .enabled(if: Sweep.isFull))
  func aColumnThatWasDroppedForAnotherOneIsFound() throws {
    let report = try Self.report(SQLSubject.libraryThatForgetsARename, true)
    #expect(
      report.findings.map(\.message) == [
        // Version 2 makes all negative numbers null.
        "Different values of Book.pages become equal.",
        """
        Book.pages is removed while pageCount is added with the same type, and no value moves: a \
        rename may be missing.
        """,
      ])
    // Without evidence nothing of that is certain, and nothing is said.
    let silent = try Self.report(SQLSubject.libraryThatForgetsARename, false)
    #expect(silent.findings.map(\.check) == [.informationKept])
    #expect(silent.verdict == .passed)
  }
}
