import Foundation
import Testing

@Suite struct ShardCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("notes.history.json", Histories.passing)
  }

  private func check(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Workbench.Outcome {
    try bench.run(
      ["check", "notes.history.json", "--trials", "30"] + arguments, environment: environment)
  }

  @Test("a shard runs its share, and says that it is a part")
  func aShardRunsItsShare() throws {
    let outcome = try check("--shard", "2/4")
    #expect(
      outcome.output.replacing(#/\d+ made for hazards/#, with: "N made for hazards")
        .replacing(#/upgrades     \d+/#, with: "upgrades     N")
        .replacing(#/\d+ random/#, with: "N random")
        .replacing(#/\d met/#, with: "N met") == """
          ✔ passed   Notes (realm), versions 1 to 2
            shard        2 of 4
            trials       N random, N made for hazards
            paths        1, in memory and file
            upgrades     N
            hazards      N met of 3
            injected     4 of 4 faults noticed
            seed         9e3779b97f4a7c15

          This is a part of a run, not its verdict: migcheck merge joins the reports of
          all 4 shards.

          """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test(
    "the shard is taken from the environment",
    arguments: [
      (
        [], ["GITLAB_CI": "true", "CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "5"],
        "3 of 5 (CI_NODE_INDEX)"
      ),
      ([], ["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "5"], "4 of 5 (CIRCLE_NODE_INDEX)"),
      (["--shard", "auto/5"], ["JOB_COMPLETION_INDEX": "3"], "4 of 5 (JOB_COMPLETION_INDEX)"),
      (
        ["--shard", "auto"], ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"],
        "1 of 1 (CIRCLE_NODE_INDEX)"
      ),
      (["--shard", "1/2"], ["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "5"], "1 of 2"),
    ] as [([String], [String: String], String)])
  func theShardIsTakenFromTheEnvironment(
    arguments: [String], environment: [String: String], shard: String
  ) throws {
    let outcome = try bench.run(
      ["check", "notes.history.json", "--trials", "5"] + arguments, environment: environment)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("  shard        \(shard)\n"))
    let expected =
      arguments.isEmpty
      ? "migcheck: shard \(shard.replacing(" (", with: " by ").dropLast()); --shard all runs all "
        + "trials\n" : ""
    #expect(outcome.errors == expected)
  }

  @Test(
    "all trials run where the environment names no part",
    arguments: [
      ([], ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"], ""),
      (["--shard", "all"], ["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "5"], ""),
      (
        [], ["JOB_COMPLETION_INDEX": "0"],
        "migcheck: running all trials, since JOB_COMPLETION_INDEX does not tell how many shards "
          + "there are; --shard auto/16 runs this shard of 16, --shard all silences this\n"
      ),
      (["--shard", "all"], ["JOB_COMPLETION_INDEX": "0"], ""),
    ] as [([String], [String: String], String)])
  func allTrialsRunWhereTheEnvironmentNamesNoPart(
    arguments: [String], environment: [String: String], note: String
  ) throws {
    let outcome = try bench.run(
      ["check", "notes.history.json", "--trials", "7"] + arguments, environment: environment)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(" 7 random,"))
    #expect(!outcome.output.contains("shard"))
    #expect(outcome.errors == note)
  }

  @Test(
    "a shard that cannot be meant is wrong usage",
    arguments: [
      (["--shard", "0/16"], [:], "the index goes from 1 to 16"),
      (["--shard", "17/16"], [:], "the index goes from 1 to 16"),
      (["--shard", "x/3"], [:], "write an index and a count, such as 3/16"),
      (["--shard", "auto/x"], [:], "write how many shards there are, such as auto/16"),
      (
        ["--shard", "auto"], [:],
        "--shard auto finds no shard in the environment; write an index and a count, such as "
          + "--shard 3/16"
      ),
      (
        ["--shard", "auto"], ["JOB_COMPLETION_INDEX": "2"],
        "JOB_COMPLETION_INDEX does not tell how many shards there are; write --shard auto/16 for 16"
      ),
      (
        ["--shard", "auto/2"], ["JOB_COMPLETION_INDEX": "2"],
        "--shard auto/2 is too few: by JOB_COMPLETION_INDEX this is shard 3; write how many shards "
          + "there are"
      ),
      (
        ["--shard", "auto/2"], ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"],
        "--shard auto/2 says 2 shards, but by CIRCLE_NODE_INDEX there are 4; write --shard auto"
      ),
      (
        [], ["CIRCLE_NODE_INDEX": "9", "CIRCLE_NODE_TOTAL": "4"],
        "CIRCLE_NODE_INDEX is 9 and CIRCLE_NODE_TOTAL is 4, but the index goes from 0 to the count "
          + "less 1; write --shard with an index and a count, or --shard all"
      ),
    ] as [([String], [String: String], String)])
  func aShardThatCannotBeMeantIsWrongUsage(
    arguments: [String], environment: [String: String], message: String
  ) throws {
    let outcome = try bench.run(
      ["check", "notes.history.json"] + arguments, environment: environment)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("Bazel is told that the test knows of shards")
  func bazelIsToldThatTheTestKnowsOfShards() throws {
    var environment = [
      "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2",
      "TEST_SHARD_STATUS_FILE": bench.path + "/status",
    ]
    #expect(try check("--shard", "1/2", environment: environment).status == 0)
    #expect(bench.files == ["notes.history.json"])
    #expect(try check(environment: environment).status == 0)
    #expect(bench.files == ["notes.history.json", "status"])
    environment["TEST_SHARD_STATUS_FILE"] = bench.path + "/no/status"
    let outcome = try check(environment: environment)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("/no/status, which cannot be written"))
  }
}
