import MigCheckModel
import MigCheckText

/// Deletions that leave one row of those which are alike, and take more along than that.
struct RemovedDuplicates {
  static let nullCode = "nullsAreNoDuplicates"
  static let cascadeCode = "duplicatesTakeOthers"
  static let havingCode = "havingValue"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping
  let enforcesForeignKeys: Bool

  var faults: [HopFault] {
    migration.statements.enumerated().flatMap { place, statement -> [HopFault] in
      let having = havingValue(statement).map { [$0] } ?? []
      guard case .delete(let name, hasCondition: true) = StatementShape(statement),
        let table = before.table(named: name), asksItself(statement, name)
      else { return having }
      return [groupedNulls(statement, at: place, table), takenAlong(statement, at: place, table)]
        .compactMap(\.self) + having
    }
  }

  /// Whether other rows of the table decide which rows go.
  private func asksItself(_ statement: SQLStatement, _ table: String) -> Bool {
    statement.tokens.indices.dropFirst().filter { place in
      statement.tokens[place].name?.isSameName(as: table) ?? false
        && (statement.tokens[place - 1].isWord("from")
          || statement.tokens[place - 1].isWord("join"))
    }.count > 1
  }

  // MARK: NULL

  /// `GROUP BY` takes all rows with NULL for alike, which `UNIQUE` does not.
  private func groupedNulls(
    _ statement: SQLStatement, at position: Int, _ table: DatabaseSchema.Table
  ) -> HopFault? {
    let tokens = statement.tokens
    guard
      let by = tokens.indices.dropFirst().first(where: { place in
        tokens[place].isWord("by")
          && (tokens[place - 1].isWord("group") || tokens[place - 1].isWord("partition"))
      })
    else { return nil }
    let end = tokens[by...].firstIndex { token in
      token.isSymbol(")") || token.isWord("having") || token.isWord("order")
    }
    let grouped = tokens[by..<(end ?? tokens.endIndex)]
    // Whoever makes values of NULL wants them to be alike.
    guard !grouped.contains(where: { $0.isSymbol("(") }) else { return nil }
    let columns = table.storedColumns.filter { column in
      !column.isRequired && grouped.contains { $0.name?.isSameName(as: column.name) ?? false }
        && !isAsked(column.name, tokens) && isNewKey(column.name, of: table)
        && !migration.statements[..<position].contains { isWritten(column.name, of: table, by: $0) }
    }
    guard let column = columns.first?.name else { return nil }
    return HopFault(
      Self.nullCode, type: mapping.typeName(table.name),
      property: mapping.propertyName(column, of: table.name), isError: false,
      message:
        "This DELETE leaves one of all rows whose \(column) is NULL and takes the others, since GROUP BY "
        + "takes NULLs for alike; UNIQUE does not, so that they could all stay. Add \(column) IS NOT "
        + "NULL here and there; if they are to go, nothing is to be done.",
      place: statement.source)
  }

  /// Whether the statement asks if a column is NULL.
  private func isAsked(_ column: String, _ tokens: [SQLToken]) -> Bool {
    tokens.indices.dropLast(1).contains { place in
      tokens[place].name?.isSameName(as: column) ?? false
        && (tokens[place + 1].isWord("is") || tokens[place + 1].isWord("notnull"))
    }
  }

  /// Whether a statement writes a column, as it does who makes something of NULL first.
  private func isWritten(
    _ column: String, of table: DatabaseSchema.Table, by statement: SQLStatement
  ) -> Bool {
    guard case .update(let name) = StatementShape(statement), name.isSameName(as: table.name) else {
      return false
    }
    return statement.tokensBeforeCondition.contains {
      $0.name?.isSameName(as: column) ?? false
    }
  }

  /// Whether a column becomes part of a unique index that knows NULL as it is.
  private func isNewKey(_ column: String, of table: DatabaseSchema.Table) -> Bool {
    guard let new = after.table(named: table.name), !(new.column(named: column)?.isRequired ?? true)
    else { return false }
    return new.indexes.contains { index in
      index.isUnique && !index.columns.contains(nil)
        && index.columns.contains { $0?.isSameName(as: column) ?? false }
        && !table.indexes.contains { $0.isUnique && $0.columns == index.columns }
    }
  }

  // MARK: Others

  /// Rows that refer to duplicates go with them.
  private func takenAlong(
    _ statement: SQLStatement, at place: Int, _ table: DatabaseSchema.Table
  ) -> HopFault? {
    guard enforcesForeignKeys else { return nil }
    let children = before.tables.filter { child in
      !child.name.isSameName(as: table.name)
        && child.foreignKeys.contains {
          $0.target.isSameName(as: table.name) && $0.onDelete.uppercased() == "CASCADE"
        }
        && !migration.statements[..<place].contains { earlier in
          earlier.tokens.contains { $0.name?.isSameName(as: child.name) ?? false }
        }
    }
    guard let child = children.first else { return nil }
    let names = children.map(\.name).prefix(4).joined(separator: ", ")
    return HopFault(
      Self.cascadeCode, type: mapping.typeName(child.name), isError: false,
      message:
        "This DELETE takes rows of \(table.name) for the sake of others that stay, and with them the rows "
        + "of \(names), which refer to them with ON DELETE CASCADE. Let those refer to the row that "
        + "stays first; if they are to go, nothing is to be done.", place: statement.source)
  }

  // MARK: HAVING

  private static let aggregates = ["max", "min", "sum", "avg", "total"]

  /// `HAVING MAX(created)` asks whether the value is a number other than 0.
  private func havingValue(_ statement: SQLStatement) -> HopFault? {
    let tokens = SQLToken.placed(in: statement.text)[...]
    for place in tokens.indices.dropLast(2)
    where tokens[place].token.isWord("having")
      && Self.aggregates.contains(where: tokens[place + 1].token.isWord)
      && tokens[place + 2].token.isSymbol("(")
    {
      guard let end = tokens.end(from: place + 2) else { continue }
      let next = end + 1 < tokens.endIndex ? tokens[end + 1].token : nil
      let isAlone =
        next == nil
        || ["and", "or", "order", "limit"].contains { next?.isWord($0) ?? false }
        || next?.isSymbol(")") ?? false
      guard isAlone, StatementShape(statement).changesRows else { continue }
      return HopFault(
        Self.havingCode, type: nil, subject: Name("\(statement.place)"), isError: false,
        message:
          "HAVING with nothing but a value asks whether it is a number other than 0, and not which row "
          + "has it: groups with a text that is no number are left out. Compare it, or choose the row "
          + "with ORDER BY and LIMIT 1.", place: statement.source)
    }
    return nil
  }
}

extension StatementShape {
  fileprivate var changesRows: Bool {
    switch self {
    case .insert, .update, .delete: true
    default: false
    }
  }
}
