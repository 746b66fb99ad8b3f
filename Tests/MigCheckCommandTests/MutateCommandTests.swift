import Foundation
import MigCheckText
import Testing

@Suite struct MutateCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private func run(
    _ migration: String, invariants: String = "[]", _ arguments: String...
  ) throws -> Workbench.Outcome {
    try bench.write(
      "notes.history.json",
      """
      {"migcheck": 1, "name": "Notes", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "Note", "properties": {"body": "string"}}]},
        {"version": 2, "schema": [{"name": "Note", "properties": {
           "body": "string", "size": "int"}}],
         "invariants": \(invariants), "migration": \(migration)}]}
      """)
    return try bench.run(["mutate", "notes.history.json", "--trials", "5"] + arguments)
  }

  @Test("a folder of scripts that move no data has nothing to put a mistake into")
  func aFolderThatMovesNoData() throws {
    try FileManager.default.createDirectory(
      atPath: "\(bench.path)/sql", withIntermediateDirectories: false)
    try bench.write("sql/1_note.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)")
    try bench.write("sql/2_size.sql", "ALTER TABLE note ADD COLUMN size INTEGER")
    let outcome = try bench.run(["mutate", "sql", "--trials", "5"])
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(
      outcome.errors.hasSuffix(
        "move and change no data, so there is nothing to put a mistake into\n"))
    try bench.write("sql/3_fill.sql", "UPDATE note SET size = length(body) WHERE body IS NOT NULL")
    let filled = try bench.run(["mutate", "sql", "--trials", "5"])
    #expect(filled.output.contains("the WHERE of UPDATE note SET size"), "\(filled)")
  }

  private static let size =
    #"[{"enumerate": {"type": "Note", "set": {"size": "length(old.body)"}}}]"#

  @Test("a survivor is listed with its effect and what would notice it")
  func aSurvivorIsListedWithItsEffectAndWhatWouldNoticeIt() throws {
    let outcome = try run(Self.size)
    #expect(
      outcome.output == """
        ✘ version 2   drop-step   leave out:
            for each Note: size = length(old.body)
          nothing notices it
          1 → 2   Note#0.size = 0, not 6
          what would: an invariant at version 2 for Note, since version 1: new.size IS
            (length(old.body))

        Notes: 0 of 1 mistakes noticed

        """)
    #expect(outcome.status == 1)
  }

  @Test("the status is 0 once every mistake is noticed")
  func theStatusIs0OnceEveryMistakeIsNoticed() throws {
    let outcome = try run(
      Self.size,
      invariants: #"""
        [{"name": "size", "type": "Note", "since": 1, "holds": "new.size IS (length(old.body))"}]
        """#)
    #expect(
      outcome.output == """
        ✔ version 2   drop-step   leave out:
            for each Note: size = length(old.body)
          noticed by invariant

        Notes: 1 of 1 mistakes noticed

        """)
    #expect(outcome.status == 0)
  }

  @Test("programs read JSON") func programsReadJSON() throws {
    let outcome = try run(Self.size, "--format", "json", "--jobs", "1")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(json["baseline"] as? String == "passed")
    #expect(json["survived"] as? Int == 1 && json["noticed"] as? Int == 0)
    let mistake = try #require((json["mistakes"] as? [[String: Any]])?.first)
    #expect(mistake["kind"] as? String == "drop-step")
    #expect(mistake["step"] as? String == "for each Note: size = length(old.body)")
    #expect(mistake["noticed"] as? Bool == false)
    let difference = try #require(mistake["difference"] as? [String: Any])
    #expect(difference["property"] as? String == "size")
    #expect(difference["expected"] as? String == "6" && difference["found"] as? String == "0")
    let invariant = try #require(mistake["invariant"] as? [String: Any])
    #expect(invariant["holds"] as? String == "new.size IS (length(old.body))")
    #expect(invariant["version"] as? Int == 2 && invariant["since"] as? Int == 1)
    #expect(json["interrupted"] as? Bool == false && json["planned"] as? Int == 1)
    #expect(outcome.status == 1)
  }

  @Test("without a step there is nothing to show, which is no pass")
  func withoutAStepThereIsNothingToShowWhichIsNoPass() throws {
    let outcome = try run("[]")
    #expect(
      outcome.output == """
        Notes: 0 of 0 mistakes noticed
        No migration has a step to put a mistake into: this is not a pass.

        """)
    #expect(outcome.status == 2)
  }

  @Test("a history that fails is to be fixed first") func aHistoryThatFailsIsToBeFixedFirst()
    throws
  {
    try bench.write("notes.history.json", Histories.failing)
    let outcome = try bench.run("mutate", "notes.history.json")
    #expect(outcome.output.hasPrefix("✘ defaults-applied   Notes 1 → 2\n"))
    #expect(
      outcome.errors
        == "migcheck: fix the history first: planted mistakes show only in a history that passes\n")
    #expect(outcome.status == 1)
  }

  @Test("a terminal shows how many mistakes were tried")
  func aTerminalShowsHowManyMistakesWereTried() throws {
    _ = try run(Self.size)
    let shown = try bench.runOnTerminal(["mutate", "notes.history.json", "--trials", "5"])
    let lines = shown.output.split(separator: "\r\u{1B}[K").map(String.init)
    #expect(lines.contains { $0.hasPrefix("1 of 1 mistakes tried") })
    #expect(lines.contains { $0.hasPrefix("1 of 1 invariants tried") })
    // The line is wiped before the report.
    #expect(lines.last?.hasPrefix("✘ version 2   drop-step   leave out:\n") == true)
  }

  @Test("Ctrl-C ends the run with a report")
  func ctrlCEndsTheRunWithAReport() throws {
    try bench.write("h.history.json", Histories.passing)
    let running = try bench.start(["mutate", "h.history.json", "--trials", "1000000"])
    while bench.strayFiles.isEmpty, running.process.isRunning { usleep(1000) }
    kill(running.process.processIdentifier, SIGINT)
    let outcome = running.finish()
    #expect(outcome.output.contains("  interrupted  not all trials ran\n"))
    #expect(outcome.errors == "")
    #expect(outcome.status == 2)
    #expect(bench.strayFiles == [])
  }

  @Test("numbers that make no sense are refused") func numbersThatMakeNoSenseAreRefused() throws {
    try bench.write("notes.history.json", Histories.passing)
    let outcome = try bench.run("mutate", "notes.history.json", "--jobs", "0")
    #expect(outcome.errors == "migcheck: --jobs 0 is too few; write 1 or more\n")
    #expect(outcome.status == 64)
  }
}
