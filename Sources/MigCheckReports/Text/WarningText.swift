import MigCheckModel
import MigCheckVerifier

/// One health warning in words: what is the matter, how to fix it, how to silence it.
struct WarningText {
  let warning: HealthWarning
  let style: ReportStyle
  /// Whether the reader calls the library, and not the command.
  var isInSwift = false

  private static let labelWidth = 13

  var lines: [String] {
    let mark = "⚠ \(warning.name.rawValue)"
    var lines = Self.paragraph("\(mark)   \(prose(warning.message))", indent: 2)
    if let first = lines.first, first.hasPrefix(mark) {
      lines[0] = style.warning(mark) + first.dropFirst(mark.count)
    }
    func add(_ label: String, _ text: String) {
      let paragraph = Self.paragraph(text, indent: Self.labelWidth + 2)
      lines.append("  \(label.padded(to: Self.labelWidth))\(paragraph[0])")
      lines += paragraph.dropFirst()
    }
    if let hop = warning.hop, hop.from != hop.to {
      add("upgrades", HopList(hops: ([hop] + warning.alsoAt).sorted()).text)
    }
    add("remedy", prose(warning.remedy))
    let name = warning.name.rawValue
    add("silence", isInSwift ? "silenced: [\"\(name)\"]" : "--silence \(ShellText.word(name))")
    return lines
  }

  /// A message may quote what an engine says, on several lines.
  private func prose(_ text: String) -> String {
    ValueText.prose(text.split(separator: "\n").joined(separator: " "))
  }

  /// A text in lines, all but the first with an indentation; at least one line.
  private static func paragraph(_ text: String, indent: Int) -> [String] {
    var lines = [String]()
    for line in text.wrapped(to: ColumnText.width - indent) {
      lines.append(lines.isEmpty ? line : "".padded(to: indent) + line)
    }
    return lines
  }
}

/// Upgrades in few words: `1, 2 → 3…5`.
package struct HopList {
  /// In increasing order.
  let hops: [Hop]

  /// Start versions that lead to the same versions stand together.
  var text: String {
    var groups = [(from: [UInt64], to: [UInt64])]()
    var index = 0
    while index < hops.count {
      let from = hops[index].from
      let to = hops[index...].prefix { $0.from == from }.map(\.to)
      index += to.count
      if let known = groups.firstIndex(where: { $0.to == to }) {
        groups[known].from.append(from)
      } else {
        groups.append(([from], to))
      }
    }
    return groups.map { "\(Self.text($0.from)) → \(Self.text($0.to))" }.joined(separator: "; ")
  }

  /// `1, 2, 5…9`: three or more numbers in a row are a range.
  package static func text(_ versions: [UInt64]) -> String {
    var parts = [String]()
    var rest = versions[...]
    while let first = rest.first {
      var count = 1
      while count < rest.count, rest[rest.startIndex + count] == first + UInt64(count) {
        count += 1
      }
      let row = rest.prefix(count)
      parts += count > 2 ? ["\(first)…\(row[row.endIndex - 1])"] : row.map(String.init)
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: ", ")
  }
}
