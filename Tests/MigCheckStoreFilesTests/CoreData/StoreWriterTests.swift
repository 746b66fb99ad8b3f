import Foundation
import MigCheckCoreData
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckStoreFiles
import Testing

@Suite("Stores made from a model alone") struct StoreWriterTests {
  /// Hierarchies, clashes of names, orders on both sides, links to hierarchies and all types.
  private static let library = """
    <entity name='Animal' isAbstract='YES'><attribute name='name' attributeType='String'/>
    <relationship name='owner' optional='YES' maxCount='1' destinationEntity='person'
      inverseName='animals'/>
    <relationship name='tags' optional='YES' toMany='YES' ordered='YES' destinationEntity='Tag'
      inverseName='animals'/></entity>
    <entity name='Dog' parentEntity='Animal'>
    <attribute name='size' optional='YES' attributeType='Integer 16'/>
    <relationship name='friend' optional='YES' maxCount='1' destinationEntity='Animal'/></entity>
    <entity name='cat' parentEntity='Animal'>
    <attribute name='size' optional='YES' attributeType='Double'/>
    <attribute name='Friend' optional='YES' attributeType='Binary'
      allowsExternalBinaryDataStorage='YES'/></entity>
    <entity name='person'><attribute name='born' optional='YES' attributeType='Date'/>
    <attribute name='cache' transient='YES' attributeType='String'/>
    <attribute name='flag' optional='YES' attributeType='Boolean'/>
    <attribute name='i32' optional='YES' attributeType='Integer 32'/>
    <attribute name='i64' optional='YES' attributeType='Integer 64'/>
    <attribute name='small' optional='YES' attributeType='Float'/>
    <attribute name='money' optional='YES' attributeType='Decimal'/>
    <attribute name='id' optional='YES' attributeType='UUID'/>
    <attribute name='link' optional='YES' attributeType='URI'/>
    <attribute name='list' optional='YES' attributeType='Transformable' customClassName='NSArray'/>
    <attribute name='any' optional='YES' attributeType='Transformable' customClassName='UIColor'/>
    <relationship name='animals' optional='YES' toMany='YES' ordered='YES'
      destinationEntity='Animal' inverseName='owner'/>
    <relationship name='twin' optional='YES' maxCount='1' destinationEntity='person'
      inverseName='twin'/>
    <uniquenessConstraints><uniquenessConstraint><constraint value='i64'/></uniquenessConstraint>
    </uniquenessConstraints></entity>
    <entity name='Tag'><attribute name='text' optional='YES' attributeType='String'/>
    <uniquenessConstraints><uniquenessConstraint><constraint value='text'/><constraint value='kind'/>
    </uniquenessConstraint></uniquenessConstraints>
    <attribute name='kind' optional='YES' attributeType='Integer 16'/>
    <relationship name='animals' optional='YES' toMany='YES' ordered='YES'
      destinationEntity='Animal' inverseName='tags'/></entity>
    """

  private func template(_ content: String, in bench: StoreBench) throws -> StoreTemplate {
    let bundle = try StoreBench.bundle(content)
    return try StoreTemplate.create(bundle.versions[0], of: bundle, in: bench.path)
  }

  /// A random graph as an app could have saved it and a store can hold it.
  private func graph(_ trial: Int, of bundle: CoreDataBundle) throws -> ObjectGraph {
    let schema = bundle.versions[0].model.schema
    var random = RandomSource(seed: 7, name: "stores", trial: trial)
    let starts = bundle.history.evidence.starts
    let generated = GraphGenerator(schema: schema).graph(trial: trial, source: &random)
    let accepted = starts?.accepted(generated, at: 1) ?? generated
    let first = try StorableGraph(accepted, of: bundle.versions[0], in: bundle).graph
    return try StorableGraph(
      starts?.accepted(first, at: 1) ?? first, of: bundle.versions[0], in: bundle
    ).graph
  }

