import Foundation
import MigCheckCoreData
import MigCheckFormats
import MigCheckModel
import MigCheckSQLite
import MigCheckText
import Testing

/// A store as Core Data lays it out, written by hand.
struct StoreFixture {
  let folder: String
  var path: String { folder + "/a.sqlite" }

  /// - Parameters:
  ///   - entities: rows of Z_PRIMARYKEY: number, name, parent, highest key.
  ///   - hashes: of the entities, in the metadata.
  ///   - sql: tables and rows.
  init(
    _ entities: [(Int, String, Int, Int)], identifiers: [String] = [""],
    hashes: [String: [UInt8]] = [:], _ sql: String
  ) throws {
    folder = NSTemporaryDirectory() + "/migcheck-stores-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let database = try SQLiteConnection(path: path)
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0);
      """)
    for (number, name, parent, highest) in entities {
      try database.execute(
        "INSERT INTO Z_PRIMARYKEY VALUES (\(number), '\(name)', \(parent), \(highest))")
    }
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreModelVersionIdentifiers": identifiers,
        "NSStoreModelVersionHashes": hashes.mapValues { Data($0) },
      ], format: .binary, options: 0)
    let insert = try database.prepare("INSERT INTO Z_METADATA VALUES (1, 'uuid', ?)")
    try insert.bind(Array(list), at: 1)
    try insert.run()
    try database.execute(sql)
    database.close()
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// A bundle of models, each with its name and its XML.
  static func bundle(_ models: [String: String]) throws -> CoreDataBundle {
    let versions = try models.sorted { $0.key < $1.key }.enumerated().map { index, entry in
      CoreDataVersion(
        number: UInt64(index + 1), name: entry.key,
        model: try CoreDataModelReader.parse(
          Array(
            "<model userDefinedModelVersionIdentifier='\(entry.key)'>\(entry.value)</model>".utf8),
          file: "contents"))
    }
    return CoreDataBundle(name: "M", path: "M.xcdatamodeld", versions: versions, current: nil)
  }

  /// The objects as JSON, or the message of the error.
  func read(_ models: [String: String]) throws -> String {
    let bundle = try Self.bundle(models)
    let scratch = folder + "/scratch"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    do {
      let file = try CoreDataStoreFile(path, copyingTo: scratch)
      defer { file.close() }
      let found = try StoreRecognition.version(of: file, in: bundle)
      var reader = StoreReader(file, found)
      let result = try reader.read()
      #expect(result.graph.validate() == [])
      let missing = reader.missingFiles > 0 ? " \(reader.missingFiles) files missing" : ""
      let dangling = reader.danglingLinks.map { " \($0.column) \($0.count)" }.joined()
      return "\(found.version.name)\(dangling)\(missing): "
        + result.graph.json(version: 1) { result.name(of: $0) }["objects"]!.compactText
    } catch let error as InputError {
      return error.description.replacing(path, with: "a.sqlite")
    }
  }
}

@Suite("Stores that Core Data wrote") struct StoreReaderTests {
  static let animals = """
    <entity name='Animal' isAbstract='YES'><attribute name='name' attributeType='String'/>
    <relationship name='owner' destinationEntity='Person' inverseName='animals'/></entity>
    <entity name='Dog' parentEntity='Animal'><attribute name='size' attributeType='Integer 16'/>
    <relationship name='friend' destinationEntity='Animal'/></entity>
    <entity name='cat' parentEntity='Animal'><attribute name='size' attributeType='Double'/>
    <attribute name='Friend' optional='YES' attributeType='Binary' allowsExternalBinaryDataStorage='YES'/></entity>
    <entity name='Person'><attribute name='born' optional='YES' attributeType='Date'/>
    <attribute name='cache' transient='YES' attributeType='String'/>
    <relationship name='animals' toMany='YES' ordered='YES' destinationEntity='Animal' inverseName='owner'/>
    <relationship name='friends' toMany='YES' destinationEntity='Person' inverseName='friendOf'/>
    <relationship name='friendOf' toMany='YES' ordered='YES' destinationEntity='Person' inverseName='friends'/>
    </entity>
    """

  static let entities = [
    (1, "Animal", 0, 4), (2, "cat", 1, 0), (3, "Dog", 1, 0), (4, "Person", 0, 2),
  ]

  static let sql = """
    CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER,
      Z_FOK_OWNER INTEGER, ZSIZE1 INTEGER, ZFRIEND1 INTEGER, Z1_FRIEND INTEGER, ZSIZE FLOAT,
      ZNAME VARCHAR, ZFRIEND BLOB);
    CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBORN TIMESTAMP);
    CREATE TABLE Z_4FRIENDOF (Z_4FRIENDOF INTEGER, Z_4FRIENDS INTEGER, Z_FOK_4FRIENDOF INTEGER);
    INSERT INTO ZPERSON VALUES (1, 4, 1, -1.5), (2, 4, 1, NULL);
    INSERT INTO ZANIMAL VALUES (1, 3, 1, 1, 2048, 5, 3, 2, NULL, 'Rex', NULL),
      (3, 2, 1, 1, 1024, NULL, NULL, NULL, 1.5, 'Tom', x'0161'),
      (4, 2, 1, 9, 1024, NULL, NULL, NULL, 2, '', x'02616200');
    INSERT INTO Z_4FRIENDOF VALUES (1, 2, 2048), (2, 2, 1024);
    """

  @Test("Hierarchies, names that clash, orders, many-to-many and external data") func all() throws {
    let fixture = try StoreFixture(Self.entities, Self.sql)
    defer { fixture.remove() }
    let result = try fixture.read(["1": Self.animals, "2": "<entity name='Animal'/>"])
    #expect(
      result
        == """
        1 cat.owner 1 1 files missing: {"Animal":[],\
        "Dog":[{"$id":"Dog#1","name":"Rex","size":5,"owner":"Person#1","friend":"cat#3"}],\
        "cat":[{"$id":"cat#3","name":"Tom","size":1.5,"Friend":"YQ==","owner":"Person#1"},\
        {"$id":"cat#4","name":"","size":2.0,"Friend":"AmFiAA==","owner":null}],\
        "Person":[{"$id":"Person#1","born":"2000-12-31T23:59:58.5Z","animals":["cat#3","Dog#1"],\
        "friends":["Person#2"],"friendOf":[]},{"$id":"Person#2","born":null,"animals":[],\
        "friends":["Person#2"],"friendOf":["Person#2","Person#1"]}]}
        """)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted()
        == ["a.sqlite", "scratch"])
  }

  @Test("A version that only identifiers tell from others") func identifiers() throws {
    let fixture = try StoreFixture(Self.entities, identifiers: ["2"], Self.sql)
    defer { fixture.remove() }
    let result = try fixture.read(["1": Self.animals, "2": Self.animals, "3": Self.animals])
    #expect(result.hasPrefix("2 "))
  }

  @Test(
    "A store that does not fit names the table and the column",
    arguments: [
      (
        "ALTER TABLE ZPERSON ADD COLUMN ZNEW INTEGER",
        "a.sqlite: ZPERSON.ZNEW: no property of the model explains the column; the store is of no "
          + "version of M; the nearest is 1 (1)"
      ),
      (
        "ALTER TABLE ZPERSON DROP COLUMN ZBORN",
        "a.sqlite: ZPERSON.ZBORN: the store has no such column, where the model has Person.born; "
          + "the store is of no version of M; the nearest is 1 (1)"
      ),
      (
        "DROP TABLE Z_4FRIENDOF",
        "a.sqlite: Z_4FRIENDS: the store has no table for Person.friends (and 1 more such); the "
          + "store is of no version of M; the nearest is 1 (1)"
      ),
      (
        "CREATE TABLE ZOTHER (Z_PK INTEGER)",
        "a.sqlite: ZOTHER: no entity or relationship of the model explains the table; the store is "
          + "of no version of M; the nearest is 1 (1)"
      ),
      (
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_ENT = 2",
        "a.sqlite: Z_PRIMARYKEY.Z_SUPER: the parent of cat is none in the store and Animal in the "
          + "model; the store is of no version of M; the nearest is 1 (1)"
      ),
      (
        "UPDATE ZANIMAL SET ZSIZE1 = 40000 WHERE Z_PK = 1",
        "a.sqlite: ZANIMAL.ZSIZE1: a value is no Integer 16; name the model that the store was "
          + "made with, or restore it from a backup"
      ),
      (
        "UPDATE ZANIMAL SET Z_ENT = 4 WHERE Z_PK = 1",
        "a.sqlite: ZANIMAL.Z_ENT: an object is of an entity that this table does not hold; name "
          + "the model that the store was made with, or restore it from a backup"
      ),
      (
        "DROP TABLE Z_METADATA",
        "a.sqlite: this is no store of Core Data: it has no table Z_METADATA; name a store that an "
          + "app wrote, with its -wal"
      ),
      (
        "DELETE FROM Z_PRIMARYKEY; INSERT INTO Z_PRIMARYKEY VALUES (1, 'Other', 0, 1)",
        "a.sqlite: this is the store of another app: it has the entities \"Other\"; name the model "
          + "that it was made with"
      ),
      (
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 0",
        "a.sqlite: the store holds no objects, and there is no a.sqlite-wal beside it; copy the "
          + "store together with its -wal"
      ),
    ])
  func misfits(change: String, expected: String) throws {
    let fixture = try StoreFixture(Self.entities, Self.sql + ";" + change)
    defer { fixture.remove() }
    #expect(try fixture.read(["1": Self.animals]) == expected)
  }

  @Test("Files that are no store, or only a part of one") func brokenFiles() throws {
    let fixture = try StoreFixture(Self.entities, Self.sql)
    defer { fixture.remove() }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    func read(_ content: Data) throws -> String {
      try content.write(to: URL(fileURLWithPath: fixture.path))
      return try fixture.read(["1": Self.animals])
    }
    for count in [16, 100, 4096, bytes.count / 2] {
      #expect(
        try read(bytes.prefix(count)).hasPrefix("a.sqlite: "), "cut after \(count) bytes")
    }
    #expect(
      try read(Data("no".utf8))
        == "a.sqlite: this is not a SQLite database, or an encrypted one; name a store's file")
    #expect(
      try read(Data())
        == "a.sqlite: this is not a SQLite database, or an encrypted one; name a store's file")
    try Data().write(to: URL(fileURLWithPath: fixture.path + "-shm"))
    #expect(
      try read(bytes)
        == "a.sqlite-wal: the write-ahead log of the store is missing, although its index -shm is "
        + "there; copy the store together with its -wal")
  }

  @Test("A write-ahead log that is cut short is refused, and an empty one if nothing else is there")
  func cutLog() throws {
    let fixture = try StoreFixture(
      [(1, "E", 0, 0)], "CREATE TABLE ZE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);")
    defer { fixture.remove() }
    let model = ["1": "<entity name='E'/>"]
    let database = try SQLiteConnection(path: fixture.path)
    defer { database.close() }
    try database.execute(
      """
      PRAGMA journal_mode = WAL; INSERT INTO ZE VALUES (1, 1, 1);
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 1; INSERT INTO ZE VALUES (2, 1, 1);
      """)
    let log = URL(fileURLWithPath: fixture.path + "-wal")
    let bytes = try Data(contentsOf: log)
    // The three files as they are while the app runs.
    let copy = try StoreFixture([], "")
    defer { copy.remove() }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy.path + suffix)
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: copy.path + suffix)
    }
    #expect(try copy.read(model) == #"1: {"E":[{"$id":"E#1"},{"$id":"E#2"}]}"#)
    let pages = (bytes.count - 32) / 4120
    for left in 0..<pages {
      try bytes.prefix(32 + 4120 * left).write(to: URL(fileURLWithPath: copy.path + "-wal"))
      #expect(
        try copy.read(model)
          == "a.sqlite-wal: the write-ahead log of the store is cut short: \(left) of \(pages) pages "
          + "are left; copy the store again, together with its -wal")
    }
    try FileManager.default.removeItem(atPath: copy.path + "-shm")
    // Without its index a log may end anywhere.
    #expect(try copy.read(model) == #"1: {"E":[{"$id":"E#1"}]}"#)
    try Data().write(to: URL(fileURLWithPath: copy.path + "-wal"))
    #expect(
      try copy.read(model)
        == "a.sqlite: the store holds no objects, and its write-ahead log a.sqlite-wal holds "
        + "nothing; copy the store together with its -wal")
  }
}
