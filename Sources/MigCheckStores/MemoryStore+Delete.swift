import MigCheckModel

extension MemoryStore {
  @discardableResult
  package func delete(_ keys: [Int64], from table: Int) -> [ObjectReference] {
    var dead: [Int: Set<Int64>] = [:]
    let named = keys.filter { self.table(table).row(of: $0) != nil }
    var order = named.map { ObjectReference(type: table, index: Int($0)) }
    dead[table] = Set(named)
    // The list grows while embedded children are found.
    var next = 0
    while next < order.count {
      for child in embeddedChildren(of: order[next]) {
        let key = Int64(child.index)
        guard contains(child), dead[child.type, default: []].insert(key).inserted else { continue }
        order.append(child)
      }
      next += 1
    }
    guard !order.isEmpty else { return [] }
    for id in state.tables.indices {
      if let gone = dead[id] { removeRows(of: gone, from: id) }
    }
    for id in state.tables.indices where state.tables[id] != nil {
      removeLinks(in: id) { dead[$0.type]?.contains(Int64($0.index)) ?? false }
    }
    let cascade = order[named.count...].sorted { ($0.type, $0.index) < ($1.type, $1.index) }
    return Array(order[..<named.count]) + cascade
  }

  private func embeddedChildren(of object: ObjectReference) -> [ObjectReference] {
    let table = self.table(object.type)
    guard let row = table.row(of: Int64(object.index)) else { return [] }
    var children = [ObjectReference]()
    for (property, column) in zip(table.layout.properties, table.contents.columns)
    where property.isLink {
      for link in column[row].links where self.table(link.type).layout.isEmbedded {
        children.append(link)
      }
    }
    return children
  }

  private func removeRows(of gone: Set<Int64>, from id: Int) {
    guard !gone.isEmpty, let contents = state.tables[id]?.contents else { return }
    let kept = contents.keys.indices.filter { !gone.contains(contents.keys[$0]) }
    state.tables[id]?.contents = TableContents(
      keys: kept.map { contents.keys[$0] },
      columns: contents.columns.map { column in kept.map { column[$0] } })
  }

  /// Removes all links for which a condition holds from the values of a table.
  private func removeLinks(in id: Int, where isGone: (ObjectReference) -> Bool) {
    guard let table = state.tables[id] else { return }
    for (index, property) in table.layout.properties.enumerated()
    where property.isLink || property.type == .mixed {
      for row in table.contents.keys.indices {
        let value = table.contents.columns[index][row]
        guard value.containsLink(where: isGone) else { continue }
        state.tables[id]?.contents.columns[index][row] = Self.removingLinks(
          from: value, of: property, where: isGone)
      }
    }
  }

  static func removingLinks(
    from value: Value, of property: Property, where isGone: (ObjectReference) -> Bool
  ) -> Value {
    func isGoneLink(_ element: Value) -> Bool {
      if case .link(let target) = element { isGone(target) } else { false }
    }
    switch value {
    case .list(let elements): return .list(elements.filter { !isGoneLink($0) })
    case .set(let elements): return .set(elements.filter { !isGoneLink($0) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { isGoneLink($0.value) ? DictionaryEntry($0.key, .null) : $0 })
    default: return isGoneLink(value) ? .null : value
    }
  }
}
