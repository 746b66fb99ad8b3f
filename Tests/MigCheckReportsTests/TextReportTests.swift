import MigCheckModel
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

@Suite struct TextReportTests {
  @Test func aPassSaysWhatItMeans() {
    #expect(
      TextReport().text(SampleReports.report()) == """
        ✔ passed   Contacts (realm), versions 1 to 3
          trials       200 random, 12 made for hazards
          paths        3, in memory and file
          upgrades     4100
          hazards      1 met of 1
          injected     1 of 2 faults noticed
                       skip-step not applicable: the migrations have no steps
          seed         9e3779b97f4a7c15

        0 failures in 200 trials bounds the failure probability of this distribution by
        3/200 at 95 %.

        """)
    #expect(TextReport().problems(of: SampleReports.report()).isEmpty)
  }

  @Test func aDisagreementOfPathsShowsBothEnds() {
    #expect(
      TextReport().text(SampleReports.report([SampleReports.pathsDiffer])) == """
        ✘ paths-agree   Contacts 1 → 3
          Person.email depends on whether version 2 was skipped.

          start, version 1 (1 object, fully shrunk from 37 in 31 runs)
            Person#0   email "0"   name any

          1 → 3        Person#0.email = "0"
          1 → 2 → 3    Person#0.email = ""

          also at      1 → 4
          replay       migcheck replay Corpus/contacts/paths-agree-person-email-1-3.case.json
          seed         9e3779b97f4a7c15, trial 4

        ✘ failed   Contacts (realm), versions 1 to 3: 1 finding
          trials       200 random, 12 made for hazards
          paths        3, in memory and file
          upgrades     4100
          hazards      1 met of 1
          injected     1 of 2 faults noticed
                       skip-step not applicable: the migrations have no steps
          seed         9e3779b97f4a7c15

        """)
  }

  @Test("hops to one version are named by where they begin")
  func alsoAt() {
    func line(_ versions: [UInt64], also other: [Hop] = []) -> [Substring] {
      var finding = SampleReports.pathsDiffer
      finding.alsoAt = versions.map { Hop(from: $0, to: 4_000) } + other
      let text = TextReport().text(SampleReports.report([finding]))
      return text.split(separator: "\n").drop { !$0.hasPrefix("  also at") }
        .prefix { !$0.hasPrefix("  replay ") }
    }
    #expect(line([1, 3]) == ["  also at      1 → 4000, 3 → 4000"])
    #expect(line([1, 3, 5, 6]) == ["  also at      1, 3, 5, 6 → 4000"])
    #expect(
      line([1, 3, 5], also: [Hop(from: 1, to: 4_001)])
        == ["  also at      1 → 4000, 3 → 4000, 5 → 4000, 1 → 4001"])
    let days = (1...30).map { 20_260_101_000_000 + $0 * 1_000_000 as UInt64 }
    #expect(
      line(days).joined(separator: "\n") == """
          also at      20260102000000, 20260103000000, 20260104000000, 20260105000000,
                       20260106000000, 20260107000000, 20260108000000, 20260109000000,
                       20260110000000, 20260111000000, 20260112000000, 20260113000000
                       and 18 more → 4000
        """)
    let scattered = (1...60).map { Hop(from: $0, to: 4_000 + 2 * $0) }
    #expect(
      line([], also: scattered)
        == ["  also at      60 upgrades from versions 1…60 to 4002…4120"])
  }

  @Test("a report says how its reader runs a finding again")
  func replayWays() {
    func lines(_ replay: ReplayWay) -> [String] {
      var text = TextReport()
      text.replay = replay
      let all = text.text(SampleReports.report([SampleReports.pathsDiffer]))
        .split(separator: "\n").map(String.init)
      #expect(
        text.problems(of: SampleReports.report([SampleReports.pathsDiffer]))
          .allSatisfy { $0.contains(all.first { $0.hasPrefix("  replay ") } ?? "none") })
      return all.drop { !$0.hasPrefix("  replay ") }.prefix { !$0.hasPrefix("  seed ") }.map { $0 }
    }
    let file = "Corpus/contacts/paths-agree-person-email-1-3.case.json"
    #expect(
      lines(.command("swift run check", options: ["--base", "a.sql"])) == [
        "  replay       swift run check replay \(file) --base a.sql"
      ])
    #expect(
      lines(.test("swift test --filter upgrades")) == [
        "  replay       swift test --filter upgrades", "               It tries \(file) first.",
      ])
  }

  @Test func aRefusedUpgradeShowsThePathAndWhatTheEngineSays() {
    #expect(
      TextReport().problems(of: SampleReports.report([SampleReports.refused])) == [
        #"""
        ✘ upgrade-succeeds   Contacts 2 → 3
          The upgrade fails with duplicatePrimaryKey. Primary key property
          'Person.email' has duplicate values after migration.

          start, version 1 (2 objects, shrunk from 2 in 1 run; ended early)
            Person#0   email "\u{E9}"   name "a\n"
            Person#1   email "e\u{301}"   name ""

          path         1 → 2 → 3
          store        file only
          flaky        it did not fail each time the counterexample was run
          seed         9e3779b97f4a7c15, from the corpus
        """#
      ])
  }

  @Test func whatCouldNotBeDecidedIsNoPass() {
    let report = SampleReports.report([SampleReports.undecided])
    #expect(report.verdict == .undecided)
    #expect(
      TextReport().text(report) == """
        ⚠ paths-agree   Contacts 1 → 3
          Whether the paths end in equal graphs could not be decided: the graphs are too
          symmetrical.

          start, version 1 (0 objects, shrunk from 0 in 2 runs; ended early)
            no objects

          1 → 3
          1 → 2 → 3

          seed         9e3779b97f4a7c15, trial 7

        ⚠ undecided   Contacts (realm), versions 1 to 3: 1 undecided
          trials       200 random, 12 made for hazards
          paths        3, in memory and file
          upgrades     4100
          hazards      1 met of 1
          injected     1 of 2 faults noticed
                       skip-step not applicable: the migrations have no steps
          seed         9e3779b97f4a7c15

        Nothing failed, but whether something fails could not be decided: this is not a
        pass.

        """)
  }

  @Test func whatWasNotExercisedIsListed() {
    let report = SampleReports.report(coverage: SampleReports.incomplete)
    let details = """
      not exercised
        paths 1 → 3: 1 of 2 ran to the end
        type Ghost, from version 1: no object of it was upgraded
        type Person, from version 2: no value to lose in email
        hazard 2 → 3, from version 1: Person.email: int → string: no witness
        invariant "keeps" 1 → 3: saw no Person
      """
    #expect(TextReport().text(report).hasPrefix(details + "\n\n⚠ vacuous   Contacts (realm), "))
    #expect(TextReport().problems(of: report) == [details])
  }

  @Test("what many types of a long history had no value in is one line")
  func manyTypes() throws {
    func report(_ count: Int) -> Report {
      var coverage = Coverage()
      coverage.types = (1...count).map { number in
        Coverage.TypeCoverage(
          start: UInt64(number), type: Name("T\(number)"), trials: 3,
          properties: [Coverage.PropertyCoverage(property: "kept", trials: 3)]
            + [Coverage.PropertyCoverage(property: "name", trials: 0)])
      }
      coverage.types.append(Coverage.TypeCoverage(start: 1, type: "Ghost", trials: 0))
      return SampleReports.report(coverage: coverage)
    }
    func text(_ count: Int) -> [Substring] {
      TextReport().problems(of: report(count)).flatMap { $0.split(separator: "\n") }
    }
    #expect(text(11).count == 13)
    #expect(text(11)[1] == "  type T1, from version 1: no value to lose in name")
    #expect(
      text(20).map(String.init) == [
        "not exercised", "  type Ghost, from version 1: no object of it was upgraded",
        "  20 types, each from some versions: no value to lose in some properties, as",
        "    in T1.name from version 1; a report in JSON lists them",
      ])
    let listed = try #require(JSONReport.json(report(20))["notExercised"]).compactText
    for number in 1...20 {
      #expect(listed.contains("type T\(number), from version \(number): no value to lose in name"))
    }
  }

  @Test("a run that ended early ends with its verdict, and sums up what was not exercised")
  func aRunThatEndedEarly() {
    var report = SampleReports.report(coverage: SampleReports.incomplete)
    report.effort.trials.run = 80
    report.effort.replays = Report.Count(run: 2, planned: 2)
    report.isInterrupted = true
    report.warnings = [
      HealthWarning(.timeLimit, "The time was up.", remedy: "Give it more time.")
    ]
    #expect(
      TextReport().text(report) == """
        ⚠ time-limit   The time was up.

        --explain NAME shows a warning in full, --silence NAME leaves it out.

          interrupted  not all trials ran
          trials       80 of 200 random, 12 made for hazards, 2 from the corpus
          paths        3, in memory and file
          upgrades     4100
          hazards      0 met of 2
          seed         9e3779b97f4a7c15
          not exercised   1 start version, 2 types, 1 hazard, 1 invariant; --explain
                          exercised lists them

        Nothing failed, but something was not exercised: this is not a pass.

        ⚠ vacuous   Contacts (realm), versions 1 to 3: 1 warning

        """)
    #expect(
      TextReport().problems(of: report) == [
        "The run was interrupted: not all trials ran.",
        "not exercised: 1 start version, 2 types, 1 hazard, 1 invariant",
      ])
    let explained = TextReport(explained: ["exercised"]).text(report)
    #expect(
      explained.contains(
        "else the run is vacuous\n\nnot exercised\n  paths 1 → 3: 1 of 2 ran to the end\n"))
    #expect(explained.hasSuffix("\n\n⚠ vacuous   Contacts (realm), versions 1 to 3: 1 warning\n"))
  }

  @Test("names are whole, unless a terminal would break their lines")
  func namesAreWhole() {
    var report = SampleReports.report([SampleReports.refused])
    report.scope.history = String(repeating: "Contacts of everybody ", count: 6) + "else"
    var text = TextReport()
    #expect(text.text(report).ranges(of: report.history).count == 2)
    text.isTerminal = true
    #expect(!text.text(report).contains(report.history))
    #expect(
      text.text(report).contains("✘ upgrade-succeeds   Contacts of everybody Contacts of every… 2"))
  }

  @Test("what a check could not judge is told in text and in JSON, with the hops")
  func whatACheckCouldNotJudgeIsTold() {
    var coverage = SampleReports.complete
    let hops = (1...7).map { version in
      Coverage.NotApplicable.UntracedHop(
        hop: Hop(from: UInt64(version), to: 8), upgrades: 9, unknown: version == 2 ? 4 : 9)
    }
    coverage.notApplicable = [
      .init(check: .defaultsApplied, reason: "nobody knows what was written", hops: hops),
      .init(check: .local, reason: "nobody knows which objects are the same"),
    ]
    let report = SampleReports.report(coverage: coverage)
    #expect(
      TextReport().text(report).contains(
        """
          not applicable  defaults-applied on 1 → 8, 2 → 8 (4 of 9 upgrades), 3 → 8, 4 →
                          8, 5 → 8, 6 → 8 and 1 more: nobody knows what was written
          not applicable  local: nobody knows which objects are the same
        """), "\(TextReport().text(report))")
    let json = JSONReport.text(report)
    #expect(json.contains(#"{ "from": 2, "to": 8, "upgrades": 9, "unknown": 4 }"#), "\(json)")
    #expect(json.contains(#""hops": null"#))
  }

  @Test("of a run that failed only the findings are problems")
  func ofARunThatFailedOnlyTheFindingsAreProblems() {
    let report = SampleReports.report(
      [SampleReports.refused], coverage: SampleReports.incomplete)
    let problems = TextReport().problems(of: report)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("✘ upgrade-succeeds   Contacts 2 → 3\n") == true)
    #expect(TextReport().text(report).contains("\nnot exercised\n"))
    // What could not be decided is no failure: there the rest counts.
    let undecided = SampleReports.report(
      [SampleReports.undecided], coverage: SampleReports.incomplete)
    #expect(TextReport().problems(of: undecided).count == 2)
  }

  @Test("what was silenced is counted, and times are shown if there are any")
  func whatWasSilencedIsCountedAndTimesAreShownIfThereAreAny() {
    var report = SampleReports.report()
    report.scope.silenced = [.flaky, .timeLimit]
    report.silencedWarnings = 3
    report.timings = Timings(
      seconds: 12.3456, trialsPerSecond: 17.25, slowestTrial: .init(trial: 4, seconds: 0.2))
    #expect(
      TextReport().text(report) == """
        ✔ passed   Contacts (realm), versions 1 to 3
          trials       200 random, 12 made for hazards
          paths        3, in memory and file
          upgrades     4100
          hazards      1 met of 1
          injected     1 of 2 faults noticed
                       skip-step not applicable: the migrations have no steps
          silenced     3 warnings (flaky, time-limit)
          time         12.346 s, 17.250 trials/s, slowest trial 4: 0.200 s
          seed         9e3779b97f4a7c15

        0 failures in 200 trials bounds the failure probability of this distribution by
        3/200 at 95 %.

        """)
    report.scope.silenced = [.flaky]
    report.silencedWarnings = 0
    #expect(TextReport().text(report).contains("\n  silenced     0 warnings (flaky)\n"))
  }

  @Test func coloursAreUsedOnlyWhenAskedFor() {
    let report = SampleReports.report([SampleReports.pathsDiffer])
    let coloured = TextReport(colours: true).text(report)
    #expect(
      coloured.hasPrefix("\u{1B}[1;31m✘ paths-agree\u{1B}[0m   \u{1B}[1mContacts 1 → 3\u{1B}[0m\n"))
    let escapes = ["[1;31m", "[1m", "[2m", "[0m"].map { "\u{1B}\($0)" }
    var plain = coloured
    for escape in escapes { plain = plain.split(separator: escape).joined() }
    #expect(plain == TextReport().text(report))
  }
}

extension TextReportTests {
  /// What stands between the start graph and the notes.
  private func outcome(_ violation: any CheckViolation) -> [String] {
    var finding = SampleReports.pathsDiffer
    finding.failure.violation = violation
    finding.failure.site.otherPath = nil
    let lines = FindingText(
      finding: finding, history: "H", seed: 1, style: ReportStyle(isColored: false)
    ).lines
    let rest = lines.drop { !$0.hasPrefix("  start, ") }.drop { !$0.isEmpty }.dropFirst()
    return Array(rest.prefix { !$0.isEmpty && !$0.hasPrefix("  also") })
  }

  @Test func eachKindOfViolationShowsItsFacts() {
    let change = DataPreserved.ValueChange(property: "p", before: "1", after: "2")
    #expect(
      outcome(
        DataPreserved.Violation(.value(.valueChanged, change), of: "T", object: 3, count: 3)) == [
          "  before       T#3.p = 1", "  after        T#3.p = 2",
          "               and 2 more objects",
        ])
    #expect(
      outcome(
        DefaultsApplied.Violation(
          owner: "T", added: "p", object: 3, expected: "1", found: "2"))
        == ["  expected     T#3.p = 1", "  found        T#3.p = 2"])
    let place = SnapshotDifference(type: "T", property: "p", key: 3, first: "1", second: "2")
    #expect(
      outcome(StoresAgree.Violation.states(place))
        == ["  memory       T#3.p = 1", "  file         T#3.p = 2"])
    #expect(outcome(StoresAgree.Violation.states(nil)) == [])
    #expect(
      outcome(
        PrimaryKeyUnique.Violation(
          owner: "T", key: "p", object: 3, other: 0, count: 1, value: "2"))
        == ["  found        T#3.p = 2, as T#0"])
    let removal = DataPreserved.Removal(property: "p", value: "1", successor: "q")
    #expect(
      outcome(DataPreserved.Violation(.lostRename(removal), of: "T", object: 3))
        == ["  before       T#3.p = 1"])
    #expect(
      outcome(RequiredSet.Violation(owner: "T", required: "p", object: 3))
        == ["  object       T#3.p"])
    #expect(
      outcome(DataPreserved.Violation(.objectGone(nil), of: "T", object: 3))
        == ["  object       T#3"])
    #expect(outcome(UpgradeSucceeds.Violation(UpgradeError(.typeMismatch, "No."))) == [])
    #expect(
      outcome(
        InvariantCheck.Violation.fails(
          .init(name: "i", type: "T", expression: "new.a > 1"), object: 3, count: 1))
        == ["  object       T#3", "  holds        new.a > 1"])
  }
}
