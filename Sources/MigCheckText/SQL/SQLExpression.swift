/// An SQL expression as its author wrote it, taken apart once for everybody who reads it.
///
/// A copy shares what was read. Two expressions are equal if their texts have the same bytes.
public struct SQLExpression: Sendable {
  private let parsed: Parsed

  private final class Parsed: Sendable {
    let text: String
    let tokens: [SQLToken.Placed]
    let tree: SQLNode?

    init(_ text: String) {
      self.text = text
      tokens = SQLToken.placed(in: text)
      tree = SQLParser.parse(tokens, of: text)
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

extension SQLExpression: Hashable {
  public static func == (left: SQLExpression, right: SQLExpression) -> Bool {
    left.parsed === right.parsed || left.text.isIdentical(to: right.text)
  }

  public func hash(into hasher: inout Hasher) {
    // Equal bytes are equal texts; that some different texts fall together costs little.
    hasher.combine(text)
  }
}

extension SQLExpression: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension SQLExpression: CustomStringConvertible {
  public var description: String { text }
}

extension SQLExpression: CustomDebugStringConvertible {
  public var debugDescription: String { text.debugDescription }
}
