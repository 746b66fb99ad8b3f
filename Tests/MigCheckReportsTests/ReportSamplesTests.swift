import Foundation
import Testing

/// The samples of the page about reports are what the formats write.
@Suite struct ReportSamplesTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/MigCheck/MigCheck.docc/Reports.md")

  /// In characters; the page of a report has its style in one line.
  private static let width = 160

  @Test("each sample of the page is a part of its file")
  func samplesAreParts() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let expression = try Regex(
      #"(<!-- sample: ([a-z.]+)(?:, (last )?(\d+) lines)? -->\n```text\n)((?:.*\n)*?)(```\n)"#,
      as: (Substring, Substring, Substring, Substring?, Substring?, Substring, Substring).self)
    var count = 0
    let expected = try page.replacing(expression) { match in
      count += 1
      let (_, head, name, last, lines, _, end) = match.output
      return try head + Self.sample(name, last != nil, lines.flatMap { Int($0) }) + end
    }
    #expect(count == 6)
    if ProcessInfo.processInfo.environment["UPDATE_SAMPLES"] != nil {
      try Data(expected.utf8).write(to: Self.page)
    } else {
      #expect(page == expected, "UPDATE_SAMPLES=1 writes the samples anew")
    }
  }

  private static func sample(_ name: Substring, _ isEnd: Bool, _ count: Int?) throws -> String {
    let url = GoldenFile.folder.appendingPathComponent(String(name))
    let lines = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map { $0.count > width ? $0.prefix(width) + "…" : $0 }
    let count = count ?? lines.count
    let shown = isEnd ? lines.suffix(count) : lines.prefix(count)
    return shown.map { $0 + "\n" }.joined()
  }
}
