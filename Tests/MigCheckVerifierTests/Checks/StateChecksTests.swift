import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

// One suite for each check that judges a state after a hop.

@Suite struct PrimaryKeyUniqueTests {
  static let person = ObjectType("Person", primaryKey: "id", [Property("id", .string)])

  @Test func twoObjectsMayNotShareAKey() throws {
    var subject = ToySubject(
      SubjectVersion(1, Self.person), SubjectVersion(2, Self.person), SubjectVersion(3, Self.person)
    )
    let graph = ObjectGraph(subject.versions[0], [.string("a")], [.string("b")])
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { hop, _, state in
      guard hop.to == 2 else { return }
      state["Person", "id"] = [.string("a"), .string("a")]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "id", keys: [1])]
    }
    let found = try subject.failures(graph).filter { $0.check != .pathsAgree }
    // The next hop finds the keys as they were, and does not report them again.
    #expect(found.summary == ["primary-key-unique duplicateKey Person.id 1 → 2"])
    #expect(found.first?.violation.object == 1)
    #expect(found.first?.after == "\"a\"")
  }

  @Test func keysAreComparedByTheirBytes() {
    let column: [Value] = [.string("\u{E9}"), .string("e\u{301}"), .null, .int(1)]
    #expect(PrimaryKeyUnique.duplicates(in: column).isEmpty)
    #expect(PrimaryKeyUnique.duplicates(in: column + [.null]).map(\.second) == [4])
    let uuid = Value.uuid(UUIDBytes(high: 1, low: 2))
    #expect(PrimaryKeyUnique.duplicates(in: [uuid, .int(2), uuid]).map(\.first) == [0])
  }
}

@Suite struct EmbeddedOneParentTests {
  static let address = ObjectType("Address", embedded: true, [Property("street", .string)])
  static let link = Property("address", .object, objectType: "Address", optional: true)

  private func subject(_ parents: Int, drops: [PropertyPath] = []) -> ToySubject {
    let person = ObjectType("Person", [Self.link])
    var subject = ToySubject(
      SubjectVersion(1, person, Self.address), SubjectVersion(2, drops: drops, person, Self.address)
    )
    subject.migrate = { _, _, state in
      state.snapshot.misplaced = [
        Snapshot.MisplacedObject(type: "Address", key: 9, parents: parents)
      ]
    }
    return subject
  }

  @Test(arguments: [(0, "noParent"), (2, "severalParents")])
  func anObjectWithoutExactlyOneParentIsAFault(parents: Int, kind: String) throws {
    let subject = subject(parents)
    let graph = ObjectGraph(subject.versions[0], [.null])
    #expect(
      try subject.failures(graph).summary
        == ["embedded-one-parent \(kind) Address 1 → 2"])
  }

  @Test func anOrphanOfWhatIsGivenUpIsNone() throws {
    for drop in [
      PropertyPath(type: "Person", property: "address"), PropertyPath(type: "Person"),
      PropertyPath(type: "Address"),
    ] {
      let subject = subject(0, drops: [drop])
      #expect(try subject.failures(ObjectGraph(subject.versions[0], [.null])).isEmpty)
      let shared = self.subject(2, drops: [drop])
      #expect(try shared.failures(ObjectGraph(shared.versions[0], [.null])).count == 1)
    }
  }

  @Test func anOrphanIsReportedOnlyByTheHopThatMadeIt() throws {
    var subject = subject(0)
    subject.versions.append(subject.versions[1])
    subject.versions[2].number = 3
    let graph = ObjectGraph(subject.versions[0], [.null])
    #expect(
      try subject.failures(graph).summary == [
        "embedded-one-parent noParent Address 1 → 2",
        "embedded-one-parent noParent Address 1 → 3",
      ])
  }
}

@Suite struct RequiredSetTests {
  private func found(_ property: Property, _ value: Value) throws -> [String] {
    let type = ObjectType("Person", [property])
    var subject = ToySubject(SubjectVersion(1, type), SubjectVersion(2, type))
    subject.migrate = { _, _, state in
      state["Person", property.name] = [value]
      state.record.writes = [
        UpgradeRecord.Write(type: "Person", property: property.name, keys: [0])
      ]
    }
    return try subject.failures(ObjectGraph(subject.versions[0], [property.zeroValue])).summary
  }

  @Test func nullInARequiredPropertyIsAFault() throws {
    let fault = ["required-set nullInRequired Person.p 1 → 2"]
    #expect(try found(Property("p", .int), .null) == fault)
    #expect(try found(Property("p", .int, collection: .list), .list([.int(1), .null])) == fault)
    #expect(
      try found(
        Property("p", .int, collection: .dictionary), .dictionary([DictionaryEntry("k", .null)]))
        == fault)
  }

  @Test func nullInAnOptionalPropertyIsNone() throws {
    #expect(try found(Property("p", .int, optional: true), .null) == [])
    #expect(try found(Property("p", .mixed, optional: true), .null) == [])
    #expect(try found(Property("p", .object, objectType: "Person", optional: true), .null) == [])
    #expect(
      try found(Property("p", .int, collection: .list, optional: true), .list([.null])) == [])
  }
}

@Suite struct LinksResolveTests {
  static let person = ObjectType(
    "Person", [Property("friend", .object, objectType: "Person", optional: true)])

