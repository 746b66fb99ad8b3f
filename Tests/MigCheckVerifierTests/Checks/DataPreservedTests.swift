import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

@Suite struct DataPreservedTests {
  static let first = SubjectVersion(1, ObjectType("Person", [Property("age", .int)]))

  @Test func aGoneTypeWithObjectsIsALossUnlessItIsDropped() throws {
    let other = ObjectType("Other", [Property("x", .int)])
    let person = ObjectType("Person", [Property("age", .int)])
    let first = SubjectVersion(1, person, other)
    let graph = ObjectGraph(first, [.int(1)], [.int(2)])
    let lost = try ToySubject(first, SubjectVersion(2, other)).failures(graph)
    #expect(lost.summary == ["data-preserved typeGone Person 1 → 2"])
    #expect(lost.first?.violation.count == 2)
    let dropped = SubjectVersion(2, drops: [PropertyPath(type: "Person")], other)
    #expect(try ToySubject(first, dropped).failures(graph).isEmpty)
    let empty = ObjectGraph(schema: first.schema)
    #expect(try ToySubject(first, SubjectVersion(2, other)).failures(empty).isEmpty)
  }
}

@Suite struct ObjectLossTests {
  static let person = ObjectType("Person", [Property("age", .int)])
  static let first = SubjectVersion(1, person)
  static let graph = ObjectGraph(first, [.int(1)], [.int(2)])

  private func subject(
    _ cause: UpgradeRecord.Cause?, drops: [PropertyPath] = []
  ) -> ToySubject {
    var subject = ToySubject(Self.first, SubjectVersion(2, drops: drops, Self.person))
    subject.migrate = { _, _, state in
      state.removeLast(of: "Person")
      if let cause {
        state.record.deletions = [
          UpgradeRecord.Deletion(type: "Person", cause: cause, keys: [1])
        ]
      }
    }
    return subject
  }

