import Foundation

/// The tables of `Corpus/README.md`: each example with its rule, its verdict and its source.
package enum CorpusTable {
  package struct Row: Sendable, CustomStringConvertible {
    /// The path of the example, relative to the folder.
    package var example: String
    /// `passes`, or `warns`, `fails` or `undecided` with what it is about.
    package var verdict: String
    /// The source of the rule, such as `[RM]`; empty: the row is about a store.
    package var source = ""
    /// What the command is given besides the example.
    package var arguments = [String]()

    /// What the verdict is about; `nil`: it passes without a word.
    package var subject: String? {
      let parts = verdict.split(separator: ":")
      return parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : nil
    }

    package var description: String { ([example] + arguments).joined(separator: " ") }
  }

  package static let folder = Material.root.appendingPathComponent("Corpus").path

  package static let text =
    (try? String(contentsOfFile: folder + "/README.md", encoding: .utf8)) ?? ""

  /// The examples, in the order of the page.
  package static let examples = cells.filter { !isStore($0) }.map {
    Row(example: $0[1], verdict: $0[2], source: $0[3])
  }

  /// Examples that begin with a store.
  package static let stores = cells.filter(isStore).map {
    Row(example: $0[1], verdict: $0[3], arguments: [$0[2], "\(folder)/\($0[0])"])
  }

  /// The cells of each row that names something of the folder.
  private static let cells: [[String]] = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    .map { row in
      row.split(separator: "|").map { cell in
        cell.split(separator: " ").joined(separator: " ").filter { $0 != "`" }
      }
    }
    .filter { $0.count == 4 && ($0[1].contains("/") || $0[1].hasSuffix(".json")) }

  private static func isStore(_ cells: [String]) -> Bool { cells[0].hasPrefix("stores/") }
}
