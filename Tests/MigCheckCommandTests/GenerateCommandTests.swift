import Foundation
import MigCheckText
import TestMaterial
import Testing

@Suite struct GenerateCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.embedding)
  }

  @Test("the same seed and trial give the same bytes", arguments: ["json", "store"])
  func theSameSeedAndTrialGiveTheSameBytes(ending: String) throws {
    for name in ["a", "b"] {
      let outcome = try bench.run(
        "generate", "--version", "1", "--out", "\(name).\(ending)", "--trial", "40")
      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == "migcheck: using h.history.json\n"
          + "migcheck: \(name).\(ending): 32 objects, 15 links\n")
    }
    #expect(try bench.bytes("a.\(ending)") == bench.bytes("b.\(ending)"))
    try bench.run("generate", "--version", "1", "--out", "c.\(ending)", "--trial", "41")
    #expect(try bench.bytes("a.\(ending)") != bench.bytes("c.\(ending)"))
    // Nothing beside them, such as a log of SQLite.
    #expect(bench.files == ["a.\(ending)", "b.\(ending)", "c.\(ending)", "h.history.json"])
  }

  @Test("without a trial it is the first one with objects")
  func withoutATrialItIsTheFirstOneWithObjects() throws {
    // Of these seeds some have objects in their first graph, and some have none.
    var trials = Set<String>()
    for seed in 15...19 {
      let outcome = try bench.run(
        "generate", "--version", "1", "--out", "\(seed).json", "--seed", "\(seed)")
      let trial = String(try #require(outcome.errors.split(separator: " ").last).dropLast())
      trials.insert(trial)
      #expect(!outcome.errors.contains(" 0 objects"))
      try bench.run(
        "generate", "--version", "1", "--out", "\(seed)-b.json", "--seed", "\(seed)", "--trial",
        trial)
      #expect(try bench.bytes("\(seed).json") == bench.bytes("\(seed)-b.json"))
    }
    #expect(trials.count > 1 && trials.contains("0"))
  }

  @Test(
    "a graph file says what a store of the same trial holds",
    arguments: Sweep.part([13, 19, 72], oneOf: 3))
  func aGraphFileSaysWhatAStoreOfTheSameTrialHolds(trial: Int) throws {
    // Graphs with a decimal −0 where stores take it for 0.
    try bench.write("zeros.history.json", Histories.decimals)
    for name in ["g.json", "g.store"] {
      let outcome = try bench.run(
        "generate", "zeros.history.json", "--version", "1", "--out", name, "--trial", "\(trial)")
      #expect(outcome.status == 0)
    }
    let diff = try bench.run("diff", "zeros.history.json", "g.json", "g.store")
    #expect(diff.status == 0, "\(diff.output)")
  }

  @Test("every number of a trial stands for a graph", arguments: [1 << 62, Int.max])
  func everyNumberOfATrialStandsForAGraph(trial: Int) throws {
    let outcome = try bench.run(
      "generate", "--version", "1", "--out", "g.json", "--trial", "\(trial)")
    #expect(outcome.status == 0)
    #expect(try bench.run("diff", "h.history.json", "g.json", "g.json").status == 0)
  }

  @Test("a name of one letter is a name", arguments: ["f", "./g", "ä"])
  func aNameOfOneLetterIsAName(name: String) throws {
    let outcome = try bench.run("generate", "--version", "1", "--out", name, "--trial", "2")
    #expect(outcome.status == 0)
    #expect(try !bench.bytes(name).isEmpty)
  }

  @Test("a store is a database that holds the same as the graph file")
  func aStoreIsADatabaseThatHoldsTheSameAsTheGraphFile() throws {
    for file in ["g.json", "g.store"] {
      try bench.run("generate", "--version", "2", "--out", file, "--trial", "30", "--seed", "ab")
    }
    #expect(try bench.bytes("g.store").starts(with: Data("SQLite format 3\u{0}".utf8)))
    let before = try bench.bytes("g.store")
    let outcome = try bench.run("diff", "h.history.json", "g.json", "g.store")
    #expect(outcome.output == "equal: 1 object, 0 links\n")
    #expect(outcome.status == 0)
    #expect(try bench.bytes("g.store") == before)
    #expect(bench.files == ["g.json", "g.store", "h.history.json"])
  }

  @Test(
    "what cannot be written is refused",
    arguments: [
      (["--version", "9", "--out", "x"], 64, "Homes has no version 9; it has 1, 2"),
      (
        ["--version", "1", "--out", "x", "--trial", "-2"], 64,
        "--trial -2 is negative; write 0 or more"
      ),
      (
        ["--version", "1", "--out", "no/x.json"], 74,
        "no/x.json: its folder does not exist; make the folder, or write to another one"
      ),
      (
        ["--version", "1", "--out", "no/x.store"], 74,
        "no/x.store: its folder does not exist; make the folder, or write to another one"
      ),
      (
        ["--version", "1", "--out", "h.history.json"], 74,
        "h.history.json: there is a file or folder of this name already; remove it, or write to another one"
      ),
    ])
  func whatCannotBeWrittenIsRefused(
    arguments: [String], status: Int32, message: String
  ) throws {
    let outcome = try bench.run(["generate", "h.history.json"] + arguments)
    #expect(outcome.errors == "migcheck: \(message)\n")
    #expect(outcome.status == status)
    #expect(bench.files == ["h.history.json"])
  }

  @Test("a file that does not fit leaves nothing behind", arguments: ["json", "store"])
  func aFileThatDoesNotFitLeavesNothingBehind(ending: String) throws {
    let outcome = try bench.shell(
      "ulimit -f 1; \"$MIGCHECK\" generate --version 1 --out x.\(ending) --trial 40")
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("cannot be") && outcome.errors.contains("written"))
    #expect(bench.files == ["h.history.json"])
    #expect(bench.strayFiles == [])
  }

  @Test(
    "a file of another store beside its place is kept", arguments: ["-wal", "-shm", "-journal"])
  func aFileOfAnotherStoreBesideItsPlaceIsKept(suffix: String) throws {
    try bench.write("x.store\(suffix)", "mine")
    let outcome = try bench.run(
      "generate", "h.history.json", "--version", "1", "--out", "x.store")
    #expect(
      outcome.errors == "migcheck: x.store\(suffix): there is a file of this name, which would "
        + "belong to the new store; remove it, or write to another one\n")
    #expect(outcome.status == 74)
    #expect(bench.files == ["h.history.json", "x.store\(suffix)"])
    #expect(try bench.text("x.store\(suffix)") == "mine")
  }

  @Test("a time limit ends the search for a graph, and nothing is written")
  func aTimeLimitEndsTheSearchForAGraph() throws {
    let outcome = try bench.run(
      "generate", "h.history.json", "--version", "1", "--out", "x.json", "--time-limit", "1e-9")
    #expect(
      outcome.errors == """
        migcheck: the time limit ended the search for a graph, and x.json was not written; give it \
        more time with --time-limit

        """)
    #expect(outcome.status == 2)
    #expect(bench.files == ["h.history.json"])
  }
}
