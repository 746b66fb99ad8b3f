/// An SQL expression as its author wrote it, taken apart once for everybody who reads it.
///
/// A copy shares what was read. Two expressions are equal if their texts have the same bytes.
public struct SQLExpression: Sendable {
  private let parsed: Parsed

  private final class Parsed: Sendable {
    let text: String
    let tokens: [SQLToken.Placed]
    let tree: SQLNode?
    let calledNames: [String]
    let pathLength: Int
    let mayCutBytes: Bool

    init(_ text: String) {
      self.text = text
      tokens = SQLToken.placed(in: text)
      tree = SQLParser.parse(tokens, of: text)
      calledNames = tokens.calledNames
      pathLength = tokens.pathLength
      let lowered = text.lowercasedASCII
      mayCutBytes = ["cast", "char", "printf", "format"].contains { lowered.containsBytes(of: $0) }
    }
  }

  /// Reads any text: whether it is an expression is found out by those who need one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) {
    parsed = Parsed(text)
  }

  /// As the author wrote it.
  public var text: String { parsed.text }

  /// Without blanks and comments, each with its place in the text.
  package var tokens: [SQLToken.Placed] { parsed.tokens }

  /// The parts of the expression; `nil` if it holds anything that is not understood.
  package var tree: SQLNode? { parsed.tree }

  /// Whether it calls a function of a name without quotes, to be asked in lower case.
  ///
  /// - Complexity: O(*n*) in the number of calls.
  package func calls(_ name: String) -> Bool {
    parsed.calledNames.contains { $0.isIdentical(to: name) }
  }

  /// How many names the longest path has, as `old.boss.name` has three; 0 without a name.
  package var pathLength: Int { parsed.pathLength }

  /// Whether it may make text that is no valid UTF-8 of text that is: bytes are cast, or functions
  /// of characters are called.
  package var mayCutBytes: Bool { parsed.mayCutBytes }

  /// Whether the expression names something so, by its exact bytes: a column, or a function.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func names(_ name: String) -> Bool {
    tokens.indices.contains { place in
      switch tokens[place].token {
      case .word(let word), .quotedName(let word): word.isIdentical(to: name)
      // Behind a dot SQLite takes a text for a name.
      case .text(let text):
        place > 0 && tokens[place - 1].token.isSymbol(".") && text.isIdentical(to: name)
      case .blob, .number, .parameter, .symbol, .invalid: false
      }
    }
  }
}

extension [SQLToken.Placed] {
  /// The words before a parenthesis, in lower case.
  fileprivate var calledNames: [String] {
    indices.dropLast().compactMap { place in
      guard case .word(let word) = self[place].token, self[place + 1].token.isSymbol("(") else {
        return nil
      }
      return word.lowercasedASCII
    }
  }

  fileprivate var pathLength: Int {
    var longest = 0
    var position = 0
    while position < count {
      let end = endOfPath(from: position)
      longest = Swift.max(longest, (end - position + 1) / 2)
      position = Swift.max(end, position + 1)
    }
    return longest
  }

  /// The position behind names with points between them.
  package func endOfPath(from start: Int) -> Int {
    guard start < count, self[start].token.columnName != nil else { return start }
    var end = start + 1
    while end + 1 < count, self[end].token.isSymbol("."), self[end + 1].token.columnName != nil {
      end += 2
    }
    return end
  }
}

extension SQLToken {
  /// What SQLite takes for a name beside a dot: there even a text is one.
  package var columnName: String? {
    if case .text(let text) = self { text } else { name }
  }
}

extension SQLExpression: Hashable {
  /// Whether the texts have the same bytes.
  public static func == (left: SQLExpression, right: SQLExpression) -> Bool {
    left.parsed === right.parsed || left.text.isIdentical(to: right.text)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    // Equal bytes are equal texts; that some different texts fall together costs little.
    hasher.combine(text)
  }
}

extension SQLExpression: ExpressibleByStringLiteral {
  /// An expression written as a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension SQLExpression: CustomStringConvertible {
  /// The text, as the author wrote it.
  public var description: String { text }
}

extension SQLExpression: CustomDebugStringConvertible {
  /// The text in quotation marks, with escapes.
  public var debugDescription: String { text.debugDescription }
}

extension String {
  /// - Complexity: O(*n* · *m*); the texts are expressions and names.
  fileprivate func containsBytes(of other: String) -> Bool {
    let (text, pattern) = (Array(utf8), Array(other.utf8))
    guard pattern.count <= text.count else { return false }
    return (0...(text.count - pattern.count)).contains { start in
      text[start...].starts(with: pattern)
    }
  }
}
