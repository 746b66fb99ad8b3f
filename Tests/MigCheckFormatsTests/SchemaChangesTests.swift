import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import Testing

/// Versions that say only what changed.
@Suite struct SchemaChangesTests {
  private static let first = #"""
    {"version": 1, "schema": [
      {"name": "Person", "primaryKey": "id",
        "properties": {"id": "int", "name": "string", "age": "int"}},
      {"name": "Address", "properties": {"city": "string"}},
      {"name": "Ghost", "properties": {}}]}
    """#

  private func history(_ changes: String, first: String = Self.first) throws -> History {
    try HistoryFile.parse(
      json(
        HistoryFileTests.history(versions: "[\(first), {\"version\": 3, \"changes\": \(changes)}]")),
      file: "h.json")
  }

  private func error(_ changes: String) -> String {
    message { () throws(InputError) in
      do {
        _ = try history(changes)
      } catch let error as InputError {
        throw error
      } catch {}
    }
  }

  @Test("a version may say what is added, removed and changed, and what a type becomes")
  func changes() throws {
    let history = try history(
      #"""
      {"Person": {"add": {"home": "Address?", "kind": {"type": "string", "default": "x"}},
                  "remove": ["age"], "change": {"name": "string?"}, "make": {"primaryKey": null}},
       "Address": {"make": {"embedded": true}},
       "Pet": {"primaryKey": "tag", "properties": {"tag": "string", "owner": "Person?"}},
       "Ghost": null}
      """#)
    #expect(
      history.stages[1].schema
        == Schema([
          ObjectType(
            "Person",
            [
              Property("id", .int), Property("name", .string, optional: true),
              Property("home", .object, objectType: "Address", optional: true),
              Property("kind", .string, default: .string("x")),
            ]),
          ObjectType("Address", embedded: true, [Property("city", .string)]),
          ObjectType(
            "Pet", primaryKey: "tag",
            [
              Property("tag", .string),
              Property("owner", .object, objectType: "Person", optional: true),
            ]),
        ]))
    #expect(try self.history("{}").stages[1].schema == history.stages[0].schema)
  }

  @Test("a property that is removed may be added anew, which is another one")
  func replaced() throws {
    let schema = try history(#"{"Person": {"remove": ["age"], "add": {"age": "string"}}}"#)
      .stages[1].schema
    #expect(schema.type(named: "Person")?.property(named: "age")?.type == .string)
  }

  @Test(
    "wrong changes are told with their place",
    arguments: [
      (
        #"{"Persn": {"add": {}}}"#, #"Persn: version 1 has no type "Persn"; did you mean "Person"?"#
      ),
      (
        #"{"Zzzzzz": {"add": {}}}"#,
        #"Zzzzzz: version 1 has no type "Zzzzzz"; write "properties" if"#
      ),
      (
        #"{"Nobody": null}"#, #"Nobody: version 1 has no type "Nobody"; there is nothing to remove"#
      ),
      (
        #"{"Person": {"remove": ["agee"]}}"#,
        #"Person.remove[0]: "Person" has no property "agee" in"#
      ),
      (
        #"{"Person": {"change": {"size": "int"}}}"#,
        #"Person.change.size: "Person" has no property"#
      ),
      (#"{"Person": {"change": {"age": "int"}}}"#, #"Person.change.age: "Person.age" is this in"#),
      (
        #"{"Person": {"add": {"age": "int"}}}"#, #"Person.add.age: "Person" has the property "age""#
      ),
      (#"{"Person": {"add": {"x": "intt"}}}"#, #"Person.add.x: "intt" is no type of a value; did"#),
      (
        #"{"Person": {"make": {"embedded": false}}}"#,
        #"make.embedded: "Person" is not embedded in"#
      ),
      (
        #"{"Person": {"make": {"primaryKey": "id"}}}"#, #"make.primaryKey: "id" is the primary key"#
      ),
      (#"{"Person": {"make": {"indexed": true}}}"#, #"make.indexed: unknown key "indexed""#),
      (#"{"Person": {"properties": {}}}"#, #"Person: version 1 has the type "Person" already"#),
      (#"{"Person": {"embedded": true}}"#, #"Person.embedded: "embedded" of a type that is there"#),
      (
        #"{"Pet": {"properties": {}, "add": {}}}"#,
        #"Pet.add: "add" changes a type, and "properties""#
      ),
      (#"[]"#, "changes: this is an array; it must be an object"),
    ])
  func mistakes(changes: String, sentence: String) {
    #expect(error(changes).contains("versions[1].changes"), "\(error(changes))")
    #expect(error(changes).contains(sentence), "\(error(changes))")
  }

  @Test("the first version has a schema, and no version has both")
  func firstVersion() throws {
    func error(_ version: String) throws -> String {
      let document = try json(HistoryFileTests.history(versions: "[\(version)]"))
      return message { () throws(InputError) in
        _ = try HistoryFile.parse(document, file: "h.json")
      }
    }
    #expect(
      try error(#"{"version": 1, "changes": {}}"#)
        .contains("versions[0].changes: there is no version before this one to change"))
    #expect(
      try error(#"{"version": 1, "schema": [], "changes": {}}"#)
        .contains(#"versions[0].changes: the version has both "schema" and "changes""#))
  }

  @Test("what is written short is read as it was, and a long history becomes much shorter")
  func roundTrip() throws {
    var versions = [String]()
    for version in 1...13 {
      let types = (1...10).map { type in
        let more = type == version % 10 + 1 ? #", "added\#(version)": "string?""# : ""
        return #"{"name": "T\#(type)", "properties": {"a": "int", "b": "string"\#(more)}}"#
      }
      versions.append(#"{"version": \#(version), "schema": [\#(types.joined(separator: ", "))]}"#)
    }
    let text = HistoryFileTests.history(versions: "[\(versions.joined(separator: ", "))]")
    let history = try HistoryFile.parse(json(text), file: "")
    let full = try HistoryFile.json(history)
    let short = try HistoryFile.json(history, isShort: true)
    #expect(short.prettyText.utf8.count < full.prettyText.utf8.count / 4)
    let again = try HistoryFile.parse(short, file: "")
    #expect(try HistoryFile.json(again).compactText == full.compactText)
    #expect(try HistoryFile.json(again, isShort: true).compactText == short.compactText)
  }
}
