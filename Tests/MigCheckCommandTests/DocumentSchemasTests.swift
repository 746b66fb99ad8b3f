import Foundation
import MigCheckText
import TestMaterial
import Testing

/// The JSON Schemas of the catalogue: what the command reads and writes is valid, and what it refuses for an
/// unknown key is invalid.
@Suite struct DocumentSchemasTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let corpus = Material.root.appendingPathComponent("Corpus")
  private static let histories = Material.files(in: corpus, endingWith: ".history.json")
  private static let cases = Material.files(in: corpus, endingWith: ".case.json")

  private static let settings = """
    { "migcheck": 1, "name": "Notes", "paths": "direct", "shipped": 1, "minSupported": 1,
      "accepted": [ { "history": "Notes", "check": "data-preserved", "kind": "valueChanged",
        "type": "note", "property": "title", "from": 1, "to": 2, "reason": "never shown" } ],
      "foreignKeys": true, "transactions": true, "order": [ "1_create.sql", "2_body.sql" ],
      "define": { "prefix": "app" }, "defineFunction": [ "slug(x) = lower(x)" ],
      "drops": [ { "what": "note.title", "version": "2_body.sql", "reason": "never shown" } ],
      "rewrites": [], "ignoring": [] }
    """

  /// The status of the checker for these files; `nil`: the checker is missing.
  private func status(_ kind: String, _ files: [String]) throws -> (Int32, String)? {
    guard let checker = Checkers.program("check-jsonschema") else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return nil
    }
    let schema = Material.root.appendingPathComponent(
      "Sources/MigCheck/MigCheck.docc/Schemas/\(kind).schema.json"
    ).path
    let outcome = try bench.run(program: checker, ["--schemafile", schema] + files)
    return (outcome.status, outcome.output)
  }

  private func expectValid(_ kind: String, _ files: [String]) throws {
    #expect(!files.isEmpty)
    guard let (status, output) = try status(kind, files) else { return }
    #expect(status == 0, "\(output.prefix(2000))")
  }

  @Test("the histories and cases of the corpus are valid")
  func theCorpusIsValid() throws {
    try expectValid("history", Self.histories)
    try expectValid("case", Self.cases)
  }

  @Test("graphs, reports and settings are valid") func writtenDocumentsAreValid() throws {
    try bench.write("notes/1_create.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT);")
    try bench.write("notes/2_body.sql", "ALTER TABLE note ADD COLUMN body TEXT;")
    try bench.write("notes/migcheck.json", Self.settings)
    let run = try bench.run("notes", "--trials", "5")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    try expectValid("settings", ["notes/migcheck.json"])
    let contacts = Self.corpus.appendingPathComponent("contacts.history.json").path
    _ = try bench.run(
      "generate", contacts, "--version", "3", "--trial", "9", "--out", "a.graph.json")
    try expectValid("graph", ["a.graph.json"])
    let names = [
      "realm/email-readded.history.json", "sqlite/fraction-cut",
      "coredata/attribute-renamed.xcdatamodeld",
    ]
    for (index, name) in names.enumerated() {
      let report = try bench.run(
        "check", Self.corpus.appendingPathComponent(name).path, "--trials", "10", "--format",
        "json",
        "--corpus", "findings-\(index)")
      try bench.write("report-\(index).json", report.output)
    }
    try expectValid("report", names.indices.map { "report-\($0).json" })
  }

  @Test("a document may name its schema, and is read as it is without")
  func aDocumentMayNameItsSchema() throws {
    func named(_ text: String) -> String {
      let schema = "\"$schema\": \"https://example.com/migcheck.schema.json\","
      return text.replacing("{", with: "{ \(schema)", maxReplacements: 1)
    }
    let history = try String(contentsOfFile: Self.histories[0], encoding: .utf8)
    try bench.write("notes.history.json", named(history))
    try bench.write(
      "migcheck.json", "{ \"$schema\": \"settings.schema.json\", \"paths\": \"direct\" }")
    let paths = try bench.run("check", "notes.history.json", "--trials", "2")
    #expect(paths.status != 65, "\(paths.errors)")
    try bench.write("f/1_a.sql", "CREATE TABLE a (b);")
    try bench.write("f/2_b.sql", "CREATE TABLE b (b);")
    try bench.write("f/migcheck.json", "{ \"$schema\": \"settings.schema.json\" }")
    #expect(try bench.run("paths", "f").status == 0)
    let graph = "{ \"$schema\": \"g\", \"version\": 1, \"objects\": {} }"
    try bench.write("a.graph.json", graph)
    let same = try bench.run("diff", "notes.history.json", "a.graph.json", "a.graph.json")
    #expect(same.status == 0, "\(same.errors)")
    // Only the document as a whole, and only a text.
    try bench.write(
      "b.history.json",
      history.replacingOccurrences(
        of: "\"versions\": [", with: "\"versions\": [ { \"$schema\": \"x\" },"))
    #expect(try bench.run("check", "b.history.json").status == 65)
    try bench.write("c.graph.json", graph.replacingOccurrences(of: "\"g\"", with: "1"))
    #expect(
      try bench.run("diff", "notes.history.json", "c.graph.json", "a.graph.json").status == 65)
  }

  @Test("an unknown key is refused by the reader and by the schema")
  func unknownKeysAreRefused() throws {
    // Cases of the example name it by its path.
    try bench.write(
      "contacts.history.json", String(contentsOfFile: Self.histories[0], encoding: .utf8))
    var refused = [String]()
    for (index, path) in (Self.histories.prefix(4) + Self.cases.prefix(4)).enumerated() {
      let json = try JSON.parse(String(contentsOfFile: path, encoding: .utf8))
      let kind = path.hasSuffix(".history.json") ? "history" : "case"
      for (place, broken) in Self.withUnknownKeys(json).enumerated() {
        let name = try bench.write(
          "contacts/\(kind)-\(index)-\(place).\(kind).json", broken.prettyText)
        let command = kind == "history" ? "paths" : "replay"
        #expect(try bench.run(command, name).status == 65, "\(broken.compactText)")
        refused.append(name)
      }
    }
    #expect(refused.count > 20)
    for kind in ["history", "case"] {
      let files = refused.filter { $0.hasPrefix("contacts/\(kind)") }
      guard let (status, output) = try status(kind, files) else { return }
      #expect(status == 1)
      for file in files { #expect(output.contains("\(file)::"), "\(file) is valid") }
    }
  }

  /// The document once for each of its objects whose keys the format gives, with one key more there.
  private static func withUnknownKeys(_ json: JSON) -> [JSON] {
    // Keys that a name follows, or content of a graph.
    let free = ["properties", "objects", "history", "set", "value", "changes", "data", "start"]
    switch json {
    case .object(let members):
      var results = [JSON.object(members + [JSON.Member("unknown", .bool(true))])]
      for (index, member) in members.enumerated() where !free.contains(member.key) {
        results += withUnknownKeys(member.value).map { broken in
          var members = members
          members[index] = JSON.Member(member.key, broken)
          return .object(members)
        }
      }
      return results
    case .array(let elements):
      return elements.indices.flatMap { index in
        withUnknownKeys(elements[index]).map { broken in
          var elements = elements
          elements[index] = broken
          return .array(elements)
        }
      }
    default: return []
    }
  }
}
