import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckStoreFiles
import Testing

/// Stores that the app made, to be filled.
@Suite("Empty stores of the app") struct EmptyStoreTests {
  private static let model =
    "<entity name='E'><attribute name='a' optional='YES' attributeType='String'/></entity>"

  /// An empty store with what an app may have in it besides what migcheck makes.
  private func emptyStore(
    _ content: String = model, in bench: StoreBench, _ sql: String = ""
  ) throws -> (path: String, bundle: CoreDataBundle) {
    let bundle = try StoreBench.bundle(content)
    let template = try StoreTemplate.create(bundle.versions[0], of: bundle, in: bench.path)
    let path = bench.file("empty.sqlite")
    let schema = bundle.versions[0].model.schema
    try CoreDataStoreWriter(template).write(
      .numbered(ObjectGraph(schema: schema), of: bundle.versions[0].model), to: path, uuid: "E")
    if !sql.isEmpty { try StoreBench.execute(sql, in: path) }
    return (path, bundle)
  }

  private func objects(_ texts: [String], of bundle: CoreDataBundle) -> StoreGraph {
    var graph = ObjectGraph(schema: bundle.versions[0].model.schema)
    graph.tables[0].count = texts.count
    graph.tables[0].columns = [texts.map(Value.string)]
    return .numbered(graph, of: bundle.versions[0].model)
  }

