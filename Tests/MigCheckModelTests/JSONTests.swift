import MigCheckModel
import MigCheckText
import Testing

@Suite("JSON documents")
struct JSONTests {
  private func failure(_ text: String, maximumDepth: Int = 256) -> String {
    do {
      _ = try JSON.parse(text, maximumDepth: maximumDepth)
      return "read"
    } catch {
      return "line \(error.line), column \(error.column): \(error.reason)"
    }
  }

  @Test(
    "What was read is written as it was spelled",
    arguments: [
      "null", "true", "false", "0", "-0", "-0.0", "9007199254740993", "1E+400", "1.50", "[]", "{}",
      #""""#, #"["a",{"b":[1,2.0,null]},-1e-9]"#, #"{"z":1,"a":2}"#, #""\"\\\n\r\t\u0000\u001f/""#,
      "\"\u{7F}é e\u{301} 😀 \u{2028}\"",
    ])
  func roundTrip(_ text: String) throws {
    let json = try JSON.parse(text)
    #expect(json.compactText.isIdentical(to: text))
    #expect(try JSON.parse(json.prettyText).compactText.isIdentical(to: text))
  }

  @Test("Escapes stand for the characters that they name")
  func escapes() throws {
    let text = #""\/\b\f\u00e9\u00E9\uD83D\uDE00\uFFFF""#
    guard case .string(let value) = try JSON.parse(text) else {
      Issue.record("this is no string")
      return
    }
    #expect(value.isIdentical(to: "/\u{8}\u{C}éé😀\u{FFFF}"))
  }

  @Test("A byte order mark and space around the document are passed over")
  func space() throws {
    #expect(try JSON.parse("\u{FEFF} \t\r\n[ 1 , 2 ] \n").compactText == "[1,2]")
  }

  @Test(
    "An error names its line, its column in bytes and its reason",
    arguments: [
      ("", "line 1, column 1: the document ends where a value should stand"),
      ("  \n ", "line 2, column 2: the document ends where a value should stand"),
      ("{\n  \"é\": tru\n}", "line 2, column 9: this is no JSON value"),
      ("[1 2]", "line 1, column 4: \",\" or \"]\" is missing here"),
      ("[1,]", "line 1, column 4: this is no JSON value"),
      ("{\"a\" 1}", "line 1, column 6: \":\" is missing here"),
      ("{\"a\":1 \"b\":2}", "line 1, column 8: \",\" or \"}\" is missing here"),
      ("{a:1}", "line 1, column 2: a key in quotes is missing here"),
      ("{\"a\":1,}", "line 1, column 8: a key in quotes is missing here"),
      ("{\"a\":1,\"a\":2}", "line 1, column 8: the key \"a\" stands twice in one object"),
      ("{\"\\n\":1,\"\\n\":2}", "line 1, column 9: the key \"\\n\" stands twice in one object"),
      ("1 1", "line 1, column 3: text after the end of the document"),
      ("01", "line 1, column 1: a number must not begin with 0"),
      ("-01", "line 1, column 2: a number must not begin with 0"),
      ("-", "line 1, column 2: a digit is missing in this number"),
      ("1.", "line 1, column 3: a digit is missing in this number"),
      ("1e+", "line 1, column 4: a digit is missing in this number"),
      ("NaN", "line 1, column 1: this is no JSON value"),
      ("\"abc", "line 1, column 1: this string does not end"),
      ("\"a\nb\"", "line 1, column 3: a control character in a string must be written as \\u00XX"),
      ("\"\\x\"", "line 1, column 2: unknown escape sequence in a string"),
      ("\"\\u12g4\"", "line 1, column 6: \\u needs four hexadecimal digits"),
      ("\"\\ud83d\"", "line 1, column 2: half of a surrogate pair"),
      ("\"\\ude00\"", "line 1, column 2: half of a surrogate pair"),
      ("\"\\ud83d\\u0041\"", "line 1, column 2: half of a surrogate pair"),
    ])
  func errors(_ text: String, _ expected: String) {
    #expect(failure(text) == expected)
  }

  @Test("Keys that differ only in normalisation are two keys")
  func normalisation() throws {
    let json = try JSON.parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(json["e\u{301}"]?.compactText == "2")
    #expect(json["\u{E9}"]?.compactText == "1")
    #expect(json["e"] == nil)
  }

  @Test(
    "A repeated key is found among few and among many members", arguments: [1, 15, 16, 17, 200])
  func repeatedKey(_ count: Int) {
    let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
    for repeated in [0, count / 2, count - 1] {
      let reason = failure("{\(members),\"k\(repeated)\":0}")
      #expect(reason.hasSuffix("the key \"k\(repeated)\" stands twice in one object"))
    }
    #expect(failure("{\(members)}") == "read")
  }

