import MigCheckModel
import MigCheckText

extension MigrationExpression {
  /// Whether the expression, or its condition, may read a clock or random numbers.
  ///
  /// A date function reads the clock only if it is told to, which may be decided by a value.
  package var readsSurroundings: Bool {
    Self.readsSurroundings(expression) || condition.map(Self.readsSurroundings) ?? false
  }

  private static func readsSurroundings(_ expression: SQLExpression) -> Bool {
    let tokens = expression.tokens.map(\.token)
    return tokens.indices.contains { place in
      guard let name = tokens[place].name?.lowercasedASCII else { return false }
      if words.contains(where: { $0.isIdentical(to: name) }) { return true }
      return place + 1 < tokens.count && tokens[place + 1].isSymbol("(")
        && functions.contains { $0.isIdentical(to: name) }
    }
  }

  private static let words = ["current_date", "current_time", "current_timestamp"]
  private static let functions = [
    "date", "datetime", "julianday", "random", "randomblob", "strftime", "time", "timediff",
    "unixepoch",
  ]
}
