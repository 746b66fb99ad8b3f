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

/// What the README shows is what a reader gets.
@Suite struct ReadmeTests {
  @Test("every history of the first steps can be read")
  func everyHistoryOfTheFirstStepsCanBeRead() throws {
    let page = Documentation.catalogue + "/GettingStarted.md"
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(page))
      .filter { $0.language == "json" }
    #expect(blocks.count == 2)
    for block in blocks {
      let history = try HistoryFile.parse(JSON.parse(block.text), file: page)
      try history.validate(file: "\(block)")
    }
  }

  @Test("the README's test in Swift is the one that the downstream package runs")
  func theREADMEsTestInSwiftIsTheOneThatTheDownstreamPackageRuns() throws {
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(Documentation.readme))
    let block = try #require(blocks.first { $0.text.hasPrefix("import MigCheck\n") })
    let file = try Documentation.text("Tests/Downstream/Tests/ContactsTests/NotesTests.swift")
    #expect(block.text == file)
  }

  @Test("the README has at most 200 lines") func theREADMEIsShort() throws {
    let text = try Documentation.text(Documentation.readme)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test("every page that the README names is there")
  func everyPageIsThere() throws {
    let text = try Documentation.text(Documentation.readme)
    let targets = text.matches(of: /\]\(([^):]+\.md|LICENSE)\)/).map { String($0.1) }
    #expect(targets.count > 10)
    for target in targets {
      let path = Material.root.appendingPathComponent(target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(target)")
    }
  }

  @Test("a fixed history would show another report") func aFixedHistoryWouldShowAnotherReport()
    throws
  {
    let sample = try DocumentedReport("report: history 1, findings in notes")
    let history = """
      {"migcheck": 1, "name": "Notes", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "Note", "properties": {"stars": "int"}}]},
        {"version": 2, "schema": [{"name": "Note", "properties": {"stars": "int"}}]}]}
      """
    let report = try TextReport().text(sample.make(histories: [history]))
    #expect(report.hasPrefix("✔ passed   Notes (realm), versions 1 to 2\n"))
  }
}
