import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckReports

@Suite struct WarningTextTests {
  private func text(_ warning: HealthWarning) -> String { TextReport().text(of: warning) }

  @Test("a warning says what, where, how to fix it and how to silence it")
  func aWarningSaysWhatWhereHowToMendItAndHowToSilenceIt() {
    let warning = HealthWarning(
      "realm-copied-string",
      "If several links lead to one object of Address when the type becomes embedded, Realm copies "
        + "it, and a text may have garbage in its first 16 bytes.",
      remedy:
        "Leave Address as it is, add a new embedded type beside it, and let the migration fill "
        + "one of it for each link.", hop: Hop(from: 4, to: 5),
      alsoAt: [Hop(from: 1, to: 5), Hop(from: 2, to: 5), Hop(from: 3, to: 5)], type: "Address")
    #expect(
      text(warning) == """
        ⚠ realm-copied-string   If several links lead to one object of Address when
          the type becomes embedded, Realm copies it, and a text may have garbage in its
          first 16 bytes.
          upgrades     1…4 → 5
          remedy       Leave Address as it is, add a new embedded type beside it, and
                       let the migration fill one of it for each link.
          silence      --silence realm-copied-string
        """)
  }

  @Test("a line has as much of a long name as there is room for") func longName() {
    let place = "Settings." + String(repeating: "x", count: 80)
    func line(isTerminal: Bool) -> String? {
      BriefWarnings(
        findings: [],
        warnings: [
          HealthWarning(
            "coredata-undocumented", "\(place): a change.", remedy: "Look.",
            hop: Hop(from: 1, to: 2))
        ], style: ReportStyle(isColored: false, isTerminal: isTerminal)
      ).lines.first
    }
    #expect(line(isTerminal: false) == "⚠ coredata-undocumented   1 → 2: \(place): a change.")
    #expect(
      line(isTerminal: true) == "⚠ coredata-undocumented   1 → 2: Settings."
        + String(repeating: "x", count: 37)
        + "…")
  }

  @Test(
    "of many warnings of one name about one upgrade the first is shown, and the verdict is last")
  func alike() {
    func warnings(_ count: Int, _ hop: Hop) -> [HealthWarning] {
      (1...count).map {
        HealthWarning("coredata-transformer", "Note.a\($0) changes.", remedy: "Look.", hop: hop)
      }
    }
    let (hop, next) = (Hop(from: 1, to: 2), Hop(from: 2, to: 3))
    let lines = BriefWarnings(
      findings: [], warnings: warnings(11, hop) + warnings(3, next),
      style: ReportStyle(isColored: false)
    ).lines
    #expect(
      lines.dropLast(2) == [
        "⚠ coredata-transformer   1 → 2: Note.a1 changes.",
        "                         1 → 2: and 10 more",
        "⚠ coredata-transformer   2 → 3: Note.a1 changes.",
        "⚠ coredata-transformer   2 → 3: Note.a2 changes.",
        "⚠ coredata-transformer   2 → 3: Note.a3 changes.",
      ])
    var report = SampleReports.report([])
    report.warnings = (1...20).flatMap { warnings(1, Hop(from: $0, to: $0 + 1)) }
    let text = TextReport().text(report).split(separator: "\n")
    #expect(text.last?.hasPrefix("✔ passed   ") == true, "\(text)")
    report.warnings = Array(report.warnings.prefix(5))
    #expect(TextReport().text(report).hasSuffix("--silence NAME leaves it out.\n"))
  }

  @Test("what comes from outside is on one line and escaped")
  func whatComesFromOutsideIsOnOneLineAndEscaped() {
    let warning = HealthWarning(
      .invalidGraphs, "Says:\n- \u{E9}\u{7}", remedy: "Fix it.", hop: Hop(from: 2, to: 2))
    #expect(
      text(warning) == """
        ⚠ invalid-graphs   Says: - \\u{E9}\\u{7}
          remedy       Fix it.
          silence      --silence invalid-graphs
        """)
  }

  @Test("in Swift it is silenced by an argument") func inSwiftItIsSilencedByAnArgument() {
    let warning = HealthWarning(.flaky, "It came and went.", remedy: "Look.")
    #expect(
      TextReport().text(of: warning, isInSwift: true) == """
        ⚠ flaky   It came and went.
          remedy       Look.
          silence      silenced: ["flaky"]
        """)
  }

  @Test("only the name is coloured") func onlyTheNameIsColoured() {
    let warning = HealthWarning(.flaky, "It came and went.", remedy: "Look.")
    #expect(
      TextReport(colours: true).text(of: warning).hasPrefix(
        "\u{1B}[1;33m⚠ flaky\u{1B}[0m   It came and went.\n"))
  }

  @Test(
    "upgrades are told in few words",
    arguments: [
      ([(1, 2)], "1 → 2"),
      ([(1, 2), (1, 3), (2, 3)], "1 → 2, 3; 2 → 3"),
      ([(1, 4), (1, 5), (1, 6), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6)], "1…3 → 4…6"),
      ([(1, 9), (2, 9), (5, 9), (6, 9), (7, 9)], "1, 2, 5…7 → 9"),
    ] as [([(UInt64, UInt64)], String)])
  func upgradesAreToldInFewWords(hops: [(UInt64, UInt64)], text: String) {
    #expect(HopList(hops: hops.map { Hop(from: $0.0, to: $0.1) }).text == text)
  }
}
