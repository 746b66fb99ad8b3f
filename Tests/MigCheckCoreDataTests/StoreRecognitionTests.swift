import Foundation
import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import Testing

/// The version of a store by its version hashes.
@Suite("Versions of stores") struct StoreRecognitionTests {
  private static let title = "<attribute name='title' attributeType='String'"
  private static let models = [
    "1": "<entity name='E'>\(title)/></entity>",
    "2": "<entity name='E'>\(title) optional='YES'/></entity>",
    "3": "<entity name='E'>\(title) optional='YES'/><attribute name='n' attributeType='Date' "
      + "optional='YES'/></entity><entity name='F' parentEntity='E'/>",
  ]
  private static let tables = """
    CREATE TABLE ZE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR);
    INSERT INTO ZE VALUES (1, 1, 1, 'a');
    """

  /// What a store of one entity is taken for, whose hashes are those of a model.
  private func recognise(
    _ content: String, in models: [String: String] = models, wanted: UInt64? = nil
  ) throws -> StoreRecognition.Result {
    let hashes = try model(content).versionHashes
    let fixture = try StoreFixture(
      [(1, "E", 0, 1)], identifiers: [],
      hashes: Dictionary(uniqueKeysWithValues: hashes.entities.map { ($0.name.text, $0.hash) }),
      Self.tables)
    defer { fixture.remove() }
    let file = try CoreDataStoreFile(fixture.path, copyingTo: fixture.folder)
    defer { file.close() }
    return try StoreRecognition.version(
      of: file, in: try StoreFixture.bundle(models), wanted: wanted)
  }

  @Test("Hashes tell versions apart whose tables are the same", arguments: ["1", "2"])
  func exact(name: String) throws {
    let found = try recognise(Self.models[name]!)
    #expect(found.version.name == name)
    #expect(found.others.isEmpty && found.mismatch == nil && found.actual == nil)
  }

  @Test("A version that the user names is taken though the hashes are those of another")
  func wanted() throws {
    let found = try recognise(Self.models["1"]!, wanted: 2)
    #expect(found.version.name == "2")
    #expect(found.actual?.name == "1")
    #expect(found.mismatch == nil)
  }

  @Test("Versions with equal hashes are named") func equal() throws {
    let models = [
      "1": Self.models["1"]!,
      "2": "<entity name='E'>\(Self.title) defaultValueString='x'/></entity>",
    ]
    let found = try recognise(Self.models["1"]!, in: models)
    #expect(found.version.name == "2")
    #expect(found.others.map(\.name) == ["1"])
  }

  @Test(
    "What a store has otherwise than the nearest version is found by its hashes alone",
    arguments: [
      (
        "<entity name='E'>\(title) optional='YES' versionHashModifier='x'/></entity>",
        "2: E has another version hash"
      ),
      (
        "<entity name='E'>\(title)/><attribute name='n' attributeType='Date' optional='YES'/></entity>",
        "2: E.title is required in the store's model and optional in version 2, the store's model has E.n, as version 3 has"
      ),
      (
        "<entity name='E' isAbstract='YES'>\(title) optional='YES'/></entity>",
        "2: E is abstract in the store's model and not abstract in version 2"
      ),
      (
        "<entity name='E'><attribute name='title' attributeType='Date' optional='YES'/></entity>",
        "2: E.title is Date in the store's model and String in version 2"
      ),
      ("<entity name='E'/>", "2: the store's model has no E.title, or a transient one"),
    ])
  func nearest(content: String, expected: String) throws {
    let found = try recognise(content)
    let mismatch = try #require(found.mismatch)
    #expect(found.version.number == mismatch.nearest.number)
    #expect(
      "\(mismatch.nearest.number): \(mismatch.differences.joined(separator: ", "))" == expected)
    #expect(!mismatch.isUnconfirmed)
  }

  @Test("A difference in the parent is not repeated for its subentities") func inherited() throws {
    let child =
      "<entity name='F' parentEntity='E'><attribute name='n' attributeType='Date'/></entity>"
    let hashes = try model(
      "<entity name='E'><attribute name='a' attributeType='Date' optional='YES'/></entity>\(child)"
    ).versionHashes
    let fixture = try StoreFixture(
      [(1, "E", 0, 1), (2, "F", 1, 0)],
      hashes: Dictionary(uniqueKeysWithValues: hashes.entities.map { ($0.name.text, $0.hash) }),
      """
      CREATE TABLE ZE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA TIMESTAMP,
        ZN TIMESTAMP);
      """)
    defer { fixture.remove() }
    let file = try CoreDataStoreFile(fixture.path, copyingTo: fixture.folder)
    defer { file.close() }
    let bundle = try StoreFixture.bundle([
      "1": "<entity name='E'><attribute name='a' attributeType='Date'/></entity>\(child)"
    ])
    let found = try StoreRecognition.version(of: file, in: bundle)
    #expect(
      found.mismatch?.differences
        == ["E.a is optional in the store's model and required in version 1"])
  }

  @Test("Rules that are not confirmed accuse nobody") func unconfirmed() throws {
    let found = try recognise(
      "<entity name='E'>\(Self.title) optional='YES' versionHashModifier='x'/></entity>",
      in: ["1": "<entity name='E' versionHashModifier='7'>\(Self.title)/></entity>"])
    #expect(found.mismatch?.isUnconfirmed == true)
  }

  @Test("A store whose tables fit no version either says which is nearest by its hashes")
  func misfit() throws {
    #expect {
      try recognise(
        Self.models["2"]!,
        in: [
          "1": "<entity name='E'>\(Self.title)/><attribute name='b' attributeType='Date'/></entity>"
        ])
    } throws: { error in
      "\(error)".hasSuffix(
        "ZE.ZB: the store has no such column, where the model has E.b; the store is of no version of "
          + "M; by its version hashes the nearest is 1 (1): E.title is optional in the store's model "
          + "and required in version 1, the store's model has no E.b, or a transient one")
    }
    #expect {
      try recognise(Self.models["3"]!, in: ["3": Self.models["3"]!])
    } throws: { error in
      "\(error)".contains(
        "by its version hashes the store is at version 1 (3), so its tables were changed")
    }
  }
}
