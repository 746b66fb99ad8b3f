import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct TrialRunTests {
  static let person = ObjectType("Person", [Property("age", .int)])
  static let three = ToySubject(
    SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))
  static let graph = ObjectGraph(three.versions[0], [.int(1)])

  /// A number that is another one each time.
  static let counter = Locked(0)

  @Test func aCorrectSubjectHasNoFaultInAnyStores() throws {
    for stores in [[StoreKind.memory], [.file], [.memory, .file]] {
      #expect(try Self.three.failures(Self.graph, stores: stores).isEmpty)
    }
  }

  @Test func aRefusedUpgradeIsReportedOnceForAllStoresAndEndsItsPaths() throws {
    var subject = Self.three
    subject.migrate = { hop, _, _ in
      if hop.to == 2 {
        throw UpgradeError(.duplicatePrimaryKey, "Twice.", type: "Person", property: "age")
      }
    }
    let found = try subject.failures(Self.graph, stores: [.memory, .file])
    #expect(
      found.summary == ["upgrade-succeeds refused (duplicatePrimaryKey) Person.age 1 → 2"])
    #expect(found.first?.site.path == [1, 2])
    #expect(found.first?.site.store == .memory)
  }

  @Test func aStoreThatCannotBeMadeIsReportedAtItsVersion() throws {
    let invalid = ObjectType("Invalid", [Property("x", .int)])
    let subject = ToySubject(SubjectVersion(1, invalid), SubjectVersion(2, invalid))
    let found = try subject.failures(ObjectGraph(schema: subject.versions[0].schema))
    #expect(found.summary == ["upgrade-succeeds refused (schemaInvalid) Invalid 1 → 1"])
    #expect(found.first?.site.path == [1])
  }

  @Test(arguments: [[StoreKind.memory], [.file], [.memory, .file]])
  func aMigrationThatRunsOnReopeningIsReported(stores: [StoreKind]) throws {
    var subject = Self.three
    subject.reopen = { _, state in state.snapshot.version == 3 }
    #expect(
      try subject.failures(Self.graph, stores: stores).summary == [
        "reopen-stable migratedOnReopening 1 → 3", "reopen-stable migratedOnReopening 2 → 3",
      ])
  }

  @Test(arguments: [[StoreKind.memory], [.file], [.memory, .file]])
  func aRowThatIsDroppedOnReopeningIsReportedAsSuch(stores: [StoreKind]) throws {
    var subject = Self.three
    let kind = stores[stores.count - 1]
    subject.reopen = { own, state in
      if own == kind, state.snapshot.version == 2 { state.removeLast(of: "Person") }
      return false
    }
    let found = try subject.failures(Self.graph, stores: stores)
    #expect(
      found.summary.first == "reopen-stable changedOnReopening Person 1 → 2", "\(found.summary)")
    #expect(found.first?.site.store == kind)
    #expect(!found.contains { $0.check == .storesAgree })
  }

  @Test func storesThatDifferAreReportedAndFollowedInMemoryOnly() throws {
    var subject = Self.three
    subject.migrate = { hop, kind, state in
      guard hop.to == 2, kind == .file else { return }
      state["Person", "age"] = [.int(9)]
    }
    let found = try subject.failures(Self.graph, stores: [.memory, .file])
    #expect(found.summary == ["stores-agree storesDiffer Person.age 1 → 2"])
    #expect(found.first?.rows == ["memory Person#0.age = 1", "file Person#0.age = 9"])
    #expect(found.first?.site.store == .file)
  }

  @Test func storesThatDifferInWhatNobodySeesAreReportedToo() throws {
    var subject = Self.three
    subject.migrate = { _, kind, state in if kind == .file { state.hidden = 1 } }
    let found = try subject.failures(Self.graph, stores: [.memory, .file])
    #expect(
      found.summary
        == ["stores-agree storesDiffer 1 → 2", "stores-agree storesDiffer 1 → 3"])
  }

  @Test func storesThatDoNotAgreeWhetherToUpgradeAreReportedOnce() throws {
    var subject = Self.three
    subject.migrate = { hop, kind, _ in
      if hop == Hop(from: 1, to: 2), kind == .file { throw UpgradeError(.storeCorrupt, "Torn.") }
    }
    #expect(
      try subject.failures(Self.graph, stores: [.memory, .file]).summary == [
        "stores-agree storesDifferInOutcome (memory: completed, file: storeCorrupt) 1 → 2"
      ])
  }

  @Test(arguments: [[StoreKind.memory], [.memory, .file]])
  func anUpgradeThatIsNotRepeatableIsReportedAsThatAlone(stores: [StoreKind]) throws {
    var subject = Self.three
    subject.migrate = { hop, _, state in
      guard hop.to == 2 else { return }
      let number = Self.counter.withLock { number in
        number += 1
        return number
      }
      state["Person", "age"] = [.int(Int64(number) + 100)]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "age", keys: [0])]
    }
    #expect(
      try subject.failures(Self.graph, stores: stores).summary
        == ["deterministic notRepeatable Person.age 1 → 2"])
  }

  @Test(arguments: [
    ([StoreKind.memory], true, 2), ([.memory], false, 2), ([.memory, .file], true, 3),
    ([.memory, .file], false, 2),
  ])
  func aSecondStoreRepeatsHopsThatAlwaysGiveTheSame(
    stores: [StoreKind], mayDiffer: Bool, runs: Int
  ) throws {
    let counter = Locked([Hop: Int]())
    var subject = Self.three
    subject.mayDifferWhenRepeated = mayDiffer
    subject.migrate = { hop, _, _ in counter.withLock { $0[hop, default: 0] += 1 } }
    #expect(try subject.failures(Self.graph, stores: stores).isEmpty)
    let hops = [Hop(from: 1, to: 2), Hop(from: 1, to: 3), Hop(from: 2, to: 3)]
    #expect(
      counter.withLock { $0 } == Dictionary(uniqueKeysWithValues: hops.map { ($0, runs) }))
  }

  @Test func ignoredPropertiesMayDifferBetweenStoresAndRepetitions() throws {
    var subject = Self.three
    subject.ignoring = [PropertyPath(type: "Person", property: "age")]
    subject.migrate = { _, _, state in
      let number = Self.counter.withLock { number in
        number += 1
        return number
      }
      state["Person", "age"] = [.int(Int64(number) + 100)]
      state.record.writes = [UpgradeRecord.Write(type: "Person", property: "age", keys: [0])]
    }
    #expect(try subject.failures(Self.graph, stores: [.memory, .file]).isEmpty)
  }
}

