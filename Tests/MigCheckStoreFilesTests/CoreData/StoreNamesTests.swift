import Foundation
import MigCheckCoreData
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckSQLite
import MigCheckStoreFiles
import Testing

/// Names that no model tells, taken from a store of another version.
@Suite("Names from a store of the app") struct StoreNamesTests {
  private static func bundle(_ contents: [String]) throws -> CoreDataBundle {
    var bundle = try StoreBench.bundle(contents[0])
    bundle.versions = try contents.enumerated().map { index, content in
      CoreDataVersion(
        number: UInt64(index + 1), name: "M \(index + 1)",
        model: try StoreBench.bundle(content).versions[0].model)
    }
    return bundle
  }

  /// A store of the first version with tables that Core Data made in its own way.
  private func store(
    _ bundle: CoreDataBundle, _ tables: String, in bench: StoreBench
  ) throws -> String {
    let path = bench.file("app.sqlite")
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreModelVersionHashes": Dictionary(
          uniqueKeysWithValues: bundle.versions[0].model.versionHashes.entities.map {
            ($0.name.text, Data($0.hash))
          })
      ], format: .binary, options: 0)
    let metadata = list.map { String(format: "%02x", $0) }.joined()
    let database = try SQLiteConnection(path: path, mode: .create, sharing: .thisProcess)
    defer { database.close() }
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID VARCHAR, Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'U', x'\(metadata)');
      \(tables)
      """)
    return path
  }

  /// The tables of the second version, without those that any store has; random graphs of it come back
  /// as they were written.
  private func learned(
    _ contents: [String], _ tables: String
  ) throws -> (tables: [String], links: Int) {
    let bench = try StoreBench()
    let bundle = try Self.bundle(contents)
    let path = try store(bundle, tables, in: bench)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let format = try CoreDataFileFormat(bundle, namesFrom: [path])
    let schema = bundle.versions[1].model.schema
    let generator = GraphGenerator(schema: schema)
    var links = 0
    for trial in 0..<60 {
      var random = RandomSource(seed: 3, name: "names", trial: trial)
      let generated = generator.graph(trial: trial, source: &random)
      let graph = try format.storable(
        bundle.history.evidence.starts?.accepted(generated, at: 2) ?? generated, at: 2)
      let file = bench.file("\(trial).sqlite")
      try format.write(graph, at: 2, to: URL(fileURLWithPath: file))
      let content = try format.read(URL(fileURLWithPath: file))
      #expect(content.snapshot.version == 2)
      #expect(StoreBench.areEqual(content.snapshot.graph, graph), "\(trial)")
      links += graph.linkCount
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let rows = try StoreBench.rows(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'Z\\_M%' ESCAPE '\\' "
        + "AND name != 'Z_PRIMARYKEY' ORDER BY rowid", in: bench.file("0.sqlite"))
    return (rows.map { String($0[0].dropFirst(6).dropLast(2)) }, links)
  }

  private static let base = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  @Test("the side of a pair that gives the table its name", arguments: ["NEXT", "LAST"])
  func pair(named: String) throws {
    func model(_ ordered: String) -> String {
      "<entity name='P'><relationship name='next' optional='YES' toMany='YES' \(ordered) "
        + "destinationEntity='P' inverseName='last'/><relationship name='last' optional='YES' "
        + "toMany='YES' destinationEntity='P' inverseName='next'/></entity>"
    }
    let result = try learned(
      [model(""), "<entity name='A'/>" + model("ordered='YES'")],
      """
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'P', 0, 0);
      CREATE TABLE ZP (\(Self.base));
      CREATE TABLE Z_1\(named) (Z_1LAST INTEGER, Z_1NEXT INTEGER, PRIMARY KEY (Z_1LAST, Z_1NEXT));
      """)
    #expect(
      Array(result.tables.suffix(2)) == [
        "CREATE TABLE Z_2\(named) ( Z_2LAST INTEGER, Z_2NEXT INTEGER, Z_FOK_2NEXT INTEGER, PRIMARY KEY "
          + "(Z_2LAST, Z_2NEXT) )",
        "CREATE INDEX Z_2\(named)_Z_2NEXT_INDEX ON Z_2\(named) (Z_2NEXT, Z_2LAST)",
      ])
    #expect(result.links > 30)
  }

  @Test("a relationship that is its own inverse has a row for each of its objects") func friends()
    throws
  {
    func model(_ ordered: String) -> String {
      "<entity name='P'><relationship name='friends' optional='YES' toMany='YES' \(ordered) "
        + "destinationEntity='P' inverseName='friends'/></entity>"
    }
    let result = try learned(
      [model(""), "<entity name='A'/>" + model("ordered='YES'")],
      """
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'P', 0, 2);
      CREATE TABLE ZP (\(Self.base)); INSERT INTO ZP VALUES (1, 1, 1), (2, 1, 1);
      CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER,
        PRIMARY KEY (Z_1FRIENDS, REFLEXIVE));
      INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1);
      """)
    #expect(
      Array(result.tables.suffix(2)) == [
        "CREATE TABLE Z_2FRIENDS ( Z_2FRIENDS INTEGER, REFLEXIVE INTEGER, Z_FOK_2FRIENDS INTEGER, "
          + "Z_FOK_REFLEXIVE INTEGER, PRIMARY KEY (Z_2FRIENDS, REFLEXIVE) )",
        "CREATE INDEX Z_2FRIENDS_REFLEXIVE_INDEX ON Z_2FRIENDS (REFLEXIVE, Z_2FRIENDS)",
      ])
    #expect(result.links > 30)
  }

  @Test("members of a relationship without an inverse") func withoutInverse() throws {
    let old =
      "<entity name='A'><relationship name='bs' optional='YES' toMany='YES' destinationEntity='B'/>"
      + "</entity><entity name='B'/>"
    let new =
      "<entity name='A'><relationship name='bs' optional='YES' toMany='YES' ordered='YES' "
      + "destinationEntity='B'/></entity><entity name='A2' parentEntity='A'/><entity name='B'/>"
    let entities =
      "INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 0, 0), (2, 'B', 0, 0); CREATE TABLE ZA (\(Self.base));"
    let column = try learned(
      [old, new],
      entities
        + "CREATE TABLE ZB (\(Self.base), Z1BS INTEGER); CREATE INDEX ZB_Z1BS_INDEX ON ZB (Z1BS);")
    #expect(
      Array(column.tables.suffix(2)) == [
        "CREATE TABLE ZB ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1BS INTEGER, "
          + "Z1_1BS INTEGER, Z_FOK_1BS INTEGER )", "CREATE INDEX ZB_Z1BS_INDEX ON ZB (Z1BS)",
      ])
    #expect(column.links > 10)
    let table = try learned(
      [old, new],
      entities
        + """
        CREATE TABLE ZB (\(Self.base));
        CREATE TABLE Z_1BS (Z_1AS INTEGER, Z_2BS INTEGER, PRIMARY KEY (Z_1AS, Z_2BS));
        """)
    #expect(
      Array(table.tables.suffix(2)) == [
        "CREATE TABLE Z_1BS ( Z_1AS INTEGER, Z_3BS INTEGER, Z_FOK_3BS INTEGER, PRIMARY KEY (Z_1AS, "
          + "Z_3BS) )", "CREATE INDEX Z_1BS_Z_3BS_INDEX ON Z_1BS (Z_3BS, Z_1AS)",
      ])
    #expect(table.links > 10)
  }

  @Test("columns of composite attributes") func composite() throws {
    func model(_ more: String) -> String {
      "<entity name='T'>\(more)<attribute name='place' optional='YES' attributeType='Composite' "
        + "compositeName='Place'/></entity><composite name='Place'><attribute name='lat' "
        + "optional='YES' attributeType='Double'/></composite>"
    }
    let result = try learned(
      [model(""), model("<attribute name='n' optional='YES' attributeType='Integer 16'/>")],
      """
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'T', 0, 0);
      CREATE TABLE ZT (\(Self.base), ZPLACE_LAT FLOAT);
      """)
    #expect(
      result.tables == [
        "CREATE TABLE ZT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZN INTEGER, "
          + "ZPLACE_LAT FLOAT )"
      ])
  }

  @Test("a store that does not have it leaves it open, and one of no version is refused")
  func refused() throws {
    let bench = try StoreBench()
    let friends =
      "<entity name='P'><relationship name='friends' optional='YES' toMany='YES' "
      + "destinationEntity='P' inverseName='friends'/></entity>"
    let bundle = try Self.bundle(["<entity name='P'/>", friends])
    let path = try store(
      bundle, "INSERT INTO Z_PRIMARYKEY VALUES (1, 'P', 0, 0); CREATE TABLE ZP (\(Self.base));",
      in: bench)
    #expect {
      try CoreDataFileFormat(bundle, namesFrom: [path]).requireWritable(2)
    } throws: { error in
      "\(error)"
        == "M.xcdatamodeld: version 2 (M 2) has P.friends, a many-to-many relationship that is its own "
        + "inverse, whose tables in a store cannot be predicted; name any store of the app that has it "
        + "with --names-from FILE, or give an empty store of this version that the app made, with "
        + "--empty-store FILE"
    }
    let other = try Self.bundle(["<entity name='P' isAbstract='YES'/>"])
    #expect {
      try CoreDataFileFormat(other, namesFrom: [path])
    } throws: { error in
      "\(error)"
        == "\(path): the version hashes of the store fit no version of M; the nearest is 1 (M 1): P is "
        + "not abstract in the store's model and abstract in version 1; name a store of a release"
    }
  }
}
