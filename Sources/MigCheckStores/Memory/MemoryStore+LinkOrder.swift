import MigCheckModel
import MigCheckText

// The order of links is the order of keys as long as nothing else was noted. Whatever changes links
// tells it here before it changes them.

extension MemoryStore {
  /// The table that a link property leads to.
  func target(of property: Property) -> Int? {
    guard property.isLink, let name = property.objectType else { return nil }
    return state.tables.firstIndex { $0?.layout.name == name }
  }

  /// The table that a property leads to, if the order of links to it is kept.
  func orderedTarget(of property: Property) -> Int? {
    guard !orderedTypes.isEmpty, property.isLink, let name = property.objectType,
      orderedTypes.contains(name)
    else { return nil }
    return target(of: property)
  }

  package func linkOrders() -> [LinkOrder] {
    // Both sorts make the order of the dictionaries irrelevant.
    let places = state.linkOrders.keys.sorted { left, right in
      left.table == right.table
        ? left.name < right.name : left.table < right.table
    }
    return places.flatMap { place in
      (state.linkOrders[place] ?? [:]).sorted { $0.key < $1.key }
        .map { LinkOrder(property: place, target: $0.key, origins: $0.value) }
    }
  }

  /// Notes which tables a value of a `mixed` property links to.
  func noteLinks(of value: Value, in property: Property, table: Int) {
    guard property.type == .mixed, value.containsLink(where: { _ in true }) else { return }
    for link in value.links { state.slots.linkMixed(property.name, of: table, to: link.type) }
  }

  /// Notes the links of an object that is new, and therefore the last one.
  func noteNewLinks(of value: Value, in property: Property, table: Int, key: Int64) {
    guard !state.linkOrders.isEmpty, property.isLink else { return }
    let place = PropertyPlace(table, property.name)
    guard state.linkOrders[place] != nil else { return }
    for link in value.links { state.linkOrders[place]?[Int64(link.index)]?.append(key) }
  }

  /// Notes that one object gets other links.
  func noteLinks(
    of object: ObjectReference, in property: Property, change present: Value, to value: Value
  ) {
    guard let target = orderedTarget(of: property) else { return }
    let place = PropertyPlace(object.type, property.name)
    let origin = Int64(object.index)
    let (gone, new) = (present.links, value.links)
    if property.collection == nil, gone == new { return }
    var removed: [Int64: [Int64]] = [:]
    var added: [Int64: [Int64]] = [:]
    for link in gone { removed[Int64(link.index), default: []].append(origin) }
    for link in new { added[Int64(link.index), default: []].append(origin) }
    change(place, to: target, removed: removed, added: added)
  }

  /// Notes that objects of a table lose the links of one property.
  ///
  /// - Parameters:
  ///   - origins: in the order in which they lose them.
  ///   - column: the values before that, parallel to `keys`.
  func noteLoss(
    of property: Property, origins: [Int64], column: [Value], keys: [Int64], table: Int
  ) {
    guard let target = orderedTarget(of: property) else { return }
    var removed: [Int64: [Int64]] = [:]
    for origin in origins {
      guard let row = keys.sortedIndex(of: origin) else { continue }
      for link in column[row].links { removed[Int64(link.index), default: []].append(origin) }
    }
    change(
      PropertyPlace(table, property.name), to: target, removed: removed, added: [:],
      column: column, keys: keys)
  }

  /// Notes that objects go, in their order.
  func noteDeletion(of objects: [ObjectReference]) {
    guard !orderedTypes.isEmpty else { return }
    for (id, table) in state.tables.enumerated() {
      guard let table, table.layout.properties.contains(where: { orderedTarget(of: $0) != nil })
      else { continue }
      let origins = objects.filter { $0.type == id }.map { Int64($0.index) }
      guard !origins.isEmpty else { continue }
      for (property, column) in zip(table.layout.properties, table.contents.columns) {
        noteLoss(
          of: property, origins: origins, column: column, keys: table.contents.keys, table: id)
      }
    }
    guard !state.linkOrders.isEmpty else { return }
    for (id, table) in state.tables.enumerated() {
      for property in table?.layout.properties ?? [] {
        guard let target = orderedTarget(of: property) else { continue }
        let place = PropertyPlace(id, property.name)
        for object in objects where object.type == target {
          state.linkOrders[place]?[Int64(object.index)] = nil
        }
        if state.linkOrders[place]?.isEmpty ?? false { state.linkOrders[place] = nil }
      }
    }
  }

  func noteRemoval(ofTable table: Int) {
    for property in self.table(table).layout.properties {
      state.linkOrders[PropertyPlace(table, property.name)] = nil
    }
  }

  private func change(
    _ place: PropertyPlace, to target: Int, removed: [Int64: [Int64]], added: [Int64: [Int64]],
    column: [Value]? = nil, keys: [Int64]? = nil
  ) {
    guard !removed.isEmpty || !added.isEmpty, let table = state.tables[place.table],
      let index = table.layout.index(of: place.name)
    else { return }
    var present: [Int64: [Int64]] = [:]
    let known = state.linkOrders[place] ?? [:]
    // Only for objects whose order is that of keys, which is not noted.
    let mustLook =
      !(removed.keys.allSatisfy { known[$0] != nil }
      && added.keys.allSatisfy { known[$0] != nil })
    for (row, value) in (column ?? table.contents.columns[index]).enumerated()
    where mustLook && !value.isNull {
      let key = (keys ?? table.contents.keys)[row]
      for link in value.links
      where removed[Int64(link.index)] != nil || added[Int64(link.index)] != nil {
        present[Int64(link.index), default: []].append(key)
      }
    }
    var orders = known
    // Each object has an order of its own, so it does not matter which is changed first.
    for key in Set(removed.keys).union(added.keys) {
      var list = orders[key] ?? present[key] ?? []
      list = LinkOrder.removing(removed[key] ?? [], from: list) + (added[key] ?? [])
      orders[key] = LinkOrder.isByKey(list) ? nil : list
    }
    state.linkOrders[place] = orders.isEmpty ? nil : orders
  }
}
