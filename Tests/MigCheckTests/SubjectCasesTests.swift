import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import SQLSubject
import TestMaterial
import Testing

/// Cases of subjects that are code: raw SQL, and a history with a block in Swift.
@Suite struct SubjectCasesTests {
  private func report(_ subject: any Subject, _ corpus: CorpusFolder) throws -> Report {
    var options = VerificationOptions(trials: 10)
    options.stores = [.memory]
    options.corpus = corpus
    return try Verifier(subject, options: options).run()
  }

  /// Runs with a folder, in which the findings of raw SQL that loses rows are saved.
  private func withSavedCase(_ body: (_ folder: String, _ path: String) throws -> Void) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let folder = scratch.path + "/corpus"
    let subject = try SQLSubject.libraryThatLosesBooks()
    let found = try report(subject, CorpusFolder(folder, subject: subject))
    let path = try #require(found.findings.first?.counterexample.caseFile)
    #expect(found.findings.count == 1 && path.hasPrefix(folder))
    try body(folder, path)
  }

  @Test(
    "a finding of a subject that is code is saved with its name, its hash and the start schema",
    .enabled(if: Sweep.isFull))
  func aFindingOfASubjectThatIsCodeIsSavedWithItsName() throws {
    try withSavedCase { _, path in
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let json = try JSON.parse(text)
      #expect(json["history"] == nil)
      #expect(json["subject"]?["name"]?.compactText == "\"Library\"")
      let subject = try SQLSubject.libraryThatLosesBooks()
      let read = try CaseFile.read(path: path, of: subject)
      #expect(read.finding?.check == "data-preserved")
      #expect(read.startGraph.schema == subject.versions.first { $0.number == 2 }?.schema)
      #expect(try read.json().prettyText + "\n" == text)
      // It keeps the hash that it was saved with.
      let fixed = try CaseFile.read(path: path, of: SQLSubject.library())
      guard case .code(_, let definition) = fixed.subject else {
        Issue.record("the case runs on a history")
        return
      }
      #expect(definition.utf8.count > 8)
      #expect(json["subject"]?["definition"]?.compactText == "\"\(definition)\"")
    }
  }

  @Test(
    "a saved case is tried first: it fails again, and passes with the corrected statements",
    .enabled(if: Sweep.isFull))
  func aSavedCaseIsTriedFirst() throws {
    try withSavedCase { folder, path in
      let lossy = try SQLSubject.libraryThatLosesBooks()
      let again = try report(lossy, CorpusFolder(folder, subject: lossy))
      #expect(again.replays.run == 1)
      #expect(again.findings.map(\.counterexample.caseFile) == [path])
      let fixed = try SQLSubject.library()
      let passed = try report(fixed, CorpusFolder(folder, subject: fixed))
      #expect(passed.replays.run == 1 && passed.verdict == .passed)
    }
  }

  @Test(
    "a case is replayed with the subject that it names, and with no other",
    .enabled(if: Sweep.isFull))
  func aCaseIsReplayedWithTheSubjectThatItNames() throws {
    try withSavedCase { folder, path in
      let replay = CaseReplay(directory: folder)
      func findings(_ subject: SQLSubject) throws -> [String] {
        let file = try CaseFile.read(path: path, of: subject)
        #expect(try replay.run(file, on: .memory) == .passed, "it expects nothing")
        return try replay.findings(of: file, on: [.memory]).map(\.check.rawValue)
      }
      #expect(try Set(findings(.libraryThatLosesBooks())) == ["data-preserved"])
      #expect(try findings(.library()) == [])

      func complaint(_ subject: SQLSubject?) -> String? {
        let error = #expect(throws: InputError.self) { try CaseFile.read(path: path, of: subject) }
        return error.map { "\($0.path): \($0.problem); \($0.remedy)" }
      }
      #expect(
        complaint(nil) == """
          subject.name: the case is of "Library", which is not a history file; \
          name it with --migrations if it is a folder of SQL migrations; else replay the case with \
          the command that its team builds by MigCheckCommand.run
          """)
      let other = try SQLSubject("Shop", [.init(1, "CREATE TABLE A (id INTEGER PRIMARY KEY)")])
      #expect(
        complaint(other) == """
          subject.name: the case is of "Library", and this is "Shop"; \
          replay it with the command of the other one
          """)
    }
  }

  @Test(
    "a case whose start schema or version is gone is unfit, and no error",
    .enabled(if: Sweep.isFull))
  func aCaseWhoseStartSchemaIsGoneIsUnfit() throws {
    try withSavedCase { folder, path in
      func reason(_ versions: SQLSubject.Version...) throws -> String? {
        let subject = try SQLSubject("Library", versions)
        let cases = try CorpusFolder(folder, subject: subject).cases()
        #expect(cases.map(\.name) == [path])
        guard case .unfit(let reason)? = cases.first?.start else { return nil }
        return reason
      }
      let table = "CREATE TABLE Book (id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL)"
      let changed = try reason(.init(1, table), .init(2), .init(3))
      #expect(
        changed == """
          subject.schema: version 2 of "Library" has another schema now; \
          delete the case, or restore the schema of a version that users have
          """)
      let gone = try reason(.init(1, table), .init(5))
      #expect(gone == "start.version: the history has no version 2; name one that it has")
    }
  }

  /// Loses the names of people with none, by a block in Swift.
  private func people(losing: Bool) -> History {
    History("People") {
      Version(1) { ObjectType("Person", ["name": .string]) }
      Version(2) {
        ObjectType("Person", ["name": .string])
      } migration: { migration in
        guard losing else { return }
        migration.enumerateObjects(ofType: "Person") { old, new in
          if (old?["name"] as? String)?.isEmpty ?? true { new.map(migration.delete) }
        }
      }
    }
  }

  @Test("findings of a history with a block in Swift are saved, and tried with the block as it is")
  func findingsOfAHistoryWithABlockInSwiftAreSaved() throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let lossy = people(losing: true)
    let found = try report(lossy, CorpusFolder(scratch.path, history: lossy))
    let path = try #require(found.findings.first?.counterexample.caseFile)
    #expect(try JSON.parse(String(contentsOfFile: path, encoding: .utf8))["subject"] != nil)
    let fixed = people(losing: false)
    let passed = try report(fixed, CorpusFolder(scratch.path, history: fixed))
    #expect(passed.replays.run == 1 && passed.findings.isEmpty)
    // A history that can be written is held by its cases, which anybody can replay.
    let stages = fixed.stages.map { HistoryVersion(number: $0.number, schema: $0.schema) }
    let declared = History(name: "Declared", stages: stages)
    let finding = try #require(found.findings.first)
    let whole = try CorpusFolder(scratch.path + "/declared", history: declared).save(finding)
    #expect(try CaseFile.read(path: whole).subject.history?.name == "Declared")
  }
}
