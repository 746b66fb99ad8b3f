import Foundation
import TestMaterial
import Testing

@Suite struct MergeCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  /// Runs all shards, and writes their reports to `1.json`, `2.json` and so on.
  private func runShards(_ count: Int, _ arguments: String...) throws {
    for index in 1...count {
      let outcome = try bench.run(
        ["check", "h.history.json", "--trials", "10", "--format", "json", "--shard"]
          + ["\(index)/\(count)"] + arguments)
      #expect(outcome.status == 0 || outcome.status == 1)
      try bench.write("\(index).json", outcome.output)
    }
  }

  @Test(
    "a merge gives the report, the exit status and the cases of the whole run",
    arguments: Sweep.part(
      [Histories.failing, Histories.passing, Histories.embedding, Histories.pathsDiffer], oneOf: 4))
  func aMergeGivesTheReportOfTheWholeRun(history: String) throws {
    try bench.write("h.history.json", history)
    try runShards(3, "--jobs", "2")
    #expect(bench.files == ["1.json", "2.json", "3.json", "h.history.json"])
    let reports = ["3.json", "1.json", "2.json"]
    let text = try bench.run(["merge"] + reports)
    let files = bench.files
    let cases = try files.filter { $0.hasSuffix(".case.json") }.map { try bench.text($0) }
    try? FileManager.default.removeItem(atPath: bench.path + "/h")
    let json = try bench.run(["merge"] + reports + ["--format", "json"])
    try? FileManager.default.removeItem(atPath: bench.path + "/h")
    let whole = try bench.run("check", "h.history.json", "--trials", "10")
    #expect(text.output == whole.output)
    #expect(text.errors == "")
    #expect([text.status, json.status] == [whole.status, whole.status])
    #expect(bench.files == files)
    #expect(try files.filter { $0.hasSuffix(".case.json") }.map { try bench.text($0) } == cases)
    try? FileManager.default.removeItem(atPath: bench.path + "/h")
    #expect(
      json.output
        == (try bench.run("check", "h.history.json", "--trials", "10", "--format", "json").output))
    #expect(cases.isEmpty == (whole.status == 0))
  }

  @Test("a run that is vacuous in one shard and not as a whole passes", .enabled(if: Sweep.isFull))
  func coverageIsJudgedOverAllShards() throws {
    try bench.write("h.history.json", Histories.passing)
    try runShards(16)
    #expect(try bench.run(["merge"] + (1...16).map { "\($0).json" }).status == 0)
  }

  @Test("cases are kept only where their history is")
  func casesAreKeptOnlyWhereTheirHistoryIs() throws {
    try bench.write("h.history.json", Histories.failing)
    try runShards(2)
    for name in ["1.json", "2.json"] { try bench.write("away/\(name)", bench.text(name)) }
    let outcome = try bench.run(["merge", "1.json", "2.json"], in: bench.path + "/away")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "migcheck: h/defaults-applied-note-title-1-2.case.json: the finding is not saved, for "
        + "its history is not here; merge in the folder that the shards ran in to keep it\n")
    #expect(!bench.files.contains { $0.hasSuffix(".case.json") })
    try bench.write("h/defaults-applied-note-title-1-2.case.json", "{}")
    let other = try bench.run("merge", "1.json", "2.json")
    #expect(other.status == 1)
    #expect(other.errors.contains("another file is here now; move it, and merge again"))
    #expect(try bench.text("h/defaults-applied-note-title-1-2.case.json") == "{}")
  }

  @Test("reports that do not make a run are refused", .enabled(if: Sweep.isFull))
  func reportsThatDoNotMakeARunAreRefused() throws {
    try bench.write("h.history.json", Histories.passing)
    try runShards(3)
    let whole = try bench.run("check", "h.history.json", "--trials", "10", "--format", "json")
    try bench.write("whole.json", whole.output)
    try bench.write("other.json", "{\"a\": 1}")
    try bench.write("broken.json", "{")
    try bench.write(
      "engine.json", bench.text("1.json").replacing("\"engine\": ", with: "\"engine\": 1"))
    try bench.write(
      "part.json", bench.text("1.json").replacing("\"upgrades\": ", with: "\"upgrade\": "))
    try bench.write(
      "index.json", bench.text("1.json").replacing("\"index\": 1", with: "\"index\": 4"))
    let seed = try bench.run(
      "check", "h.history.json", "--trials", "10", "--format", "json", "--shard", "3/3", "--seed",
      "1")
    try bench.write("seed.json", seed.output)
    let remedy = "; name reports that check --shard … --format json of this version has written"
    let wrong: [([String], Int32, String)] = [
      (
        ["1.json", "3.json"], 65,
        "The report of shard 2 of 3 is missing; a merge needs all of them."
      ),
      (
        ["1.json", "2.json", "3.json", "2.json"], 65,
        "2.json and 2.json are both of shard 2 of 3; each shard counts once."
      ),
      (
        ["1.json", "2.json", "seed.json"], 65,
        "seed.json (shard 3 of 3) is of another run than 1.json (shard 1 of 3): the seed is 1 "
          + "instead of 9e3779b97f4a7c15."
      ),
      (
        ["whole.json"], 65,
        "whole.json: this is the report of a whole run, and nothing is missing\(remedy)"
      ),
      (["other.json"], 65, "other.json: this is not a report of migcheck\(remedy)"),
      (
        ["engine.json"], 65,
        "engine.json: the report was written by another version of migcheck\(remedy)"
      ),
      (["part.json"], 65, "part.json: shard.part.effort: the key \"upgrades\" is missing\(remedy)"),
      (["index.json"], 65, "index.json: shard.index: there is no shard 4/3\(remedy)"),
      (["none.json"], 66, "none.json: there is no such file; check the path"),
    ]
    for (reports, status, message) in wrong {
      let outcome = try bench.run(["merge"] + reports)
      #expect(outcome.status == status)
      #expect(outcome.output == "")
      #expect(outcome.errors == "migcheck: \(message)\n")
    }
    #expect(try bench.run("merge", "broken.json").status == 65)
    #expect(try bench.run("merge").status == 64)
  }
}
