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
}
