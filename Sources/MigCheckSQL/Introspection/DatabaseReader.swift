import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Reads all rows of a database as a graph.
struct DatabaseReader {
  let connection: SQLiteConnection
  /// Parallel to the types of the schema.
  let tables: [DatabaseSchema.Table]
  /// References that are not told of.
  var unchecked = UncheckedReferences()

  /// - Throws: `SQLiteError`.
  /// - Complexity: O(*n*) in the number of cells.
  func snapshot(version: UInt64, schema: Schema) throws -> Snapshot {
    var graph = ObjectGraph(schema: schema)
    var keys = [[Int64]]()
    var rowIDs = [[Int64]]()
    for (index, table) in tables.enumerated() {
      let rows = try rows(of: table)
      for row in rows { graph.append(row.values, type: index) }
      rowIDs.append(rows.map(\.id))
      keys.append(self.keys(of: rows, table: table))
    }
    return Snapshot(
      version: version, graph: graph, keys: keys, danglingLinks: try dangling(graph, rowIDs))
  }

  /// What the rows of a table are known by: their primary key, or their row id.
  ///
  /// - Parameter condition: what is to hold of them; `nil`: all rows are named.
  /// - Throws: `SQLiteError`.
  func names(
    of table: DatabaseSchema.Table, where condition: String? = nil
  ) throws -> [Value] {
    let rows = try rows(of: table, where: condition)
    let key = table.primaryKey.first.flatMap { key in
      table.storedColumns.firstIndex { $0.name.isSameName(as: key) }
    }
    guard table.primaryKey.count == 1, let key else {
      return keys(of: rows, table: table).map(Value.int)
    }
    return rows.map { $0.values[key] }
  }

  private struct Row {
    var id: Int64
    var values: [Value]
  }

  private func rows(
    of table: DatabaseSchema.Table, where condition: String? = nil
  ) throws -> [Row] {
    let names = table.storedColumns.map(\.name.quotedName)
    let id = table.rowIDName ?? "0"
    let suffix =
      (condition.map { " WHERE \($0)" } ?? "") + (table.rowIDName.map { " ORDER BY \($0)" } ?? "")
    let statement = try connection.prepare(
      "SELECT \(([id] + names).joined(separator: ", ")) FROM main.\(table.name.quotedName)\(suffix)"
    )
    var rows = [Row]()
    while try statement.step() {
      rows.append(
        Row(
          id: statement.integer(0), values: (0..<names.count).map { Value(statement.value($0 + 1)) }
        )
      )
    }
    return rows
  }

  /// What rows without a key of one column are known by: their key of several columns, or their
  /// row ids.
  private func keys(of rows: [Row], table: DatabaseSchema.Table) -> [Int64] {
    guard table.primaryKey.count > 1 else {
      return table.hasRowID ? rows.map(\.id) : rows.indices.map(Int64.init)
    }
    let columns = table.storedColumns
    let places = table.primaryKey.compactMap { key in
      columns.firstIndex { $0.name.isSameName(as: key) }
    }
    return rows.map { row in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for place in places {
        for byte in row.values[place].known(in: columns[place]) + [0xFF] {
          hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
      }
      return Int64(hash >> 2)
    }
  }

  /// References that lead nowhere, as SQLite itself finds them.
  private func dangling(
    _ graph: ObjectGraph, _ rowIDs: [[Int64]]
  ) throws -> [Snapshot.DanglingLink] {
    try violations().compactMap { violation in
      let (index, place) = (violation.table, violation.column)
      let position = violation.rowID.map { rowIDs[index].firstIndex(of: $0) ?? 0 } ?? 0
      let column = graph.tables[index].columns[place]
      if violation.rowID != nil, column.indices.contains(position),
        unchecked.holds(
          column[position], of: tables[index].storedColumns[place].name, in: tables[index].name)
      {
        return nil
      }
      return Snapshot.DanglingLink(
        type: graph.schema.types[index].name, key: Int64(position),
        property: graph.schema.types[index].storedProperties[place].name)
    }
  }

  /// A reference that leads nowhere, by the positions of its table and its column.
  private struct Violation {
    var table: Int
    var column: Int
    /// `nil`: the table has none.
    var rowID: Int64?
  }

  private func violations() throws -> [Violation] {
    guard tables.contains(where: { !$0.foreignKeys.isEmpty }) else { return [] }
    return try connection.foreignKeyViolations().compactMap { row in
      // A table that is not there is a fault of the schema, and told as such.
      let target = row[2].plainText
      guard tables.contains(where: { $0.name.isSameName(as: target) }),
        let index = tables.firstIndex(where: { $0.name.isSameName(as: row[0].plainText) })
      else { return nil }
      let keyNumber = Int(row[3].plainInteger)
      let table = tables[index]
      // SQLite counts keys in the order in which it lists them.
      let name =
        table.foreignKeys.indices.contains(keyNumber)
        ? table.foreignKeys[keyNumber].columns[0] : ""
      return table.storedColumns.firstIndex { $0.name.isSameName(as: name) }.map { place in
        Violation(table: index, column: place, rowID: row[1].isNull ? nil : row[1].plainInteger)
      }
    }
  }
}

extension Value {
  /// What a row is known by: a number and the text of it are the same, since one becomes the other as
  /// its column gets another type.
  fileprivate func known(in column: DatabaseSchema.Column) -> [UInt8] {
    switch (self, ColumnAffinity(declaredType: column.declaredType)) {
    case (.int, .integer), (.int, .text), (.int, .real), (.int, .numeric),
      (.double, .integer), (.double, .text), (.double, .real), (.double, .numeric):
      Value.string(comparableText).keyBytes
    default: keyBytes
    }
  }
}
