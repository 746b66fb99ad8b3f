/// A JSON document as written: numbers keep their spelling, objects the order of their members.
///
/// `Foundation`'s reader would turn 9007199254740993 and −0.0 into other numbers, drop repeated
/// keys and lose the place of an error, so the kit has its own.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  /// The spelling of the number, which is valid JSON.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

/// Why a text is no JSON document.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// A phrase that completes "line 3, column 9: …".
  package let reason: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in bytes.
  package let column: Int
}

extension JSON {
  package static func integer(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

  /// The member of an object, or `nil` where there is none or this is no object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.isIdentical(to: key) }?.value
  }

  /// Reads one document.
  ///
  /// - Parameters:
  ///   - text: UTF-8; invalid bytes are an error.
  ///   - maximumDepth: how deep arrays and objects may nest.
  /// - Throws: `JSONSyntaxError` with the place of the first error; a repeated key is one.
  /// - Complexity: O(*n*) in the length of the text.
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 256
  ) throws(JSONSyntaxError) -> JSON {
    var parser = JSONParser(text: text, maximumDepth: maximumDepth)
    return try parser.document()
  }

  /// Reads one document.
  ///
  /// - Throws: `JSONSyntaxError` with the place of the first error.
  package static func parse(
    _ text: String, maximumDepth: Int = 256
  ) throws(JSONSyntaxError) -> JSON {
    var text = text
    let result: Result<JSON, JSONSyntaxError> = text.withUTF8 { bytes in
      do throws(JSONSyntaxError) {
        return .success(try parse(bytes, maximumDepth: maximumDepth))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

private struct JSONParser {
  let text: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var position = 0
  var depth = 0

  init(text: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
    self.text = text
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try value()
    skipSpace()
    guard position == text.count else { throw failure("text after the end of the document") }
    return value
  }

  func failure(_ reason: String, at place: Int? = nil) -> JSONSyntaxError {
    let place = min(place ?? position, text.count)
    var (line, start) = (1, 0)
    for index in 0..<place where text[index] == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
    }
    return JSONSyntaxError(reason: reason, line: line, column: place - start + 1)
  }

  var next: UInt8? { position < text.count ? text[position] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func value() throws(JSONSyntaxError) -> JSON {
    skipSpace()
    guard let byte = next else { throw failure("the document ends where a value should stand") }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure("this is no JSON value")
    }
  }

  mutating func word(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    let count = word.utf8CodeUnitCount
    guard position + count <= text.count,
      (0..<count).allSatisfy({ text[position + $0] == word.utf8Start[$0] })
    else { throw failure("this is no JSON value") }
    position += count
    return value
  }

  mutating func number() throws(JSONSyntaxError) -> JSON {
    let start = position
    func digits(_ parser: inout JSONParser) throws(JSONSyntaxError) {
      guard let byte = parser.next, byte >= 0x30, byte <= 0x39 else {
        throw parser.failure("a digit is missing in this number")
      }
      while let byte = parser.next, byte >= 0x30, byte <= 0x39 { parser.position += 1 }
    }
    if next == UInt8(ascii: "-") { position += 1 }
    let first = next
    let firstPlace = position
    try digits(&self)
    if first == UInt8(ascii: "0"), position > firstPlace + 1 {
      throw failure("a number must not begin with 0", at: firstPlace)
    }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits(&self)
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits(&self)
    }
    return .number(String(decoding: text[start..<position], as: UTF8.self))
  }

  mutating func array() throws(JSONSyntaxError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var elements = [JSON]()
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return .array(elements)
    }
    while true {
      elements.append(try value())
      skipSpace()
      if next == UInt8(ascii: "]") {
        position += 1
        return .array(elements)
      }
      guard next == UInt8(ascii: ",") else { throw failure("\",\" or \"]\" is missing here") }
      position += 1
    }
  }

  mutating func object() throws(JSONSyntaxError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var members = [Member]()
    // Few members are searched through; from then on a set keeps the search for repeats linear.
    var seen = Set<[UInt8]>()
    func isRepeated(_ key: String) -> Bool {
      if members.count < 16 { return members.contains { $0.key.isIdentical(to: key) } }
      if members.count == 16 { for member in members { seen.insert(Array(member.key.utf8)) } }
      return !seen.insert(Array(key.utf8)).inserted
    }
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return .object(members)
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a key in quotes is missing here") }
      let start = position
      let key = try string()
      guard !isRepeated(key) else {
        let key = JSON.string(key).compactText
        throw failure("the key \(key) stands twice in one object", at: start)
      }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw failure("\":\" is missing here") }
      position += 1
      members.append(Member(key, try value()))
      skipSpace()
      if next == UInt8(ascii: "}") {
        position += 1
        return .object(members)
      }
      guard next == UInt8(ascii: ",") else { throw failure("\",\" or \"}\" is missing here") }
      position += 1
    }
  }

  typealias Member = JSON.Member

  mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= maximumDepth else {
      throw failure("more than \(maximumDepth) arrays and objects inside each other")
    }
    position += 1
  }

  mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    var bytes = [UInt8]()
    while true {
      guard let byte = next else { throw failure("this string does not end", at: start) }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        // Repair would put U+FFFD where the bytes are wrong, so they would not come out as they were.
        guard let string = String(exactUTF8: bytes) else {
          throw failure("this string is not valid UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &bytes)
      case 0..<0x20:
        throw failure("a control character in a string must be written as \\u00XX")
      default:
        bytes.append(byte)
        position += 1
      }
    }
  }

  mutating func escape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = next else { throw failure("this string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      let start = position - 2
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), next == UInt8(ascii: "\\"),
        position + 1 < text.count, text[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw failure("half of a surrogate pair", at: start)
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw failure("half of a surrogate pair", at: start)
      }
      bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw failure("unknown escape sequence in a string", at: position - 2)
    }
  }

  mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Hexadecimal.digit(byte) else {
        throw failure("\\u needs four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}

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
