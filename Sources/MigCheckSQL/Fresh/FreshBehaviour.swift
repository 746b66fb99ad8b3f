import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What the same statement does to an upgraded database and to one that was never upgraded.
///
/// A schema can be the same and behave in another way: a conflict clause, a trigger that another table
/// fires. So rows are inserted into both, with all columns and with those alone that have to be given, and
/// once more when they are there; then it is compared whether they are taken, what their other columns get,
/// and how many rows other tables get or lose.
struct FreshBehaviour {
  static let code = "behavesUnlikeFresh"

  let versions: DatabaseVersions
  let upgraded: DatabaseVersions.Entry
  let fresh: FreshDatabase

  /// - Parameter ignored: tables of which it is known that they differ, in lower case.
  /// - Returns: one fault for each table.
  /// - Complexity: O(*t*²) for *t* tables.
  func faults(
    _ mapping: SchemaMapping, file: String, without ignored: Set<String>
  ) -> [HopFault] {
    let tables = upgraded.database.tables.indices.filter { index in
      let table = upgraded.database.tables[index]
      let name = table.name
      return !upgraded.database.isVirtual(table) && fresh.schema.table(named: name) != nil
        && !ignored.contains(name.lowercasedASCII)
    }
    guard let graph = rows,
      let own = try? upgraded.template.copy(to: ":memory:"),
      let other = try? fresh.template.copy(to: ":memory:")
    else { return [] }
    defer {
      own.close()
      other.close()
    }
    return tables.compactMap { index in
      let table = upgraded.database.tables[index]
      guard graph.tables[index].count > 0 else { return nil }
      let row = graph.values(of: ObjectReference(type: index, index: 0)).map(\.cell)
      guard let text = difference(of: table, row, own, other) else { return nil }
      return HopFault(
        Self.code, type: mapping.typeName(table.name),
        message: "\(text), unlike a database that \(file) makes.")
    }
  }

  /// A row of each table.
  private var rows: ObjectGraph? {
    var graph = ObjectGraph(schema: upgraded.schema)
    for (index, type) in upgraded.schema.types.enumerated() {
      graph.append([Value](repeating: .null, count: type.storedProperties.count), type: index)
    }
    return try? StartRows(versions: versions).filling(upgraded, with: graph, isFilled: true).graph
  }

  // MARK: Statements

  private struct Insertion {
    var columns: [String]
    var text: String
  }

  private func difference(
    of table: DatabaseSchema.Table, _ row: [SQLiteValue], _ own: ScratchDatabase,
    _ other: ScratchDatabase
  ) -> String? {
    guard let twin = fresh.schema.table(named: table.name) else { return nil }
    let columns = table.storedColumns.filter { column in
      twin.column(named: column.name).map { !$0.isGenerated } ?? false
    }
    let needed = columns.filter { column in
      isNeeded(column, of: table) || isNeeded(twin.column(named: column.name) ?? column, of: twin)
    }
    let values = Dictionary(
      zip(table.storedColumns.map(\.name), row), uniquingKeysWith: { first, _ in first })
    let left = columns.map(\.name).filter { name in !needed.contains { $0.name == name } }
    let alias = table.rowIDAlias
    let all = Insertion(columns: columns.map(\.name), text: "An INSERT into \(table.name)")
    let tries = [
      [
        Insertion(
          columns: needed.map(\.name),
          text: left.isEmpty
            ? all.text
            : "An INSERT into \(table.name) that leaves out \(left.joined(separator: ", "))")
      ],
      [
        all,
        Insertion(
          columns: all.columns.filter { $0 != alias },
          text: "A second INSERT of the same values into \(table.name)"),
      ],
    ]
    for insertions in tries {
      let mine = outcomes(of: insertions, table, values, in: own)
      let its = outcomes(of: insertions, table, values, in: other)
      for (place, insertion) in insertions.enumerated() {
        guard mine.indices.contains(place), its.indices.contains(place) else { break }
        if let text = mine[place].difference(from: its[place]) {
          return "\(insertion.text) \(text)"
        }
      }
    }
    return nil
  }

