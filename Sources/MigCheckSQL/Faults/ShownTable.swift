import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A table as it is at one moment, of which a report shows some columns of a row.
struct ShownTable {
  typealias Column = (name: String, isKey: Bool, affinity: ColumnAffinity)

  /// So many columns of a row are shown, those of the key first.
  static let most = 5

  let name: String
  /// Those that hold values; none: there is no such table.
  let columns: [Column]

  init(_ name: String, in connection: SQLiteConnection) {
    self.name = name
    let rows = try? connection.rows(
      "SELECT name, pk > 0, type FROM pragma_table_xinfo(\(name.quotedText)) WHERE hidden = 0")
    columns = (rows ?? []).map {
      (
        $0[0].plainText, $0[1].plainInteger != 0,
        ColumnAffinity(declaredType: $0[2].plainText)
      )
    }
  }

  /// The key and what is mentioned; of a row of which nothing is, its first columns.
  ///
  /// - Parameter mentioned: in lower case.
  static func shown(_ columns: [Column], _ mentioned: Set<String>) -> [Column] {
    let keys = columns.filter(\.isKey)
    var others = columns.filter { !$0.isKey && mentioned.contains($0.name.lowercasedASCII) }
    if others.isEmpty { others = columns.filter { !$0.isKey } }
    return Array((keys + others).prefix(most))
  }

  /// The first row that meets a condition; `nil`: there is none, or no such table.
  static func row(
    of table: String, where condition: String, mentioned: Set<String> = [],
    in connection: SQLiteConnection
  ) -> HopFault.Row? {
    let shown = shown(ShownTable(table, in: connection).columns, mentioned)
    guard !shown.isEmpty else { return nil }
    let list = shown.map(\.name.quotedName).joined(separator: ", ")
    let rows = try? connection.rows(
      "SELECT \(list) FROM \(table.quotedName) WHERE \(condition) LIMIT 1")
    guard let row = rows?.first else { return nil }
    let cells = zip(shown, row).map { HopFault.Cell(column: Name($0.name), value: Value($1)) }
    return HopFault.Row(isAfter: false, table: Name(table), cells: cells)
  }
}
