import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

@Suite struct FaultInjectionRunTests {
  static let person = ObjectType(
    "Person", [Property("first", .string), Property("last", .string), Property("age", .int)])

  private static var steady: ToySubject {
    ToySubject(SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))
  }

  /// Writes every property of every object, as an author's migration might.
  private static func rewriting(_ versions: SubjectVersion...) -> ToySubject {
    var subject = steady
    subject.versions = versions
    subject.migrate = { _, _, state in
      state.record.writes = ["age", "first", "last"].map {
        UpgradeRecord.Write(type: "Person", property: $0, keys: state.keys(of: "Person"))
      }
    }
    return subject
  }

  private func injectedFaults(
    _ subject: ToySubject, checks: [Check] = Check.allCases, seed: UInt64 = 1, trials: Int = 20
  ) throws -> [InjectedFault] {
    let options = VerificationOptions(trials: trials, seed: seed, stores: [.memory])
    let span = try VersionSpan(subject, from: nil, to: nil)
    let scratch = try RunFolder(in: options.directory)
    defer { scratch.remove() }
    return try FaultInjectionRun(
      span: span, plan: TrialPlan(span: span, options: options, replays: []), seed: seed,
      scratch: scratch, checks: checks
    ).injectedFaults() ?? []
  }

  @Test("what is broken in a correct subject is noticed", arguments: [UInt64](1...10))
  func whatIsBrokenInACorrectSubjectIsNoticed(seed: UInt64) throws {
    let injectedFaults = try injectedFaults(Self.steady, seed: seed)
    #expect(injectedFaults.map(\.kind) == InjectedFault.Kind.allCases)
    #expect(
      injectedFaults.prefix(3).map(\.outcome)
        == Array(repeating: .noticed(by: .dataPreserved), count: 3))
    #expect(injectedFaults[3].outcome == .notApplicable(reason: "the migrations have no steps"))
  }

  @Test("without the checks that would notice, it is missed")
  func withoutTheChecksThatWouldNoticeItIsMissed() throws {
    let others = Check.allCases.filter { $0 != .dataPreserved && $0 != .pathsAgree }
    let blind = try injectedFaults(Self.steady, checks: others)
    #expect(blind.prefix(3).allSatisfy { $0.outcome == .missed })
    // The comparison of paths would do, too.
    let paths = try injectedFaults(Self.steady, checks: [.pathsAgree])
    #expect(paths.prefix(3).contains { $0.outcome == .noticed(by: .pathsAgree) })
  }

  @Test("what the migration writes is noticed by the comparison of paths")
  func whatTheMigrationWritesIsNoticedByTheComparisonOfPaths() throws {
    let subject = Self.rewriting(
      SubjectVersion(1, Self.person), SubjectVersion(2, Self.person),
      SubjectVersion(3, Self.person))
    #expect(
      try injectedFaults(subject)[1...2].map(\.outcome)
        == Array(repeating: .noticed(by: .pathsAgree), count: 2))
  }

  @Test("what the migration writes and the author ignores is missed, and the run says so")
  func whatTheMigrationWritesAndTheAuthorIgnoresIsMissedAndTheRunSaysSo() throws {
    var subject = Self.rewriting(
      SubjectVersion(1, Self.person), SubjectVersion(2, Self.person),
      SubjectVersion(3, Self.person))
    subject.ignoring = ["Person.first", "Person.last", "Person.age"]
    let options = VerificationOptions(trials: 20, stores: [.memory])
    let report = try Verifier(subject, options: options).run()
    #expect(report.verdict == .passed)
    #expect(report.coverage.injectedFaults.map(\.isNoticed) == [true, false, false, false])
    #expect(report.coverage.injectedFaults.map(\.isApplicable) == [true, true, true, false])
    #expect(report.warnings.map(\.name) == ["injected-fault-missed", "injected-fault-missed"])
    let injectedFault = report.coverage.injectedFaults[1]
    #expect(
      report.warnings[0].message
        == "An upgrade that was broken on purpose was not noticed: \(injectedFault.description). A mistake "
        + "like this one would not be noticed either.")
    #expect(
      report.warnings[0].remedy
        == "Write an invariant that says what must come out of the upgrade, or ignore less.")
  }

  @Test("what only an invariant could know is not applicable")
  func whatOnlyAnInvariantCouldKnowIsNotApplicable() throws {
    var subject = Self.rewriting(
      SubjectVersion(1, Self.person), SubjectVersion(2, Self.person))
    let reason = "only an invariant could tell what is right"
    #expect(
      try injectedFaults(subject)[1...2].map(\.outcome)
        == Array(repeating: .notApplicable(reason: reason), count: 2))
    subject.versions[1].invariants = [
      Invariant(name: "stays", type: "Person", since: 1, expression: "all")
    ]
    subject.violates = { $0 != $1 }
    #expect(
      try injectedFaults(subject)[1...2].map(\.outcome)
        == Array(repeating: .noticed(by: .invariant), count: 2))
  }

  @Test("what is given up is not broken") func whatIsGivenUpIsNotBroken() throws {
    let subject = ToySubject(
      SubjectVersion(1, Self.person), SubjectVersion(2, drops: ["Person"], Self.person))
    let injectedFaults = try injectedFaults(subject)
    #expect(injectedFaults.allSatisfy { !$0.isApplicable })
  }

  @Test("after a failure there are no injected faults") func afterAFailureNothingIsInjected() throws
  {
    var subject = Self.steady
    subject.migrate = { hop, _, state in
      if hop.to == 2 { state["Person", "age"] = state["Person", "age"].map { _ in .int(0) } }
    }
    let report = try Verifier(subject, options: VerificationOptions(trials: 5)).run()
    #expect(report.verdict == .failed)
    #expect(report.coverage.injectedFaults.isEmpty)
  }

  @Test("links to a lost object do not dangle") func linksToALostObjectDoNotDangle() {
    let schema = Schema([
      ObjectType("T", [Property("to", .object, objectType: "T", optional: true)])
    ])
    var graph = ObjectGraph(schema: schema)
    func link(_ index: Int) -> Value { .link(ObjectReference(type: 0, index: index)) }
    for target in [1, 2, 0] { graph.append([link(target)], type: 0) }
    var snapshot = Snapshot(version: 1, graph: graph, keys: [[3, 5, 9]])
    Corruption.dropObject(type: "T").apply(to: &snapshot, key: 5)
    #expect(snapshot.keys == [[3, 9]])
    #expect(snapshot.graph.tables[0].count == 2)
    #expect(snapshot.graph.tables[0].columns == [[.null, link(0)]])
    #expect(snapshot.graph.validate().isEmpty)
  }
}
