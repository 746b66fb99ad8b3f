import MigCheckModel
import MigCheckSQL
import MigCheckText

/// The statements of an upgrade as a migrator tells them: those of all versions on the way in one list,
/// with their arguments in them.
struct ToldStatements {
  /// By version, in order; empty: it is not known which version ran which.
  let versions: [[SQLStatement]]
  /// The same as they ran, without placeholders.
  let literal: [[SQLStatement]]

  /// - Parameters:
  ///   - lines: the texts of the statements, in order; empty: none were reported.
  ///   - names: the versions that the upgrade went through.
  ///   - ownTables: lower-case names of the tables in which the migrator notes what it has applied.
  ///   - keys: by the lower-case name of a table, the lower-case columns of its primary key.
  init(
    _ lines: [String], through names: [String], ownTables: Set<String>,
    keys: [String: Set<String>]
  ) {
    guard !lines.isEmpty, !names.isEmpty else {
      (versions, literal) = ([], [])
      return
    }
    var groups = [[String]]()
    var current = [String]()
    for line in lines {
      current.append(line)
      if Self.notesVersion(line, ownTables) {
        groups.append(current)
        current = []
      }
    }
    if names.count == 1 {
      groups = [lines]
    } else if groups.count == names.count {
      // What follows the last note, such as COMMIT, belongs to the last version.
      groups[groups.count - 1] += current
    } else {
      (versions, literal) = ([], [])
      return
    }
    literal = zip(groups, names).map { lines, name in
      lines.compactMap { line in
        SQLStatement(traced: line, boundText: nil, by: name).flatMap {
          $0.isPartOfMigration(besides: ownTables) ? $0 : nil
        }
      }
    }
    versions = literal.map { statements in
      var log = StatementLog()
      for statement in statements { log.append(Self.ofRows(statement, keys: keys)) }
      return log.statements
    }
  }

  /// Whether a statement notes down that a version was applied.
  private static func notesVersion(_ text: String, _ ownTables: Set<String>) -> Bool {
    let tokens = SQLToken.tokens(of: text)
    guard let first = tokens.first else { return false }
    if first.isWord("pragma") {
      return tokens.contains { $0.isWord("user_version") }
        && tokens.contains { $0.isSymbol("=") || $0.isSymbol("(") }
    }
    guard first.isWord("insert") || first.isWord("update") || first.isWord("replace") else {
      return false
    }
    let table = tokens.dropFirst().first { token in
      token.name != nil
        && !["or", "replace", "ignore", "abort", "fail", "rollback", "into", "main"].contains {
          token.isWord($0)
        }
    }
    return table?.name.map { ownTables.contains($0.lowercasedASCII) } ?? false
  }

  /// A statement that code runs for one row after another, with placeholders for what differs: the rows
  /// are named by their keys.
  static func ofRows(_ statement: SQLStatement, keys: [String: Set<String>]) -> SQLStatement {
    let placed = SQLToken.placed(in: statement.text)
    let tokens = placed.map(\.token)
    guard let first = tokens.first, first.isWord("update") || first.isWord("delete"),
      let condition = tokens.lastIndex(where: { $0.isWord("where") }),
      let table = tokens.first(where: { token in
        token.name.map { keys[$0.lowercasedASCII] != nil } ?? false
      })?.name,
      let key = keys[table.lowercasedASCII],
      namesRow(tokens[(condition + 1)...], key: key)
    else { return statement }
    let start =
      first.isWord("update") ? tokens.firstIndex { $0.isWord("set") } ?? condition : condition
    let bytes = Array(statement.text.utf8)
    var text = [UInt8]()
    var end = 0
    for place in placed[start...] where place.token.isLiteral {
      text += bytes[end..<place.range.lowerBound]
      text.append(UInt8(ascii: "?"))
      end = place.range.upperBound
    }
    text += bytes[end...]
    var result = SQLStatement(
      text: String(decoding: text, as: UTF8.self), file: statement.file, line: nil,
      boundText: statement.text)
    result.writesRowAfterRow = true
    return result
  }

  /// Whether a condition gives a column of a key one value.
  private static func namesRow(_ tokens: ArraySlice<SQLToken>, key: Set<String>) -> Bool {
    tokens.indices.dropLast(2).contains { place in
      (tokens[place].name.map { key.contains($0.lowercasedASCII) } ?? false)
        && tokens[place + 1].isSymbol("=") && tokens[place + 2].isLiteral
    }
  }
}

extension SQLToken {
  fileprivate var isLiteral: Bool {
    switch self {
    case .text, .blob, .number: true
    case .word: isWord("null")
    default: false
    }
  }
}
