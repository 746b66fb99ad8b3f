import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Rows that scripts have put into a table, which give way to rows of a start graph with the same
/// key, or the same value of a unique index: a graph that was read from a store holds them already.
struct ReplaceableRows {
  private let table: String
  private var keys: [Key] = []

  private struct Key {
    /// The positions of its columns.
    var places: [Int]
    var condition: String
    /// Those of the rows that are left.
    var values: Set<[[UInt8]]>
    /// Whether rows may have the same one if it holds a NULL.
    var toleratesNull: Bool
  }

  init(_ plan: TablePlan, in connection: SQLiteConnection) throws {
    table = plan.table.name
    let unique = plan.table.indexes.filter {
      $0.isUnique && !$0.isPartial && $0.origin != .primaryKey
    }
    let columns =
      [(plan.table.primaryKey, false)] + unique.map { ($0.columns.compactMap(\.self), true) }
    for ((names, toleratesNull), count) in zip(
      columns, [plan.table.primaryKey.count] + unique.map(\.columns.count))
    {
      let places = names.compactMap { name in
        plan.columns.firstIndex { $0.name.isSameName(as: name) }
      }
      guard !places.isEmpty, places.count == count else { continue }
      let list = names.map(\.quotedName).joined(separator: ", ")
      let rows = try connection.rows("SELECT \(list) FROM \(table.quotedName)")
      guard !rows.isEmpty else { return }
      keys.append(
        Key(
          places: places,
          condition: names.map { "\($0.quotedName) IS ?" }.joined(separator: " AND "),
          values: Set(rows.map { $0.map { Value($0).keyBytes } }), toleratesNull: toleratesNull))
    }
  }

  /// Removes the rows with a key of another one, if there are such.
  ///
  /// - Throws: `SQLiteError`.
  mutating func makeRoom(for row: [Value], in connection: SQLiteConnection) throws {
    for place in keys.indices {
      let key = keys[place].places.map { row[$0] }
      if keys[place].toleratesNull, key.contains(where: \.isNull) { continue }
      guard keys[place].values.remove(key.map(\.keyBytes)) != nil else { continue }
      let statement = try connection.cached(
        "DELETE FROM \(table.quotedName) WHERE \(keys[place].condition)")
      for (place, value) in key.enumerated() { try statement.bind(value.cell, at: place + 1) }
      try statement.run()
    }
  }
}
