import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// What the documentation says of checks and formats is what the code does.
@Suite struct DocumentationTests {
  static let formats = Documentation.catalogue + "/FileFormats.md"
  static let checks = Documentation.catalogue + "/Checks.md"

  /// The JSON blocks of the page on formats that hold a key.
  static func blocks(with key: String) throws -> [MarkdownBlock] {
    try MarkdownBlock.blocks(in: Documentation.text(formats)).filter { block in
      try block.language == "json" && JSON.parse(block.text)[key] != nil
    }
  }

  static func history() throws -> History {
    let block = try #require(try blocks(with: "versions").first)
    return try HistoryFile.parse(JSON.parse(block.text), file: formats)
  }

  @Test("the page on checks has all of them in order") func thePageOnChecksHasAllOfThemInOrder()
    throws
  {
    let names = try Documentation.text(Self.checks).split(separator: "\n")
      .filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
    #expect(names == Check.allCases.map { Substring($0.rawValue) })
  }

  @Test("the table of checks has all of them in order")
  func theTableOfChecksHasAllOfThemInOrder() throws {
    let lines = try Documentation.text(Self.checks).split(separator: "\n")
    let table = lines.drop { $0 != "| check | what must hold |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let names = table.map { $0.split(separator: "`")[1] }
    #expect(names == Check.allCases.map { Substring($0.rawValue) })
    let demands = table.map { row in
      row.split(separator: "|")[1].filter { $0 != "`" }.trimmingCharacters(in: .whitespaces)
    }
    #expect(demands == Check.allCases.map(\.demand))
  }

  /// The articles of the catalogue, by their names.
  static let articles = Material.files(
    in: Material.root.appendingPathComponent(Documentation.catalogue), endingWith: ".md")

  @Test("every article that an article names is there, and the overview names each one")
  func everyArticleIsThere() throws {
    let names = Self.articles.map { String($0.split(separator: "/").last?.dropLast(3) ?? "") }
    var named = Set<String>()
    for article in Self.articles {
      let text = try String(contentsOfFile: article, encoding: .utf8)
      for match in text.matches(of: /<doc:([A-Za-z]+)>/) {
        #expect(names.contains(String(match.1)), "\(article): \(match.1)")
        if text.hasPrefix("# ``") || text.contains("\n## Topics\n") {
          named.insert(String(match.1))
        }
      }
    }
    for name in names where name != "MigCheck" { #expect(named.contains(name), "\(name)") }
  }

  @Test("every file of the sources that an article names is there", arguments: articles)
  func everyFileIsThere(article: String) throws {
    let text = try String(contentsOfFile: article, encoding: .utf8)
    for match in text.matches(of: /`((?:Sources|Tests|Corpus|scripts)\/[A-Za-z0-9+.\/-]+)`/) {
      let path = Material.root.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
    }
  }

  /// All names of warnings, those of Realm's defects included.
  static let warnings =
    HealthWarning.Kind.all.map(\.rawValue) + History("", versions: {}).defectNames.sorted()

  @Test("the page on health warnings has all of them in order")
  func thePageOnHealthWarningsHasAllOfThemInOrder() throws {
    let page = try Documentation.text(Documentation.catalogue + "/HealthWarnings.md")
    let names = page.split(separator: "\n").filter { $0.hasPrefix("### ") }
      .map { String($0.dropFirst(4)) }
    #expect(names == Self.warnings)
    for name in HealthWarning.Kind.checks { #expect(page.contains("`\(name)`")) }
  }

  @Test("the page on formats has all warnings in order")
  func thePageOnFormatsHasAllWarningsInOrder() throws {
    let lines = try Documentation.text(Self.formats).split(separator: "\n")
    let table = lines.drop { $0 != "| name | what is the matter |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let names = table.flatMap { row in
      row.split(separator: "|")[0].split(separator: ",")
        .map { $0.filter { $0 != "`" && $0 != " " } }
    }
    #expect(names == Self.warnings)
  }

  @Test("the page on formats has all error codes in order")
  func thePageOnFormatsHasAllErrorCodesInOrder() throws {
    let lines = try Documentation.text(Self.formats).split(separator: "\n")
    let table = lines.drop { !$0.hasPrefix("| code | the upgrade is refused") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let codes = table.flatMap { row in
      row.split(separator: "|")[0].split(separator: ",")
        .map { $0.filter { $0 != "`" && $0 != " " } }
    }
    #expect(codes == UpgradeError.Code.allCases.map(\.rawValue))
  }

  @Test("the history and the graph of the page on formats can be read")
  func theHistoryAndTheGraphOfThePageOnFormatsCanBeRead() throws {
    let history = try Self.history()
    try history.validate(file: Self.formats)
    let graphs = try Self.blocks(with: "objects")
    #expect(graphs.count == 1)
    for block in graphs {
      let (_, graph) = try GraphFile.parse(JSON.parse(block.text), file: Self.formats) {
        history.stage($0)?.schema
      }
      #expect(graph.totalObjectCount == 2)
    }
  }

  @Test("the case of the page on formats passes", arguments: StoreKind.allCases)
  func theCaseOfThePageOnFormatsPasses(kind: StoreKind) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let blocks = try Self.blocks(with: "path")
    #expect(blocks.count == 1)
    for block in blocks {
      let file = try CaseFile.parse(JSON.parse(block.text), file: Self.formats)
      #expect(file.expectation != nil)
      #expect(try CaseReplay(directory: scratch.path).run(file, on: kind) == .passed)
    }
  }

  @Test("the report of the page on formats comes out word for word")
  func theReportOfThePageOnFormatsComesOutWordForWord() throws {
    let histories = try Self.blocks(with: "versions").map(\.text)
    try Documentation.expectReports(1, in: Self.formats, histories: histories) {
      JSONReport.text($0)
    }
  }

  @Test("the page on formats names every key of a report")
  func thePageOnFormatsNamesEveryKeyOfAReport() throws {
    var history = try Self.history()
    history.stages[1].invariants = [
      HistoryInvariant("the title stays", type: "Note", since: 1, holds: "old.title = new.title")
    ]
    var report = try verify(history, options: VerificationOptions(trials: 5))
    #expect(!report.findings.isEmpty && !report.coverage.invariants.isEmpty)
    report.warnings.append(HealthWarning(.flaky, "It comes and goes.", remedy: "Look."))
    report.timings = Timings(
      seconds: 1, trialsPerSecond: 2, slowestTrial: .init(trial: 0, seconds: 1))
    let page = try Documentation.text(Self.formats)
    let section = try #require(page.range(of: "\n## Report\n"))
    let text = page[section.upperBound...]
    let keys = Self.keys(of: JSONReport.json(report))
    #expect(keys.count > 30)
    for key in keys { #expect(text.contains("`\(key)`"), "\(key)") }
  }

  /// The keys of a document, without those of the graphs in it.
  private static func keys(of json: JSON) -> [String] {
    switch json {
    case .object(let members):
      members.flatMap { member in
        [member.key] + (member.key == "graph" ? [] : keys(of: member.value))
      }
    case .array(let elements): elements.flatMap(keys)
    default: []
    }
  }
}
