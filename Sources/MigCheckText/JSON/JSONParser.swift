/// Reads one document, byte after byte.
struct JSONParser {
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
      if members.count < 32 { return members.contains { $0.key.isIdentical(to: key) } }
      if members.count == 32 { for member in members { seen.insert(Array(member.key.utf8)) } }
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
    let contentStart = position
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    // Most strings have no escape, and are read as a whole.
    var bytes = Array(text[contentStart..<position])
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
