import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// `CREATE … IF NOT EXISTS` of what is there already and is something else: it does nothing, and whoever
/// wrote it counts on what it says.
struct IdleCreations {
  static let code = "createdAlready"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  /// Later versions, which may make up for it.
  let following: [DatabaseVersions.Entry]
  let mapping: SchemaMapping

  private var later: [DatabaseSchema] { following.map(\.database) }

  /// One of each table, and one of all parts of a kind.
  var faults: [HopFault] {
    var told = [(kind: String, fault: HopFault, others: [String])]()
    for statement in migration.statements {
      guard let creation = Creation(statement.tokens) else { continue }
      if creation.kind == "table" {
        if let fault = table(creation, statement) { told.append(("table", fault, [])) }
        continue
      }
      guard let fault = part(creation, statement) else { continue }
      if let known = told.firstIndex(where: { $0.kind == creation.kind }) {
        told[known].others.append(creation.name)
      } else {
        told.append((creation.kind, fault, []))
      }
    }
    return told.map { _, fault, others in
      var fault = fault
      if !others.isEmpty {
        let rest = others.count > 6 ? " and \(others.count - 6) more" : ""
        fault.message += " Likewise \(others.prefix(6).joined(separator: ", "))\(rest)."
      }
      return fault
    }
  }

  private func table(_ creation: Creation, _ statement: SQLStatement) -> HopFault? {
    guard let old = before.table(named: creation.name),
      let table = after.table(named: creation.name), old.sql.isIdentical(to: table.sql)
    else { return nil }
    let missing = creation.columns.filter { column in
      table.column(named: column) == nil
        && !later.contains { $0.table(named: table.name)?.column(named: column) != nil }
    }
    guard !missing.isEmpty else { return otherTable(table, creation, statement) }
    let columns = missing.prefix(6).joined(separator: ", ")
    let rest = missing.count > 6 ? " and \(missing.count - 6) more" : ""
    return HopFault(
      Self.code, type: mapping.typeName(table.name), isError: false,
      message:
        "CREATE TABLE IF NOT EXISTS does nothing, as \(table.name) is there already, without "
        + "\(columns)\(rest). ALTER TABLE \(table.name) ADD COLUMN adds a column; if it is not to be "
        + "there, nothing is to be done.",
      place: statement.source)
  }

  /// A table with all columns of the one that is there, but with other constraints.
  private func otherTable(
    _ table: DatabaseSchema.Table, _ creation: Creation, _ statement: SQLStatement
  ) -> HopFault? {
    guard let meant = Self.made(by: statement, creation) else { return nil }
    let isMended = later.contains { schema in
      schema.table(named: table.name).map { Self.differences($0, meant).isEmpty } ?? true
    }
    let keys = missingKeys(of: table, meant)
    let others = isMended ? [] : Self.differences(table, meant)
    let differences = others + keys
    guard !differences.isEmpty else { return nil }
    let shown = differences.prefix(4).joined(separator: "; ")
    let rest = differences.count > 4 ? "; and \(differences.count - 4) more" : ""
    return HopFault(
      Self.code, type: mapping.typeName(table.name), isError: false,
      message:
        "CREATE TABLE IF NOT EXISTS does nothing, as \(table.name) is there already, and is another "
        + "one: \(shown)\(rest). A new install gets what is written here: "
        + (others.isEmpty ? "create a unique index" : "rebuild the table and copy its rows")
        + ", or ignore this if the old one is to stay.",
      place: statement.source)
  }

  /// The table that a statement would make; `nil`: it needs what is not here.
  private static func made(
    by statement: SQLStatement, _ creation: Creation
  ) -> DatabaseSchema.Table? {
    guard creation.hasColumns else { return nil }
    return table(creation.name, madeBy: [statement.text])
  }

  private static func table(
    _ name: String, madeBy statements: [String]
  ) -> DatabaseSchema.Table? {
    guard let connection = try? SQLiteConnection(path: ":memory:") else { return nil }
    defer { connection.close() }
    for statement in statements {
      guard (try? connection.execute(statement)) != nil else { return nil }
    }
    return (try? DatabaseSchema(of: connection))?.table(named: name)
  }

