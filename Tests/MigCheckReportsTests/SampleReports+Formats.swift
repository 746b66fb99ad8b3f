import MigCheckModel

@testable import MigCheckVerifier

extension SampleReports {
  /// One failed run with everything that a report may hold, one that passed, and one that is vacuous.
  static let ofFormats = ["failed": failed, "passed": passed, "vacuous": vacuous]

  static let origin = RunMap.Origin(
    command: "migcheck check db/contacts.history.json --strict", file: "db/contacts.history.json",
    folder: "db/")

  static func map(runsEachVersion: Bool = false) -> RunMap {
    RunMap(
      versions: [
        .init(number: 1, name: nil, references: []), .init(number: 2, name: "Two", references: []),
        .init(number: 3, name: nil, references: []),
      ], hops: [Hop(from: 1, to: 2), Hop(from: 1, to: 3)], runsEachVersion: runsEachVersion,
      origin: origin)
  }

  static var passed: Report {
    var report = report()
    report.map = map()
    return report
  }

  static var vacuous: Report {
    var report = report(coverage: incomplete)
    report.map = map()
    return report
  }

  static var failed: Report {
    var located = refused
    located.source = SourcePlace(
      file: "contacts.history.json", path: "versions[2].migration[0]", line: 12, column: 9,
      text: "{ \"enumerate\":\n          { \"type\": \"Person\" } }")
    var known = refused
    known.failure.violation = Deterministic.Violation(at: nil)
    known.acceptance = .listed(reason: "only <3 stores|rows")
    known.severity = .accepted
    var report = report([pathsDiffer, located, undecided, neighbours, known])
    report.map = map()
    report.warnings = [
      HealthWarning(
        .flaky, "It came and went.", remedy: "Look again.", hop: Hop(from: 1, to: 2))
    ]
    return report
  }

  /// Two stores that differ in one value, and become equal.
  static var neighbours: Finding {
    let edit = FollowUp.Edit(
      type: "Person", property: "name", from: .string("Ada"), to: .string("Bob"))
    let graph = graph([.string(""), .string("Ada")])
    return Finding(
      Failure(
        InformationKept.Violation(
          owner: "Person", cell: "name", newOwner: "Person", newCell: "name", object: 0,
          extent: .property, first: "\"Ada\"", second: "\"Bob\"", result: "\"\"",
          intent: .untouched, writtenAt: nil),
        at: FailureSite(
          hop: Hop(from: 1, to: 2), path: [1, 2], store: .memory, change: .edited(edit))),
      followUp: FollowUp(.edited(edit), of: graph), trial: 3, evaluations: 9,
      counterexample: Counterexample(version: 1, graph: graph, originalObjects: 4, isMinimal: true))
  }
}
