import MigCheckText

/// A script of SQLDelight (`.sqm`) as SQLite is given it: without its imports, and without the Kotlin
/// types of columns, as in `done INTEGER AS kotlin.Boolean NOT NULL`.
///
/// Source: SQLDelight, "Types", sqldelight.github.io/sqldelight/2.0.2/jvm_sqlite/types.
struct SQLDelightScript {
  /// Blanks stand where something was taken out, so that lines keep their numbers.
  let text: String

  /// - Complexity: O(*n*) in the length of the script.
  init(_ script: String) {
    var bytes = Array(script.utf8)
    var reader = Reader(bytes: bytes)
    for token in SQLToken.placed(in: script) {
      guard let range = reader.range(at: token) else { continue }
      for place in range where bytes[place] > 0x20 { bytes[place] = 0x20 }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

private struct Reader {
  let bytes: [UInt8]
  /// The first words of the present statement, lower-case, up to the second of them that matter.
  private var words: [String] = []
  private var depth = 0
  /// Whether the token before is an `AS` behind which a type may stand.
  private var asStart: Int?
  private var importStart: Int?
  /// What was taken out already ends here.
  private var end = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// What is to be taken out, now that a token is known; `nil`: nothing.
  mutating func range(at placed: SQLToken.Placed) -> Range<Int>? {
    guard placed.range.lowerBound >= end else { return nil }
    let token = placed.token
    defer { note(placed) }
    if let start = importStart, token.isSymbol(";") {
      importStart = nil
      end = placed.range.upperBound
      return start..<end
    }
    guard let start = asStart, token.name != nil else { return nil }
    end = typeEnd(from: placed.range.lowerBound)
    return start..<end
  }

  private mutating func note(_ placed: SQLToken.Placed) {
    let token = placed.token
    asStart = nil
    if token.isSymbol(";") {
      (words, depth) = ([], 0)
      return
    }
    if token.isSymbol("(") { depth += 1 }
    if token.isSymbol(")") { depth -= 1 }
    if words.isEmpty, token.isWord("import") { importStart = placed.range.lowerBound }
    if words.count < 3, depth == 0, let name = token.name { words.append(name.lowercasedASCII) }
    if token.isWord("as"), isColumn { asStart = placed.range.lowerBound }
  }

  /// Whether the present token is one of a column that is declared.
  private var isColumn: Bool {
    switch words.first {
    case "create": depth == 1 && words.dropFirst().prefix(2).contains("table")
    case "alter": depth == 0 && words.dropFirst().first == "table"
    default: false
    }
  }

  /// The end of `Map<String, List<Int>>`.
  private func typeEnd(from start: Int) -> Int {
    var brackets = 0
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<") { brackets += 1 }
      if byte == UInt8(ascii: ">") { brackets -= 1 }
      let isName =
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte >= 0x80
        || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      guard isName || brackets > 0 || byte == UInt8(ascii: ">") else { break }
      place += 1
    }
    return place
  }
}
