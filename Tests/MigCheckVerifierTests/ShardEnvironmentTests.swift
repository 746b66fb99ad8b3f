import MigCheckVerifier
import Testing

@Suite struct ShardEnvironmentTests {
  @Test(
    "each runner's convention is read",
    arguments: [
      ("TEST_SHARD_INDEX=2 TEST_TOTAL_SHARDS=16", "TEST_SHARD_INDEX", 3, 16),
      ("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=4", "CIRCLE_NODE_INDEX", 1, 4),
      ("GITLAB_CI=true CI_NODE_INDEX=4 CI_NODE_TOTAL=4", "CI_NODE_INDEX", 4, 4),
      (
        "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=32 SLURM_ARRAY_TASK_MIN=0 "
          + "SLURM_ARRAY_TASK_MAX=31 SLURM_ARRAY_TASK_STEP=1", "SLURM_ARRAY_TASK_ID", 1, 32
      ),
      (
        "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1 "
          + "SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=2", "SLURM_ARRAY_TASK_ID", 4, 4
      ),
      // Without a step, which old versions of Slurm do not tell.
      (
        "SLURM_ARRAY_TASK_ID=16 SLURM_ARRAY_TASK_COUNT=16 SLURM_ARRAY_TASK_MIN=1 "
          + "SLURM_ARRAY_TASK_MAX=16", "SLURM_ARRAY_TASK_ID", 16, 16
      ),
      // A test of Bazel's inside a job of GitLab's: the inner one counts.
      (
        "GITLAB_CI=true CI_NODE_INDEX=1 CI_NODE_TOTAL=2 TEST_SHARD_INDEX=4 TEST_TOTAL_SHARDS=5",
        "TEST_SHARD_INDEX", 5, 5
      ),
      // Kubernetes does not tell the count; one that does comes first.
      ("JOB_COMPLETION_INDEX=7 CIRCLE_NODE_INDEX=1 CIRCLE_NODE_TOTAL=2", "CIRCLE_NODE_INDEX", 2, 2),
    ])
  func eachRunnersConventionIsRead(
    variables: String, variable: String, index: Int, count: Int
  ) throws {
    #expect(
      try Shard.fromEnvironment(environment(variables))
        == .shard(Shard(index: index, count: count), variable: variable))
  }

  @Test(
    "an index alone is told as such",
    arguments: [
      ("JOB_COMPLETION_INDEX=0", "JOB_COMPLETION_INDEX", 1),
      ("TEST_SHARD_INDEX=3 TEST_TOTAL_SHARDS=", "TEST_SHARD_INDEX", 4),
      (
        "SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=2",
        "SLURM_ARRAY_TASK_ID", 2
      ),
    ])
  func anIndexAloneIsToldAsSuch(variables: String, variable: String, index: Int) throws {
    #expect(
      try Shard.fromEnvironment(environment(variables)) == .indexOnly(index, variable: variable))
  }

  @Test(
    "other environments name no shard",
    arguments: [
      "", "PATH=/bin", "TEST_TOTAL_SHARDS=4", "CIRCLE_NODE_INDEX=",
      "GITLAB_CI=true CI_NODE_TOTAL=1",
      // Heroku counts from 0 under the names of GitLab's variables.
      "CI_NODE_INDEX=0 CI_NODE_TOTAL=4",
    ])
  func otherEnvironmentsNameNoShard(variables: String) throws {
    #expect(try Shard.fromEnvironment(environment(variables)) == .none)
  }

  @Test(
    "what makes no sense is an error",
    arguments: [
      (
        "CIRCLE_NODE_INDEX=4 CIRCLE_NODE_TOTAL=4",
        "CIRCLE_NODE_INDEX is 4 and CIRCLE_NODE_TOTAL is 4, but the index goes from 0 to the count "
          + "less 1"
      ),
      (
        "GITLAB_CI=1 CI_NODE_INDEX=0 CI_NODE_TOTAL=4",
        "CI_NODE_INDEX is 0 and CI_NODE_TOTAL is 4, but the index goes from 1 to the count"
      ),
      ("JOB_COMPLETION_INDEX=one", "JOB_COMPLETION_INDEX is one, which is no number"),
      (
        "TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=-2", "TEST_TOTAL_SHARDS is -2, which is no number"
      ),
      (
        "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 "
          + "SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_STEP=1",
        "the tasks of the Slurm array from 1 to 9 are no even range, so SLURM_ARRAY_TASK_ID 6 does "
          + "not tell which shard this is"
      ),
    ])
  func whatMakesNoSenseIsAnError(variables: String, message: String) {
    let error = #expect(throws: ShardError.self) {
      try Shard.fromEnvironment(environment(variables))
    }
    #expect(error?.description == message)
  }

  private func environment(_ variables: String) -> [String: String] {
    var environment = [String: String]()
    for variable in variables.split(separator: " ") {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(parts[0])] = String(parts[1])
    }
    return environment
  }
}
