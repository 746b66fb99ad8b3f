import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A row that a statement is about to change, copy or remove, and what it makes of it.
///
/// The expressions of the statement are asked for the row just before it runs, so that nothing needs to
/// be found again afterwards.
struct ExampleRow {
  let statement: SQLStatement
  let fault: HopFault
  let connection: SQLiteConnection

  /// What is wrong with other things than the rows that the statement goes through: with those that it
  /// passes over or meets, with indexes, triggers and references, or with what another one wrote.
  private static let codesAboutOthers: Set = [
    PassedOverRows.code, SplitTables.code,
    LimitedCopies.code, DoubledSequences.code, OutdatedIndexes.code,
    UnfilledIndexes.code, FiredTriggers.code, BrokenTriggers.code, BrokenReferences.code,
    MismatchedReferences.code, ReplacedRows.code, UnitedRows.code, MetInsertions.code,
    UnreferringRows.code, SwappedUpdates.code, RepeatedUpdates.code, RemovedDuplicates.cascadeCode,
  ]

  static func isAboutOthers(_ fault: HopFault) -> Bool { codesAboutOthers.contains(fault.code) }

  /// The row before, and if the statement leaves one, the row after.
  ///
  /// - Parameter question: a query that counts the rows to choose from; `nil`, or one that counts
  ///   something else: the rows that the statement goes through, best one that it changes.
  func rows(_ question: String? = nil) -> [HopFault.Row] {
    let bound = statement.bound
    let shape = StatementShape(bound)
    switch fault.code {
    case CopiedRows.nullListCode: return withNull(bound)
    case UnitedRows.code: return alike(bound)
    default: break
    }
    switch shape {
    case .insert, .update:
      guard let written = WrittenExpressions(bound, columns: { columns(of: $0).map(\.name) })
      else { return [] }
      if [RenamedCopies.code, RenamedCopies.joinCode].contains(fault.code) {
        return leftOut(written)
      }
      if case .update = shape { return rows(written, question, isUpdate: true) }
      return rows(written, question, isUpdate: false)
    case .delete(let table, _):
      guard fault.type == nil || isAbout(table),
        let verb = bound.tokensInPlace.firstPlace(of: ["delete"])
      else {
        return []
      }
      let tokens = bound.tokensInPlace
      let tail = tokens[(verb + 1)...]
      let end = tail.firstPlace(of: ["returning", "order", "limit"]) ?? tokens.endIndex
      let prefix = verb > 0 ? bound.slice(tokens[..<verb]) + " " : ""
      return removed(
        table, commonTables: prefix, from: bound.slice(tail[..<end]),
        mentioned: names(in: tail[..<end].map(\.token)))
    case .dropTable(let table):
      guard isAbout(table) else { return [] }
      return removed(table, commonTables: "", from: "FROM \(table.quotedName)", mentioned: [])
    default: return []
    }
  }

  private func isAbout(_ table: String) -> Bool {
    fault.type?.text.isSameName(as: table) ?? false
  }

  // MARK: Queries

  private func removed(
    _ table: String, commonTables: String, from: String, mentioned: Set<String>
  ) -> [HopFault.Row] {
    let shown = shown(columns(of: table), mentioned)
    guard !shown.isEmpty else { return [] }
    let names = shown.map(\.quotedName).joined(separator: ", ")
    var order = ""
    if fault.code == RemovedDuplicates.nullCode, let own = fault.property?.text {
      order = " ORDER BY \(own.quotedName) IS NOT NULL"
    }
    guard let row = first("\(commonTables)SELECT \(names) \(from)\(order) LIMIT 1") else {
      return []
    }
    return removed(table, cells(shown, row))
  }

  private func rows(
    _ written: WrittenExpressions, _ question: String?, isUpdate: Bool
  ) -> [HopFault.Row] {
    let base = columns(of: written.base)
    let target = columns(of: written.table)
    guard !base.isEmpty, !target.isEmpty, !written.items.isEmpty else { return [] }
    let own = fault.property?.text
    let about = written.items.filter { item in own.map(item.column.isSameName) ?? true }
    let told = about.isEmpty ? written.items : about
    var mentioned = names(in: told.flatMap(\.tokens).map(\.token))
    if let own { mentioned.insert(own.lowercasedASCII) }
    if isUpdate { mentioned.formUnion(told.map(\.column.lowercasedASCII)) }
    let shown = shown(base, mentioned)
    let keys = Set(target.filter(\.isKey).map(\.name.lowercasedASCII))
    var items = written.items.filter { item in
      keys.contains(item.column.lowercasedASCII)
        && !told.contains { $0.column.isSameName(as: item.column) }
    }
    items += told
    items = Array(items.prefix(ShownTable.most))
    let alias = written.baseAlias.quotedName
    let columns = shown.map { "\(alias).\($0.quotedName)" }
    let results = columns + items.map { "(\(written.text(of: $0.tokens)))" }
    let list = results.joined(separator: ", ")
    // Best a row of which something else is made, with few NULLs.
    let changes = told.compactMap { item -> String? in
      guard base.contains(where: { $0.name.isSameName(as: item.column) }) else { return nil }
      return "\(alias).\(item.column.quotedName) IS NOT (\(written.text(of: item.tokens)))"
    }
    let filled = columns.map { "(\($0) IS NOT NULL)" }.joined(separator: " + ")
    let orders = [changes.joined(separator: " OR "), filled].filter { !$0.isEmpty }
    let order = orders.map { "(\($0)) DESC" }.joined(separator: ", ")
    let counting = "\(written.commonTables)SELECT count(*) FROM \(written.from)"
    let isChosen = question?.hasPrefix(counting) ?? false
    guard isChosen || !Self.isAboutOthers(fault) else { return [] }
    let chosen =
      isChosen
      ? "\(written.commonTables)SELECT \(list) FROM \(written.from)"
        + (question?.dropFirst(counting.count) ?? "")
      : written.query(list)
    let query = "\(chosen) ORDER BY \(order) LIMIT 1"
    guard let row = first(query) else { return [] }
    // Asked for rows that go nowhere.
    if [UnreferringRows.code, PassedOverRows.code].contains(fault.code) {
      return removed(written.base, cells(shown, row))
    }
    var after = zip(items, row.dropFirst(shown.count)).map { item, value in
      let column = target.first { $0.name.isSameName(as: item.column) }
      let value = Value(value)
      return HopFault.Cell(
        column: Name(item.column),
        value: column.map { value.converted(to: $0.affinity) } ?? value)
    }
    if isUpdate {
      // The key stays as it is, unless it is written.
      let kept = zip(shown, row).filter { name, _ in
        keys.contains(name.lowercasedASCII) && !items.contains { $0.column.isSameName(as: name) }
      }
      after = cells(kept.map(\.0), kept.map(\.1)) + after
    }
    let table = isUpdate ? Name(written.table) : fault.type ?? Name(written.table)
    return [
      HopFault.Row(isAfter: false, table: Name(written.base), cells: cells(shown, row)),
      HopFault.Row(isAfter: true, table: table, cells: after),
    ]
  }

