import Foundation
import Testing

/// `migcheck format`.
@Suite struct FormatCommandTests {
  let bench: Workbench
  private static let full = #"""
    {"migcheck": 1, "name": "Notes", "rules": "realm", "shipped": 1,
     "openers": [{"name": "widget", "types": ["Note", "Tag"]}],
     "versions": [
      {"version": 1, "schema": [
        {"name": "Note", "properties": {"body": "string", "size": "int", "tags": "Tag[]"}},
        {"name": "Tag", "primaryKey": "name", "properties": {"name": "string"}}]},
      {"version": 2, "schema": [
        {"name": "Tag", "primaryKey": "name", "properties": {"name": "string"}},
        {"name": "Note", "properties": {"body": "string", "size": "int?", "tags": "Tag[]"}}],
       "migration": [{"enumerate": {"type": "Note", "set": {"size": "old.size"}}}]}]}
    """#

  init() throws {
    bench = try Workbench()
    try bench.write("notes.history.json", Self.full)
  }

  @Test("a file is written short in place, in full to another one, and means the same")
  func forms() throws {
    let before = try bench.run(["check", "notes.history.json", "--trials", "5"])
    let short = try bench.run(["format", "notes.history.json"])
    #expect(short.status == 0, "\(short.errors)")
    let text = try bench.text("notes.history.json")
    #expect(
      text.contains(#""changes": { "Note": { "change": { "size": "int?" } } }"#), "\(text)")
    #expect(
      text.contains(#""openers": [ { "name": "widget", "types": [ "Note", "Tag" ] } ]"#), "\(text)")
    let after = try bench.run(["check", "notes.history.json", "--trials", "5"])
    #expect(after.output == before.output)
    let full = try bench.run(["format", "--full", "notes.history.json", "-o", "full.history.json"])
    #expect(full.status == 0, "\(full.errors)")
    #expect(!(try bench.text("full.history.json")).contains("changes"))
    #expect(try bench.text("notes.history.json") == text)
    #expect(try bench.run(["format", "full.history.json"]).status == 0)
    #expect(try bench.text("full.history.json") == text)
  }

  @Test("what cannot be written is refused, and nothing is touched")
  func refused() throws {
    #expect(try bench.run(["format", "notes.history.json", "-o", "x.json"]).status == 64)
    #expect(
      try bench.run(["format", "notes.history.json", "-o", "notes.history.json"]).status == 74)
    #expect(try bench.run(["format", "--short", "--full", "notes.history.json"]).status == 64)
    try bench.write("bad.history.json", #"{"migcheck": 1}"#)
    #expect(try bench.run(["format", "bad.history.json"]).status == 65)
    #expect(try bench.text("notes.history.json") == Self.full)
  }
}
