import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct ReportMergeTests {
  static let subject = ToySubject(
    SubjectVersion(1, ObjectType("Item", [Property("x", .int)])),
    SubjectVersion(2, ObjectType("Item", [Property("x", .int)])))

  private func report(
    _ index: Int, of count: Int, _ change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    var options = VerificationOptions(trials: 4)
    options.shard = Shard(index: index, count: count)
    change(&options)
    return try Verifier(ReportMergeTests.subject, options: options).run()
  }

  private func failure(_ reports: [Report]) -> ReportMergeError? {
    #expect(throws: ReportMergeError.self) { try ReportMerge(reports) }
  }

  @Test("the order of the reports does not matter")
  func theOrderOfTheReportsDoesNotMatter() throws {
    let reports = try [2, 3, 1].map { try report($0, of: 3) }
    #expect(try ReportMerge(reports).report.trials == Report.Count(run: 4, planned: 4))
    #expect(try ReportMerge(reports).report.shard == nil)
  }

  @Test("missing shards are named")
  func missingShardsAreNamed() throws {
    let reports = try [1, 3, 4, 8].map { try report($0, of: 10) }
    let error = failure(reports)
    #expect(error?.code == .missing)
    #expect(
      error?.message
        == "The report of shard 2, 5 to 7, 9, 10 of 10 is missing; a merge needs all of them.")
    #expect(failure([])?.message == "There is no report to merge.")
  }

  @Test("a shard that is there twice is refused")
  func aShardThatIsThereTwiceIsRefused() throws {
    let error = failure(try [1, 2, 2].map { try report($0, of: 2) })
    #expect(error?.code == .doubled)
    #expect(
      error?.message
        == "report 2 and report 3 are both of shard 2 of 2; each shard counts once.")
  }

  @Test("the report of a whole run is refused")
  func theReportOfAWholeRunIsRefused() throws {
    let error = failure([try report(1, of: 2), try report(2, of: 2) { $0.shard = nil }])
    #expect(error?.code == .noShard)
    #expect(error?.message == "Report 2 is of a whole run, so there is nothing to merge.")
  }

  @Test("shards of different runs are refused, with what differs")
  func shardsOfDifferentRunsAreRefused() throws {
    let changes: [((inout VerificationOptions) -> Void, String)] = [
      ({ $0.seed = 1 }, "the seed is 1 instead of 9e3779b97f4a7c15"),
      ({ $0.trials = 9 }, "the number of trials is 9 instead of 4"),
      ({ $0.stores = [.memory] }, "the list of stores is memory instead of memory,file"),
      ({ $0.exploration = .separate }, "the way paths are run is separate instead of merged"),
      ({ $0.shrinkBudget = 2 }, "the budget for shrinking is 2 instead of 500"),
    ]
    for (change, difference) in changes {
      let error = failure([try report(1, of: 2), try report(2, of: 2, change)])
      #expect(error?.code == .otherRun)
      #expect(
        error?.message
          == "report 2 (shard 2 of 2) is of another run than report 1 (shard 1 of 2): "
          + "\(difference).")
    }
    let error = failure([try report(1, of: 2), try report(2, of: 3)])
    #expect(
      error?.message
        == "report 2 (shard 2 of 3) and report 1 (shard 1 of 2) do not belong together: the number "
        + "of shards differs.")
  }

  @Test("shards of changed histories are refused")
  func shardsOfChangedHistoriesAreRefused() throws {
    let first = try report(1, of: 2)
    var subject = ReportMergeTests.subject
    subject.ignoring = ["Item.x"]
    let options = VerificationOptions(trials: 4) { $0.shard = Shard(index: 2, count: 2) }
    let second = try Verifier(subject, options: options).run()
    #expect(
      failure([first, second])?.message.contains("the hash of the history's content is") == true)
  }

  /// What a report is made of has to pass through `RunResult`, or a merge loses it.
  @Test("no part of a report is forgotten")
  func noPartOfAReportIsForgotten() throws {
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    let report = try report(1, of: 1)
    let result = try #require(report.shard?.result)
    // A new property of `Report` or `Coverage` fails here: see to `RunResult` and its `join(_:)`,
    // and then add it to the list.
    #expect(
      names(report) == [
        "scope", "effort", "paths", "isInterrupted", "findings", "coverage", "warnings",
        "silencedWarnings", "droppedData", "ignoredTypes", "purposefulRemovals", "cuts", "unmet",
        "timings",
        "versionNames", "map",
        // Not of merged reports: a merge knows no subject, which alone can give advice.
        "advice", "shard",
      ])
    #expect(
      names(report.coverage) == [
        "paths", "unjudged", "passedBy", "assumptions", "selection", "types", "hazards",
        "invariants",
        "comparisons", "crashes", "olderReleases",
        "conditions", "steps", "code", "notApplicable", "excusedStarts", "injectedFaults",
      ])
    #expect(
      names(result) == [
        "scope", "effort", "isInterrupted", "coverage", "traces", "whereUntraced", "removals",
        "cappedVersions", "injectedFaults", "invalidStarts", "corpusWarnings", "healthWarnings",
        "advice", "versionNames", "accepted", "allowances", "ignoredTypes", "purposefulRemovals",
        "codeVersions", "runsStatements", "map", "buckets",
      ])
  }

  @Test("states that were not followed are warned of once for each version")
  func statesThatWereNotFollowedAreWarnedOfOnce() throws {
    var reports = try [1, 2].map { try report($0, of: 2) }
    reports[0].shard?.result.cappedVersions = [2, 5]
    reports[1].shard?.result.cappedVersions = [3, 5]
    let warnings = try ReportMerge(reports).report.warnings
    #expect(warnings.map(\.name) == ["states-capped", "states-capped", "states-capped"])
    #expect(zip(warnings, [2, 3, 5]).allSatisfy { $0.message.contains("at version \($1) in") })
  }
}