  private func isNeeded(
    _ column: DatabaseSchema.Column, of table: DatabaseSchema.Table
  ) -> Bool {
    let isKey = table.primaryKey.contains { $0.isSameName(as: column.name) }
    return column.defaultValue == nil && (column.isRequired || isKey)
      && table.rowIDAlias.map { !$0.isSameName(as: column.name) } ?? true
  }

  // MARK: Outcomes

  private struct Outcome {
    /// SQLite's words; `nil`: the row was taken.
    var refusal: String?
    /// The row as it is then, by the names of its columns, as literals; empty: it is not there.
    var row: [String: String] = [:]
    /// How many rows tables got, by their lower-case names.
    var growth: [String: Int64] = [:]

    func difference(from other: Outcome) -> String? {
      switch (refusal, other.refusal) {
      case (let refusal?, nil): return "is refused after the upgrade (\(refusal))"
      case (nil, let refusal?): return "is taken after the upgrade, and not refused (\(refusal))"
      case (.some, .some): return nil
      case (nil, nil): break
      }
      for column in row.keys.sorted() {
        guard let value = other.row[column], let own = row[column], value != own else { continue }
        return "makes \(column) \(own) after the upgrade, and not \(value)"
      }
      for (table, count) in growth.sorted(by: { $0.key < $1.key }) {
        guard let known = other.growth[table], known != count else { continue }
        return "gives \(table) \(count) rows after the upgrade, and not \(known)"
      }
      return nil
    }
  }

  /// What becomes of rows that are inserted one after the other; nothing of them stays.
  private func outcomes(
    of insertions: [Insertion], _ table: DatabaseSchema.Table, _ values: [String: SQLiteValue],
    in database: ScratchDatabase
  ) -> [Outcome] {
    let connection = database.connection
    guard (try? connection.execute("PRAGMA foreign_keys = OFF; BEGIN")) != nil else { return [] }
    defer { connection.rollback() }
    // Rows that a new install begins with would be in the way.
    try? connection.execute("DELETE FROM main.\(table.name.quotedName)")
    return insertions.map { insertion in
      database.seed(1)
      let before = counts(in: connection)
      let names = insertion.columns.map(\.quotedName).joined(separator: ", ")
      let marks = insertion.columns.map { _ in "?" }.joined(separator: ", ")
      let goal = "main.\(table.name.quotedName)"
      do {
        let statement = try connection.prepare(
          insertion.columns.isEmpty
            ? "INSERT INTO \(goal) DEFAULT VALUES"
            : "INSERT INTO \(goal) (\(names)) VALUES (\(marks))"
        )
        for (place, column) in insertion.columns.enumerated() {
          try statement.bind(values[column] ?? .null, at: place + 1)
        }
        try statement.run()
      } catch let error as SQLiteError {
        return Outcome(refusal: error.message)
      } catch {
        return Outcome(refusal: "\(error)")
      }
      let after = counts(in: connection)
      return Outcome(
        row: row(of: table, in: connection),
        growth: after.reduce(into: [:]) { growth, own in
          if let known = before[own.key] { growth[own.key] = own.value - known }
        })
    }
  }

  private func counts(in connection: SQLiteConnection) -> [String: Int64] {
    let tables = upgraded.database.tables.filter { fresh.schema.table(named: $0.name) != nil }
    return tables.reduce(into: [:]) { counts, table in
      let rows = try? connection.rows("SELECT count(*) FROM main.\(table.name.quotedName)")
      counts[table.name.lowercasedASCII] = rows?.first?.first?.plainInteger
    }
  }

  /// The row that was inserted last, without the number that SQLite gave it.
  private func row(
    of table: DatabaseSchema.Table, in connection: SQLiteConnection
  ) -> [String: String] {
    guard let id = table.rowIDName else { return [:] }
    let names = table.columns.map(\.name).filter { name in
      table.rowIDAlias.map { !$0.isSameName(as: name) } ?? true
    }
    guard !names.isEmpty else { return [:] }
    let terms = names.map { "quote(\($0.quotedName))" }.joined(separator: ", ")
    let rows = try? connection.rows(
      "SELECT \(terms) FROM main.\(table.name.quotedName) WHERE \(id) = last_insert_rowid()")
    guard let row = rows?.first else { return [:] }
    return Dictionary(
      zip(names, row.map(\.plainText)), uniquingKeysWith: { first, _ in first })
  }
}