  @Test("the tables and indexes of a model with everything that can be predicted")
  func tables() throws {
    let bench = try StoreBench()
    let template = try template(Self.library, in: bench)
    let result = bench.file("s.sqlite")
    let schema = template.version.model.schema
    try CoreDataStoreWriter(template).write(
      .numbered(ObjectGraph(schema: schema), of: template.version.model), to: result, uuid: nil)
    let statements = try StoreBench.rows(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'Z\\_M%' ESCAPE '\\' AND "
        + "name != 'Z_PRIMARYKEY' ORDER BY rowid", in: result
    ).map { String($0[0].dropFirst(6).dropLast(2)) }
    #expect(
      statements == [
        "CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSIZE1 "
          + "INTEGER, ZFRIEND1 INTEGER, ZOWNER INTEGER, Z1_FRIEND INTEGER, Z_FOK_OWNER INTEGER, "
          + "ZSIZE FLOAT, ZNAME VARCHAR, ZFRIEND BLOB )",
        "CREATE INDEX ZANIMAL_Z_ENT_INDEX ON ZANIMAL (Z_ENT)",
        "CREATE INDEX ZANIMAL_ZOWNER_INDEX ON ZANIMAL (ZOWNER)",
        "CREATE INDEX ZANIMAL_ZFRIEND1_INDEX ON ZANIMAL (ZFRIEND1)",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG "
          + "INTEGER, ZI32 INTEGER, ZI64 INTEGER, ZTWIN INTEGER, ZSMALL FLOAT, ZMONEY DECIMAL, "
          + "ZBORN TIMESTAMP, ZLINK VARCHAR, ZANY BLOB, ZID BLOB, ZLIST BLOB )",
        "CREATE INDEX ZPERSON_ZTWIN_INDEX ON ZPERSON (ZTWIN)",
        "CREATE UNIQUE INDEX Z_person_UNIQUE_i64 ON ZPERSON (ZI64 COLLATE BINARY ASC)",
        "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKIND INTEGER, "
          + "ZTEXT VARCHAR )",
        "CREATE UNIQUE INDEX Z_Tag_UNIQUE_text_kind ON ZTAG (ZTEXT COLLATE BINARY ASC, ZKIND COLLATE "
          + "BINARY ASC)",
        "CREATE TABLE Z_1TAGS ( Z_1ANIMALS INTEGER, Z_5TAGS INTEGER, Z_FOK_1ANIMALS INTEGER, "
          + "Z_FOK_5TAGS INTEGER, PRIMARY KEY (Z_1ANIMALS, Z_5TAGS) )",
        "CREATE INDEX Z_1TAGS_Z_5TAGS_INDEX ON Z_1TAGS (Z_5TAGS, Z_1ANIMALS)",
      ])
    #expect(
      try StoreBench.rows("SELECT * FROM Z_PRIMARYKEY ORDER BY 1", in: result)
        .map { $0.joined(separator: " ") } == [
          "integer(1) text(\"Animal\") integer(0) integer(0)",
          "integer(2) text(\"cat\") integer(1) integer(0)",
          "integer(3) text(\"Dog\") integer(1) integer(0)",
          "integer(4) text(\"person\") integer(0) integer(0)",
          "integer(5) text(\"Tag\") integer(0) integer(0)",
        ])
  }

  @Test("random graphs come back as they were written") func roundTrip() throws {
    let bench = try StoreBench()
    let bundle = try StoreBench.bundle(Self.library)
    let template = try StoreTemplate.create(bundle.versions[0], of: bundle, in: bench.path)
    var (objects, links) = (0, 0)
    for trial in 0..<40 {
      let graph = try graph(trial, of: bundle)
      let content = StoreGraph.numbered(graph, of: template.version.model)
      let store = bench.file("\(trial).sqlite")
      try CoreDataStoreWriter(template).write(content, to: store, uuid: "\(trial)")
      let found = try bench.read(store, in: bundle)
      let comparison = GraphComparison.compare(graph, found.graph)
      guard case .equal = comparison else {
        Issue.record("\(trial): \(comparison)")
        continue
      }
      #expect(found.graph.validate() == [])
      #expect(try StoreBench.rows("PRAGMA integrity_check", in: store) == [["text(\"ok\")"]])
      #expect(
        try StoreBench.rows("SELECT Z_UUID FROM Z_METADATA", in: store) == [["text(\"\(trial)\")"]])
      objects += graph.totalObjectCount
      links += graph.linkCount
      // The highest key stands at the root, 0 elsewhere.
      for (table, root) in [("ZANIMAL", 1), ("ZPERSON", 4), ("ZTAG", 5)] {
        #expect(
          try StoreBench.rows("SELECT coalesce(max(Z_PK), 0) FROM \(table)", in: store)
            == StoreBench.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root)", in: store))
      }
      #expect(
        try StoreBench.rows(
          "SELECT count(*) FROM ZANIMAL a JOIN ZANIMAL b ON a.ZFRIEND1 = b.Z_PK WHERE a.Z1_FRIEND IS "
            + "NOT b.Z_ENT", in: store) == [["integer(0)"]])
    }
    #expect(objects > 200 && links > 100, "\(objects) objects, \(links) links")
  }

  @Test(
    "an inverse of the same name in another entity is another relationship",
    arguments: ["", "ordered='YES'"])
  func sameName(ordered: String) throws {
    let bench = try StoreBench()
    func links(to destination: String) -> String {
      "<relationship name='links' optional='YES' toMany='YES' \(ordered) "
        + "destinationEntity='\(destination)' inverseName='links'/></entity>"
    }
    let bundle = try StoreBench.bundle(
      "<entity name='Base'/><entity name='A' parentEntity='Base'>\(links(to: "B"))"
        + "<entity name='B' parentEntity='Base'>\(links(to: "A"))"
        + "<entity name='C' parentEntity='A'/>")
    let template = try StoreTemplate.create(bundle.versions[0], of: bundle, in: bench.path)
    var links = 0
    for trial in 0..<30 {
      let graph = try graph(trial, of: bundle)
      let store = bench.file("\(trial).sqlite")
      try CoreDataStoreWriter(template).write(
        .numbered(graph, of: template.version.model), to: store, uuid: nil)
      // Both ends agree in the graph, or the store would tell of more than it holds.
      #expect(StoreBench.areEqual(try bench.read(store, in: bundle).graph, graph), "\(trial)")
      links += graph.linkCount
    }
    #expect(links > 20, "\(links)")
  }

  @Test("the same content gives the same bytes") func deterministic() throws {
    let bench = try StoreBench()
    let bundle = try StoreBench.bundle(Self.library)
    let graph = try graph(30, of: bundle)
    var files = [Data]()
    for name in ["a", "b"] {
      let template = try StoreTemplate.create(bundle.versions[0], of: bundle, in: bench.path)
      try CoreDataStoreWriter(template).write(
        .numbered(graph, of: template.version.model), to: bench.file(name), uuid: "U")
      files.append(try Data(contentsOf: URL(fileURLWithPath: bench.file(name))))
    }
    #expect(files[0] == files[1])
  }

  @Test(
    "what cannot be predicted is asked for",
    arguments: [
      (
        "<entity name='P'><relationship name='a' toMany='YES' optional='YES' destinationEntity='P' "
          + "inverseName='b'/><relationship name='b' toMany='YES' optional='YES' "
          + "destinationEntity='P' inverseName='a'/></entity>",
        "P.a, a many-to-many relationship of an entity with itself", true
      ),
      (
        "<entity name='P'><relationship name='a' toMany='YES' optional='YES' destinationEntity='P' "
          + "inverseName='a'/></entity>",
        "P.a, a many-to-many relationship that is its own inverse", true
      ),
      (
        "<entity name='P'><relationship name='a' toMany='YES' destinationEntity='P'/></entity>",
        "P.a, a to-many relationship without an inverse", true
      ),
      (
        "<entity name='P'><attribute name='n' attributeType='Integer 64' derived='YES' "
          + "derivationExpression='now()'/></entity>", "P.n, a derived attribute", false
      ),
      (
        "<entity name='P'><attribute name='n' attributeType='Composite' compositeName='C'/></entity>"
          + "<composite name='C'><attribute name='x' attributeType='Date'/></composite>",
        "P.n.x, an element of a composite attribute", true
      ),
    ])
  func unpredictable(content: String, phrase: String, isLearnable: Bool) throws {
    let bench = try StoreBench()
    #expect {
      try template(content, in: bench)
    } throws: { error in
      "\(error)"
        == "M.xcdatamodeld: version 1 (M) has \(phrase), whose tables in a store cannot be predicted; "
        + (isLearnable ? "name any store of the app that has it with --names-from FILE, or " : "")
        + "give an empty store of this version that the app made, with --empty-store FILE"
    }
  }

  @Test("values that no store can hold are refused by name, and nothing is left") func refused()
    throws
  {
    let bench = try StoreBench()
    let template = try template(
      "<entity name='E'><attribute name='d' attributeType='Decimal'/></entity>", in: bench)
    var graph = ObjectGraph(schema: template.version.model.schema)
    graph.tables[0].count = 1
    graph.tables[0].columns = [[.decimal128(Decimal128("1E-200")!)]]
    let store = bench.file("s.sqlite")
    #expect {
      try CoreDataStoreWriter(template).write(
        .numbered(graph, of: template.version.model), to: store, uuid: nil)
    } throws: { error in
      "\(error)"
        == "\(store): E.d: how Core Data stores such a value of the type Decimal is not known; such a "
        + "store cannot be written"
    }
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test("a required transformable attribute of an unknown class is asked for") func samples() throws
  {
    let bundle = try StoreBench.bundle(
      "<entity name='E'><attribute name='c' attributeType='Transformable' "
        + "customClassName='UIColor'/></entity>")
    var graph = ObjectGraph(schema: bundle.versions[0].model.schema)
    graph.tables[0].count = 1
    graph.tables[0].columns = [[.data([1])]]
    #expect {
      try StorableGraph(graph, of: bundle.versions[0], in: bundle)
    } throws: { error in
      "\(error)"
        == "M.xcdatamodeld: E.c: no value of the required transformable attribute can be made up in "
        + "version 1 (M); give the bytes of one cell with --sample E.c=FILE"
    }
    let filled = try StorableGraph(
      graph, of: bundle.versions[0], in: bundle,
      samples: [PropertyPath(type: "E", property: "c"): [9, 8]])
    #expect(filled.graph.tables[0].columns[0] == [.data([9, 8])])
  }
}
