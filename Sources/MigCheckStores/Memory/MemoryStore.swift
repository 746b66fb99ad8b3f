import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A store of columns in memory.
///
/// Its state is a value: the columns are shared between copies until one of them writes, so that
/// the old state that a migration reads, and a fork, cost nothing until then.
package final class MemoryStore: Store {
  /// All that a store holds. Tables stand at the index that is their id; `nil`: removed.
  struct State: Sendable {
    var version: UInt64
    var tables: [Table?] = []
    /// The layouts of the tables, once they were asked for; `nil` again whenever one changes.
    var layouts: [StoreTable]?
    var slots = ColumnSlots()
    /// The origins of links by target, where they do not stand in the order of keys.
    var linkOrders: [PropertyPlace: [Int64: [Int64]]] = [:]
    /// The origins of all links by target, of properties whose links were changed one at a time. Whatever
    /// else writes links empties it.
    var origins: [PropertyPlace: [Int64: OriginList]] = [:]
  }

  struct Table: Sendable {
    var layout: StoreTable
    var contents: TableContents
    var nextKey: Int64 = 0

    /// - Complexity: O(1) as long as nothing was deleted, else O(log *n*).
    func row(of key: Int64) -> Int? {
      let keys = contents.keys
      if Int64(keys.count) == nextKey {
        return key >= 0 && key < nextKey ? Int(key) : nil
      }
      return keys.sortedIndex(of: key)
    }

    /// Adds a property in which every object holds its zero value.
    mutating func add(_ property: Property) {
      layout.properties.append(property)
      contents.columns.append(Array(repeating: property.zeroValue, count: contents.keys.count))
    }

    /// Gives every object the same value.
    mutating func fill(_ column: Int, with value: Value) {
      contents.columns[column] = Array(repeating: value, count: contents.keys.count)
    }
  }

  var state: State
  var old: State?
  package var orderedTypes: [Name] = []
  package var rules = StorageRules()
  /// Shared with the forks.
  private let evaluator: SharedEvaluator

  package init(version: UInt64 = 0) {
    state = State(version: version)
    evaluator = SharedEvaluator()
  }

  private init(forkOf store: MemoryStore) {
    state = store.state
    evaluator = store.evaluator
    orderedTypes = store.orderedTypes
    rules = store.rules
  }

  package var kind: StoreKind { .memory }
  package var version: UInt64 { state.version }
  package var slots: ColumnSlots { state.slots }

  // MARK: Upgrades

  package func begin() {
    precondition(old == nil, "an upgrade has begun already")
    // Asked for now, the layouts are at hand for both states.
    _ = tables
    old = state
  }

  package func commit(version: UInt64) {
    state.version = version
    old = nil
  }

  package func rollback() {
    if let old { state = old }
    old = nil
  }

  package var tables: [StoreTable] {
    if let layouts = state.layouts { return layouts }
    let layouts = state.tables.compactMap { $0?.layout }
    state.layouts = layouts
    return layouts
  }

  package var oldTables: [StoreTable] {
    old.map { $0.layouts ?? $0.tables.compactMap { $0?.layout } } ?? []
  }

  // MARK: Structure

  package func addTable(named name: Name, embedded: Bool) -> Int {
    state.layouts = nil
    let id = state.tables.count
    state.tables.append(
      Table(
        layout: StoreTable(id: id, name: name, isEmbedded: embedded),
        contents: TableContents(columns: [])))
    return id
  }

  package func renameTable(_ table: Int, to name: Name) {
    state.layouts = nil
    state.tables[table]?.layout.name = name
  }

  package func removeTable(_ table: Int) {
    state.layouts = nil
    noteRemoval(ofTable: table)
    state.tables[table] = nil
    state.slots.removeTable(table)
  }

  package func setPrimaryKey(_ property: Name?, of table: Int) {
    state.layouts = nil
    state.tables[table]?.layout.primaryKey = property
  }

  package func setEmbedded(_ isEmbedded: Bool, of table: Int) {
    state.layouts = nil
    state.tables[table]?.layout.isEmbedded = isEmbedded
  }

  package func addProperty(_ property: Property, to table: Int) {
    var property = property
    property.defaultValue = nil
    state.slots.addProperty(property.name, to: table, target: target(of: property))
    state.layouts = nil
    state.tables[table]?.add(property)
  }

  package func removeProperty(_ name: Name, from table: Int) {
    let column = column(name, in: table)
    state.layouts = nil
    let property = self.table(table).layout.properties[column]
    state.slots.removeProperty(name, from: table, target: target(of: property))
    state.linkOrders[PropertyPlace(table, name)] = nil
    state.origins = [:]
    state.tables[table]?.layout.properties.remove(at: column)
    state.tables[table]?.contents.columns.remove(at: column)
  }

  package func renameProperty(_ from: Name, to: Name, of table: Int) {
    let column = column(from, in: table)
    state.layouts = nil
    state.slots.renameProperty(from, to: to, of: table)
    let orders = state.linkOrders.removeValue(forKey: PropertyPlace(table, from))
    state.linkOrders[PropertyPlace(table, to)] = orders
    state.origins = [:]
    state.tables[table]?.layout.properties[column].name = to
    if let key = state.tables[table]?.layout.primaryKey, key == from {
      state.tables[table]?.layout.primaryKey = to
    }
  }

  package func setOptional(_ isOptional: Bool, property: Name, of table: Int) {
    let column = column(property, in: table)
    state.layouts = nil
    state.tables[table]?.layout.properties[column].isOptional = isOptional
    state.slots.renewProperty(property, of: table)
  }

  package func setIndexed(_ isIndexed: Bool, property: Name, of table: Int) {
    let column = column(property, in: table)
    state.layouts = nil
    state.tables[table]?.layout.properties[column].isIndexed = isIndexed
  }

  // MARK: Objects

  func table(_ id: Int) -> Table {
    guard state.tables.indices.contains(id), let table = state.tables[id] else {
      preconditionFailure("the store has no table \(id)")
    }
    return table
  }

  func column(_ property: Name, in table: Int) -> Int {
    guard let column = self.table(table).layout.index(of: property) else {
      preconditionFailure("table \(table) has no property \(property)")
    }
    return column
  }

  package func keys(of table: Int) -> [Int64] { self.table(table).contents.keys }

  package func oldKeys(of table: Int) -> [Int64] {
    guard let old, old.tables.indices.contains(table) else { return [] }
    return old.tables[table]?.contents.keys ?? []
  }

  package func contains(_ object: ObjectReference) -> Bool {
    guard state.tables.indices.contains(object.type) else { return false }
    return state.tables[object.type]?.row(of: Int64(object.index)) != nil
  }

  package func create(_ count: Int, in table: Int, columns: [NewColumn]) -> Int64 {
    // Taken out while it is written, so that it is not copied.
    var present = self.table(table)
    let (properties, first) = (present.layout.properties, present.nextKey)
    let given = columns.values(by: properties)
    noteNewLinks(of: given, in: properties, count: count, table: table, first: first)
    state.tables[table] = nil
    present.nextKey += Int64(count)
    present.contents.keys += first..<present.nextKey
    for (column, property) in properties.enumerated() {
      let values = given[column] ?? Array(repeating: property.zeroValue, count: count)
      present.append(values, to: column, first: first, rules)
    }
    state.tables[table] = present
    return first
  }

  package func value(of property: Name, in object: ObjectReference) -> Value {
    place(of: property, in: object).value
  }

  @discardableResult
  package func setValue(
    _ value: Value, of property: Name, in object: ObjectReference
  ) -> [ObjectReference] {
    let place = place(of: property, in: object)
    noteLinks(of: value, in: place.property, table: object.type)
    noteLinks(of: object, in: place.property, change: place.value, to: value)
    let kept = rules.mayChange(valuesOf: place.property) ? kept(value, place, in: object) : value
    state.tables[object.type]?.contents.columns[place.column][place.row] = kept
    guard place.property.isLink || place.property.type == .mixed else { return [] }
    return deleteOrphans(of: place.value, replacedBy: value)
  }

  /// A property of an object.
  private struct Place {
    var column: Int
    var row: Int
    var property: Property
    var value: Value
  }

  /// Holds nothing of the table, which the caller can then write without copying it.
  private func place(of property: Name, in object: ObjectReference) -> Place {
    let table = table(object.type)
    guard let column = table.layout.index(of: property) else {
      preconditionFailure("table \(object.type) has no property \(property)")
    }
    guard let row = table.row(of: Int64(object.index)) else {
      preconditionFailure("table \(object.type) has no object \(object.index)")
    }
    return Place(
      column: column, row: row, property: table.layout.properties[column],
      value: table.contents.columns[column][row])
  }

  private func kept(_ value: Value, _ place: Place, in object: ObjectReference) -> Value {
    table(object.type).kept(value, column: place.column, row: place.row, rules)
  }

  package func fill(_ property: Name, of table: Int, with value: Value) {
    let column = column(property, in: table)
    let filled = self.table(table).layout.properties[column]
    precondition(!filled.isLink && filled.type != .mixed, "\(property) may hold links")
    guard rules.mayChange(valuesOf: filled) else {
      state.tables[table]?.fill(column, with: value)
      return
    }
    for key in self.table(table).contents.keys {
      setValue(value, of: property, in: ObjectReference(type: table, index: Int(key)))
    }
  }

  /// Deletes the embedded objects that a value linked to and its replacement does not.
  private func deleteOrphans(
    of present: Value, replacedBy value: Value
  ) -> [ObjectReference] {
    let kept = value.links
    let gone = present.links.filter { link in
      table(link.type).layout.isEmbedded && !kept.contains(link)
    }
    guard let first = gone.first else { return [] }
    return delete(gone.map { Int64($0.index) }.sorted(), from: first.type)
  }

  package func oldValue(of property: Name, in object: ObjectReference) -> Value {
    guard let table = old?.tables[object.type], let row = table.row(of: Int64(object.index)),
      let column = table.layout.index(of: property)
    else { preconditionFailure("the old state has no \(property) of object \(object)") }
    return table.contents.columns[column][row]
  }

  package func contents(of table: Int) -> TableContents { self.table(table).contents }

  // MARK: Life

  package func fork() -> any Store {
    precondition(old == nil, "a store under upgrade cannot be forked")
    return MemoryStore(forkOf: self)
  }

  package func reopen() {
    precondition(old == nil, "a store under upgrade cannot be reopened")
  }

  package func discard() {}

  func sharedEvaluator() throws -> ExpressionEvaluator { try evaluator.get() }
}

extension Value {
  /// The links that a value of one property holds, in order.
  package var links: [ObjectReference] {
    var links = [ObjectReference]()
    forEachLink { links.append($0) }
    return links
  }

  /// Calls `body` with each link that a value of one property holds, in order.
  package func forEachLink(_ body: (ObjectReference) -> Void) {
    switch self {
    case .link(let target): body(target)
    case .list(let elements), .set(let elements):
      for element in elements { element.forEachLink(body) }
    case .dictionary(let entries): for entry in entries { entry.value.forEachLink(body) }
    default: break
    }
  }

  /// Whether the value, or an element of it, is a link for which `condition` holds.
  func containsLink(where condition: (ObjectReference) -> Bool) -> Bool {
    switch self {
    case .link(let target): condition(target)
    case .list(let elements), .set(let elements):
      elements.contains { $0.containsLink(where: condition) }
    case .dictionary(let entries): entries.contains { $0.value.containsLink(where: condition) }
    default: false
    }
  }
}

extension [Int64] {
  /// The place of an element of a sorted array.
  func sortedIndex(of element: Int64) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && self[low] == element ? low : nil
  }
}
