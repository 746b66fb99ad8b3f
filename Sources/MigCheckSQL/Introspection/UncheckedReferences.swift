import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// References that led nowhere when a store was made, in columns that only a later version declares
/// to be foreign keys: where nobody enforces them, an upgrade breaks nothing that held before.
struct UncheckedReferences: Sendable {
  /// By the lower-case names of table and column: the values that lead nowhere.
  private var values: [[String]: Set<[UInt8]>] = [:]

  init() {}

  /// - Parameter columns: of the version that the store is at.
  /// - Throws: `SQLiteError`.
  init(_ columns: [Column], in connection: SQLiteConnection) throws {
    for column in columns {
      let name = column.name.quotedName
      var query = "SELECT DISTINCT \(name) FROM \(column.table.quotedName) WHERE \(name) NOTNULL"
      if let (table, key) = column.target {
        query += " AND \(name) NOT IN (SELECT \(key.quotedName) FROM \(table.quotedName) "
        query += "WHERE \(key.quotedName) NOTNULL)"
      }
      let found = Set(try connection.rows(query).map { Value($0[0]).keyBytes })
      if !found.isEmpty { values[column.key, default: []].formUnion(found) }
    }
  }

  /// Whether a value led nowhere from the beginning.
  func holds(_ value: Value, of column: String, in table: String) -> Bool {
    values[[table.lowercasedASCII, column.lowercasedASCII]]?.contains(value.keyBytes) ?? false
  }

  /// A column that a later version declares to be a foreign key.
  struct Column: Sendable {
    var table: String
    var name: String
    /// Where it leads; `nil`: there is no such table yet.
    var target: (table: String, key: String)?

    fileprivate var key: [String] { [table.lowercasedASCII, name.lowercasedASCII] }
  }

  /// The columns of each version, in the order of the versions.
  ///
  /// - Complexity: O(*n*²) in the number of versions, of which only those count that change foreign
  ///   keys.
  static func columns(_ versions: [DatabaseSchema]) -> [[Column]] {
    // Tables with other foreign keys than in the version before.
    let changed = versions.enumerated().map { place, version in
      version.tables.filter { table in
        !table.foreignKeys.isEmpty
          && (place == 0
            || versions[place - 1].table(named: table.name)?.foreignKeys != table.foreignKeys)
      }
    }
    return versions.enumerated().map { place, start in
      var found = [Column]()
      for later in changed[(place + 1)...] {
        for table in later {
          guard let own = start.table(named: table.name) else { continue }
          for key in table.foreignKeys where key.columns.count == 1 {
            guard let column = own.column(named: key.columns[0]),
              !own.foreignKeys.contains(where: { declared in
                declared.columns.contains { $0.isSameName(as: column.name) }
                  && declared.target.isSameName(as: key.target)
              })
            else { continue }
            let target = start.table(named: key.target).flatMap { other in
              key.targetColumns.first.flatMap { other.column(named: $0) }.map {
                (table: other.name, key: $0.name)
              }
            }
            let next = Column(table: own.name, name: column.name, target: target)
            if !found.contains(where: { $0.key == next.key && $0.isAlike(next) }) {
              found.append(next)
            }
          }
        }
      }
      return found
    }
  }
}

extension UncheckedReferences.Column {
  fileprivate func isAlike(_ other: Self) -> Bool {
    target?.table == other.target?.table && target?.key == other.target?.key
  }
}
