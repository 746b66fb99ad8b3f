import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Updates of one column of which a later one catches the rows that an earlier one has just written:
/// `SET state = 2 WHERE state = 1` after `SET state = 1 WHERE state = 0` makes one value of two.
///
/// One whose condition is that of an earlier one, which has left no row that meets it, does nothing.
struct ChainedUpdates {
  static let code = "updatesChained"
  static let idleCode = "updateIsIdle"

  let migration: Migration
  let before: DatabaseSchema
  let mapping: SchemaMapping
  /// Any one: it only computes.
  let connection: SQLiteConnection

  /// `UPDATE table SET column = value WHERE condition`.
  private struct Step {
    var statement: SQLStatement
    var table: String
    var column: String
    var value: String
    /// The parts between `AND`s.
    var terms: [String]
    var literals: [String]
  }

  var faults: [HopFault] {
    let steps = migration.statements.compactMap(step)
    var found = [HopFault]()
    for last in steps.indices {
      for first in steps[..<last].indices {
        guard let fault = fault(first, last, in: steps) ?? idle(steps[first], steps[last])
        else { continue }
        let isKnown = found.contains { $0.type == fault.type && $0.property == fault.property }
        if !isKnown { found.append(fault) }
      }
    }
    return found
  }

  private func step(_ statement: SQLStatement) -> Step? {
    guard case .update(let table) = StatementShape(statement.bound),
      let written = WrittenExpressions(statement.bound, columns: { _ in [] }),
      let condition = written.condition, !written.hasJoin, written.items.count == 1,
      let (column, item) = written.items.first, isLiteral(item),
      before.table(named: table)?.column(named: column) != nil
    else { return nil }
    let tokens = SQLToken.placed(in: condition)[...]
    let bytes = Array(condition.utf8)
    func text(_ tokens: WrittenExpressions.Tokens) -> String {
      guard let first = tokens.first, let last = tokens.last else { return "" }
      return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
    let literals = tokens.indices.flatMap { place -> [String] in
      let literal = text(tokens[place...place])
      if case .number = tokens[place].token {
        return [literal, "\(literal) + 1", "\(literal) - 1", "-\(literal)"]
      }
      return isLiteral(tokens[place...place]) ? [literal] : []
    }
    return Step(
      statement: statement, table: table.lowercasedASCII, column: column.lowercasedASCII,
      value: written.text(of: item), terms: terms(of: tokens).map(text), literals: literals)
  }

  /// A text or a number.
  private func isLiteral(_ item: WrittenExpressions.Tokens) -> Bool {
    let own = item.first?.token.isSymbol("-") ?? false ? item.dropFirst() : item
    guard own.count == 1 else { return false }
    switch own.first?.token {
    case .text, .number: return true
    default: return false
    }
  }

  /// What stands between `AND`s; one, where an AND may be that of `BETWEEN` or of one side of an `OR`.
  private func terms(of tokens: WrittenExpressions.Tokens) -> [WrittenExpressions.Tokens] {
    tokens.parts(between: { $0.isWord("and") }, unless: { $0.isWord("between") || $0.isWord("or") })
  }

  private func fault(_ first: Int, _ last: Int, in steps: [Step]) -> HopFault? {
    let (earlier, later) = (steps[first], steps[last])
    guard earlier.table == later.table, earlier.column == later.column,
      !equal(earlier.value, later.value)
    else { return nil }
    // What both ask of other columns tells no row apart from another.
    let own = earlier.terms.filter { !later.terms.contains($0) }
    let other = later.terms.filter { !earlier.terms.contains($0) }
    func isMet(_ terms: [String], by value: String) -> Bool {
      let condition = terms.map { "(\($0))" }.joined(separator: " AND ")
      return holds(condition.isEmpty ? "1" : condition, for: value, of: later)
    }
    guard !own.isEmpty, isMet(other, by: earlier.value) else { return nil }
    let sources = earlier.literals.filter { value in
      value != "''" && isMet(own, by: value) && !isMet(other, by: value)
    }
    guard !sources.isEmpty else { return nil }
    // Whoever puts values aside to make room for others wants them back.
    let makesRoom = steps[(first + 1)..<last].contains { step in
      step.table == earlier.table && step.column == earlier.column
        && sources.contains { equal($0, step.value) }
    }
    guard !makesRoom else { return nil }
    return fault(earlier, later, sources.contains { equal($0, later.value) })
  }

  private func fault(_ earlier: Step, _ later: Step, _ isBack: Bool) -> HopFault {
    let path = "\(later.table).\(later.column)"
    let tail =
      isBack
      ? "so that both values become \(later.value). Change both in one UPDATE with CASE."
      : "which are then told apart no more from those that had it before. Put this UPDATE first; if "
        + "that is meant, nothing is to be done."
    return HopFault(
      Self.code, type: mapping.typeName(later.table),
      property: mapping.propertyName(later.column, of: later.table), isError: isBack,
      message:
        "This UPDATE of \(path) catches the rows that the one at \(earlier.statement.place) has just set "
        + "to \(earlier.value), \(tail)", place: later.statement.source)
  }

  // MARK: Updates for no row

  private func idle(_ earlier: Step, _ later: Step) -> HopFault? {
    guard earlier.table == later.table, earlier.column == later.column,
      earlier.terms.sorted() == later.terms.sorted(), !equal(earlier.value, later.value),
      earlier.terms.contains(where: { isFalse($0, for: earlier.value, of: later) }),
      !isWritten(later.table, between: earlier.statement, and: later.statement)
    else { return nil }
    return HopFault(
      Self.idleCode, type: mapping.typeName(later.table),
      property: mapping.propertyName(later.column, of: later.table), isError: false,
      message:
        "This UPDATE of \(later.table).\(later.column) takes no row: it has the condition of the one at "
        + "\(earlier.statement.place), which has just set all of them to \(earlier.value). Say which "
        + "rows it is for; if none are left, leave it out.", place: later.statement.source)
  }

  /// Whether a term that is about nothing but the column is false for a value, whichever type it takes
  /// on in the column.
  private func isFalse(_ term: String, for value: String, of step: Step) -> Bool {
    [value, "CAST(\(value) AS TEXT)", "CAST(\(value) AS NUMERIC)"].allSatisfy { value in
      answer(
        "SELECT (\(term.withNamesInBrackets)) = 0 FROM (SELECT \(value) AS \(step.column.quotedName)) "
          + "AS \(step.table.quotedName)")
    }
  }

  /// Whether rows that a condition is true of may have come, or triggers may have made some.
  private func isWritten(
    _ table: String, between first: SQLStatement, and last: SQLStatement
  ) -> Bool {
    guard !before.triggers.contains(where: { $0.table.isSameName(as: table) }),
      let start = migration.statements.firstIndex(where: { $0.isSame(as: first) }),
      let end = migration.statements.firstIndex(where: { $0.isSame(as: last) }), start < end
    else { return true }
    return migration.statements[(start + 1)..<end].contains { statement in
      switch StatementShape(statement) {
      case .insert(let insertion): insertion.table.isSameName(as: table)
      case .update(let other): other.isSameName(as: table)
      case .delete: false
      default:
        !statement.tokens.isEmpty
          && statement.tokens.contains { $0.name?.isSameName(as: table) ?? false }
      }
    }
  }

  // MARK: Values

  private func equal(_ first: String, _ second: String) -> Bool {
    answer("SELECT \(first) IS \(second)")
  }

  /// Whether a condition that is about nothing but the column holds for a value.
  private func holds(_ condition: String, for value: String, of step: Step) -> Bool {
    answer(
      "SELECT 1 FROM (SELECT \(value) AS \(step.column.quotedName)) AS \(step.table.quotedName) "
        + "WHERE \(condition.withNamesInBrackets)")
  }

  private func answer(_ query: String) -> Bool {
    let rows = try? connection.rows(query)
    return rows?.first?.first?.plainInteger == 1
  }
}
