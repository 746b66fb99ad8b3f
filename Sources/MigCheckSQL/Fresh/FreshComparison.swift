import MigCheckModel
import MigCheckText

/// What is different in a database that was upgraded and one that was made anew.
///
/// Not counted are: how names are quoted, white space, comments, the case of names and types, the order of
/// tables, whether a constraint stands at a column or at the table, names of constraints and of indexes,
/// whether a unique key is a constraint or an index, and two spellings of one operator. The order of
/// columns is apart: see `reorderedTables`.
struct FreshComparison {
  let upgraded: DatabaseSchema
  let fresh: DatabaseSchema
  /// What is said of things that only the first of them has.
  var surplus = "only there after an upgrade"

  /// By the table that it is about; `nil`: a view.
  var differences: [(table: String?, text: String)] {
    var found = [(table: String?, text: String)]()
    for table in fresh.tables where !fresh.isVirtual(table) {
      guard let own = upgraded.table(named: table.name) else {
        found.append((table.name, "the table is missing"))
        continue
      }
      for text in differences(between: own, and: table) { found.append((table.name, text)) }
    }
    for table in upgraded.tables
    where fresh.table(named: table.name) == nil && !upgraded.isVirtual(table) {
      found.append((table.name, "the table is \(surplus)"))
    }
    found += compare("trigger", upgraded.triggers, fresh.triggers)
    found += compare("view", upgraded.views, fresh.views).map { (nil, $0.text) }
    found += compare("virtual table", Self.virtual(upgraded), Self.virtual(fresh))
      .map { (nil, $0.text) }
    return found
  }

  /// Tables whose columns stand in another order, which code that names no columns takes for each
  /// other; of columns that only one of the databases has nothing is said here.
  var reorderedTables: [(table: String, own: [String], fresh: [String])] {
    fresh.tables.compactMap { table in
      guard let other = upgraded.table(named: table.name), !fresh.isVirtual(table) else {
        return nil
      }
      let own = other.columns.map(\.name).filter { table.column(named: $0) != nil }
      let fresh = table.columns.map(\.name).filter { other.column(named: $0) != nil }
      let isSame = zip(own, fresh).allSatisfy { $0.isSameName(as: $1) }
      return isSame ? nil : (table.name, own, fresh)
    }
  }

  private func compare(
    _ kind: String, _ own: [DatabaseSchema.Attachment], _ other: [DatabaseSchema.Attachment]
  ) -> [(table: String?, text: String)] {
    func lacks(_ list: [DatabaseSchema.Attachment], _ name: String) -> Bool {
      !list.contains { $0.name.isSameName(as: name) }
    }
    return other.filter { lacks(own, $0.name) }.map {
      ($0.table, "the \(kind) \($0.name) is missing")
    }
      + own.filter { lacks(other, $0.name) }.map {
        ($0.table, "the \(kind) \($0.name) is \(surplus)")
      }
      + own.filter { attachment in
        other.contains {
          $0.name.isSameName(as: attachment.name)
            && PlainSQL($0.sql, behind: $0.name)
              != PlainSQL(attachment.sql, behind: attachment.name)
        }
      }.map { ($0.table, "the \(kind) \($0.name) is another one") }
  }

  /// Those without the tables that belong to them.
  private static func virtual(_ schema: DatabaseSchema) -> [DatabaseSchema.Attachment] {
    schema.virtualTables.filter { table in
      SQLToken.tokens(of: table.sql).prefix(2).contains { $0.isWord("virtual") }
    }
  }

  // MARK: Tables

  func differences(
    between own: DatabaseSchema.Table, and fresh: DatabaseSchema.Table
  ) -> [String] {
    let (left, right) = (TableDefinition(own), TableDefinition(fresh))
    var texts = [String]()
    for column in fresh.columns {
      guard let other = own.column(named: column.name) else {
        texts.append("the column \(column.name) is missing")
        continue
      }
      texts += differences(other, column)
      texts += declarationDifferences(of: column.name, (own, left), (fresh, right))
    }
    texts += own.columns.filter { fresh.column(named: $0.name) == nil }.map {
      "the column \($0.name) is \(surplus)"
    }
    if own.primaryKey.map(\.lowercasedASCII) != fresh.primaryKey.map(\.lowercasedASCII) {
      texts.append(
        "the primary key is (\(own.primaryKey.joined(separator: ", "))), not "
          + "(\(fresh.primaryKey.joined(separator: ", ")))")
    }
    texts += keyDifferences(own, fresh) + indexDifferences(own, fresh)
    texts += checkDifferences(left, right)
    for (option, own, fresh) in [
      ("WITHOUT ROWID", !own.hasRowID, !fresh.hasRowID), ("STRICT", own.isStrict, fresh.isStrict),
      ("AUTOINCREMENT", left.countsUp, right.countsUp),
    ] where own != fresh {
      texts.append("\(option) is \(own ? surplus : "missing")")
    }
    return texts
  }

