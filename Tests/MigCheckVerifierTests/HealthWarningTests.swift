import MigCheckModel
import Testing

@testable import MigCheckVerifier

/// Health warnings of whole runs: what they say, when they come, and how they go.
@Suite struct HealthWarningTests {
  static let person = ObjectType("Person", [Property("age", .int), Property("name", .string)])
  static let correct = ToySubject(
    SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))

  private func report(
    _ subject: some Subject, trials: Int = 20,
    change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    var options = VerificationOptions(trials: trials, stores: [.memory], jobs: 2)
    change(&options)
    return try Verifier(subject, options: options).run()
  }

  @Test("a healthy run has no warning") func aHealthyRunHasNoWarning() throws {
    let report = try report(Self.correct)
    #expect(report.warnings.isEmpty)
    #expect(report.silenced.isEmpty)
    #expect(report.silencedWarnings == 0)
    #expect(report.timings == nil)
  }

  @Test("names are in byte order and each one once") func namesAreInByteOrderAndEachOneOnce() {
    let names = HealthWarning.Kind.all.map(\.rawValue)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
  }

  @Test("comparisons that never had anything to compare are told, but not beside refused upgrades")
  func comparisonsThatNeverHadAnythingToCompareAreTold() throws {
    var subject = ToySubject(SubjectVersion(1, Self.person), SubjectVersion(2, Self.person))
    // Numbers as only the objects have that are added for a comparison.
    subject.admit = { graph in
      let isAdded = graph.tables[0].columns[0].contains { value in
        if case .int(let number) = value { (700_000..<800_000).contains(number) } else { false }
      }
      if isAdded { throw UpgradeError(.storeCorrupt, "There is such a number.") }
    }
    let report = try report(subject, trials: 200)
    let warning = try #require(report.warnings.first { $0.name == .notCompared })
    #expect(warning.message.hasPrefix("local compared nothing: the upgrades of all "))
    #expect(report.warnings.filter { $0.name == .notCompared }.count == 1)
    #expect(report.verdict == .passed)

    subject.migrate = { _, _, state in
      if state.count(of: "Person") > 0 { throw UpgradeError(.storeCorrupt, "Nobody may come.") }
    }
    let refused = try self.report(subject, trials: 200)
    #expect(refused.findings.contains { $0.check == .upgradeSucceeds })
    #expect(!refused.warnings.contains { $0.name == .notCompared })
  }

  // MARK: Silencing

  @Test("a silenced warning is only counted") func aSilencedWarningIsOnlyCounted() throws {
    let report = try report(Self.correct) {
      $0.timeLimit = 0
      $0.silenced = [.timeLimit, "local", .flaky, .timeLimit]
    }
    #expect(report.warnings.isEmpty)
    #expect(report.silencedWarnings == 1)
    #expect(report.silenced == ["flaky", "local", "time-limit"])
    #expect(report.verdict == .vacuous)
  }

  @Test("a silenced name leaves other warnings alone")
  func aSilencedNameLeavesOtherWarningsAlone() throws {
    let report = try report(Self.correct) {
      $0.timeLimit = 0
      $0.silenced = [.flaky]
    }
    #expect(report.warnings.map(\.name) == [.timeLimit])
    #expect(report.silencedWarnings == 0)
  }

  @Test("a name that no warning has is refused with those that there are")
  func aNameThatNoWarningHasIsRefusedWithThoseThatThereAre() throws {
    let error = #expect(throws: VerificationError.self) {
      try report(Damaging()) { $0.silenced = ["flakey"] }
    }
    #expect(error?.code == .invalidOption)
    #expect(
      error?.message == "There is no warning \"flakey\" to silence; did you mean \"flaky\"?")
    let other = #expect(throws: VerificationError.self) {
      try report(Damaging()) { $0.silenced = ["xyz"] }
    }
    #expect(
      other?.message == """
        There is no warning "xyz" to silence; the warnings are: corpus-not-written, \
        corpus-skipped, crash-safe, flaky, idle-allowance, information-kept, injected-fault-missed, \
        invalid-graphs, local, nondeterministic-generator, not-compared, order-independent, \
        possible-loss, rarely-exercised, side-effects, slow-trial, states-capped, step-never-runs, \
        time-limit, toy-loses-names, unclear-result, unknown-type.
        """)
  }

  @Test("a name of the release before still silences a warning")
  func aNameOfTheReleaseBeforeStillSilencesAWarning() {
    #expect(HealthWarning.Kind("canary-missed") == .injectedFaultMissed)
  }

  // MARK: Each warning

  @Test("a run that is out of time") func aRunThatIsOutOfTime() throws {
    let warning = try #require(report(Self.correct) { $0.timeLimit = 0 }.warnings.first)
    #expect(warning.message.hasPrefix("The time limit ended the run after 0 of "))
    #expect(
      warning.remedy
        == "Give it more time with --time-limit, or ask for fewer trials with --trials.")
    #expect(warning.hop == nil)
  }

  @Test("graphs that the subject does not hold") func graphsThatTheSubjectDoesNotHold() throws {
    var subject = Self.correct
    subject.admit = { graph in
      if graph.tables[0].count > 2 {
        throw UpgradeError(.typeMismatch, "No more than two persons.")
      }
    }
    let report = try report(subject, trials: 80)
    let warnings = report.warnings.filter { $0.name == .invalidGraphs }
    #expect(warnings.map(\.hop) == [Hop(from: 1, to: 1), Hop(from: 2, to: 2)])
    let warning = try #require(warnings.first)
    #expect(
      warning.message.wholeMatch(
        of:
          #/\d+ of 40 random graphs of version 1 made no store, so they tested nothing\. The first one: No more than two persons\./#
      ) != nil)
    #expect(
      warning.remedy == """
        Say in the schema of version 1 what the store demands of its objects, or make the store hold \
        all that the schema allows.
        """)
    // Each refusal is a finding as well, and no less.
    #expect(report.verdict == .failed)
  }

  @Test("a schema that is refused is no fault of its graphs")
  func aSchemaThatIsRefusedIsNoFaultOfItsGraphs() throws {
    let invalid = ObjectType("Invalid", [Property("x", .int)])
    let report = try report(ToySubject(SubjectVersion(1, invalid), SubjectVersion(2, invalid)))
    #expect(report.verdict == .failed)
    #expect(report.warnings.isEmpty)
  }

  @Test("graphs that are not valid") func graphsThatAreNotValid() throws {
    // No schema may have a set of embedded objects, but the toy does not mind.
    let subject = ToySubject(
      SubjectVersion(
        1, ObjectType("A", [Property("s", .object, collection: .set, objectType: "E")]),
        ObjectType("E", embedded: true, [Property("x", .int)])),
      SubjectVersion(2, ObjectType("A", [Property("n", .int)])))
    let report = try report(subject, trials: 200)
    let warning = try #require(report.warnings.first { $0.name == .invalidGraphs })
    #expect(
      warning.message.hasSuffix(
        "The first one: A#0.s: an embedded object that the property does not admit."))
  }

  @Test("a finding that comes and goes") func aFindingThatComesAndGoes() throws {
    let calls = Locked(0)
    var subject = Self.correct
    subject.migrate = { hop, _, state in
      let isFirst = calls.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { throw UpgradeError(.authorError, "The first upgrade of all fails.") }
    }
    let report = try report(subject, trials: 1) { $0.jobs = 1 }
    let warning = try #require(report.warnings.first { $0.name == .flaky })
    #expect(
      warning.message.wholeMatch(
        of: #/.+ came and went when the counterexample was run again\./#) != nil)
    #expect(
      warning.remedy == """
        Something beside the store decides: look in the migration, and in the code that it calls, for \
        the clock, random numbers and state that outlives an upgrade.
        """)
    #expect(warning.hop == report.findings.first { $0.isFlaky }?.hop)
  }

  @Test("a case of the corpus that no longer fits") func aCaseOfTheCorpusThatNoLongerFits() {
    let warning = HealthWarning.corpusSkipped("a.case.json", reason: "it is too old")
    #expect(warning.message == "a.case.json was not replayed: it is too old.")
    #expect(
      warning.remedy == """
        Delete the case if the history was changed on purpose; else fix the case, or bring back the \
        version that it is about.
        """)
  }

  @Test("a finding that cannot be saved") func aFindingThatCannotBeSaved() {
    #expect(
      HealthWarning.corpusNotWritten("the disk is full").remedy == """
        The same seed finds it again. If the folder cannot be written, name another one with \
        --corpus.
        """)
  }

  @Test("states that were not followed") func statesThatWereNotFollowed() {
    let warning = HealthWarning.statesCapped(3)
    #expect(
      warning.message == """
        More than 64 distinct states at version 3 in one trial; the others were not followed.
        """)
    #expect(
      warning.remedy == """
        Fix the findings of paths-agree first: each of them doubles the states. Else check fewer \
        versions at a time, with --from and --to.
        """)
    #expect(warning.hop == Hop(from: 3, to: 3))
  }

  @Test("defects of an engine are told once for a place")
  func defectsOfAnEngineAreToldOnceForAPlace() throws {
    let report = try report(Damaging())
    #expect(report.verdict == .passed)
    #expect(
      report.warnings == [
        HealthWarning(
          "toy-loses-names", "Names are lost.", remedy: "Keep them elsewhere.",
          hop: Hop(from: 2, to: 3), alsoAt: [Hop(from: 1, to: 3)], type: "Person",
          property: "name")
      ])
    #expect(try self.report(Damaging()) { $0.to = 2 }.warnings.isEmpty)
    let silent = try self.report(Damaging()) { $0.silenced = ["toy-loses-names"] }
    #expect(silent.warnings.isEmpty)
    #expect(silent.silencedWarnings == 1)
  }

  /// Its engine loses names on the way into version 3.
  private struct Damaging: Subject, KnownDefects {
    let toy = HealthWarningTests.correct
    var name: String { toy.name }
    var rules: String { toy.rules }
    var versions: [SubjectVersion] { toy.versions }
    var ignoring: [PropertyPath] { [] }
    var evidence: Evidence {
      var evidence = toy.evidence
      evidence.defects = self
      return evidence
    }
    var defectNames: [String] { ["toy-loses-names"] }

    func defects(from: UInt64, to: UInt64) -> [EngineDefect] {
      guard from < 3, to >= 3 else { return [] }
      return [
        EngineDefect(
          name: "toy-loses-names", place: "Person.name", message: "Names are lost.",
          remedy: "Keep them elsewhere.")
      ]
    }

    func makeStore(
      _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
    ) throws -> any SubjectStore {
      try toy.makeStore(kind, at: version, holding: graph, in: directory)
    }
  }

  // MARK: Times

  @Test("times are measured only if they are asked for")
  func timesAreMeasuredOnlyIfTheyAreAskedFor() throws {
    let timings = try #require(report(Self.correct) { $0.timings = true }.timings)
    #expect(timings.seconds > 0)
    #expect(timings.trialsPerSecond > 0)
    #expect(timings.slowestTrial?.trial != nil)
    #expect(
      timings.phases.map(\.phase).starts(with: [.plan, .make, .upgrade, .reopen, .read, .check]))
    let none = try #require(
      report(Self.correct) {
        $0.timings = true
        $0.timeLimit = 0
      }.timings)
    #expect(none.trialsPerSecond == 0)
    #expect(none.slowestTrial == nil)
  }
}
