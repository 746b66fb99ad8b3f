import Foundation
import MigCheckSQLite
import TestMaterial
import Testing

/// The version hashes of a Core Data model, wherever the command shows or uses them.
@Suite struct ModelHashesTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private static let text = "<attribute name='text' optional='YES' attributeType='String'/>"
  private static let data = "<attribute name='data' optional='YES' attributeType='Binary'"

  @Test("the hashes of each version, as text") func text() throws {
    try ModelPathsTests.write(
      [Self.text, Self.text + "<attribute name='x' attributeType='UUID'/>"], to: bench)
    let outcome = try bench.run("paths", "Notes.xcdatamodeld", "--hashes")
    #expect(
      outcome.output == """
        Notes (coredata): 2 versions

        1  Notes
          checksum  lROAJvtsbdN8P1C5jXalAaUEkNydU93ByIP0PFChax0=
          digest    CjL03KGKapGWVTwgrFh7P6YB/Nl6u542XECS9ZPfGs3am/K5Le0MEPduJMORelh68G6EavOdOvIT1/Xsw0xqsQ==
          Note
            hex     44ea43d79a6ad3f771f06027fb37a085997bd5d1b1a6f36fb1aad24cd88d906f
            base64  ROpD15pq0/dx8GAn+zeghZl71dGxpvNvsarSTNiNkG8=

        2  Notes 2
          checksum  DXjBS3SuH53vnpBYeLW2N+y7y3NGDS626fSTEyPMLPg=
          digest    Eyv+5Vno2aEdKovy38Q50S2AwWsYgW1zvdYjPZaW7cVHqMnSSftT3LMvLQjCe9h516D2X6A/b+AI07SBxsgSQw==
          Note
            hex     6d07b513a61532bfa7a1a5b8979172f492263b9141c5627e4b8891d63f857810
            base64  bQe1E6YVMr+noaW4l5Fy9JImO5FBxWJ+S4iR1j+FeBA=
          not confirmed by a real store
            Note.x: the type UUID

        """)
    #expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test("the hashes of each version, as JSON") func json() throws {
    try ModelPathsTests.write([Self.text, Self.text], to: bench)
    let outcome = try bench.run("paths", "Notes.xcdatamodeld", "--hashes", "--format", "json")
    let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let document = try #require(root as? [String: Any])
    let versions = try #require(document["versions"] as? [[String: Any]])
    #expect(versions.count == 2)
    let entities = try #require(versions[0]["entities"] as? [[String: Any]])
    let base64 = try #require(entities[0]["base64"] as? String)
    let hex = Data(base64Encoded: base64)?.map { String(format: "%02x", $0) }.joined()
    #expect(entities[0]["hex"] as? String == hex)
    #expect(entities[0]["name"] as? String == "Note")
    #expect(versions[0]["checksum"] as? String == versions[1]["checksum"] as? String)
    #expect(document["equalChecksums"] as? [[Int]] == [[1, 2]])
    #expect(document["pairs"] == nil)
  }

  @Test("versions with equal checksums are reported") func equal() throws {
    try ModelPathsTests.write(
      [Self.text, Self.text.replacing("/>", with: " defaultValueString='a'/>"), ""], to: bench)
    let outcome = try bench.run("paths", "Notes.xcdatamodeld")
    #expect(
      outcome.output.contains(
        """

        equal checksums: a plan of stages that names two of them is refused at launch
          1 (Notes), 2 (Notes 2)

        """), "\(outcome.output)")
    #expect(
      try bench.run("paths", "Notes.xcdatamodeld", "--hashes").output.hasSuffix(
        "\nequal checksums: 1 (Notes), 2 (Notes 2)\n"))
  }

  @Test("hashes are those of a model, not of a history") func misplaced() throws {
    try bench.write("h.history.json", Histories.passing)
    let outcome = try bench.run("paths", "h.history.json", "--hashes")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "--hashes is about Core Data models (*.xcdatamodeld); h.history.json is a history"))
  }

  @Test("external storage needs a migration, a transient property needs none") func opening() throws
  {
    try ModelPathsTests.write(
      [Self.data + "/>", Self.data + " allowsExternalBinaryDataStorage='YES'/>"], to: bench)
    let external = try bench.run(
      "Notes.xcdatamodeld", "--opening", "none", "--trials", "3")
    #expect(external.output.contains("schemaMismatch"), "\(external.output)")
    #expect(external.status == 1)
    let transient = "<attribute name='draft' transient='YES' attributeType='String'/>"
    try ModelPathsTests.write([Self.text, Self.text + transient], named: "Other", to: bench)
    let other = try bench.run("Other.xcdatamodeld", "--opening", "none", "--trials", "3")
    #expect(other.status == 0, "\(other.output)")
  }

  @Test("the same verdict for the model as a history") func history() throws {
    try ModelPathsTests.write(
      [Self.data + "/>", Self.data + " allowsExternalBinaryDataStorage='YES'/>"], to: bench)
    let imported = try bench.run(
      "import", "coredata", "Notes.xcdatamodeld", "-o", "n.history.json", "--opening", "none")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try bench.run("n.history.json", "--trials", "3").status == 1)
  }

  @Test("what becomes of transient properties on a hop") func hops() throws {
    let relationship = "<relationship name='r' optional='YES' destinationEntity='Note'"
    try ModelPathsTests.write(
      [
        Self.text + relationship + " transient='YES'/>",
        Self.text + relationship + "/><attribute name='n' optional='YES' attributeType='Date'/>",
        relationship + " transient='YES'/><attribute name='n' transient='YES' optional='YES' "
          + "attributeType='Date'/>", "",
      ], to: bench)
    let outcome = try bench.run("paths", "Notes.xcdatamodeld", "--hops")
    #expect(
      outcome.output.contains(
        """
        1 → 2  Notes → Notes 2
          Note.n added: Date?
          Note.r added: to-one Note

        2 → 3  Notes 2 → Notes 3
          Note.n becomes transient: its values leave the store
          Note.text removed
          Note.r becomes transient: its values leave the store

        3 → 4  Notes 3 → Notes 4
          nothing stored changes
          the version hashes are equal: no migration runs

        """), "\(outcome.output)")
  }

  @Test("a frozen version keeps its checksum, and the gate compares it") func gate() throws {
    let second = "<attribute name='n' optional='YES' attributeType='Date'/>"
    try ModelPathsTests.write([Self.text, Self.text + second], to: bench)
    #expect(try bench.run("freeze", "Notes.xcdatamodeld").status == 0)
    let name = try #require(bench.files.first { $0.hasSuffix(".1.json") })
    let frozen = try bench.text(name)
    #expect(frozen.contains(#""checksum": "lROAJvtsbdN8P1C5jXalAaUEkNydU93ByIP0PFChax0=""#))
    let same = try bench.run("gate", "Notes.xcdatamodeld", "--trials", "3")
    #expect(same.output.hasPrefix("✔ 2 frozen versions as before"))
    // The schema of migcheck is the same, and stores of the released version fit no longer.
    try ModelPathsTests.write(
      [Self.text.replacing("/>", with: " versionHashModifier='2'/>"), Self.text + second],
      to: bench)
    let outcome = try bench.run("gate", "Notes.xcdatamodeld", "--trials", "3")
    let words = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.hasPrefix(
        "✘ version 1 is not what was frozen the version checksum was "
          + "lROAJvtsbdN8P1C5jXalAaUEkNydU93ByIP0PFChax0= and is "), "\(outcome.output)")
    #expect(
      words.contains(
        ": stores of the released version fit no version any more a changed model needs a version "
          + "of its own"), "\(outcome.output)")
    #expect(outcome.status == 1)
    // Versions that were frozen before have none.
    try bench.write(
      name,
      frozen.replacingOccurrences(
        of: #""checksum": "lROAJvtsbdN8P1C5jXalAaUEkNydU93ByIP0PFChax0=","#, with: ""))
    #expect(
      try bench.run("gate", "Notes.xcdatamodeld", "--trials", "3").output.hasPrefix("✔ 2 frozen"))
  }

  @Test("a store that fits no version by its hashes is read with a note") func edited() throws {
    try ModelPathsTests.write([Self.text], to: bench)
    let database = try SQLiteConnection(path: bench.path + "/s.sqlite")
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreModelVersionHashes": ["Note": Data(repeating: 0xAB, count: 32)]
      ], format: .binary, options: 0)
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
        Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 1);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'A', x'\(list.map { String(format: "%02x", $0) }.joined())');
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);
      INSERT INTO ZNOTE VALUES (1, 1, 1, 'a');
      """)
    database.close()
    let outcome = try bench.run(
      "upgrade", "Notes.xcdatamodeld", "--store", "s.sqlite", "--to", "1", "--out", "o.json")
    #expect(
      outcome.errors == """
        migcheck: s.sqlite: the version hashes of the store fit no version of Notes; the nearest is \
        1 (Notes): Note has another version hash. The version was edited in place after its release, \
        and Core Data refuses the store (errors 134130, 134504)
        migcheck: o.json: 1 → 1, 1 object, 0 links

        """)
    #expect(outcome.status == 0)
  }
}

@Suite(
  "Version hashes of real stores",
  .enabled(
    if: Material.has("coredata/duckduckgo-stores"), "the stores of real apps are not at hand"))
struct RealVersionHashesTests {
  private static let stores = [
    ("BookmarksModel", "Bookmarks_V1", 1), ("BookmarksModel", "Bookmarks_V2", 2),
    ("BookmarksModel", "Bookmarks_V3", 3), ("BookmarksModel", "Bookmarks_V4", 4),
    ("BookmarksModel", "Bookmarks_V5", 5), ("SyncMetadata", "SyncMetadata_V3", 3),
  ]

  @Test("hashes, digest and checksum are those in the metadata", arguments: stores)
  func metadata(model: String, store: String, version: Int) throws {
    let bench = try Workbench()
    let folder = Material.sharedPath("coredata/duckduckgo-stores")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(folder)/stores/\(store).sqlite\(suffix)",
        toPath: "\(bench.path)/s.sqlite\(suffix)")
    }
    let database = try SQLiteConnection(path: bench.path + "/s.sqlite")
    defer { database.close() }
    let query = try database.prepare("SELECT Z_PLIST FROM Z_METADATA")
    #expect(try query.step())
    guard case .blob(let bytes) = query.value(0) else {
      Issue.record("there are no metadata")
      return
    }
    let metadata = try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        as? [String: Any])
    let outcome = try bench.run(
      "paths", "\(folder)/\(model).xcdatamodeld", "--hashes", "--format", "json", "--from",
      "\(version)", "--to", "\(version)")
    let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let versions = try #require((root as? [String: Any])?["versions"] as? [[String: Any]])
    let entities = try #require(versions[0]["entities"] as? [[String: String]])
    #expect(
      Dictionary(
        uniqueKeysWithValues: entities.map {
          ($0["name"] ?? "", Data(base64Encoded: $0["base64"]!))
        }
      ) == metadata["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(
      versions[0]["digest"] as? String == metadata["NSStoreModelVersionHashesDigest"] as? String)
    if let checksum = metadata["NSStoreModelVersionChecksumKey"] as? String {
      #expect(versions[0]["checksum"] as? String == checksum)
    }
    #expect(
      (metadata["NSStoreModelVersionChecksumKey"] != nil)
        == (store.hasSuffix("V4") || model == "SyncMetadata"))
  }
}
