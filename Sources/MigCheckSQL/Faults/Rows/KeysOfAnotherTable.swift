import MigCheckModel
import MigCheckText

/// Conditions that look for a reference among the keys of a table to which it does not refer:
/// `DELETE FROM run WHERE job_id NOT IN (SELECT id FROM run)`, where `job_id` refers to `job`. Which rows
/// that takes is chance.
struct KeysOfAnotherTable {
  static let code = "keysOfAnotherTable"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping

  var faults: [HopFault] {
    migration.statements.flatMap { statement -> [HopFault] in
      switch StatementShape(statement) {
      case .update(let table), .delete(let table, _): faults(statement, of: table)
      case .insert:
        QueriedTables(statement.tokens).names.first.map { faults(statement, of: $0) } ?? []
      default: []
      }
    }
  }

  private func faults(_ statement: SQLStatement, of name: String) -> [HopFault] {
    let tokens = statement.tokens
    return tokens.indices.dropFirst(2).compactMap { place in
      guard tokens[place].isWord("in") else { return nil }
      let behind = tokens[place - 1].isWord("not") ? place - 2 : place - 1
      guard let column = tokens[behind].name, let asked = Asked(tokens[(place + 1)...]) else {
        return nil
      }
      return fault(statement, name, column, asked)
    }
  }

  /// `(SELECT id FROM job`, and what may follow.
  private struct Asked {
    var column: String
    var table: String

    init?(_ tokens: ArraySlice<SQLToken>) {
      var rest = tokens
      guard rest.popFirst()?.isSymbol("(") ?? false, rest.popFirst()?.isWord("select") ?? false
      else { return nil }
      if rest.first?.isWord("distinct") ?? false { rest.removeFirst() }
      guard var column = rest.popFirst()?.name else { return nil }
      if rest.first?.isSymbol(".") ?? false {
        rest.removeFirst()
        guard let own = rest.popFirst()?.name else { return nil }
        column = own
      }
      guard rest.popFirst()?.isWord("from") ?? false, let table = rest.popFirst()?.name,
        !(rest.first?.isSymbol(".") ?? false)
      else { return nil }
      (self.column, self.table) = (column, table)
    }
  }

  private func fault(
    _ statement: SQLStatement, _ name: String, _ column: String, _ asked: Asked
  ) -> HopFault? {
    guard let other = before.table(named: asked.table), other.primaryKey.count == 1,
      other.primaryKey[0].isSameName(as: asked.column),
      // The key of a table that shares it with another one is a reference itself.
      references(from: asked.column, of: other.name).isEmpty,
      let goal = references(from: column, of: name).first(where: { before.table(named: $0) != nil }
      ),
      !references(from: column, of: name).contains(where: other.name.isSameName)
    else { return nil }
    let isOwn = other.name.isSameName(as: name)
    let searched = isOwn ? "\(name) itself" : other.name
    let exception = isOwn ? "" : ", or ignore this if both tables have the same keys"
    return HopFault(
      Self.code, type: mapping.typeName(name), property: mapping.propertyName(column, of: name),
      isError: isOwn,
      message:
        "\(column) of \(name) refers to \(goal), and this condition looks for it among the keys of "
        + "\(searched): which rows it takes is chance. Ask for those of \(goal)\(exception).",
      place: statement.source)
  }

  /// The tables to which a column refers by itself, before the script or after it.
  private func references(from column: String, of table: String) -> [String] {
    let tables = [before, after].compactMap { $0.table(named: table) }
    return tables.flatMap(\.foreignKeys)
      .filter { $0.columns.count == 1 && $0.columns[0].isSameName(as: column) }
      .map(\.target)
  }
}
