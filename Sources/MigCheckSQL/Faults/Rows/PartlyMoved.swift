import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Values and rows that go elsewhere under a condition and are then removed under a wider one, tried on
/// rows of all sorts:
///
///     INSERT INTO link SELECT id, phase FROM item WHERE deleted_at IS NULL;
///     UPDATE item SET phase = NULL;
///
/// What a condition asks of the value itself, of its new place, or of the kind of a row is what the author
/// means; so is a removal that takes nothing of what was copied.
struct PartlyMoved {
  static let code = "movedPartly"

  let rehearsal: Rehearsal
  let after: DatabaseSchema
  let mapping: SchemaMapping

  /// What leaves a table.
  private enum Thing: Equatable {
    case row
    case column(String)
    /// What stands in a document where a path leads.
    case path(column: String, String)

    var column: String? {
      switch self {
      case .row: nil
      case .column(let name), .path(let name, _): name
      }
    }
  }

  private struct Copy {
    var place: Int
    /// Has the row ids of the rows that it takes.
    var query: String
    /// Where it puts the values: the table and its columns, in lower case.
    var goal: (table: String, columns: [String])
  }

  private struct Removal {
    var place: Int
    var table: DatabaseSchema.Table
    var thing: Thing
    /// Has the row ids of the rows that it takes something of.
    var query: String
    /// What its own condition asks for: `kind = 'done'`.
    var literals: [(column: String, value: String)] = []
    var copies: [Copy] = []
    /// Columns that conditions ask for, in lower case.
    var asked: Set<String> = []
  }

  /// Of each table and statement that removes something, one.
  var faults: [HopFault] {
    let removals = removals
    guard !removals.isEmpty else { return [] }
    let statements = rehearsal.migration.statements
    var found = [HopFault]()
    for round in 0..<3 {
      var taken = [Int: [Set<Int64>?]]()
      var next = 0
      func prepare(_ connection: SQLiteConnection) {
        if round > 0 { for removal in removals { strike(removal, in: connection) } }
      }
      rehearsal.run(round: round, preparing: prepare) { statement, connection in
        guard let statement,
          let place = statements.indices.dropFirst(next).first(where: {
            statements[$0].isSame(as: statement)
          })
        else { return }
        next = place + 1
        for (number, removal) in removals.enumerated() {
          for copy in removal.copies where copy.place == place {
            taken[number, default: []].append(rowIDs(copy.query, in: connection))
          }
          guard removal.place == place,
            !found.contains(where: { $0.place == statement.source }),
            let lost = lost(removal, taken[number] ?? [], in: connection)
          else { continue }
          var fault = fault(removal)
          fault.rows = ExampleRow(statement: statement, fault: fault, connection: connection)
            .removed(
              removal.table.name, where: "rowid = \(lost)",
              mentioned: removal.asked.union(
                [removal.thing.column?.lowercasedASCII].compactMap(\.self)))
          if removal.thing != .row { fault.rows = fault.rows.filter { !$0.isAfter } }
          found.append(fault)
        }
      }
    }
    return found
  }

  // MARK: Rows

  /// Has most rows meet what the removal asks for, so that what the copy asks for decides.
  private func strike(_ removal: Removal, in connection: SQLiteConnection) {
    for (column, value) in removal.literals {
      _ = try? connection.execute(
        "UPDATE OR IGNORE \(removal.table.name.quotedName) SET \(column.quotedName) = \(value) "
          + "WHERE rowid % 4 <> 0")
    }
  }

  private func rowIDs(_ query: String, in connection: SQLiteConnection) -> Set<Int64>? {
    guard let rows = try? connection.rows(query) else { return nil }
    return Set(rows.compactMap { $0.first?.plainInteger })
  }

  /// A row that no copy has taken, where others were taken.
  private func lost(
    _ removal: Removal, _ taken: [Set<Int64>?], in connection: SQLiteConnection
  ) -> Int64? {
    guard taken.count == removal.copies.count, !taken.contains(nil),
      let removed = rowIDs(removal.query, in: connection)
    else { return nil }
    let copied = taken.compactMap(\.self).reduce(Set()) { $0.union($1) }
    return removed.isDisjoint(with: copied) ? nil : removed.subtracting(copied).min()
  }

  // MARK: Statements

  private var removals: [Removal] {
    let statements = rehearsal.migration.statements
    return statements.indices.flatMap { place in
      removals(at: place).compactMap { removal in
        var removal = removal
        for earlier in statements.indices[..<place] {
          switch reading(removal.thing, of: removal.table, at: earlier) {
          case .none: continue
          // Whatever else reads it may take the rest.
          case .unknown: return nil
          case .copy(let copy, let asked):
            removal.copies.append(copy)
            removal.asked.formUnion(asked)
          }
        }
        guard !removal.copies.isEmpty, !removal.asked.isEmpty, !isRestGiven(removal) else {
          return nil
        }
        return removal
      }
    }
  }

