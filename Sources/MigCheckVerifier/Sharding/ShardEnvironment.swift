/// What a runner's environment says about the shard that is to run.
package enum ShardEnvironment: Sendable, Equatable {
  /// Nothing.
  case none
  /// The shard, and the variable that holds its index.
  case shard(Shard, variable: String)
  /// The index of a shard, counted from 1, in a runner that does not say how many there are.
  case indexOnly(Int, variable: String)
}

extension Shard {
  /// Reads the conventions of runners: Bazel, Slurm arrays, Kubernetes' indexed jobs, CircleCI,
  /// GitLab, in this order; one that says both index and count comes before one that does not.
  ///
  /// A library never follows the environment by itself: a test that checks only a part of what it
  /// seems to check would be worse than none.
  ///
  ///     if case .shard(let shard, _) = try Shard.fromEnvironment(environment), shard.count > 1 {
  ///       options.shard = shard
  ///     }
  ///
  /// - Parameter environment: such as `ProcessInfo.processInfo.environment`.
  /// - Throws: `ShardError` for variables that contradict each other, or hold no numbers.
  package static func fromEnvironment(
    _ environment: [String: String]
  ) throws(ShardError) -> ShardEnvironment {
    var indexOnly = ShardEnvironment.none
    for convention in ShardConvention.all {
      let found = try convention.read(environment)
      switch found {
      case .none: continue
      case .shard: return found
      case .indexOnly: if indexOnly == .none { indexOnly = found }
      }
    }
    return indexOnly
  }
}

/// How one runner tells its jobs which part of the work is theirs.
private struct ShardConvention {
  var index: String
  /// `nil`: the runner does not tell.
  var count: String?
  /// The index of the first shard.
  var base = 0
  /// Which variable must be there for the others to have this meaning.
  var mark: String?

  static let all = [
    // https://bazel.build/reference/test-encyclopedia: from 0.
    ShardConvention(index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"),
    // https://slurm.schedmd.com/job_array.html: any range with any step; see `slurm`.
    ShardConvention(index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT"),
    // https://kubernetes.io/docs/tasks/job/indexed-parallel-processing-static: from 0.
    ShardConvention(index: "JOB_COMPLETION_INDEX", count: nil),
    // https://circleci.com/docs/parallelism-faster-jobs: from 0.
    ShardConvention(index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
    // https://docs.gitlab.com/ci/variables/predefined_variables: from 1. Other services give the
    // variables of the same names another first index.
    ShardConvention(index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 1, mark: "GITLAB_CI"),
  ]

  func read(_ environment: [String: String]) throws(ShardError) -> ShardEnvironment {
    if let mark, environment[mark, default: ""].isEmpty { return .none }
    guard let text = environment[index], !text.isEmpty else { return .none }
    var number = try self.number(text, of: index) - base
    var base = self.base
    if index == "SLURM_ARRAY_TASK_ID" {
      guard let place = try placeInArray(environment, task: number) else { return .none }
      (number, base) = (place, 0)
    }
    guard let count, let total = environment[count], !total.isEmpty else {
      guard number >= 0 else { throw ShardError("\(index) is \(text), but it begins at \(base)") }
      return .indexOnly(number + 1, variable: index)
    }
    let totalNumber = try self.number(total, of: count)
    guard totalNumber >= 1, (0..<totalNumber).contains(number) else {
      throw ShardError(
        "\(index) is \(text) and \(count) is \(total), but the index goes from \(base) to the count"
          + (base == 0 ? " less 1" : ""))
    }
    return .shard(Shard(index: number + 1, count: totalNumber), variable: index)
  }

  private func number(_ text: String, of variable: String) throws(ShardError) -> Int {
    guard let number = Shard.number(text) else {
      throw ShardError("\(variable) is \(text), which is no number")
    }
    return number
  }

  /// The place of a task in an array with any first index and step, counted from 0.
  ///
  /// - Returns: `nil` for an array of one task, which is no shard.
  private func placeInArray(
    _ environment: [String: String], task: Int
  ) throws(ShardError) -> Int? {
    func value(_ name: String) throws(ShardError) -> Int? {
      guard let text = environment["SLURM_ARRAY_TASK_\(name)"], !text.isEmpty else { return nil }
      return try number(text, of: "SLURM_ARRAY_TASK_\(name)")
    }
    let first = try value("MIN") ?? 0
    let step = max(1, try value("STEP") ?? 1)
    guard let count = try value("COUNT") else { return task >= first ? (task - first) / step : nil }
    let last = try value("MAX") ?? first + (count - 1) * step
    guard task >= first, task <= last, (task - first) % step == 0,
      (last - first) / step + 1 == count
    else {
      throw ShardError(
        "the tasks of the Slurm array from \(first) to \(last) are no even range, so "
          + "SLURM_ARRAY_TASK_ID \(task) does not tell which shard this is")
    }
    return (task - first) / step
  }
}
