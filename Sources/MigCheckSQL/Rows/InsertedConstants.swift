import MigCheckModel
import MigCheckText

/// A row of constants that a script brings along, and that it does not pass over where its key is taken:
/// `INSERT INTO role (id, name) VALUES (1, 'admin')`.
struct InsertedConstants: Sendable {
  let statement: SQLStatement
  let table: String
  /// The columns that get a constant, NULL excepted.
  let values: [(column: String, value: Value)]

  /// - Parameter columns: of a table, in order, for an `INSERT` that names none.
  static func all(
    in statement: SQLStatement, columns: (String) -> [String]
  ) -> [InsertedConstants] {
    guard case .insert(let insertion) = StatementShape(statement), insertion.query == nil,
      !insertion.replaces
    else { return [] }
    let tokens = statement.tokens[...]
    let settles = zip(tokens, tokens.dropFirst()).contains { first, second in
      first.isWord("or") && second.isWord("ignore")
        || first.isWord("on") && second.isWord("conflict")
    }
    guard !settles, let start = tokens.firstPlace(of: ["values"]) else { return [] }
    let names = insertion.columns ?? columns(insertion.table)
    return rows(in: tokens[(start + 1)...]).compactMap { items in
      guard items.count == names.count else { return nil }
      let values = zip(names, items).compactMap { name, item in
        constant(item).map { (column: name, value: $0) }
      }
      return values.isEmpty
        ? nil : InsertedConstants(statement: statement, table: insertion.table, values: values)
    }
  }

  /// What stands between commas in each of the parentheses.
  private static func rows(in tokens: ArraySlice<SQLToken>) -> [[ArraySlice<SQLToken>]] {
    var rows = [[ArraySlice<SQLToken>]]()
    var (depth, start) = (0, tokens.startIndex)
    for place in tokens.indices {
      if tokens[place].isSymbol("(") {
        depth += 1
        if depth == 1 { start = place + 1 }
      } else if tokens[place].isSymbol(")") {
        depth -= 1
        if depth == 0 { rows.append(tokens[start..<place].parts { $0.isSymbol(",") }) }
      } else if depth == 0, !tokens[place].isSymbol(",") {
        break
      }
    }
    return rows
  }

  private static func constant(_ tokens: ArraySlice<SQLToken>) -> Value? {
    let isNegative = tokens.first?.isSymbol("-") ?? false
    let own = isNegative ? tokens.dropFirst() : tokens
    guard own.count == 1, let token = own.first else { return nil }
    switch token {
    case .text(let text): return isNegative ? nil : .string(text)
    case .number: return token.integer(isNegative: isNegative).map(Value.int)
    default: return nil
    }
  }

  /// The keys of a table that the row has constants for in all columns, by the names of those.
  func keys(of table: DatabaseSchema.Table) -> [[(column: String, value: Value)]] {
    let indexes = table.indexes.filter { $0.isUnique && !$0.isPartial }.map { index in
      index.columns.contains(nil) ? [] : index.columns.compactMap(\.self)
    }
    return (indexes + [table.primaryKey]).filter { !$0.isEmpty }.compactMap { key in
      let own = key.compactMap { name in values.first { $0.column.isSameName(as: name) } }
      return own.count == key.count ? own : nil
    }
  }
}

/// The keys that later scripts want to give to rows of their own. Whether an app gives one of them to
/// another row before, nothing here says; but SQLite itself gives the numbers of rows to any of them.
struct ReservedKeys: Sendable {
  /// Parallel to the plans of a version: for each key the positions of its columns, with their values.
  private var keys: [[[(place: Int, value: Value)]]] = []

  init() {}

  init(_ rows: [InsertedConstants], for plans: [TablePlan]) {
    keys = plans.map { plan in
      rows.filter { $0.table.isSameName(as: plan.table.name) }.flatMap { row in
        row.keys(of: plan.table).compactMap { key in
          let isNumber =
            key.count == 1 && plan.table.rowIDAlias.map(key[0].column.isSameName) ?? false
          guard !isNumber else { return nil }
          let places = key.compactMap { column, value in
            plan.columns.firstIndex { $0.name.isSameName(as: column) }.map { place in
              (place: place, value: value.converted(to: plan.columns[place].presumedAffinity))
            }
          }
          return places.count == key.count ? places : nil
        }
      }
    }
  }

  /// The columns of a key that the row has and that is reserved; `nil`: there is none.
  ///
  /// - Parameter index: the position of the plan.
  func taken(by row: [Value], of index: Int) -> [Int]? {
    guard keys.indices.contains(index) else { return nil }
    return keys[index].first { key in key.allSatisfy { row[$0.place] == $0.value } }?.map(\.place)
  }
}
