import Foundation
import Testing

/// What a store's file holds beside the plain columns of a model.
@Suite("Unusual stores that Core Data wrote") struct StoreLayoutTests {
  private static let base = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  private func read(
    _ entities: [(Int, String, Int, Int)], _ sql: String, _ model: String,
    files: [String: String] = [:]
  ) throws -> String {
    let fixture = try StoreFixture(entities, sql)
    defer { fixture.remove() }
    let folder = fixture.folder + "/.a_SUPPORT/_EXTERNAL_DATA"
    for (name, content) in files {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return try fixture.read(["1": model])
  }

  private static let blob =
    "<entity name='E'><attribute name='b' optional='YES' attributeType='Binary' "
    + "allowsExternalBinaryDataStorage='YES'/></entity>"

  @Test("Values in files beside the store are read") func external() throws {
    let sql = """
      CREATE TABLE ZE (\(Self.base), ZB BLOB);
      INSERT INTO ZE VALUES (1, 1, 1, x'0161'), (2, 1, 1, x'024600'), (3, 1, 1, NULL), (4, 1, 1, x'');
      """
    #expect(
      try read([(1, "E", 0, 4)], sql, Self.blob, files: ["F": "bytes"])
        == #"1: {"E":[{"$id":"E#1","b":"YQ=="},{"$id":"E#2","b":"Ynl0ZXM="},"#
        + #"{"$id":"E#3","b":null},{"$id":"E#4","b":""}]}"#)
    #expect(
      try read([(1, "E", 0, 4)], sql, Self.blob)
        == #"1 1 files missing: {"E":[{"$id":"E#1","b":"YQ=="},{"$id":"E#2","b":"AkYA"},"#
        + #"{"$id":"E#3","b":null},{"$id":"E#4","b":""}]}"#)
  }

  @Test(
    "What is neither a value nor the name of a file is refused",
    arguments: ["x'0246'", "x'02FF00'", "'text'", "5"])
  func damaged(value: String) throws {
    #expect(
      try read(
        [(1, "E", 0, 1)],
        "CREATE TABLE ZE (\(Self.base), ZB BLOB); INSERT INTO ZE VALUES (1, 1, 1, \(value));",
        Self.blob)
        == "a.sqlite: ZE.ZB: a value is no Binary; name the model that the store was made with, or "
        + "restore it from a backup")
  }

  @Test("Values from before the attribute could lie in files are read as they are") func former()
    throws
  {
    #expect(
      try read(
        [(1, "E", 0, 1)],
        "CREATE TABLE ZE (\(Self.base), ZB BLOB); INSERT INTO ZE VALUES (1, 1, 1, x'62706C');",
        Self.blob) == #"1: {"E":[{"$id":"E#1","b":"YnBs"}]}"#)
  }

  @Test("Every type of attribute is read as Core Data stores it") func types() throws {
    let types = [
      "Integer 16", "Integer 32", "Integer 64", "Boolean", "Double", "Float", "Decimal", "String",
      "Date", "Binary", "UUID", "URI", "Transformable",
    ]
    let columns = [
      "INTEGER", "INTEGER", "INTEGER", "INTEGER", "FLOAT", "FLOAT", "DECIMAL", "VARCHAR",
      "TIMESTAMP", "BLOB", "BLOB", "VARCHAR", "BLOB",
    ]
    let model =
      "<entity name='E'>"
      + types.enumerated().map {
        "<attribute name='a\($0)' optional='YES' attributeType='\($1)'/>"
      }.joined() + "</entity>"
    let table = columns.enumerated().map { "ZA\($0) \($1)" }.joined(separator: ", ")
    let values = [
      "-32768", "2147483647", "9223372036854775807", "1", "1", "0.5", "1.25", "'é'", "-0.5",
      "x'00FF'", "x'000102030405060708090A0B0C0D0E0F'", "'https://example.org'", "x'62'",
    ]
    let result = try read(
      [(1, "E", 0, 2)],
      """
      CREATE TABLE ZE (\(Self.base), \(table));
      INSERT INTO ZE VALUES (1, 1, 1, \(values.joined(separator: ", ")));
      INSERT INTO ZE (Z_PK, Z_ENT) VALUES (2, 1);
      """, model)
    #expect(
      result
        == #"1: {"E":[{"$id":"E#1","a0":-32768,"a1":2147483647,"a2":9223372036854775807,"#
        + #""a3":true,"a4":1.0,"a5":0.5,"a6":"1.25","a7":"é","a8":"2000-12-31T23:59:59.5Z","#
        + #""a9":"AP8=","a10":"00010203-0405-0607-0809-0a0b0c0d0e0f","a11":"https://example.org","#
        + #""a12":"Yg=="},{"$id":"E#2","a0":null,"a1":null,"a2":null,"a3":null,"a4":null,"a5":null,"#
        + #""a6":null,"a7":null,"a8":null,"a9":null,"a10":null,"a11":null,"a12":null}]}"#)
  }

