import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

@Suite struct JSONReportTests {
  @Test func aFindingIsWrittenWithTheKeysOfTheFormat() throws {
    try GoldenFile.expect(
      JSONReport.text(SampleReports.report([SampleReports.pathsDiffer])), "finding.json")
  }

  @Test func whatIsMissingIsNull() {
    var finding = SampleReports.refused
    finding.failure.violation = Deterministic.Violation(at: nil)
    var report = SampleReports.report([finding], coverage: SampleReports.incomplete)
    report.warnings = [HealthWarning(.flaky, "It came and went.", remedy: "Look again.")]
    let json = JSONReport.json(report)
    guard case .array(let findings)? = json["findings"], let first = findings.first else {
      Issue.record("there is no finding")
      return
    }
    for key in ["otherPath", "code", "type", "property", "trial"] {
      #expect(first[key]?.compactText == "null")
    }
    #expect(first["counterexample"]?["case"]?.compactText == "null")
    #expect(
      json["coverage"]?["invariants"]?.compactText
        == #"[{"name":"keeps","type":"Person","from":1,"to":3,"objects":0,"random":{"met":0,"trials":0}}]"#
    )
    #expect(
      json["warnings"]?.compactText == """
        [{"name":"flaky","message":"It came and went.","remedy":"Look again.",\
        "from":null,"to":null,"alsoAt":[],"type":null,"property":null}]
        """)
  }

  @Test(arguments: [(Coverage(), "passed"), (SampleReports.incomplete, "vacuous")])
  func theVerdictIsOneWord(coverage: Coverage, verdict: String) {
    let json = JSONReport.json(SampleReports.report(coverage: coverage))
    #expect(json["verdict"]?.compactText == "\"\(verdict)\"")
  }

  @Test("a warning has its place") func aWarningHasItsPlace() {
    let warning = HealthWarning(
      "realm-copied-string", "A copy is damaged.", remedy: "Make none.", hop: Hop(from: 4, to: 5),
      alsoAt: [Hop(from: 1, to: 5)], type: "Address", property: "street")
    #expect(
      JSONReport.warning(warning).compactText == """
        {"name":"realm-copied-string","message":"A copy is damaged.","remedy":"Make none.",\
        "from":4,"to":5,"alsoAt":[[1,5]],"type":"Address","property":"street"}
        """)
  }

  @Test("names that were silenced are listed") func namesThatWereSilencedAreListed() {
    var report = SampleReports.report()
    report.scope.silenced = [.flaky, .timeLimit]
    report.silencedWarnings = 3
    #expect(JSONReport.json(report)["silenced"]?.compactText == #"["flaky","time-limit"]"#)
  }

  @Test("times are there only if they were asked for")
  func timesAreThereOnlyIfTheyWereAskedFor() {
    var report = SampleReports.report()
    #expect(JSONReport.json(report)["timings"] == nil)
    report.timings = Timings(
      seconds: 12.3456, trialsPerSecond: 17.25, slowestTrial: .init(trial: 4, seconds: 0.2))
    #expect(
      JSONReport.json(report)["timings"]?.compactText == """
        {"seconds":12.346,"trialsPerSecond":17.250,"slowestTrial":{"trial":4,"seconds":0.200}}
        """)
    report.timings?.slowestTrial = .init(trial: nil, seconds: 1)
    #expect(
      JSONReport.json(report)["timings"]?["slowestTrial"]?.compactText
        == #"{"trial":null,"seconds":1.000}"#)
    report.timings?.phases = [
      .init(phase: .plan, seconds: 0.5), .init(phase: .followUps, seconds: 2),
    ]
    #expect(
      JSONReport.json(report)["timings"]?["processorSeconds"]?.compactText
        == #"{"plan":0.500,"followUps":2.000}"#)
    report.timings?.slowestTrial = nil
    #expect(JSONReport.json(report)["timings"]?["slowestTrial"]?.compactText == "null")
  }
}