  /// Whether another statement writes the new place as well: the rest of the rows get something else.
  private func isRestGiven(_ removal: Removal) -> Bool {
    rehearsal.migration.statements.enumerated().contains { place, statement in
      guard case .update(let table) = StatementShape(statement),
        !removal.copies.contains(where: { $0.place == place }),
        let written = WrittenExpressions(statement.bound, columns: { _ in [] })
      else { return false }
      return removal.copies.contains { copy in
        copy.goal.table.isSameName(as: table)
          && written.items.contains { copy.goal.columns.contains($0.column.lowercasedASCII) }
      }
    }
  }

  private func removals(at place: Int) -> [Removal] {
    let statement = rehearsal.migration.statements[place].bound
    switch StatementShape(statement) {
    case .delete(let name, hasCondition: true):
      guard let table = table(name), let from = Self.slice(of: statement, from: ["from"]) else {
        return []
      }
      return [
        Removal(
          place: place, table: table, thing: .row, query: "SELECT rowid \(from)",
          literals: Self.literals(SQLToken.tokens(of: from), table))
      ]
    case .update(let name):
      guard let table = table(name),
        let written = WrittenExpressions(statement, columns: { _ in [] })
      else { return [] }
      return written.items.flatMap { column, tokens -> [Removal] in
        guard table.column(named: column) != nil else { return [] }
        return removed(column, by: tokens.map(\.token)).map { thing in
          let alias = written.alias.quotedName
          let term = Self.isFilled(thing, of: alias)
          return Removal(
            place: place, table: table, thing: thing,
            query: written.query("\(alias).rowid", where: [term]),
            literals: Self.literals(SQLToken.tokens(of: written.condition ?? ""), table))
        }
      }
    case .alterTable(let name):
      guard let table = table(name),
        let column = statement.alteredColumn("drop", of: name),
        table.column(named: column) != nil
      else { return [] }
      return [removal(of: column, of: table, at: place)]
    case .dropTable(let name):
      // Made anew without some of its columns.
      guard let table = table(name), let new = after.table(named: name) else { return [] }
      return table.storedColumns.filter { new.column(named: $0.name) == nil }.map {
        removal(of: $0.name, of: table, at: place)
      }
    default: return []
    }
  }

  /// The columns that a condition compares with a literal.
  private static func literals(
    _ tokens: [SQLToken], _ table: DatabaseSchema.Table
  ) -> [(column: String, value: String)] {
    tokens.indices.dropLast(2).compactMap { place in
      guard tokens[place + 1].isSymbol("=") || tokens[place + 1].isSymbol("=="),
        let column = tokens[place].name.flatMap(table.column)
      else { return nil }
      switch tokens[place + 2] {
      case .text(let text): return (column.name, text.quotedText)
      case .number(let text): return (column.name, text)
      default: return nil
      }
    }
  }

  private func removal(of column: String, of table: DatabaseSchema.Table, at place: Int) -> Removal
  {
    let thing = Thing.column(column)
    let name = table.name.quotedName
    return Removal(
      place: place, table: table, thing: thing,
      query: "SELECT rowid FROM \(name) WHERE \(Self.isFilled(thing, of: name))")
  }

  private func table(_ name: String) -> DatabaseSchema.Table? {
    rehearsal.before.database.table(named: name)
  }

  /// What an assignment takes from a column: all of it, or what stands at some paths.
  private func removed(_ column: String, by tokens: [SQLToken]) -> [Thing] {
    if tokens.count == 1 {
      if tokens[0].isWord("null") { return [.column(column)] }
      if case .text("") = tokens[0] { return [.column(column)] }
    }
    guard tokens.count > 4, tokens[0].isWord("json_remove"), tokens[1].isSymbol("("),
      tokens[2...].prefix(while: { !$0.isSymbol(",") }).last?.name?.isSameName(as: column) ?? false
    else { return [] }
    return tokens.compactMap { token in
      guard case .text(let path) = token, path.hasPrefix("$.") else { return nil }
      return .path(column: column, path)
    }
  }

  /// A condition for rows that hold something there.
  private static func isFilled(_ thing: Thing, of alias: String) -> String {
    let value =
      switch thing {
      case .row: "1"
      case .column(let name): "\(alias).\(name.quotedName)"
      case .path(let name, let path):
        "CASE WHEN json_valid(\(alias).\(name.quotedName)) "
          + "THEN json_extract(\(alias).\(name.quotedName), \(path.quotedText)) END"
      }
    return "(\(value)) NOT IN ('', 0, '[]', '{}', 'null')"
  }

  // MARK: Copies

  private enum Reading {
    case none, unknown
    case copy(Copy, asked: Set<String>)
  }

