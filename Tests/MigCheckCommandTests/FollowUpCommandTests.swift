import Testing

/// `check --strict` and `replay`, where objects depend on each other.
@Suite struct FollowUpCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private static let numbered = Histories.history(
    migration: #"[{"enumerate": {"type": "Note", "set": {"title": "'New ' || ordinal"}}}]"#)

  @Test("numbering objects is a warning that fails nothing and is not saved")
  func numberingObjectsIsAWarning() throws {
    try bench.write("h.history.json", Self.numbered)
    let outcome = try bench.run("h.history.json", "--trials", "40")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("✔ passed   Notes (realm), versions 1 to 2: 2 warnings\n"))
    #expect(
      outcome.output.hasSuffix(
        """

        ⚠ order-independent   1 → 2: Note.title depends on the order in which the …
        ⚠ local               1 → 2: Note.title depends on objects that have nothing …

        --explain NAME shows a warning in full, --silence NAME leaves it out.

        """))
    #expect(bench.files == ["h.history.json"])
  }

  @Test("--strict makes errors of them, which are saved and replayed until they are fixed")
  func strictMakesErrorsOfThem() throws {
    try bench.write("h.history.json", Self.numbered)
    let files = [
      "h/local-note-title-1-2.case.json", "h/order-independent-note-title-1-2.case.json",
    ]
    let outcome = try bench.run("h.history.json", "--trials", "40", "--strict")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("✘ order-independent   Notes 1 → 2\n"))
    #expect(outcome.output.contains("\n✘ local   Notes 1 → 2\n"))
    #expect(bench.files == ["h", "h.history.json"] + files)
    let replay = try bench.run("replay", "h")
    #expect(
      replay.output == """
        ✘ h/local-note-title-1-2.case.json: still fails
          ✘ local   Notes 1 → 2
            Note.title depends on objects that have nothing to do with it.

            start, version 1 (1 object)
              Note#0   body ""

            added, before the others
              Note#1   body "q00"

            as above      Note#0.title = "New 0"
            with these    Note#0.title = "New 1"

            written at   h.history.json, versions[1].migration[0]

        ✘ h/order-independent-note-title-1-2.case.json: still fails
          ✘ order-independent   Notes 1 → 2
            Note.title depends on the order in which the objects were inserted.

            start, version 1 (2 objects)
              Note#0   body ""
              Note#1   body "0"

            as above     Note#0.title = "New 0"
            reversed     Note#0.title = "New 1"
                         and 1 more object

            written at   h.history.json, versions[1].migration[0]

        0 passed, 2 failed

        """)
    #expect(replay.status == 1)
    // A run that is not strict replays them as well, and has warnings.
    let again = try bench.run("h.history.json", "--trials", "5")
    #expect(again.status == 0)
    #expect(again.output.contains("2 from the corpus"))
    #expect(again.output.contains(": 2 warnings\n"))
    try bench.write("h.history.json", Histories.passing)
    let fixed = try bench.run("replay", "h")
    #expect(fixed.output == "2 passed, 0 failed\n")
    #expect(fixed.status == 0)
  }

  @Test("what does not depend on other objects passes a strict run")
  func whatDoesNotDependOnOtherObjectsPassesAStrictRun() throws {
    try bench.write("h.history.json", Histories.passing)
    let outcome = try bench.run("h.history.json", "--trials", "40", "--strict")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("✔ passed"))
  }
}
