import MigCheckModel
import MigCheckText

/// Columns that a rebuild fills with the values of another one, which lives on beside it: `trim(first)` for
/// `last`. Without a call provenance tells it; calls such as `COALESCE` and `trim` make an expression of it
/// and leave the values much as they are.
struct MistakenColumns {
  static let code = "columnsMistaken"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  /// What an expression of one column makes of it.
  private enum Reading {
    case column(String)
    case expression(of: String)
    /// It reads several columns, or none, or computes something.
    case other
  }

  private struct Item {
    /// In lower case.
    var column: String
    var names: [String]
    var reading: Reading
  }

  var faults: [HopFault] { migration.statements.indices.flatMap(faults) }

  // MARK: Copies

  private func faults(of place: Int) -> [HopFault] {
    let statement = migration.statements[place]
    guard case .insert(let insertion) = StatementShape(statement), insertion.query != nil,
      let name = trace.finalName(of: insertion.table.lowercasedASCII),
      let history = trace.tables[name], history.insertions == [place],
      let origin = trace.origin(of: name), let old = before.table(named: origin),
      let new = after.table(named: name),
      let written = WrittenExpressions(
        statement.bound, columns: { _ in new.storedColumns.map(\.name) }),
      !written.hasJoin,
      NarrowedCopy.name(of: origin, behind: migration.statements[..<place])
        .isSameName(as: written.base)
    else { return [] }
    let items = written.items.map { item(for: $0.column, $0.tokens, of: old) }
    var told = [String]()
    return items.compactMap { item in
      guard !told.contains(item.column), old.column(named: item.column) != nil,
        case .expression(let source) = item.reading, !source.isSameName(as: item.column),
        let other = items.first(where: { $0.column.isSameName(as: source) }),
        !isWrittenElsewhere(item.column, but: place)
      else { return nil }
      let isSwapped = other.names == [item.column]
      let isRead = items.contains { $0.names.contains(item.column) }
      guard isSwapped || !isRead && other.names.contains(other.column) else { return nil }
      told.append(other.column)
      return fault(item.column, from: other.column, of: new, isSwapped: isSwapped, statement)
    }
  }

  private func fault(
    _ column: String, from other: String, of table: DatabaseSchema.Table, isSwapped: Bool,
    _ statement: SQLStatement
  ) -> HopFault {
    let (own, source) = (
      table.column(named: column)?.name ?? column, table.column(named: other)?.name ?? other
    )
    let end =
      isSwapped
      ? "and \(source) those of \(own): two columns have changed places."
      : "which lives on beside it, and its own are lost."
    return HopFault(
      Self.code, type: mapping.typeName(table.name),
      property: mapping.propertyName(own, of: table.name), isError: true,
      message:
        "\(table.name).\(own) gets the values of \(source), \(end) If that is meant, name \(table.name) in "
        + "the rewrites.", place: statement.source)
  }

  /// Whether another statement puts values there, or takes the old ones elsewhere.
  private func isWrittenElsewhere(_ column: String, but place: Int) -> Bool {
    migration.statements.indices.contains { other in
      guard other != place else { return false }
      switch StatementShape(migration.statements[other]) {
      case .insert, .update, .createTable(_, query: .some):
        return migration.statements[other].tokens.contains {
          $0.name?.isSameName(as: column) ?? false
        }
      default: return false
      }
    }
  }

  // MARK: Expressions

  private func item(
    for column: String, _ tokens: WrittenExpressions.Tokens, of table: DatabaseSchema.Table
  ) -> Item {
    let tokens = tokens.map(\.token)
    var names = [String]()
    for (place, token) in tokens.enumerated() {
      let next = tokens.indices.contains(place + 1) ? tokens[place + 1] : nil
      guard let name = token.name, table.column(named: name) != nil,
        !(next?.isSymbol("(") ?? false), !(next?.isSymbol(".") ?? false),
        !names.contains(name.lowercasedASCII)
      else { continue }
      names.append(name.lowercasedASCII)
    }
    return Item(
      column: column.lowercasedASCII, names: names, reading: Self.reading(tokens, of: names))
  }

  private static func reading(_ tokens: [SQLToken], of names: [String]) -> Reading {
    guard let name = names.first, names.count == 1 else { return .other }
    if !tokens.contains(where: { $0.isSymbol("(") }) {
      return tokens.count == 1 || tokens.count == 3 && tokens[1].isSymbol(".")
        ? .column(name) : .other
    }
    let keepsValues = tokens.enumerated().allSatisfy { place, token in
      if case .symbol = token { return ["(", ")", ",", ".", "-"].contains { token.isSymbol($0) } }
      let isCall = tokens.indices.contains(place + 1) && tokens[place + 1].isSymbol("(")
      return isCall ? keeping.contains(where: token.isWord) : !token.isWord("case")
    }
    return keepsValues ? .expression(of: name) : .other
  }

  /// Functions of whose results most are values as they were.
  private static let keeping = ["coalesce", "ifnull", "nullif", "trim", "ltrim", "rtrim", "cast"]
}
