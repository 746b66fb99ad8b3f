import MigCheckGeneration
import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@testable import MigCheckVerifier

@Suite struct ExerciseTests {
  @Test(
    "a value tells if its loss would show",
    arguments: [
      (Property("a", .int), Value.int(1), true), (Property("a", .int), .int(0), false),
      (Property("a", .int, optional: true), .null, false),
      (Property("a", .int, optional: true), .int(0), false),
      (Property("a", .int, default: .int(7)), .int(7), false),
      (Property("a", .int, default: .int(7)), .int(0), false),
      (Property("a", .int, default: .int(7)), .int(8), true),
      (Property("a", .bool), .bool(true), true), (Property("a", .bool), .bool(false), false),
      (Property("a", .bool, default: .bool(true)), .bool(false), true),
      (Property("a", .bool, default: .bool(true)), .bool(true), false),
      (Property("a", .mixed, optional: true), .int(0), true),
      (Property("a", .int, collection: .list), .list([]), false),
      (Property("a", .int, collection: .list), .list([.int(0)]), true),
      (Property("a", .int, collection: .list, optional: true), .list([.null]), false),
      (
        Property("a", .int, collection: .dictionary),
        .dictionary([DictionaryEntry("k", .int(0))]), true
      ),
    ])
  func aValueTellsIfItsLossWouldShow(property: Property, value: Value, tells: Bool) {
    #expect(property.isDistinctive(value) == tells)
  }

  private static let schema = Schema([
    ObjectType("Address", embedded: true, [Property("street", .string), Property("zip", .string)]),
    ObjectType("Ghost", embedded: true, [Property("a", .int)]),
    ObjectType(
      "Person",
      [
        Property("age", .int), Property("name", .string),
        Property("homes", .object, collection: .list, objectType: "Address"),
      ]),
  ])

  @Test("embedded objects and their values count")
  func embeddedObjectsAndTheirValuesCount() {
    var graph = ObjectGraph(schema: Self.schema)
    graph.append([.int(0), .string("x"), .list([])], type: 2)
    #expect(Exercise(graph).types == [false, false, true])
    #expect(Exercise(graph).properties == [[false, false], [false], [false, true, false]])
    let home = EmbeddedObject(type: 0, values: [.string("s"), .string("")])
    graph.append([.int(0), .string(""), .list([.embedded(home)])], type: 2)
    #expect(Exercise(graph).types == [true, false, true])
    #expect(Exercise(graph).properties == [[true, false], [false], [false, true, true]])
  }

  @Test("trials add up, random ones apart") func trialsAddUpRandomOnesApart() {
    var graph = ObjectGraph(schema: Self.schema)
    var count = ExerciseCount(schema: Self.schema)
    count.add(Exercise(graph), isRandom: true)
    graph.append([.int(0), .string("x"), .list([])], type: 2)
    count.add(Exercise(graph), isRandom: true)
    count.add(Exercise(graph), isRandom: false)
    #expect(count.randomTrials == 2)
    #expect(count.types.map(\.trials) == [0, 0, 2])
    #expect(count.types.map(\.randomTrials) == [0, 0, 1])
    #expect(count.types[2].properties == [0, 2, 0])
  }

  @Test("every type and property that can hold anything is exercised without random trials")
  func everyTypeAndPropertyThatCanHoldAnythingIsExercisedWithoutRandomTrials() throws {
    let subject = ToySubject(
      SubjectVersion(number: 1, schema: Self.schema),
      SubjectVersion(number: 2, schema: Self.schema))
    let report = try Verifier(subject, options: VerificationOptions(trials: 0)).run()
    #expect(report.verdict == .passed)
    // No top-level type leads to a Ghost.
    #expect(report.coverage.types.map(\.type) == ["Address", "Person"])
    #expect(
      report.coverage.types.map { $0.properties.map(\.property) }
        == [["street", "zip"], ["age", "name", "homes"]])
    for type in report.coverage.types {
      #expect(type.start == 1 && type.trials > 0 && type.random == Coverage.Rate())
      for property in type.properties { #expect(property.trials > 0, "\(property.property)") }
    }
  }

  @Test("a type or a property that was not upgraded makes a run vacuous")
  func aTypeOrAPropertyThatWasNotUpgradedMakesARunVacuous() {
    func verdict(_ type: Coverage.TypeCoverage) -> Report.Verdict {
      Report(
        RunScope(history: "", rules: "", from: 1, to: 2, seed: 0, stores: []),
        coverage: Coverage(types: [type])
      ).verdict
    }
    let kept = Coverage.PropertyCoverage(property: "a", trials: 1)
    let missed = Coverage.PropertyCoverage(property: "b", trials: 0)
    #expect(verdict(.init(start: 1, type: "T", trials: 1, properties: [kept])) == .passed)
    #expect(verdict(.init(start: 1, type: "T", trials: 1, properties: [kept, missed])) == .vacuous)
    #expect(verdict(.init(start: 1, type: "T", trials: 0)) == .vacuous)
  }

  @Test("trials whose paths do not end count for nothing")
  func trialsWhosePathsDoNotEndCountForNothing() throws {
    let person = ObjectType("Person", [Property("age", .int)])
    var subject = ToySubject(SubjectVersion(1, person), SubjectVersion(2, person))
    subject.migrate = { _, _, state in
      if state.count(of: "Person") > 0 { throw UpgradeError(.storeCorrupt, "No.") }
    }
    let report = try Verifier(subject, options: VerificationOptions(trials: 10)).run()
    #expect(report.coverage.types.map(\.trials) == [0])
    #expect(report.verdict == .failed)
  }

  @Test(
    "a type or invariant that random graphs hardly ever meet is warned of",
    .enabled(if: Sweep.isFull))
  func aTypeOrInvariantThatRandomGraphsHardlyEverMeetIsWarnedOf() throws {
    // Random graphs nest five deep at most.
    let nested =
      (1...7).map { level in
        ObjectType(
          "Level\(level)", embedded: level > 1,
          [Property("next", .object, objectType: "Level\(level + 1)", optional: true)])
      } + [ObjectType("Level8", embedded: true, [Property("a", .int)])]
    func warnings(trials: Int) throws -> [HealthWarning] {
      let schema = Schema(nested)
      var subject = ToySubject(
        SubjectVersion(number: 1, schema: schema), SubjectVersion(number: 2, schema: schema))
      subject.versions[1].invariants = [
        Invariant(name: "stays", type: "Level1", since: 1, expression: "1")
      ]
      return try Verifier(
        subject, options: VerificationOptions(trials: trials, stores: [.memory])
      ).run().warnings.filter { $0.name == "rarely-exercised" }
    }
    #expect(try warnings(trials: 200).isEmpty)
    let rare = try warnings(trials: 900)
    #expect(rare.contains { $0.message.hasPrefix("Level8 has objects in only 0 of 900 random") })
    #expect(!rare.contains { $0.message.contains("stays") || $0.message.hasPrefix("Level1") })
  }
}
