import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

/// Reports of findings between two start graphs.
@Suite struct FollowUpReportTests {
  static let graph = SampleReports.graph(
    [.string("a"), .string("x")], [.string("b"), .string("x")])

  static func finding(
    _ violation: any CheckViolation, _ change: FollowUp.Change,
    severity: Finding.Severity = .warning,
    exemption: Exemption? = .ordinal
  ) -> Finding {
    Finding(
      Failure(
        violation,
        at: FailureSite(
          hop: Hop(from: 1, to: 3), path: [1, 2, 3], store: .memory, change: change)),
      severity: severity, followUp: FollowUp(change, of: graph), exemption: exemption, trial: 4,
      evaluations: 12,
      counterexample: Counterexample(
        version: 1, graph: graph, originalObjects: 9, isMinimal: true,
        anyValues: [0, 1].map { .init(type: "Person", property: "name", row: $0) }))
  }

  static let order = finding(
    OrderIndependent.Violation(
      difference: .ends(
        EndDifference(
          .valueDiffers, type: "Person", property: "rank", object: 0, count: 2, first: "0",
          second: "1"))), .reversed)

  static let addition = finding(
    Local.Violation(
      difference: .ends(
        EndDifference(
          .valueDiffers, type: "Person", property: "rank", object: 0, first: "2", second: "3"))),
    .object(type: "Person", isFirst: true), severity: .error,
    exemption: nil)

  @Test("a warning says why it is one, how it becomes an error and how it goes away")
  func aWarningSaysWhyItIsOne() {
    let report = SampleReports.report([Self.order])
    let summary = """
      ✔ passed   Contacts (realm), versions 1 to 3: 1 warning
        trials       200 random, 12 made for hazards
        paths        3, in memory and file
        upgrades     4100
        hazards      1 met of 1
        injected     1 of 2 faults noticed
                     skip-step not applicable: the migrations have no steps
        seed         9e3779b97f4a7c15

      0 failures in 200 trials bounds the failure probability of this distribution by
      3/200 at 95 %.


      """
    #expect(
      TextReport().text(report) == summary + """
        ⚠ order-independent   1 → 3: Person.rank depends on the order in which the …

        --explain NAME shows a warning in full, --silence NAME leaves it out.

        """)
    #expect(
      TextReport(explained: ["order-independent"]).text(report) == summary + """
        ⚠ order-independent   Contacts 1 → 3
          Person.rank depends on the order in which the objects were inserted.

          start, version 1 (2 objects, fully shrunk from 9 in 12 runs)
            Person#0   email "a"   name any
            Person#1   email "b"   name any

          as above     Person#0.rank = 0
          reversed     Person#0.rank = 1
                       and 1 more object

          path         1 → 2 → 3
          a warning    the migration numbers objects by ordinal, perhaps on purpose;
                       --strict makes it an error,
                       --silence order-independent leaves it out
          seed         9e3779b97f4a7c15, trial 4

        order-independent   what must hold: the order in which objects were inserted
          does not matter (sampled)

        """)
  }

  @Test("an error shows the objects that were added")
  func anErrorShowsTheObjectsThatWereAdded() {
    #expect(
      TextReport().problems(of: SampleReports.report([Self.addition])) == [
        """
        ✘ local   Contacts 1 → 3
          Person.rank depends on objects that have nothing to do with it.

          start, version 1 (2 objects, fully shrunk from 9 in 12 runs)
            Person#0   email "a"   name any
            Person#1   email "b"   name any

          added, before the others
            Person#2   email "q00"   name "q10"

          as above      Person#0.rank = 2
          with these    Person#0.rank = 3

          path         1 → 2 → 3
          seed         9e3779b97f4a7c15, trial 4
        """
      ])
  }

  @Test("where one of two upgrades is refused, both outcomes stand in the report")
  func whereOneOfTwoUpgradesIsRefusedBothOutcomesStandInTheReport() {
    let refused = Self.finding(
      Local.Violation(
        difference: .outcomes(
          UnequalOutcomes(Refusal(UpgradeError(.authorError, "Too many.")), isFirst: false))),
      .group, exemption: .code)
    let text = TextReport(explained: ["local"]).text(SampleReports.report([refused]))
    #expect(
      text.contains(
        """
        ⚠ local   Contacts 1 → 3
          Whether the upgrade of some objects succeeds depends on others that have
          nothing to do with them: authorError. Too many.

        """))
    #expect(
      text.contains(
        """
          added, the first of each type before the others, the second after them
            Person#2   email "q00"   name "q10"
            Person#3   email "q01"   name "q11"

          as above      completed
          with these    authorError

        """))
    #expect(
      text.contains(
        """
          a warning    the migration's own code may count or compare objects, perhaps on
                       purpose;
                       --strict makes it an error,
                       --silence local leaves it out

        """))
    let order = Self.finding(
      OrderIndependent.Violation(
        difference: .outcomes(
          UnequalOutcomes(
            Refusal(
              UpgradeError(.nullForRequired, "No name.", type: "Person", property: "name")),
            isFirst: true))), .rotated)
    #expect(
      order.message == "Whether the upgrade succeeds depends on the order in which the objects "
        + "were inserted: nullForRequired. No name.")
    let gone = OrderIndependent.Violation(
      difference: .ends(EndDifference(.objectMissing, type: "Person")))
    #expect(
      Self.finding(gone, .reversed).message == "Which objects of type Person there are depends on "
        + "the order in which the objects were inserted.")
  }

  @Test("warnings are no problems, and problems no warnings")
  func warningsAreNoProblems() {
    let report = SampleReports.report([Self.order, Self.addition, SampleReports.undecided])
    let texts = TextReport()
    #expect(texts.warnings(of: report).map { $0.prefix(19) } == ["⚠ order-independent"])
    #expect(texts.problems(of: report).map { $0.prefix(7) } == ["✘ local", "⚠ paths"])
    #expect(texts.text(report).contains(": 1 finding, 1 undecided, 1 warning\n"))
    let passed = SampleReports.report([Self.order])
    #expect(passed.verdict == .passed)
    #expect(texts.problems(of: passed).isEmpty)
  }

  @Test("JSON says what was done to the start graph, and why a warning is one")
  func jsonSaysWhatWasDoneToTheStartGraph() throws {
    func members(_ finding: Finding) -> JSON? {
      guard case .array(let all)? = JSONReport.json(SampleReports.report([finding]))["findings"]
      else { return nil }
      return all.first
    }
    let order = try #require(members(Self.order))
    #expect(order["severity"]?.compactText == #""warning""#)
    #expect(order["followUp"]?.compactText == #"{"order":"reversed"}"#)
    #expect(order["exemption"]?.compactText == #""ordinal""#)
    let addition = try #require(members(Self.addition))
    #expect(addition["severity"]?.compactText == #""error""#)
    #expect(
      addition["followUp"]?.compactText
        == #"{"place":"first","type":"Person","added":{"version":1,"objects":"#
        + #"{"Person":[{"$id":"Person0","email":"q00","name":"q10"}]}},"#
        + ##""shown":[{"object":"Person#2","values":[{"property":"email","text":"\"q00\""},"##
        + #"{"property":"name","text":"\"q10\""}]}]}"#)
    #expect(addition["exemption"]?.compactText == "null")
    let other = try #require(members(SampleReports.pathsDiffer))
    #expect(other["followUp"] == nil)
    #expect(other["exemption"] == nil)
  }
}
