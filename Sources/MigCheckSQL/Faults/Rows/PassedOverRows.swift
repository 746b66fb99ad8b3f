import MigCheckSQLite
import MigCheckText

/// Rows that `INSERT OR IGNORE` passes over since a value that nobody tells them apart by is NULL, and its
/// column may not be, or since a `CHECK` of the new table refuses them, or since a row of another table
/// has the same number as its key.
///
/// It is meant for rows that are there already. A key that is NULL means that there is nothing to insert.
struct PassedOverRows {
  static let code = "rowsPassedOver"

  let writing: WritingStatement
  let trace: ScriptTrace

  /// - Parameter connection: `nil`: it is only asked whether there is anything to ask.
  func questions(in connection: SQLiteConnection?) -> [RowQuestion] {
    guard case .insert(let insertion) = StatementShape(writing.statement.bound),
      let query = insertion.query, isIgnoring,
      !isMadeAnew
    else { return [] }
    guard let connection else { return [question("", "")] }
    if let question = refused ?? taken { return [question] }
    let origins = connection.columnOrigins(of: query) ?? []
    guard origins.count == writing.written.items.count,
      let table = writing.after.table(named: writing.table)
    else { return [] }
    for (item, origin) in zip(writing.written.items, origins) {
      guard let origin, isRequired(item.column, of: table),
        mayBeNull(origin, in: connection), !isAsked(origin.column)
      else { continue }
      var question = question(item.column, "\(origin.table).\(origin.column)")
      question.rowsQuery = writing.written.query(
        "count(*)", where: ["(\(writing.written.text(of: item.tokens))) IS NULL"])
      return [question]
    }
    return []
  }

  /// Whether the rows of a table go into one that takes its name: then it is seen what is lost.
  private var isMadeAnew: Bool {
    let name = writing.table.lowercasedASCII
    return trace.tables[name]?.origin == nil && trace.origin(of: name) == name
  }

  /// Rows that a `CHECK` refuses, of a table that is gone behind.
  private var refused: RowQuestion? {
    guard let source = writing.before.table(named: writing.written.base),
      writing.after.table(named: source.name) == nil, !writing.written.items.isEmpty,
      let table = writing.after.table(named: writing.table)
    else { return nil }
    let items = writing.written.items
    let values = items.map {
      "(\(writing.written.text(of: $0.tokens))) AS \($0.column.quotedName)"
    }
    for check in table.checks {
      let tokens = SQLToken.tokens(of: check)
      let named = items.filter { item in
        tokens.contains { $0.name?.isSameName(as: item.column) ?? false }
      }
      // A value of another type becomes one of this type on its way.
      let isConverted = named.contains { item in
        let column = writing.column(item.tokens).flatMap(source.column)
        return column.map(\.affinity) != table.column(named: item.column)?.affinity
      }
      guard let first = named.first, !isConverted else { continue }
      let row = "SELECT \(values.joined(separator: ", "))"
      return RowQuestion(
        query: writing.written.query(
          "count(*)", where: ["EXISTS (SELECT 1 FROM (\(row)) WHERE NOT (\(check)))"]),
        fault: writing.fault(
          Self.code, first.column,
          "INSERT OR IGNORE passes over rows of \(source.name) that CHECK (\(check)) refuses, and the table "
            + "is dropped. Write values that \(writing.table) admits; if there are no others, nothing "
            + "is to be done."))
    }
    return nil
  }

