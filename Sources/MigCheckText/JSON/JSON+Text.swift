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
      // Try one line first.
      var line = [UInt8]()
      for index in 0..<count {
        line.append(contentsOf: (index == 0 ? " " : ", ").utf8)
        item(&line, Self.onOneLine, index)
        if line.count > Self.lineLength { break }
      }
      // Beside the items the line needs a space, the closing bracket and perhaps a comma.
      let width = Self.column(of: bytes) + line.count + 3
      if indent == Self.onOneLine || width <= Self.lineLength {
        bytes.append(contentsOf: line)
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

  /// How many bytes stand on the last line, as far as `lineLength` matters.
  private static func column(of bytes: [UInt8]) -> Int {
    let tail = bytes.suffix(lineLength)
    return tail.lastIndex(of: UInt8(ascii: "\n")).map { bytes.count - $0 - 1 } ?? tail.count
  }

  /// An indentation that stands for "do not break lines, but space them".
  private static let onOneLine = Int.min / 2

  static func quote(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Hexadecimal.lowercase(byte >> 4))
        bytes.append(Hexadecimal.lowercase(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
