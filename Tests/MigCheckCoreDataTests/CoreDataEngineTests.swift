import Foundation
import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import Testing

@Suite("Core Data's rules on both stores") struct CoreDataEngineTests {
  /// A store of a bundle, holding a graph at its first version.
  private func store(
    _ kind: StoreKind, _ versions: [CoreDataVersion], _ graph: ObjectGraph, in folder: String,
    opening: CoreDataOpening = .inferred
  ) throws -> any SubjectStore {
    let bundle = CoreDataBundle(name: "M", path: "", versions: versions, current: nil)
    return try bundle.history(custom: [], opening: opening)
      .makeStore(kind, at: 1, holding: graph, in: folder)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/migcheck-coredata-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("Each row of the table", arguments: UpgradeRow.all, StoreKind.allCases)
  func row(row: UpgradeRow, kind: StoreKind) throws {
    let versions = try row.models()
    let graph = try UpgradeRow.graph(row.objects, of: versions[0])
    try withFolder { folder in
      let store = try store(kind, versions, graph, in: folder)
      defer { store.discard() }
      #expect(GraphComparison.compare(try store.snapshot().graph, graph) == .equal)
      do {
        _ = try store.upgrade(to: 2)
        #expect(try store.reopen() == false)
        let expected = try UpgradeRow.graph(row.expected, of: versions[1])
        let result = try store.snapshot()
        #expect(result.graph.validate() == [])
        #expect(GraphComparison.compare(result.graph, expected) == .equal)
        #expect(result.danglingLinks.isEmpty)
        let types = Dictionary(
          uniqueKeysWithValues: try store.schema().types.map {
            ($0.name, Set($0.properties.map(\.name)))
          })
        #expect(types.count == versions[1].model.schema.types.count)
        for type in versions[1].model.schema.types {
          #expect(types[type.name] == Set(type.properties.map(\.name)))
        }
      } catch let error as UpgradeError {
        #expect(error.description == row.expected)
        #expect(store.version == 1)
        #expect(GraphComparison.compare(try store.snapshot().graph, graph) == .equal)
      }
    }
  }

  @Test(
    "What the table calls not inferable is refused, and nothing else is",
    arguments: MappingInferenceTests.attributes.map { $0.inside("<entity name='E'>", "</entity>") }
      + MappingInferenceTests.relationships.map {
        $0.inside("<entity name='E'>", "</entity><entity name='F'/>")
      } + MappingInferenceTests.entities)
  func refusals(row: InferenceRow) throws {
    let versions = try [row.before, row.after].enumerated().map { index, content in
      CoreDataVersion(number: UInt64(index + 1), name: "\(index + 1)", model: try model(content))
    }
    let isSilent = row.expected.contains("no migration")
    let refused = isSilent ? [] : row.expected.filter { $0.hasPrefix("refused: ") }
    try withFolder { folder in
      for kind in StoreKind.allCases {
        let store = try store(
          kind, versions, ObjectGraph(schema: versions[0].model.schema), in: folder)
        defer { store.discard() }
        do {
          _ = try store.upgrade(to: 2)
          #expect(refused.isEmpty)
          #expect(store.version == 2)
        } catch let error as UpgradeError {
          #expect(error.code == .mappingNotInferable)
          #expect(!refused.isEmpty)
          #expect(refused.allSatisfy { error.message.contains($0.dropFirst("refused: ".count)) })
          #expect(store.version == 1)
        }
      }
    }
  }

  @Test(
    "Without migration a store opens only where the version hashes are equal",
    arguments: UpgradeRow.all)
  func openings(row: UpgradeRow) throws {
    let versions = try row.models()
    let graph = try UpgradeRow.graph(row.objects, of: versions[0])
    try withFolder { folder in
      for kind in StoreKind.allCases {
        let store = try store(kind, versions, graph, in: folder, opening: .none)
        defer { store.discard() }
        do {
          _ = try store.upgrade(to: 2)
          #expect(row.title.hasSuffix(": no migration"))
        } catch let error as UpgradeError {
          #expect(!row.title.hasSuffix(": no migration"))
          #expect(error.code == .schemaMismatch)
          #expect(
            error.message == "The model used to open the store is incompatible with the one used "
              + "to create the store.")
        }
      }
    }
  }

