import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

@Suite struct JSONReportTests {
  @Test func aFindingIsWrittenWithTheKeysOfTheFormat() {
    #expect(
      JSONReport.text(SampleReports.report([SampleReports.pathsDiffer])) == """
        {
          "migcheck": 1,
          "history": "Contacts",
          "rules": "realm",
          "from": 1,
          "to": 3,
          "seed": "9e3779b97f4a7c15",
          "trials": 200,
          "witnesses": 12,
          "replays": 0,
          "paths": 3,
          "upgrades": 4100,
          "stores": [ "memory", "file" ],
          "verdict": "failed",
          "interrupted": false,
          "cut": [],
          "findings": [
            {
              "check": "paths-agree",
              "kind": "pathsDiffer",
              "severity": "error",
              "hop": [ 1, 3 ],
              "path": [ 1, 3 ],
              "otherPath": [ 1, 2, 3 ],
              "store": "memory",
              "code": "valueDiffers",
              "type": "Person",
              "property": "email",
              "subject": null,
              "object": 0,
              "count": 1,
              "message": "Person.email depends on whether version 2 was skipped.",
              "rows": [
                {
                  "label": "1 → 3",
                  "object": "Person#0",
                  "property": "email",
                  "value": "\\"0\\"",
                  "note": null
                },
                {
                  "label": "1 → 2 → 3",
                  "object": "Person#0",
                  "property": "email",
                  "value": "\\"\\"",
                  "note": null
                }
              ],
              "source": null,
              "trial": 4,
              "evaluations": 31,
              "alsoAt": [ [ 1, 4 ] ],
              "flaky": false,
              "counterexample": {
                "objects": 1,
                "links": 0,
                "minimal": true,
                "shrunkFrom": 37,
                "any": [
                  { "type": "Person", "property": "email", "row": 0, "path": [] },
                  { "type": "Person", "property": "name", "row": 0, "path": [] }
                ],
                "graph": {
                  "version": 1,
                  "objects": { "Person": [ { "$id": "Person0", "email": "0", "name": "" } ] }
                },
                "case": "Corpus/contacts/paths-agree-person-email-1-3.case.json"
              }
            }
          ],
          "notMet": [],
          "drops": [],
          "givenUp": [],
          "coverage": {
            "paths": [ { "from": 1, "to": 3, "paths": 2, "completed": 2, "arrived": 2 } ],
            "types": [
              {
                "start": 1,
                "type": "Person",
                "trials": 190,
                "random": { "met": 180, "trials": 200 },
                "properties": [
                  { "property": "email", "trials": 170 },
                  { "property": "name", "trials": 3 }
                ]
              }
            ],
            "hazards": [
              {
                "start": 1,
                "from": 1,
                "to": 2,
                "type": "Person",
                "property": "email",
                "description": "Person.email removed: string",
                "witnesses": 3,
                "ran": 3
              }
            ],
            "invariants": [],
            "comparisons": [],
            "conditions": [],
            "steps": [],
            "injectedFaults": [
              {
                "name": "drop-object",
                "description": "1 → 3 lost an object of type Person",
                "noticed": true,
                "check": "data-preserved",
                "notApplicable": null
              },
              {
                "name": "swap-properties",
                "description": "1 → 2 swapped Person.email and Person.name",
                "noticed": false,
                "check": null,
                "notApplicable": null
              },
              {
                "name": "skip-step",
                "description": "a step was left out",
                "noticed": null,
                "check": null,
                "notApplicable": "the migrations have no steps"
              }
            ],
            "canaries": [
              {
                "name": "drop-object",
                "description": "1 → 3 lost an object of type Person",
                "noticed": true,
                "check": "data-preserved",
                "notApplicable": null
              },
              {
                "name": "swap-properties",
                "description": "1 → 2 swapped Person.email and Person.name",
                "noticed": false,
                "check": null,
                "notApplicable": null
              },
              {
                "name": "skip-step",
                "description": "a step was left out",
                "noticed": null,
                "check": null,
                "notApplicable": "the migrations have no steps"
              }
            ]
          },
          "warnings": [],
          "silenced": []
        }

        """)
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
    report.silenced = [.flaky, .timeLimit]
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
    report.timings?.slowestTrial = nil
    #expect(JSONReport.json(report)["timings"]?["slowestTrial"]?.compactText == "null")
  }
}
