import MigCheckFormats
import MigCheckModel
import MigCheckText
import Testing

@Suite("Graph files")
struct GraphFileTests {
  static let schema = Schema([
    ObjectType(
      "P", primaryKey: "id",
      [
        Property("id", .int, optional: true), Property("name", .string, default: .string("new")),
        Property("f", .float), Property("m", .mixed, optional: true),
        Property("pet", .object, objectType: "D", optional: true),
        Property("pets", .object, collection: .list, objectType: "D"),
        Property("home", .object, objectType: "E", optional: true),
        Property("tags", .double, collection: .set),
        Property("map", .int, collection: .dictionary, optional: true),
        Property("links", .object, collection: .dictionary, objectType: "D", optional: true),
        Property("back", .linkingObjects, objectType: "D", originProperty: "owner"),
      ]), ObjectType("D", [Property("owner", .object, objectType: "P", optional: true)]),
    ObjectType(
      "E", embedded: true,
      [
        Property("s", .string), Property("in", .object, collection: .list, objectType: "E2"),
      ]),
    ObjectType("E2", embedded: true, [Property("d", .object, objectType: "D", optional: true)]),
  ])

  private func read(_ objects: String) throws -> ObjectGraph {
    let text = #"{"version": 3, "objects": \#(objects)}"#
    return try GraphFile.parse(json(text), file: "g.json") { $0 == 3 ? Self.schema : nil }.graph
  }

  @Test("What is left out has its default, else its zero value, else null")
  func leftOut() throws {
    let graph = try read(#"{"P": [{}]}"#)
    #expect(
      graph.values(of: ObjectReference(type: 0, index: 0)) == [
        .null, .string("new"), .float(0), .null, .null, .list([]), .null, .set([]),
        .dictionary([]), .dictionary([]),
      ])
    #expect(graph.tables.map(\.count) == [1, 0, 0, 0])
  }

