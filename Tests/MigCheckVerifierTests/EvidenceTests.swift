import MigCheckModel
import Testing

@testable import MigCheckVerifier

/// What checks say of a subject that does not know everything of its upgrades.
@Suite struct EvidenceTests {
  private static let person = ObjectType("Person", [Property("age", .int)])
  private static let graph = ObjectGraph(SubjectVersion(1, person), [.int(1)], [.int(2)])

  /// A subject whose objects nobody can tell apart.
  private static func subject(
    _ next: ObjectType..., trace: MigrationTrace = .unknown,
    migrate: @escaping @Sendable (inout ToyState) -> Void
  ) -> ToySubject {
    var subject = ToySubject(
      SubjectVersion(1, person), SubjectVersion(number: 2, schema: Schema(next)))
    subject.identity = .none
    subject.trace = .columns
    subject.migrate = { _, _, state in
      state.trace = trace
      migrate(&state)
    }
    return subject
  }

  @Test("fewer objects than before are a loss, whoever they were")
  func fewerObjectsThanBeforeAreALoss() throws {
    let subject = Self.subject(Self.person) { $0.removeLast(of: "Person") }
    #expect(
      try subject.failures(Self.graph).summary == [
        "data-preserved objectGone (unexplained) Person 1 → 2"
      ])
  }

  @Test("objects may have moved to a type that the hop adds")
  func objectsMayHaveMovedToATypeThatTheHopAdds() throws {
    let subject = Self.subject(Self.person, ObjectType("Child", [Property("age", .int)])) { state in
      state.removeLast(of: "Person")
      state.snapshot.graph.append([.int(2)], type: 1)
      state.snapshot.keys[1] = [0]
    }
    #expect(try subject.failures(Self.graph).summary == [])
  }

  @Test(
    "a value of a column that no statement wrote must be there still",
    arguments: [[], ["Person.age"]] as [[PropertyPath]])
  func aValueOfAColumnThatNoStatementWroteMustBeThereStill(written: [PropertyPath]) throws {
    let trace = MigrationTrace.columns(ColumnTrace(written: written))
    let subject = Self.subject(Self.person, trace: trace) { state in
      state["Person", "age"] = [.int(2), .int(7)]
    }
    let expected = written.isEmpty ? ["data-preserved valueChanged Person.age 1 → 2"] : []
    #expect(try subject.failures(Self.graph).summary == expected)
  }

  @Test("values that merely changed places are kept where nobody knows whose they are")
  func valuesThatChangedPlacesAreKept() throws {
    let trace = MigrationTrace.columns(ColumnTrace())
    let subject = Self.subject(Self.person, trace: trace) { state in
      state["Person", "age"] = [.int(2), .int(1)]
    }
    #expect(try subject.failures(Self.graph).summary == [])
  }

  @Test("a report says which checks lacked something, and nothing where all is known")
  func aReportSaysWhichChecksLackedSomething() throws {
    var subject = Self.subject(Self.person) { _ in }
    let options = VerificationOptions(trials: 4, stores: [.memory])
    subject.trace = .none
    let items = try Verifier(subject, options: options).run().coverage.notApplicable
    #expect(
      items?.map { "\($0.check.rawValue): \($0.reason)" } == [
        "defaults-applied: the subject does not say what its migrations write",
        """
        data-preserved: the subject does not say which objects are the same; only the number of \
        objects was compared
        """,
        "local: the subject does not say which objects are the same",
      ])
    (subject.identity, subject.trace) = (.exact, .objects)
    #expect(try Verifier(subject, options: options).run().coverage.notApplicable == nil)
  }

  /// Tells which columns its migrations wrote, except for that into version 3 if there are two
  /// objects or more.
  private static var forgetful: ToySubject {
    var subject = ToySubject(
      SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))
    (subject.identity, subject.trace) = (.exact, .columns)
    subject.migrate = { hop, _, state in
      let isUnknown = hop.to == 3 && state.count(of: "Person") > 1
      state.trace = isUnknown ? .unknown : .columns(ColumnTrace())
    }
    return subject
  }

  @Test("a report says on which hops a check lacked something that the subject knows of others")
  func aReportSaysOnWhichHopsACheckLackedSomething() throws {
    let report = try Verifier(
      Self.forgetful, options: VerificationOptions(trials: 20, stores: [.memory])
    ).run()
    let items = try #require(report.coverage.notApplicable)
    #expect(
      items.map { "\($0.check.rawValue): \($0.reason)" } == [
        "defaults-applied: the subject does not say what the migration wrote",
        """
        data-preserved: the subject does not say what the migration wrote; only whether objects \
        are gone was looked at
        """,
      ])
    for hops in items.map({ $0.hops ?? [] }) {
      #expect(hops.map(\.hop) == [Hop(from: 1, to: 3), Hop(from: 2, to: 3)])
      for hop in hops {
        #expect(0 < hop.unknown && hop.unknown < hop.upgrades)
      }
    }
  }

  @Test("hops on which something is not known add up over shards")
  func hopsOnWhichSomethingIsNotKnownAddUp() throws {
    var options = VerificationOptions(trials: 20, stores: [.memory])
    let whole = try Verifier(Self.forgetful, options: options).run()
    let parts = try (1...3).map { index in
      options.shard = Shard(index: index, count: 3)
      return try Verifier(Self.forgetful, options: options).run()
    }
    let merged = try Report(merging: parts)
    #expect(merged.coverage.notApplicable == whole.coverage.notApplicable)
    #expect(parts[0].coverage.notApplicable != whole.coverage.notApplicable)
  }

  @Test("a hazard that only the engine knows is met, and finds what general hazards do not")
  func aHazardThatOnlyTheEngineKnowsIsMet() throws {
    struct Known: KnownHazards {
      func hazards(from old: SubjectVersion, to new: SubjectVersion) -> [EngineHazard] {
        [
          EngineHazard(place: "Person.age", description: "Person.age 123456789 is lost") { schema in
            var graph = ObjectGraph(schema: schema)
            graph.append([.int(123_456_789)], type: 0)
            return [graph]
          }
        ]
      }
    }
    var subject = ToySubject(SubjectVersion(1, Self.person), SubjectVersion(2, Self.person))
    subject.migrate = { _, _, state in
      state["Person", "age"] = state["Person", "age"].map { $0 == .int(123_456_789) ? .int(0) : $0 }
    }
    let options = VerificationOptions(trials: 0, stores: [.memory])
    #expect(try Verifier(subject, options: options).run().findings.isEmpty)
    subject.hazards = Known()
    let report = try Verifier(subject, options: options).run()
    #expect(report.findings.map(\.check) == [.dataPreserved])
    #expect(
      report.coverage.hazards.contains {
        $0.description == "Person.age 123456789 is lost" && $0.ran > 0
      })
  }
}
