import MigCheckModel
import MigCheckSQLite
import MigCheckText

extension FileStore {
  package func addTable(named name: Name, embedded: Bool) throws -> Int {
    let id = catalogue.tables.count
    catalogue.tables.append(
      FileTable(layout: StoreTable(id: id, name: name, isEmbedded: embedded)))
    return id
  }

  package func renameTable(_ table: Int, to name: Name) throws {
    update(table) { $0.layout.name = name }
  }

  package func removeTable(_ table: Int) throws {
    try translatingErrors {
      let present = self.table(table)
      for slot in present.slots { try drop(slot) }
      if present.isPhysical { try connection.execute("DROP TABLE \(present.name)") }
      for property in present.layout.properties {
        try forgetLinkOrder(of: PropertyPlace(table, property.name))
      }
      catalogue.slots.removeTable(table)
      forgetStatements(of: table)
      changes.deletedObjects(of: table)
      catalogue.tables[table] = nil
    }
  }

  package func setPrimaryKey(_ property: Name?, of table: Int) throws {
    update(table) { $0.layout.primaryKey = property }
  }

  package func setEmbedded(_ isEmbedded: Bool, of table: Int) throws {
    update(table) { $0.layout.isEmbedded = isEmbedded }
  }

  package func addProperty(_ property: Property, to table: Int) throws {
    var property = property
    property.defaultValue = nil
    try translatingErrors {
      let present = self.table(table)
      let slot: FileTable.Slot
      if property.collection != nil {
        slot = .collection(catalogue.nextCollection, isPhysical: false, hasGaps: false)
        catalogue.nextCollection += 1
      } else {
        if present.isPhysical, present.used == present.width {
          try connection.execute("ALTER TABLE \(present.name) ADD COLUMN c\(present.width)")
        }
        slot = .column(
          present.used, nullIsZero: present.count > 0 && !property.zeroValue.isNull)
      }
      catalogue.slots.addProperty(
        property.name, to: table, target: catalogue.target(of: property))
      update(table) { table in
        table.layout.properties.append(property)
        table.slots.append(slot)
        if case .column = slot {
          table.used += 1
          if table.isPhysical { table.width = max(table.width, table.used) }
        }
      }
      forgetStatements(of: table)
    }
  }

  package func removeProperty(_ name: Name, from table: Int) throws {
    let column = column(name, in: table)
    try translatingErrors {
      try drop(self.table(table).slots[column])
      try forgetLinkOrder(of: PropertyPlace(table, name))
      catalogue.slots.removeProperty(
        name, from: table,
        target: catalogue.target(of: self.table(table).layout.properties[column]))
      update(table) { table in
        table.layout.properties.remove(at: column)
        table.slots.remove(at: column)
      }
      forgetStatements(of: table)
    }
  }

  /// Removes the SQLite table of a collection; a column stays behind.
  private func drop(_ slot: FileTable.Slot) throws {
    if case .collection(let number, isPhysical: true, _) = slot {
      try connection.execute("DROP TABLE x\(number)")
    }
  }

  package func renameProperty(_ from: Name, to: Name, of table: Int) throws {
    let column = column(from, in: table)
    catalogue.slots.renameProperty(from, to: to, of: table)
    catalogue.renameLinkOrder(of: PropertyPlace(table, from), to: PropertyPlace(table, to))
    update(table) { table in
      table.layout.properties[column].name = to
      if let key = table.layout.primaryKey, key == from {
        table.layout.primaryKey = to
      }
    }
  }

  package func setOptional(_ isOptional: Bool, property: Name, of table: Int) throws {
    let index = column(property, in: table)
    let present = self.table(table)
    if case .column(let column, nullIsZero: true) = present.slots[index] {
      // NULL gets another meaning.
      try translatingErrors {
        let zero = FileEncoding.zeroLiteral(of: present.layout.properties[index].type)
        try connection.execute(
          "UPDATE \(present.name) SET c\(column) = \(zero) WHERE c\(column) IS NULL")
      }
      update(table) { $0.slots[index] = .column(column, nullIsZero: false) }
    }
    catalogue.slots.renewProperty(property, of: table)
    update(table) { $0.layout.properties[index].isOptional = isOptional }
  }