  @Test("What is removed and added again starts from its default", arguments: StoreKind.allCases)
  func addedAgain(kind: StoreKind) throws {
    let attribute = "<attribute name='a' attributeType='String' defaultValueString='d'/>"
    let versions = try [attribute, "", attribute].enumerated().map { index, content in
      CoreDataVersion(
        number: UInt64(index + 1), name: "\(index + 1)",
        model: try model("<entity name='E'>\(content)</entity>"))
    }
    let graph = try UpgradeRow.graph(#"{"E": [{"a": "x"}, {"a": "y"}]}"#, of: versions[0])
    try withFolder { folder in
      for (path, value) in [([UInt64(2), 3], "d"), ([3], "x")] {
        let store = try store(kind, versions, graph, in: folder)
        defer { store.discard() }
        for version in path { _ = try store.upgrade(to: version) }
        let expected = try UpgradeRow.graph(
          "{\"E\": [{\"a\": \"\(value)\"}, {\"a\": \"\(value == "x" ? "y" : "d")\"}]}",
          of: versions[2])
        #expect(GraphComparison.compare(try store.snapshot().graph, expected) == .equal)
      }
    }
  }

  @Test(
    "Objects of a relationship that is its own inverse have each other",
    arguments: StoreKind.allCases)
  func ownInverse(kind: StoreKind) throws {
    let version = CoreDataVersion(
      number: 1, name: "1",
      model: try model(
        """
        <entity name='A'><attribute name='n' attributeType='Integer 16'/>
        <relationship name='spouse' destinationEntity='A' inverseName='spouse' optional='YES'/>
        <relationship name='friends' toMany='YES' destinationEntity='A' inverseName='friends'
          optional='YES'/></entity>
        """))
    let graph = try UpgradeRow.graph(
      """
      {"A": [{"$id": "1", "n": 1, "spouse": "2", "friends": ["3", "1"]},
        {"$id": "2", "n": 2, "spouse": "3", "friends": []},
        {"$id": "3", "n": 3, "spouse": "3", "friends": ["2", "1"]}]}
      """, of: version)
    let expected = try UpgradeRow.graph(
      """
      {"A": [{"$id": "1", "n": 1, "spouse": "2", "friends": ["1", "3"]},
        {"$id": "2", "n": 2, "spouse": "1", "friends": ["3"]},
        {"$id": "3", "n": 3, "spouse": "3", "friends": ["1", "2"]}]}
      """, of: version)
    try withFolder { folder in
      let store = try store(kind, [version], graph, in: folder)
      defer { store.discard() }
      #expect(GraphComparison.compare(try store.snapshot().graph, expected) == .equal)
    }
  }

  @Test("A graph that no app could have saved is made consistent", arguments: StoreKind.allCases)
  func consistency(kind: StoreKind) throws {
    let version = CoreDataVersion(
      number: 1, name: "1",
      model: try model(
        """
        <entity name='A'><attribute name='n' attributeType='Integer 16'/>
        <attribute name='k' attributeType='String'/>
        <relationship name='bs' toMany='YES' ordered='YES' destinationEntity='B' inverseName='a'
          optional='YES'/>
        <relationship name='one' destinationEntity='A' inverseName='other' optional='YES'/>
        <relationship name='other' destinationEntity='A' inverseName='one' optional='YES'/>
        <uniquenessConstraints><uniquenessConstraint><constraint value='k'/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        <entity name='B'><relationship name='a' destinationEntity='A' inverseName='bs' optional='YES'/></entity>
        <entity name='C' parentEntity='B'/>
        """))
    let graph = try UpgradeRow.graph(
      """
      {"A": [{"$id": "1", "n": 65537, "k": "x", "bs": ["b"], "one": "2", "other": null},
        {"$id": "2", "n": 1, "k": "x", "bs": ["c", "c", "b"], "one": "2", "other": "1"}],
       "B": [{"$id": "b", "a": "2"}], "C": [{"$id": "c", "a": "2"}]}
      """, of: version)
    let expected = try UpgradeRow.graph(
      """
      {"A": [{"$id": "1", "n": 1, "k": "x", "bs": [], "one": "2", "other": null},
        {"$id": "2", "n": 1, "k": "x1", "bs": ["c", "b"], "one": null, "other": "1"}],
       "B": [{"$id": "b", "a": "2"}], "C": [{"$id": "c", "a": "2"}]}
      """, of: version)
    try withFolder { folder in
      let store = try store(kind, [version], graph, in: folder)
      defer { store.discard() }
      #expect(GraphComparison.compare(try store.snapshot().graph, expected) == .equal)
    }
  }
}
