import MigCheckModel
import MigCheckSQLite
import MigCheckText

extension FileStore {
  // MARK: Keys

  package func keys(of table: Int) throws -> [Int64] {
    let present = self.table(table)
    return try translatingErrors {
      try keys(of: present, below: present.nextKey, in: connection)
    }
  }

  package func oldKeys(of table: Int) throws -> [Int64] {
    guard let old, old.tables.indices.contains(table), let present = old.tables[table] else {
      return []
    }
    return try translatingErrors {
      let isComplete = !changes.deletedFrom.contains(table)
      return try keys(
        of: present, below: present.nextKey, in: isComplete ? connection : oldConnection())
    }
  }

  /// The keys that lie below a bound; increasing.
  func keys(
    of table: FileTable, below bound: Int64,
    in connection: @autoclosure () throws -> SQLiteConnection
  ) throws -> [Int64] {
    if table.isDense { return Array(0..<min(bound, table.nextKey)) }
    guard table.count > 0 else { return [] }
    let statement = try connection().cached(
      "SELECT k FROM \(table.name) WHERE k < ?1 ORDER BY k")
    defer { statement.reset() }
    try statement.bind(bound, at: 1)
    var keys = [Int64]()
    keys.reserveCapacity(Int(table.count))
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }

  package func contains(_ object: ObjectReference) throws -> Bool {
    guard catalogue.tables.indices.contains(object.type),
      let table = catalogue.tables[object.type]
    else { return false }
    return try translatingErrors { try contains(Int64(object.index), in: table) }
  }

  func contains(_ key: Int64, in table: FileTable) throws -> Bool {
    guard key >= 0, key < table.nextKey else { return false }
    if table.isDense { return true }
    guard table.count > 0 else { return false }
    let statement = try connection.cached("SELECT 1 FROM \(table.name) WHERE k = ?1")
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step()
  }

  // MARK: Creating

  package func create(_ count: Int, in table: Int, columns: [NewColumn]) throws -> Int64 {
    try translatingErrors {
      let first = self.table(table).nextKey
      guard count > 0 else { return first }
      try makePhysical(table)
      let layout = self.table(table).layout
      let given = columns.values(by: layout.properties)
      try noteNewLinks(
        of: given, in: layout.properties, count: count, table: table, first: first)
      try insert(given, count: count, into: table, layout: layout, first: first)
      for (index, property) in layout.properties.enumerated() where property.collection != nil {
        for (key, value) in zip(first..., given[index] ?? []) {
          try insertElements(of: value, property: index, table: table, owner: key)
        }
      }
      update(table) { table in
        table.nextKey += Int64(count)
        table.count += Int64(count)
      }
      return first
    }
  }

  /// Adds the rows of objects, without the elements of their collections.
  private func insert(
    _ columns: [[Value]?], count: Int, into table: Int, layout: StoreTable, first: Int64
  ) throws {
    let statement = try insertStatement(for: table)
    let single = layout.properties.indices.filter { layout.properties[$0].collection == nil }
    for row in 0..<count {
      let key = first + Int64(row)
      try statement.bind(key, at: 1)
      for (place, index) in single.enumerated() {
        let property = layout.properties[index]
        var value = columns[index]?[row] ?? property.zeroValue
        if rules.mayLoseSign(value, of: property) {
          value = try stored(value, at: index, of: table, key: key)
        }
        try statement.bind(try encode(value, as: property, of: layout), at: place + 2)
      }
      try statement.run()
    }
  }

  private func insertStatement(for table: Int) throws -> SQLiteStatement {
    if let statement = inserts[table] { return statement }
    let present = self.table(table)
    var (columns, parameters) = ("k", "?1")
    var parameter = 1
    for case .column(let column, _) in present.slots {
      parameter += 1
      columns += ",c\(column)"
      parameters += ",?\(parameter)"
    }
    let statement = try connection.prepare(
      "INSERT INTO \(present.name)(\(columns)) VALUES (\(parameters))")
    inserts[table] = statement
    return statement
  }

  func encode(
    _ value: Value, as property: Property, of table: StoreTable
  ) throws -> SQLiteValue {
    do {
      return try FileEncoding.encode(value, as: property.type)
    } catch is FileEncoding.Unsuitable {
      throw StoreError(
        "The value \(value) cannot be stored in '\(table.name).\(property.name)', which is of "
          + "type '\(property.notation)'. Use a value of that type.")
    }
  }
}