  private func declarationDifferences(
    of column: String, _ own: (table: DatabaseSchema.Table, definition: TableDefinition),
    _ fresh: (table: DatabaseSchema.Table, definition: TableDefinition)
  ) -> [String] {
    var texts = [String]()
    let (left, right) = (
      own.definition.collation(of: column), fresh.definition.collation(of: column)
    )
    if left != right {
      texts.append("\(column) is compared by \(left.uppercased()), not \(right.uppercased())")
    }
    let isComputed = own.table.column(named: column)?.isGenerated ?? false
    if isComputed != fresh.table.column(named: column)?.isGenerated ?? false {
      texts.append("\(column) is \(isComputed ? "" : "not ")computed")
    } else if own.definition.expression(of: column) != fresh.definition.expression(of: column) {
      texts.append("\(column) is computed by another expression")
    }
    return texts
  }

  private func checkDifferences(_ own: TableDefinition, _ fresh: TableDefinition) -> [String] {
    func count(_ number: Int, _ text: String) -> [String] {
      number == 0 ? [] : [(number == 1 ? "a CHECK is" : "\(number) CHECKs are") + " " + text]
    }
    return count(fresh.checks.count { !own.checks.contains($0) }, "missing")
      + count(own.checks.count { !fresh.checks.contains($0) }, surplus)
  }

  private func differences(
    _ own: DatabaseSchema.Column, _ fresh: DatabaseSchema.Column
  ) -> [String] {
    var texts = [String]()
    if own.declaredType.lowercasedASCII != fresh.declaredType.lowercasedASCII {
      texts.append(
        "\(own.name) is declared \(Self.shown(own.declaredType)), not "
          + Self.shown(fresh.declaredType))
    }
    if own.isRequired != fresh.isRequired {
      texts.append("\(own.name) may \(own.isRequired ? "not " : "")be NULL")
    }
    if Self.normalized(own.defaultValue) != Self.normalized(fresh.defaultValue) {
      texts.append(
        "the default of \(own.name) is \(own.defaultValue ?? "none"), not "
          + (fresh.defaultValue ?? "none"))
    }
    return texts
  }

  private static func shown(_ type: String) -> String { type.isEmpty ? "without a type" : type }

  /// The tokens of a default without outer parentheses, in lower case unless they are texts.
  private static func normalized(_ expression: String?) -> [String] {
    guard let expression else { return [] }
    var tokens = SQLToken.tokens(of: expression).map { token -> String in
      if case .word(let word) = token { word.lowercasedASCII } else { "\(token)" }
    }
    let (open, close) = ("\(SQLToken.symbol("("))", "\(SQLToken.symbol(")"))")
    while tokens.count > 2, tokens.first == open, tokens.last == close {
      tokens = Array(tokens.dropFirst().dropLast())
    }
    return tokens == ["null"] ? [] : tokens
  }

  private func keyDifferences(
    _ own: DatabaseSchema.Table, _ fresh: DatabaseSchema.Table
  ) -> [String] {
    func text(_ key: DatabaseSchema.ForeignKey) -> String {
      "\(key.columns.joined(separator: ", ")) → \(key.target)".lowercasedASCII
        + (key.onDelete == "NO ACTION" ? "" : " on delete \(key.onDelete.lowercasedASCII)")
        + (key.onUpdate == "NO ACTION" ? "" : " on update \(key.onUpdate.lowercasedASCII)")
    }
    let (left, right) = (own.foreignKeys.map(text), fresh.foreignKeys.map(text))
    return right.filter { !left.contains($0) }.map { "the foreign key \($0) is missing" }
      + left.filter { !right.contains($0) }.map {
        "the foreign key \($0) is \(surplus)"
      }
  }