  /// How the existing table differs, apart from columns that were added to it, from what no
  /// `CREATE TABLE` declares, and from unique keys that it lacks, which an index may bring.
  private static func differences(
    _ table: DatabaseSchema.Table, _ meant: DatabaseSchema.Table
  ) -> [String] {
    var (own, meant) = (table, meant)
    func isMeant(_ column: String?) -> Bool {
      column.map { meant.column(named: $0) != nil } ?? false
    }
    own.columns.removeAll { !isMeant($0.name) }
    own.foreignKeys.removeAll { !$0.columns.allSatisfy(isMeant) }
    own.indexes.removeAll { index in
      index.origin == .statement || !index.columns.allSatisfy(isMeant)
    }
    meant.indexes.removeAll { own.uniqueIndex(like: $0) == nil }
    let schemas = (DatabaseSchema(tables: [own]), DatabaseSchema(tables: [meant]))
    let differences = FreshComparison(
      upgraded: schemas.0, fresh: schemas.1, surplus: "still there from before"
    ).differences(between: own, and: meant)
    // A CHECK may be that of a column which was added.
    let hasOthers = own.columns.count < table.columns.count
    return differences.filter { !(hasOthers && $0.contains("CHECK") && $0.hasSuffix("before")) }
  }

  // MARK: Unique keys

  /// The unique constraints that the statement declares and nothing brings, or that an index brings
  /// which a later script drops.
  private func missingKeys(
    of table: DatabaseSchema.Table, _ meant: DatabaseSchema.Table
  ) -> [String] {
    meant.indexes.filter { $0.origin == .unique && !isBroughtLater($0, to: table) }.compactMap {
      index in
      let key = "UNIQUE (\(index.columns.compactMap(\.self).joined(separator: ", ")))"
      guard let known = table.uniqueIndex(like: index) else { return "\(key) is missing" }
      let end = following.first {
        $0.database.table(named: table.name)?.uniqueIndex(like: index) == nil
      }
      return end.map { "\(key) is only the index \(known.name), which \($0.migration.name) drops" }
    }
  }

  /// Whether a later script makes what keeps the columns unique, or the table is gone then.
  private func isBroughtLater(
    _ index: DatabaseSchema.Index, to table: DatabaseSchema.Table
  ) -> Bool {
    var isThere = table.uniqueIndex(like: index) != nil
    for schema in later {
      guard let next = schema.table(named: table.name) else { return true }
      let wasThere = isThere
      isThere = next.uniqueIndex(like: index) != nil
      if isThere, !wasThere { return true }
    }
    return false
  }

  /// An index, a trigger or a view.
  private func part(_ creation: Creation, _ statement: SQLStatement) -> HopFault? {
    func known(_ schema: DatabaseSchema) -> (table: String?, sql: String)? {
      switch creation.kind {
      case "index":
        for table in schema.tables {
          let index = table.indexes.first { $0.name.isSameName(as: creation.name) }
          if let sql = index?.sql { return (table.name, sql) }
        }
        return nil
      case "trigger":
        return schema.triggers.first { $0.name.isSameName(as: creation.name) }.map {
          ($0.table, $0.sql)
        }
      default:
        return schema.views.first { $0.name.isSameName(as: creation.name) }.map { (nil, $0.sql) }
      }
    }
    guard let old = known(before), let new = known(after), old.sql.isIdentical(to: new.sql),
      !creation.isSame(as: new.sql), !isMade(creation, statement)
    else { return nil }
    let kind = creation.kind.uppercased()
    return HopFault(
      Self.code, type: new.table.flatMap(mapping.typeName), subject: Name(creation.name),
      isError: false,
      message:
        "CREATE \(kind) IF NOT EXISTS does nothing, as \(creation.name) is there already, and is "
        + "another one. DROP \(kind) IF EXISTS \(creation.name) before it makes room; if the old one is "
        + "to stay, nothing is to be done.",
      place: statement.source)
  }

