/// Texts that patterns of SQL match.
enum PatternText {
  /// A text that a pattern of `GLOB` matches, as short as can be: `[0-2][0-9]:*` gives `00:`.
  ///
  /// - Parameter number: other numbers give other texts, where there are any.
  static func matching(glob pattern: String, number: Int = 0) -> String {
    var text = ""
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      switch character {
      case "*": continue
      case "?": text.append("x")
      case "[":
        guard let member = member(of: &rest, number) else { return text + "[" + rest }
        text.append(member)
      default: text.append(character)
      }
    }
    return text
  }

  /// A character of the class that begins, which is taken off with its end; `nil`: it has no end.
  private static func member(of rest: inout Substring, _ number: Int) -> Character? {
    var members = rest
    let isNegated = members.first == "^"
    if isNegated { members.removeFirst() }
    // A bracket that comes first is one of the characters.
    guard let first = members.first, let end = members.dropFirst().firstIndex(of: "]") else {
      return nil
    }
    let own = characters(members[..<end])
    rest = rest[rest.index(after: end)...]
    let others = "0aA _-~é".filter { !own.contains($0) }
    let choice = isNegated ? Array(others) : own
    return choice.isEmpty ? first : choice[number % choice.count]
  }

  /// The characters of a class.
  private static func characters(_ members: Substring) -> [Character] {
    var characters = [Character]()
    var rest = members
    while let first = rest.popFirst() {
      guard rest.first == "-", let last = rest.dropFirst().first,
        let start = first.asciiValue, let end = last.asciiValue
      else {
        characters.append(first)
        continue
      }
      rest.removeFirst(2)
      guard start <= end else { continue }
      characters += (start...end).map { Character(UnicodeScalar($0)) }
    }
    return characters
  }
}
