import MigCheckText

/// Dates that are taken for those of another time zone than the default of their column gives them:
/// `datetime(made, 'utc')` moves what `CURRENT_TIMESTAMP` wrote, which is UTC already, and
/// `unixepoch(made)` takes what `datetime('now', 'localtime')` wrote for UTC.
struct MistakenZones {
  static let code = "zoneMistaken"

  let writing: WritingStatement

  private enum Zone { case utc, local }

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    let faults = item.indices.compactMap { place -> RowQuestion? in
      guard place + 1 < item.endIndex, item[place + 1].token.isSymbol("("),
        case .word(let word) = item[place].token, let end = item.end(from: place + 1)
      else { return nil }
      let name = word.lowercasedASCII
      let arguments = WrittenExpressions.parts(of: item[(place + 2)..<end])
      let position = name == "strftime" ? 1 : 0
      guard GarblingCalls.ofDates.contains(name), arguments.indices.contains(position),
        let source = writing.column(arguments[position]), let zone = zone(of: source)
      else { return nil }
      let modifiers = arguments[(position + 1)...].flatMap { $0.compactMap(\.token.lowercasedText) }
      switch zone {
      case .utc where modifiers.contains("utc"):
        return question(
          column,
          "\(name) takes \(source) for local time, and its default is one of UTC, so that "
            + "\(writing.table).\(column) is moved by the time zone of the device. Leave 'utc' out")
      case .local where isEpoch(name, arguments) && modifiers.isEmpty:
        return question(
          column,
          "\(name) takes \(source) for UTC, and its default is local time, so that "
            + "\(writing.table).\(column) is wrong by the time zone of the device. Say 'utc' behind it"
        )
      default: return nil
      }
    }
    return Array(faults.prefix(1))
  }

  /// Whether a call gives seconds since 1970, which are those of UTC.
  private func isEpoch(_ name: String, _ arguments: [WrittenExpressions.Tokens]) -> Bool {
    name == "unixepoch"
      || name == "strftime" && arguments[0].contains { $0.token.lowercasedText == "%s" }
  }

  /// `nil`: the default of the column does not say.
  private func zone(of column: String) -> Zone? {
    let table = writing.before.table(named: writing.written.base)
    guard let value = table?.column(named: column)?.defaultValue else { return nil }
    let tokens = SQLToken.tokens(of: value)
    if tokens.contains(where: { $0.isWord("current_timestamp") }) { return .utc }
    let texts = tokens.compactMap(\.lowercasedText)
    // Seconds are no text that could be of a zone.
    guard tokens.contains(where: { $0.isWord("datetime") || $0.isWord("strftime") }),
      texts.contains("now"), !texts.contains("%s")
    else { return nil }
    return texts.contains("localtime") ? .local : .utc
  }

  private func question(_ column: String, _ message: String) -> RowQuestion {
    RowQuestion(
      query: "SELECT 1",
      fault: writing.fault(
        Self.code, column,
        message + "; if rows hold others than the default, nothing is to be done."))
  }
}

extension SQLToken {
  fileprivate var lowercasedText: String? {
    if case .text(let text) = self { text.lowercasedASCII } else { nil }
  }
}
