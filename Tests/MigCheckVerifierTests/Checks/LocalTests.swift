import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct LocalTests {
  private static let old = ObjectType(
    "T", [Property("a", .int), Property("next", .object, objectType: "T", optional: true)])
  private static let new = ObjectType(
    "T",
    [
      Property("a", .int), Property("next", .object, objectType: "T", optional: true),
      Property("mark", .int),
    ])

  private static func subject(
    _ types: [ObjectType] = [new],
    _ migrate: @escaping @Sendable (inout ToyState) throws -> Void
  ) -> ToySubject {
    var subject = ToySubject(
      SubjectVersion(1, old), SubjectVersion(number: 2, schema: Schema(types)))
    subject.migrate = { _, _, state in try migrate(&state) }
    return subject
  }

  private func graph(_ subject: ToySubject, _ numbers: Int64...) -> ObjectGraph {
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    for number in numbers {
      graph.append([.int(number), .link(ObjectReference(type: 0, index: 0))], type: 0)
    }
    return graph
  }

  private func found(_ subject: ToySubject, _ graph: ObjectGraph) throws -> [String] {
    try subject.followUpFailures(graph).filter { $0.check == .local }.summary
  }

  @Test("a value that counts all objects is found")
  func aValueThatCountsAllObjectsIsFound() throws {
    let subject = Self.subject { state in
      let count = state.count(of: "T")
      state["T", "mark"] = state["T", "mark"].map { _ in .int(Int64(count)) }
    }
    let failures = try subject.followUpFailures(graph(subject, 1, 2))
    #expect(failures.summary == ["local additionMatters (valueDiffers) T.mark 1 → 2"])
    let failure = try #require(failures.first)
    #expect(failure.violation.object == 0)
    #expect(failure.violation.count == 2)
    #expect(failure.before == "2")
    #expect(failure.after == "3")
    #expect(failures.first?.site.change == .object(type: "T", isFirst: true))
  }

  @Test("a value that depends on the object alone is not")
  func aValueThatDependsOnTheObjectAloneIsNot() throws {
    let subject = Self.subject { $0["T", "mark"] = $0["T", "a"] }
    #expect(try subject.followUpFailures(graph(subject, 1, 2)).isEmpty)
  }

  @Test("whether objects live on may not depend on others")
  func whetherObjectsLiveOnMayNotDependOnOthers() throws {
    // The last object goes: it is one of the added ones where they come last.
    let subject = Self.subject { state in
      state["T", "next"] = state["T", "next"].map { _ in .null }
      state.removeLast(of: "T")
    }
    let found = try found(subject, graph(subject, 1, 2))
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.hasPrefix("local additionMatters (object") })
  }

  @Test("objects that a migration makes for all are left out")
  func objectsThatAMigrationMakesForAllAreLeftOut() throws {
    let all = ObjectType(
      "All",
      [Property("count", .int), Property("members", .object, collection: .list, objectType: "T")])
    let subject = Self.subject([Self.new, all]) { state in
      let members = (0..<state.count(of: "T")).map {
        Value.link(ObjectReference(type: 0, index: $0))
      }
      state.snapshot.graph.append([.int(Int64(members.count)), .list(members)], type: 1)
      state.snapshot.keys[1] = [0]
    }
    #expect(try found(subject, graph(subject, 1, 2)) == [])
  }

  @Test("what a migration makes and objects lead to is looked at")
  func whatAMigrationMakesAndObjectsLeadToIsLookedAt() throws {
    let owner = ObjectType(
      "T", Self.new.properties + [Property("info", .object, objectType: "Info", optional: true)])
    let info = ObjectType("Info", [Property("count", .int)])
    func subject(counts: Bool) -> ToySubject {
      Self.subject([owner, info]) { state in
        let count = state.count(of: "T")
        for row in 0..<count {
          state.snapshot.graph.append([.int(counts ? Int64(count) : 0)], type: 1)
          state["T", "info"][row] = .link(ObjectReference(type: 1, index: row))
        }
        state.snapshot.keys[1] = (0..<count).map(Int64.init)
      }
    }
    let counting = subject(counts: true)
    #expect(try !found(counting, graph(counting, 1, 2)).isEmpty)
    let plain = subject(counts: false)
    #expect(try found(plain, graph(plain, 1, 2)) == [])
  }

  @Test("a link to an unrelated object is found")
  func aLinkToAnUnrelatedObjectIsFound() throws {
    let subject = Self.subject { state in
      let last = ObjectReference(type: 0, index: state.count(of: "T") - 1)
      state["T", "next"] = state["T", "next"].map { _ in .link(last) }
    }
    let found = try found(subject, graph(subject, 1, 2))
    #expect(!found.isEmpty)
  }

  @Test("a copy is judged by the object that it is a copy of")
  func aCopyIsJudgedByTheObjectThatItIsACopyOf() throws {
    func subject(marks: Bool) -> ToySubject {
      Self.subject { state in
        let count = state.count(of: "T")
        let keys = state.keys(of: "T")
        state["T", "mark"] = state["T", "mark"].map { _ in .int(0) }
        // Every object is replaced by a copy of it.
        state.snapshot.keys[0] = keys.map { $0 + Int64(count) }
        state.record.creations = [
          .init(type: "T", keys: state.snapshot.keys[0], originals: keys)
        ]
        if marks { state["T", "mark"] = state["T", "mark"].map { _ in .int(Int64(count)) } }
      }
    }
    let marking = subject(marks: true)
    #expect(
      try found(marking, graph(marking, 1, 2)).first?
        .hasPrefix("local additionMatters (valueDiffers) T.mark") == true)
    let plain = subject(marks: false)
    #expect(try found(plain, graph(plain, 1, 2)) == [])
  }

  @Test("a refusal that unrelated objects bring about is found")
  func aRefusalThatUnrelatedObjectsBringAboutIsFound() throws {
    let subject = Self.subject { state in
      if state.count(of: "T") == 3 { throw UpgradeError(.authorError, "Three.") }
    }
    let failures = try subject.followUpFailures(graph(subject, 1, 2))
    #expect(failures.summary == ["local additionDecidesOutcome (authorError) 1 → 2"])
    #expect(failures.first?.before == "completed")
    #expect(failures.first?.after == "authorError")
  }

  @Test("a refusal that unrelated objects prevent is found")
  func aRefusalThatUnrelatedObjectsPreventIsFound() throws {
    let subject = Self.subject { state in
      if state.count(of: "T") == 2 { throw UpgradeError(.authorError, "Two.") }
    }
    #expect(
      try found(subject, graph(subject, 1, 2))
        == ["local additionDecidesOutcome (authorError) 1 → 2"])
  }

  @Test("objects that are refused by themselves, and keys that meet, say nothing")
  func objectsThatAreRefusedByThemselvesSayNothing() throws {
    let picky = Self.subject { state in
      for value in state["T", "a"] {
        guard case .int(let number) = value, number > 1000 else { continue }
        throw UpgradeError(.typeMismatch, "Too large.")
      }
    }
    #expect(try picky.followUpFailures(graph(picky, 1, 2)).isEmpty)
    let unique = Self.subject { state in
      if state.count(of: "T") > 2 { throw UpgradeError(.duplicatePrimaryKey, "Twice.") }
    }
    #expect(try found(unique, graph(unique, 1, 2)) == [])
  }
}
