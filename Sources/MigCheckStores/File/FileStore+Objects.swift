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

  package func create(
    in table: Int, values: [(property: Name, value: Value)]
  ) throws -> Int64 {
    try translatingErrors {
      try makePhysical(table)
      let layout = self.table(table).layout
      let key = self.table(table).nextKey
      try noteNewLinks(of: values, table: table, key: key)
      let statement = try insertStatement(for: table)
      try statement.bind(key, at: 1)
      var parameter = 1
      for (index, property) in layout.properties.enumerated() {
        var value: Value?
        if index < values.count, values[index].property == property.name {
          value = values[index].value
        } else {
          value = values.first { $0.property == property.name }?.value
        }
        if property.collection == nil {
          parameter += 1
          let stored = try value.map { try self.stored($0, at: index, of: table, key: key) }
          try statement.bind(
            try encode(stored ?? property.zeroValue, as: property, of: layout), at: parameter)
        } else if let value {
          try insertElements(of: value, property: index, table: table, owner: key)
        }
      }
      try statement.run()
      update(table) { table in
        table.nextKey += 1
        table.count += 1
      }
      return key
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
