import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Rows that scripts have put into a table, which give way to rows of a start graph with the same
/// key: a graph that was read from a store holds them already.
struct ReplaceableRows {
  private let table: String
  /// The positions of the key's columns.
  private let places: [Int]
  private let condition: String
  /// The keys of those that are left.
  private var keys = Set<[[UInt8]]>()

  init(_ plan: TablePlan, in connection: SQLiteConnection) throws {
    table = plan.table.name
    let key = plan.table.primaryKey
    let places = key.compactMap { name in
      plan.columns.firstIndex { $0.name.isSameName(as: name) }
    }
    self.places = places.count == key.count ? places : []
    condition = key.map { "\($0.quotedName) IS ?" }.joined(separator: " AND ")
    guard !self.places.isEmpty else { return }
    let names = key.map(\.quotedName).joined(separator: ", ")
    for row in try connection.rows("SELECT \(names) FROM \(table.quotedName)") {
      keys.insert(row.map { Value($0).keyBytes })
    }
  }

  /// Removes the row with the key of another one, if there is such.
  ///
  /// - Throws: `SQLiteError`.
  mutating func makeRoom(for row: [Value], in connection: SQLiteConnection) throws {
    guard !keys.isEmpty else { return }
    let key = places.map { row[$0] }
    guard keys.remove(key.map(\.keyBytes)) != nil else { return }
    let statement = try connection.cached("DELETE FROM \(table.quotedName) WHERE \(condition)")
    for (place, value) in key.enumerated() { try statement.bind(value.cell, at: place + 1) }
    try statement.run()
  }
}