  /// Whether a statement takes something to another place, and under which condition.
  private func reading(
    _ thing: Thing, of table: DatabaseSchema.Table, at place: Int
  ) -> Reading {
    let statement = rehearsal.migration.statements[place].bound
    switch StatementShape(statement) {
    case .renameTable(let from, _): return from.isSameName(as: table.name) ? .unknown : .none
    case .dropTable(let name): return name.isSameName(as: table.name) ? .unknown : .none
    case .insert, .update, .createTable(_, query: _?), .delete: break
    case .other where QueriedTables(statement.tokens).contains(table.name): return .unknown
    default: return .none
    }
    let isOfTable = statement.tokens.contains { $0.name?.isSameName(as: table.name) ?? false }
    // `SELECT *` reads it without its name.
    let takesAll = statement.tokens.contains { $0.isSymbol("*") }
    guard isOfTable, thing == .row || takesAll || mentions(thing, statement.tokens) else {
      return .none
    }
    guard
      let written = WrittenExpressions(
        statement, columns: { after.table(named: $0)?.storedColumns.map(\.name) ?? [] }),
      written.base.isSameName(as: table.name), !written.items.isEmpty
    else {
      if case .delete = StatementShape(statement) { return .none }
      return .unknown
    }
    let own = SQLToken.tokens(
      of: written.items.map { written.text(of: $0.tokens) }.joined(separator: ","))
    if case .row = thing {
      guard case .insert = StatementShape(statement) else { return .none }
      guard !written.table.isSameName(as: table.name) else { return .unknown }
      let copied = table.storedColumns.filter { column in
        own.contains { $0.name?.isSameName(as: column.name) ?? false }
      }
      guard copied.count * 2 >= table.storedColumns.count else { return .unknown }
    } else {
      guard mentions(thing, own) else { return .none }
      // Whoever writes the column itself gives it another value.
      let isOwn =
        written.table.isSameName(as: table.name)
        && written.items.contains { thing.column?.isSameName(as: $0.column) ?? false }
      if isOwn { return .none }
    }
    return copy(thing, written, place: place)
  }

  private func copy(_ thing: Thing, _ written: WrittenExpressions, place: Int) -> Reading {
    let terms = written.condition.map { SplitTables.terms(of: $0) } ?? []
    let telling = terms.filter { !isMeant($0, thing, written) }
    let alias = written.baseAlias.quotedName
    var query = "\(written.commonTables)SELECT \(alias).rowid FROM \(written.from)"
    if !telling.isEmpty {
      query += " WHERE " + telling.map { "(\($0))" }.joined(separator: " AND ")
    }
    var asked = Set(
      telling.flatMap { SQLToken.tokens(of: $0) }.compactMap { $0.name?.lowercasedASCII })
    if written.hasJoin {
      asked.formUnion(SQLToken.tokens(of: written.from).compactMap { $0.name?.lowercasedASCII })
    }
    let columns = written.items.filter { item in
      thing == .row || mentions(thing, item.tokens.map(\.token))
    }
    let goal = (written.table, columns.map(\.column.lowercasedASCII))
    return .copy(Copy(place: place, query: query, goal: goal), asked: asked)
  }

  /// Whether a part of a condition says what is to be copied, and not of which rows.
  private func isMeant(_ term: String, _ thing: Thing, _ written: WrittenExpressions) -> Bool {
    let tokens = SQLToken.tokens(of: term)
    func names(_ name: String) -> Bool {
      tokens.contains { $0.name?.isSameName(as: name) ?? false }
    }
    // Rows that are there already.
    if QueriedTables(tokens).contains(written.table) { return true }
    guard let column = thing.column else { return false }
    let isOwn = written.table.isSameName(as: written.base)
    return names(column) || isOwn && written.items.contains { names($0.column) }
      || tokens.contains { if case .text = $0 { true } else { false } }
  }

  private func mentions(_ thing: Thing, _ tokens: [SQLToken]) -> Bool {
    guard let column = thing.column,
      tokens.contains(where: { $0.name?.isSameName(as: column) ?? false })
    else { return false }
    guard case .path(_, let path) = thing else { return true }
    let name = String(path.dropFirst(2))
    return tokens.contains { token in
      guard case .text(let text) = token else { return false }
      return text.utf8.elementsEqual(path.utf8) || text.utf8.elementsEqual(name.utf8)
    }
  }

  /// A statement from one of some words on, without what says an order or returns rows.
  private static func slice(of statement: SQLStatement, from words: [String]) -> String? {
    let tokens = SQLToken.placed(in: statement.text)[...]
    guard let start = tokens.firstPlace(of: words), tokens.first?.token.isWord("delete") ?? false
    else { return nil }
    let end =
      tokens[start...].firstPlace(of: ["returning", "order", "limit"]) ?? tokens.endIndex
    let range = tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound
    return String(decoding: Array(statement.text.utf8)[range], as: UTF8.self)
  }

  // MARK: What is told

  private func fault(_ removal: Removal) -> HopFault {
    let statements = rehearsal.migration.statements
    let places = removal.copies.prefix(3).map { "\(statements[$0.place].place)" }
      .joined(separator: ", ")
    let table = removal.table.name
    let what =
      switch removal.thing {
      case .row: "rows of \(table)"
      case .column(let name): "values of \(table).\(name)"
      case .path(let name, let path): "values at \(path) of \(table).\(name)"
      }
    return HopFault(
      Self.code, type: mapping.typeName(table),
      property: removal.thing.column.map { mapping.propertyName($0, of: table) }, isError: false,
      message:
        "This statement removes \(what) that were copied elsewhere (\(places)), and with them some that "
        + "were not, as the copy has a condition or a join that leaves them out. If these are to go, "
        + "nothing is to be done.", place: statements[removal.place].source)
  }
}
