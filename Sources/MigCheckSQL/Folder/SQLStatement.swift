import MigCheckSQLite
import MigCheckText

/// One statement of a script, and where it stands.
package struct SQLStatement: Sendable {
  /// From its first word, without the semicolon at its end.
  package let text: String
  /// The path of the file below the folder of the migrations.
  package let file: String
  /// The line of the first word, counted from 1; `nil` of a statement that code made.
  package let line: Int?
  /// Its words, literals and operators.
  package let tokens: [SQLToken]
  /// Read once, as each search asks it of every statement before another one.
  let shape: StatementShape
  /// The text with the arguments that code bound in the places of its parameters; `nil`: it has no
  /// parameters, or the arguments are not known.
  package private(set) var boundText: String?

  /// - Parameter boundText: the text with its arguments, if code made the statement.
  package init(text: String, file: String, line: Int?, boundText: String? = nil) {
    self.text = text
    self.file = file
    self.line = line
    self.boundText = boundText.flatMap { $0.isIdentical(to: text) ? nil : $0 }
    let placed = SQLToken.placed(in: text)
    tokens = placed.map(\.token)
    shape = StatementShape(placed, of: text)
  }

  /// The statement as SQLite runs it, with its arguments.
  var bound: SQLStatement {
    boundText.map { SQLStatement(text: $0, file: file, line: line) } ?? self
  }

  /// Whether code runs it for one row after another, with values that it may have made of theirs.
  package var writesRowAfterRow = false

  /// Forgets arguments that are others from run to run.
  mutating func forgetArguments() { boundText = nil }

  /// `0003_users.sql:12`.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// The statement on one line, shortened.
  package var summary: String { Self.summary(of: text) }

  static func summary(of text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 120 ? words.prefix(117) + "..." : words
  }
}

extension SQLStatement {
  /// A statement of code, as a trace shows it: from its first word, without what stands around it.
  ///
  /// - Parameter migration: the name of the version that runs it.
  /// - Returns: `nil`: it is nothing but a comment, as the trace shows what triggers do.
  package init?(traced sql: String, boundText: String?, by migration: String) {
    let bytes = Array(sql.utf8)
    let placed = SQLToken.placed(in: sql)
    let end = placed.last { !$0.token.isSymbol(";") }?.range.upperBound
    guard let start = placed.first?.range.lowerBound, let end, start < end else { return nil }
    self.init(
      text: String(decoding: bytes[start..<end], as: UTF8.self), file: migration, line: nil,
      boundText: boundText)
  }

  /// The statements of a script, in order.
  ///
  /// SQLite decides where one ends, so that a trigger's own semicolons divide nothing. What follows
  /// the last semicolon is a statement too, unless it is blanks and comments.
  ///
  /// - Complexity: O(*n*) in the length of the script, and O(*k*²) in that of a trigger.
  static func all(in script: String, file: String) -> [SQLStatement] {
    placed(in: script, file: file).map(\.statement)
  }

  /// As above, with their places in the script, in bytes.
  static func placed(
    in script: String, file: String
  ) -> [(statement: SQLStatement, range: Range<Int>)] {
    let bytes = Array(script.utf8)
    var statements = [(statement: SQLStatement, range: Range<Int>)]()
    var lines = LineCounter(bytes: bytes)
    var start: Int?
    func add(until end: Int) {
      guard let begin = start, begin < end else { return }
      let statement = SQLStatement(
        text: String(decoding: bytes[begin..<end], as: UTF8.self), file: file,
        line: lines.line(at: begin))
      statements.append((statement, begin..<end))
    }
    var last = 0
    var ignored = 0
    for placed in SQLToken.placed(in: script) where placed.range.lowerBound >= ignored {
      if start == nil, let end = shellSetting(at: placed.range.lowerBound, in: bytes) {
        ignored = end
        continue
      }
      last = placed.range.upperBound
      guard placed.token.isSymbol(";") else {
        if start == nil { start = placed.range.lowerBound }
        continue
      }
      guard let begin = start else { continue }
      if SQLiteSyntax.isComplete(bytes[begin..<placed.range.upperBound]) {
        add(until: placed.range.lowerBound)
        start = nil
      }
    }
    add(until: last)
    return statements
  }
}

extension SQLStatement {
  /// Commands of the shell `sqlite3` that change nothing in a database.
  private static let shellSettings: Set<String> = [
    ".bail", ".changes", ".echo", ".eqp", ".headers", ".mode", ".print", ".stats", ".timeout",
    ".timer", ".width",
  ]

  /// - Returns: the end of the line, if it is a command that only concerns the shell.
  private static func shellSetting(at start: Int, in bytes: [UInt8]) -> Int? {
    guard bytes[start] == UInt8(ascii: "."), start == 0 || bytes[start - 1] == 0x0A else {
      return nil
    }
    let line = bytes[start...].prefix { $0 != 0x0A }
    let word = String(decoding: line.prefix { $0 > 0x20 }, as: UTF8.self)
    return shellSettings.contains(word.lowercasedASCII) ? line.endIndex : nil
  }
}

/// Counts lines forwards.
private struct LineCounter {
  let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func line(at place: Int) -> Int {
    while position < place {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
    return line
  }
}

extension SQLStatement {
  /// What stands before the `WHERE` of the statement itself.
  var tokensBeforeCondition: ArraySlice<SQLToken> {
    let end = tokens[...].firstPlace(of: ["where"])
    return tokens[..<(end ?? tokens.endIndex)]
  }

  /// Whether it is an `UPDATE OR REPLACE`, which deletes the rows that are in its way.
  var isReplacingUpdate: Bool {
    guard let verb = tokens[...].firstPlace(of: ["update"]), verb + 2 < tokens.count else {
      return false
    }
    return tokens[verb + 1].isWord("or") && tokens[verb + 2].isWord("replace")
  }
}
