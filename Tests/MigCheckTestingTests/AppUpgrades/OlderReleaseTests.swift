import Foundation
import MigCheck
import MigCheckModel
import MigCheckSQLite
import MigCheckTesting
import MigCheckVerifier
import Testing

/// What the code of an older release does with a database of a later version.
enum OlderConduct: String, CaseIterable {
  case refuses, setsVersionBack, deletesRows, changesValues, dropsTable, addsTrigger, removesFile
  case writesRubbish, leavesOpen, accepts, deletesAndRefuses

  /// The code of the finding; `nil`: there is none.
  var code: String? {
    switch self {
    case .refuses: nil
    case .setsVersionBack, .deletesRows, .changesValues, .dropsTable, .addsTrigger,
      .deletesAndRefuses:
      "changedByOlder"
    case .removesFile, .writesRubbish, .leavesOpen: "damagedByOlder"
    case .accepts: "acceptedByOlder"
    }
  }

  /// A part of its message.
  var words: String {
    switch self {
    case .refuses: ""
    case .setsVersionBack: "changes a store of version v3: user_version was 3 and is 2."
    case .deletesRows: "an object of note is missing"
    case .changesValues: "note.text has another value"
    case .dropsTable: "changes a store of version v3: type note removed"
    case .addsTrigger: "trigger watch was added"
    case .removesFile: "There is no database at {store}"
    case .writesRubbish: "is not a SQLite database"
    case .leavesOpen: "still open"
    case .accepts: "The code of release v2 accepts a store of version v3 and changes nothing"
    case .deletesAndRefuses: "refuses a store of version v3, but changes it"
    }
  }
}

/// The code of a release that knows two versions.
struct OldNotesMigrator {
  let conduct: OlderConduct
  /// Those that are never closed.
  nonisolated(unsafe) private static var left: [SQLiteConnection] = []

  func open(_ file: URL) throws {
    let connection = try SQLiteConnection(path: file.path)
    defer { if conduct != .leavesOpen { connection.close() } }
    let statement = try connection.prepare("PRAGMA user_version")
    guard try statement.step(), statement.integer(0) > 2 else { return }
    statement.reset()
    func refuse() -> any Error { NotesMigrator.Failure(description: "made by a newer release") }
    switch conduct {
    case .refuses: throw refuse()
    case .setsVersionBack: try connection.execute("PRAGMA user_version = 2")
    case .deletesRows: try connection.execute("DELETE FROM note")
    case .changesValues: try connection.execute("UPDATE note SET text = text || '!'")
    case .dropsTable: try connection.execute("DROP TABLE note")
    case .addsTrigger:
      try connection.execute("CREATE TRIGGER watch AFTER DELETE ON note BEGIN SELECT 1; END")
    case .removesFile: try FileManager.default.removeItem(at: file)
    case .writesRubbish: try Data("rubbish".utf8).write(to: file)
    case .leavesOpen: Self.left.append(connection)
    case .accepts: break
    case .deletesAndRefuses:
      try connection.execute("DELETE FROM note")
      throw refuse()
    }
  }
}

@Suite("Databases in the hands of older releases") struct OlderReleaseTests {
  private func subject(
    older: [String: @Sendable (URL) async throws -> Void]
  ) throws -> SQLiteFileSubject {
    try .sqliteFiles(
      NotesMigrator.versions, older: older, rewrites: ["v3": ["note.word"]]
    ) { try NotesMigrator().migrate($0, to: $1) }
  }

  @Test("what an older release does is reported", arguments: OlderConduct.allCases)
  func conduct(_ conduct: OlderConduct) throws {
    let subject = try subject(older: ["v2": { try OldNotesMigrator(conduct: conduct).open($0) }])
    let options = VerificationOptions(to: 3, trials: 1, jobs: 1) { $0.shrinkBudget = 5 }
    let report = try Verifier(subject, options: options).run()
    let messages = report.findings.map(\.message)
    #expect(report.verdict == (conduct.code == nil || conduct == .accepts ? .passed : .failed))
    guard let code = conduct.code else {
      #expect(report.findings.isEmpty, "\(messages)")
      return
    }
    #expect(
      report.findings.allSatisfy { $0.check == .openers && $0.failure.signature.kind == code },
      "\(messages)")
    let finding = try #require(report.findings.first)
    #expect(finding.severity == (conduct == .accepts ? .warning : .error))
    #expect(finding.message.contains(conduct.words), "\(messages)")
    // A release is given later versions only.
    #expect(report.findings.allSatisfy { $0.hop.to > 2 })
  }

  @Test("runs with other releases are other runs, and each counts what it refused")
  func scope() throws {
    let options = VerificationOptions(from: 2, to: 3, trials: 1, jobs: 1)
    func report(_ older: [String: @Sendable (URL) async throws -> Void]) throws -> Report {
      try Verifier(try subject(older: older), options: options).run()
    }
    let (alone, with) = try (
      report([:]), report(["v2": { try OldNotesMigrator(conduct: .refuses).open($0) }])
    )
    #expect(alone.scope != with.scope)
    #expect(alone.coverage.olderReleases == nil)
    let release = try #require(with.coverage.olderReleases?.first)
    #expect(release.name == "v2" && release.version == 2)
    #expect(release.stores > 0 && release.refused == release.stores)
    #expect(JSONReport.text(with).contains(#""olderReleases": ["#))
  }

  @Test("a version that is not an older release is refused before the run") func unfit() {
    func message(_ version: String, _ open: @escaping @Sendable (URL) throws -> Void) -> String {
      do {
        return "\(try subject(older: [version: open]).versions.count) versions"
      } catch {
        return "\(error)"
      }
    }
    #expect(message("v2") { _ in } == "4 versions")
    #expect(
      message("v22") { _ in }
        == "database: the older release ends at \"v22\", and there is no such version; did you mean \"v2\"?"
    )
    #expect(
      message("v4") { _ in }
        == "database: v4 is the newest version, and no older release; name the last version that the older release knows"
    )
    #expect(
      message("v1") { _ in throw NotesMigrator.Failure(description: "no") }
        == "database: the older release fails on a database of its own version v1, so its refusals would say nothing: The app's upgrade threw: no; name a program that opens a database of version v1"
    )
  }
}
