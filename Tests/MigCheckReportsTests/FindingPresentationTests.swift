import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

/// What one format says of a finding, the others say as well.
@Suite struct FindingPresentationTests {
  static let findings = [
    SampleReports.pathsDiffer, SampleReports.refused, SampleReports.undecided,
    FollowUpReportTests.order, FollowUpReportTests.addition,
  ]

  private func json(_ finding: Finding) throws -> JSON {
    guard case .array(let all)? = JSONReport.json(SampleReports.report([finding]))["findings"]
    else { throw MissingFindings() }
    return try #require(all.first)
  }

  private struct MissingFindings: Error {}

  private func text(_ finding: Finding) -> [String] {
    FindingText(
      finding: finding, history: "Contacts", seed: 1, style: ReportStyle(isColored: false)
    ).lines
  }

  @Test("text and JSON have the same rows", arguments: findings.indices)
  func textAndJSONHaveTheSameRows(index: Int) throws {
    let finding = Self.findings[index]
    guard case .array(let rows)? = try json(finding)["rows"] else {
      Issue.record("there are no rows")
      return
    }
    let text = text(finding).joined(separator: "\n")
    #expect(rows.count == FindingPresentation(finding, history: "H").rows.count)
    for row in rows {
      for key in ["label", "object", "property", "value"] {
        guard case .string(let word)? = row[key] else { continue }
        #expect(text.contains(word), "\(key)")
      }
    }
  }

  @Test("JSON says what text says of values, objects and shrinking")
  func jsonSaysWhatTextSays() throws {
    let finding = try json(SampleReports.pathsDiffer)
    #expect(
      finding["rows"]?.compactText == """
        [{"label":"1 → 3","object":"Person#0","property":"email","value":"\\"0\\"","note":null},\
        {"label":"1 → 2 → 3","object":"Person#0","property":"email","value":"\\"\\"","note":null}]
        """)
    #expect(finding["kind"]?.compactText == #""pathsDiffer""#)
    #expect(finding["hop"]?.compactText == "[1,3]")
    #expect(finding["object"]?.compactText == "0")
    #expect(finding["count"]?.compactText == "1")
    let example = try #require(finding["counterexample"])
    #expect(example["shrunkFrom"]?.compactText == "37")
    #expect(
      example["any"]?.compactText == """
        [{"type":"Person","property":"email","row":0,"path":[]},\
        {"type":"Person","property":"name","row":0,"path":[]}]
        """)
  }

  @Test("text and JSON say where the author wrote what fails")
  func textAndJSONSayWhereTheAuthorWroteIt() throws {
    var finding = SampleReports.pathsDiffer
    #expect(try json(finding)["source"]?.compactText == "null")
    #expect(!text(finding).contains { $0.contains("written at") })
    finding.source = SourcePlace(file: "contacts.history.json", path: "versions[1].migration[0]")
    #expect(
      text(finding).contains("  written at   contacts.history.json, versions[1].migration[0]"))
    #expect(
      try json(finding)["source"]?.compactText
        == #"{"file":"contacts.history.json","path":"versions[1].migration[0]","line":null}"#)
    finding.source = SourcePlace(file: "App/Contacts.swift", line: 42)
    #expect(text(finding).contains("  written at   App/Contacts.swift:42"))
    #expect(
      try json(finding)["source"]?.compactText
        == #"{"file":"App/Contacts.swift","path":null,"line":42}"#)
  }
}
