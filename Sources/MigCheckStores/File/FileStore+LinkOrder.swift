import MigCheckModel
import MigCheckSQLite
import MigCheckText

// The order of links is the order of keys unless the table `links` notes one: property `c`, target `t`,
// place `i`, origin `o`. Whatever changes links tells it here before it changes them.

extension FileCatalogue {
  func linkOrderNumber(of place: PropertyPlace) -> Int? { linkOrders.firstIndex(of: place) }

  mutating func renameLinkOrder(of place: PropertyPlace, to new: PropertyPlace) {
    if let number = linkOrderNumber(of: place) { linkOrders[number] = new }
  }
}

extension FileStore {
  /// The table that a property leads to, if the order of links to it is kept.
  func orderedTarget(of property: Property) -> Int? {
    guard !orderedTypes.isEmpty, property.isLink, let name = property.objectType,
      orderedTypes.contains(name)
    else { return nil }
    return catalogue.target(of: property)
  }

  package func linkOrders() throws -> [LinkOrder] {
    try translatingErrors {
      var orders = [LinkOrder]()
      for (number, place) in catalogue.linkOrders.enumerated() {
        guard let place else { continue }
        let statement = try connection.prepare(
          "SELECT t, o FROM links WHERE c = \(number) ORDER BY t, i")
        while try statement.step() {
          let (target, origin) = (statement.integer(0), statement.integer(1))
          if let last = orders.last, last.property == place, last.target == target {
            orders[orders.count - 1].origins.append(origin)
          } else {
            orders.append(LinkOrder(property: place, target: target, origins: [origin]))
          }
        }
      }
      // An order that is noted may have become that of keys.
      return orders.filter { !LinkOrder.isByKey($0.origins) }.sorted { left, right in
        let (a, b) = (left.property, right.property)
        if a.table != b.table { return a.table < b.table }
        return a == b ? left.target < right.target : a.name < b.name
      }
    }
  }

  func forgetLinkOrder(of place: PropertyPlace) throws {
    guard let number = catalogue.linkOrderNumber(of: place) else { return }
    try connection.execute("DELETE FROM links WHERE c = \(number)")
    catalogue.linkOrders[number] = nil
  }

  func forgetLinkOrder(of place: PropertyPlace, to target: Int64) throws {
    guard let number = catalogue.linkOrderNumber(of: place) else { return }
    let statement = try connection.cached("DELETE FROM links WHERE c = ?1 AND t = ?2")
    try statement.bind(Int64(number), at: 1)
    try statement.bind(target, at: 2)
    try statement.run()
  }

  // MARK: Changes

  /// Notes which tables a value of a `mixed` property links to.
  func noteMixedLinks(of value: Value, in property: Property, table: Int) {
    guard property.type == .mixed else { return }
    for link in value.links { catalogue.slots.linkMixed(property.name, of: table, to: link.type) }
  }

  /// Notes the links of objects that are new, and therefore the last ones.
  ///
  /// - Parameters:
  ///   - columns: parallel to `properties`.
  ///   - first: the key of the first object.
  func noteNewLinks(
    of columns: [[Value]?], in properties: [Property], count: Int, table: Int, first: Int64
  ) throws {
    let noted = properties.indices.filter {
      properties[$0].type == .mixed || properties[$0].isLink && !catalogue.linkOrders.isEmpty
    }
    guard !noted.isEmpty else { return }
    for row in 0..<count {
      for column in noted {
        guard let value = columns[column]?[row] else { continue }
        noteMixedLinks(of: value, in: properties[column], table: table)
        let place = PropertyPlace(table, properties[column].name)
        guard catalogue.linkOrderNumber(of: place) != nil else { continue }
        for link in value.links {
          try appendToLinkOrder(of: place, to: Int64(link.index), origin: first + Int64(row))
        }
      }
    }
  }

  /// Adds an object to an order that is noted, behind all others.
  func appendToLinkOrder(of place: PropertyPlace, to target: Int64, origin: Int64) throws {
    guard let number = catalogue.linkOrderNumber(of: place),
      let last = try lastPlace(number, of: target)
    else { return }
    try setOrigin(origin, at: last + 1, number, of: target)
  }

  /// Notes that one object gets other links.
  func noteLinks(
    of object: ObjectReference, in property: Property, changeTo value: Value
  ) throws {
    guard orderedTarget(of: property) != nil else { return }
    let place = PropertyPlace(object.type, property.name)
    let origin = Int64(object.index)
    let index = column(property.name, in: object.type)
    let gone = try presentValue(of: index, key: origin, table: object.type).links
    let new = value.links
    if property.collection == nil, gone == new { return }
    var seen = Set<Int>()
    for target in (gone + new).map(\.index) where seen.insert(target).inserted {
      try noteLinks(
        of: origin, removed: gone.count { $0.index == target },
        added: new.count { $0.index == target }, to: Int64(target), by: place)
    }
  }

