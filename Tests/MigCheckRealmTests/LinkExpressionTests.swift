import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// Links that expressions follow, count, copy and find.
@Suite struct LinkExpressionTests {
  private static let types = """
    {"name": "Address", "properties": {"city": "string", "zip": "string?"}},
    {"name": "Office", "embedded": true, "properties": {"room": "int"}},
    {"name": "Dog", "properties": {"name": "string"}},
    """
  private static let own =
    #""id": "string", "home": "Address?", "boss": "Person?", "dogs": "Dog[]", "office": "Office?""#

  /// - Parameters:
  ///   - added: properties that version 2 adds to `Person`.
  ///   - steps: of version 2.
  private func history(
    _ added: String, _ steps: String, invariants: String = "[]"
  ) throws -> History {
    let text = """
      {"migcheck": 1, "name": "Links", "rules": "realm", "versions": [
        {"version": 1, "schema": [\(Self.types)
          {"name": "Person", "primaryKey": "id", "properties": {\(Self.own)}}]},
        {"version": 2, "schema": [\(Self.types)
          {"name": "Settings", "properties": {"theme": "string"}},
          {"name": "Person", "primaryKey": "id", "properties": {\(Self.own), \(added)}}],
          "migration": [\(steps)], "invariants": \(invariants)}]}
      """
    return try HistoryFile.parse(JSON.parse(text), file: "links.history.json")
  }

