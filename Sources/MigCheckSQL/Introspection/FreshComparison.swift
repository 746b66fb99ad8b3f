import MigCheckModel
import MigCheckText

/// What is different in a database that was upgraded and one that was made anew.
///
/// Not counted are: how names are quoted, white space, the case of names and types, the order of
/// columns and of tables, whether a constraint stands at a column or at the table, names of unique
/// constraints, and whether a unique key is a constraint or an index.
struct FreshComparison {
  let upgraded: DatabaseSchema
  let fresh: DatabaseSchema

  /// By the table that it is about; `nil`: a view.
  var differences: [(table: String?, text: String)] {
    var found = [(table: String?, text: String)]()
    for table in fresh.tables {
      guard let own = upgraded.table(named: table.name) else {
        found.append((table.name, "the table is missing"))
        continue
      }
      for text in differences(own, table) { found.append((table.name, text)) }
    }
    for table in upgraded.tables where fresh.table(named: table.name) == nil {
      found.append((table.name, "the table is only there after an upgrade"))
    }
    found += compare("trigger", upgraded.triggers, fresh.triggers)
    found += compare("view", upgraded.views, fresh.views).map { (nil, $0.text) }
    return found
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
        ($0.table, "the \(kind) \($0.name) is only there after an upgrade")
      }
  }

  // MARK: Tables

  private func differences(
    _ own: DatabaseSchema.Table, _ fresh: DatabaseSchema.Table
  ) -> [String] {
    var texts = [String]()
    for column in fresh.columns {
      guard let other = own.column(named: column.name) else {
        texts.append("the column \(column.name) is missing")
        continue
      }
      texts += differences(other, column)
    }
    texts += own.columns.filter { fresh.column(named: $0.name) == nil }.map {
      "the column \($0.name) is only there after an upgrade"
    }
    if own.primaryKey.map(\.lowercasedASCII) != fresh.primaryKey.map(\.lowercasedASCII) {
      texts.append(
        "the primary key is (\(own.primaryKey.joined(separator: ", "))), not "
          + "(\(fresh.primaryKey.joined(separator: ", ")))")
    }
    texts += keyDifferences(own, fresh) + indexDifferences(own, fresh)
    return texts
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
        "the foreign key \($0) is only there after an upgrade"
      }
  }

  private func indexDifferences(
    _ own: DatabaseSchema.Table, _ fresh: DatabaseSchema.Table
  ) -> [String] {
    func text(_ index: DatabaseSchema.Index) -> String {
      (index.isUnique ? "unique " : "") + "index on ("
        + index.columns.map { $0?.lowercasedASCII ?? "an expression" }.joined(separator: ", ") + ")"
        + (index.isPartial ? " with a condition" : "")
    }
    func texts(_ table: DatabaseSchema.Table) -> [String] {
      table.indexes.filter { $0.origin != .primaryKey }.map(text)
    }
    let (left, right) = (texts(own), texts(fresh))
    return right.filter { !left.contains($0) }.map { "the \($0) is missing" }
      + left.filter { !right.contains($0) }.map { "the \($0) is only there after an upgrade" }
  }
}

extension FreshComparison {
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
}