  /// Notes how many links to another object one loses, which are all that it has, and then gets.
  ///
  /// - Complexity: O(log *n*), but for the first time that the order is not that of keys.
  private func noteLinks(
    of origin: Int64, removed: Int, added: Int, to target: Int64, by place: PropertyPlace
  ) throws {
    if let number = catalogue.linkOrderNumber(of: place),
      try lastPlace(number, of: target) != nil
    {
      for _ in 0..<removed { try removeOrigin(origin, number, of: target) }
      for _ in 0..<added { try addOrigin(origin, number, of: target) }
      return
    }
    let last = try originsByKey(of: target, by: place, last: 2)
    // The last one takes the place of one that goes.
    let staysByKey = removed == 0 || removed == 1 && last.contains(origin)
    let end = last.dropFirst(removed == 1 && last.first == origin ? 1 : 0).first
    if staysByKey, added == 0 || (end ?? .min) <= origin { return }
    try note(of: target, by: place) {
      LinkOrder.removing(Array(repeating: origin, count: removed), from: $0)
        + Array(repeating: origin, count: added)
    }
  }

  /// Notes that objects go, in their order.
  func noteDeletion(of objects: [ObjectReference]) throws {
    guard !orderedTypes.isEmpty else { return }
    for id in catalogue.tables.indices {
      guard let table = catalogue.tables[id] else { continue }
      let ordered = table.layout.properties.filter { orderedTarget(of: $0) != nil }
      guard !ordered.isEmpty else { continue }
      var places: [Int64: Int] = [:]
      for (place, object) in objects.enumerated() where object.type == id {
        places[Int64(object.index)] = place
      }
      for property in ordered where !places.isEmpty {
        try noteLoss(of: property, table: id, places: places)
      }
    }
    for (number, place) in catalogue.linkOrders.enumerated() {
      guard let place, let table = catalogue.tables[place.table],
        let property = table.layout.property(named: place.name),
        let target = catalogue.target(of: property)
      else { continue }
      let keys = objects.filter { $0.type == target }.map { Int64($0.index) }.sorted()
      guard !keys.isEmpty else { continue }
      let set = try FileKeySet(keys, of: target, in: connection)
      try connection.execute("DELETE FROM links WHERE c = \(number) AND t IN \(set.keys)")
    }
  }

  /// Notes that objects lose the links of one property.
  ///
  /// Each target is read on its own, so that no more is held than the links to one object.
  ///
  /// - Parameter places: when each object loses them, by key.
  private func noteLoss(of property: Property, table: Int, places: [Int64: Int]) throws {
    let index = column(property.name, in: table)
    let set = try FileKeySet(places.keys.sorted(), of: table, in: connection)
    let sql: String
    switch self.table(table).slots[index] {
    case .column(let column, _):
      let name = self.table(table).name
      sql =
        "SELECT c\(column), k FROM \(name) WHERE c\(column) IN "
        + "(SELECT c\(column) FROM \(name) WHERE k IN \(set.keys)) ORDER BY c\(column), k"
    case .collection(let number, let isPhysical, _):
      guard isPhysical else { return }
      sql =
        "SELECT v, o FROM x\(number) WHERE v IN "
        + "(SELECT v FROM x\(number) WHERE o IN \(set.keys)) ORDER BY v, o"
    }
    let place = PropertyPlace(table, property.name)
    var target: Int64?
    var origins = [Int64]()
    func finish() throws {
      guard let target, origins.count > 1 else { return }
      try note(of: target, by: place, unlessNoted: origins) { list in
        let removed = list.filter { places[$0] != nil }
          .sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
        return LinkOrder.removing(removed, from: list)
      }
    }
    let statement = try connection.prepare(sql)
    while try statement.step() {
      if target != statement.integer(0) {
        try finish()
        target = statement.integer(0)
        origins = []
      }
      origins.append(statement.integer(1))
    }
    try finish()
  }

  // MARK: Lists

  /// The objects that link to one by way of a property, in the order of their keys.
  ///
  /// - Parameter count: how many of the greatest keys, which then come first; `nil`: all.
  private func originsByKey(
    of target: Int64, by place: PropertyPlace, last count: Int? = nil
  ) throws -> [Int64] {
    let table = self.table(place.table)
    let part = count.map { " DESC LIMIT \($0)" } ?? ""
    let sql: String
    switch table.slots[column(place.name, in: place.table)] {
    case .column(let column, _):
      try prepareToFind(in: table.name, column: "c\(column)")
      sql = "SELECT k FROM \(table.name) WHERE c\(column) = ?1 ORDER BY k\(part)"
    case .collection(let number, let isPhysical, _):
      guard isPhysical else { return [] }
      try prepareToFind(in: "x\(number)", column: "v")
      sql = "SELECT o FROM x\(number) WHERE v = ?1 ORDER BY o\(part)"
    }
    return try integers(sql, target)
  }

