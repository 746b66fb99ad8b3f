import Foundation
import MigCheckVerifier
import TestMaterial
import Testing

/// The files of the documentation.
enum Documentation {
  static let readme = "README.md"
  static let catalogue = "Sources/MigCheck/MigCheck.docc"

  /// - Parameter path: relative to the root of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: Material.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Compares the reports that a page shows with those of real runs. With the environment variable
  /// `UPDATE_SAMPLES` they are written into the page instead, and the test fails this once.
  ///
  /// - Parameters:
  ///   - count: how many reports the page shows.
  ///   - histories: those of the page, in order.
  ///   - text: the report as the page shows it.
  static func expectReports(
    _ count: Int, in path: String, histories: [String], text: (Report) -> String
  ) throws {
    var page = try Self.text(path)
    let samples = MarkdownBlock.blocks(in: page).filter { $0.note != nil }
    #expect(samples.count == count)
    let updates = ProcessInfo.processInfo.environment["UPDATE_SAMPLES"] != nil
    for block in samples {
      let note = try #require(block.note)
      let report = try text(DocumentedReport(note).make(histories: histories))
      #expect(report == block.text, "\(path), \(block)")
      let head = "<!-- \(note) -->\n```\(block.language)\n"
      page = page.replacingOccurrences(of: head + block.text, with: head + report)
    }
    guard updates else { return }
    try Data(page.utf8).write(to: Material.root.appendingPathComponent(path))
  }
}
