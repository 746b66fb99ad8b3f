import Foundation
import MigCheckModel
import MigCheckStoreFiles
import TestMaterial
import Testing

/// Store files that Realm wrote, wherever the command takes a store.
@Suite struct RealmStoreCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private static let first = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .int), Property("name", .string), Property("age", .int),
        .list("tags", of: .string), .dictionary("notes", of: .string),
        .link("home", to: "Address"),
      ]),
    ObjectType("Address", embedded: true, [Property("street", .string)]),
  ])

  private static func graph(name: String = "Ada Lovelace") -> ObjectGraph {
    var graph = ObjectGraph(schema: first)
    graph.append(
      [
        .int(4711), .string(name), .int(36), .list([.string("countess")]),
        .dictionary([DictionaryEntry("born", .string("London"))]),
        .embedded(EmbeddedObject(type: 1, values: [.string("Baker Street")])),
      ], type: 0)
    return graph
  }

  private static let secrets = [
    "Ada", "Lovelace", "countess", "London", "born", "Baker", "4711",
  ]

  @discardableResult
  private func write(
    _ graph: ObjectGraph = Self.graph(), version: UInt64 = 1, to name: String = "app.realm"
  ) throws -> String {
    let bytes = try RealmFile.bytes(graph, version: version)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(bench.path)/\(name)"))
    return name
  }

  /// A history whose second version has ages as texts.
  private func writeHistory(age: String = "int", setting: String = "\"age\": \"'x'\"") throws {
    let schema = { (age: String) in
      #"""
      [{"name": "Person", "primaryKey": "id", "properties": {
         "id": "int", "name": "string", "age": "\#(age)", "tags": "string[]",
         "notes": "string{}", "home": "Address?"}},
       {"name": "Address", "embedded": true, "properties": {"street": "string"}}]
      """#
    }
    try bench.write(
      "app.history.json",
      #"""
      {"migcheck": 1, "name": "App", "rules": "realm", "versions": [
        {"version": 1, "schema": \#(schema(age))},
        {"version": 2, "schema": \#(schema("string")), "migration": [
          {"enumerate": {"type": "Person", "set": {\#(setting)}}}]}]}
      """#)
  }

  @Test("store files give a history with their schemas") func importing() throws {
    try write()
    var second = ObjectGraph(
      schema: Schema([ObjectType("Person", [Property("name", .string, optional: true)])]))
    second.append([.null], type: 0)
    try write(second, version: 7, to: "newer.realm")
    let outcome = try bench.run(
      "import", "realm", "newer.realm", "app.realm", "-o", "app.history.json")
    #expect(
      outcome.errors == "migcheck: app.history.json: 2 versions (1, 7), 1 type in the newest\n")
    #expect(outcome.status == 0)
    let text = try bench.text("app.history.json")
    #expect(text.contains(#""name": "app""#))
    #expect(text.contains(#""tags": "string[]""#) && text.contains(#""notes": "string{}""#))
    #expect(text.contains(#""embedded": true"#) && text.contains(#""primaryKey": "id""#))
    #expect(!Self.secrets.contains { text.contains($0) })
    // What was imported is the schema of the store.
    let same = try bench.run("diff", "app.history.json", "app.realm", "app.realm")
    #expect(same.output == "equal: 2 objects, 0 links\n")
    #expect(try bench.run("paths", "app.history.json").status == 0)
  }

  @Test("two files of one version must have one schema") func conflictingImports() throws {
    try write()
    try write(
      ObjectGraph(schema: Schema([ObjectType("Person", [Property("name", .string)])])),
      to: "other.realm")
    let outcome = try bench.run(
      "import", "realm", "app.realm", "other.realm", "-o", "app.history.json")
    #expect(
      outcome.errors
        == "migcheck: other.realm: its schema is another one of version 1 than that of app.realm: "
        + "type Address removed; name one file for each version\n")
    #expect(outcome.status == 65)
    #expect(!FileManager.default.fileExists(atPath: "\(bench.path)/app.history.json"))
  }

  @Test("a store is a start graph, and its values are in no report and in no case")
  func checking() throws {
    try write()
    try writeHistory(setting: "\"name\": \"NULL\"")
    let before = try bench.bytes("app.realm")
    let outcome = try bench.run(
      "check", "app.history.json", "--store", "app.realm", "--trials", "0")
    #expect(outcome.errors.hasPrefix("migcheck: app.realm: version 1, 2 objects\n"))
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("nullForRequired"))
    let cases = try FileManager.default.subpathsOfDirectory(atPath: bench.path).filter {
      $0.hasSuffix(".case.json")
    }
    let texts = [outcome.output, outcome.errors] + (try cases.map { try bench.text($0) })
    for secret in Self.secrets {
      #expect(!texts.contains { $0.contains(secret) }, "\(secret)")
    }
    #expect(try bench.bytes("app.realm") == before)
    let shown = try bench.run(
      "check", "app.history.json", "--store", "app.realm", "--trials", "0", "--show-values")
    #expect(shown.status == 1)
  }

  @Test("a store of another schema is refused with the nearest version") func otherSchemas() throws
  {
    try write()
    try writeHistory(age: "double")
    let other = try bench.run("check", "app.history.json", "--store", "app.realm")
    #expect(
      other.errors
        == "migcheck: app.realm: its schema is not the one of version 1: Person.age: double → int; "
        + "correct version 1 of the history, or import it from the file\n")
    #expect(other.status == 65)
    try writeHistory()
    try write(version: 3)
    let newer = try bench.run("check", "app.history.json", "--store", "app.realm")
    #expect(
      newer.errors
        == "migcheck: app.realm: its schema version is 3, which the history does not have; its "
        + "schema is the one of version 1\n")
    #expect(newer.status == 65)
    try write()
    let wanted = try bench.run("check", "app.history.json", "--store", "app.realm", "--from", "2")
    #expect(wanted.errors.contains("app.realm is at version 1, not at version 2"))
    #expect(wanted.status == 64)
  }

  @Test("two stores are compared, and their values are hidden") func comparing() throws {
    try writeHistory()
    try write()
    try write(Self.graph(name: "Grace Hopper"), to: "other.realm")
    let outcome = try bench.run("diff", "app.history.json", "app.realm", "other.realm")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Person#0.name"), "\(outcome.output)\(outcome.errors)")
    #expect(!(Self.secrets + ["Grace"]).contains { outcome.output.contains($0) })
    let shown = try bench.run(
      "diff", "app.history.json", "app.realm", "other.realm", "--show-values")
    #expect(shown.output.contains("Ada Lovelace") && shown.output.contains("Grace Hopper"))
    let none = try bench.run("diff", "app.history.json", "a.json", "b.json", "--show-values")
    #expect(none.status == 66)
  }

  @Test("two stores are compared without a history, by the schemas that they hold")
  func comparingAlone() throws {
    try write()
    try write(Self.graph(name: "Grace Hopper"), to: "other.realm")
    let same = try bench.run("diff", "app.realm", "app.realm")
    #expect(same.status == 0 && same.output.hasPrefix("equal: "), "\(same.errors)")
    let outcome = try bench.run("diff", "app.realm", "other.realm")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Person#0.name"), "\(outcome.output)\(outcome.errors)")
    #expect(!(Self.secrets + ["Grace"]).contains { outcome.output.contains($0) })
    let foreign = try bench.run("diff", "app.realm", "other.realm", "--base", "x.sql")
    #expect(foreign.status == 64)
    #expect(foreign.errors.contains("app.realm is a Realm file"), "\(foreign.errors)")
    let dogs = ObjectGraph(schema: Schema([ObjectType("Dog", [Property("name", .string)])]))
    try write(dogs, to: "dogs.realm")
    let schemas = try bench.run("diff", "app.realm", "dogs.realm")
    #expect(schemas.status == 65)
    #expect(
      schemas.errors.contains("only stores of one schema can be compared at one version"),
      "\(schemas.errors)")
    try write(dogs, version: 2, to: "newer.realm")
    let versions = try bench.run("diff", "app.realm", "newer.realm")
    #expect(
      versions.status == 1 && versions.output.contains("type Dog is only in the second schema"))
    // Other files do not say their schema.
    let graphs = try bench.run("diff", "app.realm", "b.json")
    #expect(graphs.status == 66 && graphs.errors.contains("no *.history.json"))
  }

  @Test("a store is upgraded by the rules") func upgrading() throws {
    try writeHistory()
    try write()
    let outcome = try bench.run(
      "upgrade", "app.history.json", "--store", "app.realm", "--to", "2", "--out", "after.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bench.text("after.json").contains(#""age": "x""#))
  }

  @Test("a pipe with the name of a store is not waited for") func pipes() throws {
    try writeHistory()
    mkfifo("\(bench.path)/pipe.realm", 0o600)
    let outcome = try bench.run("check", "app.history.json", "--store", "pipe.realm")
    #expect(
      outcome.errors
        == "migcheck: pipe.realm: this is a pipe, a socket or a device; name a regular file\n")
    #expect(outcome.status == 65)
  }

  @Test("what cannot be read is refused by one sentence", .enabled(if: Material.has("realm/files")))
  func refusing() throws {
    try writeHistory()
    for name in ["encrypted", "cut-short", "format-9", "format-25", "not-realm"] {
      let path = Material.sharedPath("realm/files/refused/\(name).realm")
      try FileManager.default.copyItem(atPath: path, toPath: "\(bench.path)/\(name).realm")
      let outcome = try bench.run(
        "diff", "app.history.json", "\(name).realm", "\(name).realm")
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("migcheck: \(name).realm: "), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let missing = try bench.run("check", "app.history.json", "--store", "no.realm")
    #expect(missing.errors == "migcheck: no.realm: there is no such file; check the path\n")
    #expect(missing.status == 66)
  }

  @Test(
    "the migration example of Realm Swift is imported and upgraded",
    .enabled(if: Material.has("realm/files")))
  func migrationExample() throws {
    let files = (0...5).map { "v\($0).realm" }
    for (number, file) in files.enumerated() {
      try FileManager.default.copyItem(
        atPath: Material.sharedPath("realm/files/older/migration-example-v\(number).realm"),
        toPath: "\(bench.path)/\(file)")
    }
    let imported = try bench.run(["import", "realm"] + files + ["-o", "example.history.json"])
    #expect(
      imported.errors
        == "migcheck: example.history.json: 6 versions (0, 1, 2, 3, 4, 5), 3 types in the newest\n")
    for file in files {
      let same = try bench.run("diff", "example.history.json", file, file)
      #expect(same.status == 0, "\(same.errors)")
    }
  }
}
