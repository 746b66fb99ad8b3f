import MigCheckModel
import MigCheckText

/// Names in double quotes with a slip of the pen, which SQLite takes for texts:
/// `SELECT "id", "mial" FROM "user"`.
///
/// Texts are written so as well; what decides is that the statement writes names in this way, and that
/// the text is like a column of its tables, or stands where a text of one's own makes no sense.
struct MistypedNames {
  static let code = "nameAsText"

  let migration: Migration
  let trace: ScriptTrace
  let mapping: SchemaMapping

  /// One for each statement.
  var faults: [HopFault] {
    var told = [Int]()
    return trace.quotedTexts.compactMap { text in
      guard text.isAmongNames, !told.contains(text.statement) else { return nil }
      let statement = migration.statements[text.statement]
      guard let fault = fault(text, statement) else { return nil }
      told.append(text.statement)
      return fault
    }
  }

  private func fault(_ text: QuotedText, _ statement: SQLStatement) -> HopFault? {
    switch StatementShape(statement) {
    case .insert, .update, .delete: break
    default: guard makesIndex(statement.tokens) else { return nil }
    }
    let tokens = statement.tokens
    let isOdd = isOdd(text.token, in: tokens) || isIndexed(text.token, in: tokens)
    // A column that is to be filled, and is not there yet, is told as such.
    guard isOdd || !text.columns.contains(where: text.name.isSameName) else { return nil }
    let isCompared = isCompared(text.token, in: tokens)
    let alike = text.columns.first { column in
      Self.plain(column) == Self.plain(text.name)
        || !isCompared && Self.areAlike(Self.plain(column), Self.plain(text.name))
    }
    guard alike != nil || isOdd else { return nil }
    let question = alike.map { " If \($0) is meant, write that; if" } ?? " If"
    return HopFault(
      Self.code, type: target(of: statement).map(mapping.typeName), subject: Name(text.name),
      isError: false,
      message:
        "\"\(text.name)\" is a text here: no table that the statement reads has such a column, and SQLite "
        + "takes a name in double quotes that it does not know for a text.\(question) a text is, put it "
        + "in single quotes.", place: statement.source)
  }

  private func makesIndex(_ tokens: [SQLToken]) -> Bool {
    tokens.count > 2 && tokens[0].isWord("create")
      && (tokens[1].isWord("index") || tokens[1].isWord("unique"))
  }

  private func target(of statement: SQLStatement) -> String? {
    switch StatementShape(statement) {
    case .insert(let insertion): insertion.table
    case .update(let table), .delete(let table, _): table
    default: nil
    }
  }

  // MARK: Where it stands

  /// Whether it is what something is compared with or set to, as texts are.
  private func isCompared(_ place: Int, in tokens: [SQLToken]) -> Bool {
    guard place > 0 else { return true }
    let previous = tokens[place - 1]
    return ["=", "==", "<>", "!=", "<", ">", "<=", ">="].contains(where: previous.isSymbol)
      || ["like", "glob", "is", "not", "between", "then", "else", "default", "match"].contains(
        where: previous.isWord)
      || isInList(place, tokens)
  }

  /// Whether it is one of `IN (…)` or of `VALUES (…)`.
  private func isInList(_ place: Int, _ tokens: [SQLToken]) -> Bool {
    var depth = 0
    for position in tokens[..<place].indices.reversed() {
      if tokens[position].isSymbol(")") { depth += 1 }
      guard tokens[position].isSymbol("(") else { continue }
      guard depth == 0 else {
        depth -= 1
        continue
      }
      guard position > 0 else { return false }
      return ["in", "values"].contains(where: tokens[position - 1].isWord)
        || tokens[position - 1].isSymbol(",")
    }
    return false
  }

  /// Whether it is one of the columns of an index.
  private func isIndexed(_ place: Int, in tokens: [SQLToken]) -> Bool {
    makesIndex(tokens) && !tokens[..<place].contains { $0.isWord("where") }
  }

  /// Functions of which nobody asks what they make of a text that is known.
  private static let ofOneText = [
    "coalesce", "ifnull", "length", "lower", "ltrim", "nullif", "rtrim", "trim", "typeof", "upper",
  ]

  /// Whether a text makes no sense there: `"mial" IS NOT NULL`, `lower("mial")`.
  private func isOdd(_ place: Int, in tokens: [SQLToken]) -> Bool {
    if place + 1 < tokens.count,
      ["is", "isnull", "notnull"].contains(where: tokens[place + 1].isWord)
    {
      return true
    }
    return place > 1 && tokens[place - 1].isSymbol("(")
      && Self.ofOneText.contains(where: tokens[place - 2].isWord)
  }

  // MARK: Spelling

  /// A name without what people leave out or add without noticing.
  private static func plain(_ name: String) -> String {
    name.lowercasedASCII.filter { $0 != "_" }
  }

  /// Whether one name becomes the other by one letter that is left out, added, another, or in another's
  /// place; of long ones by two.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    let (first, second) = (Array(one.lowercasedASCII.utf8), Array(other.lowercasedASCII.utf8))
    let length = min(first.count, second.count)
    guard length > 2, first != second, abs(first.count - second.count) <= 2 else { return false }
    return distance(first, second) <= (length > 5 ? 2 : 1)
  }

  /// - Complexity: O(*n* · *m*).
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var rows = [Array(0...second.count)]
    for i in 1...first.count {
      var row = [i]
      for j in 1...second.count {
        let isSame = first[i - 1] == second[j - 1]
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
