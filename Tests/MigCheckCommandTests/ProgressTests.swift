import Foundation
import TestMaterial
import Testing

/// What a terminal shows, by means of a pseudo-terminal.
@Suite struct ProgressTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
  }

  @Test("a terminal shows progress with rate and rest, and colours", .enabled(if: Sweep.isFull))
  func aTerminalShowsProgressWithRateAndRestAndColours() throws {
    let shown = try bench.runOnTerminal(["h.history.json", "--trials", "800"])
    #expect(shown.status == 0)
    let lines = shown.output.split(separator: "\r\u{1B}[K").map(String.init)
    let progress = #/\d+ of \d+ trials, \d+(\.\d)? a second, \d+ s left/#
    #expect(lines.contains { $0.wholeMatch(of: progress) != nil })
    // The line is wiped before the report.
    #expect(lines.last?.hasPrefix("\u{1B}[1;32m✔ passed\u{1B}[0m   ") == true)
  }

  @Test("NO_COLOR turns colours off, and a dumb terminal has neither")
  func nOCOLORTurnsColoursOffAndADumbTerminalHasNeither() throws {
    let plain = try bench.runOnTerminal(
      ["h.history.json", "--trials", "1"], environment: ["NO_COLOR": "1"])
    #expect(plain.output.contains("\r\u{1B}[K✔ passed   Notes"))
    #expect(!plain.output.contains("\u{1B}[0m"))
    let dumb = try bench.runOnTerminal(
      ["h.history.json", "--trials", "1"], environment: ["TERM": "dumb"])
    #expect(dumb.output.hasPrefix("✔ passed   Notes"))
    #expect(!dumb.output.contains("\u{1B}"))
  }

  @Test("nothing of that goes into a pipe", .enabled(if: Sweep.isFull))
  func nothingOfThatGoesIntoAPipe() throws {
    let outcome = try bench.run("h.history.json", "--trials", "500")
    #expect(outcome.errors == "")
    #expect(!outcome.output.contains("\u{1B}"))
  }
}
