import Foundation
import MigCheck
import MigCheckEngines
import MigCheckFormats
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// What the README shows is what a reader gets.
@Suite struct ReadmeTests {
  @Test("every report in the README comes out word for word")
  func everyReportInTheREADMEComesOutWordForWord() throws {
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(Documentation.readme))
    let histories = blocks.filter { $0.language == "json" }.map(\.text)
    try Documentation.expectReports(3, in: Documentation.readme, histories: histories) {
      TextReport().text($0)
    }
  }

  @Test("every history in the README can be read") func everyHistoryInTheREADMECanBeRead() throws {
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(Documentation.readme))
      .filter { $0.language == "json" }
    #expect(blocks.count == 2)
    for block in blocks {
      let history = try HistoryFile.parse(JSON.parse(block.text), file: Documentation.readme)
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

  @Test("the README's table of checks has all of them in order")
  func theREADMEsTableOfChecksHasAllOfThemInOrder() throws {
    let lines = try Documentation.text(Documentation.readme).split(separator: "\n")
    let table = lines.drop { $0 != "| check | what must hold |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let names = table.map { $0.split(separator: "`")[1] }
    #expect(names == Check.allCases.map { Substring($0.rawValue) })
    let demands = table.map { row in
      row.split(separator: "|")[1].filter { $0 != "`" }.trimmingCharacters(in: .whitespaces)
    }
    #expect(demands == Check.allCases.map(\.demand))
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
