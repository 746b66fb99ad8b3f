import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

@Suite struct MarkupTests {
  static let hostile = [
    "</script><img src=x onerror=alert(1)>", "]]>", "\u{202E}txt.exe", "a\u{0}b",
    "\" onmouseover=\"alert(1)", "' --><svg/onload=alert(1)>", "javascript:alert(1)",
    String(repeating: "x<&", count: 333), "::error::x\n::set-env name=A::b", "@all #1 | **b** `c`",
    "\u{FEFF}\u{FFFE}\u{FFFF}\u{2066}",
  ]

  @Test("a text cannot leave its place", arguments: hostile)
  func aTextCannotLeaveItsPlace(text: String) {
    let html = Markup.element("a", [.init("title", text)]) { text }.string
    #expect(html.hasPrefix("<a title=\""))
    #expect(html.utf8.count { $0 == UInt8(ascii: "<") } == 2)
    #expect(html.utf8.count { $0 == UInt8(ascii: "\"") } == 2)
    #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    for scalar in ["\u{202E}", "\u{2066}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}"] {
      #expect(!html.unicodeScalars.contains(scalar.unicodeScalars.first!))
    }
  }

  @Test("in any report every name is escaped, and every element ends", arguments: hostile.indices)
  func everyNameIsEscaped(index: Int) throws {
    let name = Self.hostile[index]
    let report = Self.report(named: name)
    let page = report.formatted(.html)
    let elements = try MarkupScanner.elements(in: page)
    #expect(elements.count { $0 == "script" } == 1)
    #expect(!elements.contains("img") && !elements.contains("iframe"))
    let plain = try MarkupScanner.elements(in: Self.report(named: "x").formatted(.html))
    // A long value has its whole text as a title.
    #expect(Set(elements).subtracting(plain).isSubset(of: ["title"]))
    #expect(elements.filter { $0 != "title" } == plain.filter { $0 != "title" })
    let junit = report.formatted(.junit)
    #expect(
      try MarkupScanner.elements(in: junit)
        == MarkupScanner.elements(in: Self.report(named: "x").formatted(.junit)))
    _ = try JSON.parse(report.formatted(.sarif))
    let lines = report.formatted(.github).split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("::") })
    #expect(lines.count == Self.report(named: "x").formatted(.github).split(separator: "\n").count)
    for line in report.formatted(.markdown).split(separator: "\n") {
      #expect(!line.contains("<img") && !line.contains("<svg"))
    }
  }

  /// A report in which everything that comes from outside has a name.
  static func report(named name: String) -> Report {
    let type = ObjectType(Name(name), [Property(Name(name + "p"), .string)])
    var graph = ObjectGraph(schema: Schema([type]))
    graph.append([.string(name)], type: 0)
    let finding = Finding(
      Failure(
        UpgradeSucceeds.Violation(
          UpgradeError(.duplicatePrimaryKey, name, type: Name(name), property: Name(name + "p"))),
        at: FailureSite(hop: Hop(from: 1, to: 2), path: [1, 2], store: .file)),
      source: SourcePlace(file: name, path: name, line: 3, text: "x"), trial: nil,
      counterexample: Counterexample(
        version: 1, graph: graph, originalObjects: 2, caseFile: "\(name).case.json"))
    var report = SampleReports.report(
      [finding],
      coverage: Coverage(
        paths: [.init(from: 1, to: 3, count: 2, completed: 2, arrived: 2)],
        types: [
          .init(
            start: 1, type: Name(name), trials: 1, random: .init(met: 1, trials: 1), properties: [])
        ],
        hazards: [
          .init(
            start: 1, hop: Hop(from: 1, to: 2), type: Name(name), property: nil, description: name,
            witnesses: 1, ran: 1, isPossible: true)
        ]))
    report.scope.history = name
    report.map = SampleReports.map()
    report.map?.versions[1].name = name
    report.warnings = [HealthWarning(.flaky, name, remedy: name)]
    return report
  }

  @Test("the policy of a page allows its own style and script, and no others")
  func thePolicyHasTheHashes() throws {
    let page = SampleReports.failed.formatted(.html)
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
    func hash(_ element: String) throws -> String {
      let start = try #require(page.firstRange(of: "<\(element)>"))
      let end = try #require(page[start.upperBound...].firstRange(of: "</\(element)>"))
      let bytes = Array(page[start.upperBound..<end.lowerBound].utf8)
      return "sha256-\(Base64.encode(SHA256.hash(bytes)))"
    }
    let (style, script) = (try hash("style"), try hash("script"))
    #expect(
      policy == """
        default-src &#39;none&#39;; style-src &#39;\(style)&#39;; \
        script-src &#39;\(script)&#39;; img-src data:; base-uri &#39;none&#39;; \
        form-action &#39;none&#39;
        """)
    #expect(!page.contains(" style=\"") && !page.contains(" onclick"))
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test("five findings take at most 60 kB, and 200 are shown at most")
  func aPageIsSmall() {
    let five = SampleReports.report(Array(repeating: SampleReports.refused, count: 5))
    #expect(five.formatted(.html).utf8.count < 60_000)
    let many = SampleReports.report(Array(repeating: SampleReports.refused, count: 230))
    let page = many.formatted(.html)
    #expect(page.matches(of: #/<article /#).count == 200)
    #expect(page.contains("More findings"))
  }
}

/// The elements of a page or a document, each of which has to end where it should.
enum MarkupScanner {
  struct Unbalanced: Error {
    let element: String
  }

  static func elements(in text: String) throws -> [String] {
    var elements = [String]()
    var open = [String]()
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...]
      guard let end = rest.firstIndex(of: ">") else { throw Unbalanced(element: "<") }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("!") || tag.hasPrefix("?") { continue }
      let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "-" })
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { throw Unbalanced(element: name) }
        continue
      }
      elements.append(name)
      if tag.hasSuffix("/") { continue }
      open.append(name)
      if name == "style" || name == "script", let end = rest.firstRange(of: "</\(name)>") {
        rest = rest[end.lowerBound...]
      }
    }
    if let element = open.last { throw Unbalanced(element: element) }
    return elements
  }
}
