import Foundation
import Testing

/// A file that holds what a test expects, for people to look at.
enum GoldenFile {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  /// Compares a text with its file; with `MIGCHECK_WRITE_GOLDEN=1` writes the file instead.
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["UPDATE_SAMPLES"] != nil {
      try Data(text.utf8).write(to: url)
      return
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    guard expected != text else { return }
    let lines = zip(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false))
    let first = lines.enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(name) differs in line \((first?.offset ?? 0) + 1):
      \(first?.element.0.prefix(300) ?? "")
      \(first?.element.1.prefix(300) ?? "")
      UPDATE_SAMPLES=1 writes the files anew.
      """, sourceLocation: sourceLocation)
  }
}
