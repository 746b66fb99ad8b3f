import MigCheckModel
import MigCheckSQLite

extension FileStore {
  package func value(of property: Name, in object: ObjectReference) throws -> Value {
    try translatingErrors {
      try value(
        of: column(property, in: object.type), key: Int64(object.index), in: catalogue,
        table: table(object.type), connection: connection)
    }
  }

  package func oldValue(of property: Name, in object: ObjectReference) throws -> Value {
    guard let table = old?.tables[object.type], let index = table.layout.index(of: property) else {
      preconditionFailure("the old state has no \(property) of object \(object)")
    }
    return try translatingErrors {
      try oldValue(of: index, key: Int64(object.index), table: table)
    }
  }

  /// A value at the time of `begin`, from wherever it is cheapest.
  ///
  /// - Parameter isAlive: whether it is known that the object was not deleted since.
  func oldValue(
    of index: Int, key: Int64, table: FileTable, isAlive: Bool = false
  ) throws -> Value {
    guard let old else { preconditionFailure("there is no old state") }
    let isComplete = isAlive || !changes.deletedFrom.contains(table.layout.id)
    return try value(
      of: index, key: key, in: old, table: table,
      connection: isComplete && isStillThere(index, of: table) ? connection : oldConnection())
  }

  func presentValue(of index: Int, key: Int64, table: Int) throws -> Value {
    try value(
      of: index, key: key, in: catalogue, table: self.table(table), connection: connection)
  }

  /// Whether the writer's tables still have the old values of a property for all objects that were
  /// not deleted.
  func isStillThere(_ index: Int, of table: FileTable) -> Bool {
    let id = table.layout.id
    guard let present = catalogue.tables[id] else { return false }
    guard changes.isUntouched(table.slots[index], of: id) else { return false }
    // The table of a removed collection is gone; a dead column stays.
    guard case .collection(let number, _, _) = table.slots[index] else { return true }
    return present.slots.contains { slot in
      if case .collection(number, _, _) = slot { true } else { false }
    }
  }

  private func value(
    of index: Int, key: Int64, in catalogue: FileCatalogue, table: FileTable,
    connection: SQLiteConnection
  ) throws -> Value {
    let property = table.layout.properties[index]
    let target = catalogue.target(of: property) ?? -1
    switch table.slots[index] {
    case .column(let column, _):
      let statement = try connection.cached("SELECT c\(column) FROM \(table.name) WHERE k = ?1")
      defer { statement.reset() }
      try statement.bind(key, at: 1)
      guard try statement.step() else { throw damaged("object \(key) of \(table.name) is missing") }
      return try decode(
        statement.value(0), at: index, of: table, target: target)
    case .collection(let number, let isPhysical, _):
      guard isPhysical else { return property.zeroValue }
      let statement = try connection.cached("SELECT p, v FROM x\(number) WHERE o = ?1 ORDER BY p")
      defer { statement.reset() }
      try statement.bind(key, at: 1)
      var elements = CollectionBuilder(property: property)
      while try statement.step() {
        elements.append(
          key: property.collection == .dictionary ? statement.text(0) : "",
          try decodeElement(statement.value(1), of: property, table: table, target: target))
      }
      return elements.value
    }
  }

  /// The value of a column; a NULL may stand for zero.
  func decode(
    _ raw: SQLiteValue, at index: Int, of table: FileTable, target: Int
  ) throws -> Value {
    let property = table.layout.properties[index]
    if case .null = raw, case .column(_, nullIsZero: true) = table.slots[index] {
      return property.zeroValue
    }
    return try decodeElement(raw, of: property, table: table, target: target)
  }

  func decodeElement(
    _ raw: SQLiteValue, of property: Property, table: FileTable, target: Int
  ) throws -> Value {
    guard let value = FileEncoding.decode(raw, as: property.type, target: target) else {
      throw damagedValue(of: property, in: table)
    }
    return value
  }

  func damagedValue(of property: Property, in table: FileTable) -> UpgradeError {
    damaged(
      "a value of '\(table.layout.name).\(property.name)' is no '\(property.type.rawValue)'")
  }

  @discardableResult
  package func setValue(
    _ value: Value, of property: Name, in object: ObjectReference
  ) throws -> [ObjectReference] {
    try translatingErrors {
      let index = column(property, in: object.type)
      let property = table(object.type).layout.properties[index]
      noteMixedLinks(of: value, in: property, table: object.type)
      try noteLinks(of: object, in: property, changeTo: value)
      let isOwner =
        catalogue.target(of: property).map { table($0).layout.isEmbedded } ?? false
      guard isOwner || property.type == .mixed else {
        try write(value, to: index, of: object.type, key: Int64(object.index))
        return []
      }
      let present = try self.value(of: property.name, in: object)
      try write(value, to: index, of: object.type, key: Int64(object.index))
      let kept = value.links
      let gone = present.links.filter { link in
        table(link.type).layout.isEmbedded && !kept.contains(link)
      }
      guard let first = gone.first else { return [] }
      return try delete(gone.map { Int64($0.index) }.sorted(), from: first.type)
    }
  }

