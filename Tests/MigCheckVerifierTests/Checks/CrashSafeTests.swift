import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite("crash-safe") struct CrashSafeTests {
  private static let versions = (1...3).map {
    SubjectVersion(UInt64($0), ObjectType("T", [Property("a", .int)]))
  }
  private static let graph = ObjectGraph(versions[0], [.int(1)], [.int(2)])

  /// - Parameter crash: what an interrupted upgrade leaves.
  private static func subject(
    _ crash: @escaping @Sendable (CrashPoint, Hop, ToyState) throws -> ToyState
  ) -> ToySubject {
    var subject = ToySubject(versions[0], versions[1], versions[2])
    subject.crash = crash
    // Each upgrade adds one, so that whoever adds it twice or not at all is seen.
    subject.migrate = { (_, _, state: inout ToyState) in
      for row in state["T", "a"].indices {
        guard case .int(let value) = state["T", "a"][row] else { continue }
        state["T", "a"][row] = .int(value + 1)
      }
    }
    return subject
  }

  private static func failures(_ subject: ToySubject, along path: [UInt64]) throws -> [Failure] {
    let options = VerificationOptions(trials: 0, stores: [.memory])
    return try Verifier(subject, options: options).runCrashes(graph, at: 1, along: path)
  }

  @Test("passes where the old state is left, or that of a version on the way")
  func passes() throws {
    let subject = Self.subject { point, hop, state in
      guard point.kind == .killed, hop == Hop(from: 1, to: 3) else { return state }
      var next = state
      next.snapshot.version = 2
      next["T", "a"] = [.int(2), .int(3)]
      return next
    }
    for path: [UInt64] in [[1, 2], [1, 3], [1, 2, 3]] {
      #expect(try Self.failures(subject, along: path).isEmpty, "\(path)")
    }
  }

  @Test("finds that the next upgrade does a thing twice, and shows it")
  func twice() throws {
    let subject = Self.subject { point, _, state in
      guard point.kind == .killedAfterStatement, point.moment > 1 else { return state }
      var next = state
      next["T", "a"] = [.int(2), .int(3)]
      return next
    }
    let failures = try Self.failures(subject, along: [1, 2])
    #expect(failures.summary == ["crash-safe differsAfterCrash T.a 1 → 2"])
    #expect(
      failures[0].message == "If the process ends after statement 2, the next upgrade completes, "
        + "but T.a is not what it is without the interruption.")
    #expect(failures[0].rows == ["uninterrupted T#0.a = 2", "interrupted T#0.a = 3"])
    #expect(failures[0].site.store == .file)
  }

  @Test("finds that the next upgrade leaves things out, as the version was recorded too early")
  func tooEarly() throws {
    let subject = Self.subject { _, hop, state in
      var next = state
      next.snapshot.version = hop.to
      return next
    }
    #expect(
      try Self.failures(subject, along: [1, 3]).summary == [
        "crash-safe differsAfterCrash T.a 1 → 3"
      ])
  }

  @Test("finds that what is left cannot be opened, or not be upgraded")
  func refused() throws {
    let unopenable = Self.subject { point, _, state in
      guard point.moment > 2 else { return state }
      throw UpgradeError(.storeCorrupt, "It is torn.")
    }
    #expect(
      try Self.failures(unopenable, along: [1, 2]).map(\.message) == [
        "If the process ends after statement 3 of the migration, the store cannot be opened any "
          + "more: storeCorrupt. It is torn."
      ])
    var refused = Self.subject { point, _, state in
      var next = state
      next.hidden = 1
      return next
    }
    refused.migrate = { _, _, state in
      if state.hidden > 0 { throw UpgradeError(.expressionError, "T exists.", type: "T") }
    }
    #expect(
      try Self.failures(refused, along: [1, 2]).map(\.message) == [
        "If the process ends after statement 1, the next upgrade to 2 fails with expressionError. "
          + "T exists."
      ])
  }

  @Test("finds a version that no release has")
  func unknownVersion() throws {
    let subject = Self.subject { _, _, state in
      var next = state
      next.snapshot.version = 9
      return next
    }
    #expect(
      try Self.failures(subject, along: [1, 2]).summary == [
        "crash-safe unknownVersionAfterCrash 1 → 2"
      ])
  }

  @Test("finds what is left over beside the content")
  func leftovers() throws {
    let subject = Self.subject { _, _, state in
      var next = state
      next.hidden = 1
      return next
    }
    #expect(
      try Self.failures(subject, along: [1, 2]).map(\.message) == [
        "If the process ends after statement 1, the next upgrade completes, but the store is "
          + "different from one without the interruption: there is index i0 too."
      ])
  }

  @Test("says nothing where other checks speak: of upgrades that fail or differ by themselves")
  func others() throws {
    let torn: @Sendable (CrashPoint, Hop, ToyState) throws -> ToyState = { _, _, _ in
      throw UpgradeError(.storeCorrupt, "It is torn.")
    }
    var failing = Self.subject(torn)
    failing.migrate = { _, _, _ in throw UpgradeError(.expressionError, "No.") }
    #expect(try Self.failures(failing, along: [1, 2]).isEmpty)
    var random = Self.subject(torn)
    random.migrate = { _, _, state in state["T", "a"][0] = .int(.random(in: .min ... .max)) }
    #expect(try Self.failures(random, along: [1, 2]).isEmpty)
  }

  @Test("a run finds it, shrinks it to what is needed, and says how much was tried")
  func run() throws {
    let subject = Self.subject { point, _, state in
      // Late writes of an upgrade of an object with a value above ten are lost.
      guard point.kind == .killed, point.moment > 90 else { return state }
      var next = state
      next["T", "a"] = state["T", "a"].map { value in
        if case .int(let number) = value, number > 10 { .int(0) } else { value }
      }
      return next
    }
    let options = VerificationOptions(trials: 40, stores: [.memory])
    let report = try Verifier(subject, options: options).run()
    let findings = report.findings.filter { $0.check == .crashSafe }
    #expect(findings.map(\.hop) == [Hop(from: 1, to: 2), Hop(from: 2, to: 3)])
    for finding in findings {
      #expect(finding.kind == "differsAfterCrash" && !finding.isFlaky)
      #expect(finding.counterexample.graph.objectCount == 1)
    }
    let crashes = try #require(report.coverage.crashes)
    #expect(crashes.upgrades > 4 && crashes.tried < crashes.possible)
    #expect(crashes.possible == crashes.upgrades * (ToyCrashes.statements + ToyCrashes.writes))
  }

  @Test("a run whose subject cannot be interrupted does not speak of it")
  func notApplicable() throws {
    var subject = Self.subject { _, _, state in state }
    subject.crash = nil
    let options = VerificationOptions(trials: 4, stores: [.memory])
    #expect(try Verifier(subject, options: options).run().coverage.crashes == nil)
  }

  @Test("samples are spread from the first moment to the last, and move on")
  func samples() {
    let all = CrashSample(of: [.killedAfterStatement: 5], turn: 3)
    #expect(all.points.map(\.moment) == [1, 2, 3, 4, 5] && all.possible == 5)
    let some = CrashSample(of: [.killed: 60, .fullDisk: 2], turn: 0)
    #expect(some.points.map(\.moment) == [1, 11, 21, 31, 41, 60, 1, 2] && some.possible == 62)
    #expect(
      CrashSample(of: [.killed: 60], turn: 12).points.map(\.moment) == [5, 15, 25, 35, 45, 60])
    let alike = CrashSample(of: [.killed: 3], like: CrashPoint(.killed, at: 2))
    #expect(alike.points.map(\.moment) == [2, 1, 3])
    #expect(
      CrashSample(of: [.killed: 1], like: CrashPoint(.killed, at: 2)).points.map(\.moment) == [1])
  }
}
