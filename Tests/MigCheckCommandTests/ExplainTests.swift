import MigCheckText
import Testing

@Suite struct ExplainTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
  }

  private func run(_ names: String...) throws -> Workbench.Outcome {
    try bench.run(["h.history.json", "--trials", "1"] + names.flatMap { ["--explain", $0] })
  }

  @Test("a check is explained by what must hold")
  func aCheckIsExplainedByWhatMustHold() throws {
    let outcome = try run("exercised", "local", "exercised")
    #expect(
      outcome.output.hasSuffix(
        """

        exercised   what must hold: an object came to the end of every path, every
          type and property was tried, every hazard and step met an object, every
          invariant saw one; else the run is vacuous

        local   what must hold: adding unrelated objects changes nothing else (sampled)

        """))
    #expect(outcome.status == 0)
  }

  @Test("a warning that the run does not have is named")
  func aWarningThatTheRunDoesNotHaveIsNamed() throws {
    let outcome = try run("realm-ghost-link")
    #expect(outcome.output.hasSuffix("\n\nrealm-ghost-link   this run has no such warning\n"))
    // Also one of another engine.
    let other = try run("coredata-undocumented")
    #expect(other.output.hasSuffix("\n\ncoredata-undocumented   this run has no such warning\n"))
  }

  @Test("an unknown name is wrong usage, and a similar one is suggested")
  func anUnknownNameIsWrongUsage() throws {
    let outcome = try run("flakey")
    #expect(
      outcome.errors
        == "migcheck: --explain finds no warning or check \"flakey\"; did you mean \"flaky\"?\n")
    #expect(outcome.output == "")
    #expect(outcome.status == 64)
    let other = try bench.run("merge", "none.json", "--explain", "something-else")
    #expect(
      other.errors.hasPrefix(
        "migcheck: --explain finds no warning or check \"something-else\"; known names: "
          + "upgrade-succeeds, "))
    #expect(other.status == 64)
  }

  @Test("what is explained does not change a report in JSON")
  func whatIsExplainedDoesNotChangeAReportInJSON() throws {
    let arguments = ["h.history.json", "--trials", "1", "--format", "json"]
    #expect(
      try bench.run(arguments + ["--explain", "local"]).output == bench.run(arguments).output)
  }
}