  /// Writes a value, and leaves alone what the property linked to.
  func write(_ value: Value, to index: Int, of table: Int, key: Int64) throws {
    let present = self.table(table)
    let property = present.layout.properties[index]
    noteWrite(to: present.slots[index], of: table, key: key)
    switch present.slots[index] {
    case .column(let column, let nullIsZero):
      var value = value
      if rules.mayLoseSign(value, of: property) {
        value = try stored(value, at: index, of: table, key: key)
      }
      if property.type == .mixed, value.mayEqualAnother {
        value = rules.overwriting(
          try presentValue(of: index, key: key, table: table), with: value, isMixed: true)
      }
      let encoded = try encode(value, as: property, of: present.layout)
      let statement = try connection.cached(
        "UPDATE \(present.name) SET c\(column) = "
          + "\(held(encoded, in: column, nullIsZero: nullIsZero)) WHERE k = ?2")
      try statement.bind(encoded, at: 1)
      try statement.bind(key, at: 2)
      try statement.run()
    case .collection(let number, let isPhysical, _):
      if isPhysical {
        let statement = try connection.cached("DELETE FROM x\(number) WHERE o = ?1")
        try statement.bind(key, at: 1)
        try statement.run()
      }
      try insertElements(of: value, property: index, table: table, owner: key)
    }
  }

  /// What a column holds, as an expression, after a value was set that is bound to `?1`.
  private func held(_ encoded: SQLiteValue, in column: Int, nullIsZero: Bool) -> String {
    // −0.0 equals 0.0.
    guard case .real = encoded, rules.skipsEqualNumbers else { return "?1" }
    let held = nullIsZero ? "ifnull(c\(column), 0.0)" : "c\(column)"
    return "CASE WHEN typeof(\(held)) = 'real' AND \(held) = ?1 THEN \(held) ELSE ?1 END"
  }

  package func fill(_ property: Name, of table: Int, with value: Value) throws {
    let index = column(property, in: table)
    let present = self.table(table)
    let filled = present.layout.properties[index]
    precondition(!filled.isLink && filled.type != .mixed, "\(property) may hold links")
    guard present.count > 0 else { return }
    guard case .column(let column, let nullIsZero) = present.slots[index],
      !rules.mayLoseSign(value, of: filled)
    else {
      for key in try keys(of: table) {
        try setValue(value, of: property, in: ObjectReference(type: table, index: Int(key)))
      }
      return
    }
    try translatingErrors {
      // The first object that the table had.
      noteWrite(to: present.slots[index], of: table, key: 0)
      let encoded = try encode(value, as: filled, of: present.layout)
      let statement = try connection.prepare(
        "UPDATE \(present.name) SET c\(column) = "
          + held(encoded, in: column, nullIsZero: nullIsZero))
      try statement.bind(encoded, at: 1)
      try statement.run()
    }
  }

  /// Remembers that an object that was there at `begin` gets another value.
  func noteWrite(to slot: FileTable.Slot, of table: Int, key: Int64) {
    guard let old, old.tables.indices.contains(table), let before = old.tables[table],
      key < before.nextKey
    else { return }
    changes.wrote(slot, of: table)
  }

  // MARK: Collections

  func insertElements(
    of value: Value, property index: Int, table: Int, owner: Int64
  ) throws {
    guard !value.isEmptyCollection else { return }
    let layout = self.table(table).layout
    let property = layout.properties[index]
    try makePhysical(index, of: table)
    guard case .collection(let number, _, _) = self.table(table).slots[index] else { return }
    let statement = try connection.cached("INSERT INTO x\(number) VALUES (?1, ?2, ?3)")
    try statement.bind(owner, at: 1)
    switch (value, property.collection) {
    case (.list(let elements), .list), (.set(let elements), .set):
      for (position, element) in elements.enumerated() {
        try statement.bind(Int64(position), at: 2)
        try statement.bind(try encode(element, as: property, of: layout), at: 3)
        try statement.run()
      }
    case (.dictionary(let entries), .dictionary):
      for entry in entries {
        try statement.bind(entry.key, at: 2)
        try statement.bind(try encode(entry.value, as: property, of: layout), at: 3)
        try statement.run()
      }
    default:
      throw StoreError(
        "The value \(value) cannot be stored in '\(layout.name).\(property.name)', which is of "
          + "type '\(property.notation)'. Use a value of that type.")
    }
  }
}

extension Value {
  /// Whether values of `mixed` that are told apart in the file may count as equal.
  fileprivate var mayEqualAnother: Bool {
    switch self {
    case .float, .decimal128: true
    default: false
    }
  }

  fileprivate var isEmptyCollection: Bool {
    switch self {
    case .list(let elements), .set(let elements): elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    default: false
    }
  }
}