  package func setIndexed(_ isIndexed: Bool, property: Name, of table: Int) throws {
    let column = column(property, in: table)
    update(table) { $0.layout.properties[column].isIndexed = isIndexed }
  }

  // MARK: SQLite tables

  /// How many columns a table gets beside those that it needs, for properties that come later.
  private func spareColumns(of table: FileTable) -> Int {
    options.laterProperties[table.layout.name].map { min($0, Self.mostSpareColumns) + 1 } ?? 3
  }

  private static let mostSpareColumns = 200

  /// Makes the SQLite table of a table that gets its first object.
  func makePhysical(_ table: Int) throws {
    let present = self.table(table)
    guard !present.isPhysical else { return }
    let width = present.used + spareColumns(of: present)
    var sql = "CREATE TABLE \(present.name)(k INTEGER PRIMARY KEY"
    for column in 0..<width { sql += ",c\(column)" }
    try connection.execute(sql + ")")
    update(table) { table in
      table.isPhysical = true
      table.width = width
    }
  }

  /// Makes the SQLite table of a collection that gets its first element.
  func makePhysical(_ property: Int, of table: Int) throws {
    guard
      case .collection(let number, isPhysical: false, let hasGaps) =
        self.table(table).slots[property]
    else { return }
    try connection.execute("CREATE TABLE x\(number)(o,p,v,PRIMARY KEY(o,p)) WITHOUT ROWID")
    update(table) {
      $0.slots[property] = .collection(number, isPhysical: true, hasGaps: hasGaps)
    }
  }

  /// How many properties a type may have. SQLite tables have at most 2,000 columns: this leaves room
  /// for an upgrade that replaces all of them, beside the spare columns and the dead ones.
  package static let mostProperties = 900

  /// Beyond this many dead columns a table is written anew; SQLite has at most 2,000.
  private static let deadColumns = 64

  /// Writes tables anew that have many dead columns. The old state must not be needed any more.
  func rebuildWornTables() throws {
    for id in catalogue.tables.indices {
      guard let table = catalogue.tables[id] else { continue }
      guard table.isPhysical else {
        // No column is there as yet, so dead ones need not be made.
        if table.used - table.slots.count >= Self.deadColumns { renumberColumns(of: id) }
        continue
      }
      let live = table.slots.compactMap { slot in
        if case .column(let column, _) = slot { column } else { nil }
      }
      guard table.used - live.count >= Self.deadColumns else { continue }
      let spare = spareColumns(of: table)
      let width = live.count + spare
      var columns = "k INTEGER PRIMARY KEY"
      for column in 0..<width { columns += ",c\(column)" }
      let sources =
        live.map { ", c\($0)" }.joined()
        + String(repeating: ", NULL", count: spare)
      try connection.execute(
        """
        CREATE TABLE rebuilt(\(columns));
        INSERT INTO rebuilt SELECT k\(sources) FROM \(table.name) ORDER BY k;
        DROP TABLE \(table.name);
        ALTER TABLE rebuilt RENAME TO \(table.name)
        """)
      renumberColumns(of: id)
      update(id) { $0.width = width }
      forgetStatements(of: id)
    }
  }

  private func renumberColumns(of id: Int) {
    update(id) { table in
      var next = 0
      for (index, slot) in table.slots.enumerated() {
        guard case .column(_, let nullIsZero) = slot else { continue }
        table.slots[index] = .column(next, nullIsZero: nullIsZero)
        next += 1
      }
      table.used = next
    }
  }

  func forgetStatements(of table: Int) { inserts[table] = nil }
}
