import Foundation
import Testing

/// `migcheck freeze` and `migcheck gate`.
@Suite struct GateCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try write()
    let frozen = try bench.run(["freeze", "notes.history.json"])
    #expect(frozen.status == 0, "\(frozen.errors)")
  }

  /// The size of a note comes in version 2.
  private func write(
    size: String = "length(old.body)", first: String = "", second: String = "", third: String = ""
  ) throws {
    try bench.write(
      "notes.history.json",
      #"""
      {"migcheck": 1, "name": "Notes", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "Note", "properties": {"body": "string"\#(first)}}]},
        {"version": 2, "schema": [{"name": "Note", "properties": {
           "body": "string", "size": "int"\#(first)\#(second)}}],
         "migration": [{"enumerate": {"type": "Note", "set": {"size": "\#(size)"}}}]}\#(third)]}
      """#)
  }

  private func gate(_ arguments: String...) throws -> Workbench.Outcome {
    try bench.run(["gate", "notes.history.json", "--trials", "20"] + arguments)
  }

  @Test("what is frozen and as before passes, and freezing again changes nothing")
  func same() throws {
    let outcome = try gate()
    #expect(outcome.output.hasPrefix("✔ 2 frozen versions as before\n\n✔ passed   Notes"))
    #expect(outcome.status == 0)
    let before = try bench.text("Schemas/Notes.2.json")
    let again = try bench.run(["freeze", "notes.history.json"])
    #expect(again.output == "nothing to freeze: all versions are frozen already\n")
    #expect(try bench.text("Schemas/Notes.2.json") == before)
  }

  @Test("another migration is told by what it does to a graph that was frozen")
  func migration() throws {
    try write(size: "length(old.body) + 1")
    let outcome = try gate()
    #expect(outcome.output.hasPrefix("✘ version 2 is not what was frozen\n    1 → 2: Note.size: "))
    #expect(outcome.status == 1)
    // Written differently, it does the same.
    try write(size: "0 + length(old.body)")
    #expect(try gate().status == 0)
    try write(size: "old.body")
    let refused = try gate()
    #expect(refused.output.contains("1 → 2: the upgrade is refused now, with typeMismatch"))
    #expect(refused.status == 1)
  }

  @Test("a schema that changed without a new version is told, and a new version is no change")
  func schema() throws {
    try write(second: #", "stars": "int?""#)
    let outcome = try gate()
    #expect(
      outcome.output.hasPrefix(
        """
        ✘ version 2 is not what was frozen
            Note.stars added: int?
            a changed schema needs a version of its own, with a number above 2

        """), "\(outcome.output)")
    #expect(outcome.status == 1)
    try write(
      third: #", {"version": 3, "schema": [{"name": "Note", "properties": "#
        + #"{"body": "string", "size": "int", "stars": "int?"}}]}"#)
    let next = try gate()
    #expect(next.output.hasPrefix("✔ 2 frozen versions as before\n  not frozen: 3\n"))
    #expect(next.status == 0)
  }

  @Test("an older version that changed is told, and one that is gone")
  func older() throws {
    try write(first: #", "author": "string""#)
    let outcome = try gate()
    #expect(outcome.output.contains("✘ version 1 is not what was frozen\n"))
    #expect(outcome.output.contains("✘ version 2 is not what was frozen\n"))
    try write()
    try bench.write(
      "Schemas/Notes.7.json",
      try bench.text("Schemas/Notes.2.json").replacingOccurrences(
        of: #""version": 2"#, with: #""version": 7"#))
    let gone = try gate()
    #expect(gone.output.contains("✘ version 7 is not what was frozen\n    the version is gone"))
    #expect(gone.status == 1)
    #expect(try gate("--accept", "--reason", "gone").status == 64)
  }

  @Test("a change is accepted with a reason, which is kept beside it")
  func accept() throws {
    try write(size: "length(old.body) + 1")
    #expect(try gate("--accept").status == 64)
    #expect(try gate("--reason", "why").status == 64)
    let accepted = try gate("--accept", "--reason", "counted wrongly")
    #expect(accepted.status == 0, "\(accepted.output)")
    #expect(accepted.output.contains("  accepted: Schemas/Notes.2.json\n"))
    #expect(try gate().status == 0)
    #expect(try bench.text("Schemas/Notes.2.json").contains(#""reason": "counted wrongly""#))
    try write(size: "2")
    #expect(try gate("--accept", "--reason", "so be it").status == 0)
    let text = try bench.text("Schemas/Notes.2.json")
    #expect(text.contains("counted wrongly") && text.contains("so be it"))
  }

  @Test("without frozen versions the gate refuses, and a damaged one is told with its place")
  func input() throws {
    let none = try gate("--schemas", "elsewhere")
    #expect(none.status == 64)
    #expect(none.errors.contains("migcheck freeze"))
    try bench.write("Schemas/Notes.2.json", "{}")
    let damaged = try gate()
    #expect(damaged.status == 65)
    #expect(damaged.errors.contains("Schemas/Notes.2.json: this is no frozen version"))
  }

  @Test("a migration that draws lots is frozen as one, and the check tells the rest")
  func unrepeatable() throws {
    try write(size: "random()")
    let frozen = try bench.run(["freeze", "notes.history.json", "--schemas", "Other"])
    #expect(frozen.status == 0)
    #expect(try bench.text("Other/Notes.2.json").contains(#""unrepeatable": true"#))
    let outcome = try gate("--schemas", "Other")
    #expect(outcome.output.contains("✔ 2 frozen versions as before"))
    #expect(outcome.output.contains("✘ deterministic"))
    #expect(outcome.status == 1)
  }

  // MARK: check

  private func check(_ arguments: String...) throws -> Workbench.Outcome {
    try bench.run(["check", "notes.history.json", "--trials", "5"] + arguments)
  }

  @Test("check finds a schema that changed without a new version, unasked")
  func forgottenVersion() throws {
    #expect(try check().status == 0)
    try write(second: #", "tag": "string?""#)
    let outcome = try check()
    #expect(outcome.output.hasPrefix("✘ openers   Notes 1 → 2\n"), "\(outcome.output)")
    let words = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.contains(
        "The schema of version 2 is not the one that was released as version 2 "
          + "(Schemas/Notes.2.json): Note.tag added: string?. The app cannot open a store that users have at "
          + "this version. Give the changed schema a new number, in the app, too; if version 2 is not "
          + "released, freeze it again."), "\(words)")
    #expect(
      words.contains("opening 2 the app opens it at version 2: refused with schemaMismatch"))
    #expect(outcome.status == 1)
    // The gate compares by itself, and says it once.
    let gate = try gate()
    #expect(gate.output.hasPrefix("✘ version 2 is not what was frozen"))
    #expect(!gate.output.contains("openers"))
  }

  @Test("a version that is not the newest is found where upgrades begin at it")
  func forgottenOlderVersion() throws {
    try write(first: #", "tag": "string?""#)
    #expect(try check().output.contains("released as version 1"))
  }

  @Test("an older version is found where the run ends at it, and what has shipped excuses none")
  func forgottenLastVersion() throws {
    try write(
      second: #", "tag": "string?""#,
      third:
        #", {"version": 3, "schema": [{"name": "Note", "properties": {"body": "string", "size": "int", "#
        + #""tag": "string?"}}]}"#)
    for arguments in [["--to", "2"], ["--from", "2"], [], ["--shipped", "3"]] {
      let outcome = try bench.run(["check", "notes.history.json", "--trials", "5"] + arguments)
      #expect(outcome.output.contains("released as version 2"), "\(arguments): \(outcome.output)")
      #expect(outcome.output.components(separatedBy: "✘ openers").count == 2, "\(outcome.output)")
      #expect(outcome.status == 1)
    }
  }

  @Test("a new number, a new type and an index are nothing that was forgotten")
  func nothingForgotten() throws {
    try write(
      third:
        #", {"version": 3, "schema": [{"name": "Note", "properties": {"body": "string", "size": "int", "#
        + #""tag": "string?"}}]}"#)
    #expect(try check().status == 0)
    try bench.write(
      "notes.history.json",
      bench.text("notes.history.json")
        .replacingOccurrences(
          of: #""body": "string", "size": "int"}}]"#,
          with: #""body": {"type": "string", "indexed": true}, "size": "int"}}, "#
            + #"{"name": "Tag", "properties": {}}]"#))
    let outcome = try check("--to", "2")
    #expect(!outcome.output.contains("openers"), "\(outcome.output)")
  }

  @Test("a file that is no frozen version is named") func brokenFile() throws {
    try bench.write("Schemas/Notes.2.json", "{}")
    let outcome = try check()
    #expect(
      outcome.errors
        == "migcheck: Schemas/Notes.2.json: this is no frozen version; restore the file, or freeze the "
        + "version again\n")
    #expect(outcome.status == 65)
  }
}
