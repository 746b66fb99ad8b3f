import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText
import TestMaterial
import Testing

@Suite("History files")
struct HistoryFileTests {
  /// A history with one version, or what stands in for a part of it.
  static func history(
    versions: String? = nil, schema: String = "[]", more: String = ""
  ) -> String {
    let versions = versions ?? #"[{"version": 1, "schema": \#(schema)\#(more)}]"#
    return #"{"migcheck": 1, "name": "H", "rules": "realm", "versions": \#(versions)}"#
  }

  static func step(_ step: String) -> String {
    history(schema: #"[{"name": "A", "properties": {}}]"#, more: #", "migration": [\#(step)]"#)
  }

  private func message(_ text: String) throws -> String {
    let document = try json(text)
    return MigCheckFormatsTests.message { () throws(InputError) in
      _ = try HistoryFile.parse(document, file: "h.json")
    }
  }

  @Test("Everything that the format names is read")
  func complete() throws {
    let text = """
      { "migcheck": 1, "name": "Everything", "rules": "realm", "ignoring": ["P.seen", "Q"],
        "versions": [
          { "version": 0, "schema": [{ "name": "P", "properties": { "a": "int" } }] },
          { "version": 18446744073709551614,
            "schema": [
              { "name": "P", "primaryKey": "a", "properties": { "a": "int", "q": "Q?" } },
              { "name": "Q", "embedded": true, "properties": { "b.c": "string?" } } ],
            "migration": [
              { "renameProperty": { "type": "P", "from": "x", "to": "y" } },
              { "enumerate": { "type": "P", "where": "old.a > 1", "set": { "b": "2", "a": "1" } },
                "onlyFrom": [0] },
              { "enumerate": { "type": "P", "delete": true } },
              { "create": { "type": "P", "value": { "a": "" } } },
              { "deleteData": { "type": "P" } },
              { "embed": { "type": "Q", "orphans": "keep", "shared": "copy" } } ],
            "drops": ["P", "Q.b.c"],
            "invariants": [{ "name": "kept", "type": "P", "since": 0, "holds": "new.a" }] } ] }
      """
    let history = try HistoryFile.parse(json(text), file: "")
    #expect(history.name == "Everything")
    #expect(history.engine == .realm)
    #expect(
      history.ignoring == [PropertyPath(type: "P", property: "seen"), PropertyPath(type: "Q")])
    #expect(history.stages.map(\.number) == [0, .max - 1])
    let last = try #require(history.stages.last)
    #expect(
      last.schema
        == Schema([
          ObjectType(
            "P", primaryKey: "a",
            [
              Property("a", .int),
              Property("q", .object, objectType: "Q", optional: true),
            ]), ObjectType("Q", embedded: true, [Property("b.c", .string, optional: true)]),
        ]))
    #expect(last.steps.count == 6)
    guard case .enumerate("P", "old.a > 1", let set, false) = last.steps[1].action else {
      Issue.record("the second step is another one")
      return
    }
    #expect(set == [.init("a", "1"), .init("b", "2")])
    #expect(last.steps[1].onlyFrom == [0])
    #expect(last.drops == [PropertyPath(type: "P"), PropertyPath(type: "Q", property: "b.c")])
    #expect(last.invariants.map(\.name) == ["kept"])
    // Writing and reading again gives the same, which one more writing shows.
    let written = try HistoryFile.json(history)
    let again = try HistoryFile.json(HistoryFile.parse(written, file: ""))
    #expect(again.compactText == written.compactText)
    #expect(again["versions"]?.compactText.contains(#""onlyFrom":[0]"#) == true)
  }

  @Test(
    "What is wrong is said with its place and what would be right",
    arguments: Golden.pairs(
      #"""
      []
      h.json: this is an array; it must be an object: a history

      {}
      h.json: a history lacks the key "migcheck"; add the version of the file format: 1

      {"migcheck": 2}
      h.json: migcheck: this is the number 2; it must be 1

      {"migcheck": 1, "Versions": []}
      h.json: Versions: unknown key "Versions"; did you mean "versions"?

      {"migcheck": 1, "colour": 1}
      h.json: colour: unknown key "colour"; the keys of a history are "migcheck", "name", "rules", "versions", "ignoring", "paths", "shipped", "openers", "migrationBlock", "deleteIfMigrationNeeded" and "realmSwift"

      {"migcheck": 1, "name": 5}
      h.json: name: this is the number 5; it must be a string

      {"migcheck": 1, "name": "H", "rules": "Realm"}
      h.json: rules: this is the string "Realm"; it must be "realm" or "coredata"

      {"migcheck": 1, "name": "H", "rules": "sqlite"}
      h.json: rules: this is the string "sqlite"; it must be "realm" or "coredata"

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": []}
      h.json: versions: the history has no versions; add at least one

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": null}
      h.json: versions: this is null; it must be an array

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"schema": []}]}
      h.json: versions[0]: a version lacks the key "version"; add the number of the version

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": 18446744073709551615, "schema": []}]}
      h.json: versions[0].version: this is the number 18446744073709551615; it must be a version: an integer from 0 to 18446744073709551614

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": -1, "schema": []}]}
      h.json: versions[0].version: this is the number -1; it must be a version: an integer from 0 to 18446744073709551614

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": 2, "schema": []}, {"version": 2, "schema": []}]}
      h.json: versions[1].version: version 2 stands after version 2; list the versions in increasing order

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": 1, "schema": [], "migrations": []}]}
      h.json: versions[0].migrations: unknown key "migrations"; did you mean "migration"?

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": 1, "schema": [], "drops": ["A."]}]}
      h.json: versions[0].drops[0]: this is the string "A."; it must be "Type" or "Type.property"

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": 1, "schema": [], "drops": "A"}]}
      h.json: versions[0].drops: this is the string "A"; it must be an array

      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [{"version": 1, "schema": [], "invariants": [{"name": "n", "type": "A", "holds": "1"}]}]}
      h.json: versions[0].invariants[0]: an invariant lacks the key "since"; add the version at which the store started
      """#))
  func errors(_ text: String, _ expected: String) throws {
    #expect(try message(text) == expected)
  }

  @Test(
    "What is wrong in a schema is said in the same way",
    arguments: Golden.pairs(
      #"""
      [{"properties": {}}]
      schema[0]: an object type lacks the key "name"; add the name of the type

      [{"name": "", "properties": {}}]
      schema[0].name: a type's name cannot be empty; give it a name

      [{"name": "A", "properties": {"$id": "int"}}]
      schema[0].properties.$id: "$id" cannot be the name of a property; rename it

      [{"name": "A", "properties": {"first name": 5}}]
      schema[0].properties["first name"]: this is the number 5; it must be a type such as "string?", or an object

      [{"name": "A", "properties": {}, "primarykey": "x"}]
      schema[0].primarykey: unknown key "primarykey"; did you mean "primaryKey"?

      [{"name": "A", "properties": {}, "parent": "B"}]
      schema[0].parent: "parent" has a meaning only under "rules": "coredata"; take it out

      [{"name": "A", "properties": {"x": {"type": "int", "width": 16}}}]
      schema[0].properties.x.width: "width" has a meaning only under "rules": "coredata"; take it out

      [{"name": "A", "embedded": "yes", "properties": {}}]
      schema[0].embedded: this is the string "yes"; it must be true or false
      """#))
  func schemaErrors(_ schema: String, _ expected: String) throws {
    #expect(try message(Self.history(schema: schema)) == "h.json: versions[0].\(expected)")
  }

  @Test(
    "What is wrong in a step is said in the same way",
    arguments: Golden.pairs(
      #"""
      {}
      : this step does nothing; it needs one of "renameProperty", "enumerate", "create", "deleteData" or "embed"

      {"onlyFrom": [1]}
      : this step does nothing; it needs one of "renameProperty", "enumerate", "create", "deleteData" or "embed"

      {"deleteData": {"type": "A"}, "embed": {}}
      : "deleteData" and "embed" stand in one step; make each a step of its own, in order

      {"rename": {}}
      .rename: unknown key "rename"; the keys of a migration step are "renameProperty", "enumerate", "create", "deleteData", "embed", "onlyFrom", "onlyTo" and "ifProperty"

      {"deletedata": {"type": "A"}}
      .deletedata: unknown key "deletedata"; did you mean "deleteData"?

      {"renameProperty": {"type": "A", "from": "x"}}
      .renameProperty: "renameProperty" lacks the key "to"; add the new name

      {"enumerate": {"type": "A", "set": {"x": 1}}}
      .enumerate.set.x: this is the number 1; it must be a string with an SQL expression, such as "old.age + 1"

      {"enumerate": {"type": "A", "sets": {}}}
      .enumerate.sets: unknown key "sets"; did you mean "set"?

      {"create": {"type": "A"}}
      .create: "create" lacks the key "value"; add the expression for each property

      {"embed": {"type": "A", "orphans": "drop", "shared": "copy"}}
      .embed.orphans: this is the string "drop"; it must be "delete" or "keep"

      {"deleteData": {"type": "A"}, "onlyFrom": 1}
      .onlyFrom: this is the number 1; it must be an array
      """#))
  func stepErrors(_ step: String, _ expected: String) throws {
    #expect(try message(Self.step(step)) == "h.json: versions[0].migration[0]\(expected)")
  }

  @Test("A history with Swift code in it cannot be written, and the error says where")
  func closures() throws {
    let stage = HistoryVersion(
      number: 2, schema: Schema([]), steps: [MigrationStep(.block { _ in })])
    let history = History(
      name: "H", stages: [HistoryVersion(number: 1, schema: Schema([])), stage])
    let error = try #require(throws: UnwritableHistory.self) { try HistoryFile.json(history) }
    #expect(
      error.description == "versions[1].migration[0]: Swift code cannot be written to a history "
        + "file; use steps and SQL expressions")
    let invariant = HistoryInvariant(
      name: "i", type: "A", since: 1, condition: .closure { _, _ in true })
    let other = History(
      name: "H", stages: [HistoryVersion(number: 1, schema: Schema([]), invariants: [invariant])])
    let second = try #require(throws: UnwritableHistory.self) { try HistoryFile.json(other) }
    #expect(second.path == "versions[0].invariants[0]")
  }

  @Test("Every prefix and every changed byte of a history file is read or refused, never a crash")
  func mutations() throws {
    let text = """
      {"migcheck":1,"name":"H","rules":"realm","ignoring":["A.x"],"versions":[{"version":1,"schema":\
      [{"name":"A","primaryKey":"x","properties":{"x":"int","y":{"type":"list","objectType":"A"},\
      "z":{"type":"decimal128","default":"1E-5"}}}],"drops":["A"],"migration":[{"enumerate":\
      {"type":"A","set":{"x":"1"}},"onlyFrom":[1]}]}]}
      """
    let bytes = Array(text.utf8)
    func read(_ bytes: [UInt8]) -> Bool {
      let parsed = bytes.withUnsafeBufferPointer { try? JSON.parse($0) }
      guard let parsed else { return false }
      do throws(InputError) {
        let history = try HistoryFile.parse(parsed, file: "h.json")
        try history.validate(
          file: "h.json", schemaErrors: { _ in [] }, expressionProblem: { _ in nil })
        return true
      } catch {
        #expect(error.kind == .badData && !error.problem.isEmpty)
        return false
      }
    }
    for count in 0..<bytes.count { #expect(!read(Array(bytes.prefix(count)))) }
    #expect(!read(bytes), "onlyFrom names the version itself")
    for index in Sweep.part(bytes.indices, oneOf: 4) {
      for byte in [0, 9, 34, 44, 48, 57, 45, 46, 65, 91, 92, 93, 123, 125, 127, 195, 255] as [UInt8]
      {
        var changed = bytes
        changed[index] = byte
        _ = read(changed)
        changed = bytes
        changed.insert(byte, at: index)
        _ = read(changed)
      }
      var changed = bytes
      changed.remove(at: index)
      _ = read(changed)
    }
  }

  @Test("What is too long or too much is refused with its size, and not repeated")
  func sizes() throws {
    let long = String(repeating: "x", count: 2000)
    let start = String(repeating: "x", count: 60) + "…\" (2000 characters)"
    #expect(
      try message(#"{"migcheck": 1, "\#(long)": 1}"#)
        == "h.json: [\"\(start)]: unknown key \"\(start); "
        + #"the keys of a history are "migcheck", "name", "rules", "versions", "ignoring", "paths", "#
        + #""shipped", "openers", "migrationBlock", "deleteIfMigrationNeeded" and "realmSwift""#
    )
    #expect(
      try message(#"{"migcheck": 1, "name": "\#(long)", "rules": "realm", "versions": []}"#)
        == "h.json: name: a name has 2000 bytes; write at most 1000")
    func properties(_ count: Int) -> String {
      let list = (0..<count).map { #""p\#($0)": "int""# }.joined(separator: ", ")
      return Self.history(schema: #"[{"name": "A", "properties": {\#(list)}}]"#)
    }
    #expect(try message(properties(900)) == "read")
    #expect(
      try message(properties(901))
        == #"h.json: versions[0].schema[0].properties: the type "A" has 901 properties; "#
        + "the stores of migcheck hold at most 900 of a type")
    #expect(
      try message(
        Self.history(schema: #"[{"name": "A", "properties": {"\#(long)": "int"}}]"#))
        == "h.json: versions[0].schema[0].properties[\"\(start)]: a name has 2000 bytes; "
        + "write at most 1000")
    let expression = String(repeating: "1 + ", count: 300_000) + "1"
    for step in [
      #"{"enumerate": {"type": "A", "where": "\#(expression)"}}"#,
      #"{"create": {"type": "A", "value": {"x": "\#(expression)"}}}"#,
    ] {
      #expect(
        try message(Self.step(step)).hasSuffix(
          ": an expression has 1200001 bytes; write at most 1000000"))
    }
  }

  @Test("migrations that are code are said to be, and written again")
  func migrationBlock() throws {
    let version = #"{"version": 1, "schema": [{"name": "A", "properties": {}}]}"#
    let text =
      #"{"migcheck": 1, "name": "H", "rules": "realm", "migrationBlock": "swift", "#
      + #""versions": [\#(version)]}"#
    let history = try HistoryFile.parse(json(text), file: "h.json")
    #expect(history.awaitsBlock)
    #expect(
      try HistoryFile.json(history)["migrationBlock"]?.compactText == "\"swift\"")
    #expect(try HistoryFile.parse(HistoryFile.json(history), file: "").awaitsBlock)

    #expect(
      try message(text.replacing("swift", with: "objc"))
        == "h.json: migrationBlock: this is the string \"objc\"; it must be \"swift\": the "
        + "app's migration block is Swift code")
    #expect(
      try message(
        text.replacing(
          #""properties": {}}]"#,
          with: #""properties": {}}], "migration": [{"deleteData": {"type": "A"}}]"#))
        == "h.json: migrationBlock: the migrations are Swift code, and version 1 has a \"migration\" "
        + "beside it; keep one of the two")
    #expect(
      try message(text.replacing("realm", with: "coredata")).hasPrefix("h.json: migrationBlock: "))
  }
}
