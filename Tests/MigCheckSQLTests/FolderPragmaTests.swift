import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Pragmas in scripts") struct FolderPragmaTests {
  private static let first =
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER)"

  private func report(
    _ script: String, transactions: Bool? = nil, isInterrupted: Bool = false,
    stores: [StoreKind] = [.memory, .file]
  ) throws -> Report {
    try SQLFolderRuns.report(
      [Self.first, script, "ALTER TABLE user ADD COLUMN seen TEXT"], trials: 4, stores: stores,
      isInterrupted: isInterrupted
    ) { $0.transactions = transactions }
  }

  @Test(
    "a journal that is off, or in memory, is no help after a crash", arguments: ["OFF", "MEMORY"])
  func journal(mode: String) throws {
    let report = try report(
      "PRAGMA journal_mode = \(mode); ALTER TABLE user ADD COLUMN mail TEXT", isInterrupted: true,
      stores: [.file])
    #expect(report.findings.contains { $0.check == .crashSafe && $0.severity == .error })
  }

  @Test("a log cannot be switched on within a transaction")
  func logInTransaction() throws {
    let script = "PRAGMA journal_mode = WAL; ALTER TABLE user ADD COLUMN mail TEXT"
    let findings = try report(script, transactions: true).findings
    #expect(
      findings.contains {
        $0.message.contains(
          "memory: completed, file: statementFailed. 2_x.sql:1: cannot change into wal mode from within "
            + "a transaction")
      }, "\(findings.map(\.message))")
    #expect(try report(script, transactions: false).findings.map(\.message) == [])
  }

  @Test(
    "harmless settings change nothing",
    arguments: [
      "trusted_schema = OFF", "reverse_unordered_selects = ON", "case_sensitive_like = ON",
      "recursive_triggers = ON", "locking_mode = NORMAL", "journal_mode = DELETE",
      "journal_mode = TRUNCATE", "synchronous = OFF", "temp_store = MEMORY", "mmap_size = 65536",
      "auto_vacuum = FULL; VACUUM", "page_size = 8192; VACUUM", "secure_delete = ON",
      "count_changes = ON", "legacy_alter_table = ON", "full_column_names = ON",
      "ignore_check_constraints = ON", "defer_foreign_keys = ON", "optimize", "encoding = 'UTF-8'",
      "wal_checkpoint(TRUNCATE)", "cell_size_check = ON", "user_version = 77",
    ])
  func harmless(setting: String) throws {
    let report = try report(
      """
      PRAGMA \(setting);
      ALTER TABLE user ADD COLUMN mail TEXT;
      CREATE TABLE log (id INTEGER PRIMARY KEY, key INTEGER DEFAULT (random()));
      CREATE TRIGGER note AFTER INSERT ON user BEGIN INSERT INTO log (key) VALUES (random()); END;
      """)
    #expect(report.findings.map(\.message) == [])
    #expect(report.verdict == .passed)
  }
}
