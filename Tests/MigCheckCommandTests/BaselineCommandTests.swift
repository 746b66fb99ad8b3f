import Foundation
import TestMaterial
import Testing

/// Which findings fail a run: `--paths`, `--shipped`, `--min-supported`, `migcheck.json` and
/// `migcheck baseline`.
@Suite struct BaselineCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try write()
  }

  /// Version 2 loses what version 1 held, version 3 what version 2 held.
  private func write(_ head: String = "", third: String = "old.body", to last: Int = 3) throws {
    func version(_ number: Int, _ migration: String) -> String {
      #"{"version": \#(number), "schema": [{"name": "Note", "properties": "#
        + #"{"body": "string", "size": "int"}}]\#(migration)}"#
    }
    func step(_ value: String) -> String {
      #", "migration": [{"enumerate": {"type": "Note", "set": {"body": "\#(value)"}}}], "#
        + #""invariants": [{"name": "kept", "type": "Note", "since": 1, "holds": "new.size = old.size"}]"#
    }
    let second = #", "migration": [{"deleteData": {"type": "Note"}}]"#
    let versions =
      [version(1, ""), version(2, second), version(3, step(third))]
      + (last > 3 ? [version(4, #", "migration": [{"deleteData": {"type": "Note"}}]"#)] : [])
    try bench.write(
      "notes.history.json",
      #"{"migcheck": 1, "name": "Notes", "rules": "realm", \#(head)"versions": ["#
        + versions.joined(separator: ", ") + "]}")
  }

  private func check(_ arguments: String...) throws -> Workbench.Outcome {
    try bench.run(["check", "notes.history.json", "--trials", "20"] + arguments)
  }

  private func baseline(_ arguments: String...) throws -> Workbench.Outcome {
    try bench.run(["baseline", "notes.history.json", "--trials", "20"] + arguments)
  }

  @Test("what has shipped is told in a line and fails nothing", .enabled(if: Sweep.isFull))
  func shipped() throws {
    #expect(try check().status == 1)
    let outcome = try check("--shipped", "2", "--paths", "linear")
    #expect(outcome.output.contains("as shipped, and not to be changed any more:\n"))
    #expect(outcome.output.contains("  data-preserved 1 → 2: "))
    // The invariant is tried on what is left: nothing.
    #expect(outcome.status == 2)
    try write(#""shipped": 2, "paths": "linear", "#)
    #expect(try check().output == outcome.output)
    try write(#""shipped": 7, "#)
    let unknown = try check()
    #expect(unknown.status == 65)
    #expect(
      unknown.errors
        == "migcheck: notes.history.json: shipped: the history has no version 7; write the last "
        + "version that users have\n")
  }

  @Test("the upgrades of the named paths are taken, and others are not")
  func paths() throws {
    let direct = try check("--paths", "direct", "--from", "2")
    #expect(direct.status == 0, "\(direct.output)")
    #expect(direct.output.contains("  paths        1, in memory and file\n"))
    let merged = try check("--paths", "merged")
    #expect(merged.status == 64)
    #expect(merged.errors.contains("--unmerged"))
    try write(#""paths": "straight", "#)
    #expect(try check().status == 65)
  }

  @Test("no store starts at a version that is not supported")
  func minSupported() throws {
    #expect(try check("--min-supported", "2").status == 0)
    #expect(try check("--min-supported", "3").status == 64)
    try bench.write("migcheck.json", #"{"migcheck": 1, "minSupported": 2}"#)
    #expect(try check().status == 0)
    try bench.write("migcheck.json", #"{"migcheck": 1, "minSupported": 3}"#)
    let outcome = try check()
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("migcheck: migcheck.json: minSupported: Notes has no version"))
  }

  @Test("after a baseline only new findings fail, and what is mended is told")
  func baselines() throws {
    let without = try baseline()
    #expect(without.status == 64)
    #expect(without.errors.contains("--reason"))

    try bench.write("migcheck.json", #"{"migcheck": 1, "minSupported": 1}"#)
    let written = try baseline("--reason", "known since 2")
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output.hasPrefix("migcheck.json: "))
    #expect(written.output.contains("  + data-preserved 1 → 2: Note, "))
    let text = try bench.text("migcheck.json")
    #expect(text.contains(#""minSupported": 1"#))
    #expect(text.contains(#""reason": "known since 2""#))

    let known = try check()
    #expect(known.output.contains("known and accepted:\n"))
    #expect(known.output.contains("      reason: known since 2\n"))
    #expect(known.status == 2)
    #expect(try baseline("--reason", "again").output.hasPrefix("nothing to accept"))

    // A further release loses everything again.
    try write(to: 4)
    let new = try check()
    #expect(new.status == 1)
    #expect(new.output.contains("✘ data-preserved   Notes 3 → 4"))
    #expect(!new.output.contains("✘ data-preserved   Notes 1 → 2"))

    // Two is mended.
    try bench.write(
      "notes.history.json",
      try bench.text("notes.history.json").replacingOccurrences(
        of: #", "migration": [{"deleteData": {"type": "Note"}}]"#, with: ""))
    let mended = try check()
    #expect(mended.status == 0, "\(mended.output)")
    #expect(mended.output.contains("accepted, but not found in this run"))
    #expect(
      try baseline("--reason", "again", "--prune").output.contains("  − data-preserved 1 → 2"))
    #expect(!(try check().output.contains("accepted, but not found")))
  }

  @Test("mistakes in the settings are told with their place")
  func badSettings() throws {
    for (text, message) in [
      (#"{"shiped": 1}"#, "shiped: there is no such setting"),
      (#"{"shipped": "one"}"#, "shipped: this is no version"),
      (
        #"{"accepted": [{"history": "Notes", "check": "data-kept"}]}"#,
        "accepted[0].check: there is"
      ),
      (#"{"accepted": [{"why": 1}]}"#, "accepted[0].why: there is no such key"),
      (#"{"accepted": ["#, "line 1, column "), ("[]", "the document is no object"),
    ] {
      try bench.write("migcheck.json", text)
      let outcome = try check()
      #expect(outcome.status == 65, "\(text)")
      #expect(outcome.errors.contains("migcheck.json: \(message)"), "\(outcome.errors)")
    }
    let missing = try check("--settings", "none.json")
    #expect(missing.status == 66)
  }
}