  /// A row that the condition or the join of a copy leaves out.
  private func leftOut(_ written: WrittenExpressions) -> [HopFault.Row] {
    let taken =
      "\(written.commonTables)SELECT \(written.baseAlias.quotedName).rowid FROM \(written.from)"
    let condition = written.condition.map { " WHERE \($0)" } ?? ""
    let mentioned = names(in: SQLToken.tokens(of: written.from + " " + (written.condition ?? "")))
    return removed(
      written.base, where: "rowid NOT IN (\(taken)\(condition))", mentioned: mentioned)
  }

  /// A row that a statement leaves out.
  ///
  /// - Parameters:
  ///   - condition: which rows of the table it leaves out.
  ///   - mentioned: columns that are shown, in lower case.
  func removed(
    _ table: String, where condition: String, mentioned: Set<String>
  ) -> [HopFault.Row] {
    removed(
      table, commonTables: "", from: "FROM \(table.quotedName) WHERE \(condition)",
      mentioned: mentioned)
  }

  private func removed(_ table: String, _ cells: [HopFault.Cell]) -> [HopFault.Row] {
    [
      HopFault.Row(isAfter: false, table: Name(table), cells: cells),
      HopFault.Row(isAfter: true, table: Name(table), cells: nil),
    ]
  }

  private func first(_ query: String) -> [SQLiteValue]? { try? connection.rows(query).first }

  /// A row for which the query behind `NOT IN` finds NULL.
  private func withNull(_ statement: SQLStatement) -> [HopFault.Row] {
    for query in NullLists(statement) {
      let tokens = SQLToken.tokens(of: query)[...]
      guard let from = tokens.firstPlace(of: ["from"]), from > tokens.startIndex,
        let table = QueriedTables(Array(tokens)).names.first, let column = tokens[from - 1].name
      else { continue }
      let row = ShownTable.row(
        of: table, where: "\(column.quotedName) IS NULL", mentioned: [column.lowercasedASCII],
        in: connection)
      if let row { return [row] }
    }
    return []
  }

  /// Two rows that a `UNION` makes one: a row, and the same with the next key.
  private func alike(_ statement: SQLStatement) -> [HopFault.Row] {
    for table in QueriedTables(statement.tokens).names {
      let shown = ShownTable.shown(columns(of: table), [])
      guard let row = ShownTable.row(of: table, where: "1", in: connection), var cells = row.cells,
        let key = shown.firstIndex(where: \.isKey), shown.count > 1,
        let last = first("SELECT max(\(shown[key].name.quotedName)) FROM \(table.quotedName)"),
        case .integer(let number)? = last.first, number < .max
      else { continue }
      cells[key].value = .int(number + 1)
      return [row, HopFault.Row(isAfter: false, table: row.table, cells: cells)]
    }
    return []
  }

  // MARK: Columns

  /// Of a table as it is now; none of what is no table.
  private func columns(of table: String) -> [ShownTable.Column] {
    ShownTable(table, in: connection).columns
  }

  private func shown(_ columns: [ShownTable.Column], _ mentioned: Set<String>) -> [String] {
    ShownTable.shown(columns, mentioned).map(\.name)
  }

  private func names(in tokens: [SQLToken]) -> Set<String> {
    Set(tokens.compactMap { $0.name?.lowercasedASCII })
  }

  private func cells(_ names: [String], _ values: [SQLiteValue]) -> [HopFault.Cell] {
    zip(names, values).map { HopFault.Cell(column: Name($0), value: Value($1)) }
  }
}

extension SQLStatement {
  fileprivate var tokensInPlace: ArraySlice<SQLToken.Placed> { SQLToken.placed(in: text)[...] }

  fileprivate func slice(_ tokens: ArraySlice<SQLToken.Placed>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(
      decoding: Array(text.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }
}
