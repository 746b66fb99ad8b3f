import MigCheckModel
import MigCheckReports
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("What a setting decides that nothing states") struct UndecidedTests {
  private static let family = """
    CREATE TABLE parent (id INTEGER PRIMARY KEY, a TEXT);
    CREATE TABLE child (
      id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent(id) ON DELETE CASCADE);
    """
  private static let rebuild = """
    CREATE TABLE fresh (id INTEGER PRIMARY KEY, a TEXT, b TEXT);
    INSERT INTO fresh (id, a) SELECT id, a FROM parent;
    DROP TABLE parent;
    ALTER TABLE fresh RENAME TO parent;
    """

  private func report(
    _ script: String, foreignKeys: Bool? = nil, accepted: [AcceptedFinding] = []
  ) throws -> Report {
    let (subject, folder) = try SQLFolderRuns.subject([Self.family, script]) {
      $0.foreignKeys = foreignKeys
    }
    var options = VerificationOptions(trials: 20)
    options.stores = [.memory]
    options.directory = folder.path
    options.accepted = accepted
    return try Verifier(subject, options: options).run()
  }

  @Test("leaves the run undecided until somebody states it")
  func verdicts() throws {
    let open = try report(Self.rebuild)
    #expect(open.verdict == .undecided)
    #expect(open.findings.map(\.code) == ["cascadeWhereEnforced"])
    #expect(open.findings.map(\.isUndecided) == [true])
    #expect(
      open.findings[0].message.hasSuffix(
        "\"foreignKeys\" in migcheck.json, or --foreign-keys on or off."))
    #expect(JSONReport.text(open).contains("\"verdict\": \"undecided\""))
    #expect(try report(Self.rebuild, foreignKeys: true).verdict == .failed)
    #expect(try report(Self.rebuild, foreignKeys: false).verdict == .passed)
  }

  @Test("passes where it is accepted")
  func accepted() throws {
    let open = try report(Self.rebuild)
    let own = open.findings.map { AcceptedFinding($0, of: open.history, reason: "known") }
    let report = try report(Self.rebuild, accepted: own)
    #expect(report.verdict == .passed)
    #expect(report.findings.map(\.severity) == [.accepted])
    #expect(report.unmet.isEmpty)
  }

  @Test(
    "Drizzle runs its scripts in a transaction, on drivers that enforce foreign keys",
    arguments: [nil, true, false])
  func drizzle(foreignKeys: Bool?) throws {
    let script =
      "PRAGMA foreign_keys=OFF;--> statement-breakpoint\n\(Self.rebuild)"
      + "--> statement-breakpoint\nPRAGMA foreign_keys=ON;"
    let report = try report(script, foreignKeys: foreignKeys)
    #expect(report.verdict == (foreignKeys == false ? .passed : .failed))
    let errors = report.findings.filter { $0.severity == .error }
    #expect(errors.map(\.check) == (foreignKeys == false ? [] : [.dataPreserved]))
  }

  @Test("Drizzle is known by its journal too")
  func journal() throws {
    let folder = try TestFolder([
      "0000_a.sql": Self.family, "meta/_journal.json": "{}",
      "0001_b.sql": "PRAGMA foreign_keys=OFF;\n\(Self.rebuild)\nPRAGMA foreign_keys=ON;",
    ])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations.map(\.wrappingRunner) == ["Drizzle", "Drizzle"])
    #expect(read.migrations.allSatisfy { !$0.runsAlone })
  }
}