  @Test(arguments: [
    (UpgradeRecord.Cause.migration, "migration"), (.silentOrphan, "silentOrphan"),
    (.silentCopy, "silentCopy"), (nil, "unexplained"),
  ]) func anObjectMayNotGoUnlessTheAuthorSaidSo(
    cause: UpgradeRecord.Cause?, code: String
  ) throws {
    #expect(
      try subject(cause).failures(Self.graph).summary
        == ["data-preserved objectGone (\(code)) Person 1 → 2"])
    let drops = [PropertyPath(type: "Person")]
    #expect(try subject(cause, drops: drops).failures(Self.graph).isEmpty)
  }

  @Test(arguments: [UpgradeRecord.Cause.declaredOrphan, .declaredCopy, .overwritten])
  func anObjectMayGoIfTheAuthorSaidSo(cause: UpgradeRecord.Cause) throws {
    #expect(try subject(cause).failures(Self.graph).isEmpty)
  }

  @Test func linksToAnObjectThatWentAreNoSecondLoss() throws {
    let dog = ObjectType("Dog", [Property("name", .string)])
    let person = ObjectType(
      "Person",
      [
        Property("dog", .object, objectType: "Dog", optional: true),
        Property("dogs", .object, collection: .list, objectType: "Dog"),
      ])
    let first = SubjectVersion(1, person, dog)
    var graph = ObjectGraph(schema: first.schema)
    let rex = graph.append([.string("Rex")], type: 1)
    let ada = graph.append([.string("Ada")], type: 1)
    graph.append([.link(ada), .list([.link(rex), .link(ada), .link(rex)])], type: 0)
    var subject = ToySubject(first, SubjectVersion(2, person, dog))
    subject.migrate = { _, _, state in
      state.removeLast(of: "Dog")
      state["Person", "dog"] = [.null]
      state["Person", "dogs"] = [.list([.link(rex), .link(rex)])]
      state.record.deletions = [
        UpgradeRecord.Deletion(type: "Dog", cause: .migration, keys: [1])
      ]
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved objectGone (migration) Dog 1 → 2"])
    subject.migrate = { _, _, state in
      state.removeLast(of: "Dog")
      state["Person", "dog"] = [.null]
      state["Person", "dogs"] = [.list([.link(rex)])]
      state.record.deletions = [
        UpgradeRecord.Deletion(type: "Dog", cause: .migration, keys: [1])
      ]
    }
    #expect(
      try subject.failures(graph).summary == [
        "data-preserved valueChanged Person.dogs 1 → 2",
        "data-preserved objectGone (migration) Dog 1 → 2",
      ])
  }

  @Test func anEmbeddedObjectThatGoesWithItsParentOrPropertyIsNoSecondLoss() throws {
    let address = ObjectType("Address", embedded: true, [Property("street", .string)])
    let link = Property("address", .object, objectType: "Address", optional: true)
    let other = Property("other", .object, objectType: "Address", optional: true)
    let first = SubjectVersion(1, ObjectType("Person", [link]), address)
    let embedded = Value.embedded(EmbeddedObject(type: 1, values: [.string("x")]))
    let graph = ObjectGraph(first, [embedded])
    let removed = SubjectVersion(2, ObjectType("Person", [other]), address)
    var subject = ToySubject(first, removed)
    // The removed and the added property look like a rename; that is the only finding.
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved lostRename Person.address 1 → 2"])
    subject = ToySubject(first, SubjectVersion(2, ObjectType("Person", []), address))
    #expect(try subject.failures(graph).isEmpty)
    subject = ToySubject(first, SubjectVersion(2, ObjectType("Person", [link]), address))
    subject.migrate = { _, _, state in
      state.removeLast(of: "Person")
      state.record.deletions = [
        UpgradeRecord.Deletion(type: "Person", cause: .migration, keys: [0]),
        UpgradeRecord.Deletion(type: "Address", cause: .migration, keys: [0]),
      ]
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved objectGone (migration) Person 1 → 2"])
    subject.migrate = { _, _, state in
      state["Person", "address"] = [.null]
      state.record.deletions = [
        UpgradeRecord.Deletion(type: "Address", cause: .migration, keys: [0])
      ]
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved objectGone (migration) Address 1 → 2"])
    subject.migrate = { _, _, state in
      state["Person", "address"] = [.null]
      state.record.writes = [
        UpgradeRecord.Write(type: "Person", property: "address", keys: [0])
      ]
    }
    #expect(try subject.failures(graph).isEmpty)
  }
}

@Suite struct ValueLossTests {
  private func subject(
    _ old: Property, _ new: Property, drops: [PropertyPath] = []
  ) -> ToySubject {
    ToySubject(
      SubjectVersion(1, ObjectType("Person", [old])),
      SubjectVersion(2, drops: drops, ObjectType("Person", [new])))
  }

  @Test func aKeptPropertyKeepsItsValueUnlessItIsWritten() throws {
    let age = Property("age", .int)
    var subject = subject(age, age)
    let graph = ObjectGraph(subject.versions[0], [.int(1)], [.int(2)])
    subject.migrate = { _, _, state in state["Person", "age"] = [.int(1), .int(3)] }
    let lost = try subject.failures(graph)
    #expect(lost.summary == ["data-preserved valueChanged Person.age 1 → 2"])
    #expect(lost.first?.violation.object == 1)
    #expect(lost.first?.before == "2")
    #expect(lost.first?.after == "3")
    subject.migrate = { _, _, state in
      state["Person", "age"] = [.int(1), .int(3)]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "age", keys: [1])]
    }
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { _, _, state in
      state["Person", "age"] = [.int(1), .int(3)]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "age", keys: [0])]
    }
    #expect(try subject.failures(graph).count == 1)
  }

  @Test func valuesAreComparedBitForBit() throws {
    let height = Property("height", .double)
    var subject = subject(height, height)
    let graph = ObjectGraph(subject.versions[0], [.double(-0.0)])
    subject.migrate = { _, _, state in state["Person", "height"] = [.double(0)] }
    #expect(
      try subject.failures(graph).first?.before == "-0.0 (bits 8000000000000000)")
  }

  @Test func aRenameCarriesTheValueAlong() throws {
    var subject = subject(Property("age", .int), Property("years", .int))
    let graph = ObjectGraph(subject.versions[0], [.int(7)])
    subject.migrate = { _, _, state in
      state["Person", "years"] = [.int(7)]
      state.record.renames = [UpgradeRecord.Rename(type: "Person", from: "age", to: "years")]
    }
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { _, _, state in
      state.record.renames = [UpgradeRecord.Rename(type: "Person", from: "age", to: "years")]
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved valueChanged Person.age 1 → 2"])
  }

  @Test func whatARenameOverwritesIsALossUnlessItIsGivenUpOrWrittenOrWasNothing() throws {
    let person = ObjectType("Person", [Property("a", .int), Property("b", .int)])
    var subject = ToySubject(
      SubjectVersion(1, person), SubjectVersion(2, ObjectType("Person", [Property("b", .int)])))
    subject.migrate = { _, _, state in
      state["Person", "b"] = [.int(1)]
      state.record.renames = [UpgradeRecord.Rename(type: "Person", from: "a", to: "b")]
    }
    let version = subject.versions[0]
    let graph = ObjectGraph(version, [.int(1), .int(2)])
    #expect(
      try subject.failures(graph).summary == ["data-preserved replacedByRename Person.b 1 → 2"])
    for b in [Int64(0), 1] {
      #expect(try subject.failures(ObjectGraph(version, [.int(1), .int(b)])).isEmpty)
    }
    var writing = subject
    writing.migrate = { _, _, state in
      state["Person", "b"] = [.int(1)]
      state.record.renames = [UpgradeRecord.Rename(type: "Person", from: "a", to: "b")]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "b", keys: [0])]
    }
    #expect(try writing.failures(graph).isEmpty)
    subject.versions[1].drops = ["Person.b"]
    #expect(try subject.failures(graph).isEmpty)
  }

  @Test func aValueThatIsDiscardedWhenItsPropertyIsMadeRequiredIsALoss() throws {
    var subject = subject(Property("age", .int, optional: true), Property("age", .int))
    subject.migrate = { _, _, state in
      state["Person", "age"] = state["Person", "age"].map { _ in .int(0) }
    }
    let version = subject.versions[0]
    #expect(
      try subject.failures(ObjectGraph(version, [.null], [.int(5)])).summary
        == ["data-preserved discardedMadeRequired Person.age 1 → 2"])
    #expect(try subject.failures(ObjectGraph(version, [.null], [.int(0)])).isEmpty)
    subject.versions[1].drops = [PropertyPath(type: "Person", property: "age")]
    #expect(try subject.failures(ObjectGraph(version, [.int(5)])).isEmpty)
  }

  @Test func aValueThatIsDiscardedWhenItsPropertyIsRetypedIsALoss() throws {
    var subject = subject(Property("age", .int), Property("age", .string))
    let graph = ObjectGraph(subject.versions[0], [.int(5)])
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved discardedRetyped Person.age 1 → 2"])
    #expect(try subject.failures(ObjectGraph(subject.versions[0], [.int(0)])).isEmpty)
    subject.migrate = { _, _, state in state["Person", "age"] = [.string("5")] }
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { _, _, state in
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "age", keys: [0])]
    }
    #expect(try subject.failures(graph).isEmpty)
  }

  @Test func aRemovedPropertyIsPlainlyGone() throws {
    let first = SubjectVersion(1, ObjectType("Person", [Property("age", .int)]))
    let graph = ObjectGraph(first, [.int(5)])
    let removed = SubjectVersion(2, ObjectType("Person", [Property("name", .string)]))
    #expect(try ToySubject(first, removed).failures(graph).isEmpty)
  }

  @Test func anObjectThatIsEmbeddedOrCopiedIsTheSameObject() throws {
    func person(_ embedded: Bool) -> SubjectVersion {
      SubjectVersion(
        embedded ? 2 : 1,
        ObjectType("Person", [Property("dogs", .object, collection: .list, objectType: "Dog")]),
        ObjectType("Dog", embedded: embedded, [Property("name", .string)]))
    }
    var graph = ObjectGraph(schema: person(false).schema)
    let rex = graph.append([.string("Rex")], type: 1)
    graph.append([.list([.link(rex), .link(rex)])], type: 0)
    var subject = ToySubject(person(false), person(true))
    @Sendable func copies(_ second: String) -> [Value] {
      [
        .list(
          zip([1, 2], ["Rex", second]).map { key, name in
            .embedded(EmbeddedObject(type: 1, values: [.string(name)], key: Int64(key)))
          })
      ]
    }
    let record = UpgradeRecord(
      deletions: [UpgradeRecord.Deletion(type: "Dog", cause: .declaredCopy, keys: [0])],
      creations: [UpgradeRecord.Creation(type: "Dog", keys: [1, 2], originals: [0, 0])])
    subject.migrate = { _, _, state in
      state["Person", "dogs"] = copies("Rex")
      state.record = record
    }
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { _, _, state in
      state["Person", "dogs"] = copies("Rex")
      state.record = record
      state.record.deletions[0].cause = .silentCopy
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved objectGone (silentCopy) Dog 1 → 2"])
    subject.versions[1].drops = [PropertyPath(type: "Dog")]
    #expect(try subject.failures(graph).isEmpty)
    subject.versions[1].drops = []
    subject.migrate = { _, _, state in
      state["Person", "dogs"] = copies("")
      state.record = record
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved valueChanged Dog.name 1 → 2"])
  }
}

@Suite struct LostRenameTests {
  private static func subject(
    _ old: [Property], _ new: [Property], drops: [PropertyPath] = []
  ) -> ToySubject {
    ToySubject(
      SubjectVersion(1, ObjectType("Person", old)),
      SubjectVersion(2, drops: drops, ObjectType("Person", new)))
  }

  @Test func aPropertyThatGoesWhileOneOfItsTypeComesIsALostRename() throws {
    var subject = Self.subject([Property("age", .int)], [Property("years", .int)])
    let graph = ObjectGraph(subject.versions[0], [.int(5)])
    let lost = try subject.failures(graph)
    #expect(lost.summary == ["data-preserved lostRename Person.age 1 → 2"])
    #expect(lost.first?.message.contains("while years is added with the same type") == true)
    #expect(try subject.failures(ObjectGraph(subject.versions[0], [.int(0)])).isEmpty)
    subject.versions[1].drops = [PropertyPath(type: "Person", property: "age")]
    #expect(try subject.failures(graph).isEmpty)
  }

  @Test func anotherTypeOrALaterVersionIsNoRename() throws {
    let other = Self.subject([Property("age", .int)], [Property("name", .string)])
    #expect(try other.failures(ObjectGraph(other.versions[0], [.int(5)])).isEmpty)
    var later = Self.subject([Property("age", .int)], [])
    later.versions.append(SubjectVersion(3, ObjectType("Person", [Property("years", .int)])))
    #expect(try later.failures(ObjectGraph(later.versions[0], [.int(5)])).isEmpty)
  }

  @Test func aWriteToTheAddedPropertyMeansThatTheAuthorTookCare() throws {
    var subject = Self.subject([Property("age", .int)], [Property("years", .int)])
    subject.migrate = { _, _, state in
      state["Person", "years"] = [.int(6), .int(0)]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "years", keys: [0])]
    }
    let graph = ObjectGraph(subject.versions[0], [.int(5)], [.int(1)])
    #expect(try subject.failures(graph).isEmpty)
  }

  @Test func valuesThatShowInAnotherWrittenPropertyAreNotLost() throws {
    let text = Property("full", .string)
    var subject = Self.subject(
      [Property("first", .string), Property("last", .string)],
      [text, Property("nick", .string)])
    let graph = ObjectGraph(subject.versions[0], [.string("Ada"), .string("King")])
    subject.migrate = { _, _, state in
      state["Person", "full"] = [.string("Ada King")]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "full", keys: [0])]
    }
    #expect(try subject.failures(graph).isEmpty)
    subject.migrate = { _, _, state in
      state["Person", "full"] = [.string("King")]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "full", keys: [0])]
    }
    #expect(
      try subject.failures(graph).summary
        == ["data-preserved lostRename Person.first 1 → 2"])
    subject.migrationExpressions[2] = [
      MigrationExpression(type: "Person", property: "full", expression: "OLD.first || old.last")
    ]
    #expect(try subject.failures(graph).isEmpty)
    subject.migrationExpressions[2] = [
      MigrationExpression(
        type: "Person", property: "full", expression: "old.first2 || old.First || old.last")
    ]
    #expect(try subject.failures(graph).count == 1)
  }

  @Test func aStepThatWritesOnAConditionIsNoLostRename() throws {
    var subject = Self.subject([Property("age", .int)], [Property("years", .int)])
    let graph = ObjectGraph(subject.versions[0], [.int(5)])
    subject.migrationExpressions[2] = [
      MigrationExpression(type: "Person", property: "years", expression: "old.age"),
      MigrationExpression(type: "Person", property: nil, expression: "old.age > 10"),
    ]
    #expect(try subject.failures(graph).isEmpty)
  }
}

