import MigCheckText

/// Where the values of a column come from, as one script leaves them.
enum ColumnSource: Sendable, Equatable {
  /// They are those of a column from before the script, as they were. Names are in lower case.
  case copied(table: String, column: String)
  /// A statement wrote them: an `UPDATE`, an expression, a constant. By its place in the script.
  case written(statement: Int)
  /// The column was added, and has its default.
  case added
  /// The table is a new one, and no statement that filled it named the column.
  case unset
}

/// A column, by its name in lower case.
typealias TracedColumn = (name: String, source: ColumnSource)

/// One table during a script, under whatever name: from its making, or from before the script, to
/// its end.
struct TableHistory: Sendable {
  /// Tells it from all others of the script.
  var number: Int
  /// The lower-case name that it had before the script; `nil`: it is made there.
  var origin: String?
  /// In order; names as the table has them now, in lower case.
  var columns: [TracedColumn]
  /// Of a table that the script makes, for each table from before the script whose rows queries put
  /// there: what the columns hold for those rows.
  private(set) var copies: [(table: String, columns: [TracedColumn])] = []
  /// Places of statements that put rows there.
  var insertions: [Int] = []
  var deletions: [(statement: Int, hasCondition: Bool)] = []
  /// The place of the statement that drops it.
  var dropped: Int?
  /// Whether rows come from more than one place, so that nobody knows which is whose.
  var isMixed = false

  /// Whether any of its values are those of a table from before the script.
  func holds(_ table: String) -> Bool {
    origin == table
      || columns.contains { column in
        if case .copied(let own, _) = column.source { own == table } else { false }
      }
  }

  /// Whether all rows are those from before the script, with their values.
  var isUntouched: Bool {
    origin != nil && insertions.isEmpty && deletions.isEmpty && !isMixed
      && columns.allSatisfy { column in
        if case .copied(origin, column.name) = column.source { true } else { false }
      }
  }

  subscript(column: String) -> ColumnSource? {
    columns.first { $0.name.isSameName(as: column) }?.source
  }

  mutating func set(_ column: String, _ source: ColumnSource) {
    changeColumns { columns in
      guard let place = columns.firstIndex(where: { $0.name.isSameName(as: column) }) else {
        return
      }
      columns[place].source = source
    }
  }

  /// Takes note of where the values of a column come from that a query puts there.
  mutating func fill(_ column: String, _ source: ColumnSource) {
    guard let place = columns.firstIndex(where: { $0.name.isSameName(as: column) }) else { return }
    columns[place].source = source
  }

  mutating func rename(_ column: String, to other: String) {
    changeColumns { columns in
      guard let place = columns.firstIndex(where: { $0.name.isSameName(as: column) }) else {
        return
      }
      columns[place].name = other
    }
  }

  /// Columns of these names are left, in this order; those that were not there are added ones.
  mutating func keepColumns(_ names: [String]) {
    changeColumns { columns in
      columns = names.map { name in columns.first { $0.name == name } ?? (name, .added) }
    }
  }

  private mutating func changeColumns(_ change: (inout [TracedColumn]) -> Void) {
    change(&columns)
    for place in copies.indices { change(&copies[place].columns) }
  }

  /// Takes note of a query whose rows go to the table.
  ///
  /// - Parameters:
  ///   - filled: the columns that get its values, with where these come from.
  ///   - position: the place of the statement.
  mutating func noteCopy(_ filled: [TracedColumn], at position: Int) {
    let tables = filled.compactMap { column -> String? in
      if case .copied(let table, _) = column.source { table } else { nil }
    }
    guard
      let table = tables.max(by: { one, other in
        tables.count { $0 == one } < tables.count { $0 == other }
      })
    else { return }
    let own = columns.map { column -> TracedColumn in
      (column.name, filled.first { $0.name.isSameName(as: column.name) }?.source ?? .unset)
    }
    guard let place = copies.firstIndex(where: { $0.table == table }) else {
      return copies.append((table, own))
    }
    for (number, column) in own.enumerated()
    where copies[place].columns[number].source != column.source {
      copies[place].columns[number].source = .written(statement: position)
    }
  }

  /// The history as that of the rows of one table, where other rows came to them.
  func ofRows(from table: String) -> TableHistory? {
    guard isMixed, let copy = copies.first(where: { $0.table == table }) else { return nil }
    var result = self
    result.columns = copy.columns
    return result
  }
}

/// What one script does to tables, told without any row.
struct ScriptTrace: Sendable {
  /// By the lower-case names of the tables that are there after it.
  var tables: [String: TableHistory] = [:]
  /// Tables that the script made, or that were there before, and that it dropped.
  var dropped: [TableHistory] = []
  /// What each statement does to tables, in order.
  var steps: [StatementEffect] = []
  /// Pairs of columns that changed places on their way to a table that is not made of theirs alone.
  var crossings: [ColumnCrossing] = []
  /// Columns that statements make values of other columns from, by the names that they have before the
  /// script.
  var used: [UsedColumn] = []
  /// Tables that the script made: the lower-case names that they were made under.
  var made: [(name: String, number: Int)] = []
  /// Names in double quotes that are texts.
  var quotedTexts: [QuotedText] = []
  /// What triggers do to tables, as far as it takes values or rows away; each once.
  var firings: [TriggerFiring] = []
  /// Lower-case names, before or after the script, of tables of which it is not true that each row
  /// and each value is where it was, and nowhere else.
  private(set) var affected: Set<String> = []

  /// Tables of which columns were copied into tables that the script made, by their names before it.
  var copiedTables: Set<String> {
    var copied = Set<String>()
    // The order of the tables does not matter.
    for history in tables.values where history.origin == nil {
      for column in history.columns {
        if case .copied(let table, _) = column.source { copied.insert(table) }
      }
    }
    return copied
  }

  /// To be called when everything else is known.
  mutating func noteAffected() {
    affected = []
    for (name, history) in tables { note(history, name: name) }
    for history in dropped { note(history, name: nil) }
  }

  private mutating func note(_ history: TableHistory, name: String?) {
    guard name == nil || name != history.origin || !history.isUntouched else { return }
    affected.formUnion([name, history.origin].compactMap(\.self))
    for column in history.columns {
      if case .copied(let table, _) = column.source { affected.insert(table) }
    }
  }
}

/// What a statement does to a table.
struct StatementEffect: Sendable {
  var statement: Int
  /// In lower case, as it is called after the script, if it lives on.
  var table: String
  /// In lower case.
  var columns: [String]
  var removesRows: Bool
}

/// Two columns of a query that go into each other's namesakes.
struct ColumnCrossing: Sendable {
  var statement: Int
  /// The table that the rows go to, as it is called after the script.
  var table: String
  /// The table that they come from, before the script.
  var source: String
  /// In lower case.
  var columns: [String]
}

/// What a trigger does to a table on behalf of a statement of a script.
struct TriggerFiring: Sendable, Equatable {
  var statement: Int
  var trigger: String
  /// As it is called when the statement runs.
  var table: String
  /// The column that it writes; `nil`: it deletes rows.
  var column: String?
}

/// A column of a table from before a script. Names are in lower case.
struct UsedColumn: Sendable, Equatable {
  var table: String
  var column: String
  /// The number of the table whose values are made from it; `nil`: code reads it, and may make
  /// anything of it.
  var goal: Int?
}