  @Test func aLinkThatTheStoreCannotResolveIsAFault() throws {
    var subject = ToySubject(SubjectVersion(1, Self.person), SubjectVersion(2, Self.person))
    subject.migrate = { _, _, state in
      state.snapshot.danglingLinks = [
        Snapshot.DanglingLink(type: "Person", key: 0, property: "friend")
      ]
    }
    #expect(
      try subject.failures(ObjectGraph(subject.versions[0], [.null])).summary
        == ["links-resolve danglingLink Person.friend 1 → 2"])
  }

  @Test func aLinkOutOfTheGraphIsAFaultAndEndsThePath() throws {
    var subject = ToySubject(
      SubjectVersion(1, Self.person), SubjectVersion(2, Self.person), SubjectVersion(3, Self.person)
    )
    subject.migrate = { hop, _, state in
      guard hop.to == 2 else { return }
      state["Person", "friend"] = [.link(ObjectReference(type: 0, index: 7))]
    }
    #expect(
      try subject.failures(ObjectGraph(subject.versions[0], [.null])).summary
        == ["links-resolve danglingLink Person.friend 1 → 2"])
  }
}

@Suite struct DefaultsAppliedTests {
  static let old = SubjectVersion(1, ObjectType("Person", [Property("age", .int)]))
  static let new = SubjectVersion(
    2,
    ObjectType("Person", [Property("age", .int), Property("level", .int, default: .int(1))]))

  @Test func anAddedPropertyHasItsDeclaredDefaultUnlessItIsWritten() throws {
    var subject = ToySubject(Self.old, Self.new)
    let graph = ObjectGraph(Self.old, [.int(5)], [.int(6)])
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { _, _, state in state["Person", "level"] = [.int(0), .int(0)] }
    let found = try subject.failures(graph)
    #expect(found.summary == ["defaults-applied defaultNotApplied Person.level 1 → 2"])
    #expect(found.first?.violation.count == 2)
    subject.migrate = { _, _, state in
      state["Person", "level"] = [.int(0), .int(7)]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "level", keys: [0, 1])]
    }
    #expect(try subject.failures(graph).isEmpty)
  }

  @Test func theDefaultOfAVersionThatIsSkippedCountsOnlyWhereItsMigrationRuns() throws {
    let last = SubjectVersion(
      3,
      ObjectType("Person", [Property("age", .int), Property("level", .int, default: .int(2))]))
    var subject = ToySubject(Self.old, Self.new, last)
    subject.migrate = { hop, _, state in
      if hop == Hop(from: 1, to: 3) { state["Person", "level"] = [.int(1)] }
    }
    let graph = ObjectGraph(Self.old, [.int(5)])
    let skipped = "defaults-applied defaultNotApplied Person.level 1 → 3"
    #expect(try subject.failures(graph).summary.contains(skipped))
    subject.runsEachVersion = true
    #expect(try !subject.failures(graph).summary.contains(skipped))
  }
}

@Suite struct SchemaMatchesTests {
  @Test func aSchemaThatIsReadBackDifferentlyIsAFault() throws {
    let person = ObjectType("Person", [Property("age", .int)])
    var subject = ToySubject(SubjectVersion(1, person), SubjectVersion(2, person))
    subject.readSchema = { state in
      state.snapshot.version == 1
        ? state.snapshot.graph.schema
        : Schema([ObjectType("Person", [Property("age", .int, optional: true)])])
    }
    let found = try subject.failures(ObjectGraph(subject.versions[0], [.int(1)]))
    #expect(found.summary == ["schema-matches schemaDiffers Person.age 1 → 2"])
    #expect(
      found.first?.message == """
        The store's schema is not the declared one: Person.age becomes optional: int?.
        """)
  }

  @Test func orderAndDefaultsDoNotMatter() {
    let (a, b) = (Property("a", .int, default: .int(1)), Property("b", .int))
    #expect(
      SchemaMatches.violation(
        declared: Schema([ObjectType("T", [a, b])]),
        found: Schema([ObjectType("T", [b, Property("a", .int)])])) == nil)
  }
}

@Suite struct InvariantCheckTests {
  private func subject() -> ToySubject {
    let person = ObjectType("Person", [Property("age", .int)])
    var subject = ToySubject(
      SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))
    subject.versions[2].invariants = [
      Invariant(name: "older", type: "Person", since: 1, expression: "new.age >= old.age")
    ]
    return subject
  }

  @Test func anInvariantIsTriedForStoresThatStartedAtItsVersion() throws {
    var subject = subject()
    subject.violates = { old, _ in old == [.int(2)] }
    let graph = ObjectGraph(subject.versions[0], [.int(1)], [.int(2)])
    let found = try subject.failures(graph)
    #expect(found.summary == ["invariant invariantFails Person 1 → 3"])
    #expect(found.first?.violation.object == 1)
    #expect(found.first?.violation.subject == "older")
    subject.violates = { _, _ in false }
    #expect(try subject.failures(graph).isEmpty)
  }

  @Test func anInvariantThatThrowsIsAFaultOfItsOwn() throws {
    var subject = subject()
    subject.violates = { _, _ in throw UpgradeError(.expressionError, "no such function: f") }
    let found = try subject.failures(ObjectGraph(subject.versions[0], [.int(1)]))
    #expect(
      found.summary
        == ["invariant invariantCannotBeEvaluated (expressionError) Person 1 → 3"])
  }
}