  @Test("A whole number with a fraction is read without it") func fractions() throws {
    #expect(
      try read(
        [(1, "E", 0, 1)],
        "CREATE TABLE ZE (\(Self.base), ZN INTEGER); INSERT INTO ZE VALUES (1, 1, 1, -2.75);",
        "<entity name='E'><attribute name='n' attributeType='Integer 32'/></entity>")
        == #"1: {"E":[{"$id":"E#1","n":-2}]}"#)
  }

  @Test("The table of a relationship of subentities, with names that clash") func hierarchies()
    throws
  {
    let model = """
      <entity name='Item' isAbstract='YES'/><entity name='Photo' parentEntity='Item'>
      <relationship name='tags' toMany='YES' ordered='YES' destinationEntity='Tag'
        inverseName='items'/></entity>
      <entity name='Tag'><relationship name='items' toMany='YES' ordered='YES'
        destinationEntity='Photo' inverseName='tags'/>
      <relationship name='cover' optional='YES' destinationEntity='Item'/></entity>
      """
    #expect(
      try read(
        [(1, "Item", 0, 2), (2, "Photo", 1, 0), (3, "Tag", 0, 1)],
        """
        CREATE TABLE ZITEM (\(Self.base)); INSERT INTO ZITEM VALUES (1, 2, 1), (2, 2, 1);
        CREATE TABLE ZTAG (\(Self.base), ZCOVER INTEGER, Z1_COVER INTEGER);
        INSERT INTO ZTAG VALUES (1, 3, 1, 2, 2);
        CREATE TABLE Z_2TAGS (Z_2ITEMS INTEGER, Z_3TAGS INTEGER, Z_FOK_2ITEMS INTEGER,
          Z_FOK_3TAGS INTEGER);
        INSERT INTO Z_2TAGS VALUES (1, 1, 2048, 1024), (2, 1, 1024, 1024);
        """, model)
        == #"1: {"Item":[],"Photo":[{"$id":"Photo#1","tags":["Tag#1"]},"#
        + #"{"$id":"Photo#2","tags":["Tag#1"]}],"#
        + #""Tag":[{"$id":"Tag#1","items":["Photo#2","Photo#1"],"cover":"Photo#2"}]}"#)
  }

  @Test("The name of a file leads nowhere else") func strayFile() throws {
    let name = "../../a.sqlite".utf8.map { String($0, radix: 16) }.joined()
    let result = try read(
      [(1, "E", 0, 1)],
      "CREATE TABLE ZE (\(Self.base), ZB BLOB); INSERT INTO ZE VALUES (1, 1, 1, x'02\(name)00');",
      Self.blob, files: ["F": "bytes"])
    #expect(result.hasPrefix("1 1 files missing: "))
  }

  @Test(
    "Each element of a composite attribute has a column",
    arguments: ["ZHOME_CITY VARCHAR, ZHOME_ZIP_CODE INTEGER", "ZCITY1 VARCHAR, ZCODE INTEGER"])
  func composites(columns: String) throws {
    let model = """
      <entity name='E'><attribute name='city' attributeType='String'/>
      <attribute name='home' optional='YES' attributeType='Composite' compositeName='Address'/>
      </entity>
      <composite name='Zip'><attribute name='code' attributeType='Integer 32'/></composite>
      <composite name='Address'><attribute name='city' optional='YES' attributeType='String'/>
      <composite name='zip' compositeName='Zip'/></composite>
      """
    #expect(
      try read(
        [(1, "E", 0, 2)],
        """
        CREATE TABLE ZE (\(Self.base), \(columns), ZCITY VARCHAR);
        INSERT INTO ZE VALUES (1, 1, 1, 'Rome', 7, 'x'), (2, 1, 1, NULL, NULL, 'y');
        """, model)
        == #"1: {"E":[{"$id":"E#1","city":"x","home.city":"Rome","home.zip.code":7},"#
        + #"{"$id":"E#2","city":"y","home.city":null,"home.zip.code":null}]}"#)
  }

