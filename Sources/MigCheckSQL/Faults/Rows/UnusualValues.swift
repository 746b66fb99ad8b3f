import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Values that a schema admits and that rows hold now and then, in the columns to which they matter: texts
/// that are no dates, amounts with cents, rows of a join that agree.
struct UnusualValues {
  let migration: Migration
  let before: DatabaseVersions.Entry

  /// A text that is neither a date nor a number.
  private static let junk = "n.a."

  /// - Parameter round: the first one, 0, has rows as they are.
  func put(into connection: SQLiteConnection, round: Int) {
    guard round > 0 else { return }
    spoil(connection)
    addFractions(connection)
    if round == 1 {
      gatherJoined(connection)
      GarbledJSON.nest(before.plans, for: migration, in: connection)
    } else {
      lengthenCutTexts(connection)
    }
  }

  static func mentionsCalls(_ statement: SQLStatement) -> Bool {
    statement.tokens.contains { token in
      ["case", "cast", "strftime", "datetime", "date", "julianday", "unixepoch"].contains(
        where: token.isWord)
    }
  }

  /// Puts texts that are neither dates nor numbers into the columns that calls read, unless their
  /// declarations say what they hold.
  private func spoil(_ connection: SQLiteConnection) {
    var columns = Set<String>()
    for statement in migration.statements {
      guard let written = WrittenExpressions(statement.bound, columns: { _ in [] }) else {
        // Without a list of columns all names count.
        if Self.mentionsCalls(statement) {
          columns.formUnion(statement.tokens.compactMap { $0.name?.lowercasedASCII })
        }
        continue
      }
      for (_, tokens) in written.items {
        columns.formUnion(
          GarblingCalls.all(in: tokens, of: written).map(\.column.lowercasedASCII))
      }
      if written.items.isEmpty, Self.mentionsCalls(statement) {
        columns.formUnion(statement.tokens.compactMap { $0.name?.lowercasedASCII })
      }
    }
    for table in before.database.tables {
      for column in table.storedColumns
      where columns.contains(column.name.lowercasedASCII) && mayHoldAnyText(column) {
        _ = try? connection.execute(
          "UPDATE OR IGNORE \(table.name.quotedName) SET \(column.name.quotedName) = "
            + "\(Self.junk.quotedText) WHERE rowid % 3 = 1")
      }
    }
  }

  /// Puts numbers with fractions into the columns that casts to integers multiply.
  private func addFractions(_ connection: SQLiteConnection) {
    var columns = Set<String>()
    for statement in migration.statements where Self.mentionsCalls(statement) {
      let tokens = SQLToken.placed(in: statement.bound.text)[...]
      for product in LostFractions.products(in: tokens) {
        columns.formUnion(product.compactMap { $0.token.name?.lowercasedASCII })
      }
    }
    for table in before.database.tables {
      for column in table.storedColumns
      where columns.contains(column.name.lowercasedASCII) && mayHoldFractions(column) {
        for (place, number) in LostFractions.samples.enumerated() {
          _ = try? connection.execute(
            "UPDATE OR IGNORE \(table.name.quotedName) SET \(column.name.quotedName) = \(number) "
              + "WHERE rowid % 6 = \(2 * place)")
        }
      }
    }
  }

  /// Has several rows of each side of a join in `UPDATE … FROM` agree.
  private func gatherJoined(_ connection: SQLiteConnection) {
    var columns = Set<String>()
    for statement in migration.statements {
      guard case .update = StatementShape(statement),
        let written = WrittenExpressions(statement.bound, columns: { _ in [] }), written.hasJoin
      else { continue }
      let conditions = "\(written.sources ?? "") WHERE \(written.condition ?? "")"
      columns.formUnion(ComparedLiterals.joinedColumns(in: SQLToken.tokens(of: conditions)))
    }
    for plan in before.plans {
      for (place, column) in plan.columns.enumerated()
      where columns.contains(column.name.lowercasedASCII)
        && !plan.references.contains(where: { $0.columns.contains(place) })
        && !(plan.table.rowIDAlias.map(column.name.isSameName) ?? false)
      {
        let value: String
        switch ColumnAffinity(declaredType: column.declaredType) {
        case .text: value = "'a'"
        case .integer: value = "1"
        default: continue
        }
        _ = try? connection.execute(
          "UPDATE OR IGNORE \(plan.table.name.quotedName) SET \(column.name.quotedName) = \(value) "
            + "WHERE rowid % 3 <> 1")
      }
    }
  }

  /// Puts more behind texts that are cut where a mark stands: of a short one nothing may be lost.
  private func lengthenCutTexts(_ connection: SQLiteConnection) {
    var columns = Set<String>()
    for statement in migration.statements {
      let tokens = statement.bound.tokens
      for place in tokens.indices.dropLast(2)
      where tokens[place].isWord("instr") && tokens[place + 1].isSymbol("(") {
        let argument = tokens[(place + 2)...].prefix { !$0.isSymbol(",") }
        columns.formUnion(argument.suffix(1).compactMap { $0.name?.lowercasedASCII })
      }
    }
    let tail = String(repeating: "q", count: 60)
    for table in before.database.tables {
      for column in table.storedColumns
      where columns.contains(column.name.lowercasedASCII) && mayHoldAnyText(column) {
        let name = column.name.quotedName
        _ = try? connection.execute(
          "UPDATE OR IGNORE \(table.name.quotedName) SET \(name) = \(name) || \(tail.quotedText) "
            + "WHERE typeof(\(name)) = 'text' AND rowid % 2 = 0")
      }
    }
  }

  private func mayHoldFractions(_ column: DatabaseSchema.Column) -> Bool {
    let type = column.declaredType.lowercasedASCII
    return [.real, .text].contains(ColumnAffinity(declaredType: type))
      || ["dec", "num"].contains { type.hasPrefix($0) }
  }

  private func mayHoldAnyText(_ column: DatabaseSchema.Column) -> Bool {
    let value = (column.defaultValue ?? "").lowercasedASCII
    return ColumnAffinity(declaredType: column.declaredType) == .text
      && !["current_", "date", "time", "strftime", "unixepoch"].contains(where: value.contains)
  }
}
