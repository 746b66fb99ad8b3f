import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// The rows of a table at one moment, to be told from those that are there later: what a statement does to
/// rows that it does not go through itself, such as those of another table, is seen only this way.
struct ObservedTable {
  /// What may have become of a row.
  enum Change {
    /// It has another value in a column, if one is given, or else in any.
    case changed(String?)
    /// It has another value in any column but one.
    case changedBeside(String)
    case gone
  }

  private let table: ShownTable
  private let isKeyed: Bool
  /// In the order of the table, each with what tells it apart.
  private let rows: [(key: [[UInt8]], cells: [SQLiteValue])]

  /// - Returns: `nil`: there is no such table.
  init?(_ name: String, in connection: SQLiteConnection) {
    table = ShownTable(name, in: connection)
    guard !table.columns.isEmpty else { return nil }
    isKeyed = table.columns.contains(where: \.isKey)
    rows = Self.rows(of: table, isKeyed: isKeyed, in: connection)
  }

  /// Whether a column is of what tells rows apart.
  func isKey(_ column: String?) -> Bool {
    table.columns.contains { $0.isKey && column?.isSameName(as: $0.name) ?? false }
  }

  private static func rows(
    of table: ShownTable, isKeyed: Bool, in connection: SQLiteConnection
  ) -> [(key: [[UInt8]], cells: [SQLiteValue])] {
    let names = table.columns.map(\.name.quotedName)
    // What has no key has a number that SQLite gives it.
    let list = (isKeyed ? [] : ["rowid"]) + names
    let found = try? connection.rows(
      "SELECT \(list.joined(separator: ", ")) FROM \(table.name.quotedName)")
    return (found ?? []).map { row in
      let cells = isKeyed ? row : Array(row.dropFirst())
      let key =
        isKeyed
        ? zip(table.columns, row).filter(\.0.isKey).map(\.1) : [row[0]]
      return (key.map { Value($0).keyBytes }, cells)
    }
  }

  /// A row of which one of the changes is seen now, and what is left of it; none: there is no such row.
  ///
  /// - Parameters:
  ///   - wanted: the first that is seen is shown.
  ///   - mentioned: columns that are shown beside those that have changed, in lower case.
  func example(
    of wanted: [Change], mentioned: Set<String> = [], in connection: SQLiteConnection
  ) -> [HopFault.Row] {
    let now = ShownTable(table.name, in: connection)
    // A column that comes or goes is another matter.
    guard now.columns.map(\.name) == table.columns.map(\.name) else { return [] }
    let later = Dictionary(
      Self.rows(of: now, isKeyed: isKeyed, in: connection).map { ($0.key, $0.cells) }
    ) { first, _ in first }
    for change in wanted {
      for row in rows {
        let left = later[row.key]
        let changed = left.map { changedColumns(row.cells, $0) } ?? []
        guard isSeen(change, left: left, changed) else { continue }
        return shown(row.cells, left, mentioned.union(changed))
      }
    }
    return []
  }

  /// In lower case.
  private func changedColumns(_ old: [SQLiteValue], _ new: [SQLiteValue]) -> [String] {
    table.columns.indices.filter { Value(old[$0]).keyBytes != Value(new[$0]).keyBytes }
      .map { table.columns[$0].name.lowercasedASCII }
  }

  private func isSeen(_ change: Change, left: [SQLiteValue]?, _ changed: [String]) -> Bool {
    switch change {
    case .changed(let column): changed.contains { column?.isSameName(as: $0) ?? true }
    case .changedBeside(let column): changed.contains { !column.isSameName(as: $0) }
    case .gone: left == nil
    }
  }

  private func shown(
    _ old: [SQLiteValue], _ new: [SQLiteValue]?, _ mentioned: Set<String>
  ) -> [HopFault.Row] {
    let columns = ShownTable.shown(table.columns, mentioned)
    func cells(_ row: [SQLiteValue]) -> [HopFault.Cell] {
      columns.compactMap { column in
        table.columns.firstIndex { $0.name == column.name }.map {
          HopFault.Cell(column: Name(column.name), value: Value(row[$0]))
        }
      }
    }
    return [
      HopFault.Row(isAfter: false, table: Name(table.name), cells: cells(old)),
      HopFault.Row(isAfter: true, table: Name(table.name), cells: new.map(cells)),
    ]
  }
}