  @Test("Links are found by their $id wherever the target stands, embedded objects inline")
  func links() throws {
    let graph = try read(
      #"""
      {"P": [{"$id": "a", "id": 1, "pet": "d", "pets": ["d", "c", "d"], "m": {"link": "a"},
              "links": {"z": null, "a": "c"},
              "home": {"s": "x", "in": [{"d": "c"}, {}]}}],
       "D": [{"$id": "c", "owner": "a"}, {"$id": "d"}]}
      """#)
    let (c, d) = (ObjectReference(type: 1, index: 0), ObjectReference(type: 1, index: 1))
    let a = ObjectReference(type: 0, index: 0)
    let values = graph.values(of: a)
    #expect(values[3] == .link(a))
    #expect(values[4] == .link(d))
    #expect(values[5] == .list([.link(d), .link(c), .link(d)]))
    let inner = [Value.link(c), .null].map {
      Value.embedded(EmbeddedObject(type: 3, values: [$0]))
    }
    #expect(
      values[6] == .embedded(EmbeddedObject(type: 2, values: [.string("x"), .list(inner)])))
    #expect(
      values[9] == .dictionary([DictionaryEntry("a", .link(c)), DictionaryEntry("z", .null)]))
    #expect(graph.values(of: c) == [.link(a)])
  }

  @Test("Values are exact to the bit")
  func exact() throws {
    let graph = try read(
      #"""
      {"P": [{"id": -9223372036854775808, "f": 16777217, "m": {"double": -0.0}},
             {"id": 9223372036854775807, "f": 0.1, "m": {"decimal128": "1.50"}},
             {"id": 0, "f": "NaN", "m": {"int": 9007199254740993}},
             {"f": -1e-46, "m": {"string": "e\u0301"}}]}
      """#)
    let column = graph.tables[0].columns
    #expect(column[0] == [.int(.min), .int(.max), .int(0), .null])
    #expect(column[2] == [.float(16_777_216), .float(0.1), .float(.nan), .float(-0.0)])
    #expect(
      column[3] == [
        .double(-0.0), .decimal128(try #require(Decimal128("1.50"))),
        .int(9_007_199_254_740_993), .string("e\u{301}"),
      ])
  }

  @Test("A set keeps one of several equal elements, but every NaN; dictionary keys are sorted")
  func collections() throws {
    let graph = try read(
      #"{"P": [{"tags": [1, "NaN", 0.0, 1.0, -0.0, "NaN"], "map": {"b": 1, "é": 2, "B": null}}]}"#)
    guard case .set(let tags) = graph.tables[0].columns[7][0] else {
      Issue.record("this is no set")
      return
    }
    #expect(
      tags.elementsEqual([.double(1), .double(.nan), .double(0), .double(-0.0), .double(.nan)]))
    #expect(
      graph.tables[0].columns[8][0]
        == .dictionary([
          DictionaryEntry("B", .null), DictionaryEntry("b", .int(1)),
          DictionaryEntry("é", .int(2)),
        ]))
  }

  @Test("What is written is read as the same graph")
  func roundTrip() throws {
    let graph = try read(
      #"""
      {"P": [{"$id": "x", "id": 5, "pet": "y", "home": {"in": [{"d": "y"}]}, "tags": [2, 1]}],
       "D": [{"$id": "y", "owner": "x"}]}
      """#)
    let written = graph.json(version: 3)
    let again = try GraphFile.parse(written, file: "") { _ in Self.schema }
    #expect(again.version == 3)
    #expect(again.graph.json(version: 3).compactText == written.compactText)
    #expect(again.graph.tables.map(\.columns) == graph.tables.map(\.columns))
  }

  @Test(
    "What a graph cannot be is said with its place",
    arguments: Golden.pairs(
      #"""
      {"version": 4, "objects": {}}
      g.json: version: the history has no version 4; name one that it has

      {"version": 3}
      g.json: a graph lacks the key "objects"; add the objects of each type

      {"version": 3, "objects": {}, "extra": 1}
      g.json: extra: unknown key "extra"; the keys of a graph are "version" and "objects"

      {"version": 3, "objects": {"Q": []}}
      g.json: objects.Q: this version has no type "Q"; its types are "P" and "D"

      {"version": 3, "objects": {"E": []}}
      g.json: objects.E: the type "E" is embedded in this version; write its objects inside their parents

      {"version": 3, "objects": {"P": {}}}
      g.json: objects.P: this is an object; it must be an array

      {"version": 3, "objects": {"P": [5]}}
      g.json: objects.P[0]: this is the number 5; it must be an object

      {"version": 3, "objects": {"P": [{}, {"nme": "x"}]}}
      g.json: objects.P[1].nme: the type "P" has no property "nme" in this version; did you mean "name"?

      {"version": 3, "objects": {"D": [{"x": 1}]}}
      g.json: objects.D[0].x: the type "D" has no property "x" in this version; its properties are "owner"

      {"version": 3, "objects": {"P": [{"back": []}]}}
      g.json: objects.P[0].back: linking objects are computed and never stored; take it out

      {"version": 3, "objects": {"P": [{"name": null}]}}
      g.json: objects.P[0].name: null in the required property "name" of type "string"; give it a value

      {"version": 3, "objects": {"P": [{"pets": [null]}]}}
      g.json: objects.P[0].pets[0]: null in the required property "pets" of type "D[]"; take it out

      {"version": 3, "objects": {"P": [{"pets": null}]}}
      g.json: objects.P[0].pets: this is null; it must be an array

      {"version": 3, "objects": {"P": [{"map": []}]}}
      g.json: objects.P[0].map: this is an array; it must be an object of keys and values

      {"version": 3, "objects": {"P": [{"id": 1.0}]}}
      g.json: objects.P[0].id: this is the number 1.0; it must be an integer from -9223372036854775808 to 9223372036854775807

      {"version": 3, "objects": {"P": [{"id": 9223372036854775808}]}}
      g.json: objects.P[0].id: this is the number 9223372036854775808; it must be an integer from -9223372036854775808 to 9223372036854775807

      {"version": 3, "objects": {"P": [{"f": 1e39}]}}
      g.json: objects.P[0].f: this is the number 1e39; it must be within the range of float

      {"version": 3, "objects": {"P": [{"f": "1"}]}}
      g.json: objects.P[0].f: this is the string "1"; it must be a number, "NaN", "Infinity" or "-Infinity"

      {"version": 3, "objects": {"P": [{"m": 1}]}}
      g.json: objects.P[0].m: this is the number 1; it must be null or an object with one key, such as {"int": 1}

      {"version": 3, "objects": {"P": [{"m": {"int": 1, "bool": true}}]}}
      g.json: objects.P[0].m: this is an object; it must be null or an object with one key, such as {"int": 1}

      {"version": 3, "objects": {"P": [{"m": {"strng": "x"}}]}}
      g.json: objects.P[0].m.strng: unknown key "strng"; did you mean "string"?

      {"version": 3, "objects": {"P": [{"m": {"mixed": null}}]}}
      g.json: objects.P[0].m.mixed: unknown key "mixed"; the keys of a mixed value are "bool", "int", "float", "double", "decimal128", "string", "data", "date", "uuid", "objectId" and "link"

      {"version": 3, "objects": {"P": [{"m": {"uuid": "x"}}]}}
      g.json: objects.P[0].m.uuid: this is the string "x"; it must be a string of 36 characters with a UUID

      {"version": 3, "objects": {"P": [{"m": {"objectId": "x"}}]}}
      g.json: objects.P[0].m.objectId: this is the string "x"; it must be a string of 24 hexadecimal digits

      {"version": 3, "objects": {"P": [{"m": {"date": "yesterday"}}]}}
      g.json: objects.P[0].m.date: this is the string "yesterday"; it must be a string with a moment in UTC, such as "2001-01-01T00:00:00.5Z"; years other than 0001 to 9999 have a sign, such as +10000 and -0044

      {"version": 3, "objects": {"P": [{"m": {"data": "?"}}]}}
      g.json: objects.P[0].m.data: this is the string "?"; it must be a string of base64 with padding

      {"version": 3, "objects": {"P": [{"m": {"decimal128": 1.5}}]}}
      g.json: objects.P[0].m.decimal128: this is the number 1.5; it must be a string with a decimal of at most 34 digits, such as "1.50"

      {"version": 3, "objects": {"P": [{"pet": "d9"}]}}
      g.json: objects.P[0].pet: no object has the $id "d9"; add the object, or take the link out

      {"version": 3, "objects": {"P": [{"$id": "p", "pet": "p"}]}}
      g.json: objects.P[0].pet: "p" is the $id of a "P" object; link to a "D" object

      {"version": 3, "objects": {"P": [{"pet": {"owner": null}}]}}
      g.json: objects.P[0].pet: this is an object; it must be the $id of a "D" object, which is not embedded in this version

      {"version": 3, "objects": {"P": [{"home": "e0"}]}}
      g.json: objects.P[0].home: this is the string "e0"; it must be the object itself, since "E" is embedded in this version

      {"version": 3, "objects": {"P": [{"home": {"$id": "e"}}]}}
      g.json: objects.P[0].home.$id: an object of the embedded type "E" has no $id; take it out

      {"version": 3, "objects": {"P": [{"home": {"in": [{"q": 1}]}}]}}
      g.json: objects.P[0].home.in[0].q: the type "E2" has no property "q" in this version; its properties are "d"

      {"version": 3, "objects": {"P": [{"$id": 1}]}}
      g.json: objects.P[0].$id: this is the number 1; it must be a string

      {"version": 3, "objects": {"P": [{"$id": "x", "id": 1}], "D": [{"$id": "x"}]}}
      g.json: objects.D[0].$id: another object has the $id "x" too; give each its own

      {"version": 3, "objects": {"P": [{"id": 1}, {"id": 2}, {"id": 1}]}}
      g.json: objects.P[2].id: objects.P[0] has the primary key 1 too; give each object its own

      {"version": 3, "objects": {"P": [{}, {"id": null}]}}
      g.json: objects.P[1].id: objects.P[0] has the primary key null too; give each object its own
      """#))
  func errors(_ text: String, _ expected: String) throws {
    let document = try json(text)
    let found = message { () throws(InputError) in
      _ = try GraphFile.parse(document, file: "g.json") { $0 == 3 ? Self.schema : nil }
    }
    #expect(found == expected)
  }

  @Test("Primary keys are compared by their bytes, uuids by their value")
  func keys() throws {
    func count(_ type: PropertyType, _ values: String) throws -> Int? {
      let schema = Schema([ObjectType("K", primaryKey: "k", [Property("k", type)])])
      let text = #"{"version": 1, "objects": {"K": [\#(values)]}}"#
      return try? GraphFile.parse(json(text), file: "") { _ in schema }.graph.objectCount
    }
    #expect(try count(.string, #"{"k": "é"}, {"k": "e\u0301"}, {"k": "E"}"#) == 3)
    #expect(try count(.string, #"{"k": "a"}, {"k": "\u0061"}"#) == nil)
    let id = "01234567-89ab-cdef-fedc-ba9876543210"
    #expect(try count(.uuid, #"{"k": "\#(id)"}, {"k": "\#(id.uppercased())"}"#) == nil)
  }

  @Test("A schema that Realm refuses does not keep a graph from being read")
  func invalidSchema() throws {
    let schema = Schema([
      ObjectType(
        "A", primaryKey: "none",
        [
          Property("x", .object, objectType: "Nope", optional: true),
          Property("y", .object, objectType: "A", optional: false),
        ]), ObjectType("A", [Property("z", .int)]),
    ])
    let text = #"{"version": 1, "objects": {"A": [{"x": null, "y": null}]}}"#
    let graph = try GraphFile.parse(json(text), file: "") { _ in schema }.graph
    #expect(graph.tables.map(\.count) == [1, 0])
    let other = try json(#"{"version": 1, "objects": {"A": [{"x": "n"}]}}"#)
    let found = message { () throws(InputError) in
      _ = try GraphFile.parse(other, file: "g.json") { _ in schema }
    }
    #expect(
      found == "g.json: objects.A[0].x: this version has no type \"Nope\"; "
        + "write null, or add the type")
  }
}
