import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Transactions that a script leaves open") struct OpenTransactionsTests {
  private static let first = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"
  private static let change = "ALTER TABLE user ADD COLUMN mail TEXT;"

  private func opening(
    _ script: String, transactions: Bool? = nil
  ) throws -> (text: String, isSavepoint: Bool)? {
    var settings = FolderSettings()
    settings.transactions = transactions
    let folder = try TestFolder(["1_a.sql": script])
    let read = try MigrationFolder(path: folder.path, settings: settings)
    return OpenTransactions.open(in: read.migrations[0]).map { ($0.statement.text, $0.isSavepoint) }
  }

  @Test(
    "are found, whatever opens them",
    arguments: [
      ("BEGIN; \(change)", "BEGIN"),
      ("BEGIN IMMEDIATE; \(change)", "BEGIN IMMEDIATE"),
      ("\(change) COMMIT; BEGIN; \(change) COMMIT; BEGIN; \(change)", nil),
      ("BEGIN; \(change) COMMIT; BEGIN TRANSACTION; \(change)", "BEGIN TRANSACTION"),
      ("SAVEPOINT a; \(change)", "SAVEPOINT a"),
      ("SAVEPOINT a; \(change) SAVEPOINT b; \(change) RELEASE b", "SAVEPOINT a"),
      ("SAVEPOINT a; \(change) ROLLBACK TO a", "SAVEPOINT a"),
      ("SAVEPOINT \"a\"; \(change) ROLLBACK TRANSACTION TO SAVEPOINT a;", "SAVEPOINT \"a\""),
      ("BEGIN; \(change) COMMIT", nil), ("BEGIN; \(change) END TRANSACTION", nil),
      ("BEGIN; \(change) ROLLBACK", nil), (change, nil),
      ("SAVEPOINT a; \(change) RELEASE SAVEPOINT A", nil),
      ("SAVEPOINT a; SAVEPOINT b; \(change) RELEASE a", nil),
      ("BEGIN; SAVEPOINT a; \(change) COMMIT", nil),
      // The runner has begun this one, and commits the other.
      ("COMMIT; PRAGMA foreign_keys = OFF; BEGIN; \(change)", nil),
      (
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET name = 'x'; END; \(change)",
        nil
      ),
    ] as [(String, String?)])
  func open(script: String, opening: String?) throws {
    #expect(try self.opening(script)?.text == opening)
  }

  @Test("a savepoint is released where something says that the runner commits the script")
  func committed() throws {
    let script = "SAVEPOINT a; \(Self.change)"
    #expect(try opening(script, transactions: true) == nil)
    #expect(try opening(script, transactions: false)?.isSavepoint == true)
    #expect(try opening("-- +goose Up\n\(script)") == nil)
    #expect(try opening("-- +goose Up\n-- +goose NO TRANSACTION\n\(script)")?.isSavepoint == true)
  }

  @Test("fail the run")
  func report() throws {
    let report = try SQLFolderRuns.report([Self.first, "BEGIN;\n\(Self.change)"], trials: 5)
    #expect(report.verdict == .failed)
    #expect(report.findings.map(\.code) == ["transactionOpen"])
    #expect(
      report.findings[0].message
        == "The transaction that this BEGIN opens is still open at the end of 2_x.sql, so that "
        + "nothing of it is committed: it is rolled back as the connection closes. Add COMMIT.")
    #expect(report.findings[0].source?.line == 1)
  }

  @Test("of the first version are an error of the input")
  func ofFirst() throws {
    let error = #expect(throws: InputError.self) {
      try SQLFolderRuns.subject(["BEGIN;\n\(Self.first);", "SELECT 1"])
    }
    #expect(
      error?.description
        == "1_x.sql: line 1: the transaction that begins here is still open at the end of the script; "
        + "add COMMIT")
  }
}