  private func run(
    _ added: String, _ set: String, where condition: String? = nil, before: String = ""
  ) throws -> [String] {
    let condition = condition.map { #""where": "\#($0)", "# } ?? ""
    let step = #"{"enumerate": {"type": "Person", \#(condition)"set": {\#(set)}}}"#
    let report = try check(history(added, before + step))
    return report.findings.map { "\($0.failure.check.rawValue): \($0.failure.message)" }
  }

  // MARK: Reading

  @Test(
    "a property of a linked or embedded object, and the number of links, can be read",
    arguments: Sweep.part(
      [
        (#""city": "string""#, #""city": "coalesce(old.home.city, '')""#),
        (#""city": "string?""#, #""city": "old.boss.home.city""#),
        (#""room": "int?""#, #""room": "new.office.room""#),
        (#""count": "int""#, #""count": "old.dogs.count + old.boss.count""#),
        (#""count": "int?""#, #""count": "old.boss.dogs.\"count\"""#),
      ], oneOf: 3))
  func links(added: String, set: String) throws {
    #expect(try run(added, set) == [])
  }

  @Test(
    "a condition over links is met both ways, and a mistake behind it is found",
    .enabled(if: Sweep.isFull))
  func conditions() throws {
    let condition =
      "old.home.city = 'London' AND old.dogs.count > 2 AND old.boss.home.zip IS NOT NULL"
    let report = try check(
      history(
        #""isLocal": "bool""#,
        #"{"enumerate": {"type": "Person", "where": "\#(condition)", "set": {"isLocal": "1"}}}"#))
    #expect(report.verdict == .passed)
    let met = report.coverage.conditions.filter { $0.property == nil }
    #expect(met.count == 3)
    for condition in met {
      #expect(condition.wasTrue && condition.wasNotTrue, "\(condition)")
    }

    #expect(
      try run(#""mark": "int""#, #""mark": "NULL""#, where: condition).first?
        .hasPrefix("upgrade-succeeds") == true)
  }

  @Test("an invariant follows links on both sides")
  func invariants() throws {
    let set = #"{"enumerate": {"type": "Person", "set": {"city": "coalesce(old.home.city, '')"}}}"#
    func findings(_ holds: String) throws -> [String] {
      let invariant =
        #"[{"name": "city", "type": "Person", "since": 1, "holds": "\#(holds)"}]"#
      return try check(history(#""city": "string""#, set, invariants: invariant), trials: 30)
        .findings.map {
          $0.failure.check.rawValue
        }
    }
    #expect(
      try findings(
        "new.city = coalesce(new.home.city, '') AND old.boss.id IS new.boss.id AND old.office.room IS new.office.room AND old.dogs.count = new.dogs.count"
      ) == [])
    #expect(try findings("new.city <> '' OR new.home.city IS NULL") == ["invariant"])
  }

  // MARK: Writing

  @Test(
    "a link is set to another one's object, to one that a step created, and to one found by key",
    arguments: Sweep.part(
      [
        (#""chief": "Person?""#, #""chief": "old.boss""#),
        (#""chief": "Person?""#, #""chief": "coalesce(old.boss.boss, object('Person', 'p1'))""#),
        (#""chief": "Person?""#, #""chief": "CASE WHEN old.boss.id <> '' THEN new.boss END""#),
        (#""chief": "Person?""#, #""chief": "object('Person', old.boss.id)""#),
        (#""pack": "Dog<>""#, #""pack": "old.dogs""#),
        (#""team": "Person[]""#, #""team": "new.boss""#),
        (#""settings": "Settings?""#, #""settings": "created('Settings')""#),
      ], oneOf: 3))
  func setLinks(added: String, set: String) throws {
    let create = #"{"create": {"type": "Settings", "value": {"theme": "'dark'"}}}, "#
    #expect(try run(added, set, before: create) == [])
  }

  @Test("what was set is the object itself", arguments: StoreKind.allCases)
  func contents(kind: StoreKind) throws {
    let history = """
      {"migcheck": 1, "name": "Links", "rules": "realm", "versions": [
        {"version": 1, "schema": [
          {"name": "Dog", "properties": {"name": "string"}},
          {"name": "Person", "primaryKey": "id",
            "properties": {"id": "string", "boss": "Person?", "dogs": "Dog[]"}}]},
        {"version": 2, "schema": [
          {"name": "Dog", "properties": {"name": "string"}},
          {"name": "Settings", "properties": {"theme": "string"}},
          {"name": "Person", "primaryKey": "id", "properties": {
            "id": "string", "boss": "Person?", "dogs": "Dog[]", "chief": "Person?",
            "pack": "Dog<>", "settings": "Settings?", "first": "string?"}}],
          "migration": [
            {"create": {"type": "Settings", "value": {"theme": "'dark'"}}},
            {"enumerate": {"type": "Dog", "where": "old.name = 'Tom'", "delete": true}},
            {"enumerate": {"type": "Person", "set": {
              "chief": "coalesce(old.boss, object('Person', 'a'))", "pack": "old.dogs",
              "first": "new.chief.first || old.id", "settings": "created('Settings')"}}},
            {"enumerate": {"type": "Person", "set": {
              "first": "coalesce(new.chief.first, '') || old.id"}}}]}]}
      """
    let dogs = #"{"$id": "d", "name": "Rex"}"#
    let text = """
      {"name": "links", "history": \(history), "path": [1, 2],
       "start": {"version": 1, "objects": {
         "Dog": [\(dogs), {"$id": "t", "name": "Tom"}],
         "Person": [{"$id": "a", "id": "a", "dogs": ["d", "t", "d"]},
           {"$id": "b", "id": "b", "boss": "b"}, {"$id": "c", "id": "c", "boss": "a"}]}},
       "expect": {"graph": {"version": 2, "objects": {
         "Dog": [\(dogs)], "Settings": [{"$id": "s", "theme": "dark"}],
         "Person": [
           {"$id": "a", "id": "a", "dogs": ["d", "d"], "pack": ["d"], "chief": "a",
             "settings": "s", "first": "a"},
           {"$id": "b", "id": "b", "boss": "b", "chief": "b", "settings": "s", "first": "b"},
           {"$id": "c", "id": "c", "boss": "a", "chief": "a", "settings": "s", "first": "ac"}]}}}}
      """
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let outcome = try CaseReplay(directory: scratch.path).run(
      CaseFile.parse(JSON.parse(text), file: "links.case.json"), on: kind)
    #expect(outcome == .passed)
  }

  // MARK: What is wrong

  @Test(
    "of what cannot be read, found or set a sentence says so",
    arguments: Sweep.part(
      [
        (
          #""x": "string?""#, #""x": "old.home.town""#,
          "Address has no property town, as in old.home.town"
        ),
        (
          #""x": "string?""#, #""x": "old.dogs.name""#,
          "dogs is a list of Dog, of which expressions can read old.dogs.count"
        ),
        (#""x": "string?""#, #""x": "old.id.size""#, "id is no link, so old.id has no properties"),
        (
          #""x": "string?""#, #""x": "old.house.city""#,
          "there is no property house, as in old.house"
        ),
        (
          #""x": "string?""#, #""x": "home.city""#,
          "home.city begins with a link: write old.home.city or new.home.city"
        ),
        (
          #""x": "data?""#, #""x": "object('Person', old.id)""#,
          "A link does not convert to 'data' for property 'Person.x'"
        ),
        (
          #""x": "Person?""#, #""x": "old.home""#,
          "A link to Address does not convert to a link to Person for property 'Person.x'"
        ),
        (
          #""x": "Person?""#, #""x": "object('Dog', 'x')""#,
          "Dog has no primary key, so no object of it can be found by one"
        ),
        (
          #""x": "Person?""#, #""x": "object('Cat', 'x')""#,
          "There is no type Cat to find an object of."
        ),
        (
          #""x": "Settings?""#, #""x": "created('Settings')""#,
          "no step of this upgrade has created an object of Settings before"
        ),
        (
          #""x": "Dog?""#, #""x": "old.dogs""#,
          "A collection of links does not convert to a link to Dog for property 'Person.x'"
        ),
        (
          #""x": "Office?""#, #""x": "old.office""#,
          "Objects of 'Office' are embedded: 'Person.x' cannot link to one that has a parent"
        ),
      ], oneOf: 3))
  func mistakes(added: String, set: String, sentence: String) throws {
    let findings = try run(added, set)
    #expect(findings.count == 1)
    #expect(findings.first?.contains(sentence) == true, "\(findings)")
  }
}
