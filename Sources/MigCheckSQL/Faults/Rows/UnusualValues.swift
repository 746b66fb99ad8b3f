import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Values that a schema admits and that rows hold now and then, in the columns to which they matter: texts
/// that are no dates, amounts with cents, rows of a join that agree.
struct UnusualValues {
  let migration: Migration
  let before: DatabaseVersions.Entry

  struct Column {
    var table: String
    var name: String

    func isSame(as other: Column) -> Bool {
      table.isSameName(as: other.table) && name.isSameName(as: other.name)
    }
  }

  /// How the texts begin that are neither dates nor numbers.
  private static let junk = "n.a."

  /// Whether a text is one that is put into one column only.
  static func isMark(_ text: String) -> Bool { text.hasPrefix(junk) }

  /// A text of a column's own, in lower case, that is part of no other one.
  private static func mark(_ number: Int) -> String {
    let letters = Array("ghijkmpqrstvwxyz")
    var (rest, tail) = (number, "")
    for _ in 0..<3 {
      tail.append(letters[rest % letters.count])
      rest /= letters.count
    }
    return junk + tail
  }

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

  /// Puts dates into the columns of texts that functions of dates read.
  func putDates(into connection: SQLiteConnection) {
    let names = migration.statements.flatMap(GarblingCalls.datedColumns)
    for table in before.database.tables {
      for column in table.storedColumns
      where names.contains(where: column.name.isSameName)
        && ColumnAffinity(declaredType: column.declaredType) == .text
      {
        _ = try? connection.execute(
          "UPDATE OR IGNORE \(table.name.quotedName) SET \(column.name.quotedName) = "
            + "'2020-01-02 03:04:' || substr(100 + abs(rowid) % 60, 2)")
      }
    }
  }

  static func mentionsCalls(_ statement: SQLStatement) -> Bool {
    statement.tokens.contains { token in
      ["case", "cast", "strftime", "datetime", "date", "julianday", "unixepoch"].contains(
        where: token.isWord)
    }
  }

  /// The columns that get texts of their own, by these.
  var marked: [String: Column] {
    Dictionary(uniqueKeysWithValues: spoiled.enumerated().map { (Self.mark($0), $1) })
  }

  /// Puts texts that are neither dates nor numbers into the columns that calls read, unless their
  /// declarations say what they hold.
  private func spoil(_ connection: SQLiteConnection) {
    for (number, column) in spoiled.enumerated() {
      _ = try? connection.execute(
        "UPDATE OR IGNORE \(column.table.quotedName) SET \(column.name.quotedName) = "
          + "\(Self.mark(number).quotedText) WHERE rowid % 3 = 1")
    }
  }

  private var spoiled: [Column] {
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
    for statement in migration.statements.reversed() {
      guard case .renameColumn(_, let old, let new) = StatementShape(statement),
        columns.contains(new.lowercasedASCII)
      else { continue }
      columns.insert(old.lowercasedASCII)
    }
    return before.database.tables.flatMap { table in
      table.storedColumns.filter { column in
        columns.contains(column.name.lowercasedASCII) && mayHoldAnyText(column)
      }.map { Column(table: table.name, name: $0.name) }
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
