extension JSON {
  /// The document in one line without spaces.
  package var compactText: String {
    var writer = JSONWriter()
    writer.writeCompact(self)
    return writer.text
  }

  /// The document with two spaces of indentation; what fits into 100 columns stands on one line.
  package var prettyText: String {
    var writer = JSONWriter()
    writer.write(self, indent: 0)
    return writer.text
  }
}

/// Writes one document.
private struct JSONWriter {
  private var bytes = [UInt8]()
  /// How many bytes stand before the last line.
  private var lineStart = 0

  private static let lineLength = 100
  /// A line break and spaces, of which as many are written as a line is indented.
  private static let margin =
    [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 64)

  private static let escapes: ByteEscapes = {
    var texts = [
      UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t",
    ]
    for byte in UInt8(0)..<0x20 where texts[byte] == nil {
      texts[byte] = "\\u00" + Hexadecimal.text([byte])
    }
    return ByteEscapes(texts)
  }()

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func writeCompact(_ json: JSON) {
    switch json {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        writeCompact(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        quote(member.key)
        bytes.append(UInt8(ascii: ":"))
        writeCompact(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    default: writeScalar(json)
    }
  }

  /// On one line if there is room.
  ///
  /// - Parameter indent: of the line on which the value begins.
  mutating func write(_ json: JSON, indent: Int) {
    // A comma may follow the closing bracket.
    let room = Self.lineLength - min(bytes.count - lineStart + 1, Self.lineLength)
    switch json {
    case .array(let elements) where !elements.isEmpty && Self.width(of: json, within: room) == nil:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        breakLine(afterComma: index > 0, indent: indent + 2)
        write(element, indent: indent + 2)
      }
      breakLine(afterComma: false, indent: indent)
      bytes.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty && Self.width(of: json, within: room) == nil:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        breakLine(afterComma: index > 0, indent: indent + 2)
        quote(member.key)
        append(": ")
        write(member.value, indent: indent + 2)
      }
      breakLine(afterComma: false, indent: indent)
      bytes.append(UInt8(ascii: "}"))
    default: writeOnOneLine(json)
    }
  }

  private mutating func writeOnOneLine(_ json: JSON) {
    switch json {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        append(index == 0 ? " " : ", ")
        writeOnOneLine(element)
      }
      append(elements.isEmpty ? "]" : " ]")
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        append(index == 0 ? " " : ", ")
        quote(member.key)
        append(": ")
        writeOnOneLine(member.value)
      }
      append(members.isEmpty ? "}" : " }")
    default: writeScalar(json)
    }
  }

  /// A value that is neither an array nor an object.
  private mutating func writeScalar(_ json: JSON) {
    switch json {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): quote(text)
    case .array, .object: preconditionFailure("arrays and objects are written with their brackets")
    }
  }

  private mutating func breakLine(afterComma: Bool, indent: Int) {
    if afterComma { bytes.append(UInt8(ascii: ",")) }
    lineStart = bytes.count + 1
    bytes.append(contentsOf: Self.margin.prefix(indent + 1))
    for _ in Self.margin.count..<max(indent + 1, Self.margin.count) {
      bytes.append(UInt8(ascii: " "))
    }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    Self.escapes.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// How many bytes a value takes on one line with spaces.
  ///
  /// - Returns: `nil` if there are more than a maximum.
  /// - Complexity: O(*n*) in the maximum.
  private static func width(of json: JSON, within most: Int) -> Int? {
    var width: Int
    switch json {
    case .null: width = 4
    case .bool(let value): width = value ? 4 : 5
    case .number(let text): width = text.utf8.count
    case .string(let text):
      guard let own = quotedWidth(of: text, within: most) else { return nil }
      width = own
    case .array(let elements):
      width = 2
      for element in elements {
        // A space after the first bracket and one before the last, or a comma and a space.
        width += 2
        guard width <= most, let own = Self.width(of: element, within: most - width) else {
          return nil
        }
        width += own
      }
    case .object(let members):
      width = 2
      for member in members {
        width += 4
        guard width <= most, let name = quotedWidth(of: member.key, within: most - width),
          let own = Self.width(of: member.value, within: most - width - name)
        else { return nil }
        width += name + own
      }
    }
    return width <= most ? width : nil
  }

  private static func quotedWidth(of text: String, within most: Int) -> Int? {
    guard text.utf8.count + 2 <= most else { return nil }
    let width = escapes.count(of: text) + 2
    return width <= most ? width : nil
  }
}