  /// - Returns: `nil` where none is noted.
  private func linkOrder(_ number: Int, of target: Int64) throws -> [Int64]? {
    let list = try integers("SELECT o FROM links WHERE c = \(number) AND t = ?1 ORDER BY i", target)
    return list.isEmpty ? nil : list
  }

  private func integers(_ sql: String, _ parameters: Int64...) throws -> [Int64] {
    let statement = try connection.cached(sql)
    defer { statement.reset() }
    for (place, value) in parameters.enumerated() { try statement.bind(value, at: place + 1) }
    var result = [Int64]()
    while try statement.step() { result.append(statement.integer(0)) }
    return result
  }

  /// Changes the order of the links to one object.
  ///
  /// - Parameters:
  ///   - originsByKey: the objects that link to it; `nil`: those that are found in the store.
  ///   - change: gets them in their order.
  private func note(
    of target: Int64, by place: PropertyPlace, unlessNoted originsByKey: [Int64]? = nil,
    _ change: ([Int64]) -> [Int64]
  ) throws {
    let number = catalogue.linkOrderNumber(of: place)
    let noted = try number.flatMap { try linkOrder($0, of: target) }
    let origins = change(
      try noted ?? originsByKey ?? self.originsByKey(of: target, by: place))
    if !LinkOrder.isByKey(origins) {
      if noted != nil { try forgetLinkOrder(of: place, to: target) }
      let number = try linkOrderNumber(of: place)
      for (place, origin) in origins.enumerated() {
        try setOrigin(origin, at: Int64(place), number, of: target)
      }
    } else if noted != nil {
      try forgetLinkOrder(of: place, to: target)
    }
  }

  private func linkOrderNumber(of place: PropertyPlace) throws -> Int {
    if let number = catalogue.linkOrderNumber(of: place) { return number }
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS links(c,t,i,o,PRIMARY KEY(c,t,i)) WITHOUT ROWID; "
        + "CREATE INDEX IF NOT EXISTS links_o ON links(c,t,o,i)")
    catalogue.linkOrders.append(place)
    return catalogue.linkOrders.count - 1
  }

  /// The last place of an order; `nil`: none is noted.
  private func lastPlace(_ number: Int, of target: Int64) throws -> Int64? {
    try integers(
      "SELECT i FROM links WHERE c = \(number) AND t = ?1 ORDER BY i DESC LIMIT 1", target
    )
    .first
  }

  private func setOrigin(
    _ origin: Int64, at place: Int64, _ number: Int, of target: Int64
  ) throws {
    _ = try integers(
      "REPLACE INTO links VALUES (?1, ?2, ?3, ?4)", Int64(number), target, place, origin)
  }

  /// Adds an object at the end.
  private func addOrigin(_ origin: Int64, _ number: Int, of target: Int64) throws {
    let last = try lastPlace(number, of: target) ?? -1
    try setOrigin(origin, at: last + 1, number, of: target)
  }

  /// Removes the first link of an object from an order, whose last one takes its place.
  private func removeOrigin(_ origin: Int64, _ number: Int, of target: Int64) throws {
    let links = "FROM links WHERE c = \(number) AND t = ?1"
    guard let last = try lastPlace(number, of: target),
      let place = try integers("SELECT i \(links) AND o = ?2 ORDER BY i LIMIT 1", target, origin)
        .first,
      let moved = try integers("SELECT o \(links) AND i = ?2", target, last).first
    else { return }
    if place != last { try setOrigin(moved, at: place, number, of: target) }
    _ = try integers("DELETE \(links) AND i = ?2", target, last)
  }

  /// Puts links, which stand by target and in the order of keys, into the order that is noted.
  func arrange(
    _ links: inout [IncomingLink], from start: Int, by place: PropertyPlace, to keys: FileKeySet
  ) throws {
    guard start < links.count, let number = catalogue.linkOrderNumber(of: place) else { return }
    let statement = try connection.prepare(
      "SELECT t, o FROM links WHERE c = \(number) AND t IN \(keys.keys) ORDER BY t, i")
    var orders: [Int64: [Int64]] = [:]
    while try statement.step() {
      orders[statement.integer(0), default: []].append(statement.integer(1))
    }
    guard !orders.isEmpty else { return }
    var groups: [Int64: [Int]] = [:]
    for index in start..<links.count { groups[links[index].target, default: []].append(index) }
    // Each target has places of its own, so it does not matter which is first.
    for (target, order) in orders {
      let places = groups[target] ?? []
      for (index, link) in zip(places, LinkOrder.arrange(places.map { links[$0] }, by: order)) {
        links[index] = link
      }
    }
  }
}
