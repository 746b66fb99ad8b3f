import MigCheckModel
import TestMaterial
import Testing

@testable import MigCheckVerifier

@Suite struct FindingShrinkerTests {
  private static let type = ObjectType("T", [Property("a", .int), Property("b", .string)])

  private func finding(
    _ subject: ToySubject, _ graph: ObjectGraph, interruption: Interruption? = nil
  ) throws -> Finding {
    let folder = try RunFolder(in: VerificationOptions().directory)
    defer { folder.remove() }
    let shrinker = FindingShrinker(
      span: try VersionSpan(subject, from: nil, to: nil), kinds: [.memory], scratch: folder,
      budget: 500, limit: RunLimit(interruption: interruption))
    let failure = Failure(
      DataPreserved.Violation.valueChanged("T", "a"),
      at: FailureSite(hop: Hop(from: 1, to: 2), path: [1, 2], store: .memory))
    let candidate = FindingShrinker.Candidate(
      start: 0, graph: graph, path: [1, 2], kinds: [.memory], signature: failure.signature)
    return try shrinker.finding(
      failure, candidate: candidate, evaluations: 3, trial: 5, originalObjects: 9)
  }

  private func losing() -> ToySubject {
    var subject = ToySubject(SubjectVersion(1, Self.type), SubjectVersion(2, Self.type))
    subject.migrate = { _, _, state in
      state["T", "a"] = state["T", "a"].map { $0 == .int(7) ? .int(0) : $0 }
    }
    return subject
  }

  private let graph = ObjectGraph(
    SubjectVersion(1, type), [.int(1), .string("x")], [.int(7), .string("y")],
    [.int(7), .string("z")], [.int(3), .string("x")])

  /// Each run of an upgrade that does not end takes as long as the limit lets it.
  @Test(.enabled(if: Sweep.isFull)) func anUpgradeThatWasStoppedIsRunAFewTimesOnly() throws {
    var many = ObjectGraph(schema: Schema([Self.type]))
    for number in 0..<40 {
      many.append([.int(Int64(number)), .string("text \(number)")], type: 0)
    }
    func evaluations(_ error: UpgradeError) throws -> Int {
      let runs = Locked(0)
      var subject = ToySubject(SubjectVersion(1, Self.type), SubjectVersion(2, Self.type))
      subject.migrate = { _, _, state in
        // Each second object is needed, so those between them go one at a time.
        let even = state["T", "a"].filter {
          if case .int(let one) = $0 { one.isMultiple(of: 2) } else { false }
        }
        if even.count >= 20 {
          runs.withLock { $0 += 1 }
          throw error
        }
      }
      let folder = try RunFolder(in: VerificationOptions().directory)
      defer { folder.remove() }
      let shrinker = FindingShrinker(
        span: try VersionSpan(subject, from: nil, to: nil), kinds: [.memory], scratch: folder,
        budget: 500, runsToLimit: 5)
      let failure = Failure(
        UpgradeSucceeds.Violation(error),
        at: FailureSite(hop: Hop(from: 1, to: 2), path: [1, 2], store: .memory))
      let finding = try shrinker.finding(
        failure,
        candidate: FindingShrinker.Candidate(
          start: 0, graph: many, path: [1, 2], kinds: [.memory], signature: failure.signature),
        evaluations: 0, trial: 5, originalObjects: 40)
      #expect(finding.counterexample.objects < 40 && !finding.isFlaky)
      return runs.withLock { $0 }
    }
    var stopped = UpgradeError(.statementFailed, "It takes more than 200 million steps.")
    stopped.reachesLimit = true
    #expect(try evaluations(stopped) <= 9)
    #expect(try evaluations(UpgradeError(.timeLimit, "It did not end.")) <= 9)
    #expect(try evaluations(UpgradeError(.statementFailed, "It fails.")) > 9)
  }

  @Test func whatIsLeftIsWhatTheFailureNeeds() throws {
    let finding = try finding(losing(), graph)
    #expect(finding.counterexample.objects == 1)
    #expect(finding.counterexample.graph.tables[0].columns[0] == [.int(7)])
    #expect(finding.counterexample.isMinimal)
    #expect(finding.counterexample.anyValues == [.init(type: "T", property: "b", row: 0)])
    #expect(finding.counterexample.originalObjects == 9)
    #expect(finding.rows == ["before T#0.a = 7", "after T#0.a = 0"])
    #expect(finding.trial == 5)
    #expect(finding.evaluations > 3)
    #expect(!finding.isFlaky)
  }

  /// Stores want an owner for each `T`, and make three if one is missing.
  private struct Owners: StartGraphs {
    func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
      var graph = graph
      guard !isAccepted(graph, at: version) else { return graph }
      for number in 1...3 { graph.append([.int(Int64(number))], type: 1) }
      return graph
    }

    func isAccepted(_ graph: ObjectGraph, at version: UInt64) -> Bool {
      graph.tables[0].count == 0 || graph.tables[1].count > 0
    }
  }

  @Test("what stores add to a graph is shrunk too")
  func whatStoresAddIsShrunkToo() throws {
    let owner = ObjectType("Owner", [Property("n", .int)])
    var subject = losing()
    subject.versions = [
      SubjectVersion(1, Self.type, owner), SubjectVersion(2, Self.type, owner),
    ]
    subject.starts = Owners()
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    graph.append([.int(7), .string("y")], type: 0)
    graph.append([.int(7), .string("z")], type: 0)
    let counterexample = try finding(subject, graph).counterexample
    #expect(counterexample.graph.tables.map(\.count) == [1, 1])
    #expect(counterexample.graph.tables[1].columns[0] == [.int(0)])
    #expect(counterexample.isMinimal)
    // A graph that is accepted as it is stays as it was shrunk.
    graph.append([.int(5)], type: 1)
    #expect(try finding(subject, graph).counterexample.graph.tables.map(\.count) == [1, 1])
  }

  @Test func aFailureThatDoesNotComeAgainIsFlaky() throws {
    var subject = losing()
    subject.migrate = { _, _, _ in }
    let finding = try finding(subject, graph)
    #expect(finding.isFlaky)
    #expect(finding.message == "T.a has another value, though no migration wrote it.")
  }

  @Test func anInterruptedFindingIsNotCalledMinimal() throws {
    let interruption = Interruption()
    interruption.request()
    let finding = try finding(losing(), graph, interruption: interruption)
    #expect(finding.counterexample.objects == 4)
    #expect(!finding.counterexample.isMinimal)
    #expect(!finding.isFlaky)
  }
}
