import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// What a comment of the documentation says about the report in the block below it, such as
/// `report: history 2, findings in notes, after history 1`: the second history of the page, checked
/// with a folder of findings that a run of the first one has left.
struct DocumentedReport {
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

  /// - Parameter histories: those of the page, in order.
  func make(histories: [String]) throws -> Report {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    if let earlier { _ = try run(earlier, histories: histories, scratch: scratch.path) }
    return try run(source, histories: histories, scratch: scratch.path)
  }

  private func run(_ source: Source, histories: [String], scratch: String) throws -> Report {
    let path: String
    switch source {
    case .file(let name): path = Material.root.appendingPathComponent(name).path
    case .block(let number):
      path = scratch + "/notes.history.json"
      try #require(histories.indices.contains(number - 1))
      try Data(histories[number - 1].utf8).write(to: URL(fileURLWithPath: path))
    }
    let history = try History(contentsOf: path)
    let corpus = ShownCorpus(
      folder: CorpusFolder(scratch + "/findings", history: history, historyPath: path),
      place: scratch + "/findings", shownPlace: folder)
    var options = VerificationOptions()
    options.savedFindings = corpus
    return try Verifier(history, options: options).run()
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
