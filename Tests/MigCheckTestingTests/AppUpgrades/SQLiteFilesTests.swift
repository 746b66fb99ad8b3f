import Foundation
import MigCheck
import MigCheckModel
import MigCheckSQLite
import MigCheckTesting
import MigCheckVerifier
import Testing

/// The whole way of an app's own migrator of a SQLite database.
@Suite("Any migrator of SQLite") struct SQLiteFilesTests {
  private func report(
    _ subject: SQLiteFileSubject, trials: Int = 20, jobs: Int = 1
  ) throws -> Report {
    try Verifier(subject, options: VerificationOptions(trials: trials, jobs: jobs)).run()
  }

  @Test("a migrator that keeps everything passes a test") func correct() async throws {
    let report = try await verifyMigrations(
      of: .sqliteFiles(
        NotesMigrator.versions, name: "notes", rewrites: ["v3": ["note.word"]]
      ) { file, version in
        try NotesMigrator().migrate(file, to: version)
      }, trials: 20)
    #expect(report.verdict == .passed)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(report.stores == [.file])
    #expect(report.history == "notes")
    #expect(
      report.coverage.assumptions == [
        "Versions v1, v2, v3 have the schema that today's migrations make from nothing, which may differ "
          + "from that of the release; give the database that was shipped (templates, --template)."
      ])
  }

  @Test("each mistake of a migrator is found", arguments: NotesMistake.allCases)
  func mistakes(_ mistake: NotesMistake) throws {
    let report = try report(
      .sqliteFiles(NotesMigrator.versions, rewrites: ["v3": ["note.word"]]) { file, version in
        try NotesMigrator(mistake: mistake).migrate(file, to: version)
      })
    #expect(
      !report.findings.contains { $0.check == .informationKept && $0.property == "word" })
    let found = report.findings.map { "\($0.check.rawValue) \($0.code ?? "")" }
    let messages = report.findings.map(\.message)
    switch mistake {
    case .losesRows:
      #expect(report.verdict == .failed)
      #expect(found.contains { $0.hasPrefix("data-preserved") }, "\(found)")
    case .dropsFractions:
      #expect(
        report.findings.contains {
          $0.check == .informationKept && $0.type == "note" && $0.property == "price"
        }, "\(found)")
    case .setsConstant:
      #expect(report.verdict == .failed)
      #expect(
        report.findings.contains {
          $0.check == .informationKept && $0.severity == .error && $0.property == "price"
        }, "\(found)")
    case .losesCheck:
      #expect(messages.contains { $0.contains("the CHECK of note.stars") }, "\(messages)")
    case .addsRequired:
      #expect(report.verdict == .failed)
      #expect(found.contains("upgrade-succeeds authorError"), "\(found)")
      #expect(messages.contains { $0.contains("The app's upgrade threw: ") }, "\(messages)")
    case .skipsStep:
      #expect(report.findings.contains { $0.check == .pathsAgree }, "\(found)")
    case .leavesOpen:
      Issue.record("it cannot even make its versions")
    case .throwsWithRows:
      #expect(report.verdict == .failed)
      #expect(messages.contains { $0.contains("it is Monday") }, "\(messages)")
    }
  }

  @Test("what cannot even be made without rows is said before a run") func unfit() {
    func message(
      _ versions: [String] = NotesMigrator.versions, templates: [String: URL] = [:],
      _ migrate: @escaping @Sendable (URL, String) async throws -> Void = {
        try NotesMigrator().migrate($0, to: $1)
      }
    ) -> String {
      do {
        let subject: SQLiteFileSubject = try .sqliteFiles(
          versions, templates: templates, migrate: migrate)
        return "\(subject.versions.count) versions"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message { _, _ in }
        == "database: version v1 cannot be made from nothing: There is no database at {store} after the upgrade: it was removed, or written elsewhere"
    )
    #expect(
      message { try NotesMigrator(mistake: .leavesOpen).migrate($0, to: $1) }
        == "database: version v1 cannot be made from nothing: The database is still open after the upgrade: close it, or release what holds it, before the upgrade returns"
    )
    #expect(
      message { file, _ in try Data("secret".utf8).write(to: file) }
        == "database: version v1 cannot be made from nothing: What the upgrade left is not a SQLite database, or an encrypted one: it must leave a plain file"
    )
    #expect(
      message { file, _ in try Data().write(to: file) }
        == "database: the database at {store} has no tables at the last version; check that the upgrade writes to {store}, and not to a database of its own"
    )
    #expect(
      message { file, _ in try NotesMigrator().migrate(file, to: "v1") }
        == "database: the database is the same at all versions; check that the upgrade stops at {version}, and that it writes to {store}"
    )
    #expect(
      message(["v1", "v9"])
        == "database: version v9 cannot be made from version v1, without rows of users: The app's upgrade threw: no version v9"
    )
    #expect(
      message(["v1"]) == "database: there is only one version; name at least two, oldest first")
    #expect(
      message(["v1", "v2", "v1"])
        == "database: the versions 1 and 3 have the same name \"v1\"; name each version once, oldest first"
    )
  }

  @Test("a shipped database is kept with its rows, and another one is refused") func templates()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-shipped-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (shipped, other) = (
      folder.appendingPathComponent("v1.sqlite"), folder.appendingPathComponent("other.sqlite")
    )
    try NotesMigrator().migrate(shipped, to: "v1")
    let connection = try SQLiteConnection(path: shipped.path)
    // What no migration of today makes.
    try connection.execute(
      "CREATE TABLE old (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO note VALUES (7, 'first', 1.5, 1)"
    )
    connection.close()
    let bytes = try Data(contentsOf: shipped)
    let subject: SQLiteFileSubject = try .sqliteFiles(
      NotesMigrator.versions, templates: ["v1": shipped], rewrites: ["v3": ["note.word"]]
    ) { try NotesMigrator().migrate($0, to: $1) }
    #expect(subject.versions[0].schema.types.map(\.name).contains("old"))
    let report = try report(subject)
    #expect(
      report.findings.allSatisfy { $0.code == "schemaMismatch" },
      "\(report.findings.map(\.message))")
    #expect(report.findings.first?.message.contains("old is there") ?? false)
    #expect(report.coverage.assumptions?.first?.hasPrefix("Versions v2, v3 have") ?? false)
    #expect(try Data(contentsOf: shipped) == bytes)
    let stranger = try SQLiteConnection(path: other.path)
    try stranger.execute("CREATE TABLE song (id INTEGER PRIMARY KEY)")
    stranger.close()
    for (version, file, text) in [
      ("v1", other, "has none of the tables of version v1"),
      ("v8", shipped, "there is no version \"v8\""),
    ] {
      #expect {
        _ =
          try SQLiteFileSubject.sqliteFiles(
            NotesMigrator.versions, templates: [version: file]
          ) { try NotesMigrator().migrate($0, to: $1) } as SQLiteFileSubject
      } throws: { "\($0)".contains(text) }
    }
  }

  @Test("the same seed gives the same report, whatever the number of jobs") func determinism()
    throws
  {
    let texts = try [1, 3].map { jobs in
      JSONReport.text(
        try report(
          .sqliteFiles(NotesMigrator.versions) { file, version in
            try NotesMigrator(mistake: .losesRows).migrate(file, to: version)
          }, jobs: jobs))
    }
    #expect(texts[0] == texts[1])
  }

  @Test("a value that a version overwrites on purpose is an error until that is declared")
  func overwritten() throws {
    let report = try report(
      .sqliteFiles(NotesMigrator.versions) { try NotesMigrator().migrate($0, to: $1) })
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1)
    #expect(finding.check == .informationKept && finding.property == "word")
    #expect(
      finding.message == "note.word has the same value after the upgrade, whatever it was before.")
  }

  @Test("names that begin with numbers give these, others are counted") func numbers() throws {
    let counted: SQLiteFileSubject = try .sqliteFiles(NotesMigrator.versions) {
      try NotesMigrator().migrate($0, to: $1)
    }
    #expect(counted.versions.map(\.number) == [1, 2, 3, 4])
    #expect(counted.number(ofVersion: "v3") == 3)
    let names = ["0001_initial", "0002_stars", "0005_price", "0009_tags"]
    let own: SQLiteFileSubject = try .sqliteFiles(names) { file, version in
      let place = names.firstIndex(of: version) ?? 0
      try NotesMigrator().migrate(file, to: NotesMigrator.versions[place])
    }
    #expect(own.versions.map(\.number) == [1, 2, 5, 9])
  }
}