@Suite struct PathsAgreeTests {
  /// Version 2 does not have the property that versions 1 and 3 have.
  private func readded() -> ToySubject {
    let with = ObjectType("Person", [Property("email", .string)])
    let without = ObjectType("Person", [])
    return ToySubject(SubjectVersion(1, with), SubjectVersion(2, without), SubjectVersion(3, with))
  }

  @Test(arguments: VerificationOptions.Exploration.allCases)
  func pathsThatEndInDifferentGraphsAreReported(paths: VerificationOptions.Exploration) throws {
    let subject = readded()
    let graph = ObjectGraph(subject.versions[0], [.string("0")])
    let found = try subject.failures(graph, paths: paths)
    #expect(found.summary == ["paths-agree pathsDiffer (valueDiffers) Person.email 1 → 3"])
    #expect(found.first?.site.path == [1, 3])
    #expect(found.first?.site.otherPath == [1, 2, 3])
    #expect(
      found.first?.rows == ["1 → 3 Person#0.email = \"0\"", "1 → 2 → 3 Person#0.email = \"\""])
    #expect(
      try subject.failures(ObjectGraph(subject.versions[0], [.string("")]), paths: paths)
        .isEmpty)
  }

  @Test func ignoredPropertiesMayDiffer() throws {
    var subject = readded()
    subject.ignoring = [PropertyPath(type: "Person", property: "email")]
    #expect(
      try subject.failures(ObjectGraph(subject.versions[0], [.string("0")])).isEmpty)
  }

  @Test func aPrimaryKeyThatDiffersIsAValueAndNotTwoObjects() throws {
    var subject = readded()
    subject.versions[2].schema = Schema([
      ObjectType("Person", primaryKey: "email", [Property("email", .string)])
    ])
    #expect(
      try subject.failures(ObjectGraph(subject.versions[0], [.string("0")])).summary
        == ["paths-agree pathsDiffer (valueDiffers) Person.email 1 → 3"])
  }

  @Test func graphsThatAreEqualUpToTheirObjectsNamesAgree() throws {
    let person = ObjectType("Person", [Property("age", .int)])
    var subject = ToySubject(
      SubjectVersion(1, person), SubjectVersion(2, person), SubjectVersion(3, person))
    // The longer path makes its objects anew.
    subject.migrate = { hop, _, state in
      guard hop == Hop(from: 2, to: 3) else { return }
      state.snapshot.keys[0] = state.snapshot.keys[0].map { $0 + 9 }
      state.record.deletions = [
        UpgradeRecord.Deletion(type: "Person", cause: .overwritten, keys: [0])
      ]
    }
    #expect(try subject.failures(ObjectGraph(subject.versions[0], [.int(1)])).isEmpty)
  }
}
