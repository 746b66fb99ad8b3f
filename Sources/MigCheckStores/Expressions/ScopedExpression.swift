import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// An expression whose names of properties were looked up, as it is given to SQLite.
///
/// SQLite compares names without regard to case, and a history does not: names are exact, by bytes.
/// So `old.name` becomes a parameter here, and SQLite never sees the name. A bare `name` does too
/// where no inner query can have a column of that name; else SQLite finds it in a query of one row.
struct ScopedExpression {
  typealias Source = ExpressionEvaluator.Compiled.Source

  /// To be put in parentheses.
  private(set) var text = ""
  /// What the parameters hold: the first one is number 1.
  private(set) var parameters: [Source] = []
  /// What stands behind the result column: ` FROM …`, or nothing.
  private(set) var clause = ""

  private let scope: ExpressionEvaluator.Scope
  private let tokens: [SQLToken.Placed]

  /// - Throws: `expressionError` for a name that may mean two things.
  init(
    _ expression: SQLExpression, in scope: ExpressionEvaluator.Scope, oneRow: String
  ) throws(UpgradeError) {
    self.scope = scope
    tokens = expression.tokens
    let bytes = Array(expression.text.utf8)
    var output = [UInt8]()
    var bare = [String]()
    let hasQueries = tokens.contains { placed in
      ["select", "values", "with"].contains { placed.token.isWord($0) }
    }
    var position = 0
    var end = 0
    while position < tokens.count {
      let range = tokens[position].range
      if range.lowerBound > end { output.append(0x20) }
      end = range.upperBound
      if let (source, count) = try qualified(at: position) {
        output.append(contentsOf: " \(parameter(source)) ".utf8)
        position += count
        end = tokens[position - 1].range.upperBound
        continue
      }
      if let name = bareName(at: position) {
        let meanings = meanings(of: name)
        if meanings.count == 1, !hasQueries, isCertainlyName(at: position) {
          output.append(contentsOf: " \(parameter(meanings[0])) ".utf8)
          position += 1
          continue
        }
        bare.append(name)
      }
      output.append(contentsOf: bytes[range])
      position += 1
    }
    text = String(decoding: output, as: UTF8.self)
    try offer(bare, oneRow: oneRow)
  }

  // MARK: Places

  private func token(_ position: Int) -> SQLToken? {
    tokens.indices.contains(position) ? tokens[position].token : nil
  }

  private func isDot(_ position: Int) -> Bool { token(position)?.isSymbol(".") ?? false }

  /// The property that tokens from here on name: `old`, a dot and a name, and perhaps more of both
  /// where links are followed.
  ///
  /// - Returns: with the number of the tokens.
  /// - Throws: `noSuchProperty` if links are followed to where nothing is.
  private func qualified(
    at position: Int
  ) throws(UpgradeError) -> (source: Source, count: Int)? {
    guard isDot(position + 1), !isDot(position - 1),
      let object = token(position)?.columnName?.lowercasedASCII,
      object.isIdentical(to: "old") || object.isIdentical(to: "new")
    else { return nil }
    let isOld = object.isIdentical(to: "old")
    let end = tokens.endOfPath(from: position)
    guard end > position + 2, !isDot(end) else { return nil }
    let name = LinkPaths.joined(
      stride(from: position + 2, to: end, by: 2).compactMap { token($0)?.columnName })
    if end > position + 3,
      let problem = scope.problems.first(where: {
        $0.isOld == isOld && $0.name.isIdentical(to: name)
      })
    {
      throw UpgradeError(.noSuchProperty, problem.message, property: Name(name))
    }
    let index = scope.readable(name, in: isOld ? scope.old : scope.new)
    return index.map { (isOld ? .old($0) : .new($0), end - position) }
  }

  private func bareName(at position: Int) -> String? {
    guard let name = token(position)?.name, !isDot(position - 1), !isDot(position + 1),
      !(token(position + 1)?.isSymbol("(") ?? false)
    else { return nil }
    return name
  }

  /// Whether a token cannot be a keyword, the type of a cast or the name of a collation.
  private func isCertainlyName(at position: Int) -> Bool {
    if let before = token(position - 1), before.isWord("as") || before.isWord("collate") {
      return false
    }
    if case .word(let word)? = token(position) { return !SQLiteKeyword.contains(word) }
    return true
  }

