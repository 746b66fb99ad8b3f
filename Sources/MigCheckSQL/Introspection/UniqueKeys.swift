import MigCheckText

/// The columns that any version wants to be unique together, by tables.
///
/// Rows of versions before it may well have the same values there.
struct UniqueKeys {
  /// By the lower-case name of a table; each key once, with the columns that its condition names.
  private var keys: [String: [Key]] = [:]

  /// Names are in lower case.
  struct Key: Equatable {
    var columns: [String]
    /// The columns that the condition of a partial index names.
    var condition: [String]
    /// Whether values are compared as they are: neither an expression of them, nor without regard to case.
    var isExact = true
  }

  init(_ schemas: [DatabaseSchema]) {
    for table in schemas.flatMap(\.tables) {
      let name = table.name.lowercasedASCII
      for key in Self.keys(of: table) where !(keys[name]?.contains(key) ?? false) {
        keys[name, default: []].append(key)
      }
    }
  }

  static func keys(of table: DatabaseSchema.Table) -> [Key] {
    let indexes = table.indexes.filter(\.isUnique).map { index in
      let condition = SQLToken.tokens(of: index.sql ?? "").drop { !$0.isWord("where") }
      // The columns of an expression are no less part of the key.
      let terms =
        index.columns.contains(nil)
        ? SQLToken.tokens(of: index.sql ?? "").drop { !$0.isSymbol("(") }
          .prefix { !$0.isWord("where") }.compactMap { $0.name?.lowercasedASCII }
          .filter { table.column(named: $0) != nil } : []
      return Key(
        columns: index.columns.compactMap { $0?.lowercasedASCII } + terms,
        condition: condition.compactMap { $0.name?.lowercasedASCII }.filter {
          table.column(named: $0) != nil
        },
        isExact: !index.columns.contains(nil)
          && index.collations.allSatisfy { $0.isSameName(as: "binary") })
    }
    let primary = Key(columns: table.primaryKey.map(\.lowercasedASCII), condition: [])
    return (indexes + [primary]).filter { !$0.columns.isEmpty }
  }

  /// Columns of a table that other versions want to be unique, as this one does not.
  func others(than table: DatabaseSchema.Table) -> [[String]] {
    let own = Self.keys(of: table)
    return (keys[table.name.lowercasedASCII] ?? []).filter { key in
      !own.contains { Set($0.columns).isSubset(of: Set(key.columns)) && $0.condition.isEmpty }
        && !own.contains(key)
        && key.columns.allSatisfy { column in
          table.storedColumns.contains { $0.name.isSameName(as: column) }
        }
    }.map { $0.columns + $0.condition }
  }
}
