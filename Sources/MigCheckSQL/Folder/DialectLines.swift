/// The lines of a script that are for SQLite, as comments of its runner say.
///
/// The bridges of Matrix mark lines for one of two databases with `-- only: sqlite`, which means the
/// next line, `-- only: postgres for next 2 lines`, `-- only: postgres until "end only"`, or, before an
/// empty line at the head of a file, all of it. `(lines commented)` behind it: the lines stand in
/// comments. `-- transaction: sqlite-fkey-off` puts a transaction around the script, and the
/// enforcement of foreign keys is off in it.
struct DialectLines {
  /// Lines for another database are blank, so that the others keep their numbers.
  private(set) var lines: [Substring]
  private(set) var isChanged = false

  init(_ lines: [Substring]) {
    self.lines = lines
    var place = 0
    while place < lines.count {
      defer { place += 1 }
      let words = lines[place].lowercased().split(whereSeparator: { " \t\r".contains($0) })
      guard words.count >= 3, words[0] == "--" else { continue }
      if words[1] == "transaction:", words[2] == "sqlite-fkey-off" {
        self.lines[place] = "PRAGMA foreign_keys = OFF; BEGIN;"
        self.lines += ["; COMMIT;", "PRAGMA foreign_keys = ON;"]
        isChanged = true
      }
      guard words[1] == "only:", ["sqlite", "postgres"].contains(words[2]), Self.isMark(words)
      else { continue }
      let range = lines.range(markedAt: place, by: words)
      isChanged = true
      for line in range {
        if words[2] != "sqlite" {
          self.lines[line] = ""
        } else if words.suffix(2).last == "commented)" {
          self.lines[line] = lines[line].uncommented
        }
      }
      if words[2] != "sqlite" { place = max(place, range.upperBound - 1) }
    }
  }
}

extension DialectLines {
  /// Whether what stands behind the name of the database belongs to a mark, and not to a sentence.
  private static func isMark(_ words: [Substring]) -> Bool {
    guard words.count > 3 else { return true }
    return switch words[3] {
    case "for": words.count >= 7 && words[4] == "next"
    case "until": words.count >= 5
    default: words[3].hasPrefix("(line")
    }
  }
}

extension [Substring] {
  /// The lines that a mark is about.
  fileprivate func range(markedAt place: Int, by words: [Substring]) -> Range<Int> {
    let start = place + 1
    if words.count >= 7, words[3] == "for", words[4] == "next", let number = Int(words[5]) {
      return start..<(start + Swift.min(Swift.max(number, 0), Swift.max(count - start, 0)))
    }
    if words.count >= 5, words[3] == "until" {
      let mark = words[4...].joined(separator: " ").filter { $0 != "\"" }
      let end = self[start...].firstIndex { $0.lowercased().contains("-- \(mark)") }
      return start..<(end ?? count)
    }
    let isHead = self[..<place].allSatisfy { $0.isBlank || $0.hasPrefix("--") }
    if isHead, start < count, self[start].isBlank { return start..<count }
    return start..<Swift.min(start + 1, count)
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Without the `--` at its head.
  fileprivate var uncommented: Substring {
    let start = drop(while: \.isWhitespace)
    return start.hasPrefix("--") ? start.dropFirst(2) : self
  }
}
