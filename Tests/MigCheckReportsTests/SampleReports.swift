import MigCheckModel

@testable import MigCheckVerifier

/// Reports made by hand, so that every word of their texts is known.
enum SampleReports {
  static let person = ObjectType("Person", [Property("email", .string), Property("name", .string)])

  static func graph(_ values: [Value]...) -> ObjectGraph {
    var graph = ObjectGraph(schema: Schema([person]))
    for values in values { graph.append(values, type: 0) }
    return graph
  }

  static var pathsDiffer: Finding {
    Finding(
      Failure(
        PathsAgree.Violation.differ(
          EndDifference(
            .valueDiffers, type: "Person", property: "email", object: 0, first: "\"0\"",
            second: "\"\"")),
        at: FailureSite(
          hop: Hop(from: 1, to: 3), path: [1, 3], otherPath: [1, 2, 3], store: .memory)),
      trial: 4, evaluations: 31,
      counterexample: Counterexample(
        version: 1, graph: graph([.string("0"), .string("")]), originalObjects: 37,
        isMinimal: true,
        anyValues: [
          // Shown all the same, since the finding is about it.
          .init(type: "Person", property: "email", row: 0),
          .init(type: "Person", property: "name", row: 0),
        ],
        caseFile: "Corpus/contacts/paths-agree-person-email-1-3.case.json"),
      alsoAt: [Hop(from: 1, to: 4)])
  }

  static var refused: Finding {
    Finding(
      Failure(
        UpgradeSucceeds.Violation(
          UpgradeError(
            .duplicatePrimaryKey,
            "Primary key property 'Person.email' has duplicate values after migration.",
            type: "Person", property: "email")),
        at: FailureSite(hop: Hop(from: 2, to: 3), path: [1, 2, 3], store: .file)),
      trial: nil, evaluations: 1,
      counterexample: Counterexample(
        version: 1,
        graph: graph([.string("\u{E9}"), .string("a\n")], [.string("e\u{301}"), .string("")]),
        originalObjects: 2),
      isFlaky: true)
  }

  static var undecided: Finding {
    Finding(
      Failure(
        PathsAgree.Violation.undecided,
        at: FailureSite(
          hop: Hop(from: 1, to: 3), path: [1, 3], otherPath: [1, 2, 3], store: .memory)),
      trial: 7, evaluations: 2,
      counterexample: Counterexample(version: 1, graph: graph(), originalObjects: 0))
  }

  static var complete: Coverage {
    Coverage(
      paths: [.init(from: 1, to: 3, count: 2, completed: 2, arrived: 2)],
      types: [
        .init(
          start: 1, type: "Person", trials: 190, random: .init(met: 180, trials: 200),
          properties: [.init(property: "email", trials: 170), .init(property: "name", trials: 3)])
      ],
      hazards: [
        .init(
          start: 1, hop: Hop(from: 1, to: 2), type: "Person", property: "email",
          description: "Person.email removed: string", witnesses: 3, ran: 3, isPossible: true)
      ],
      injectedFaults: [
        InjectedFault(
          kind: .dropObject, description: "1 → 3 lost an object of type Person",
          outcome: .noticed(by: .dataPreserved)),
        InjectedFault(
          kind: .swapProperties, description: "1 → 2 swapped Person.email and Person.name",
          outcome: .missed),
        InjectedFault(
          kind: .skipStep, description: "a step was left out",
          outcome: .notApplicable(reason: "the migrations have no steps")),
      ])
  }

  static var incomplete: Coverage {
    Coverage(
      paths: [.init(from: 1, to: 3, count: 2, completed: 1, arrived: 1)],
      types: [
        .init(start: 1, type: "Ghost", trials: 0, properties: [.init(property: "a", trials: 0)]),
        .init(
          start: 2, type: "Person", trials: 5,
          properties: [.init(property: "email", trials: 0), .init(property: "name", trials: 3)]),
      ],
      hazards: [
        .init(
          start: 1, hop: Hop(from: 2, to: 3), type: "Person", property: "email",
          description: "Person.email: int → string", witnesses: 0, ran: 0, isPossible: true),
        .init(
          start: 1, hop: Hop(from: 2, to: 3), type: "Ghost", property: nil,
          description: "type Ghost removed", witnesses: 0, ran: 0, isPossible: false),
      ],
      invariants: [.init(name: "keeps", type: "Person", hop: Hop(from: 1, to: 3), objects: 0)])
  }

  static func report(_ findings: [Finding] = [], coverage: Coverage = complete) -> Report {
    Report(
      RunScope(
        history: "Contacts", rules: "realm", from: 1, to: 3, seed: 0x9E37_79B9_7F4A_7C15,
        stores: [.memory, .file]),
      RunEffort(
        witnesses: .init(run: 12, planned: 12), trials: .init(run: 200, planned: 200),
        upgrades: 4100),
      paths: 3, findings: findings,
      coverage: coverage)
  }
}
