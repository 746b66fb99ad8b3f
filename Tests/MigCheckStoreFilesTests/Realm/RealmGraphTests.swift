import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import Testing

/// What a graph cannot hold of a file is named, and never left out silently.
@Suite struct RealmGraphTests {
  private static let any = RealmColumn("any", .mixed, optional: true)

  private static func link(_ type: Int, _ row: Int) -> Value {
    .link(ObjectReference(type: type, index: row))
  }

  @Test("collections inside of mixed values become null, and are counted") func nested() throws {
    let content = RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_A", columns: [Self.any], keys: [3, 9],
          values: [[.list([.list([.int(1)])]), .int(2)]])
      ])
    let (snapshot, notes) = try content.snapshot()
    #expect(snapshot.graph.tables[0].columns == [[.null, .int(2)]])
    #expect(snapshot.keys == [[3, 9]])
    #expect(
      notes.map(\.description) == [
        "A.any holds 1 list or dictionary inside of mixed values; it is null in graphs"
      ])
  }

  @Test("classes that the schema does not have are left out, and so are links to them")
  func otherClasses() throws {
    let content = RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_A", columns: [Self.any], keys: [0], values: [[Self.link(1, 0)]]),
        RealmTable(
          name: "class_Gone", columns: [RealmColumn("n", .int)], keys: [0, 1],
          values: [[.int(1), .int(2)]]),
        RealmTable(name: "pk", columns: [], keys: [0]),
        RealmTable(name: "class_Sent", kind: .asymmetric, columns: []),
      ])
    let known = Schema([ObjectType("A", [Property("any", .mixed, optional: true)])])
    let (snapshot, notes) = try content.snapshot(as: known)
    #expect(snapshot.graph.tables[0].columns == [[.null]])
    #expect(
      notes.map(\.description) == [
        "A.any holds 1 link to objects of classes that the schema does not have; it is left out",
        "class Gone is not in the schema; its 2 objects are left out",
        "table pk belongs to no class; its 1 object is left out",
        "class Sent is asymmetric: its objects are never held on disk; it is left out",
      ])
  }

  @Test("an embedded object with no parent or with several is named") func parents() throws {
    let content = RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_P",
          columns: [RealmColumn("part", .object, optional: true, target: 1)], keys: [0, 1],
          values: [[Self.link(1, 1), Self.link(1, 1)]]),
        RealmTable(
          name: "class_E", kind: .embedded, columns: [RealmColumn("n", .int)], keys: [5, 6],
          values: [[.int(1), .int(2)]]),
      ])
    let (snapshot, notes) = try content.snapshot()
    #expect(
      snapshot.graph.tables[0].columns == [
        [.embedded(EmbeddedObject(type: 1, values: [.int(2)])), .null]
      ])
    #expect(
      snapshot.misplaced == [
        .init(type: "E", key: 5, parents: 0), .init(type: "E", key: 6, parents: 2),
      ])
    #expect(
      notes.map(\.description) == [
        "1 embedded object of E has no parent and is left out",
        "1 embedded object of E has several parents; in graphs the first parent keeps it",
      ])
  }

  @Test("embedded objects that contain each other are damage, and not followed for ever")
  func circles() throws {
    let content = RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_P",
          columns: [RealmColumn("part", .object, optional: true, target: 1)], keys: [0],
          values: [[Self.link(1, 0)]]),
        RealmTable(
          name: "class_E", kind: .embedded,
          columns: [RealmColumn("next", .object, optional: true, target: 1)],
          keys: (0..<100_000).map(Int64.init),
          values: [(0..<100_000).map { Self.link(1, ($0 + 1) % 100_000) }]),
      ])
    let error = #expect(throws: RealmFileError.self) { try content.snapshot() }
    #expect(error == .damaged(at: 0, "embedded objects of E contain each other"))
  }

  @Test("a known schema adds the order of properties, defaults and linking objects")
  func knownSchemas() throws {
    let known = Schema([
      ObjectType(
        "Dog",
        [
          .linkingObjects("owners", from: "Dog", property: "pal"),
          Property("pal", .object, objectType: "Dog", optional: true),
          Property("name", .string, optional: true, indexed: true, default: .string("Rex")),
          Property("id", .int),
        ])
    ])
    var content = RealmExampleFileTests.content
    content.tables[0].primaryKey = nil
    let (snapshot, notes) = try content.snapshot(as: known)
    #expect(notes.isEmpty)
    #expect(snapshot.graph.schema == known)
    #expect(
      snapshot.graph.tables[0].columns.map(\.first) == [
        Self.link(0, 1), .string("Rex"), .int(5),
      ])
    let error = #expect(throws: RealmSchemaMismatch.self) {
      try RealmExampleFileTests.content.snapshot(as: known)
    }
    #expect(error?.summary == "primary key Dog.id added")
  }

  @Test("a file of no version of the history names the nearest one") func versions() {
    func type(_ age: PropertyType, _ more: [Property] = []) -> Schema {
      Schema([ObjectType("Person", [Property("age", age)] + more)])
    }
    let versions: [(number: UInt64, schema: Schema)] = [
      (1, type(.int)), (2, type(.string)), (4, type(.string, [Property("name", .string)])),
    ]
    func sentence(_ version: UInt64?, _ column: RealmColumn) -> String {
      let content = RealmContent(
        schemaVersion: version, tables: [RealmTable(name: "class_Person", columns: [column])])
      do {
        return "\(try content.version(among: versions))"
      } catch {
        return error.inputError(file: "f").description
      }
    }
    let (int, string) = (RealmColumn("age", .int), RealmColumn("age", .string))
    #expect(sentence(1, int) == "1")
    #expect(
      sentence(nil, int)
        == "f: the file was never given a schema version: Realm runs no migration on such a file; "
        + "name a file that the app has opened with a schema version")
    #expect(
      sentence(3, string)
        == "f: its schema version is 3, which the history does not have; its schema is the one of "
        + "version 2")
    #expect(
      sentence(9, RealmColumn("age", .double))
        == "f: its schema version is 9, which the history does not have; the nearest is version 2, "
        + "from which it differs in 1 place: Person.age: string → double")
    #expect(
      sentence(1, string)
        == "f: its schema is not the one of version 1: Person.age: int → string; its schema is the "
        + "one of version 2")
    #expect(
      sentence(2, RealmColumn("age", .double))
        == "f: its schema is not the one of version 2: Person.age: string → double; correct version 2 "
        + "of the history, or import it from the file")
  }
}
