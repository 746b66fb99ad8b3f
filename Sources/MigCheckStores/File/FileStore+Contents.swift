import MigCheckModel
import MigCheckSQLite

extension FileStore {
  package func contents(of table: Int) throws -> TableContents {
    let present = self.table(table)
    var contents = TableContents(columns: Array(repeating: [], count: present.slots.count))
    guard present.count > 0 else { return contents }
    return try translatingErrors {
      contents.keys.reserveCapacity(Int(present.count))
      for index in present.slots.indices {
        contents.columns[index].reserveCapacity(Int(present.count))
      }
      let (statement, columns) = try reading(present)
      defer { statement.reset() }
      while try statement.step() {
        contents.keys.append(statement.integer(0))
        for place in columns.indices {
          let index = columns[place].index
          guard let value = columns[place].value(of: statement.value(place + 1)) else {
            throw damagedValue(of: present.layout.properties[index], in: present)
          }
          contents.columns[index].append(value)
        }
      }
      if let first = contents.keys.first, first < 0 {
        throw damaged("\(present.name) has an object with the key \(first)")
      }
      guard contents.keys.count == Int(present.count) else {
        throw damaged("\(present.name) has \(contents.keys.count) rows, not \(present.count)")
      }
      for index in present.slots.indices {
        if let column = try collections(of: index, in: present, keys: contents.keys) {
          contents.columns[index] = column
        }
      }
      return contents
    }
  }

  /// Compares row by row, without a copy of what the file holds.
  package func holds(_ contents: TableContents, in table: Int) throws -> Bool {
    if try isRead(contents, from: self.table(table)) { return true }
    // Says also what is damaged.
    return try self.contents(of: table).isEqual(to: contents)
  }

  private func isRead(_ contents: TableContents, from table: FileTable) throws -> Bool {
    guard table.slots.count == contents.columns.count, Int(table.count) == contents.keys.count
    else { return false }
    if contents.keys.isEmpty { return contents.columns.allSatisfy(\.isEmpty) }
    return try translatingErrors {
      let (statement, columns) = try reading(table)
      defer { statement.reset() }
      var row = 0
      while try statement.step() {
        guard row < contents.keys.count, statement.integer(0) == contents.keys[row] else {
          return false
        }
        for place in columns.indices {
          let isSame = columns[place].isValue(
            contents.columns[columns[place].index][row], of: statement, at: place + 1)
          guard isSame else { return false }
        }
        row += 1
      }
      guard row == contents.keys.count, contents.keys[0] >= 0 else { return false }
      return try table.slots.indices.allSatisfy { index in
        try collections(of: index, in: table, keys: contents.keys)?
          .isEqual(to: contents.columns[index]) ?? true
      }
    }
  }

  /// A statement that gives the rows of a table in the order of their keys, with the readers of the columns
  /// after the key.
  private func reading(
    _ table: FileTable
  ) throws -> (statement: SQLiteStatement, columns: [ColumnReader]) {
    var columns = [ColumnReader]()
    var sql = "SELECT k"
    for (index, slot) in table.slots.enumerated() {
      guard case .column(let column, let nullIsZero) = slot else { continue }
      let property = table.layout.properties[index]
      columns.append(
        ColumnReader(
          index: index, type: property.type, target: catalogue.target(of: property) ?? -1,
          null: nullIsZero ? property.zeroValue : .null))
      sql += ", c"
      sql += String(column)
    }
    return (try connection.cached(sql + " FROM \(table.name) ORDER BY k"), columns)
  }

  /// - Returns: `nil` for a property that holds one value.
  private func collections(
    of index: Int, in table: FileTable, keys: [Int64]
  ) throws -> [Value]? {
    guard case .collection(let number, let isPhysical, _) = table.slots[index] else { return nil }
    return try collections(
      number, isPhysical: isPhysical, of: index, in: table, keys: keys,
      target: catalogue.target(of: table.layout.properties[index]) ?? -1)
  }

  private func collections(
    _ number: Int, isPhysical: Bool, of index: Int, in table: FileTable, keys: [Int64], target: Int
  ) throws -> [Value] {
    let property = table.layout.properties[index]
    var column = Array(repeating: property.zeroValue, count: keys.count)
    guard isPhysical else { return column }
    let statement = try connection.cached("SELECT o, p, v FROM x\(number) ORDER BY o, p")
    defer { statement.reset() }
    var row = 0
    var elements = CollectionBuilder(property: property)
    while try statement.step() {
      let owner = statement.integer(0)
      if row >= keys.count || keys[row] != owner {
        if row < keys.count, !elements.isEmpty { column[row] = elements.value }
        elements = CollectionBuilder(property: property)
        while row < keys.count, keys[row] < owner { row += 1 }
        guard row < keys.count, keys[row] == owner else {
          throw damaged("x\(number) has elements of an object that is not there")
        }
      }
      elements.append(
        key: property.collection == .dictionary ? statement.text(1) : "",
        try decodeElement(statement.value(2), of: property, table: table, target: target))
    }
    if row < keys.count, !elements.isEmpty { column[row] = elements.value }
    return column
  }
}

/// How the values of one column are read; all that is asked for every row.
private struct ColumnReader {
  /// The place of the property in its table.
  let index: Int
  let type: PropertyType
  let target: Int
  /// What a NULL stands for.
  let null: Value

  /// - Returns: `nil` for content that `FileEncoding` does not make.
  func value(of raw: SQLiteValue) -> Value? {
    if case .null = raw { return null }
    return FileEncoding.decode(raw, as: type, target: target)
  }

  /// Whether a column of a row is read as a value.
  func isValue(_ value: Value, of statement: SQLiteStatement, at column: Int) -> Bool {
    if case .string(let text) = value, statement.isText(text, at: column) {
      // Other types, such as dates, are texts in the file too.
      return type == .string || type == .mixed
    }
    return self.value(of: statement.value(column)) == value
  }
}

/// Collects the elements of one collection in the order in which the file gives them.
struct CollectionBuilder {
  let property: Property
  private var elements: [Value] = []
  private var entries: [DictionaryEntry] = []

  init(property: Property) {
    self.property = property
  }

  var isEmpty: Bool { elements.isEmpty && entries.isEmpty }

  mutating func append(key: String, _ element: Value) {
    if property.collection == .dictionary {
      entries.append(DictionaryEntry(key, element))
    } else {
      elements.append(element)
    }
  }

  var value: Value {
    switch property.collection {
    case .list: .list(elements)
    case .set: .set(elements)
    default: .dictionary(entries)
    }
  }
}