/// Engines lose the sign of a zero here and there, which is no loss of anybody's data.
@Suite struct SignOfZeroTests {
  private static let type = ObjectType(
    "T",
    [
      Property("f", .float), Property("d", .double), Property("n", .decimal128),
      Property("m", .mixed, optional: true), Property("l", .double, collection: .list),
    ])
  private static let negative: [Value] = [
    .float(-0.0), .double(-0.0), .decimal128(Decimal128("-0") ?? .nan), .double(-0.0),
    .list([.double(-0.0)]),
  ]
  private static let positive: [Value] = [
    .float(0), .double(0), .decimal128(.zero), .double(0), .list([.double(0)]),
  ]

  private func subject(writing values: [Value]) -> ToySubject {
    var subject = ToySubject(SubjectVersion(1, Self.type), SubjectVersion(2, Self.type))
    subject.keepsSignOfZero = false
    subject.migrate = { _, _, state in
      for (property, value) in zip(Self.type.storedProperties, values) {
        state["T", property.name] = state["T", property.name].map { _ in value }
      }
    }
    return subject
  }

  private func graph(_ subject: ToySubject) -> ObjectGraph {
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    graph.append(Self.negative, type: 0)
    return graph
  }

  @Test("a zero that lost its sign is no loss") func aZeroThatLostItsSignIsNoLoss() throws {
    var subject = subject(writing: Self.positive)
    #expect(try subject.failures(graph(subject)).isEmpty)
    // Unless the engine is one that keeps it.
    subject.keepsSignOfZero = true
    #expect(try subject.failures(graph(subject)).count == 5)
  }

