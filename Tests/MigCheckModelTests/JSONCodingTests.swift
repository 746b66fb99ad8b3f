import MigCheckModel
import MigCheckText
import Testing

@Suite struct JSONCodingTests {
  private static let schema = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .int, indexed: true), Property("any", .mixed, optional: true),
        Property("e\u{301}", .double, collection: .list, optional: true, default: .list([.null])),
        Property("home", .object, objectType: "Home", optional: true),
        Property("friends", .object, collection: .set, objectType: "Person"),
        Property("back", .linkingObjects, objectType: "Person", originProperty: "friends"),
      ]),
    ObjectType("Home", embedded: true, [Property("rooms", .string, collection: .dictionary)]),
  ])

  private static var graph: ObjectGraph {
    var graph = ObjectGraph(schema: schema)
    let home = EmbeddedObject(
      type: 1, values: [.dictionary([DictionaryEntry("\u{0}", .string("é\u{301}\u{FEFF}"))])],
      key: 7)
    graph.append(
      [
        .int(.min), .double(-0.0),
        .list([.double(Double(bitPattern: 0x7FF8_0000_0000_0001)), .double(.infinity), .null]),
        .embedded(home), .set([.link(ObjectReference(type: 0, index: 1))]),
      ], type: 0)
    graph.append(
      [
        .int(.max), .float(Float(bitPattern: 0xFFC0_0001)),
        .list([.double(.leastNonzeroMagnitude)]), .null,
        .set([]),
      ],
      type: 0)
    return graph
  }

  private func written<T: Codable>(_ value: T) throws -> T {
    let text = try JSON(encoding: value).prettyText
    return try JSON.parse(text).decode(T.self)
  }

  @Test("every kind of value comes back bit for bit")
  func everyKindOfValueComesBackBitForBit() throws {
    let values: [Value] = [
      .null, .bool(true), .int(.min), .int(9_007_199_254_740_993), .float(0.1), .float(-0.0),
      .float(.nan), .double(0.1), .double(-0.0), .double(.nan), .double(-.infinity),
      .double(.greatestFiniteMagnitude), .decimal128(Decimal128("-1.50") ?? .zero),
      .string("\u{0}\"\\\u{1F600}e\u{301}"), .data([0, 255]),
      .date(Timestamp(seconds: -1, nanoseconds: 999_999_999)),
      .uuid(UUIDBytes(high: .max, low: 1)), .objectId(ObjectIDBytes(high: .max, low: .max)),
      .link(ObjectReference(type: 3, index: 4)),
      .embedded(EmbeddedObject(type: 1, values: [.null])),
      .list([.list([.int(1)])]), .set([.string("é"), .string("e\u{301}")]),
      .dictionary([DictionaryEntry("", .null)]),
    ]
    #expect(try written(values) == values)
    #expect(try written(Self.schema) == Self.schema)
  }

  @Test("a graph comes back with its schema, or with one of a table")
  func aGraphComesBack() throws {
    let graph = Self.graph
    let read = try written(graph)
    #expect(read.schema == graph.schema)
    #expect(read.tables.map(\.columns) == graph.tables.map(\.columns))
    let schemas = SchemaTable()
    let json = try JSON(encoding: [graph, graph], userInfo: [SchemaTable.key: schemas])
    #expect(schemas.schemas == [graph.schema])
    let both = try json.decode(
      [ObjectGraph].self, userInfo: [SchemaTable.key: SchemaTable(schemas.schemas)])
    #expect(both[1].tables.map(\.columns) == graph.tables.map(\.columns))
    guard case .embedded(let home) = both[1].tables[0].columns[3][0] else {
      Issue.record("there is no home")
      return
    }
    #expect(home.key == 7)
  }

  @Test(
    "what does not fit is refused",
    arguments: [
      (#""count":2"#, #""count":3"#), (#""index":1"#, #""index":2"#), (#""type":1"#, #""type":0"#),
      (#""schema":"#, #""schemas":"#), (#"{"_0":9223372036854775807}"#, #"{"_0":9e99}"#),
    ])
  func whatDoesNotFitIsRefused(part: String, other: String) throws {
    let text = try JSON(encoding: Self.graph).compactText
    #expect(text.contains(part))
    let changed = try JSON.parse(text.replacing(part, with: other))
    #expect(throws: DecodingError.self) { try changed.decode(ObjectGraph.self) }
  }

  @Test("members stay in order, absent ones are left out")
  func membersStayInOrder() throws {
    struct Pair: Codable, Equatable {
      var z: UInt64?
      var a: [Int8]
      var m: [String: Bool]
    }
    let json = try JSON(encoding: [
      Pair(z: nil, a: [-1], m: [:]), Pair(z: .max, a: [], m: ["": true]),
    ])
    #expect(
      json.compactText
        == #"[{"a":[-1],"m":{}},{"z":18446744073709551615,"a":[],"m":{"":true}}]"#)
    #expect(try json.decode([Pair].self).map(\.z) == [nil, .max])
    #expect(throws: DecodingError.self) { try JSON.parse("[300]").decode([Int8].self) }
    #expect(throws: DecodingError.self) { try JSON.parse("[true]").decode([Int].self) }
  }
}
