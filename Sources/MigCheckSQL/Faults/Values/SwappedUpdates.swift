import MigCheckModel
import MigCheckText

/// Two columns that are to change places by two updates: `SET lat = lon`, and then `SET lon = lat`, which
/// finds them equal and changes nothing.
struct SwappedUpdates {
  static let code = "updatesSwapped"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping

  /// `UPDATE table SET column = source`, with both of the same row.
  private struct Step {
    var place: Int
    var table: DatabaseSchema.Table
    var column: String
    var source: String
    /// All columns that the statement writes, in lower case.
    var columns: [String]
    var condition: [SQLToken]
  }

  var faults: [HopFault] {
    let steps = migration.statements.indices.flatMap(steps)
    return steps.compactMap { later in
      steps.last { $0.place < later.place && isUndone(by: $0, later) }.map { fault($0, later) }
    }
  }

  private func fault(_ earlier: Step, _ later: Step) -> HopFault {
    let (table, lost) = (later.table.name, earlier.column)
    return HopFault(
      Self.code, type: mapping.typeName(table), property: mapping.propertyName(lost, of: table),
      isError: true,
      message:
        "This UPDATE changes nothing, as the one at \(migration.statements[earlier.place].place) has just "
        + "given \(table).\(lost) the values of \(later.column), so that its own are lost. Write both in one: "
        + "SET \(lost) = \(later.column), \(later.column) = \(lost).",
      place: migration.statements[later.place].source)
  }

  /// Whether an update finds both columns equal in all of its rows.
  private func isUndone(by earlier: Step, _ later: Step) -> Bool {
    let (column, source) = (earlier.column.lowercasedASCII, earlier.source.lowercasedASCII)
    guard earlier.table.name.isSameName(as: later.table.name),
      column == later.source.lowercasedASCII, source == later.column.lowercasedASCII,
      !earlier.columns.contains(source), !later.columns.contains(column),
      isSame(earlier.condition, later.condition),
      // Whoever asks for NULL or for differences fills one from the other.
      !earlier.condition.contains(where: { token in
        token.name.map { [column, source].contains($0.lowercasedASCII) } ?? false
      }),
      !before.triggers.contains(where: { $0.table.isSameName(as: earlier.table.name) })
    else { return false }
    return !migration.statements[(earlier.place + 1)..<later.place].contains { statement in
      statement.tokens.contains { $0.name?.isSameName(as: earlier.table.name) ?? false }
    }
  }

  private func isSame(_ one: [SQLToken], _ other: [SQLToken]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { first, second in
        if let name = first.name, let twin = second.name { return name.isSameName(as: twin) }
        return first == second
      }
  }

  // MARK: Statements

  private func steps(at place: Int) -> [Step] {
    let statement = migration.statements[place].bound
    guard case .update(let name) = StatementShape(statement),
      let table = before.table(named: name) ?? after.table(named: name),
      let written = WrittenExpressions(statement, columns: { _ in [] })
    else { return [] }
    let condition = written.condition.map { SQLToken.tokens(of: $0) } ?? []
    guard let rest = written.hasJoin ? Self.ownRows(written, table, condition) : condition else {
      return []
    }
    return written.items.compactMap { column, tokens in
      let own = tokens.map(\.token).filter { !$0.isSymbol("(") && !$0.isSymbol(")") }
      guard own.count == 1 || own.count == 3 && own[1].isSymbol("."),
        let source = own.last?.name, !source.isSameName(as: column),
        table.column(named: column) != nil, table.column(named: source) != nil
      else { return nil }
      return Step(
        place: place, table: table, column: column, source: source,
        columns: written.items.map(\.column.lowercasedASCII), condition: rest)
    }
  }

  /// What a condition asks for beside `x.id = t.id`, where a table is joined with its own rows by their key.
  ///
  /// - Returns: `nil`: it is joined otherwise.
  private static func ownRows(
    _ written: WrittenExpressions, _ table: DatabaseSchema.Table, _ condition: [SQLToken]
  ) -> [SQLToken]? {
    let sources = SQLToken.tokens(of: written.sources ?? "")
    guard sources.count < 4, sources.first?.name?.isSameName(as: table.name) ?? false,
      condition.count == 7, condition[3].isSymbol("=") || condition[3].isSymbol("=="),
      condition[1].isSymbol("."), condition[5].isSymbol("."),
      let key = condition[2].name, condition[6].name?.isSameName(as: key) ?? false,
      table.primaryKey.count == 1 && table.primaryKey[0].isSameName(as: key)
        || table.rowIDName?.isSameName(as: key) ?? false
    else { return nil }
    return []
  }
}
