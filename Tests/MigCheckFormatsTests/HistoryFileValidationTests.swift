import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText
import Testing

@Suite("What is certainly a mistake in a history")
struct HistoryFileValidationTests {
  /// Two versions with the types A (x, y) and, embedded in the second, E (z).
  private func problems(
    _ more: String, schemaErrors: (Schema) -> [String] = { _ in [] }
  ) throws -> [String] {
    let text = """
      { "migcheck": 1, "name": "H", "rules": "realm", "versions": [
          { "version": 1, "schema": [
              { "name": "A", "properties": { "x": "int", "y": "string" } },
              { "name": "E", "properties": { "z": "int" } } ] },
          { "version": 2, "schema": [
              { "name": "A", "properties": { "x": "int", "e": "E?" } },
              { "name": "E", "embedded": true, "properties": { "z": "int" } } ], \(more) } ] }
      """
    let history = try HistoryFile.parse(json(text), file: "h.json")
    return history.problems(
      file: "h.json", schemaErrors: schemaErrors,
      expressionProblem: { $0.text.hasPrefix("(") ? "incomplete input" : nil }
    ).map(\.description)
  }

  @Test(
    "What may be meant is let pass",
    arguments: [
      #""migration": []"#,
      #""migration": [{"renameProperty": {"type": "A", "from": "y", "to": "e"}}]"#,
      #""migration": [{"renameProperty": {"type": "A", "from": "y", "to": "tmp"}},"#
        + #"{"renameProperty": {"type": "A", "from": "tmp", "to": "e"}}]"#,
      #""migration": [{"enumerate": {"type": "A", "set": {"y": "1"}}, "onlyFrom": [1]}]"#,
      // Versions that were never released.
      #""migration": [{"enumerate": {"type": "A", "set": {"y": "1"}}, "onlyFrom": [0]}]"#,
      #""migration": [{"enumerate": {"type": "A", "set": {"y": "1"}}, "onlyTo": [2, 7]}]"#,
      #""migration": [{"deleteData": {"type": "A"}, "ifProperty": "A.y"}]"#,
      #""migration": [{"embed": {"type": "E", "orphans": "keep", "shared": "keep"}}]"#,
      #""drops": ["A.y", "E", "A.e"]"#,
      #""invariants": [{"name": "n", "type": "A", "since": 1, "holds": "new.x"}]"#,
    ])
  func passes(_ more: String) throws {
    #expect(try problems(more) == [])
  }

