import Foundation
import MigCheckText
import TestMaterial
import Testing

@Suite struct CheckCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  /// The numbers that depend on which graphs the generator makes for a hazard.
  private func withoutCounts(_ report: String) -> String {
    report.replacing(#/\d+ made for hazards/#, with: "N made for hazards")
      .replacing(#/upgrades     \d+/#, with: "upgrades     N")
      .replacing(#/in \d+ runs\)/#, with: "in N runs)")
  }

  @Test("a history without faults passes")
  func aHistoryWithoutFaultsPasses() throws {
    try bench.write("notes.history.json", Histories.passing)
    let outcome = try bench.run("notes.history.json", "--trials", "40")
    #expect(
      withoutCounts(outcome.output) == """
        ✔ passed   Notes (realm), versions 1 to 2
          trials       40 random, N made for hazards
          paths        1, in memory and file
          upgrades     N
          hazards      3 met of 3
          injected     4 of 4 faults noticed
          seed         9e3779b97f4a7c15

        0 failures in 40 trials bounds the failure probability of this distribution by
        3/40 at 95 %.

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(bench.files == ["notes.history.json"])
    #expect(bench.strayFiles == [])
  }

  @Test("a finding is reported, saved, and replayed on the next run")
  func aFindingIsReportedSavedAndReplayedOnTheNextRun() throws {
    try bench.write("notes.history.json", Histories.failing)
    let file = "notes/defaults-applied-note-title-1-2.case.json"
    let outcome = try bench.run("check", "notes.history.json", "--trials", "5")
    #expect(
      withoutCounts(outcome.output) == """
        ✘ defaults-applied   Notes 1 → 2
          Note.title is new and declares a default, but existing objects do not have it.

          start, version 1 (1 object, fully shrunk from 1 in N runs)
            Note#0   body any

          expected     Note#0.title = "New"
          found        Note#0.title = ""

          written at   notes.history.json, versions[1]
          replay       migcheck replay notes/defaults-applied-note-title-1-2.case.json
          seed         9e3779b97f4a7c15, trial 0

        ✘ failed   Notes (realm), versions 1 to 2: 1 finding
          trials       5 random, N made for hazards
          paths        1, in memory and file
          upgrades     N
          hazards      2 met of 2
          seed         9e3779b97f4a7c15

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 1)
    #expect(bench.files == ["notes", "notes.history.json", file])
    #expect(bench.strayFiles == [])
    let saved = try bench.text(file)
    let again = try bench.run("check", "notes.history.json", "--trials", "5")
    #expect(again.status == 1)
    #expect(
      withoutCounts(again.output).contains(
        "  trials       5 random, N made for hazards, 1 from the corpus\n"))
    #expect(bench.files == ["notes", "notes.history.json", file])
    #expect(try bench.text(file) == saved)
  }

  @Test("two findings of one check and place get a file each")
  func twoFindingsOfOneCheckAndPlaceGetAFileEach() throws {
    try bench.write("h.history.json", Histories.embedding)
    for _ in 1...2 {
      #expect(try bench.run("h.history.json", "--corpus", "kept", "--trials", "60").status == 1)
      #expect(
        bench.files == [
          "h.history.json", "kept",
          "kept/upgrade-succeeds-address-embedded-with-several-parents-1-2.case.json",
          "kept/upgrade-succeeds-address-embedded-without-parent-1-2.case.json",
        ])
    }
  }

  @Test(
    "the same seed gives the same report whatever the jobs and the folder",
    arguments: Sweep.part([Histories.failing, Histories.passing, Histories.pathsDiffer], oneOf: 3),
    ["text", "json"])
  func theSameSeedGivesTheSameReportWhateverTheJobsAndTheFolder(
    history: String, format: String
  ) throws {
    try bench.write("h.history.json", history)
    func report(jobs: String, in folder: String) throws -> Workbench.Outcome {
      try? FileManager.default.removeItem(atPath: bench.path + "/corpus")
      return try bench.run(
        [
          bench.path + "/h.history.json", "--jobs", jobs, "--format", format, "--seed", "1f",
          "--trials", "30", "--corpus", bench.path + "/corpus",
        ], in: folder)
    }
    let first = try report(jobs: "1", in: bench.path)
    let second = try report(jobs: "8", in: "/")
    #expect(first.output == second.output)
    #expect(first.status == second.status)
    #expect(first.output.contains("000000000000001f"))
    let other = try bench.run(
      "h.history.json", "--seed", "2", "--trials", "30", "--format", format)
    #expect(other.output != first.output)
  }

  @Test("a report in JSON holds the finding and its case")
  func aReportInJSONHoldsTheFindingAndItsCase() throws {
    try bench.write("notes.history.json", Histories.failing)
    let outcome = try bench.run("notes.history.json", "--trials", "1", "--format", "json")
    #expect(outcome.status == 1)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["verdict"] as? String == "failed")
    #expect(report["interrupted"] as? Bool == false)
    let finding = try #require((report["findings"] as? [[String: Any]])?.first)
    #expect(finding["check"] as? String == "defaults-applied")
    #expect(
      (finding["counterexample"] as? [String: Any])?["case"] as? String
        == "notes/defaults-applied-note-title-1-2.case.json")
  }

  @Test("one store alone and every path by itself give the same verdict")
  func oneStoreAloneAndEveryPathByItselfGiveTheSameVerdict() throws {
    try bench.write("a.history.json", Histories.pathsDiffer)
    for arguments in [["--stores", "memory"], ["--stores", "file"], ["--paths", "all"]] {
      let outcome = try bench.run(
        ["a.history.json", "--trials", "5", "--corpus", "c"] + arguments)
      #expect(outcome.output.hasPrefix("✘ paths-agree   Ages 1 → 3\n"))
      #expect(outcome.status == 1)
    }
  }

  @Test("a run that the time limit ended is vacuous")
  func aRunThatTheTimeLimitEndedIsVacuous() throws {
    try bench.write("a.history.json", Histories.pathsDiffer)
    let outcome = try bench.run("a.history.json", "--time-limit", "1e-9")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("⚠ time-limit   The time limit ended the run after 0 of "))
    #expect(
      outcome.output.contains(
        "\nNothing failed, but something was not exercised: this is not a pass.\n"))
    #expect(try bench.run("a.history.json", "--time-limit", "1e300", "--trials", "1").status == 1)
  }

  @Test("a case of the corpus that no longer fits is named")
  func aCaseOfTheCorpusThatNoLongerFitsIsNamed() throws {
    try bench.write("n.history.json", Histories.failing)
    try bench.run("n.history.json", "--trials", "1")
    try bench.write(
      "n.history.json",
      Histories.history(
        migration: #"[{"enumerate": {"type": "Note", "set": {"title": "'New'"}}}]"#, body: "int"))
    let outcome = try bench.run("n.history.json", "--trials", "1")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        """

        ⚠ corpus-skipped   n/defaults-applied-note-title-1-2.case.json was not …

        """))
    let explained = try bench.run(
      "n.history.json", "--trials", "1", "--explain", "corpus-skipped")
    #expect(
      explained.output.hasSuffix(
        """
        ⚠ corpus-skipped   n/defaults-applied-note-title-1-2.case.json was not
          replayed: start.objects.Note[0].body: this is the string ""; it must be an
          integer from -9223372036854775808 to 9223372036854775807.
          remedy       Delete the case if the history was changed on purpose; else fix
                       the case, or bring back the version that it is about.
          silence      --silence corpus-skipped

        """))
  }

  @Test("a silenced warning is counted and not shown")
  func aSilencedWarningIsCountedAndNotShown() throws {
    try bench.write("a.history.json", Histories.pathsDiffer)
    let arguments = ["a.history.json", "--time-limit", "1e-9"]
    let loud = try bench.run(arguments)
    #expect(
      loud.output.contains(
        #/⚠ time-limit   The time limit ended the run after 0 of \d+ trials\.\n/#))
    let silent = try bench.run(arguments + ["--silence", "time-limit", "--silence", "local"])
    #expect(!silent.output.contains("⚠ time-limit"))
    #expect(silent.output.contains("\n  silenced     1 warning (local, time-limit)\n"))
    #expect(silent.status == loud.status)
    let json = try bench.run(arguments + ["--silence", "time-limit", "--format", "json"])
    #expect(json.output.contains("  \"warnings\": [],\n  \"silenced\": [ \"time-limit\" ],\n"))
  }

  @Test("a name that no warning has is wrong usage")
  func aNameThatNoWarningHasIsWrongUsage() throws {
    try bench.write("a.history.json", Histories.passing)
    let outcome = try bench.run("a.history.json", "--silence", "flakey")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        migcheck: There is no warning "flakey" to silence; did you mean "flaky"?

        """)
  }

  @Test("an upgrade that may run into a defect of Realm gets a warning")
  func anUpgradeThatMayRunIntoADefectOfRealmGetsAWarning() throws {
    try bench.write(
      "a.history.json",
      """
      {"migcheck": 1, "name": "Tags", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "A", "properties": {"tags": "int<>"}}]},
        {"version": 2, "schema": [{"name": "A", "properties": {"tags": "int<>"}}]},
        {"version": 3, "schema": [{"name": "A", "properties": {"tags": "int?<>"}}]}]}
      """)
    let outcome = try bench.run("a.history.json", "--trials", "1")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("✔ passed   Tags (realm), versions 1 to 3: 1 warning\n"))
    #expect(
      outcome.output.hasSuffix(
        """

        ⚠ realm-elements-made-optional   2 → 3: The elements of A.tags become …

        --explain NAME shows a warning in full, --silence NAME leaves it out.

        """))
    let explained = try bench.run(
      "a.history.json", "--trials", "1", "--explain", "realm-elements-made-optional")
    #expect(
      explained.output.hasSuffix(
        """

        ⚠ realm-elements-made-optional   The elements of A.tags become optional. If
          there is any object of A, Realm crashes, hangs, or loses or garbles the
          elements.
          upgrades     1, 2 → 3
          remedy       Leave the property as it is, add a new one with optional elements
                       under another name, and copy the elements in the migration.
          silence      --silence realm-elements-made-optional

        """))
  }

  @Test("times are in a report only if they are asked for")
  func timesAreInAReportOnlyIfTheyAreAskedFor() throws {
    try bench.write("a.history.json", Histories.passing)
    func run(_ arguments: String...) throws -> String {
      try bench.run(["a.history.json", "--trials", "5"] + arguments).output
    }
    #expect(try !run().contains("\n  time "))
    #expect(
      try run("--timings").contains(
        #/\n  time         \d+\.\d{3} s, \d+\.\d{3} trials\/s, slowest trial \d+: \d+\.\d{3} s\n/#))
    #expect(try !run("--format", "json").contains("timings"))
    #expect(try run("--format", "json", "--timings").contains("\"timings\": {"))
  }

  @Test("nobody who reads the report is no error")
  func nobodyWhoReadsTheReportIsNoError() throws {
    try bench.write("n.history.json", Histories.failing)
    let outcome = try bench.shell(
      #""$MIGCHECK" n.history.json --trials 1 | true; echo ${PIPESTATUS[0]}"#)
    #expect(outcome.output == "1\n")
    #expect(outcome.errors == "")
    #expect(bench.strayFiles == [])
  }

  @Test("a report that cannot be written is an error of output")
  func aReportThatCannotBeWrittenIsAnErrorOfOutput() throws {
    try bench.write("n.history.json", Histories.failing)
    let outcome = try bench.shell(#""$MIGCHECK" n.history.json --trials 1 >&-"#)
    #expect(outcome.status == 74)
    #expect(
      outcome.errors == "migcheck: standard output: it cannot be written: Bad file descriptor; "
        + "write to another file or disk\n")
  }
}
