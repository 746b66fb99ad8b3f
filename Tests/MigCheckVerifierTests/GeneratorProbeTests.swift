import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

@Suite struct GeneratorProbeTests {
  static let first: ToySubject = {
    let person = ObjectType("Person", [Property("age", .int, default: .int(1))])
    var subject = ToySubject(
      SubjectVersion(1, person), SubjectVersion(2, drops: ["Person.age"], person))
    subject.ignoring = ["Person.age"]
    subject.versions[1].invariants = [
      Invariant(name: "i", type: "Person", since: 1, expression: "old.age = new.age")
    ]
    subject.migrationExpressions = [
      2: [MigrationExpression(type: "Person", property: "age", expression: "old.age + 1")]
    ]
    return subject
  }()

  private func message(_ change: (inout ToySubject) -> Void) -> String? {
    var later = Self.first
    change(&later)
    return GeneratorProbe(Self.first).warning(against: GeneratorProbe(later))?.message
  }

  @Test("the same answers are no matter") func theSameAnswersAreNoMatter() {
    #expect(message { _ in } == nil)
  }

  @Test("another answer is named") func anotherAnswerIsNamed() {
    func sentence(_ what: String) -> String {
      "Toy gives \(what) when it is asked again, so no seed repeats this run."
    }
    #expect(message { $0.name = "Toys" } == sentence("another name"))
    #expect(message { $0.ignoring = [] } == sentence("another list of ignored properties"))
    #expect(message { $0.versions.removeLast() } == sentence("other versions"))
    #expect(
      message {
        let person = ObjectType("Person", [Property("age", .int, default: .int(2))])
        $0.versions[0].schema = Schema([person])
      } == sentence("another schema for version 1"))
    // Equal to Swift, and not to a store.
    #expect(
      message {
        let person = ObjectType("Person", [Property("a\u{E9}", .int)])
        $0.versions[0].schema = Schema([person])
      } == sentence("another schema for version 1"))
    #expect(message { $0.versions[1].drops = [] } == sentence("other drops for version 2"))
    #expect(
      message { $0.versions[1].invariants[0].expression = "1" }
        == sentence("other invariants for version 2"))
    #expect(
      message { $0.migrationExpressions[2] = [] }
        == sentence("another migration into version 2"))
  }

  @Test("names that only look alike are different") func namesThatOnlyLookAlikeAreDifferent() {
    func subject(_ name: String) -> ToySubject {
      let type = ObjectType("T", [Property(name, .int)])
      return ToySubject(SubjectVersion(1, type), SubjectVersion(2, type))
    }
    let warning = GeneratorProbe(subject("\u{E9}")).warning(
      against: GeneratorProbe(subject("e\u{301}")))
    #expect(warning?.name == .nondeterministicGenerator)
  }

  @Test("a trial that comes out differently is named")
  func aTrialThatComesOutDifferentlyIsNamed() {
    let schema = Self.first.versions[0].schema
    func warning(unstable: Int?, of trials: Int) -> HealthWarning? {
      var makings = 0
      func graph(_ trial: Int) -> ObjectGraph {
        makings += 1
        var graph = ObjectGraph(schema: schema)
        graph.append([.int(trial == unstable ? Int64(makings) : 0)], type: 0)
        return graph
      }
      return GeneratorProbe.warning(trials: trials, number: { $0 + 100 }, graph: graph)
    }
    #expect(warning(unstable: nil, of: 30) == nil)
    #expect(warning(unstable: nil, of: 0) == nil)
    for trial in [0, 10, 20, 29] {
      #expect(
        warning(unstable: trial, of: 30)?.message == """
          Trial \(100 + trial) came out as another graph when it was made again, so no seed repeats \
          this run.
          """)
    }
    #expect(
      warning(unstable: 0, of: 1)?.remedy
        == "This is a defect of migcheck; please report it with the history and the seed.")
  }

  /// Gives another default each time.
  private final class Fickle: Subject {
    private let asked = Locked(0)
    private let toy = GeneratorProbeTests.first
    let name = "Fickle"
    let rules = "toy"
    let ignoring: [PropertyPath] = []

    var versions: [SubjectVersion] {
      let count = asked.withLock { count in
        count += 1
        return count
      }
      let person = ObjectType("Person", [Property("age", .int, default: .int(Int64(count)))])
      return [SubjectVersion(1, person), SubjectVersion(2, person)]
    }

    func makeStore(
      _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
    ) throws -> any SubjectStore {
      try toy.makeStore(kind, at: version, holding: graph, in: directory)
    }
  }

  @Test("a run of a subject that changes says so") func aRunOfASubjectThatChangesSaysSo() throws {
    let options = VerificationOptions(trials: 3, stores: [.memory], jobs: 1)
    let report = try Verifier(Fickle(), options: options).run()
    let warning = try #require(report.warnings.first { $0.name == .nondeterministicGenerator })
    #expect(
      warning.message == """
        Fickle gives another schema for version 1 when it is asked again, so no seed repeats this run.
        """)
    #expect(
      warning.remedy == """
        Make the versions once, from constants: no random number, no time and no new identifier in a \
        name, a default or an expression.
        """)
  }
}
