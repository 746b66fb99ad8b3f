import MigCheckModel
import MigCheckText

extension MemoryStore {
  package func incomingLinkCounts(to table: Int) -> [Int] {
    let target = self.table(table)
    var counts = Array(repeating: 0, count: target.contents.keys.count)
    forEachLinkColumn { _, _, column in
      for value in column {
        value.forEachLink { link in
          guard link.type == table, let row = target.row(of: Int64(link.index)) else { return }
          counts[row] += 1
        }
      }
    }
    return counts
  }

  private func forEachLinkColumn(_ body: (StoreTable, Property, [Value]) -> Void) {
    for table in state.tables {
      guard let table else { continue }
      for (property, column) in zip(table.layout.properties, table.contents.columns)
      where property.isLink || property.type == .mixed {
        body(table.layout, property, column)
      }
    }
  }

  package func incomingLinks(to keys: [Int64], in table: Int) -> [IncomingLink] {
    var links = [IncomingLink]()
    let wanted = Set(keys)
    for place in state.slots.origins(of: table) {
      guard let origin = state.tables[place.table],
        let index = origin.layout.index(of: place.name)
      else { continue }
      let first = links.count
      for (row, value) in origin.contents.columns[index].enumerated() {
        for (position, link) in value.positionedLinks
        where link.type == table && wanted.contains(Int64(link.index)) {
          links.append(
            IncomingLink(
              target: Int64(link.index),
              origin: ObjectReference(type: place.table, index: Int(origin.contents.keys[row])),
              property: place.name, position: position))
        }
      }
      guard let orders = state.linkOrders[place] else { continue }
      for key in keys {
        guard let order = orders[key] else { continue }
        let own = links.indices.filter { $0 >= first && links[$0].target == key }
        for (index, link) in zip(own, LinkOrder.arrange(own.map { links[$0] }, by: order)) {
          links[index] = link
        }
      }
    }
    // A stable sort by target keeps the order of origins.
    return links.indices.sorted { (links[$0].target, $0) < (links[$1].target, $1) }
      .map { links[$0] }
  }

  package func firstMixedLink(to table: Int) -> MixedLink? {
    var first: MixedLink?
    forEachLinkColumn { origin, property, column in
      guard property.type == .mixed else { return }
      for value in column where !value.isNull {
        for link in value.links where link.type == table {
          if let first, first.target <= Int64(link.index) { continue }
          first = MixedLink(
            target: Int64(link.index), table: origin.id, property: property.name)
        }
      }
    }
    return first
  }

  package func redirect(_ link: IncomingLink, to key: Int64) {
    let column = column(link.property, in: link.origin.type)
    guard let row = table(link.origin.type).row(of: Int64(link.origin.index)) else {
      preconditionFailure("the origin of a link to redirect is gone")
    }
    let place = PropertyPlace(link.origin.type, link.property)
    state.linkOrders[place]?[link.target] = nil
    if state.linkOrders[place]?.isEmpty ?? false { state.linkOrders[place] = nil }
    state.linkOrders[place]?[key]?.append(Int64(link.origin.index))
    state.origins = [:]
    let present = table(link.origin.type).contents.columns[column][row]
    state.tables[link.origin.type]?.contents.columns[column][row] = present.replacingLink(
      at: link.position, with: key)
  }

  package func hasDuplicates(of property: Name, in table: Int) -> Bool {
    let values = self.table(table).contents.columns[column(property, in: table)]
    var seen = Set<KeyIdentity>(minimumCapacity: values.count)
    return values.contains { !seen.insert(KeyIdentity(value: $0)).inserted }
  }
}

/// A value of a type that can be a primary key, told apart bit for bit.
struct KeyIdentity: Hashable {
  let value: Value

  static func == (left: KeyIdentity, right: KeyIdentity) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .int(let value): hasher.combine(value)
    case .string(let value): hasher.combine(Name(value))
    case .uuid(let value): hasher.combine(value)
    case .objectId(let value): hasher.combine(value)
    default: hasher.combine(0)
    }
  }
}

extension Value {
  /// The links of one property's value with their positions.
  fileprivate var positionedLinks: [(Int, ObjectReference)] {
    func link(_ element: Value, _ position: Int) -> (Int, ObjectReference)? {
      if case .link(let target) = element { (position, target) } else { nil }
    }
    switch self {
    case .link(let target): return [(0, target)]
    case .list(let elements), .set(let elements):
      return elements.enumerated().compactMap { link($1, $0) }
    case .dictionary(let entries):
      return entries.enumerated().compactMap { link($1.value, $0) }
    default: return []
    }
  }

  fileprivate func replacingLink(at position: Int, with key: Int64) -> Value {
    func replaced(_ element: Value) -> Value {
      guard case .link(let target) = element else { return element }
      return .link(ObjectReference(type: target.type, index: Int(key)))
    }
    switch self {
    case .link: return replaced(self)
    case .list(var elements):
      elements[position] = replaced(elements[position])
      return .list(elements)
    case .set(var elements):
      elements[position] = replaced(elements[position])
      return .set(elements)
    case .dictionary(var entries):
      entries[position].value = replaced(entries[position].value)
      return .dictionary(entries)
    default: return self
    }
  }
}
