import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Upgrades of folders that are interrupted") struct InterruptionTests {
  private static let table = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, age INTEGER)"

  private func report(
    _ scripts: [String], trials: Int = 8, settings: (inout FolderSettings) -> Void = { _ in }
  ) throws -> Report {
    try SQLFolderRuns.report(
      [Self.table] + scripts, trials: trials, isInterrupted: true, settings: settings)
  }

  private static func rebuild(_ end: String) -> String {
    """
    CREATE TABLE note2 (id INTEGER PRIMARY KEY, text TEXT, age INTEGER NOT NULL DEFAULT 0);
    INSERT INTO note2 SELECT id, text, COALESCE(age, 0) FROM note;
    \(end)
    """
  }

  private static let ending = "DROP TABLE note; ALTER TABLE note2 RENAME TO note;"

  @Test("pass where each script is a transaction, and the report says how many were tried")
  func whole() throws {
    let report = try report([Self.rebuild(Self.ending), "CREATE INDEX note_age ON note(age)"])
    #expect(report.findings.isEmpty)
    let crashes = try #require(report.coverage.crashes)
    #expect(crashes.tried >= 36 && crashes.possible > crashes.tried)
  }

  @Test("a script that cannot be run again is found at the statement that was the last")
  func stuck() throws {
    let report = try report(["-- +goose NO TRANSACTION\n" + Self.rebuild(Self.ending)])
    #expect(report.findings.map(\.check) == [.crashSafe])
    let finding = try #require(report.findings.first)
    #expect(finding.severity == .error && finding.kind == "refusedAfterCrash")
    #expect(finding.source?.line == 2)
    #expect(
      finding.message.hasPrefix(
        "If the process ends after CREATE TABLE note2 (id ... at 2_x.sql:2, the next upgrade to 2 fails "
          + "with statementFailed. 2_x.sql:2: table note2 already exists"), "\(finding.message)")
    #expect(finding.counterexample.objects <= 1)
  }

  @Test("what the second try drops is named where it is the only copy")
  func onlyCopy() throws {
    let script =
      "-- +goose NO TRANSACTION\nDROP TABLE IF EXISTS note2;\n" + Self.rebuild(Self.ending)
    let finding = try #require(try report([script]).findings.first)
    #expect(
      finding.message.hasPrefix(
        "If the process ends after DROP TABLE note at 2_x.sql:5, the next upgrade to 2 drops note2, the "
          + "only copy of the rows of note (2_x.sql:2), and then fails with statementFailed. "),
      "\(finding.message)")
  }

  @Test(
    "what the second try takes away is named in other spellings",
    arguments: [
      (
        """
        DROP TABLE IF EXISTS main."NOTE_OLD";
        ALTER TABLE note RENAME TO [note_old];
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, age INTEGER);
        INSERT INTO note SELECT * FROM `note_old`;
        DROP TABLE note_old;
        """, "drops NOTE_OLD, the only copy of the rows of note (2_x.sql:2), and then"
      ),
      (
        """
        CREATE TABLE IF NOT EXISTS kept AS SELECT * FROM note LIMIT 0; DELETE FROM kept;
        INSERT INTO kept SELECT * FROM note; DELETE FROM note;
        INSERT INTO note SELECT id, trim(text), age FROM kept; DROP TABLE kept;
        """, "empties kept, the only copy of the rows of note (2_x.sql:2), and then"
      ),
    ])
  func onlyCopies(script: String, part: String) throws {
    let found = try report(["-- +goose NO TRANSACTION\n" + script]).findings
      .filter { $0.check == .crashSafe }
    #expect(found.contains { $0.message.contains(part) }, "\(found.map(\.message))")
  }

  @Test("nothing is said of a drop that a rollback undoes, or of what is elsewhere as well")
  func noOnlyCopy() throws {
    let undone = """
      -- +goose NO TRANSACTION
      VACUUM; BEGIN; DROP TABLE IF EXISTS note2; \(Self.rebuild(Self.ending)) COMMIT; CREATE TABLE x (y);
      CREATE TABLE z (y);
      """
    let elsewhere = """
      -- +goose NO TRANSACTION
      DROP TABLE IF EXISTS note2; CREATE TABLE note2 AS SELECT * FROM note; CREATE TABLE y (z);
      CREATE TABLE w (z);
      """
    for script in [undone, elsewhere] {
      let found = try report([script]).findings
      #expect(!found.isEmpty && !found.contains { $0.message.contains("the only copy") })
    }
  }

  @Test("the only copy that the second try destroys is found", .enabled(if: Sweep.isFull))
  func destroyed() throws {
    let script =
      "VACUUM; DROP TABLE IF EXISTS note2;" + """
        CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT, age INTEGER);
        \(Self.rebuild(Self.ending))
        """
    let report = try report([script])
    #expect(report.findings.map(\.kind) == ["differsAfterCrash"])
    let finding = try #require(report.findings.first)
    #expect(finding.severity == .error && finding.type == "note")
    #expect(finding.message.contains("after DROP TABLE note"), "\(finding.message)")
  }

  @Test("another database that a script attaches is not mistaken for the one that is upgraded")
  func attached() throws {
    // Its path is shorter than that of any scratch file.
    let other = try TestFolder([:])
    let script = """
      ATTACH '\(other.path)/o' AS side;
      DROP TABLE IF EXISTS side.kept; CREATE TABLE side.kept AS SELECT * FROM note;
      CREATE TABLE IF NOT EXISTS extra (a); DETACH side;
      """
    let report = try report([script]) {
      let isKnown = $0.allow("attach")
      #expect(isKnown)
      $0.transactions = false
    }
    #expect(report.findings.map(\.message) == [])
    #expect(try #require(report.coverage.crashes).tried >= 36)
  }

  @Test("both are silent once the statements are one transaction") func mended() throws {
    let script = "VACUUM; BEGIN;" + Self.rebuild(Self.ending) + "COMMIT; VACUUM;"
    #expect(try report([script]).findings.isEmpty)
  }

  @Test(
    "a runner that is known to put a transaction around scripts does so whatever a pragma asks for")
  func wrapped() throws {
    let script = "PRAGMA foreign_keys = OFF;" + Self.rebuild(Self.ending)
    #expect(try report(["-- +goose Up\n" + script]).findings.map(\.message) == [])
    #expect(try report([script]).findings.map(\.check) == [.crashSafe])
  }

  @Test(
    "a pragma that asks for no transaction is no proof: one warning for the whole folder",
    .enabled(if: Sweep.isFull))
  func presumed() throws {
    let script = "PRAGMA foreign_keys = OFF;" + Self.rebuild(Self.ending)
    let scripts = [script, script, "ALTER TABLE note ADD COLUMN x"]
    let report = try report(scripts)
    #expect(report.findings.map(\.severity) == [.warning])
    #expect(report.findings.map(\.hop) == [Hop(from: 1, to: 2)])
    let message = report.findings.first?.message ?? ""
    #expect(message.contains("The same holds for 1 more script."), "\(message)")
    #expect(try self.report(scripts) { $0.transactions = true }.findings.isEmpty)
    let sure = try self.report(scripts) { $0.transactions = false }
    #expect(sure.findings.map(\.severity) == [.error, .error])
  }
}
