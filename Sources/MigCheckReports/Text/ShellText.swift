/// Words of a command that a person copies into a shell: bash, zsh, or another one that knows
/// `$'…'` where there are control characters.
package enum ShellText {
  /// A path as an argument: never one that would be read as an option.
  package static func file(_ path: String) -> String {
    word(path.hasPrefix("-") ? "./" + path : path)
  }

  /// The text, in quotes where a shell would otherwise read it differently.
  package static func word(_ text: String) -> String {
    if !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain) { return text }
    guard text.unicodeScalars.contains(where: isInvisible) else {
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: #"'\''"#) + "'"
    }
    return "$'" + text.unicodeScalars.map(escaped).joined() + "'"
  }

  /// Whether no shell gives a character a meaning, wherever in a word it stands.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", "+", ",", ":", "@": true
    default: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }

  /// What a terminal does not show, or does with it something of its own.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
    default: false
    }
  }

  /// A character between `$'` and `'`.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return #"\n"#
    case "\r": return #"\r"#
    case "\t": return #"\t"#
    case "'": return #"\'"#
    case #"\"#: return #"\\"#
    default:
      guard isInvisible(scalar) else { return String(scalar) }
      // Three octal digits: the next character cannot be read as one more.
      return UTF8.encode(scalar).map { units in
        units.map { "\\" + String(repeating: "0", count: max(0, 3 - octal($0).count)) + octal($0) }
          .joined()
      } ?? ""
    }
  }

  private static func octal(_ byte: UInt8) -> String { String(byte, radix: 8) }
}