  @Test(
    "What names nothing is said with its place",
    arguments: Golden.pairs(
      #"""
      "migration": [{"renameProperty": {"type": "B", "from": "x", "to": "y"}}]
      h.json: versions[1].migration[0].renameProperty.type: no version has a type "B"; the types are "A" and "E"

      "migration": [{"renameProperty": {"type": "A", "from": "tmp", "to": "e"}}]
      h.json: versions[1].migration[0].renameProperty.from: no version of "A" has a property "tmp"; its properties are "x", "y" and "e"

      "migration": [{"renameProperty": {"type": "A", "from": "y", "to": "tmp"}}]
      h.json: versions[1].migration[0].renameProperty.to: no version of "A" has a property "tmp"; its properties are "x", "y" and "e"

      "migration": [{"enumerate": {"type": "A", "set": {"name": "1"}}}]
      h.json: versions[1].migration[0].enumerate.set.name: no version of "A" has a property "name"; its properties are "x", "y" and "e"

      "migration": [{"enumerate": {"type": "A", "where": "(old.x"}}]
      h.json: versions[1].migration[0].enumerate.where: the expression "(old.x" does not parse: incomplete input; write valid SQL

      "migration": [{"enumerate": {"type": "A", "set": {"x": "(1"}}}]
      h.json: versions[1].migration[0].enumerate.set.x: the expression "(1" does not parse: incomplete input; write valid SQL

      "migration": [{"create": {"type": "A", "value": {"x": "(1"}}}]
      h.json: versions[1].migration[0].create.value.x: the expression "(1" does not parse: incomplete input; write valid SQL

      "migration": [{"create": {"type": "C", "value": {}}}]
      h.json: versions[1].migration[0].create.type: no version has a type "C"; the types are "A" and "E"

      "migration": [{"deleteData": {"type": "C"}}]
      h.json: versions[1].migration[0].deleteData.type: no version has a type "C"; the types are "A" and "E"

      "migration": [{"embed": {"type": "A", "orphans": "keep", "shared": "keep"}}]
      h.json: versions[1].migration[0].embed.type: the type "A" is not embedded in version 2; declare it with "embedded": true, or take the step out

      "migration": [{"deleteData": {"type": "A"}, "onlyFrom": []}]
      h.json: versions[1].migration[0].onlyFrom: the step runs from no version at all; name versions, or take it out

      "migration": [{"deleteData": {"type": "A"}, "onlyFrom": [3]}]
      h.json: versions[1].migration[0].onlyFrom[0]: version 3 is not before version 2; name an earlier one

      "migration": [{"deleteData": {"type": "A"}, "onlyTo": []}]
      h.json: versions[1].migration[0].onlyTo: the step runs to no version at all; name versions, or take it out

      "migration": [{"deleteData": {"type": "A"}, "onlyTo": [9, 1]}]
      h.json: versions[1].migration[0].onlyTo[1]: no upgrade to version 1 passes version 2; name version 2 or a later one

      "migration": [{"deleteData": {"type": "A"}, "ifProperty": "A.ghost"}]
      h.json: versions[1].migration[0].ifProperty: no version of "A" has a property "ghost"; its properties are "x", "y" and "e"

      "migration": [{"deleteData": {"type": "A"}, "onlyFrom": [1, 2]}]
      h.json: versions[1].migration[0].onlyFrom[1]: version 2 is not before version 2; name an earlier one

      "drops": ["Ghost"]
      h.json: versions[1].drops[0]: no version has a type "Ghost"; the types are "A" and "E"

      "drops": ["A.x", "A.ghost"]
      h.json: versions[1].drops[1]: no version of "A" has a property "ghost"; its properties are "x", "y" and "e"

      "invariants": [{"name": "n", "type": "B", "since": 1, "holds": "1"}]
      h.json: versions[1].invariants[0].type: no version has a type "B"; the types are "A" and "E"

      "invariants": [{"name": "n", "type": "A", "since": 0, "holds": "1"}]
      h.json: versions[1].invariants[0].since: the history has no version 0; name one that it has

      "invariants": [{"name": "n", "type": "A", "since": 2, "holds": "1"}]
      h.json: versions[1].invariants[0].since: version 2 is not before version 2; name an earlier one

      "invariants": [{"name": "n", "type": "A", "since": 1, "holds": "("}]
      h.json: versions[1].invariants[0].holds: the expression "(" does not parse: incomplete input; write valid SQL
      """#))
  func mistakes(_ more: String, _ expected: String) throws {
    #expect(try problems(more) == [expected])
  }

  @Test("What the engine says of a schema is put where it belongs")
  func schemas() throws {
    let found = try problems(#""drops": []"#) { schema in
      guard schema.types[1].isEmbedded else { return [] }
      return [
        "Property 'A.x' of type 'int' is odd.", "Type 'E' appears more than once in the schema.",
        "Property 'A.x' declared as origin of linking objects property 'E.z' is not a link",
        "Something else.",
      ]
    }
    let remedy = "Realm does not open a store with this schema"
    let place = "h.json: versions[1].schema"
    #expect(
      found == [
        "\(place)[0].properties.x: Property 'A.x' of type 'int' is odd; \(remedy)",
        "\(place)[1]: Type 'E' appears more than once in the schema; \(remedy)",
        "\(place)[1].properties.z: Property 'A.x' declared as origin of linking objects property "
          + "'E.z' is not a link; \(remedy)", "\(place): Something else; \(remedy)",
      ])
  }

  @Test("A schema with thousands of mistakes is read like one with a few")
  func thousands() throws {
    let types = (0..<2000).map {
      ObjectType(Name("T\($0)"), [Property("a", .object, objectType: "Text\($0)", optional: true)])
    }
    var history = try HistoryFile.parse(json(HistoryFileTests.history()), file: "h.json")
    history.stages[0].schema = Schema(types + types)
    let found = history.problems(
      file: "h.json", schemaErrors: RealmSchemaRules.errors, expressionProblem: { _ in nil }
    ).map(\.description)
    #expect(found.contains { $0.hasPrefix("h.json: versions[0].schema[2000]: Type 'T0' appears") })
    #expect(found.contains { $0.hasPrefix("h.json: versions[0].schema[3999].properties.a: ") })
  }

  @Test(
    "A link to a type that is not there hints at what was meant",
    arguments: [
      ("String?", "did you mean \"string\"?"), ("Persn[]", "did you mean \"Person\"?"),
      ("Quite{}", "add the type to this version"),
    ])
  func unknownTarget(_ notation: String, _ remedy: String) throws {
    let schema = #"[{"name": "Person", "properties": {"a": "\#(notation)"}}]"#
    let history = try HistoryFile.parse(
      json(HistoryFileTests.history(schema: schema)), file: "h.json")
    let text = message { () throws(InputError) in
      try history.validate(
        file: "h.json", schemaErrors: RealmSchemaRules.errors,
        expressionProblem: { _ in nil })
    }
    #expect(text.hasPrefix("h.json: versions[0].schema[0].properties.a: Property 'Person.a' of "))
    #expect(text.hasSuffix("has unknown object type '\(notation.filter(\.isLetter))'; \(remedy)"))
  }

  @Test("Names that comparisons leave out must exist too")
  func ignoring() throws {
    let text = """
      {"migcheck": 1, "name": "H", "rules": "realm", "ignoring": ["A.x", "A.y"],
       "versions": [{"version": 1, "schema": [{"name": "A", "properties": {"x": "int"}}]}]}
      """
    let history = try HistoryFile.parse(json(text), file: "h.json")
    let found = history.problems(
      file: "h.json", schemaErrors: { _ in [] }, expressionProblem: { _ in nil })
    #expect(
      found.map(\.description) == [
        "h.json: ignoring[1]: no version of \"A\" has a property \"y\"; its properties are \"x\""
      ])
  }
}
