extension JSON {
  /// The document in one line without spaces.
  package var compactText: String {
    var bytes = [UInt8]()
    write(into: &bytes, indent: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The document with two spaces of indentation; what fits into 100 columns stands on one line.
  package var prettyText: String {
    var bytes = [UInt8]()
    write(into: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let lineLength = 100

  private func write(into bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): Self.quote(text, into: &bytes)
    case .array(let elements):
      write(into: &bytes, indent: indent, brackets: "[]", count: elements.count) {
        bytes, indent, index in
        elements[index].write(into: &bytes, indent: indent)
      }
    case .object(let members):
      write(into: &bytes, indent: indent, brackets: "{}", count: members.count) {
        bytes, indent, index in
        Self.quote(members[index].key, into: &bytes)
        bytes.append(contentsOf: (indent == nil ? ":" : ": ").utf8)
        members[index].value.write(into: &bytes, indent: indent)
      }
    }
  }

  private func write(
    into bytes: inout [UInt8], indent: Int?, brackets: String, count: Int,
    item: (inout [UInt8], Int?, Int) -> Void
  ) {
    let brackets = Array(brackets.utf8)
    bytes.append(brackets[0])
    defer { bytes.append(brackets[1]) }
    guard count > 0 else { return }
    if let indent {
      // A comma may follow the closing bracket.
      let room = Self.lineLength - Self.column(of: bytes)
      if indent == Self.onOneLine || lineWidth(within: room) != nil {
        for index in 0..<count {
          bytes.append(contentsOf: (index == 0 ? " " : ", ").utf8)
          item(&bytes, Self.onOneLine, index)
        }
        bytes.append(UInt8(ascii: " "))
        return
      }
      let margin = "\n" + String(repeating: " ", count: indent + 2)
      for index in 0..<count {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: margin.utf8)
        item(&bytes, indent + 2, index)
      }
      bytes.append(contentsOf: margin.dropLast(2).utf8)
    } else {
      for index in 0..<count {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item(&bytes, nil, index)
      }
    }
  }

  /// How many bytes the document takes on one line with spaces.
  ///
  /// - Returns: `nil` if there are more than a maximum.
  /// - Complexity: O(*n*) in the maximum.
  private func lineWidth(within most: Int) -> Int? {
    var width: Int
    switch self {
    case .null: width = 4
    case .bool(let value): width = value ? 4 : 5
    case .number(let text): width = text.utf8.count
    case .string(let text):
      guard let own = Self.quotedWidth(text, within: most) else { return nil }
      width = own
    case .array(let elements):
      width = 2
      for element in elements {
        // A space after the first bracket and one before the last, or a comma and a space.
        width += 2
        guard width <= most, let own = element.lineWidth(within: most - width) else { return nil }
        width += own
      }
    case .object(let members):
      width = 2
      for member in members {
        width += 4
        guard width <= most, let name = Self.quotedWidth(member.key, within: most - width),
          let own = member.value.lineWidth(within: most - width - name)
        else { return nil }
        width += name + own
      }
    }
    return width <= most ? width : nil
  }

  private static func quotedWidth(_ text: String, within most: Int) -> Int? {
    guard text.utf8.count + 2 <= most else { return nil }
    var bytes = [UInt8]()
    quote(text, into: &bytes)
    return bytes.count <= most ? bytes.count : nil
  }

  /// How many bytes stand on the last line, as far as `lineLength` matters.
  private static func column(of bytes: [UInt8]) -> Int {
    let tail = bytes.suffix(lineLength)
    return tail.lastIndex(of: UInt8(ascii: "\n")).map { bytes.count - $0 - 1 } ?? tail.count
  }

  /// An indentation that stands for "do not break lines, but space them".
  private static let onOneLine = Int.min / 2

  private static let escapes: ByteEscapes = {
    var texts = [
      UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t",
    ]
    for byte in UInt8(0)..<0x20 where texts[byte] == nil {
      texts[byte] = "\\u00" + Hexadecimal.text([byte])
    }
    return ByteEscapes(texts)
  }()

  static func quote(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    escapes.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
