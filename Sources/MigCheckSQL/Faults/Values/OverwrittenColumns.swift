import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Statements that put one and the same thing into a column of all rows, as hardly anybody means:
/// the column's own name, or NULL; and copies into a table made anew that do so with any value.
struct OverwrittenColumns {
  static let nullCode = "allNull"
  static let constantCode = "allConstant"

  let migration: Migration
  let before: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    let found = migration.statements.enumerated().flatMap {
      place, statement -> [HopFault] in
      switch StatementShape(statement) {
      case .update(let table): updates(statement, of: table, at: place)
      case .insert(let insertion):
        copies(statement, insertion) + unknownNames(statement, insertion, at: place)
          + constants(statement, insertion)
      default: []
      }
    }
    return joined(found)
  }

  /// What a script does to several columns of a table in the same way is told once.
  private func joined(_ faults: [HopFault]) -> [HopFault] {
    var joined = [HopFault]()
    var others = [[Name]]()
    for fault in faults {
      let known = joined.firstIndex {
        $0.code == fault.code && $0.type == fault.type && $0.isError == fault.isError
      }
      guard let known, let name = fault.property else {
        joined.append(fault)
        others.append([])
        continue
      }
      if joined[known].property != name, !others[known].contains(name) {
        others[known].append(name)
      }
    }
    for (place, names) in others.enumerated() where !names.isEmpty {
      joined[place].message += " Likewise \(names.map(\.text).joined(separator: ", "))."
    }
    return joined
  }

  /// `SET a = NULL` and `SET a = 'a'`, without a condition, and `SET a = (SELECT 'a' FROM old …)`.
  private func updates(
    _ statement: SQLStatement, of table: String, at place: Int
  ) -> [HopFault] {
    let tokens = statement.tokens
    guard let set = tokens.firstIndex(where: { $0.isWord("set") }), let name = known(table) else {
      return []
    }
    let hasCondition = tokens.contains { $0.isWord("where") || $0.isWord("from") }
    let assignments = statement.tokensBeforeCondition.dropFirst(set + 1)
    return assignments.parts(between: { $0.isSymbol(",") }).map(Array.init).compactMap { part in
      guard part.count >= 3, let column = part[0].name, part[1].isSymbol("=") else { return nil }
      guard before.table(named: name)?.column(named: column) != nil else {
        return heir(column, part[2...], of: table, named: name, statement, at: place)
      }
      let isQuery =
        part.count > 5 && part[2].isSymbol("(") && part[3].isWord("select")
        && part[5].isWord("from")
      if isOwnDefault(part[2...], column) {
        return ownName(column, of: name, statement, isError: true)
      }
      guard isQuery || part.count == 3 && !hasCondition else { return nil }
      if part[2].isWord("null") {
        return isDroppedUnread(table, behind: place) || isElsewhere(column, of: name)
          ? nil : nothing(column, of: name, statement)
      }
      if case .text(let text) = part[isQuery ? 4 : 2], text.isSameName(as: column) {
        return ownName(column, of: name, statement, isError: isQuery)
      }
      return nil
    }
  }

  /// `SET b = 'a'` of a new column, where `a` is dropped behind it and nothing else reads it.
  private func heir(
    _ column: String, _ item: ArraySlice<SQLToken>, of table: String, named name: String,
    _ statement: SQLStatement, at place: Int
  ) -> HopFault? {
    guard item.count == 1, case .text(let text)? = item.first,
      let old = before.table(named: name)?.column(named: text)?.name,
      migration.statements[(place + 1)...].contains(where: { later in
        later.alteredColumn("drop", of: table)?.isSameName(as: old) ?? false
      }),
      !isElsewhere(old, of: name), !isRead(old)
    else { return nil }
    // The new column may take the name of the old one.
    let isBack = trace.tables[name]?[old.lowercasedASCII] != nil
    return HopFault(
      "ownName", type: mapping.typeName(name),
      property: mapping.propertyName(isBack ? old : column, of: name), isError: isBack,
      message:
        "\(table).\(column) becomes the text '\(old)' in every row, and the column \(old) is dropped, "
        + "which nothing has read: a name in single quotes is a text.", place: statement.source)
  }

  /// Whether a statement other than an `ALTER TABLE` names a column.
  private func isRead(_ column: String) -> Bool {
    migration.statements.contains { statement in
      switch StatementShape(statement) {
      case .alterTable, .dropObject, .renameColumn, .renameTable: false
      default: statement.tokens.contains { $0.name?.isSameName(as: column) ?? false }
      }
    }
  }

  /// `COALESCE('a', '')`: the first of them is never NULL.
  private func isOwnDefault(_ tokens: ArraySlice<SQLToken>, _ column: String) -> Bool {
    guard tokens.count > 4, let call = tokens.first,
      ["coalesce", "ifnull"].contains(where: call.isWord),
      tokens[tokens.startIndex + 1].isSymbol("("), tokens[tokens.startIndex + 3].isSymbol(","),
      case .text(let text) = tokens[tokens.startIndex + 2]
    else { return false }
    return text.isSameName(as: column)
  }

  /// Whether the script drops a table, and does not read what it holds before.
  private func isDroppedUnread(_ table: String, behind place: Int) -> Bool {
    for statement in migration.statements[(place + 1)...] {
      if case .dropTable(let name) = StatementShape(statement), name.isSameName(as: table) {
        return true
      }
      if statement.tokens.contains(where: { $0.name?.isSameName(as: table) ?? false }) {
        return false
      }
    }
    return false
  }

  /// `INSERT INTO new (a) SELECT 'a' FROM old`.
  private func copies(
    _ statement: SQLStatement, _ insertion: StatementShape.Insertion
  ) -> [HopFault] {
    guard let query = insertion.query, let columns = insertion.columns,
      let name = known(insertion.table),
      let old = before.table(named: name)
    else { return [] }
    let parts = SQLToken.tokens(of: query).dropFirst().prefix { !$0.isWord("from") }
      .parts(between: { $0.isSymbol(",") }).map(Array.init)
    guard parts.count == columns.count else { return [] }
    return zip(columns, parts).compactMap { column, part in
      guard old.column(named: column) != nil else { return nil }
      if isOwnDefault(part[...], column) {
        return ownName(column, of: name, statement, isError: true)
      }
      guard part.count == 1, case .text(let text) = part[0], text.isSameName(as: column) else {
        return nil
      }
      return ownName(column, of: name, statement)
    }
  }

  /// `INSERT INTO new (id, a) SELECT id, 0 FROM old`, where the old table has that column.
  private func constants(
    _ statement: SQLStatement, _ insertion: StatementShape.Insertion
  ) -> [HopFault] {
    guard let name = known(insertion.table), trace.origin(of: name) == name,
      let history = trace.tables[name], history.origin == nil, !history.isMixed,
      let old = before.table(named: name),
      // Generated columns are not written.
      let written = [history.columns, history.columns.filter { $0.source != .unset }].lazy
        .compactMap({ columns in WrittenExpressions(statement) { _ in columns.map(\.name) } })
        .first(where: { !$0.items.isEmpty }),
      written.items.contains(where: { $0.tokens.contains { $0.token.name != nil } })
    else { return [] }
    return written.items.compactMap { column, item in
      guard let own = old.column(named: column), !own.isGenerated,
        case .written? = history[column.lowercasedASCII], !isElsewhere(own.name, of: name)
      else { return nil }
      if item.count == 1, item.first?.token.isWord("null") ?? false {
        return nothing(own.name, of: name, statement)
      }
      guard Self.isLiteral(item.map(\.token), besides: column) else { return nil }
      return HopFault(
        Self.constantCode, type: mapping.typeName(name),
        property: mapping.propertyName(own.name, of: name), isError: false,
        message:
          "\(name).\(own.name) becomes \(written.text(of: item)) in every row, whatever it held: the "
          + "copy does not read it. If that is meant, nothing is to be done.",
        place: statement.source)
    }
  }

  /// - Parameter column: its own name in quotes is told otherwise.
  private static func isLiteral(_ tokens: [SQLToken], besides column: String) -> Bool {
    let digits = tokens.first?.isSymbol("-") ?? false ? tokens.dropFirst() : tokens[...]
    guard digits.count == 1, let token = digits.first else { return false }
    switch token {
    case .text(let text): return !text.isSameName(as: column)
    case .number: return true
    default: return ["true", "false"].contains(where: token.isWord)
    }
  }

  /// Whether the script puts the values of a column somewhere else.
  private func isElsewhere(_ column: String, of table: String) -> Bool {
    let (column, table) = (column.lowercasedASCII, table.lowercasedASCII)
    return trace.used.contains { $0.table == table && $0.column == column }
      || trace.tables.values.contains { history in
        history.columns.contains { $0.source == .copied(table: table, column: column) }
      }
  }

  /// `INSERT INTO new (a) SELECT "a" FROM old`, where the old table has no such column.
  private func unknownNames(
    _ statement: SQLStatement, _ insertion: StatementShape.Insertion, at place: Int
  ) -> [HopFault] {
    guard let name = known(insertion.table),
      let written = WrittenExpressions(statement, columns: { _ in [] }), !written.hasJoin,
      let source = source(named: written.base, at: place)
    else { return [] }
    return written.items.compactMap { column, item in
      guard item.count == 1, case .quotedName(let text) = item[item.startIndex].token,
        text.isSameName(as: column), written.text(of: item).hasPrefix("\""),
        source.column(named: text) == nil
      else { return nil }
      return HopFault(
        "ownName", type: mapping.typeName(name), property: mapping.propertyName(column, of: name),
        message:
          "\(name).\(column) becomes the text '\(column)' in every row: \(written.base) has no such "
          + "column, and SQLite takes a name in double quotes that it does not know for a text.",
        place: statement.source)
    }
  }

  /// The table from before the script that has a name when a statement runs; `nil`: it is another one,
  /// or it got other columns.
  private func source(named name: String, at place: Int) -> DatabaseSchema.Table? {
    var name = name
    for statement in migration.statements[..<place].reversed() {
      switch StatementShape(statement) {
      case .renameTable(let from, let to) where to.isSameName(as: name): name = from
      case .alterTable(let table) where table.isSameName(as: name): return nil
      case .createTable(let table, _) where table.isSameName(as: name): return nil
      case .renameColumn(let table, _, _) where table.isSameName(as: name): return nil
      default: continue
      }
    }
    return before.table(named: name)
  }

  /// The name after the script of a table that was there before it, or takes the place of one.
  private func known(_ table: String) -> String? {
    let name = table.lowercasedASCII
    if before.table(named: name) != nil { return name }
    return trace.finalName(of: name)
  }

  /// - Parameter isError: whether nobody can mean it.
  private func ownName(
    _ column: String, of table: String, _ statement: SQLStatement, isError: Bool = false
  ) -> HopFault {
    HopFault(
      "ownName", type: mapping.typeName(table),
      property: mapping.propertyName(column, of: table), isError: isError,
      message:
        "\(table).\(column) becomes the text '\(column)' in every row: a name in single quotes "
        + "is a text.", place: statement.source)
  }

  private func nothing(
    _ column: String, of table: String, _ statement: SQLStatement
  ) -> HopFault {
    HopFault(
      Self.nullCode, type: mapping.typeName(table),
      property: mapping.propertyName(column, of: table), isError: false,
      message:
        "\(table).\(column) becomes NULL in every row. If that is meant, nothing is to be done.",
      place: statement.source)
  }
}
