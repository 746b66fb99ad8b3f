import Foundation
import TestMaterial
import Testing

/// The shell blocks of the README, run one after the other as a reader does.
@Suite struct ReadmeCommandsTests {
  /// Lines whose status is another one than 0.
  private static let failing = ["scripts/migcheck check Corpus/realm/email-readded.history.json"]

  @Test("each line of the README's shell blocks does what the page says")
  func eachLineRuns() throws {
    let bench = try Workbench()
    try makeRepository(in: bench)
    let (script, lines) = try script(for: bench)
    let outcome = try bench.shell("cd repository\n\(script)")
    let statuses = try bench.text("repository/statuses").split(separator: "\n").compactMap {
      Int32($0)
    }
    try #require(statuses.count == lines.count, "\(outcome.output)\(outcome.errors)")
    for (line, status) in zip(lines, statuses) {
      #expect(status == line.status, "\(line.text): \(outcome.errors)")
    }
    #expect(outcome.output.contains("Note.stars becomes required"))
    #expect(outcome.output.contains("✔ passed   Notes (realm), versions 1 to 2"))
    #expect(bench.files.contains("tmp/notes/report.json"))
  }

  /// A clone in which the first command of the page has run: the program is where that leaves it.
  private func makeRepository(in bench: Workbench) throws {
    let script = try String(
      contentsOf: Material.root.appendingPathComponent("scripts/migcheck"), encoding: .utf8)
    let place = try #require(
      script.firstMatch(of: /command="\$root\/([^"]+)"/), "where does scripts/migcheck build?")
    let folder = URL(fileURLWithPath: bench.path).appendingPathComponent("repository")
    func link(_ name: String, to target: URL) throws {
      let url = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
    }
    try link(String(place.1), to: Workbench.command)
    try link("scripts/migcheck", to: Workbench.command)
    // Which runs this test.
    try link("scripts/test", to: URL(fileURLWithPath: "/bin/true"))
    try FileManager.default.copyItem(
      at: Material.root.appendingPathComponent("Corpus"),
      to: folder.appendingPathComponent("Corpus"))
  }

  private struct Line {
    var text: String
    var status: Int32
  }

  /// All that a reader types, and saves, in order.
  private func script(for bench: Workbench) throws -> (text: String, lines: [Line]) {
    var script = "statuses=$PWD/statuses\n"
    var lines = [Line]()
    func add(_ text: String, status: Int32) {
      lines.append(Line(text: text, status: status))
      script += "\(text)\necho $? >> \"$statuses\"\n"
    }
    var histories = 0
    for block in try MarkdownBlock.blocks(ofPage: "README.md") {
      switch block.language {
      case "sh":
        for part in block.text.split(separator: "\n") {
          let line = part.replacingOccurrences(of: "/tmp/", with: "\(bench.path)/tmp/")
          let isFailing = Self.failing.contains { line.hasPrefix($0) }
          add(line, status: isFailing ? 1 : 0)
        }
      case "json":
        histories += 1
        script += "cat > notes.history.json <<'END'\n\(block.text)END\n"
      case "text" where block.note?.hasPrefix("report: history ") == true:
        add("migcheck", status: histories == 1 ? 1 : 0)
      default: break
      }
    }
    return ("mkdir \(bench.path)/tmp\n" + script, lines)
  }
}
