import MigCheckModel
import MigCheckText

/// Updates of which nothing is left, as a later one writes the same columns of the same rows and reads
/// nothing of them: a line that was copied, and whose condition was not changed.
struct RepeatedUpdates {
  static let code = "updateOverwritten"

  let migration: Migration
  let before: DatabaseSchema
  let mapping: SchemaMapping

  private struct Step {
    var place: Int
    var statement: SQLStatement
    var table: String
    var written: WrittenExpressions
    /// In lower case.
    var columns: [String]
    /// What decides which rows it writes.
    var condition: [SQLToken]
    var hasLiteralsOnly: Bool
  }

  var faults: [HopFault] {
    let steps = migration.statements.indices.compactMap(step)
    return steps.indices.compactMap { first in
      steps[(first + 1)...].first { isRepeated(steps[first], by: $0) }.map {
        fault(steps[first], $0)
      }
    }
  }

  private func step(_ place: Int) -> Step? {
    let statement = migration.statements[place].bound
    guard case .update(let name) = StatementShape(statement),
      let table = before.table(named: name),
      !before.triggers.contains(where: { $0.table.isSameName(as: name) }),
      let written = WrittenExpressions(statement, columns: { _ in [] }), !written.hasJoin,
      let set = statement.tokens.firstIndex(where: { $0.isWord("set") }),
      let verb = statement.tokens.firstIndex(where: { $0.isWord("update") }),
      // What is passed over for a conflict keeps what it has.
      !statement.tokens[verb + 1].isWord("or"),
      !statement.tokens.contains(where: { if case .parameter = $0 { true } else { false } })
    else { return nil }
    let assigned = statement.tokensBeforeCondition[(set + 1)...].parts { $0.isSymbol(",") }
    // Several columns may be written at once, in parentheses.
    guard assigned.count == written.items.count,
      written.items.allSatisfy({ table.column(named: $0.column) != nil })
    else { return nil }
    return Step(
      place: place, statement: statement, table: name, written: written,
      columns: written.items.map(\.column.lowercasedASCII),
      condition: SQLToken.tokens(of: written.condition ?? ""),
      hasLiteralsOnly: written.items.allSatisfy { item in
        !item.tokens.contains { $0.token.isSymbol("(") || Self.isColumn($0.token) }
      })
  }

  private static func isColumn(_ token: SQLToken) -> Bool {
    token.name != nil && !["null", "true", "false"].contains(where: token.isWord)
  }

  private func isRepeated(_ first: Step, by last: Step) -> Bool {
    func isOfFirst(_ token: SQLToken) -> Bool {
      token.name.map { name in first.columns.contains { $0.isSameName(as: name) } } ?? false
    }
    return first.table.isSameName(as: last.table) && first.condition == last.condition
      && first.written.alias.isSameName(as: last.written.alias)
      && first.columns.allSatisfy(last.columns.contains)
      && !first.condition.contains(where: isOfFirst)
      && !last.written.items.contains { $0.tokens.contains { isOfFirst($0.token) } }
      // Whoever empties a column before filling it says the same twice, which is no mistake.
      && (!first.hasLiteralsOnly || last.hasLiteralsOnly)
      && !migration.statements[(first.place + 1)..<last.place].contains { statement in
        statement.tokens.contains { $0.name?.isSameName(as: first.table) ?? false }
      }
  }

  private func fault(_ first: Step, _ last: Step) -> HopFault {
    let column = first.columns.first ?? ""
    return HopFault(
      Self.code, type: mapping.typeName(first.table),
      property: mapping.propertyName(column, of: first.table), isError: false,
      message:
        "Nothing is left of this UPDATE of \(first.table).\(column): the one at \(last.statement.place) "
        + "writes the same rows, and reads nothing of it. If one of them is for other rows, correct its "
        + "condition; if not, leave this one out.", place: first.statement.source)
  }
}
