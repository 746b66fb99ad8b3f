import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

/// Migration blocks in Swift, on both stores.
@Suite struct MigrationSwiftTests {
  private let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "/migration-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  /// Upgrades a graph from version 1 to 2 and gives what a new store shows.
  private func upgrade(
    _ kind: StoreKind, from first: [ObjectType], to second: [ObjectType],
    rows: [(type: Int, values: [Value])],
    _ block: @escaping @Sendable (RealmMigration) throws -> Void
  ) throws -> (snapshot: Snapshot, record: UpgradeRecord) {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let history = History("Test") {
      Version(1) { first }
      Version(2) {
        second
      } migration: {
        try block($0)
      }
    }
    var graph = ObjectGraph(schema: Schema(first))
    for row in rows { graph.append(row.values, type: row.type) }
    let store = try history.makeStore(kind, at: 1, holding: graph, in: directory)
    defer { store.discard() }
    let record = try #require(try store.upgrade(to: 2).record)
    return (try store.snapshot(), record)
  }

  private let person = ObjectType("Person", ["name": .string, "age": .int])

  @Test(
    "properties that look alike are two, and names may come in variables",
    arguments: StoreKind.allCases)
  func propertiesThatLookAlikeAreTwo(kind: StoreKind) throws {
    // Swift takes the names for one, a store for two.
    let (composed, decomposed, type) = ("caf\u{E9}", "cafe\u{301}", "Caf\u{E9}")
    let old = ObjectType(
      Name(type), [Property(Name(composed), .int), Property(Name(decomposed), .int)])
    let new = ObjectType(type, [Property(composed, .int), Property("other", .int)])
    let (snapshot, record) = try upgrade(
      kind, from: [old], to: [new], rows: [(0, [.int(1), .int(2)])]
    ) { migration in
      migration.renameProperty(onType: type, from: decomposed, to: "other")
      migration.enumerateObjects(ofType: type) { old, new in
        new?[composed] = (old?[composed] as? Int ?? 0) + (old?[decomposed] as? Int ?? 0) * 10
      }
    }
    #expect(snapshot.graph.tables[0].columns == [[.int(21)], [.int(2)]])
    #expect(record.renames == [.init(type: Name(type), from: Name(decomposed), to: "other")])
    #expect(record.writes.map(\.property) == [Name(composed)])
  }

  @Test("a block reads old values and writes new ones", arguments: StoreKind.allCases)
  func aBlockReadsOldValuesAndWritesNewOnes(kind: StoreKind) throws {
    let (snapshot, record) = try upgrade(
      kind, from: [person],
      to: [ObjectType("Person", [Property("name", .string), Property("age", .string)])],
      rows: [(0, [.string("Ada"), .int(36)]), (0, [.string("Bob"), .int(-1)])]
    ) { migration in
      #expect(migration.oldSchemaVersion == 1)
      #expect(migration.newSchemaVersion == 2)
      migration.enumerateObjects(ofType: "Person") { old, new in
        new?["age"] = (old?["age"] as? Int).map { "\($0)" }
      }
    }
    #expect(snapshot.graph.tables[0].columns[1] == [.string("36"), .string("-1")])
    #expect(record.writes.map(\.property) == ["age"])
    #expect(record.writes.first?.keys == [0, 1])
  }