  // MARK: Names

  private mutating func parameter(_ source: Source) -> String {
    if let known = parameters.firstIndex(of: source) { return "?\(known + 1)" }
    parameters.append(source)
    return "?\(parameters.count)"
  }

  private func meanings(of name: String) -> [Source] {
    var meanings = [Source]()
    if let index = scope.readable(name, in: scope.old) { meanings.append(.old(index)) }
    if let index = scope.readable(name, in: scope.new) { meanings.append(.new(index)) }
    let isOrdinal = scope.hasOrdinal && name.lowercasedASCII.isIdentical(to: "ordinal")
    if isOrdinal, meanings.isEmpty || name.isIdentical(to: "ordinal") { meanings.append(.ordinal) }
    return meanings
  }

  /// Lets SQLite find bare names where it looks when no inner query has such a column.
  private mutating func offer(_ names: [String], oneRow: String) throws(UpgradeError) {
    var offered = [(name: String, meanings: [Source])]()
    for name in names where !offered.contains(where: { $0.name.isIdentical(to: name) }) {
      let meanings = meanings(of: name)
      if !meanings.isEmpty { offered.append((name, meanings)) }
    }
    for (name, _) in offered {
      let twin = names.first {
        $0.lowercasedASCII.isIdentical(to: name.lowercasedASCII) && !$0.isIdentical(to: name)
      }
      if let twin {
        throw UpgradeError(
          .expressionError,
          "SQL cannot tell \(name) and \(twin) apart: write old or new before the names")
      }
    }
    var sources = [String]()
    for choose in [Source.isOld, Source.isNew, Source.isOrdinal] {
      let columns = offered.compactMap { name, meanings in
        meanings.first(where: choose).map { (name, parameter($0)) }
      }
      guard !columns.isEmpty else { continue }
      let list = columns.map { "\($1) AS \(quotedName($0))" }.joined(separator: ", ")
      sources.append("(SELECT \(list) FROM \(oneRow))")
    }
    if !sources.isEmpty { clause = " FROM " + sources.joined(separator: ", ") }
  }

  private func quotedName(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

extension ScopedExpression {
  /// Why a text is no expression whatever its names mean; `nil`: SQLite has to say.
  static func problem(of expression: SQLExpression) -> String? {
    guard !expression.text.utf8.contains(0) else { return "it contains U+0000" }
    var depth = 0
    for token in expression.tokens.lazy.map(\.token) {
      if case .parameter(let text) = token {
        return "\(text) is a parameter, and an expression has none"
      }
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth < 0 { return "there is a ) too many" }
      if token.isSymbol(";") { return "it ends with the ;" }
    }
    return depth > 0 ? "a ) is missing" : nil
  }

  /// The text without comments, the last of which could swallow what is put behind it, and with
  /// `old.dog` for `old.dog.owner.name`, of which SQLite knows nothing.
  static func withoutComments(_ expression: SQLExpression) -> String {
    let bytes = Array(expression.text.utf8)
    let tokens = expression.tokens
    var output = [UInt8]()
    var end = 0
    var place = 0
    while place < tokens.count {
      let placed = tokens[place]
      if placed.range.lowerBound > end { output.append(0x20) }
      output.append(contentsOf: bytes[placed.range])
      end = placed.range.upperBound
      place += 1
      guard let side = placed.token.columnName?.lowercasedASCII, ["old", "new"].contains(side),
        case let behind = tokens.endOfPath(from: place - 1), behind > place + 2
      else { continue }
      output.append(contentsOf: bytes[tokens[place].range])
      output.append(contentsOf: bytes[tokens[place + 1].range])
      end = tokens[behind - 1].range.upperBound
      place = behind
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension ExpressionEvaluator.Compiled.Source {
  fileprivate static func isOld(_ source: Self) -> Bool {
    if case .old = source { true } else { false }
  }

  fileprivate static func isNew(_ source: Self) -> Bool {
    if case .new = source { true } else { false }
  }

  fileprivate static func isOrdinal(_ source: Self) -> Bool { source == .ordinal }
}
