import MigCheckModel
import MigCheckText

/// Which columns each table of a store has, and in which order they count.
///
/// Where a property links to objects, their table has a column too: it says which objects link to
/// each of its own. A new column takes the lowest slot that is free. What goes through the columns
/// of a table, such as whoever looks for the links to an object, meets them in the order of slots.
///
/// A `mixed` property may link to any table, so the column of a target comes with the first link.
/// It stays for good, also when the link, the property or its table is gone.
///
/// Source: realm-core `src/realm/table.cpp` `generate_col_key`, `do_insert_column`,
/// `erase_root_column`, `is_cross_table_link_target`.
package struct ColumnSlots: Sendable, Equatable {
  package enum Slot: Sendable, Hashable {
    /// A property of the table itself.
    case property(Name)
    /// Links from a property of a table, maybe the same one.
    case links(PropertyPlace)
    /// Links from a `mixed` property of a table.
    case mixedLinks(PropertyPlace)
    /// Links from a `mixed` property that is gone.
    case formerLinks(table: Int)
  }

  /// By table id; `nil`: a slot that is free.
  package private(set) var tables: [[Slot?]]

  package init(tables: [[Slot?]] = []) {
    self.tables = tables
  }

  private mutating func add(_ slot: Slot, to table: Int) {
    while tables.count <= table { tables.append([]) }
    if let free = tables[table].firstIndex(of: nil) {
      tables[table][free] = slot
    } else {
      tables[table].append(slot)
    }
  }

  private mutating func remove(_ slot: Slot, from table: Int) {
    guard tables.indices.contains(table), let index = tables[table].firstIndex(of: slot) else {
      return
    }
    tables[table][index] = nil
    dropFreeEnd(of: table)
  }

  private mutating func replace(_ old: Slot, by new: Slot) {
    for table in tables.indices {
      for (index, slot) in tables[table].enumerated() where slot == old {
        tables[table][index] = new
      }
    }
  }

  // MARK: Changes

  /// - Parameter target: the table that the property links to, if it does.
  package mutating func addProperty(_ name: Name, to table: Int, target: Int?) {
    add(.property(name), to: table)
    if let target { add(.links(PropertyPlace(table, name)), to: target) }
  }

  package mutating func removeProperty(_ name: Name, from table: Int, target: Int?) {
    if let target { remove(.links(PropertyPlace(table, name)), from: target) }
    replace(.mixedLinks(PropertyPlace(table, name)), by: .formerLinks(table: table))
    remove(.property(name), from: table)
  }

  package mutating func renameProperty(_ from: Name, to: Name, of table: Int) {
    let (old, new) = (PropertyPlace(table, from), PropertyPlace(table, to))
    replace(.links(old), by: .links(new))
    replace(.mixedLinks(old), by: .mixedLinks(new))
    guard let index = slot(of: from, in: table) else { return }
    tables[table][index] = .property(new.name)
  }

  /// A property whose values become optional or required moves to a new column.
  package mutating func renewProperty(_ name: Name, of table: Int) {
    guard let index = slot(of: name, in: table) else { return }
    add(.property(name), to: table)
    tables[table][index] = nil
    dropFreeEnd(of: table)
  }

  private func slot(of property: Name, in table: Int) -> Int? {
    guard tables.indices.contains(table) else { return nil }
    return tables[table].firstIndex(of: .property(property))
  }

  package mutating func removeTable(_ table: Int) {
    guard tables.indices.contains(table) else { return }
    for other in tables.indices where other != table {
      for (index, slot) in tables[other].enumerated() {
        switch slot {
        case .links(let place) where place.table == table: tables[other][index] = nil
        case .mixedLinks(let place) where place.table == table:
          tables[other][index] = .formerLinks(table: table)
        default: break
        }
      }
      dropFreeEnd(of: other)
    }
    tables[table] = []
  }

  private mutating func dropFreeEnd(of table: Int) {
    while tables[table].last == .some(nil) { tables[table].removeLast() }
  }

  /// A `mixed` property links to a table, for the first time or again.
  package mutating func linkMixed(_ property: Name, of table: Int, to target: Int) {
    let slot = Slot.mixedLinks(PropertyPlace(table, property))
    if tables.indices.contains(target), tables[target].contains(slot) { return }
    add(slot, to: target)
  }

  // MARK: Questions

  /// Whether properties of other tables link to a table, or `mixed` ones once did.
  package func isTargetOfOthers(_ table: Int) -> Bool {
    guard tables.indices.contains(table) else { return false }
    return tables[table].contains { slot in
      switch slot {
      case nil, .property: false
      case .links(let place), .mixedLinks(let place): place.table != table
      case .formerLinks(let origin): origin != table
      }
    }
  }

  /// The properties that link to a table, without `mixed` ones, in the order of slots.
  package func origins(of table: Int) -> [PropertyPlace] {
    guard tables.indices.contains(table) else { return [] }
    return tables[table].compactMap { slot in
      if case .links(let place)? = slot { place } else { nil }
    }
  }

  /// Whether which slots there are depends on what properties hold.
  package var dependOnContent: Bool {
    tables.joined().contains { slot in
      switch slot {
      case .mixedLinks, .formerLinks: true
      case .property, .links, nil: false
      }
    }
  }

  /// Whether the same properties link to each table, or did, in whatever order their columns are.
  package func hasSameLinks(as other: ColumnSlots) -> Bool {
    (0..<max(tables.count, other.tables.count)).allSatisfy { links(to: $0) == other.links(to: $0) }
  }

  private func links(to table: Int) -> Set<Slot> {
    guard tables.indices.contains(table) else { return [] }
    return Set(
      tables[table].compactMap { slot in
        if case .property? = slot { nil } else { slot }
      })
  }

  /// The order in which the properties of a table count; those that it does not know come last.
  package func ranks(of properties: [Property], in table: Int) -> [Int] {
    properties.map { slot(of: $0.name, in: table) ?? .max }
  }
}

/// A property of a table.
package struct PropertyPlace: Sendable, Hashable {
  package let table: Int
  package let name: Name

  package init(_ table: Int, _ name: Name) {
    self.table = table
    self.name = name
  }
}
