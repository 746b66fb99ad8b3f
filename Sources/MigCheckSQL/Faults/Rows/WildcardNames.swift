import MigCheckModel
import MigCheckText

/// Deletions by a name with `_` in it, which stands for any character in `LIKE`:
/// `DELETE FROM range WHERE name LIKE 'app_events%'` takes `app-events` and `app2events` as well.
struct WildcardNames {
  static let code = "anyCharacter"

  let migration: Migration
  let mapping: SchemaMapping

  var faults: [HopFault] {
    migration.statements.compactMap { statement in
      guard case .delete(let table, hasCondition: true) = StatementShape(statement) else {
        return nil
      }
      return fault(statement, table)
    }
  }

  private func fault(_ statement: SQLStatement, _ table: String) -> HopFault? {
    let tokens = statement.tokens
    for place in tokens.indices.dropFirst().dropLast()
    where tokens[place].isWord("like") && !tokens[place - 1].isWord("not") {
      // Another sign than the one which SQLite has for that shows that the author knows.
      let isEscaped = place + 2 < tokens.count && tokens[place + 2].isWord("escape")
      guard !isEscaped, case .text(let pattern) = tokens[place + 1],
        let other = Self.other(than: pattern)
      else { continue }
      let escaped = Self.escaped(pattern)
      let column = tokens[place - 1].name
      return HopFault(
        Self.code, type: mapping.typeName(table),
        property: column.map { mapping.propertyName($0, of: table) }, isError: false,
        message:
          "LIKE \(pattern.quotedText) is true for \(other.quotedText), too, since _ stands for any character, "
          + "and DELETE takes such rows along. Write LIKE \(escaped.quotedText) ESCAPE '\\'; if there "
          + "are none, nothing is to be done.", place: statement.source)
    }
    return nil
  }

  /// A text that nobody means by the pattern; `nil`: there is no `_` within a word, or each stands for one
  /// character as in `'____-__-__'`.
  static func other(than pattern: String) -> String? {
    var bytes = Array(pattern.utf8)
    let places = bytes.indices.dropFirst().dropLast().filter { place in
      bytes[place] == UInt8(ascii: "_") && isLetter(bytes[place - 1])
        && isLetter(bytes[place + 1])
    }
    guard let place = places.first else { return nil }
    bytes[place] = UInt8(ascii: "-")
    return String(decoding: bytes.filter { $0 != UInt8(ascii: "%") }, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  private static func escaped(_ pattern: String) -> String {
    pattern.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "\\_")
  }
}
