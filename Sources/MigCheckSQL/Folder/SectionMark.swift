import MigCheckText

/// A comment that stands alone in its line and says that the part behind it leads up, or down, in the
/// words of one of many runners.
///
/// | mark | runner |
/// | --- | --- |
/// | `-- Up`, `-- Down` | sqlite of Node.js |
/// | `-- +micrate Up`, `-- +micrate Down` | micrate, and others with a word of their own |
/// | `# --- !Ups`, `-- !Downs` | Play |
/// | `-- Up Migration`, `-- Down Migration` | node-pg-migrate |
/// | `-- //@UNDO` | MyBatis |
/// | `---- create above / drop below ----` | tern |
enum SectionMark: Sendable {
  case up, down

  /// The marks of a script, parallel to its lines.
  ///
  /// A part that leads down counts only behind one that leads up, unless the mark cannot be anything
  /// else: `-- Down` alone may be the heading of a table.
  static func all(in lines: [Substring]) -> [SectionMark?] {
    var isMarked = false
    return lines.map { line in
      guard let (mark, isCertain) = mark(in: line) else { return nil }
      guard mark == .up || isMarked || isCertain else { return nil }
      isMarked = true
      return mark
    }
  }

  private static func mark(in line: Substring) -> (mark: SectionMark, isCertain: Bool)? {
    let text = line.drop { $0.isWhitespace }
    guard text.hasPrefix("--") || text.hasPrefix("#") else { return nil }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
      .map { word in (word: word.withoutMarks, isTagged: word.contains { "+!@".contains($0) }) }
      .filter { !$0.word.isEmpty }
    let plain = words.map(\.word)
    if plain == ["create", "above", "drop", "below"] { return (.down, true) }
    if plain == ["undo"], words[0].isTagged { return (.down, true) }
    let isPlainComment = text.hasPrefix("--")
    for (mark, names) in [(SectionMark.up, ["up", "ups"]), (.down, ["down", "downs"])] {
      if plain.count == 1, names.contains(String(plain[0])) {
        guard isPlainComment || words[0].isTagged else { return nil }
        return (mark, words[0].isTagged)
      }
      guard isPlainComment, plain.count == 2,
        let name = plain.firstIndex(where: { names.contains(String($0)) })
      else { continue }
      let other = words[1 - name]
      if name == 1, other.isTagged { return (mark, true) }
      if ["migration", "migrations", "sql", "script"].contains(String(other.word)) {
        return (mark, false)
      }
    }
    return nil
  }
}

extension StringProtocol {
  /// Without the signs that stand around the words of marks.
  fileprivate var withoutMarks: SubSequence {
    let signs = "-#/+!@:=*"
    let start = drop { signs.contains($0) }
    guard let end = start.lastIndex(where: { !signs.contains($0) }) else { return start.prefix(0) }
    return start[...end]
  }
}
