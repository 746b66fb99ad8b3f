import Foundation
import Testing

@Suite struct SignalTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
  }

  /// Starts a run that takes minutes, and waits until it has made its scratch files.
  private func longRun(output: FileHandle? = nil) throws -> Workbench.Running {
    let run = try bench.start(["h.history.json", "--trials", "1000000"], output: output)
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

  @Test("a second Ctrl-C ends it at once, even while nobody reads the report")
  func aSecondCtrlCEndsItAtOnceEvenWhileNobodyReadsTheReport() throws {
    // A pipe that is full: the report cannot be written, so the first Ctrl-C does not end the run.
    let pipe = Pipe()
    try fill(pipe.fileHandleForWriting.fileDescriptor)
    let run = try longRun(output: pipe.fileHandleForWriting)
    kill(run.process.processIdentifier, SIGINT)
    // The trials are over once their files are gone. Then comes the report.
    while !bench.strayFiles.isEmpty, run.process.isRunning { usleep(1000) }
    #expect(run.process.isRunning)
    kill(run.process.processIdentifier, SIGINT)
    #expect(run.finish().status == 128 + SIGINT)
    #expect(bench.strayFiles == [])
  }

  /// Writes until nothing more goes in.
  private func fill(_ descriptor: Int32) throws {
    let flags = fcntl(descriptor, F_GETFL)
    try #require(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    // Large pieces first: a piece of a page or less goes in as a whole or not at all.
    while (try? handle.write(contentsOf: Data(count: 1))) != nil {}
    try #require(fcntl(descriptor, F_SETFL, flags) == 0)
  }

  @Test(
    "a request to end leaves no files",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGXCPU])
  func aRequestToEndLeavesNoFiles(signal: Int32) throws {
    let run = try longRun()
    kill(run.process.processIdentifier, signal)
    let outcome = run.finish()
    #expect(outcome.status == 128 + signal)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(bench.strayFiles == [])
  }

  @Test("a quit is a death by that signal, whatever started the run")
  func aQuitIsADeathByThatSignalWhateverStartedTheRun() throws {
    // What a shell starts in the background ignores Ctrl-C and Ctrl-\\ at first.
    let outcome = try bench.shell(
      """
      ulimit -c 0; "$MIGCHECK" h.history.json --trials 1000000 & sleep 0.3; kill -QUIT $!
      wait $!; echo "status $?"
      """)
    #expect(outcome.output == "status \(128 + SIGQUIT)\n")
  }

  @Test("a run under nohup outlives its terminal")
  func aRunUnderNohupOutlivesItsTerminal() throws {
    let outcome = try bench.shell(
      """
      trap '' HUP; "$MIGCHECK" h.history.json --trials 300 & for i in 1 2 3 4 5; do
      kill -HUP $! && sleep 0.02; done; wait $!; echo "status $?"
      """)
    #expect(outcome.output.hasSuffix("status 0\n"))
  }

  @Test("past a limit for the size of files an error is reported")
  func pastALimitForTheSizeOfFilesAnErrorIsReported() throws {
    let outcome = try bench.shell(
      #"(ulimit -f 1; "$MIGCHECK" h.history.json --trials 10 2>&1) | cat; exit ${PIPESTATUS[0]}"#)
    #expect(outcome.output.hasPrefix("migcheck: The store at "))
    #expect(outcome.output.contains(" cannot be read or written: "))
    #expect(outcome.status == 74)
    #expect(bench.strayFiles == [])
  }

  @Test(
    "where few files can be opened, an error is reported, for every kind of subject",
    arguments: ["h.history.json", "scripts"])
  func fewFiles(subject: String) throws {
    try bench.write("scripts/1_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT);\n")
    try bench.write(
      "scripts/2_a.sql", "ALTER TABLE a ADD COLUMN c TEXT;\nUPDATE a SET c = b;\n")
    let outcome = try bench.shell(
      #"ulimit -n 6; "$MIGCHECK" check \#(subject) --trials 10 --corpus kept"#)
    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(!outcome.errors.contains("internal error"))
    #expect(bench.strayFiles == [])
    #expect(!bench.files.contains { $0.hasSuffix(".case.json") })
  }

  #if os(Linux)
    @Test("a process without memory says so, and one with little of it runs")
    func littleMemory() throws {
      let without = try bench.shell(
        #"ulimit -v 180000; "$MIGCHECK" h.history.json --trials 5"#)
      #expect(without.status == 74)
      #expect(without.errors.hasSuffix("raise the limit with ulimit -v\n"))
      let little = try bench.shell(
        #"ulimit -v 400000; "$MIGCHECK" h.history.json --trials 5 --jobs 4"#)
      #expect(little.status == 0, "\(little.errors)")
      #expect(bench.strayFiles == [])
    }
  #endif
}
