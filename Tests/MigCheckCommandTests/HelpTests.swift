import Testing

@Suite struct HelpTests {
  @Test(
    "help fits into 80 columns",
    arguments: [
      "", "check", "replay", "paths", "generate", "diff", "upgrade", "mutate", "merge", "init",
    ])
  func helpFitsInto80Columns(command: String) throws {
    let bench = try Workbench()
    let outcome = try bench.run([command, "--help"].filter { !$0.isEmpty })
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("OVERVIEW: ") == true)
    #expect(lines.contains { $0.hasPrefix("USAGE: migcheck") })
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test(
    "help of generate lists --version once",
    arguments: [["generate", "--help"], ["help", "generate"]])
  func helpOfGenerateListsItsVersionOnce(arguments: [String]) throws {
    let outcome = try Workbench().run(arguments)
    let options = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  --version") }
    #expect(options.count == 1, "\(outcome.output)")
    #expect(outcome.output.contains("\nUSAGE: migcheck generate "))
  }

  @Test("help of check tells of warnings and times")
  func helpOfCheckTellsOfWarningsAndTimes() throws {
    let outcome = try Workbench().run("check", "--help")
    #expect(outcome.output.contains("--silence <name>"))
    #expect(outcome.output.contains("--timings"))
  }

  @Test("help says every exit status")
  func helpSaysEveryExitStatus() throws {
    let outcome = try Workbench().run("--help")
    for status in ["0 passed", "1 failed", "2 vacuous", "64", "65", "66", "70", "74"] {
      #expect(outcome.output.contains(status))
    }
  }
}
