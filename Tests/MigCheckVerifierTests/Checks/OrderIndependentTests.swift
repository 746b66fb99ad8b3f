import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct OrderIndependentTests {
  private static let type = ObjectType(
    "T",
    [
      Property("a", .int), Property("rank", .int),
      Property("next", .object, objectType: "T", optional: true),
    ])

  private static func subject(
    _ migrate: @escaping @Sendable (inout ToyState) throws -> Void
  ) -> ToySubject {
    var subject = ToySubject(
      SubjectVersion(
        1,
        ObjectType(
          "T", [Property("a", .int), Property("next", .object, objectType: "T", optional: true)])),
      SubjectVersion(2, type))
    subject.migrate = { _, _, state in try migrate(&state) }
    return subject
  }

  /// Objects with these numbers, each linked to the one before it.
  private func graph(_ subject: ToySubject, _ numbers: Int64...) -> ObjectGraph {
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    for (row, number) in numbers.enumerated() {
      let other = ObjectReference(type: 0, index: max(0, row - 1))
      graph.append([.int(number), .link(other)], type: 0)
    }
    return graph
  }

  private func found(_ subject: ToySubject, _ graph: ObjectGraph) throws -> [String] {
    try subject.followUpFailures(graph).filter { $0.check == .orderIndependent }
      .faults
  }

  /// Whether an object is the first with its number.
  @Sendable private static func rankByFirst(_ state: inout ToyState) {
    let numbers = state["T", "a"]
    state["T", "rank"] = numbers.indices.map { row in
      .int(numbers[..<row].contains(numbers[row]) ? 1 : 0)
    }
  }

  @Test("a value that depends on the order is found")
  func aValueThatDependsOnTheOrderIsFound() throws {
    let subject = Self.subject(Self.rankByFirst)
    let failures = try subject.followUpFailures(graph(subject, 1, 2, 2))
    #expect(
      failures.summary == ["order-independent orderMatters (valueDiffers) T.rank 1 → 2"])
    let failure = try #require(failures.first)
    #expect(failure.violation.object == 1)
    #expect(failure.before == "0")
    #expect(failure.after == "1")
    #expect(failures.first?.site.change == .reversed)
  }

  @Test("a value that depends on the object alone is not")
  func aValueThatDependsOnTheObjectAloneIsNot() throws {
    let subject = Self.subject { $0["T", "rank"] = $0["T", "a"] }
    #expect(try subject.followUpFailures(graph(subject, 1, 2, 2)).isEmpty)
  }

  @Test("objects that cannot be told apart may change places")
  func objectsThatCannotBeToldApartMayChangePlaces() throws {
    let numbering = Self.subject { state in
      state["T", "rank"] = state["T", "rank"].indices.map { .int(Int64($0)) }
    }
    var graph = ObjectGraph(schema: numbering.versions[0].schema)
    for _ in 0..<3 { graph.append([.int(1), .null], type: 0) }
    #expect(try found(numbering, graph) == [])
    graph.tables[0].columns[0][0] = .int(2)
    #expect(try found(numbering, graph) == ["orderMatters (valueDiffers) T.rank 1 → 2"])
  }

  @Test("which objects there are may not depend on the order either")
  func whichObjectsThereAreMayNotDependOnTheOrderEither() throws {
    let subject = Self.subject { state in
      state["T", "next"] = state["T", "next"].map { _ in .null }
      state.removeLast(of: "T")
    }
    #expect(try found(subject, graph(subject, 1, 2)).allSatisfy { $0.hasSuffix(" 1 → 2") })
    #expect(try !found(subject, graph(subject, 1, 2)).isEmpty)
    // One of two alike ones goes, whichever it is.
    #expect(try found(subject, graph(subject, 2, 2)) == [])
  }

  @Test("a refusal in one order only is found, two refusals are the same")
  func aRefusalInOneOrderOnlyIsFound() throws {
    let subject = Self.subject { state in
      if state["T", "a"].first == .int(7) {
        throw UpgradeError(.nullForRequired, "The first is 7.", type: "T", property: "a")
      }
    }
    let failures = try subject.followUpFailures(graph(subject, 1, 7))
    #expect(
      failures.summary == [
        "order-independent orderDecidesOutcome (nullForRequired) T.a 1 → 2"
      ])
    #expect(failures.first?.before == "completed")
    #expect(failures.first?.after == "nullForRequired")
    let refusing = Self.subject { state in
      let code: UpgradeError.Code =
        state["T", "a"].first == .int(7) ? .nullForRequired : .typeMismatch
      throw UpgradeError(code, "Always.")
    }
    #expect(try found(refusing, graph(refusing, 1, 7)) == [])
  }

  @Test("what is ignored does not count")
  func whatIsIgnoredDoesNotCount() throws {
    var subject = Self.subject(Self.rankByFirst)
    subject.ignoring = ["T.rank"]
    #expect(try subject.followUpFailures(graph(subject, 1, 2, 2)).isEmpty)
  }

  @Test("a migration that is not deterministic is no matter of the order")
  func aMigrationThatIsNotDeterministicIsNoMatterOfTheOrder() throws {
    let count = Locked(0)
    let subject = Self.subject { state in
      state["T", "rank"] = state["T", "rank"].map { _ in
        .int(
          Int64(
            count.withLock {
              $0 += 1
              return $0
            }))
      }
    }
    #expect(
      try Set(subject.followUpFailures(graph(subject, 1, 2)).map(\.check)) == [
        .deterministic
      ])
  }

  @Test("a chain of versions is tried as well as single hops")
  func aChainOfVersionsIsTriedAsWellAsSingleHops() throws {
    var subject = ToySubject(
      SubjectVersion(1, Self.type), SubjectVersion(2, Self.type), SubjectVersion(3, Self.type))
    // Only stores that came to version 2 from version 1 are ranked in version 3.
    subject.migrate = { hop, _, state in
      if hop == Hop(from: 1, to: 2) { state.hidden = 1 }
      if hop == Hop(from: 2, to: 3), state.hidden == 1 { Self.rankByFirst(&state) }
    }
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    for (row, number) in ([1, 2, 2] as [Int64]).enumerated() {
      let other = ObjectReference(type: 0, index: max(0, row - 1))
      graph.append([.int(number), .int(0), .link(other)], type: 0)
    }
    let failures = try subject.followUpFailures(graph)
      .filter { $0.check == .orderIndependent }
    #expect(failures.map(\.site.path) == [[1, 2, 3]])
    #expect(failures.map(\.hop) == [Hop(from: 1, to: 3)])
  }
}

extension [Failure] {
  /// `orderMatters (valueDiffers) T.rank 1 → 2`.
  fileprivate var faults: [String] {
    summary.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
  }
}