  @Test("A store may hold one configuration of its model") func configuration() throws {
    let model = """
      <entity name='E'><attribute name='a' attributeType='String'/></entity>
      <entity name='F'><attribute name='a' attributeType='String'/></entity>
      <configuration name='One'><memberEntity name='E'/></configuration>
      <configuration name='Other'><memberEntity name='F'/></configuration>
      """
    let sql = """
      CREATE TABLE ZF (\(Self.base), ZA VARCHAR); INSERT INTO ZF VALUES (3, 1, 1, 'x');
      """
    #expect(
      try read([(1, "F", 0, 3)], sql, model) == #"1: {"E":[],"F":[{"$id":"F#3","a":"x"}]}"#)
    #expect(
      try read(
        [(1, "F", 0, 3)], sql, model.replacing("'Other'><memberEntity name='F'/>", with: "'Other'>")
      )
        == "a.sqlite: Z_PRIMARYKEY.Z_NAME: the model has the entity E, and the store has not; the "
        + "store is of no version of M; the nearest is 1 (1)")
  }

  @Test("A to-many relationship without an inverse stands beside its members, or in a table")
  func withoutInverse() throws {
    let model = """
      <entity name='A'><relationship name='bs' toMany='YES' ordered='YES' destinationEntity='B'/>
      </entity><entity name='B'/>
      """
    let expected =
      #"1: {"A":[{"$id":"A#1","bs":["B#2","B#1"]}],"B":[{"$id":"B#1"},{"$id":"B#2"},{"$id":"B#3"}]}"#
    let owner = "CREATE TABLE ZA (\(Self.base)); INSERT INTO ZA VALUES (1, 1, 1);"
    #expect(
      try read(
        [(1, "A", 0, 1), (2, "B", 0, 3)],
        owner
          + """
          CREATE TABLE ZB (\(Self.base), Z1BS INTEGER, Z_FOK_1BS INTEGER);
          INSERT INTO ZB VALUES (1, 2, 1, 1, 2048), (2, 2, 1, 1, 1024), (3, 2, 1, NULL, NULL);
          """, model) == expected)
    #expect(
      try read(
        [(1, "A", 0, 1), (2, "B", 0, 3)],
        owner
          + """
          CREATE TABLE ZB (\(Self.base)); INSERT INTO ZB VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1);
          CREATE TABLE Z_1BS (Z_1AS INTEGER, Z_2BS INTEGER, Z_FOK_2BS INTEGER);
          INSERT INTO Z_1BS VALUES (1, 1, 2048), (1, 2, 1024);
          """, model) == expected)
  }

  @Test(
    "A relationship that is its own inverse leads both ways",
    arguments: ["(1, 2), (2, 1), (3, 3)", "(1, 2), (3, 3)"])
  func ownInverse(pairs: String) throws {
    let model = """
      <entity name='Other'/><entity name='P'><relationship name='friends' toMany='YES'
      destinationEntity='P' inverseName='friends'/></entity>
      """
    #expect(
      try read(
        [(1, "Other", 0, 0), (2, "P", 0, 3)],
        """
        CREATE TABLE ZOTHER (\(Self.base)); CREATE TABLE ZP (\(Self.base));
        INSERT INTO ZP VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1);
        CREATE TABLE Z_2FRIENDS (Z_2FRIENDS INTEGER, REFLEXIVE INTEGER);
        INSERT INTO Z_2FRIENDS VALUES \(pairs);
        """, model)
        == #"1: {"Other":[],"P":[{"$id":"P#1","friends":["P#2"]},"#
        + #"{"$id":"P#2","friends":["P#1"]},{"$id":"P#3","friends":["P#3"]}]}"#)
  }

  @Test("An ordered relationship that is its own inverse has two columns of order")
  func orderedOwnInverse() throws {
    let model = """
      <entity name='P'><relationship name='friends' toMany='YES' ordered='YES'
      destinationEntity='P' inverseName='friends'/></entity>
      """
    #expect(
      try read(
        [(1, "P", 0, 3)],
        """
        CREATE TABLE ZP (\(Self.base)); INSERT INTO ZP VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1);
        CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, Z_FOK_1FRIENDS INTEGER,
          Z_FOK_REFLEXIVE INTEGER);
        INSERT INTO Z_1FRIENDS VALUES (3, 1, 1024, 1024), (2, 1, 2048, 1024), (1, 2, 1024, 2048),
          (1, 3, 1024, 1024);
        """, model)
        == #"1: {"P":[{"$id":"P#1","friends":["P#3","P#2"]},"#
        + #"{"$id":"P#2","friends":["P#1"]},{"$id":"P#3","friends":["P#1"]}]}"#)
  }

  @Test("Tables of Core Data's own are left alone") func ownTables() throws {
    #expect(
      try read(
        [(1, "E", 0, 1), (16_002, "TRANSACTION", 0, 9), (16_004, "MIRROR", 0, 2)],
        """
        CREATE TABLE ZE (\(Self.base)); INSERT INTO ZE VALUES (1, 1, 1);
        CREATE TABLE ACHANGE (Z_PK INTEGER); CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER);
        CREATE VIRTUAL TABLE Z_E_place USING rtree (Z_PK, ZX_MIN, ZX_MAX);
        CREATE TABLE AMIRROR (Z_PK INTEGER); CREATE TABLE ANSCKEVENT (Z_PK INTEGER);
        """, "<entity name='E'/>") == #"1: {"E":[{"$id":"E#1"}]}"#)
  }
}
