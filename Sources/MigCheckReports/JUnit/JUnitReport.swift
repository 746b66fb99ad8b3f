import MigCheckVerifier

/// A test suite as Jenkins and others read it: a test for each check that holds, and one for each
/// finding.
struct JUnitReport {
  let document: ReportDocument

  private struct Case {
    enum Outcome {
      case passed
      case failed(type: String, message: String, text: String)
      case skipped(String)
    }

    /// What the class is called after the name of the history.
    var group: String
    var name: String
    var outcome: Outcome
    /// What else there is to say.
    var output: String?
  }

  var text: String {
    let cases = cases
    func count(_ isCounted: (Case.Outcome) -> Bool) -> Int { cases.count { isCounted($0.outcome) } }
    let failures = count { if case .failed = $0 { true } else { false } }
    let skipped = count { if case .skipped = $0 { true } else { false } }
    let totals: [Markup.Attribute] = [
      .init("name", document.history), .init("tests", cases.count), .init("failures", failures),
      .init("errors", 0),
    ]
    return Markup.all {
      Markup.literal("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      Markup.element("testsuites", totals) {
        Markup.literal("\n")
        Markup.element("testsuite", totals + [.init("skipped", skipped)]) {
          Markup.literal("\n")
          properties
          for item in cases { element(item) }
        }
        Markup.literal("\n")
      }
      Markup.literal("\n")
    }.string
  }

  private var properties: Markup {
    let all: [(String, String?)] = [
      ("verdict", document.verdict), ("rules", document.rules), ("seed", document.seed),
      ("versions", "\(document.from) to \(document.to)"), ("input", document.input),
      ("migcheck", document.toolVersion),
    ]
    return .all {
      Markup.element("properties") {
        for (name, value) in all {
          if let value {
            Markup.void("property", [.init("name", name), .init("value", value)])
          }
        }
      }
      Markup.literal("\n")
    }
  }

  private func element(_ item: Case) -> Markup {
    .all {
      Markup.element(
        "testcase",
        [.init("classname", "\(document.history).\(item.group)"), .init("name", item.name)]
      ) {
        switch item.outcome {
        case .passed: Markup.empty
        case .skipped(let reason): Markup.void("skipped", [.init("message", reason)])
        case .failed(let type, let message, let text):
          Markup.element("failure", [.init("message", message), .init("type", type)]) { text }
        }
        if let output = item.output { Markup.element("system-out") { output } }
      }
      Markup.literal("\n")
    }
  }

  // MARK: Cases

  private var cases: [Case] {
    let broken = Set(document.classes.problems.map(\.check))
    let checks = Check.allCases.filter { check in
      check != .exercised && !broken.contains(check.rawValue)
    }.map { check in
      let reason = document.coverage.notApplicable.first {
        $0.check == check.rawValue && $0.isWhole
      }
      return Case(
        group: check.rawValue, name: check.demand,
        outcome: reason.map { .skipped($0.reason) } ?? .passed)
    }
    let passed = document.passedCases.map { Case(group: "case", name: $0, outcome: .passed) }
    return checks + [exercised] + passed + document.ranked.map(test)
  }

  private var exercised: Case {
    let name = Check.exercised.demand
    guard document.verdict == "vacuous" else {
      return Case(group: Check.exercised.rawValue, name: name, outcome: .passed)
    }
    return Case(
      group: Check.exercised.rawValue, name: name,
      outcome: .failed(
        type: "vacuous", message: document.meaning ?? "",
        text: document.notExercised.joined(separator: "\n")))
  }

  private func test(_ finding: ReportDocument.Finding) -> Case {
    let text = FindingLines(finding, explanation: document.explanation(of: finding)).text
    let message = WarningPresentation.line(finding.message)
    var item = Case(
      group: finding.name, name: "\(finding.place) \(finding.hop.text)", outcome: .passed)
    switch finding.standing {
    case .fails, .undecided:
      item.outcome = .failed(type: finding.kind, message: message, text: text)
    case .known:
      item.outcome = .skipped(finding.reason ?? "the version has been released")
      item.output = text
    case .warns: item.output = text
    }
    return item
  }
}
