import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// How the tables of all versions are shown as object types: tables are types, rows are objects,
/// columns are properties that hold their values as they are.
///
/// Foreign keys are plain values, and no links: authors think in identifiers, a dangling one has a
/// value too, and a column that gets or loses its `REFERENCES` stays the same column. For the same
/// reason a column has one type in all versions: that of its affinity, or `mixed` where versions do
/// not agree. Names that differ in case only are one name, spelled as in the first version.
struct SchemaMapping: Sendable {
  /// By the lower-case name of the table.
  private var tables: [String: Name] = [:]
  /// By the lower-case names of table and column.
  private var columns: [[String]: Entry] = [:]

  private struct Entry: Sendable {
    var name: Name
    var type: PropertyType
  }

  /// - Parameter mixed: lower-case names of tables and columns that hold values of several kinds,
  ///   whatever their declaration says.
  init(_ versions: [DatabaseSchema], mixed: Set<[String]> = []) {
    for table in versions.flatMap(\.tables) {
      let key = table.name.lowercasedASCII
      if tables[key] == nil { tables[key] = Name(table.name) }
      for column in table.storedColumns {
        let place = [key, column.name.lowercasedASCII]
        let type =
          mixed.contains(place)
          ? .mixed
          : Self.type(of: column, isRowID: table.rowIDAlias.map(column.name.isSameName))
        if let known = columns[place] {
          if known.type != type { columns[place]?.type = .mixed }
        } else {
          columns[place] = Entry(name: Name(column.name), type: type)
        }
      }
    }
  }

  /// What a column holds as far as its declaration says.
  static func type(of column: DatabaseSchema.Column, isRowID: Bool?) -> PropertyType {
    if isRowID ?? false { return .int }
    let declared = column.declaredType.lowercasedASCII
    switch ColumnAffinity(declaredType: declared) {
    case .integer: return .int
    case .text: return .string
    case .real: return .double
    case .blob: return declared.isEmpty ? .mixed : .data
    case .numeric:
      if declared.hasPrefix("bool") { return .int }
      let texts = ["date", "time", "string"]
      return texts.contains(where: declared.hasPrefix) ? .string : .mixed
    }
  }

  // MARK: Names

  /// The name of the type that a table is shown as.
  func typeName(_ table: String) -> Name { tables[table.lowercasedASCII] ?? Name(table) }

  func propertyName(_ column: String, of table: String) -> Name {
    columns[[table.lowercasedASCII, column.lowercasedASCII]]?.name ?? Name(column)
  }

  // MARK: Schemas

  /// - Parameter defaults: gives the value of a default's expression, if it is always the same.
  func schema(
    _ database: DatabaseSchema, defaults: (DatabaseSchema.Column) -> Value?
  ) -> Schema {
    Schema(database.tables.map { type(of: $0, defaults: defaults) })
  }

  private func type(
    of table: DatabaseSchema.Table, defaults: (DatabaseSchema.Column) -> Value?
  ) -> ObjectType {
    let properties = table.storedColumns.map { column in
      let place = [table.name.lowercasedASCII, column.name.lowercasedASCII]
      let entry =
        columns[place] ?? Entry(name: Name(column.name), type: Self.type(of: column, isRowID: nil))
      let isRowID = table.rowIDAlias.map(column.name.isSameName) ?? false
      return Property(
        entry.name, entry.type, optional: !column.isRequired && !isRowID || entry.type == .mixed,
        // Where no other value is possible, it is one to lose as any other.
        default: table.isPinned(column.name)
          ? nil : defaults(column).flatMap { Self.admits($0, entry.type) ? $0 : nil })
    }
    let key = table.primaryKey.count == 1 ? table.primaryKey[0] : nil
    let isStored = key.map { key in table.storedColumns.contains { $0.name.isSameName(as: key) } }
    return ObjectType(
      typeName(table.name),
      primaryKey: isStored ?? false ? key.map { propertyName($0, of: table.name) } : nil, properties
    )
  }

  private static func admits(_ value: Value, _ type: PropertyType) -> Bool {
    switch (value, type) {
    case (.int, .int), (.string, .string), (.double, .double), (.data, .data), (_, .mixed): true
    default: false
    }
  }
}

extension DatabaseSchema.Table {
  /// Whether a CHECK lets a column have one value only, as tables of a single row have it:
  /// `CHECK (lock = 'X')`.
  fileprivate func isPinned(_ column: String) -> Bool {
    let tokens = SQLToken.tokens(of: sql)
    return tokens.indices.contains { place in
      guard tokens[place].isWord("check"), place + 5 < tokens.count,
        tokens[place + 1].isSymbol("("), tokens[place + 5].isSymbol(")"),
        tokens[place + 3].isSymbol("=") || tokens[place + 3].isSymbol("==")
      else { return false }
      return tokens[place + 2].name?.isSameName(as: column) ?? false
    }
  }
}

extension SchemaMapping {
  /// The value of a column's default, as rows get it; `nil`: none, or another one each time.
  static func defaultValue(
    of column: DatabaseSchema.Column, in connection: SQLiteConnection
  ) -> Value? {
    guard let expression = column.defaultValue, isConstant(expression) else { return nil }
    let type = column.declaredType.isEmpty ? "BLOB" : column.declaredType
    // A column of a table has the affinity that a cast would not have: text stays text.
    let affinity = ColumnAffinity(declaredType: type)
    guard let value = try? connection.rows("SELECT \(expression)").first?.first, !value.isNull
    else { return nil }
    return Value(value).converted(to: affinity)
  }

  private static func isConstant(_ expression: String) -> Bool {
    SQLToken.tokens(of: expression).allSatisfy { token in
      switch token {
      case .text, .number, .blob, .symbol: true
      case .word(let word): ["true", "false", "null"].contains(word.lowercasedASCII)
      case .quotedName, .parameter, .invalid: false
      }
    }
  }
}
