import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import Testing

/// What no file can hold is refused before anything is written.
@Suite struct RealmWritabilityTests {
  private static func problem(_ content: RealmContent, format: Int = 24) -> String? {
    do {
      _ = try RealmFile.bytes(content, format: format)
      return nil
    } catch {
      return error.description
    }
  }

  private static func problem(
    _ column: RealmColumn, _ value: Value, format: Int = 24, key: Int? = nil
  ) -> String? {
    problem(
      RealmContent(
        schemaVersion: 1,
        tables: [
          RealmTable(
            name: "class_T", primaryKey: key, columns: [column], keys: [0], values: [[value]])
        ]), format: format)
  }

  private static let lead = "no Realm file can hold this: "

  @Test("values that are too long, unordered or of another type are refused")
  func valuesAreRefused() {
    let tooLong = "a value is longer than the 16777200 bytes that Realm stores"
    #expect(
      Self.problem(
        RealmColumn("d", .data), .data(Array(repeating: 0, count: 16_777_201)))
        == Self.lead + "T.d: \(tooLong)")
    #expect(
      Self.problem(
        RealmColumn("s", .string), .string(String(repeating: "x", count: 16_777_200)))
        == Self.lead + "T.s: \(tooLong)")
    #expect(
      Self.problem(RealmColumn("s", .double, collection: .set), .set([.double(.nan), .double(1)]))
        == Self.lead + "T.s: Realm itself does not keep the order of a set with NaN")
    #expect(
      Self.problem(
        RealmColumn("s", .mixed, collection: .set, optional: true), .set([.int(1), .double(1)]))
        == Self.lead + "T.s: an element is twice in a set")
    #expect(
      Self.problem(RealmColumn("i", .int), .null)
        == Self.lead + "T.i: null in a required property")
    #expect(
      Self.problem(RealmColumn("i", .int), .string("x")) == Self.lead
        + "T.i: a value is not of type int")
    #expect(
      Self.problem(RealmColumn("i", .int, collection: .list), .int(1))
        == Self.lead + "T.i: a value is not a list")
    #expect(
      Self.problem(
        RealmColumn("l", .object, optional: true, target: 0),
        .link(ObjectReference(type: 0, index: 1))) == Self.lead + "T.l: a link is dangling")
    #expect(
      Self.problem(
        RealmColumn("d", .int, collection: .dictionary),
        .dictionary([DictionaryEntry("a.b", .int(1))]))
        == Self.lead + "T.d: a key of a dictionary begins with $ or contains a full stop")
  }

  @Test("what a format does not have is refused") func whatAFormatDoesNotHaveIsRefused() {
    let mixed = RealmColumn("m", .mixed, optional: true)
    #expect(
      Self.problem(mixed, .list([.int(1)]), format: 23)
        == Self.lead + "T.m: mixed values hold no collections before file format 24")
    #expect(Self.problem(mixed, .list([.int(1)])) == nil)
    #expect(
      Self.problem(
        RealmColumn("m", .mixed, collection: .set, optional: true), .set([.int(1), .int(2)]),
        format: 23)
        == Self.lead
        + "T.m: sets of mixed values had another order in file format 23; write 24")
    #expect(
      Self.problem(mixed, .null, format: 22)
        == Self.lead + "file format 22 is read and not written; write 24 or 23")
  }

  @Test("names that are too long are refused") func namesThatAreTooLong() {
    let name = String(repeating: "n", count: 64)
    #expect(
      Self.problem(RealmColumn(name, .int), .int(1))
        == Self.lead + "the name of property T.\(name) is longer than 63 bytes")
    let type = "class_" + String(repeating: "t", count: 58)
    #expect(
      Self.problem(RealmContent(schemaVersion: 0, tables: [RealmTable(name: type, columns: [])]))
        == Self.lead + "the name of table \(type) is longer than 63 bytes")
  }

  @Test("primary keys are unique, and of a type that can be one") func primaryKeys() {
    #expect(
      Self.problem(RealmColumn("k", .double), .double(1), key: 0)
        == Self.lead + "T.k cannot be a primary key")
    let twice = RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_T", primaryKey: 0, columns: [RealmColumn("k", .int)], keys: [0, 1],
          values: [[.int(1), .int(1)]])
      ])
    #expect(Self.problem(twice) == Self.lead + "T.k: two objects have one primary key")
  }

  @Test("an embedded object has one parent, which is a link")
  func embeddedObjectsHaveOneParent() {
    func content(_ links: [Value], _ type: PropertyType = .object) -> RealmContent {
      RealmContent(
        schemaVersion: 1,
        tables: [
          RealmTable(
            name: "class_P",
            columns: [
              RealmColumn(
                "e", type, optional: true, target: type == .object ? 1 : nil)
            ], keys: links.indices.map(Int64.init), values: [links]),
          RealmTable(name: "class_E", kind: .embedded, columns: [], keys: [0]),
        ])
    }
    let link = Value.link(ObjectReference(type: 1, index: 0))
    #expect(Self.problem(content([link])) == nil)
    #expect(
      Self.problem(content([.null])) == Self.lead + "an embedded object of E has no parent")
    #expect(
      Self.problem(content([link, link]))
        == Self.lead + "an embedded object of E has several parents")
    #expect(
      Self.problem(content([link], .mixed))
        == Self.lead + "P.e: a mixed value links to an embedded object")
  }

  @Test("a graph that is not valid is refused with its place")
  func aGraphThatIsNotValidIsRefused() {
    var graph = ObjectGraph(schema: Schema([ObjectType("T", [Property("n", .int)])]))
    graph.append([.null], type: 0)
    let error = #expect(throws: RealmWriteError.self) { try RealmFile.bytes(graph, version: 1) }
    #expect(error?.problems == ["T#0.n: null in a required property"])
  }
}