  private func indexDifferences(
    _ own: DatabaseSchema.Table, _ fresh: DatabaseSchema.Table
  ) -> [String] {
    func text(
      _ index: DatabaseSchema.Index, _ definition: TableDefinition
    ) -> String {
      let columns = zip(index.columns, index.collations).map { column, collation in
        guard let column = column?.lowercasedASCII else { return "an expression" }
        // The column's own is reported for the column.
        let isOwn = collation.isSameName(as: definition.collation(of: column))
        return isOwn ? column : "\(column) COLLATE \(collation.uppercased())"
      }
      return (index.isUnique ? "unique " : "") + "index on (" + columns.joined(separator: ", ")
        + ")"
        + (index.isPartial ? " with a condition" : "")
    }
    func known(_ table: DatabaseSchema.Table) -> [(text: String, terms: PlainSQL)] {
      let definition = TableDefinition(table)
      return table.indexes.filter { $0.origin != .primaryKey }.map {
        (text($0, definition), terms(of: $0, table))
      }
    }
    let (left, right) = (known(own), known(fresh))
    func lacks(_ list: [(text: String, terms: PlainSQL)], _ index: (text: String, terms: PlainSQL))
      -> Bool
    {
      !list.contains { $0.text == index.text && $0.terms == index.terms }
    }
    return right.filter { lacks(left, $0) }.map { "the \($0.text) is missing" }
      + left.filter { lacks(right, $0) }.map { "the \($0.text) is \(surplus)" }
  }

  /// What pragmas do not say of an index: its expressions and its condition.
  private func terms(
    of index: DatabaseSchema.Index, _ table: DatabaseSchema.Table
  ) -> PlainSQL {
    guard index.isPartial || index.columns.contains(nil), let sql = index.sql else {
      return PlainSQL([])
    }
    return PlainSQL(sql, behind: table.name)
  }
}

extension FreshComparison {
  /// One fault for each table, with all that is different in it, or with what it does in another way.
  static func faults(
    _ versions: DatabaseVersions, _ fresh: FreshDatabase, file: String
  ) -> [HopFault] {
    guard let last = versions.entries.last else { return [] }
    let comparison = FreshComparison(upgraded: last.database, fresh: fresh.schema)
    let different = Set(comparison.differences.compactMap { $0.table?.lowercasedASCII })
    return comparison.faults(versions.mapping, file: file)
      + [comparison.orderFault(versions.mapping, file: file)].compactMap(\.self)
      + FreshBehaviour(versions: versions, upgraded: last, fresh: fresh)
      .faults(versions.mapping, file: file, without: different)
  }

  /// One fault for each table, with all that is different in it.
  func faults(_ mapping: SchemaMapping, file: String) -> [HopFault] {
    var tables = [(table: String?, texts: [String])]()
    for difference in differences {
      if let place = tables.firstIndex(where: { $0.table == difference.table }) {
        tables[place].texts.append(difference.text)
      } else {
        tables.append((difference.table, [difference.text]))
      }
    }
    return tables.map { table, texts in
      let shown = texts.prefix(6).joined(separator: "; ")
      let rest = texts.count > 6 ? "; and \(texts.count - 6) more" : ""
      return HopFault(
        "differsFromFresh", type: table.map(mapping.typeName),
        message: "\(table ?? "The database") is not as \(file) makes it: \(shown)\(rest).")
    }
  }

  /// One warning for all tables whose columns stand in another order.
  func orderFault(_ mapping: SchemaMapping, file: String) -> HopFault? {
    let tables = reorderedTables
    guard let first = tables.first else { return nil }
    let others = tables.dropFirst().map(\.table)
    let shown = others.prefix(6).joined(separator: ", ")
    let more = others.count > 6 ? " and \(others.count - 6) more" : ""
    let rest = others.isEmpty ? "" : "; so are those of \(shown)\(more)"
    return HopFault(
      Self.orderCode, type: mapping.typeName(first.table), isError: false,
      message: "The columns of \(first.table) are in the order \(Self.list(first.own)) after the "
        + "upgrade, and in the order \(Self.list(first.fresh)) where \(file) makes them\(rest). Code "
        + "that reads SELECT * by position, or inserts without column names, mixes them up: name the "
        + "columns there, or ignore this if all code does.")
  }

  static let orderCode = "columnOrderDiffers"

  private static func list(_ names: [String]) -> String {
    "(" + names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "") + ")"
  }
}
