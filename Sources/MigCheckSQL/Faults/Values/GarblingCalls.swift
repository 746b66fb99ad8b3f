import MigCheckText

/// Calls that make nothing of values which they cannot read: functions of dates make NULL, and a CAST
/// of a text that is no number makes 0.
struct GarblingCalls {
  struct Call {
    /// As a person calls it: `strftime`, or `CAST`.
    var name: String
    /// What the call reads.
    var argument: String
    /// The column among it.
    var column: String
    /// Whether what cannot be read becomes NULL; else it becomes 0.
    var isOfDate: Bool
    var text: String
  }

  /// Calls of date functions that take a column of integers for days since 4714 BC.
  static func ofPlainNumbers(
    in item: WrittenExpressions.Tokens, isInteger: (String) -> Bool
  ) -> [(name: String, column: String)] {
    item.indices.compactMap { place in
      guard place + 1 < item.endIndex, item[place + 1].token.isSymbol("("),
        case .word(let word) = item[place].token, ofDates.contains(word.lowercasedASCII),
        let end = item.end(from: place + 1)
      else { return nil }
      let name = word.lowercasedASCII
      let arguments = WrittenExpressions.parts(of: item[(place + 2)..<end])
      let position = name == "strftime" ? 1 : 0
      guard arguments.count == position + 1,
        arguments[position].allSatisfy({ placed in
          if case .text = placed.token { return false }
          return !placed.token.isWord("case") && !placed.token.isWord("select")
        })
      else { return nil }
      let names = arguments[position].compactMap(\.token.name)
      return names.last.flatMap { isInteger($0) ? (name, $0) : nil }
    }
  }

  static let ofDates = ["strftime", "datetime", "date", "time", "julianday", "unixepoch"]

  /// The calls in an expression.
  static func all(in item: WrittenExpressions.Tokens, of statement: WrittenExpressions) -> [Call] {
    item.indices.compactMap { place in
      guard place + 1 < item.endIndex, item[place + 1].token.isSymbol("("),
        case .word(let word) = item[place].token,
        let end = item.end(from: place + 1)
      else { return nil }
      let name = word.lowercasedASCII
      let inner = item[(place + 2)..<end]
      if name == "cast" {
        guard let separator = inner.lastIndex(where: { $0.token.isWord("as") }),
          let type = inner[(separator + 1)...].first?.token.name,
          [.integer, .real, .numeric].contains(ColumnAffinity(declaredType: type))
        else { return nil }
        return call(
          "CAST", inner[..<separator], item[place...end], isOfDate: false, statement)
      }
      guard ofDates.contains(name) else { return nil }
      let arguments = WrittenExpressions.parts(of: inner)
      let position = name == "strftime" ? 1 : 0
      guard arguments.indices.contains(position) else { return nil }
      return call(name, arguments[position], item[place...end], isOfDate: true, statement)
    }
  }

  /// Columns, in lower case, that functions of dates read.
  static func datedColumns(in statement: SQLStatement) -> [String] {
    let tokens = SQLToken.placed(in: statement.bound.text)[...]
    return tokens.indices.compactMap { place in
      guard place + 1 < tokens.endIndex, tokens[place + 1].token.isSymbol("("),
        case .word(let word) = tokens[place].token, ofDates.contains(word.lowercasedASCII),
        let end = tokens.end(from: place + 1)
      else { return nil }
      let arguments = WrittenExpressions.parts(of: tokens[(place + 2)..<end])
      let position = word.lowercasedASCII == "strftime" ? 1 : 0
      guard arguments.indices.contains(position), [1, 3].contains(arguments[position].count) else {
        return nil
      }
      return arguments[position].last?.token.name?.lowercasedASCII
    }
  }

  private static func call(
    _ name: String, _ argument: WrittenExpressions.Tokens, _ whole: WrittenExpressions.Tokens,
    isOfDate: Bool, _ statement: WrittenExpressions
  ) -> Call? {
    // Anything but a column was made to be read, as far as anybody can tell.
    guard argument.count == 1 || argument.count == 3, let column = argument.last?.token.name,
      !["null", "true", "false", "current_timestamp"].contains(column.lowercasedASCII)
    else { return nil }
    return Call(
      name: name, argument: statement.text(of: argument), column: column, isOfDate: isOfDate,
      text: statement.text(of: whole))
  }
}

extension ArraySlice<SQLToken.Placed> {
  /// The place of the parenthesis that closes the one at a place.
  func end(from start: Int) -> Int? {
    var depth = 0
    for place in indices[start...] {
      if self[place].token.isSymbol("(") { depth += 1 }
      if self[place].token.isSymbol(")") {
        depth -= 1
        if depth == 0 { return place }
      }
    }
    return nil
  }
}