  @Test("triggers run with functions that only Core Data registers") func triggers() throws {
    let bench = try StoreBench()
    let (path, bundle) = try emptyStore(
      in: bench,
      """
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, ZAT TIMESTAMP);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0);
      CREATE TRIGGER t AFTER INSERT ON ZE FOR EACH ROW BEGIN
        INSERT INTO ACHANGE (ZAT) VALUES (NSCoreDataNow ());
        SELECT NSCoreDataTriggerUpdateAffectedObjectValue('E', NEW.Z_ENT, NEW.Z_PK, 'a', 1);
      END;
      """)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let template = try StoreTemplate.copy(path, of: bundle, wanted: 1, in: bench.path)
    #expect(template.tracksHistory)
    let store = bench.file("s.sqlite")
    try CoreDataStoreWriter(template).write(objects(["x", "y"], of: bundle), to: store, uuid: nil)
    #expect(
      try StoreBench.rows("SELECT ZAT FROM ACHANGE", in: store)
        == [["integer(700000000)"], ["integer(700000000)"]])
    #expect(try bench.read(store, in: bundle).graph.totalObjectCount == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("a trigger that calls another function is refused by its name") func foreignFunction()
    throws
  {
    let bench = try StoreBench()
    let (path, bundle) = try emptyStore(
      in: bench,
      "CREATE TRIGGER t AFTER INSERT ON ZE FOR EACH ROW BEGIN SELECT appFunction(NEW.ZA); END;")
    let template = try StoreTemplate.copy(path, of: bundle, wanted: nil, in: bench.path)
    let store = bench.file("s.sqlite")
    #expect {
      try CoreDataStoreWriter(template).write(objects(["x"], of: bundle), to: store, uuid: nil)
    } throws: { error in
      "\(error)"
        == "\(store): a trigger of the store calls the function appFunction, which is not known; such a "
        + "store cannot be written"
    }
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test("a store that holds objects is refused") func holdsObjects() throws {
    let bench = try StoreBench()
    let (path, bundle) = try emptyStore(in: bench, "INSERT INTO ZE VALUES (1, 1, 1, 'a')")
    #expect {
      try StoreTemplate.copy(path, of: bundle, wanted: nil, in: bench.path)
    } throws: { error in
      "\(error)"
        == "\(path): the store holds objects in the table ZE; --empty-store takes a store without any"
    }
  }

  @Test("a store of another version is refused with its version") func otherVersion() throws {
    let bench = try StoreBench()
    let (path, bundle) = try emptyStore(in: bench)
    var both = bundle
    both.versions.append(
      CoreDataVersion(
        number: 2, name: "M 2",
        model: try StoreBench.bundle(
          "<entity name='E'><attribute name='a' attributeType='String'/></entity>"
        ).versions[0].model))
    #expect {
      try StoreTemplate.copy(path, of: both, wanted: 2, in: bench.path)
    } throws: { error in
      "\(error)"
        == "\(path): the empty store is at version 1 (M), not at version 2; let the app of that release "
        + "make one"
    }
  }

  @Test("a store whose hashes fit no version is refused with what differs") func edited() throws {
    let bench = try StoreBench()
    let (path, _) = try emptyStore(in: bench)
    let other = try StoreBench.bundle(
      "<entity name='E'><attribute name='a' attributeType='String'/></entity>")
    #expect {
      try StoreTemplate.copy(path, of: other, wanted: nil, in: bench.path)
    } throws: { error in
      "\(error)"
        == "\(path): the version hashes of the store fit no version of M; the nearest is 1 (M): E.a is "
        + "optional in the store's model and required in version 1; let the app of a release make one"
    }
  }

  @Test("members of a relationship without an inverse, and a relationship of an entity with itself")
  func unpredictable() throws {
    let bench = try StoreBench()
    let content = """
      <entity name='A'><relationship name='bs' toMany='YES' ordered='YES' optional='YES'
        destinationEntity='B'/></entity><entity name='A2' parentEntity='A'/>
      <entity name='B'><relationship name='next' toMany='YES' ordered='YES' optional='YES'
        destinationEntity='B' inverseName='last'/>
      <relationship name='last' toMany='YES' optional='YES' destinationEntity='B'
        inverseName='next'/></entity>
      """
    let bundle = try StoreBench.bundle(content)
    let (path, _) = try emptyStore(
      "<entity name='A'/><entity name='A2' parentEntity='A'/><entity name='B'/>", in: bench)
    let metadata = try emptyMetadata(of: bundle.versions[0].model)
    try StoreBench.execute(
      """
      ALTER TABLE ZB ADD COLUMN Z1BS INTEGER; ALTER TABLE ZB ADD COLUMN Z_FOK_1BS INTEGER;
      ALTER TABLE ZB ADD COLUMN Z1_1BS INTEGER;
      CREATE TABLE Z_3LAST (Z_3LAST INTEGER, Z_3NEXT INTEGER, Z_FOK_3NEXT INTEGER,
        PRIMARY KEY (Z_3LAST, Z_3NEXT));
      UPDATE Z_METADATA SET Z_PLIST = x'\(metadata)';
      """, in: path)
    let template = try StoreTemplate.copy(path, of: bundle, wanted: nil, in: bench.path)
    let schema = bundle.versions[0].model.schema
    var graph = ObjectGraph(schema: schema)
    func index(_ name: Name) -> Int { schema.index(of: name)! }
    func b(_ row: Int) -> Value { .link(ObjectReference(type: index("B"), index: row)) }
    graph.tables[index("A2")].count = 1
    graph.tables[index("A2")].columns = [[.list([b(1), b(0)])]]
    graph.tables[index("B")].count = 3
    graph.tables[index("B")].columns = [
      [.list([b(2), b(1)]), .list([]), .list([b(0)])], [.set([b(2)]), .set([b(0)]), .set([b(0)])],
    ]
    let store = bench.file("s.sqlite")
    try CoreDataStoreWriter(template).write(
      .numbered(graph, of: bundle.versions[0].model), to: store, uuid: nil)
    #expect(
      try StoreBench.rows("SELECT Z1BS, Z1_1BS, Z_FOK_1BS FROM ZB ORDER BY Z_PK", in: store) == [
        ["integer(1)", "integer(2)", "integer(3072)"],
        ["integer(1)", "integer(2)", "integer(2048)"],
        ["null", "null", "null"],
      ])
    #expect(StoreBench.areEqual(try bench.read(store, in: bundle).graph, graph))
  }

  private func emptyMetadata(of model: CoreDataModel) throws -> String {
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreModelVersionHashes": Dictionary(
          uniqueKeysWithValues: model.versionHashes.entities.map { ($0.name.text, Data($0.hash)) })
      ], format: .binary, options: 0)
    return list.map { String(format: "%02x", $0) }.joined()
  }
}
