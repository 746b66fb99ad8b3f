import Foundation
import MigCheck
import MigCheckModel
import MigCheckStoreFiles
import MigCheckTesting
import MigCheckVerifier
import Testing

/// The whole way of an app's own Realm: graph → file → the app opens it → graph → checks.
@Suite("An app's own Realm") struct RealmFilesTests {
  private func subject(
    _ mistake: AppMistake? = nil, migrations: History = Contacts.history, format: Int = 24
  ) throws -> StoreFileSubject {
    let app = RealmStandIn(history: migrations, mistake: mistake)
    return try .realmFiles(Contacts.history, format: format) { file in try app.open(file) }
  }

  private func report(_ subject: StoreFileSubject, trials: Int = 30) throws -> Report {
    try Verifier(subject, options: VerificationOptions(trials: trials, jobs: 1)).run()
  }

  @Test("an app that does what its history says passes a test", arguments: [23, 24])
  func correctApp(format: Int) async throws {
    let report = try await verifyMigrations(of: subject(format: format), trials: 30)
    #expect(report.verdict == .passed)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(report.stores == [.file])
    #expect((report.coverage.notApplicable ?? []).map(\.check) == [Check.storesAgree])
  }

  @Test("each mistake of an app is found", arguments: AppMistake.allCases)
  func mistakes(_ mistake: AppMistake) throws {
    let report = try report(subject(mistake))
    let found = report.findings.map { "\($0.check.rawValue) \($0.code ?? "")" }
    switch mistake {
    case .losesValue:
      #expect(report.verdict == .failed)
      #expect(found.contains { $0.hasPrefix("data-preserved") }, "\(found)")
      #expect(found.contains("engine-agrees valueDiffers"), "\(found)")
    case .losesObject:
      #expect(report.verdict == .failed)
      #expect(found.contains { $0.hasPrefix("data-preserved") }, "\(found)")
    case .differsFromModel:
      let finding = try #require(report.findings.first { $0.check == .engineAgrees })
      #expect(finding.severity == .warning)
      #expect(
        finding.message
          == "The app's upgrade and migcheck's model of the engine disagree on Person.fullName. The app may "
          + "write when it opens a store (name what it writes in ignoring), or the history is not what the "
          + "app does.")
    case .throwsError:
      #expect(report.verdict == .failed)
      #expect(found.allSatisfy { $0 == "upgrade-succeeds authorError" }, "\(found)")
      #expect(
        report.findings.first?.message.contains(
          "The app's upgrade threw: the disk is upside down") ?? false,
        "\(report.findings.first?.message ?? "")")
    case .doesNothing:
      #expect(report.verdict == .failed)
      #expect(found.allSatisfy { $0 == "upgrade-succeeds notUpgraded" }, "\(found)")
    }
  }

  @Test("a property that is named in ignoring may differ from the model")
  func ignoring() throws {
    var history = Contacts.history
    history.ignoring = ["Person.fullName"]
    history.stages[2].drops = ["Pet", "Person.fullName"]
    let app = RealmStandIn(history: Contacts.history, mistake: .differsFromModel)
    let report = try report(.realmFiles(history) { try app.open($0) })
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
  }

  @Test("what the app does on skipped versions shows against hybrid paths")
  func hybridPaths() throws {
    // The app joins names only where a store comes from version 1 straight to 2, which is no more.
    var wrong = Contacts.history
    wrong.stages[1].steps = []
    let report = try report(subject(migrations: wrong))
    #expect(report.findings.contains { $0.check == .pathsAgree })
  }

  @Test("without migrations in the history nothing is predicted, and stores go straight to the end")
  func schemasAlone() throws {
    var schemas = Contacts.history
    for index in schemas.stages.indices { schemas.stages[index].steps = [] }
    let app = RealmStandIn(history: Contacts.history)
    let report = try report(.realmFiles(schemas) { try app.open($0) })
    #expect(!report.findings.contains { $0.check == .upgradeSucceeds })
    #expect((report.coverage.notApplicable ?? []).contains { $0.check == .engineAgrees })
    let paths = report.findings.map(\.path) + [[1, 3], [2, 3]]
    #expect(paths.allSatisfy { $0.count == 2 && $0.last == 3 }, "\(paths)")
  }

  @Test("each call gets a path of its own, and one runs at a time")
  func calls() throws {
    let app = RealmStandIn(history: Contacts.history)
    let paths = Locked([String]())
    let running = Locked((now: 0, most: 0))
    let subject: StoreFileSubject = try .realmFiles(Contacts.history) { file in
      paths.withLock { $0.append(file.path) }
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      try await Task.sleep(for: .microseconds(100))
      try app.open(file)
      running.withLock { $0.now -= 1 }
    }
    _ = try Verifier(subject, options: VerificationOptions(trials: 5, jobs: 4)).run()
    let all = paths.withLock { $0 }
    #expect(all.count > 10 && Set(all).count == all.count)
    #expect(running.withLock { $0.most } == 1)
  }

  @Test("the same seed gives the same report")
  func determinism() throws {
    let texts = try (1...2).map { jobs in
      let options = VerificationOptions(trials: 20, jobs: jobs)
      return JSONReport.text(try Verifier(subject(.losesValue), options: options).run())
    }
    #expect(texts[0] == texts[1])
  }

  @Test("a run that ended the process is reported by the next one")
  func mark() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-mark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let corpus = folder.appendingPathComponent("Cases").path
    let running = corpus + ".running"
    let saved = folder.appendingPathComponent("saved.json")
    let app = RealmStandIn(history: Contacts.history)
    let unmarked = Locked(0)
    let subject: StoreFileSubject = try .realmFiles(Contacts.history) { file in
      // What is on disk while the app runs is what a trap would leave.
      let marks = (try? FileManager.default.contentsOfDirectory(atPath: running)) ?? []
      let mark = marks.first.flatMap { FileManager.default.contents(atPath: "\(running)/\($0)") }
      let isWhole = mark.flatMap { try? JSONSerialization.jsonObject(with: $0) } != nil
      if marks.count != 1 || !isWhole { unmarked.withLock { $0 += 1 } }
      try? mark?.write(to: saved)
      try app.open(file)
    }
    let configure: (inout VerificationOptions) -> Void = {
      $0.corpus = CorpusFolder(corpus, subject: subject)
      $0.jobs = 4
    }
    try await verifyMigrations(of: subject, trials: 10, configure: configure)
    #expect(unmarked.withLock { $0 } == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: running) == [])
    // No process has so high a number.
    let mark = URL(fileURLWithPath: running + "/running-2147483646-1.case.json")
    try FileManager.default.copyItem(at: saved, to: mark)
    try await withKnownIssue {
      try await verifyMigrations(of: subject, trials: 2, configure: configure)
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().hasPrefix(
        "The process of the run before this one ended while the app upgraded a store (Contacts, upgraded "
          + "by the app ")
    }
    // It was reported once.
    try await verifyMigrations(of: subject, trials: 2, configure: configure)
    let kept = try String(
      contentsOfFile: running + "/ended-process.case.json", encoding: .utf8)
    #expect(kept.contains("\"name\": \"running: Contacts, upgraded by the app"))
  }

  @Test("an end before the app's own version is refused")
  func otherEnd() throws {
    #expect(throws: VerificationError.self) {
      _ = try Verifier(subject(), options: VerificationOptions(to: 2)).run()
    }
  }
}
