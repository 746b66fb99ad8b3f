import MigCheckSQLite
import MigCheckText

/// Values that a script copies, as they are, from a column of a table from before it into one that has a
/// foreign key.
struct CopiedReference: Sendable, Equatable {
  /// A column of a table, as it is called when it is copied.
  struct Place: Sendable, Equatable {
    var table: String
    var column: String
  }

  let source: Place
  /// Where the foreign key leads.
  let target: Place
  /// What has the foreign key, under all names that it has from then on; in lower case.
  private(set) var declared: [Place]

  /// What a statement copies, asked just before it runs.
  static func all(
    in statement: SQLStatement, in connection: SQLiteConnection
  ) -> [CopiedReference] {
    guard case .insert(let insertion) = StatementShape(statement), let query = insertion.query,
      let keys = try? connection.rows(
        """
        SELECT "from", "table", "to" FROM pragma_foreign_key_list(\(insertion.table.quotedText))
          GROUP BY id HAVING count(*) = 1
        """), !keys.isEmpty,
      let origins = connection.columnOrigins(of: query)
    else { return [] }
    let columns = insertion.columns ?? Self.columns(of: insertion.table, in: connection)
    return zip(columns, origins).flatMap { column, origin -> [CopiedReference] in
      guard let origin else { return [] }
      return keys.filter { $0[0].plainText.isSameName(as: column) }.compactMap { key in
        guard
          let goal = key[2].isNull
            ? self.key(of: key[1].plainText, in: connection) : key[2].plainText
        else { return nil }
        return CopiedReference(
          source: Place(table: origin.table, column: origin.column),
          target: Place(table: key[1].plainText, column: goal),
          declared: [
            Place(table: insertion.table.lowercasedASCII, column: column.lowercasedASCII)
          ])
      }
    }
  }

  private static func columns(of table: String, in connection: SQLiteConnection) -> [String] {
    let rows = try? connection.rows(
      "SELECT name FROM pragma_table_xinfo(\(table.quotedText)) WHERE hidden = 0")
    return (rows ?? []).map { $0[0].plainText }
  }

  /// The only column of a table's key.
  private static func key(of table: String, in connection: SQLiteConnection) -> String? {
    let rows = try? connection.rows(
      "SELECT name FROM pragma_table_info(\(table.quotedText)) WHERE pk > 0")
    return rows?.count == 1 ? rows?[0][0].plainText : nil
  }

  /// Takes note of another name of what has the foreign key.
  mutating func note(_ shape: StatementShape) {
    for place in declared {
      var next = place
      switch shape {
      case .renameTable(let from, let to) where from.isSameName(as: place.table):
        next.table = to.lowercasedASCII
      case .renameColumn(let table, let from, let to)
      where table.isSameName(as: place.table) && from.isSameName(as: place.column):
        next.column = to.lowercasedASCII
      default: continue
      }
      if !declared.contains(next) { declared.append(next) }
    }
  }
}
