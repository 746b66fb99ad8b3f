extension String {
  /// Whether the text holds printable ASCII alone.
  package var isPrintableASCII: Bool { utf8Satisfies { 0x20..<0x7F ~= $0 } }

  /// Whether the text holds printable ASCII, line breaks and tabs alone.
  package var isPrintableASCIIInLines: Bool {
    utf8Satisfies { 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }
  }

  private func utf8Satisfies(_ isAllowed: (UInt8) -> Bool) -> Bool {
    var text = self
    return text.withUTF8 { $0.allSatisfy(isAllowed) }
  }

  /// The text as it may reach a terminal: control characters, and marks that change the direction of
  /// writing, are escaped as `\u{1B}`, so that no name can move the cursor or fake a line.
  ///
  /// - Parameters:
  ///   - keepingLines: whether line breaks and tabs stay.
  ///   - keepingColours: whether the colours of reports stay.
  package func printable(keepingLines: Bool = false, keepingColours: Bool = false) -> String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return self
    }
    // Most of these bytes belong to lines or to an arrow.
    guard
      unicodeScalars.contains(where: {
        Self.isHidden($0) && !(keepingLines && ($0 == "\n" || $0 == "\t"))
      })
    else { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if keepingColours, scalar == "\u{1B}", let colour = Self.colour(rest) {
        result.append(scalar)
        result.append(contentsOf: colour)
        rest = rest.dropFirst(colour.count)
      } else if keepingLines && (scalar == "\n" || scalar == "\t") || !Self.isHidden(scalar) {
        result.append(scalar)
      } else {
        let number = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(number)}".unicodeScalars)
      }
    }
    return String(result)
  }

  /// The colours that reports use, without the escape character.
  private static let colours = ["[0m", "[1m", "[2m", "[1;31m", "[1;32m", "[1;33m"]

  private static func colour(_ text: Substring.UnicodeScalarView) -> String.UnicodeScalarView? {
    colours.first { text.starts(with: $0.unicodeScalars) }?.unicodeScalars
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