  @Test("create, delete and rename keep Realm's rules", arguments: StoreKind.allCases)
  func createDeleteAndRenameKeepRealmsRules(kind: StoreKind) throws {
    let (snapshot, record) = try upgrade(
      kind, from: [person],
      to: [
        ObjectType("Person", ["fullName": .string, "age": .int(default: 7)])
      ],
      rows: [(0, [.string("Ada"), .int(36)]), (0, [.string("Bob"), .int(-1)])]
    ) { migration in
      migration.renameProperty(onType: "Person", from: "name", to: "fullName")
      migration.enumerateObjects(ofType: "Person") { old, new in
        if old?["name"] as? String == "Ada", let new { migration.delete(new) }
      }
      let created = migration.create("Person", value: ["fullName": "Eve"])
      #expect(created?["age"] as? Int == 7)
    }
    #expect(snapshot.graph.tables[0].columns[0] == [.string("Bob"), .string("Eve")])
    #expect(snapshot.keys[0] == [1, 2])
    #expect(
      record.renames == [UpgradeRecord.Rename(type: "Person", from: "name", to: "fullName")])
    #expect(record.deletions.map(\.keys) == [[0]])
    #expect(record.creations.map(\.keys) == [[2]])
  }

  @Test("every type of value survives being copied by a block", arguments: StoreKind.allCases)
  func everyTypeOfValueSurvivesBeingCopiedByABlock(kind: StoreKind) throws {
    let types: [(PropertyType, Value)] = [
      (.bool, .bool(true)), (.int, .int(.min)), (.float, .float(0.1)),
      (.double, .double(.nan)), (.decimal128, .decimal128(Decimal128("1.50") ?? .zero)),
      (.string, .string("a\u{0}e\u{301}")), (.data, .data([0, 255])),
      (.date, .date(Timestamp(seconds: 1_000_000, nanoseconds: 500_000_000))),
      (.uuid, .uuid(UUIDBytes(high: 1, low: .max))),
      (.objectId, .objectId(ObjectIDBytes(high: .max, low: 7))), (.mixed, .bool(false)),
    ]
    let properties = types.map { type, _ in
      Property(type.rawValue, type, optional: type == .mixed)
    }
    let copies = types.map { type, _ in
      Property("new_" + type.rawValue, type, optional: type == .mixed)
    }
    let names = types.map(\.0.rawValue)
    let (snapshot, _) = try upgrade(
      kind, from: [ObjectType("A", properties)], to: [ObjectType("A", copies)],
      rows: [(0, types.map(\.1))]
    ) { migration in
      migration.enumerateObjects(ofType: "A") { old, new in
        for name in names { new?["new_" + name] = old?[name] }
      }
    }
    #expect(
      snapshot.graph.values(of: ObjectReference(type: 0, index: 0)) == types.map(\.1))
  }

  @Test("collections and links can be read and written", arguments: StoreKind.allCases)
  func collectionsAndLinksCanBeReadAndWritten(kind: StoreKind) throws {
    let type = ObjectType("A", ["x": .int, "l": .list(of: .int), "a": .link(to: "A")])
    let (snapshot, _) = try upgrade(
      kind, from: [type], to: [type],
      rows: [
        (0, [.int(1), .list([.int(1), .int(2)]), .null]),
        (0, [.int(2), .list([]), .link(ObjectReference(type: 0, index: 0))]),
      ]
    ) { migration in
      migration.enumerateObjects(ofType: "A") { old, new in
        if let target = old?["a"] as? RealmMigrationObject {
          new?["x"] = target["x"]
          new?["a"] = nil
        } else {
          new?["l"] = ((old?["l"] as? [Any?])?.reversed()).map { Array($0) }
          new?["a"] = new
        }
      }
    }
    let table = snapshot.graph.tables[0]
    #expect(table.columns[0] == [.int(1), .int(1)])
    #expect(table.columns[1] == [.list([.int(2), .int(1)]), .list([])])
    #expect(table.columns[2] == [.link(ObjectReference(type: 0, index: 0)), .null])
  }

  @Test(
    "the first error ends the upgrade and leaves the store as it was",
    arguments: [
      ("x", UpgradeError.Code.typeMismatch), ("none", .noSuchProperty),
    ], StoreKind.allCases)
  func theFirstErrorEndsTheUpgradeAndLeavesTheStoreAsItWas(
    _ mistake: (property: String, code: UpgradeError.Code), kind: StoreKind
  ) throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let type = ObjectType("A", [Property("x", .int), Property("y", .int)])
    let name = mistake.property
    let history = History("Test") {
      Version(1) { type }
      Version(2) {
        type
      } migration: { migration in
        migration.enumerateObjects(ofType: "A") { _, new in
          new?["y"] = 9
          new?[name] = "text"
        }
      }
    }
    var graph = ObjectGraph(schema: Schema([type]))
    graph.append([.int(1), .int(2)], type: 0)
    let store = try history.makeStore(kind, at: 1, holding: graph, in: directory)
    defer { store.discard() }
    let error = #expect(throws: UpgradeError.self) { try store.upgrade(to: 2) }
    #expect(error?.code == mistake.code)
    #expect(store.version == 1)
    #expect(try store.snapshot().graph.tables[0].columns == [[.int(1)], [.int(2)]])
  }

  @Test("an error of the author's own code is one of the upgrade")
  func anErrorOfTheAuthorsOwnCodeIsOneOfTheUpgrade() throws {
    struct Mistake: Error, CustomStringConvertible {
      var description: String { "a mistake" }
    }
    let error = #expect(throws: UpgradeError.self) {
      _ = try upgrade(.memory, from: [person], to: [person], rows: []) { _ in throw Mistake() }
    }
    #expect(error?.code == .authorError)
    #expect(error?.message == "a mistake")
  }
}
