import Foundation
import MigCheck
import MigCheckFormats
import MigCheckModel
import MigCheckReports
import MigCheckRules
import MigCheckVerifier
import Testing

/// What the README shows is what a reader gets.
@Suite struct ReadmeTests {
  @Test func `every report in the README comes out word for word`() throws {
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(Documentation.readme))
    let samples = try blocks.compactMap { block in
      try block.note.map { try (block, Sample($0)) }
    }
    #expect(samples.count == 3)
    let histories = blocks.filter { $0.language == "json" }.map(\.text)
    for (block, sample) in samples {
      #expect(try sample.report(histories: histories) == block.text, "\(block)")
    }
  }

  @Test func `every history in the README can be read`() throws {
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(Documentation.readme))
      .filter { $0.language == "json" }
    #expect(blocks.count == 2)
    for block in blocks {
      let history = try HistoryFile.parse(JSON.parse(block.text), file: Documentation.readme)
      try history.validate(file: "\(block)")
    }
  }

  @Test func `the README's test in Swift is the one that the downstream package runs`() throws {
    let blocks = try MarkdownBlock.blocks(in: Documentation.text(Documentation.readme))
    let block = try #require(blocks.first { $0.text.hasPrefix("import MigCheck\n") })
    let file = try Documentation.text("Tests/Downstream/Tests/ContactsTests/NotesTests.swift")
    #expect(block.text == file)
  }

  @Test func `the README's table of checks has all of them in order`() throws {
    let lines = try Documentation.text(Documentation.readme).split(separator: "\n")
    let table = lines.drop { $0 != "| check | what must hold |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let names = table.map { $0.split(separator: "`")[1] }
    #expect(names == Check.allCases.map { Substring($0.rawValue) })
  }

  @Test func `a sample whose report is another one is noticed`() throws {
    let sample = try Sample("report: history 1, findings in notes")
    let history = """
      {"migcheck": 1, "name": "Notes", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "Note", "properties": {"stars": "int"}}]},
        {"version": 2, "schema": [{"name": "Note", "properties": {"stars": "int"}}]}]}
      """
    let report = try sample.report(histories: [history])
    #expect(report.hasPrefix("✔ passed   Notes (realm), versions 1 to 2\n"))
  }
}

/// What a comment of the README says about the block below it, such as
/// `report: history 2, findings in notes, after history 1`: the second history of the page, checked
/// with a folder of findings that a run of the first one has left.
private struct Sample {
  private enum Source {
    case file(String)
    /// Counted from 1.
    case block(Int)

    init(_ text: Substring) {
      let number = text.hasPrefix("history ") ? Int(text.dropFirst(8)) : nil
      self = number.map(Source.block) ?? .file(String(text))
    }
  }

  private struct Unreadable: Error {
    let note: String
  }

  private let source: Source
  private let earlier: Source?
  /// The folder of findings as the report names it.
  private let folder: String

  init(_ note: String) throws {
    let expression =
      /report: (?<source>[^,]+), findings in (?<folder>[^,]+)(, after (?<earlier>.+))?/
    guard let match = note.wholeMatch(of: expression) else { throw Unreadable(note: note) }
    source = Source(match.source)
    folder = String(match.folder)
    earlier = match.earlier.map { Source($0) }
  }

  func report(histories: [String]) throws -> String {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    if let earlier { _ = try run(earlier, histories: histories, scratch: scratch.path) }
    return TextReport().text(try run(source, histories: histories, scratch: scratch.path))
  }

  private func run(_ source: Source, histories: [String], scratch: String) throws -> Report {
    let path: String
    switch source {
    case .file(let name): path = Shared.root.appendingPathComponent(name).path
    case .block(let number):
      path = scratch + "/notes.history.json"
      try #require(histories.indices.contains(number - 1))
      try Data(histories[number - 1].utf8).write(to: URL(fileURLWithPath: path))
    }
    let history = try History(contentsOf: path)
    let corpus = ShownCorpus(
      folder: CorpusFolder(scratch + "/findings", history: history, historyPath: path),
      place: scratch + "/findings", shownPlace: folder)
    return try Verifier(history, options: VerificationOptions(corpus: corpus)).run()
  }
}

/// A folder of findings that reports name differently.
private struct ShownCorpus: Corpus {
  let folder: CorpusFolder
  let place: String
  let shownPlace: String

  func cases() throws -> [CorpusCase] { try folder.cases() }

  func save(_ finding: Finding) throws -> String {
    let path = try folder.save(finding)
    try #require(path.hasPrefix(place))
    return shownPlace + path.dropFirst(place.count)
  }
}
