import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What is asked of rows of all sorts just before a statement runs on them.
struct RowQuestion {
  /// Has one number as its answer.
  var query: String
  /// Counts the rows of which one is shown; `nil`: the query does, if it counts rows of the statement.
  var rowsQuery: String?
  /// It is a fault if the answer is greater.
  var limit: Int64 = 0
  var fault: HopFault
  /// What several questions have in common that are told as one fault, which lists the columns of the
  /// others; `nil`: each column of a statement has a fault of its own.
  var kind: String?
  /// Is asked instead of rows that the statement goes through, where another question of the same kind
  /// has found something.
  var queryAlike: String?
  /// What the fault says to be lost; `nil`: the statement itself tells.
  var texts: LostTexts?

  /// The column that it is about, as a sentence names it beside another one.
  func path(beside other: HopFault) -> String? {
    guard let type = fault.type, let property = fault.property else { return nil }
    return type == other.type ? property.text : "\(type.text).\(property.text)"
  }
}

/// A statement that writes expressions, as questions about it need to know it.
struct WritingStatement {
  let statement: SQLStatement
  let written: WrittenExpressions
  /// The name that the table has after the version.
  let table: String
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping

  func fault(
    _ code: String, _ column: String, _ message: String, isError: Bool = false
  ) -> HopFault {
    HopFault(
      code, type: mapping.typeName(table), property: mapping.propertyName(column, of: table),
      isError: isError, message: message, place: statement.source)
  }

  /// Whether nothing but what an expression makes of it is left of a column that it reads.
  ///
  /// - Parameters:
  ///   - source: the column that is read.
  ///   - column: the one that is written.
  func isUsedUp(_ source: String, for column: String) -> Bool {
    guard let old = before.table(named: written.base) ?? before.table(named: table),
      old.column(named: source) != nil
    else { return false }
    if source.isSameName(as: column) {
      return old.name.isSameName(as: table) || before.table(named: table) == nil
    }
    let next = after.table(named: old.name)
    return next.map { $0.column(named: source) == nil } ?? false
  }

  /// The column that an argument is, if it is nothing else: `a` of `a` and of `t.a`.
  func column(_ tokens: WrittenExpressions.Tokens) -> String? {
    guard
      tokens.count == 1
        || tokens.count == 3 && tokens[tokens.startIndex + 1].token.isSymbol(".")
    else { return nil }
    let name = tokens.last?.token.name
    return name.flatMap { name in
      ["null", "true", "false", "current_timestamp"].contains(name.lowercasedASCII) ? nil : name
    }
  }
}

extension String {
  /// The SQL with brackets around names instead of double quotes, between which SQLite takes a name that
  /// it does not know for a text.
  var withNamesInBrackets: String {
    var bytes = Array(utf8)
    for placed in SQLToken.placed(in: self) {
      guard case .quotedName = placed.token, bytes[placed.range.lowerBound] == UInt8(ascii: "\"")
      else { continue }
      bytes[placed.range.lowerBound] = UInt8(ascii: "[")
      bytes[placed.range.upperBound - 1] = UInt8(ascii: "]")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
