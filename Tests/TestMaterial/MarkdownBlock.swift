import Foundation

/// A fenced block of a Markdown file.
package struct MarkdownBlock: Sendable, CustomStringConvertible {
  /// The word after the opening fence; empty if there is none.
  package var language: String
  /// The content of the comment `<!-- … -->` on the line before the block.
  package var note: String?
  /// All lines, each with its line break.
  package var text: String
  /// The line of the opening fence, counted from 1.
  package var line: Int

  package var description: String { "the block in line \(line)" }

  package static func blocks(in markdown: String) -> [MarkdownBlock] {
    var blocks = [MarkdownBlock]()
    var open: MarkdownBlock?
    var previous = ""
    for (index, part) in markdown.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = String(part)
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.text += line + "\n"
          open = block
        }
      } else if line.hasPrefix("```") {
        open = MarkdownBlock(
          language: String(line.dropFirst(3)), note: comment(previous), text: "", line: index + 1)
      }
      previous = line
    }
    return blocks
  }

  /// The blocks of a page.
  ///
  /// - Parameter page: its path, relative to the root of the package.
  package static func blocks(ofPage page: String) throws -> [MarkdownBlock] {
    let url = Material.root.appendingPathComponent(page)
    return blocks(in: try String(contentsOf: url, encoding: .utf8))
  }

  private static func comment(_ line: String) -> String? {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    return String(line.dropFirst(5).dropLast(4))
  }
}
