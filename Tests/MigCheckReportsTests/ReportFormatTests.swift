import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

@Suite struct ReportFormatTests {
  @Test(
    "each format of each sample is as its file shows",
    arguments: ReportFormat.all.map(\.name), ["failed", "passed", "vacuous"])
  func aSampleIsAsItsFileShows(format: String, sample: String) throws {
    let format = try #require(ReportFormat(named: format))
    let report = try #require(SampleReports.ofFormats[sample])
    try GoldenFile.expect(report.formatted(format), "\(sample).\(format.name)")
  }

  @Test(
    "a saved report gives the same files as the run", arguments: ["failed", "passed", "vacuous"])
  func aSavedReportGivesTheSameFiles(sample: String) throws {
    let report = try #require(SampleReports.ofFormats[sample])
    let saved = try JSON.parse(report.formatted(.json))
    let content = ReportContent(document: try ReportDocument(saved), json: saved)
    for format in ReportFormat.all {
      let text = format.formatted(content)
      #expect(format.name == "text" ? text == nil : text == report.formatted(format))
    }
  }

  @Test("a count of findings has room in its circle")
  func aCountHasRoomInItsCircle() throws {
    for (count, radius, shown) in [(7, 8, "7"), (120, 12, "99+")] {
      var finding = SampleReports.refused
      finding.failure.site.hop = Hop(from: 2, to: 3)
      var report = SampleReports.report(Array(repeating: finding, count: count))
      report.map = try #require(SampleReports.ofFormats["failed"]).map
      let badge = try Regex("r=\"\(radius)\"/><text class=\"badge-text begins\"[^>]*>([^<]*)<")
      let text = report.formatted(.html).firstMatch(of: badge)?.output[1].substring
      #expect(text.map(String.init) == shown)
    }
  }

  @Test("every document that is no report of this version is refused with a sentence")
  func otherDocumentsAreRefused() throws {
    func problem(_ text: String) throws -> String? {
      let json = try JSON.parse(text)
      do throws(ReportDocumentError) {
        _ = try ReportDocument(json)
        return nil
      } catch {
        return error.path.isEmpty ? error.problem : "\(error.path): \(error.problem)"
      }
    }
    #expect(try problem("[]") == "this is not a report of migcheck check")
    #expect(try problem(#"{"migcheck": 1, "versions": []}"#)?.contains("not a report") ?? false)
    let report = SampleReports.failed.formatted(.json)
    let other = "the report was written by another version of migcheck"
    #expect(try problem(report.replacing("\"migcheck\": 1", with: "\"migcheck\": 2")) == other)
    #expect(try problem(report.replacing("\"revision\": 2", with: "\"revision\": 1")) == other)
    #expect(try problem(report.replacing("\"revision\": 2", with: "\"revision\": 3")) == nil)
    #expect(
      try problem(report.replacing("\"hop\": [ 1, 3 ]", with: "\"hop\": [ 1 ]"))
        == "findings[0].hop: this must be a pair of versions")
  }

  @Test("a finding keeps its fingerprint whatever its line, seed and wording are")
  func aFingerprintIsStable() {
    let finding = SampleReports.refused
    var other = finding
    other.source = SourcePlace(file: "x.json", path: nil, line: 90)
    (other.trial, other.evaluations) = (77, 12)
    #expect(Fingerprint.text(of: other) == Fingerprint.text(of: finding))
    other.failure.site.hop = Hop(from: 1, to: 3)
    #expect(Fingerprint.text(of: other) != Fingerprint.text(of: finding))
    #expect(Fingerprint.text(["ab", "c"]) != Fingerprint.text(["a", "bc"]))
  }

  @Test("where upgrades run every version, a finding states the rule and not the sample")
  func theRuleIsStated() {
    var finding = SampleReports.refused
    finding.failure.site.path = [2, 3]
    finding.alsoAt = [Hop(from: 1, to: 3)]
    #expect(AlsoAtRule(finding, in: SampleReports.map()) == nil)
    let map = SampleReports.map(runsEachVersion: true)
    #expect(AlsoAtRule(finding, in: map)?.text == "every upgrade past 2 → 3")
    finding.failure.site.otherPath = [1, 3]
    #expect(AlsoAtRule(finding, in: map) == nil)
  }

  @Test("a link and a text that spells it differ, and a foreign key leads to its row")
  func linksAreValuesOfTheirOwn() {
    let schema = Schema([
      ObjectType(
        "Reader",
        [
          Property("home", .object, objectType: "Address", optional: true),
          Property("note", .string), Property("key", .int),
        ]), ObjectType("Address", [Property("id", .int)]),
    ])
    var graph = ObjectGraph(schema: schema)
    graph.append(
      [.link(ObjectReference(type: 1, index: 0)), .string("Address#0"), .int(7)], type: 0)
    graph.append([.int(7)], type: 1)
    let key = PropertyReference(
      type: "Reader", property: "key", targetType: "Address", targetProperty: "id")
    let shown = ShownGraph(
      FindingPresentation.Graph(caption: "", graph: graph), subject: nil, references: [key])
    #expect(shown.objects.map(\.name) == ["Reader#0", "Address#0"])
    #expect(shown.objects[0].values.map(\.text) == ["Address#0", "\"Address#0\"", "7"])
    #expect(shown.objects[0].values.map(\.links) == [["Address#0"], [], ["Address#0"]])
  }

  @Test("values of a user's store that a run hides are in no format")
  func hiddenValuesStayHidden() {
    var finding = SampleReports.pathsDiffer
    finding.hiddenObjects = 4
    finding.counterexample.graph = ObjectGraph(schema: finding.counterexample.graph.schema)
    var violation = EndDifference(
      .valueDiffers, type: "Person", property: "email", object: 0, first: "\"secret\"",
      second: "\"secret too\"")
    violation.object = 0
    finding.failure.violation = PathsAgree.Violation.differ(violation)
    for format in ReportFormat.all {
      #expect(
        !SampleReports.report([finding]).formatted(format).contains("secret"), "\(format.name)")
    }
  }

  @Test("GitHub is shown the worst nine, and how many more there are")
  func gitHubIsShownTheWorst() {
    let report = SampleReports.report(
      [SampleReports.undecided] + Array(repeating: SampleReports.refused, count: 12))
    let lines = report.formatted(.github).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("::error ") }.count == 9)
    #expect(lines.contains { $0.hasPrefix("::notice ") && $0.contains("4 more findings") })
    let all = SampleReports.report(Array(repeating: SampleReports.refused, count: 10))
    #expect(all.formatted(.github).split(separator: "\n").count { $0.hasPrefix("::error ") } == 10)
  }

  @Test("a comment has room for the Markdown of any report")
  func markdownFits() {
    var many = [Finding]()
    for number in 0..<200 {
      var finding = SampleReports.pathsDiffer
      finding.failure.site.hop = Hop(from: 1, to: UInt64(number + 3))
      many.append(finding)
    }
    var report = SampleReports.report(many)
    report.scope.history = String(repeating: "|<é", count: 400)
    let text = report.formatted(.markdown)
    #expect(text.utf8.count < 60_000)
    #expect(text.contains("more findings that this has no room for"))
  }

  @Test("GitLab is given each fingerprint once")
  func gitLabHasDistinctFingerprints() throws {
    let report = SampleReports.report(Array(repeating: SampleReports.refused, count: 3))
    guard case .array(let entries) = try JSON.parse(report.formatted(.gitlab)) else { return }
    #expect(Set(entries.map { $0["fingerprint"]?.compactText }).count == 3)
  }
}
