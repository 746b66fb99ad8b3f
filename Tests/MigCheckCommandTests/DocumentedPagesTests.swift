import Foundation
import TestMaterial
import Testing

/// Pages that a reader types along with: their shell blocks are run, line by line, in a folder that looks
/// like a clone in which the first command has built the program.
///
/// A block after the comment `save NAME` is a file that the reader saves in the folder where they are. One
/// after `output` is what the line before it prints, and after `output, status 1` its status is 1. With the
/// environment variable `UPDATE_SAMPLES` what is printed is written into the page, and the test fails this
/// once.
@Suite struct DocumentedPagesTests {
  static let pages = [
    "README.md", "Sources/MigCheck/MigCheck.docc/GettingStarted.md",
    "Sources/MigCheck/MigCheck.docc/InformationKept.md",
  ]

  private struct Line {
    var text: String
    var status: Int32 = 0
    var output: MarkdownBlock?
  }

  @Test("what a reader types does what the page says", arguments: pages)
  func whatAReaderTypesDoesWhatThePageSays(page: String) throws {
    let bench = try Workbench()
    try makeRepository(in: bench)
    let (script, lines) = try script(for: page, in: bench)
    #expect(!lines.isEmpty && lines.contains { $0.output != nil })
    let outcome = try bench.shell("cd repository\n\(script)")
    let statuses = try bench.text("statuses").split(separator: "\n").compactMap { Int32($0) }
    try #require(statuses.count == lines.count, "\(outcome.output)\(outcome.errors)")
    var text = try String(
      contentsOf: Material.root.appendingPathComponent(page), encoding: .utf8)
    for (index, line) in lines.enumerated() {
      let printed = try bench.text("output-\(index)")
        .replacingOccurrences(of: "\(bench.path)/tmp/", with: "/tmp/")
      #expect(statuses[index] == line.status, "\(line.text): \(printed)")
      guard let block = line.output else { continue }
      #expect(printed == block.text, "\(page), \(block), after \(line.text)")
      let head = "<!-- \(block.note ?? "") -->\n```\(block.language)\n"
      text = text.replacingOccurrences(of: head + block.text, with: head + printed)
    }
    guard ProcessInfo.processInfo.environment["UPDATE_SAMPLES"] != nil else { return }
    try Data(text.utf8).write(to: Material.root.appendingPathComponent(page))
  }

  /// All that a reader types and saves, in order. The output of each line lands in a file of its own.
  private func script(
    for page: String, in bench: Workbench
  ) throws -> (text: String, lines: [Line]) {
    var script = "mkdir \(bench.path)/tmp\n"
    var lines = [Line]()
    for block in try MarkdownBlock.blocks(ofPage: page) {
      let note = block.note ?? ""
      if note.hasPrefix("save ") {
        script += "cat > '\(note.dropFirst(5))' <<'END'\n\(block.text)END\n"
      } else if let match = note.wholeMatch(of: /output(?:, status (\d+))?/) {
        try #require(!lines.isEmpty)
        lines[lines.count - 1].output = block
        lines[lines.count - 1].status = match.1.flatMap { Int32($0) } ?? 0
      } else if block.language == "sh" {
        for part in block.text.replacing("\\\n", with: "").split(separator: "\n") {
          let line = part.replacingOccurrences(of: "/tmp/", with: "\(bench.path)/tmp/")
          script += """
            { \(line.prefix { $0 != "#" })
            } > \(bench.path)/output-\(lines.count) 2>&1
            echo $? >> \(bench.path)/statuses

            """
          lines.append(Line(text: line))
        }
      }
    }
    return (script, lines)
  }

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
}