  @Test("any other number in place of a zero is one")
  func anyOtherNumberInPlaceOfAZeroIsOne() throws {
    var values = Self.positive
    values[1] = .double(5e-100)
    let subject = subject(writing: values)
    #expect(
      try subject.failures(graph(subject)).summary
        == ["data-preserved valueChanged T.d 1 → 2"])
  }

  @Test("two ways that differ in the sign of a zero lead to the same")
  func twoWaysThatDifferInTheSignOfAZeroLeadToTheSame() {
    func snapshot(_ values: [Value]) -> Snapshot {
      var graph = ObjectGraph(schema: Schema([Self.type]))
      graph.append(values, type: 0)
      return Snapshot(version: 2, graph: graph, keys: [[0]])
    }
    func isEqual(_ first: [Value], _ second: [Value]) -> Bool {
      let comparison = SnapshotComparison(
        ignoring: [], keepsSignOfZero: false)
      if case .equal = comparison.outcome(snapshot(first), snapshot(second)) { return true }
      return false
    }
    #expect(isEqual(Self.negative, Self.positive))
    var other = Self.positive
    other[0] = .float(1)
    #expect(!isEqual(Self.negative, other))
  }
}

/// Rules of an engine of which the verifier knows nothing.
extension UpgradeRecord.Cause {
  fileprivate static let silentOrphan = engine("silentOrphan", isDeclared: false)
  fileprivate static let declaredOrphan = engine("declaredOrphan", isDeclared: true)
  fileprivate static let silentCopy = engine("silentCopy", isDeclared: false, leavesCopies: true)
  fileprivate static let declaredCopy = engine("declaredCopy", isDeclared: true, leavesCopies: true)

  private static func engine(
    _ code: String, isDeclared: Bool, leavesCopies: Bool = false
  ) -> Self {
    .engine(
      EngineRemoval(
        code: code, event: "are gone by rule", isDeclared: isDeclared, leavesCopies: leavesCopies))
  }
}
