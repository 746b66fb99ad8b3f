import Foundation
import Testing

/// What `migcheck.json` beside a Core Data model says of the model.
@Suite struct ModelSettingsTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try ModelPathsTests.write(ModelPathsTests.versions, to: bench)
  }

  private func check() throws -> Workbench.Outcome {
    try bench.run(["check", "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found"])
  }

  @Test("an upgrade with a mapping model of its own is not judged")
  func custom() throws {
    let refused = try check()
    #expect(refused.status == 1)
    #expect(refused.output.contains("✘ upgrade-succeeds   Notes 1 → 3"))
    try bench.write(
      "migcheck.json", #"{"custom": [{"hop": "1:3", "reason": "Notes.xcmappingmodel"}]}"#)
    let outcome = try check()
    #expect(!outcome.output.contains("upgrade-succeeds"), "\(outcome.output)")
    #expect(outcome.status == 0, "\(outcome.output)")
    let paths = try bench.run("paths", "Notes.xcdatamodeld")
    #expect(!paths.output.contains("✘ not inferable"), "\(paths.output)")
  }

  @Test("a store that is upgraded step by step needs no upgrade past a version")
  func stepwise() throws {
    try bench.write("migcheck.json", #"{"opening": "stepwise"}"#)
    let outcome = try check()
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("upgrade-succeeds"), "\(outcome.output)")
    // What the command line says counts more.
    #expect(
      try bench.run(
        "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found", "--opening", "inferred"
      ).status == 1)
    try bench.write("migcheck.json", #"{"name": "Notes"}"#)
    #expect(
      try bench.run(
        "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found", "--opening", "stepwise"
      ).status == 0)
  }

  @Test("a refused upgrade that is accepted leaves the rest to be judged")
  func accepted() throws {
    let baseline = try bench.run([
      "baseline", "Notes.xcdatamodeld", "--trials", "5", "--reason", "stores go by way of 2",
    ])
    #expect(baseline.status == 0, "\(baseline.errors)")
    #expect(baseline.output.contains("  + upgrade-succeeds 1 → 3: "))
    let outcome = try check()
    #expect(outcome.output.contains("known and accepted:"))
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("mistakes are told with their place")
  func mistakes() throws {
    for (text, message) in [
      (#"{"custom": [{"hop": "3:1", "reason": "x"}]}"#, "custom[0].hop: this is not an upgrade"),
      (#"{"custom": [{"hop": "1:9", "reason": "x"}]}"#, "custom[0].hop: Notes has no version 9"),
      (#"{"custom": [{"hop": "1:3"}]}"#, "custom[0].reason: it is missing"),
      (#"{"custom": ["1:3"]}"#, "custom[0]: this is no object"),
      (#"{"drops": [{"what": "Note.body", "reason": "x"}]}"#, "drops[0].what: no version before"),
      (
        #"{"drops": [{"what": "Note.link", "version": "Nots", "reason": "x"}]}"#,
        "drops[0].version: Notes has no version Nots"
      ),
      (#"{"drops": [{"what": "Note.link", "why": "x"}]}"#, "drops[0].why: there is no such key"),
      (#"{"opening": "steps"}"#, "opening: \"steps\" is not a way to open a store"),
      (#"{"opening": 1}"#, "opening: this is not a text"),
    ] {
      try bench.write("migcheck.json", text)
      let outcome = try check()
      #expect(outcome.status == 65, "\(text)")
      #expect(outcome.errors.contains("migcheck.json: \(message)"), "\(outcome.errors)")
    }
    try bench.write(
      "migcheck.json",
      #"{"drops": [{"what": "Note.link", "version": "Notes 2", "reason": "was never shown"}]}"#)
    #expect(try check().status == 1)
  }
}
