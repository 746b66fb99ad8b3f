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

  /// Notes the links of objects that are new, and therefore the last ones.
  ///
  /// - Parameters:
  ///   - columns: parallel to `properties`.
  ///   - first: the key of the first object.
  func noteNewLinks(
    of columns: [[Value]?], in properties: [Property], count: Int, table: Int, first: Int64
  ) {
    let keepsOrder = !state.linkOrders.isEmpty || !state.origins.isEmpty
    let noted = properties.indices.filter {
      properties[$0].type == .mixed || keepsOrder && properties[$0].isLink
    }
    guard !noted.isEmpty else { return }
    for row in 0..<count {
      for column in noted {
        guard let value = columns[column]?[row] else { continue }
        noteLinks(of: value, in: properties[column], table: table)
        let place = PropertyPlace(table, properties[column].name)
        for link in keepsOrder && properties[column].isLink ? value.links : [] {
          let key = first + Int64(row)
          state.linkOrders[place]?[Int64(link.index)]?.append(key)
          state.origins[place]?[Int64(link.index), default: OriginList()].append(key)
        }
      }
    }
  }

  /// Notes that one object gets other links.
  func noteLinks(
    of object: ObjectReference, in property: Property, change present: Value, to value: Value
  ) {
    guard orderedTarget(of: property) != nil else { return }
    let place = PropertyPlace(object.type, property.name)
    let origin = Int64(object.index)
    let (gone, new) = (present.links, value.links)
    if property.collection == nil, gone == new { return }
    var removed: [Int64: [Int64]] = [:]
    var added: [Int64: [Int64]] = [:]
    for link in gone { removed[Int64(link.index), default: []].append(origin) }
    for link in new { added[Int64(link.index), default: []].append(origin) }
    change(place, removed: removed, added: added)
  }

  /// Notes that objects of a table lose the links of one property.
  ///
  /// - Parameters:
  ///   - origins: in the order in which they lose them.
  ///   - column: the values before that, parallel to `keys`.
  func noteLoss(
    of property: Property, origins: [Int64], column: [Value], keys: [Int64], table: Int
  ) {
    guard orderedTarget(of: property) != nil else { return }
    var removed: [Int64: [Int64]] = [:]
    for origin in origins {
      guard let row = keys.sortedIndex(of: origin) else { continue }
      for link in column[row].links { removed[Int64(link.index), default: []].append(origin) }
    }
    change(
      PropertyPlace(table, property.name), removed: removed, added: [:], column: column, keys: keys)
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
    state.origins = [:]
  }

  /// Notes links that go and come.
  ///
  /// - Parameters:
  ///   - column: the values before that; `nil`: those of the table, whose keys are then meant too.
  /// - Complexity: O(*n*) for the first change of a property, then O(*m*) where *m* objects link to the
  ///   same ones.
  private func change(
    _ place: PropertyPlace, removed: [Int64: [Int64]], added: [Int64: [Int64]],
    column: [Value]? = nil, keys: [Int64]? = nil
  ) {
    guard !removed.isEmpty || !added.isEmpty, let table = state.tables[place.table],
      let index = table.layout.index(of: place.name)
    else { return }
    if state.origins[place] == nil {
      state.origins[place] = origins(
        of: place, column: column ?? table.contents.columns[index],
        keys: keys ?? table.contents.keys)
    }
    // Each object has an order of its own, so it does not matter which is changed first.
    for key in Set(removed.keys).union(added.keys) {
      // Taken out while it is written, so that it is not copied.
      var origins = state.origins[place]?.removeValue(forKey: key) ?? OriginList()
      origins.remove(removed[key] ?? [])
      for origin in added[key] ?? [] { origins.append(origin) }
      if origins.isByKey {
        state.linkOrders[place]?[key] = nil
      } else {
        state.linkOrders[place, default: [:]][key] = origins.keys
      }
      if !origins.keys.isEmpty { state.origins[place]?[key] = origins }
    }
    if state.linkOrders[place]?.isEmpty ?? false { state.linkOrders[place] = nil }
  }

  /// The objects that link to each object, in their order.
  private func origins(
    of place: PropertyPlace, column: [Value], keys: [Int64]
  ) -> [Int64: OriginList] {
    var result: [Int64: OriginList] = [:]
    for (value, key) in zip(column, keys) where !value.isNull {
      for link in value.links { result[Int64(link.index), default: OriginList()].append(key) }
    }
    for (target, order) in state.linkOrders[place] ?? [:] { result[target] = OriginList(order) }
    return result
  }
}