  @Test("Bytes that are no UTF-8 are an error")
  func invalidUTF8() {
    let broken: [[UInt8]] = [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0, 0, 0]]
    for bytes in broken where !bytes.contains(0) {
      let text = [0x5B, 0x22] + bytes + [0x22, 0x5D] as [UInt8]
      _ = text.withUnsafeBufferPointer { buffer in
        #expect(throws: JSONSyntaxError.self) { try JSON.parse(buffer) }
      }
    }
  }

  @Test("Nesting ends at the depth that is asked for, and far deeper text does no harm")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(failure(nested(3), maximumDepth: 3) == "read")
    #expect(
      failure(nested(4), maximumDepth: 3)
        == "line 1, column 4: more than 3 arrays and objects inside each other")
    #expect(failure(nested(256)) == "read")
    #expect(
      failure(nested(1_000_000))
        == "line 1, column 257: more than 256 arrays and objects inside each other")
  }

  @Test("Every prefix and every changed byte of a document is read or refused, never a crash")
  func mutations() {
    let text = #"{"a": [1, -2.5e+3, "é\u00e9\ud83d\ude00", {"b": null}], "c": [true, false]}"#
    let bytes = Array(text.utf8)
    var refused = 0
    func read(_ bytes: some Collection<UInt8>) {
      Array(bytes).withUnsafeBufferPointer { buffer in
        do throws(JSONSyntaxError) {
          _ = try JSON.parse(buffer)
        } catch {
          refused += 1
          #expect(error.line >= 1 && error.column >= 1 && error.column <= bytes.count + 1)
        }
      }
    }
    for count in 0..<bytes.count { read(bytes.prefix(count)) }
    #expect(refused == bytes.count)
    for index in bytes.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = bytes
        changed[index] = byte
        read(changed)
      }
    }
  }

  @Test("Pretty text keeps what fits on one line, and no such line is longer than 100 bytes")
  func pretty() throws {
    #expect(try JSON.parse(#"{"a":[1,2],"b":{}}"#).prettyText == #"{ "a": [ 1, 2 ], "b": {} }"#)
    let long = JSON.array((0..<40).map { .integer($0) })
    let json = JSON.object([JSON.Member("key", long), JSON.Member("other", .array([.null]))])
    let lines = json.prettyText.split(separator: "\n")
    #expect(lines.prefix(4) == ["{", "  \"key\": [", "    0,", "    1,"])
    #expect(lines.suffix(3) == ["  ],", "  \"other\": [ null ]", "}"])
    for count in 1...60 {
      let key = String(repeating: "k", count: count)
      let row = JSON.array((0..<12).map { .integer(10000 + $0) })
      let text = JSON.array([.object([JSON.Member(key, row)]), .null]).prettyText
      for line in text.split(separator: "\n") { #expect(line.utf8.count <= 100) }
      #expect(try JSON.parse(text).compactText == "[{\"\(key)\":\(row.compactText)},null]")
    }
  }
}

@Suite("Graphs as JSON")
struct GraphJSONTests {
  @Test("No two objects get the same $id, whatever their types are called")
  func labels() {
    let names = ["A", "A1", "A1#", "A#", "A11", "Ä"]
    var graph = ObjectGraph(schema: Schema(names.map { ObjectType($0, []) }))
    for type in names.indices {
      for _ in 0..<12 { graph.append([], type: type) }
    }
    var labels = [[UInt8]]()
    let objects = graph.json(version: 1)["objects"]
    for name in names {
      guard case .array(let rows)? = objects?[name] else { continue }
      for row in rows {
        if case .string(let label)? = row["$id"] { labels.append(Array(label.utf8)) }
      }
    }
    #expect(labels.count == 72)
    #expect(Set(labels).count == 72)
    #expect(labels[3] == Array("A3".utf8))
    #expect(labels[12 + 3] == Array("A1#3".utf8))
  }

  @Test("Every kind of value is spelled as the format says")
  func values() throws {
    let schema = Schema([
      ObjectType(
        "P",
        [
          Property("f", .float), Property("d", .double), Property("c", .decimal128),
          Property("b", .data), Property("t", .date), Property("m", .mixed, optional: true),
          Property("n", .mixed, optional: true),
          Property("e", .object, objectType: "E", optional: true),
          Property("l", .object, collection: .list, objectType: "P"),
          Property("k", .int, collection: .dictionary, optional: true),
        ]), ObjectType("E", embedded: true, [Property("s", .string, collection: .set)]),
    ])
    var graph = ObjectGraph(schema: schema)
    let own = ObjectReference(type: 0, index: 0)
    let decimal = try #require(Decimal128("1.50"))
    graph.append(
      [
        .float(0.1), .double(-0.0), .decimal128(decimal), .data([0xFF, 0]),
        .date(Timestamp(seconds: -1, nanoseconds: 500_000_000)), .mixedInt, .link(own),
        .embedded(EmbeddedObject(type: 1, values: [.set([.string("x")])])),
        .list([.link(own), .link(own)]),
        .dictionary([DictionaryEntry("a", .null), DictionaryEntry("b", .int(1))]),
      ], type: 0)
    let expected = """
      {"version":7,"objects":{"P":[{"$id":"P0","f":0.1,"d":-0.0,"c":"1.50","b":"/wA=",\
      "t":"1969-12-31T23:59:59.5Z","m":{"int":5},"n":{"link":"P0"},"e":{"s":["x"]},\
      "l":["P0","P0"],"k":{"a":null,"b":1}}]}}
      """
    #expect(graph.json(version: 7).compactText == expected)
  }

  @Test("What is not finite is a string, and −0 keeps its sign")
  func notFinite() {
    #expect(Value.double(.nan).scalarJSON?.compactText == "\"NaN\"")
    #expect(Value.float(.infinity).scalarJSON?.compactText == "\"Infinity\"")
    #expect(Value.double(-.infinity).scalarJSON?.compactText == "\"-Infinity\"")
    #expect(Value.float(-0.0).scalarJSON?.compactText == "-0.0")
    #expect(Value.float(16_777_216).scalarJSON?.compactText == "16777216.0")
    #expect(Value.double(.leastNonzeroMagnitude).scalarJSON?.compactText == "5e-324")
    #expect(Value.null.scalarJSON == nil)
  }
}

extension Value {
  fileprivate static var mixedInt: Value { .int(5) }
}
