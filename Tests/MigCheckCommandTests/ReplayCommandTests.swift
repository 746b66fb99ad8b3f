import Foundation
import TestMaterial
import Testing

@Suite struct ReplayCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test("a finding fails until its defect is fixed")
  func aFindingFailsUntilItsDefectIsMended() throws {
    try bench.write("notes.history.json", Histories.failing)
    try bench.run("notes.history.json", "--trials", "1")
    let failing = try bench.run("replay", "notes")
    #expect(
      failing.output == """
        ✘ notes/defaults-applied-note-title-1-2.case.json: still fails
          ✘ defaults-applied   Notes 1 → 2
            Note.title is new and declares a default, but existing objects do not have
            it.

            start, version 1 (1 object)
              Note#0   body ""

            expected     Note#0.title = "New"
            found        Note#0.title = ""

            written at   notes.history.json, versions[1]

        0 passed, 1 failed

        """)
    #expect(failing.errors == "")
    #expect(failing.status == 1)
    try bench.write("notes.history.json", Histories.passing)
    let fixed = try bench.run("replay", "notes")
    #expect(fixed.output == "1 passed, 0 failed\n")
    #expect(fixed.status == 0)
    #expect(bench.strayFiles == [])
  }

  @Test(
    "a disagreement of paths is found again on each store",
    arguments: Sweep.part(["memory", "file", "memory,file"], oneOf: 3))
  func aDisagreementOfPathsIsFoundAgainOnEachStore(stores: String) throws {
    try bench.write("a.history.json", Histories.pathsDiffer)
    try bench.run("a.history.json", "--trials", "1")
    let outcome = try bench.run("replay", "a", "--stores", stores)
    #expect(
      outcome.output == """
        ✘ a/paths-agree-person-age-1-3.case.json: still fails
          ✘ paths-agree   Ages 1 → 3
            Person.age depends on whether version 2 was skipped.

            start, version 1 (1 object)
              Person#0   age 1

            1 → 3        Person#0.age = 1
            1 → 2 → 3    Person#0.age = 0

        0 passed, 1 failed

        """)
    #expect(outcome.status == 1)
  }

  @Test("a refusal for another reason is no fix")
  func aRefusalForAnotherReasonIsNoMending() throws {
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

  @Test("a case that expects a result is compared with it")
  func aCaseThatExpectsAResultIsComparedWithIt() throws {
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
        ✘ cases.jsonl:3: titles
          memory: the graph differs
            expected {"version":2,"objects":{"Note":[{"$id":"Note0","body":"b","title":"Old"}]}}
            came     {"version":2,"objects":{"Note":[{"$id":"Note0","body":"b","title":"New"}]}}

        1 passed, 1 failed

        """)
    #expect(outcome.status == 1)
  }

  @Test("a finding of a check that does not exist is bad data")
  func aFindingOfACheckThatDoesNotExistIsBadData() throws {
    try bench.write("h.history.json", Histories.passing)
    try bench.write(
      "x.case.json",
      #"{"name": "x", "history": "h.history.json", "start": {"version": 1, "objects": {}}, "#
        + #""path": [1, 2], "finding": {"check": "nonsense"}}"#)
    let outcome = try bench.run("replay", "x.case.json")
    #expect(
      outcome.errors == "migcheck: x.case.json: finding.check: there is no check \"nonsense\"; "
        + "the checks are upgrade-succeeds, primary-key-unique, embedded-one-parent, "
        + "required-set, links-resolve, defaults-applied, data-preserved, information-kept, "
        + "engine-agrees, schema-matches, side-effects, openers, reopen-stable, deterministic, paths-agree, stores-agree, "
        + "order-independent, local, invariant, crash-safe\n")
    #expect(outcome.status == 65)
    #expect(bench.strayFiles == [])
  }

  @Test("a folder without cases passes nothing")
  func aFolderWithoutCasesPassesNothing() throws {
    try bench.write("empty/readme.txt", "")
    let outcome = try bench.run("replay", "empty")
    #expect(
      outcome.errors == "migcheck: empty: there are no cases here; name a *.case.json, a *.jsonl "
        + "or a folder that holds some\n")
    #expect(outcome.status == 66)
  }
}
