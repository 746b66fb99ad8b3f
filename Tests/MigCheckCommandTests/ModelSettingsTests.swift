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

  @Test("a step past a version is one that a mapping model leads to")
  func stepPastVersion() throws {
    let outcome = try bench.run(
      "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found", "--opening", "stepwise",
      "--custom", "1:3")
    #expect(outcome.status == 0, "\(outcome.output)")
    // From version 1 no store comes to version 2.
    #expect(outcome.output.contains("not run: 1 → 3 is custom"), "\(outcome.output)")
    #expect(outcome.output.contains("  paths        1, in memory and file"), "\(outcome.output)")
    let end = try bench.run(
      "Notes.xcdatamodeld", "--trials", "5", "--opening", "stepwise", "--custom", "1:3", "--to", "2"
    )
    #expect(end.status == 64)
    #expect(
      end.errors.contains("No upgrade leads from version 1 to version 2; end at"), "\(end.errors)")
  }

  @Test("a refused upgrade says that mapping models may lead there step by step")
  func advice() throws {
    func refusal(_ more: String...) throws -> String {
      try bench.run(["Notes.xcdatamodeld", "--trials", "5", "--corpus", "found"] + more).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let advice = "if it takes one version after the other, say so with --opening stepwise"
    #expect(try !refusal().contains(advice))
    #expect(try refusal("--custom", "1:2").contains(advice))
    #expect(try refusal("--custom", "2:3").contains(advice))
    #expect(try !refusal("--custom", "1:2", "--opening", "manual").contains(advice))
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