  /// Whether the script or a later one makes the same, under this name or another one; a view is known
  /// by its name.
  private func isMade(_ creation: Creation, _ statement: SQLStatement) -> Bool {
    ([after] + later).contains { schema in
      switch creation.kind {
      case "index":
        schema.tables.contains { table in
          table.indexes.contains { $0.sql.map(creation.isSame) ?? false }
            || keeps(creation, statement, table)
        }
      case "trigger": schema.triggers.contains { creation.isSame(as: $0.sql) }
      default:
        schema.views.contains {
          $0.name.isSameName(as: creation.name) && creation.isSame(as: $0.sql)
        }
      }
    }
  }

  /// Whether a constraint or another index of a table keeps unique what a unique index would.
  private func keeps(
    _ creation: Creation, _ statement: SQLStatement, _ table: DatabaseSchema.Table
  ) -> Bool {
    guard creation.isUnique, creation.indexedTable?.isSameName(as: table.name) ?? false,
      let meant = Self.table(table.name, madeBy: [table.sql, statement.text])
    else { return false }
    return meant.indexes.first { $0.name.isSameName(as: creation.name) }
      .map { table.uniqueIndex(like: $0) != nil } ?? false
  }
}

/// What a `CREATE … IF NOT EXISTS` makes.
private struct Creation {
  /// `table`, `index`, `trigger` or `view`.
  let kind: String
  let name: String
  /// What stands behind the name.
  private let definition: ArraySlice<SQLToken>
  /// Whether an index is unique.
  let isUnique: Bool

  /// - Returns: `nil`: the statement is another one, or what it makes is gone with the connection.
  init?(_ tokens: [SQLToken]) {
    self.init(tokens, isConditional: true)
  }

  private init?(_ tokens: [SQLToken], isConditional: Bool) {
    var rest = tokens[...]
    func skip(_ word: String) -> Bool {
      guard rest.first?.isWord(word) ?? false else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard skip("create") else { return nil }
    isUnique = skip("unique")
    guard let kind = ["table", "index", "trigger", "view"].first(where: { skip($0) }) else {
      return nil
    }
    let isIdleIfThere = skip("if") && skip("not") && skip("exists")
    guard isIdleIfThere == isConditional, var name = rest.first?.name else { return nil }
    rest = rest.dropFirst()
    if rest.first?.isSymbol(".") ?? false {
      rest = rest.dropFirst()
      guard let own = rest.first?.name else { return nil }
      name = own
      rest = rest.dropFirst()
    }
    self.kind = kind
    self.name = name
    definition = rest.last?.isSymbol(";") ?? false ? rest.dropLast() : rest
  }

  var hasColumns: Bool { definition.first?.isSymbol("(") ?? false }

  /// Of an index: the name of its table.
  var indexedTable: String? { definition.dropFirst().first?.name }

  /// Of a table: the names of its columns.
  var columns: [String] {
    guard hasColumns else { return [] }
    let constraints = ["constraint", "primary", "unique", "check", "foreign"]
    var names = [String]()
    var depth = 0
    var isFirst = false
    for token in definition {
      if token.isSymbol("(") {
        depth += 1
        isFirst = depth == 1
      } else if token.isSymbol(")") {
        depth -= 1
        if depth == 0 { break }
      } else if token.isSymbol(","), depth == 1 {
        isFirst = true
      } else if isFirst {
        isFirst = false
        if constraints.contains(where: token.isWord) { break }
        if let name = token.name { names.append(name) }
      }
    }
    return names
  }

  /// Whether a statement as SQLite keeps it makes the same.
  func isSame(as sql: String) -> Bool {
    guard let other = Creation(SQLToken.tokens(of: sql), isConditional: false) else { return true }
    return isUnique == other.isUnique && definition.count == other.definition.count
      && zip(definition, other.definition).allSatisfy { one, other in
        guard let name = one.name, let known = other.name else { return one == other }
        return name.isSameName(as: known)
      }
  }
}
