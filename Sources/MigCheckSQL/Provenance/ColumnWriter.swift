import MigCheckModel
import MigCheckText

/// The statement of a script that wrote a column last.
struct ColumnWriter {
  let entry: DatabaseVersions.Entry
  /// Its place in the script.
  let statement: Int
  /// The name of the column as the script leaves it, in lower case.
  let column: String
  /// Whether the script makes the table that holds the column afterwards.
  let isNewTable: Bool

  /// How it wrote the column; `nil`: it cannot be told.
  ///
  /// - Parameter property: the column under its names after the hop.
  func write(of property: PropertyPath) -> ColumnWrite? {
    let statements = entry.migration.statements
    guard statements.indices.contains(statement) else { return nil }
    let own = statements[statement]
    let kind: ColumnWrite.Kind
    switch StatementShape(own) {
    case .insert(let insertion) where insertion.query != nil && isNewTable: kind = .copy
    // Rows that are there get other values; those of other tables come in.
    case .insert(let insertion) where insertion.query != nil && isUpsert(insertion, own):
      kind = .update
    case .createTable(_, query: .some): kind = .copy
    // What fills the copy of a table is a part of the copying.
    case .update(let table): kind = isOfCopy(table) ? .copy : .update
    default: return nil
    }
    let columns = { (table: String) -> [String] in
      entry.database.table(named: table)?.storedColumns.map(\.name) ?? []
    }
    let written = WrittenExpressions(own, columns: columns)
    let expression = written?.items.last { $0.column.isSameName(as: column) }
    let tokens = expression?.tokens ?? SQLToken.placed(in: own.text)[...]
    return ColumnWrite(
      property: property, kind: kind,
      readsItself: own.writesRowAfterRow || readsItself(expression?.tokens, of: written),
      namesNull: Self.namesNull(tokens),
      readsDates: tokens.contains { placed in
        Self.dateFunctions.contains(where: placed.token.isWord)
      },
      place: own.source)
  }

  /// <https://www.sqlite.org/lang_datefunc.html>
  private static let dateFunctions = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]

  /// Whether `NULL` is used as a value, which it is not after `IS` and `NOT`.
  private static func namesNull(_ tokens: WrittenExpressions.Tokens) -> Bool {
    tokens.indices.contains { place in
      guard tokens[place].token.isWord("null") else { return false }
      let before = place > tokens.startIndex ? tokens[place - 1].token : nil
      return before.map { !$0.isWord("is") && !$0.isWord("not") } ?? true
    }
  }

  /// Whether a table is one that the script made before the statement, and fills.
  private func isOfCopy(_ table: String) -> Bool {
    isNewTable
      && entry.migration.statements[..<statement].contains {
        switch StatementShape($0) {
        case .createTable(let name, _): name.isSameName(as: table)
        case .renameTable(_, let name): name.isSameName(as: table)
        default: false
        }
      }
  }

  private func isUpsert(_ insertion: StatementShape.Insertion, _ statement: SQLStatement) -> Bool {
    insertion.replaces || SQLToken.tokens(of: statement.text).contains { $0.isWord("conflict") }
  }

  /// Whether an expression for the column names the column of the same table; of one that cannot be
  /// taken apart, it may.
  private func readsItself(
    _ expression: WrittenExpressions.Tokens?, of written: WrittenExpressions?
  ) -> Bool {
    guard let expression, let written else { return true }
    if !isNewTable, !written.base.isSameName(as: written.table), !written.hasJoin { return false }
    return !ownColumns(in: expression, of: written).isEmpty
  }

  /// Where an expression names the column; in a query of another table that has a column of the name, the
  /// name is that column's.
  private func ownColumns(
    in tokens: WrittenExpressions.Tokens, of written: WrittenExpressions
  ) -> [Int] {
    var others: [(depth: Int, isOther: Bool)] = []
    var depth = 0
    return tokens.indices.filter { place in
      let token = tokens[place].token
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") {
        depth -= 1
        others.removeAll { $0.depth > depth }
      }
      if token.isWord("select") {
        let from = tokens[place...].firstPlace(of: ["from"]).flatMap {
          tokens[($0 + 1)...].first?.token.name
        }
        let table = from.flatMap { entry.database.table(named: $0) }
        let isOther =
          table.map { table in
            !table.name.isSameName(as: written.table) && table.column(named: column) != nil
          } ?? false
        others.append((depth, isOther))
      }
      guard token.name?.isSameName(as: column) ?? false else { return false }
      let isQualified = place > tokens.startIndex && tokens[place - 1].token.isSymbol(".")
      if isQualified, place > tokens.startIndex + 1 {
        let owner = tokens[place - 2].token
        return [written.table, written.alias, written.base, written.baseAlias].contains {
          owner.name?.isSameName(as: $0) ?? false
        }
      }
      return !(others.last?.isOther ?? false)
    }
  }
}
