import Foundation
import Testing

@Suite struct SignalTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
  }

  /// Starts a run that takes minutes, and waits until it has made its scratch files.
  private func longRun() throws -> Workbench.Running {
    let run = try bench.start(["h.history.json", "--trials", "1000000"])
    while bench.strayFiles.isEmpty, run.process.isRunning { usleep(1000) }
    return run
  }

  @Test("Ctrl-C ends a run with the report so far")
  func ctrlCEndsARunWithTheReportSoFar() throws {
    let run = try longRun()
    kill(run.process.processIdentifier, SIGINT)
    let outcome = run.finish()
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("⚠ vacuous   Notes (realm), versions 1 to 2\n"))
    #expect(outcome.output.contains("  interrupted  not all trials ran\n"))
    #expect(outcome.output.contains(" of 1000000 random, "))
    #expect(bench.strayFiles == [])
    #expect(bench.files == ["h.history.json"])
  }

  @Test("a second Ctrl-C ends it at once")
  func aSecondCtrlCEndsItAtOnce() throws {
    let run = try longRun()
    // Signals that come together may become one.
    while run.process.isRunning {
      kill(run.process.processIdentifier, SIGINT)
      usleep(100)
    }
    let outcome = run.finish()
    #expect([130, 2].contains(outcome.status))
    #expect(bench.strayFiles == [])
  }

  @Test("a request to terminate leaves no files")
  func aRequestToTerminateLeavesNoFiles() throws {
    let run = try longRun()
    kill(run.process.processIdentifier, SIGTERM)
    let outcome = run.finish()
    #expect(outcome.status == 128 + SIGTERM)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(bench.strayFiles == [])
  }
}
