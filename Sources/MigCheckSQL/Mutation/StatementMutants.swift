import MigCheckText

/// Mistakes that are put into one statement that moves or changes rows.
struct StatementMutants {
  struct Mutant {
    /// What is left out, in words.
    var words: String
    /// `nil`: the whole statement.
    var text: String?
  }

  private let statement: SQLStatement
  private let tokens: [SQLToken.Placed]
  private let bytes: [UInt8]

  init(_ statement: SQLStatement) {
    self.statement = statement
    tokens = SQLToken.placed(in: statement.text)
    bytes = Array(statement.text.utf8)
  }

  /// Whether the statement moves or changes rows, and no more.
  private var movesRows: Bool {
    switch StatementShape(statement) {
    case .insert, .update, .delete: true
    default: false
    }
  }

  private var place: String { "\(statement.summary) (\(statement.place))" }

  /// The statement left out as a whole.
  var omission: Mutant? { movesRows ? Mutant(words: place, text: nil) : nil }

  /// All mistakes.
  var all: [Mutant] {
    guard let omission else { return [] }
    return [omission] + columns + [condition].compactMap(\.self)
  }

  // MARK: Conditions

  /// The statement without its last condition outside of parentheses.
  private var condition: Mutant? {
    var depth = 0
    var start: Int?
    var end = tokens.count
    for (place, placed) in tokens.enumerated() {
      if placed.token.isSymbol("(") { depth += 1 }
      if placed.token.isSymbol(")") { depth -= 1 }
      guard depth == 0 else { continue }
      if placed.token.isWord("where") {
        (start, end) = (place, tokens.count)
      } else if start != nil, end == tokens.count,
        ["group", "order", "limit", "returning", "on", "union"].contains(
          where: placed.token.isWord)
      {
        end = place
      }
    }
    guard let start, start > 0 else { return nil }
    return Mutant(
      words: "the WHERE of \(place)",
      text: text(..<start) + (end < tokens.count ? " " + text(end...) : ""))
  }

  private func text(_ range: PartialRangeUpTo<Int>) -> String {
    range.upperBound == 0
      ? ""
      : String(decoding: bytes[..<tokens[range.upperBound - 1].range.upperBound], as: UTF8.self)
  }

  private func text(_ range: PartialRangeFrom<Int>) -> String {
    String(decoding: bytes[tokens[range.lowerBound].range.lowerBound...], as: UTF8.self)
  }

  // MARK: Columns of a copy

  /// Each column of a copy left out, and each two neighbours in the wrong order.
  private var columns: [Mutant] {
    guard let open = tokens.firstIndex(where: { $0.token.isSymbol("(") }),
      case .insert(let insertion) = StatementShape(statement),
      let names = insertion.columns, insertion.query != nil,
      let select = tokens.firstIndex(where: { $0.token.isWord("select") }), open < select
    else { return [] }
    let own = items(from: open + 1) { $0.isSymbol(")") }
    var first = select + 1
    if first < tokens.count, tokens[first].token.isWord("distinct") { first += 1 }
    let values = items(from: first) { $0.isWord("from") }
    guard own.count == names.count, values.count == names.count, names.count > 1,
      tokens.count(where: { $0.token.isWord("select") }) == 1
    else { return [] }
    let omissions = names.indices.map { index in
      Mutant(
        words: "\(names[index]) in \(place)",
        text: replacing(own, by: without(index, own), values, by: without(index, values)))
    }
    let swaps = names.indices.dropLast().map { index in
      var swapped = values.map(text)
      swapped.swapAt(index, index + 1)
      return Mutant(
        words: "the order of \(names[index]) and \(names[index + 1]) in \(place)",
        text: replacing(own, by: own.map(text), values, by: swapped))
    }
    return omissions + swaps
  }

  /// Ranges of tokens between commas outside of parentheses.
  private func items(from start: Int, until isEnd: (SQLToken) -> Bool) -> [Range<Int>] {
    var items = [Range<Int>]()
    var (begin, depth) = (start, 0)
    for place in tokens.indices.dropFirst(start) {
      let token = tokens[place].token
      if depth == 0, isEnd(token) {
        if begin < place { items.append(begin..<place) }
        return items
      }
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.isSymbol(",") {
        items.append(begin..<place)
        begin = place + 1
      }
    }
    return []
  }

  private func text(_ item: Range<Int>) -> String {
    guard !item.isEmpty else { return "" }
    let range =
      tokens[item.lowerBound].range.lowerBound..<tokens[item.upperBound - 1].range.upperBound
    return String(decoding: bytes[range], as: UTF8.self)
  }

  private func without(_ index: Int, _ items: [Range<Int>]) -> [String] {
    items.enumerated().filter { $0.offset != index }.map { text($0.element) }
  }

  private func replacing(
    _ own: [Range<Int>], by names: [String], _ values: [Range<Int>], by expressions: [String]
  ) -> String {
    guard let firstName = own.first, let lastName = own.last, let firstValue = values.first,
      let lastValue = values.last
    else { return statement.text }
    return text(..<firstName.lowerBound) + names.joined(separator: ", ")
      + text(lastName.upperBound..<firstValue.lowerBound) + " "
      + expressions.joined(separator: ", ") + " " + text(lastValue.upperBound...)
  }
}