  /// Rows of a table that is gone behind, which keep the keys that it gave them, where rows of another
  /// table have the same ones.
  private var taken: RowQuestion? {
    let before = writing.before
    let items = writing.written.items
    guard !writing.written.hasJoin, let source = before.table(named: writing.written.base),
      writing.after.table(named: source.name) == nil, let old = source.rowIDAlias,
      let table = writing.after.table(named: writing.table), let key = table.rowIDAlias,
      let item = items.first(where: { $0.column.isSameName(as: key) }),
      writing.column(item.tokens)?.isSameName(as: old) ?? false,
      // What refers to a row of another table is of that row.
      !source.foreignKeys.contains(where: { $0.columns.contains { $0.isSameName(as: old) } })
    else { return nil }
    let others = items.filter { !$0.column.isSameName(as: key) }
    guard !others.isEmpty else { return nil }
    let text = { (tokens: WrittenExpressions.Tokens) in "(\(writing.written.text(of: tokens)))" }
    let values = items.map { "\(text($0.tokens)) AS \($0.column.quotedName)" }
    let differs = others.map { item in
      "moved.\(item.column.quotedName) IS NOT known.\(item.column.quotedName)"
    }
    let row = "SELECT \(values.joined(separator: ", "))"
    return RowQuestion(
      query: writing.written.query(
        "count(*)",
        where: [
          "EXISTS (SELECT 1 FROM (\(row)) AS moved JOIN \(writing.written.table.quotedName) AS known "
            + "ON known.\(key.quotedName) = moved.\(key.quotedName) "
            + "WHERE \(differs.joined(separator: " OR ")))"
        ]),
      fault: writing.fault(
        Self.code, key,
        "INSERT OR IGNORE passes over rows of \(source.name) whose \(old) is that of a row which "
          + "\(writing.table) has from elsewhere, and \(source.name) is dropped. Give them keys of their "
          + "own; if the keys never meet, nothing is to be done."))
  }

  private var isIgnoring: Bool {
    let tokens = writing.statement.tokens
    return tokens.indices.dropLast().contains {
      tokens[$0].isWord("or") && tokens[$0 + 1].isWord("ignore")
    }
  }

  /// Whether a column may not be NULL, and is no part of what tells rows apart.
  private func isRequired(_ name: String, of table: DatabaseSchema.Table) -> Bool {
    guard table.column(named: name)?.isRequired ?? false else { return false }
    let keys =
      [table.primaryKey]
      + table.indexes.filter(\.isUnique).map { $0.columns.compactMap(\.self) }
    return !keys.contains { $0.contains { $0.isSameName(as: name) } }
  }

  private func mayBeNull(_ origin: SQLiteColumnOrigin, in connection: SQLiteConnection) -> Bool {
    let rows = try? connection.rows(
      "SELECT 1 FROM pragma_table_xinfo(\(origin.table.quotedText)) WHERE name = "
        + "\(origin.column.quotedText) COLLATE NOCASE AND NOT \"notnull\" AND NOT pk")
    return rows?.isEmpty == false
  }

  /// Whether a condition is about the column.
  private func isAsked(_ column: String) -> Bool {
    let text = writing.written.from + " " + (writing.written.condition ?? "")
    return SQLToken.tokens(of: text).contains { $0.name?.isSameName(as: column) ?? false }
  }

  private func question(_ column: String, _ source: String) -> RowQuestion {
    RowQuestion(
      query: "SELECT 1",
      fault: writing.fault(
        Self.code, column,
        "INSERT OR IGNORE passes over rows where \(source) is NULL, since \(writing.table).\(column) may "
          + "not be NULL. Put it into COALESCE, or say WHERE … IS NOT NULL; if it is never NULL, "
          + "nothing is to be done."))
  }
}

extension DatabaseSchema.Column {
  fileprivate var affinity: ColumnAffinity { ColumnAffinity(declaredType: declaredType) }
}

extension DatabaseSchema.Table {
  /// What stands between the parentheses of each `CHECK`.
  fileprivate var checks: [String] {
    let tokens = SQLToken.placed(in: sql)
    let bytes = Array(sql.utf8)
    return tokens.indices.dropLast(2).compactMap { place in
      guard tokens[place].token.isWord("check"), tokens[place + 1].token.isSymbol("("),
        let end = tokens[...].end(from: place + 1), end > place + 2
      else { return nil }
      let inner = tokens[place + 2].range.lowerBound..<tokens[end - 1].range.upperBound
      return String(decoding: bytes[inner], as: UTF8.self)
    }
  }
}
