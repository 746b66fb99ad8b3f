import Foundation
import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

@Suite struct VerifierTests {
  static let person = ObjectType("Person", [Property("age", .int), Property("name", .string)])
  static let correct = ToySubject(
    SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))

  /// Version 2 loses the age of everybody; version 3 gives it back to those who skip version 2.
  static var losing: ToySubject {
    var subject = correct
    subject.migrate = { hop, _, state in
      if hop.to == 2 { state["Person", "age"] = state["Person", "age"].map { _ in .int(0) } }
    }
    return subject
  }

  private func report(
    _ subject: ToySubject, trials: Int = 20, jobs: Int = 2,
    change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    var options = VerificationOptions(trials: trials, jobs: jobs)
    change(&options)
    return try Verifier(subject, options: options).run()
  }

  @Test func aCorrectSubjectPassesAndEverythingIsExercised() throws {
    let report = try report(Self.correct)
    #expect(report.verdict == .passed)
    #expect(report.findings.isEmpty)
    #expect(report.trials == Report.Count(run: 20, planned: 20))
    #expect(report.witnesses.run > 0)
    #expect(report.paths == 3)
    #expect(
      report.coverage.paths == [
        Coverage.Paths(from: 1, to: 3, count: 2, completed: 2, arrived: 2),
        Coverage.Paths(from: 2, to: 3, count: 1, completed: 1, arrived: 1),
      ])
    #expect(report.coverage.hazards.allSatisfy { $0.ran > 0 })
  }

  @Test func aLossIsFoundOnItsShortestHopAndInMemory() throws {
    let report = try report(Self.losing)
    #expect(report.verdict == .failed)
    let lost = report.findings.filter { $0.check == .dataPreserved }
    #expect(lost.map(\.hop) == [Hop(from: 1, to: 2)])
    #expect(lost.first?.path == [1, 2])
    #expect(lost.first?.store == .memory)
    #expect(lost.first?.property == "age")
    #expect(lost.first?.message == "Person.age has another value, though no migration wrote it.")
    #expect(lost.first?.isFlaky == false)
    // That 1 → 3 keeps the age, and so ends differently, is the same news.
    #expect(report.findings.count == 1)
  }

  @Test func theReportDependsOnTheSeedAndNotOnTheJobs() throws {
    func text(_ report: Report) -> String { String(describing: report) }
    let one = text(try report(Self.losing, jobs: 1))
    #expect(text(try report(Self.losing, jobs: 4)) == one)
    #expect(text(try report(Self.losing, jobs: 4) { $0.seed = 1 }) != one)
  }

  @Test func allPathsGiveTheVerdictsOfMergedPaths() throws {
    for subject in [Self.correct, Self.losing] {
      let merged = try report(subject)
      let all = try report(subject) { $0.exploration = .separate }
      #expect(merged.verdict == all.verdict)
      #expect(merged.findings.map(\.message) == all.findings.map(\.message))
      #expect(merged.coverage.paths == all.coverage.paths)
    }
  }

  @Test func theSpanOfVersionsCanBeNarrowed() throws {
    let report = try report(Self.losing) { $0.from = 2 }
    #expect(report.from == 2)
    #expect(report.paths == 1)
    #expect(report.verdict == .passed)
  }

  @Test func aRunThatIsInterruptedSaysSoAndIsNoPass() throws {
    let interruption = Interruption()
    let report = try report(Self.correct) {
      $0.interruption = interruption
      $0.progress = { if $0.done == 5 { interruption.request() } }
      $0.jobs = 1
    }
    #expect(report.isInterrupted)
    #expect(report.verdict == .vacuous)
    #expect(report.witnesses.run + report.trials.run == 5)
    #expect(report.trials.planned == 20)
  }

  @Test func aRunThatIsOutOfTimeSaysSo() throws {
    let report = try report(Self.correct) { $0.timeLimit = 0 }
    #expect(report.trials == Report.Count(run: 0, planned: 20))
    #expect(report.warnings.map(\.name) == ["time-limit"])
    #expect(report.verdict == .vacuous)
  }

  @Test func anInvariantThatSawNoObjectMakesARunVacuous() throws {
    var subject = Self.correct
    subject.versions[1].invariants = [
      Invariant(name: "grows", type: "Ghost", since: 1, expression: "new.age >= old.age"),
      Invariant(name: "stays", type: "Person", since: 1, expression: "new.age = old.age"),
    ]
    let report = try report(subject)
    #expect(report.verdict == .vacuous)
    #expect(report.coverage.invariants.map(\.isExercised) == [false, true])
  }

  @Test func scratchFilesAreRemoved() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "migcheck-test-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try report(Self.losing, trials: 3) { $0.directory = folder.path }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func progressIsToldOnceForEachTrial() throws {
    let seen = Locked([RunProgress]())
    _ = try report(Self.correct, trials: 3) { options in
      options.progress = { progress in seen.withLock { $0.append(progress) } }
    }
    let trials = seen.withLock { $0 }.filter { $0.phase == .trials }
    #expect(trials.map(\.done) == Array(0..<trials.count))
    #expect(trials.last?.done == trials.last?.total)
    // Before them, the versions that rows are looked for at.
    let before = seen.withLock { $0 }.prefix { $0.phase == .hazards }
    #expect(before.map(\.done) == Array(0...(before.last?.total ?? 0)))
    #expect(before.count > 1)
  }

  @Test func optionsThatMakeNoSenseAreRefused() {
    func message(_ change: (inout VerificationOptions) -> Void) -> String? {
      do {
        _ = try report(Self.correct, change: change)
        return nil
      } catch {
        return (error as? VerificationError)?.message
      }
    }
    #expect(message { $0.stores = [] } == "At least one store is needed: memory, file or both.")
    #expect(message { $0.trials = -1 } == "The number of trials is 0 or more, not -1.")
    #expect(message { $0.jobs = 0 } == "The number of jobs is 1 or more, not 0.")
    #expect(message { $0.timeLimit = -1 } == "The time limit is 0 seconds or more, not -1.0.")
    #expect(
      message { $0.shrinkBudget = -1 } == "The budget for shrinking is 0 or more runs, not -1.")
    #expect(message { $0.from = 9 } == "Toy has no version 9; it has 1, 2, 3.")
    #expect(message { $0.from = 3 } == "There is no upgrade from version 3 to 3.")
    #expect(
      message { $0.directory = "/nowhere" }
        == "No folder for scratch files can be made in /nowhere; name another folder.")
  }

  // MARK: The corpus

  private final class Shelf: Corpus {
    let items: [CorpusCase]
    let isFull: Bool
    let saved = Locked([String]())

    struct Full: Error, CustomStringConvertible {
      let description = "the shelf is full"
    }

    init(_ items: [CorpusCase] = [], isFull: Bool = false) {
      self.items = items
      self.isFull = isFull
    }

    func cases() throws -> [CorpusCase] { items }

    func save(_ finding: Finding) throws -> String {
      if isFull { throw Full() }
      let name = "\(finding.check.rawValue)-\(finding.hop.from)-\(finding.hop.to)"
      saved.withLock { $0.append(name) }
      return name
    }
  }

  @Test func findingsAreSavedAndTheReportNamesThePlace() throws {
    let shelf = Shelf()
    let report = try report(Self.losing) { $0.savedFindings = shelf }
    #expect(shelf.saved.withLock { $0 } == ["data-preserved-1-2"])
    #expect(report.findings.map(\.counterexample.caseFile) == ["data-preserved-1-2"])
  }

  @Test func findingsThatCannotBeSavedAreReportedAllTheSame() throws {
    let report = try report(Self.losing) { $0.savedFindings = Shelf(isFull: true) }
    #expect(report.findings.map(\.counterexample.caseFile) == [nil])
    #expect(
      report.warnings.map(\.message) == ["A finding was not saved: the shelf is full."])
  }

  @Test func casesAreReplayedBeforeAllOthers() throws {
    var subject = Self.correct
    subject.migrate = { hop, _, state in
      if hop.to == 2 {
        state["Person", "age"] = state["Person", "age"].map { $0 == .int(123_456) ? .int(0) : $0 }
      }
    }
    let version = subject.versions[0]
    #expect(try report(subject, trials: 1).verdict == .passed)
    let graph = ObjectGraph(version, [.int(123_456), .string("")])
    let shelf = Shelf([
      CorpusCase(name: "a", version: 1, graph: graph),
      CorpusCase(name: "other version", version: 9, graph: graph),
      CorpusCase(name: "other schema", version: 2, graph: ObjectGraph(schema: Schema([]))),
      CorpusCase(name: "unfit", start: .unfit(reason: "it is too old")),
    ])
    let report = try report(subject, trials: 1) { $0.savedFindings = shelf }
    #expect(report.replays == Report.Count(run: 1, planned: 1))
    #expect(report.findings.map(\.trial) == [nil])
    #expect(report.warnings.map(\.name) == Array(repeating: "corpus-skipped", count: 3))
    #expect(
      report.warnings.map(\.message) == [
        "other version was not replayed: Toy has no version 9.",
        "other schema was not replayed: it is no graph of version 2.",
        "unfit was not replayed: it is too old.",
      ])
  }
}
