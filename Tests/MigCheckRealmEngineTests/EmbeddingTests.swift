import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

/// What the recorded cases cannot show: the words of the strict check, and what is recorded.
@Suite struct EmbeddingTests {
  private func upgrade(
    _ policy: (History.Orphans, History.Shared)?, parents: [Int]
  ) throws -> (Snapshot, UpgradeRecord) {
    let person = ObjectType("Person", [.link("home", to: "Address")])
    let steps = policy.map {
      [MigrationStep(.embed(type: "Address", orphans: $0.0, shared: $0.1))]
    }
    let history = History(
      name: "Test",
      stages: [
        HistoryVersion(
          number: 1,
          schema: Schema([ObjectType("Address", [Property("street", .string)]), person])),
        HistoryVersion(
          number: 2,
          schema: Schema([
            ObjectType("Address", embedded: true, [Property("street", .string)]), person,
          ]), steps: steps ?? []),
      ])
    var graph = ObjectGraph(schema: history.stages[0].schema)
    for (index, count) in parents.enumerated() {
      graph.append([.string("street \(index)")], type: 0)
      for _ in 0..<count {
        graph.append([.link(ObjectReference(type: 0, index: index))], type: 1)
      }
    }
    let store = try history.makeStore(.memory, at: 1, holding: graph, in: "")
    let record = try #require(try store.upgrade(to: 2).record)
    return (try store.snapshot(), record)
  }

  @Test("an orphan that must stay refuses the upgrade in the documentation's words")
  func anOrphanThatMustStayRefusesTheUpgradeInTheDocumentationsWords() {
    let error = #expect(throws: UpgradeError.self) {
      _ = try upgrade((.keep, .copy), parents: [1, 0, 0])
    }
    #expect(error?.code == .embeddedWithoutParent)
    #expect(
      error?.message
        == "At least one object does not have a backlink (data would get lost). "
        + "2 objects of type 'Address' cannot become embedded: no link leads there.")
  }

  @Test("a shared object that must stay refuses the upgrade in the documentation's words")
  func aSharedObjectThatMustStayRefusesTheUpgradeInTheDocumentationsWords() {
    let error = #expect(throws: UpgradeError.self) {
      _ = try upgrade((.delete, .keep), parents: [0, 2])
    }
    #expect(error?.code == .embeddedWithSeveralParents)
    #expect(
      error?.message
        == "At least one object does have multiple backlinks. "
        + "1 object of type 'Address' cannot become embedded: more than one link leads there.")
  }

  @Test("without a word from the author orphans and copies are recorded as silent")
  func withoutAWordFromTheAuthorOrphansAndCopiesAreRecordedAsSilent() throws {
    let (snapshot, record) = try upgrade(nil, parents: [0, 2, 1])
    #expect(record.deletions.map(\.cause.code) == ["silentOrphan", "silentCopy"])
    #expect(record.deletions.map(\.keys) == [[0], [1]])
    #expect(record.creations.first?.originals == [1, 1])
    let streets = snapshot.graph.tables[1].columns[0].map { value -> Value in
      if case .embedded(let object) = value { object.values[0] } else { .null }
    }
    #expect(streets == [.string("street 1"), .string("street 1"), .string("street 2")])
  }

  @Test("a declared policy is recorded as declared") func aDeclaredPolicyIsRecordedAsDeclared()
    throws
  {
    let (_, record) = try upgrade((.delete, .copy), parents: [0, 2])
    #expect(record.deletions.map(\.cause.code) == ["declaredOrphan", "declaredCopy"])
  }

  @Test(
    "objects that cannot have children are copied like others",
    arguments: [StoreKind.memory, .file])
  func objectsThatCannotHaveChildrenAreCopiedLikeOthers(kind: StoreKind) throws {
    let values: [[(Property, Value)]] = [
      [
        (Property("double", .double), .double(-0.0)), (Property("float", .float), .float(1.5)),
        (Property("decimal", .decimal128), .decimal128(try #require(Decimal128("-0.00")))),
        (Property("mixed", .mixed, optional: true), .link(ObjectReference(type: 2, index: 0))),
        (.list("list", of: .double), .list([.double(-0.0), .double(2)])),
        (.set("set", of: .string), .set([.string("a"), .string("b")])),
      ],
      [
        (Property("double", .double), .double(3)), (Property("float", .float), .float(-0.0)),
        (Property("decimal", .decimal128), .decimal128(try #require(Decimal128("7")))),
        (Property("mixed", .mixed, optional: true), .string("x")),
        (.list("list", of: .double), .list([])), (.set("set", of: .string), .set([])),
      ],
    ]
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copies = try [false, true].map { mayHaveChildren in
      let own = values[0].map(\.0) + (mayHaveChildren ? [.link("detail", to: "Detail")] : [])
      func schema(embedded: Bool) -> Schema {
        Schema([
          ObjectType("Address", embedded: embedded, own),
          ObjectType(
            "Person", [.list("homes", of: "Address"), .dictionary("named", of: "Address")]),
          ObjectType("Place", [.link("address", to: "Address")]),
          ObjectType("Detail", embedded: true, [Property("text", .string)]),
        ])
      }
      let history = History(
        name: "Test",
        stages: [
          HistoryVersion(number: 1, schema: schema(embedded: false)),
          HistoryVersion(number: 2, schema: schema(embedded: true)),
        ])
      var graph = ObjectGraph(schema: history.stages[0].schema)
      for row in values { graph.append(row.map(\.1) + (mayHaveChildren ? [.null] : []), type: 0) }
      let first = Value.link(ObjectReference(type: 0, index: 0))
      let second = Value.link(ObjectReference(type: 0, index: 1))
      graph.append([first], type: 2)
      graph.append(
        [
          .list([second, first, first]),
          .dictionary([DictionaryEntry("a", second), DictionaryEntry("b", first)]),
        ], type: 1)
      let store = try history.makeStore(kind, at: 1, holding: graph, in: folder.path)
      defer { store.discard() }
      let record = try #require(try store.upgrade(to: 2).record)
      var found = [EmbeddedObject]()
      try store.snapshot().graph.forEachEmbedded { object in
        found.append(
          EmbeddedObject(
            type: object.type, values: Array(object.values.prefix(values[0].count)),
            key: object.key))
      }
      return (found, record.creations.map(\.originals))
    }
    #expect(copies[0].1 == copies[1].1)
    #expect(copies[0].0.count == 6)
    #expect(copies[0].0.map(\.key) == copies[1].0.map(\.key))
    #expect(copies[0].0.map(\.values) == copies[1].0.map(\.values))
  }
}
