import Foundation
import MigCheck
import Testing

/// What becomes of scratch files when processes are killed.
@Suite struct ScratchTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
  }

  /// Starts a run that takes minutes, and waits until it has made scratch files beside others.
  private func longRun() throws -> Workbench.Running {
    let before = Set(bench.strayFiles)
    let run = try bench.start(["h.history.json", "--trials", "1000000", "--jobs", "1"])
    while !hasFiles(since: before), run.process.isRunning { usleep(1000) }
    return run
  }

  private func hasFiles(since before: Set<String>) -> Bool {
    bench.strayFiles.contains { name in
      let inner = try? FileManager.default.contentsOfDirectory(atPath: "\(bench.scratch)/\(name)")
      return !before.contains(name) && (inner ?? []).contains { $0.hasPrefix("migcheck-scratch-") }
    }
  }

  private func killed() throws -> String {
    let before = Set(bench.strayFiles)
    let run = try longRun()
    kill(run.process.processIdentifier, SIGKILL)
    #expect(run.finish().status == 128 + SIGKILL)
    let left = Set(bench.strayFiles).subtracting(before)
    #expect(left.count == 1)
    return try #require(left.first)
  }

  @Test(
    "every command removes what a killed run has left",
    arguments: ["check h.history.json --trials 1", "mutate h.history.json", "replay case.jsonl"])
  func everyCommandRemovesWhatAKilledRunHasLeft(command: String) throws {
    try bench.write(
      "case.jsonl",
      #"{"name": "x", "history": "h.history.json", "start": {"version": 1, "objects": {}}, "path": [1, 2], "expect": {"graph": {"version": 2, "objects": {}}}}"#
    )
    _ = try killed()
    let outcome = try bench.run(command.split(separator: " ").map(String.init))
    #expect(outcome.errors == "")
    #expect(bench.strayFiles == [])
  }

  @Test("a run inside swift test removes what a killed run has left")
  func aRunInsideSwiftTestRemovesWhatAKilledRunHasLeft() throws {
    let left = try killed()
    let history = try History(contentsOf: bench.path + "/h.history.json")
    let living = try longRun()
    let own = bench.strayFiles.filter { $0 != left }
    let options = VerificationOptions(trials: 1) { $0.directory = bench.scratch }
    _ = try verify(history, options: options)
    #expect(bench.strayFiles == own)
    kill(living.process.processIdentifier, SIGKILL)
    _ = living.finish()
  }

  @Test("the files of a run that lives are left alone")
  func theFilesOfARunThatLivesAreLeftAlone() throws {
    let living = try longRun()
    let own = bench.strayFiles
    // Stopped, it neither works nor touches its files; its lock holds all the same.
    kill(living.process.processIdentifier, SIGSTOP)
    let left = try killed()
    #expect(try bench.run("h.history.json", "--trials", "1").status == 0)
    #expect(!bench.strayFiles.contains(left))
    #expect(bench.strayFiles == own)
    kill(living.process.processIdentifier, SIGCONT)
    kill(living.process.processIdentifier, SIGINT)
    let outcome = living.finish()
    #expect(outcome.output.contains("  interrupted  not all trials ran\n"))
    #expect(outcome.errors == "")
    #expect(bench.strayFiles == [])
  }

  @Test("runs that start at the same moment do not take each other's folders")
  func runsThatStartAtTheSameMomentDoNotTakeEachOthersFolders() throws {
    for _ in 1...3 { _ = try killed() }
    let runs = try (1...8).map { _ in try bench.start(["h.history.json", "--trials", "1"]) }
    for run in runs {
      let outcome = run.finish()
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
    }
    #expect(bench.strayFiles == [])
  }
}
