import MigCheckModel
import MigCheckStores
import MigCheckText

/// All tables of a store, those of removed types and orphans included.
///
/// Paths that add the same properties in another order lead to stores that differ in the order of
/// columns alone. No later hop can see it, except where a type becomes embedded: then the order of
/// the columns that link to it decides which copy is whose. Everywhere else such states are equal,
/// which keeps the states of *n* versions few.
struct HistoryStoreState: StoreState {
  let version: UInt64
  let tables: [StoreTable]
  let contents: [TableContents]
  let slots: ColumnSlots
  let linkOrders: [LinkOrder]
  /// Whether a type of the history becomes embedded.
  let isOrderVisible: Bool

  /// Of all content, whatever the order of the properties.
  var fingerprint: UInt64 {
    var hasher = Hasher()
    hasher.combine(version)
    for (table, content) in zip(tables, contents) {
      hasher.combine(table.id)
      hasher.combine(content.keys)
      // Added up, so that the order of the properties does not matter.
      var sum = 0
      for (property, column) in zip(table.properties, content.columns) {
        var hasher = Hasher()
        hasher.combine(property.name)
        for value in column { hasher.combine(value) }
        sum &+= hasher.finalize()
      }
      hasher.combine(sum)
    }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? HistoryStoreState, version == other.version,
      tables.count == other.tables.count, linkOrders == other.linkOrders
    else { return false }
    if tables.isEqual(to: other.tables), slots == other.slots {
      return contents.indices.allSatisfy { contents[$0].isEqual(to: other.contents[$0]) }
    }
    guard !isOrderVisible, !other.isOrderVisible, slots.hasSameLinks(as: other.slots) else {
      return false
    }
    return tables.indices.allSatisfy { isAlike($0, in: other) }
  }

  func difference(from other: any StoreState) -> StateDifference {
    guard let other = other as? HistoryStoreState, version == other.version else {
      return .structure
    }
    // Links of mixed properties have slots that depend on what the properties hold.
    guard !slots.dependOnContent, !other.slots.dependOnContent else { return .unknown }
    guard tables.count == other.tables.count else { return .structure }
    if !tables.isEqual(to: other.tables) || slots != other.slots {
      guard !isOrderVisible, !other.isOrderVisible, slots.hasSameLinks(as: other.slots) else {
        return .structure
      }
    }
    var orders = [[Int]]()
    for (table, other) in zip(tables, other.tables) {
      guard let order = table.order(in: other) else { return .structure }
      orders.append(order)
    }
    var objects = [(type: Name, key: Int64)]()
    for (place, order) in orders.enumerated() {
      objects += contents[place].keysOfDifferences(from: other.contents[place], order: order)
        .map { (tables[place].name, $0) }
    }
    let linkOrders = self.linkOrders.filter { !other.linkOrders.contains($0) }
    for order in linkOrders + other.linkOrders.filter({ !self.linkOrders.contains($0) }) {
      guard let table = tables.first(where: { $0.id == order.property.table }) else {
        return .unknown
      }
      objects += order.origins.map { (table.name, $0) }
    }
    return .objects(objects)
  }

  /// Whether both hold the same in one table, whatever the order of its properties.
  private func isAlike(_ place: Int, in other: HistoryStoreState) -> Bool {
    let (left, right) = (contents[place], other.contents[place])
    guard left.keys == right.keys, let order = tables[place].order(in: other.tables[place]) else {
      return false
    }
    return left.isAlike(right, order: order)
  }
}

extension StoreTable {
  /// Where another table, which is alike but for the order, has each property of this one; `nil`: it
  /// is another table.
  fileprivate func order(in other: StoreTable) -> [Int]? {
    let order = properties.compactMap { other.index(of: $0.name) }
    guard order.count == other.properties.count, order.count == properties.count else { return nil }
    var arranged = other
    arranged.properties = order.map { other.properties[$0] }
    return self == arranged ? order : nil
  }
}

extension TableContents {
  /// Whether two tables hold the same.
  ///
  /// - Parameter order: where the other table has each property of this one.
  fileprivate func isAlike(_ other: TableContents, order: [Int]) -> Bool {
    keys == other.keys
      && order.indices.allSatisfy { columns[$0].isEqual(to: other.columns[order[$0]]) }
  }

  /// The keys of the objects that only one of two tables has, or that have other values there.
  ///
  /// - Parameter order: where the other table has each property of this one.
  fileprivate func keysOfDifferences(from other: TableContents, order: [Int]) -> [Int64] {
    if isAlike(other, order: order) { return [] }
    var differences = [Int64]()
    var (row, otherRow) = (0, 0)
    while row < keys.count || otherRow < other.keys.count {
      let key = row < keys.count ? keys[row] : .max
      let otherKey = otherRow < other.keys.count ? other.keys[otherRow] : .max
      if key != otherKey {
        differences.append(min(key, otherKey))
      } else if order.enumerated().contains(where: {
        columns[$0][row] != other.columns[$1][otherRow]
      }) {
        differences.append(key)
      }
      if key <= otherKey { row += 1 }
      if otherKey <= key { otherRow += 1 }
    }
    return differences
  }
}

extension Hasher {
  // Only for looking up: nothing depends on the order of a table.
  fileprivate mutating func combine(_ value: Value) {
    switch value {
    case .null: combine(0)
    case .bool(let value): combine(value)
    case .int(let value): combine(value)
    case .float(let value): combine(value.bitPattern)
    case .double(let value): combine(value.bitPattern)
    case .decimal128(let value): combine(value)
    case .string(let text): combine(text)
    case .data(let bytes): combine(bytes)
    case .date(let value): combine(value)
    case .uuid(let value): combine(value)
    case .objectId(let value): combine(value)
    case .link(let target): combine(target)
    case .embedded(let object):
      combine(object.type)
      combine(object.key)
      for value in object.values { combine(value) }
    case .list(let elements):
      combine(elements.count)
      for element in elements { combine(element) }
    // Equal whatever the order of the elements.
    case .set(let elements): combine(elements.count)
    case .dictionary(let entries):
      for entry in entries {
        combine(entry.key)
        combine(entry.value)
      }
    }
  }
}
