import Foundation
import Testing

@Suite struct ReplayCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test func `a finding fails until its defect is mended`() throws {
    try bench.write("notes.history.json", Histories.failing)
    try bench.run("notes.history.json", "--trials", "1")
    let failing = try bench.run("replay", "notes")
    #expect(
      failing.output == """
        FAIL
        """)
    #expect(failing.errors == "")
    #expect(failing.status == 1)
    try bench.write("notes.history.json", Histories.passing)
    let mended = try bench.run("replay", "notes")
    #expect(mended.output == "1 passed, 0 failed\n")
    #expect(mended.status == 0)
    #expect(bench.strayFiles == [])
  }

  @Test(arguments: ["memory", "file", "memory,file"])
  func `a disagreement of paths is found again on each store`(stores: String) throws {
    try bench.write("a.history.json", Histories.pathsDiffer)
    try bench.run("a.history.json", "--trials", "1")
    let outcome = try bench.run("replay", "a", "--stores", stores)
    #expect(
      outcome.output == """
        FAIL
        """)
    #expect(outcome.status == 1)
  }

  @Test func `a refusal for another reason is no mending`() throws {
    try bench.write("h.history.json", Histories.embedding)
    try bench.run("h.history.json", "--trials", "60")
    // The objects without parent are refused as before; now a step refuses all others as well.
    try bench.write(
      "h.history.json",
      Histories.embedding.replacingOccurrences(
        of: #""migration": ["#,
        with: #""migration": [{"create": {"type": "Address", "value": {"street": "'x'"}}}, "#))
    let outcome = try bench.run("replay", "h")
    #expect(outcome.output.hasSuffix("0 passed, 2 failed\n"))
    #expect(outcome.output.contains("The upgrade fails with embeddedWithoutParent."))
    #expect(outcome.status == 1)
  }

  @Test func `a case that expects a result is compared with it`() throws {
    try bench.write("h.history.json", Histories.passing)
    func line(_ title: String) -> String {
      #"{"name": "titles", "history": "h.history.json", "#
        + #""start": {"version": 1, "objects": {"Note": [{"body": "b"}]}}, "path": [1, 2], "#
        + #""expect": {"graph": {"version": 2, "objects": {"Note": [{"body": "b", "title": "\#(title)"}]}}}}"#
    }
    try bench.write("cases.jsonl", line("New") + "\n\n" + line("Old") + "\n")
    let outcome = try bench.run("replay", "cases.jsonl", "--stores", "memory")
    #expect(
      outcome.output == """
        FAIL
        """)
    #expect(outcome.status == 1)
  }

  @Test func `a finding of a check that does not exist is bad data`() throws {
    try bench.write("h.history.json", Histories.passing)
    try bench.write(
      "x.case.json",
      #"{"name": "x", "history": "h.history.json", "start": {"version": 1, "objects": {}}, "#
        + #""path": [1, 2], "finding": {"check": "nonsense"}}"#)
    let outcome = try bench.run("replay", "x.case.json")
    #expect(outcome.errors == "A")
    #expect(outcome.status == 65)
    #expect(bench.strayFiles == [])
  }

  @Test func `a folder without cases passes nothing`() throws {
    try bench.write("empty/readme.txt", "")
    let outcome = try bench.run("replay", "empty")
    #expect(
      outcome.errors == "migcheck: empty: there are no cases here; name a *.case.json, a *.jsonl "
        + "or a folder that holds some\n")
    #expect(outcome.status == 66)
  }
}
