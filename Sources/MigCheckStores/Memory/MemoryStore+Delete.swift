import MigCheckModel

extension MemoryStore {
  @discardableResult
  package func delete(_ keys: [Int64], from table: Int) -> [ObjectReference] {
    let named = references(keys, in: table)
    guard !named.isEmpty else { return [] }
    var gone = Cascade()
    let columns = state.tables.indices.map { childColumns(of: $0) }
    // One after the other, each with all that belongs to it.
    for object in named where gone.insert(object) {
      var generation = [object]
      while !generation.isEmpty {
        generation = generation.flatMap { children(of: $0, in: columns[$0.type]) }
          .filter { contains($0) && gone.insert($0) }
      }
    }
    return remove(gone, named: named)
  }

  @discardableResult
  package func clear(_ table: Int) -> [ObjectReference] {
    let named = references(keys(of: table), in: table)
    guard !named.isEmpty else { return [] }
    var gone = Cascade()
    for object in named { _ = gone.insert(object) }
    let columns = state.tables.indices.map { childColumns(of: $0) }
    var generation = [ObjectReference]()
    // All children first, in groups of objects that stand together in the engine's file.
    for cluster in StoreCluster.groups(of: named.map { Int64($0.index) }) {
      for column in columns[table] where !column.isDictionary {
        for object in named[cluster] {
          generation += children(of: object, in: [column])
            .filter { contains($0) && gone.insert($0) }
        }
      }
    }
    while !generation.isEmpty {
      generation = generation.flatMap { children(of: $0, in: columns[$0.type]) }
        .filter { contains($0) && gone.insert($0) }
    }
    return remove(gone, named: named)
  }

  private func references(_ keys: [Int64], in id: Int) -> [ObjectReference] {
    let table = self.table(id)
    return keys.filter { table.row(of: $0) != nil }
      .map { ObjectReference(type: id, index: Int($0)) }
  }

  /// Objects that go, in the order in which they do.
  private struct Cascade {
    private(set) var order: [ObjectReference] = []
    private(set) var members: Set<ObjectReference> = []

    mutating func insert(_ object: ObjectReference) -> Bool {
      guard members.insert(object).inserted else { return false }
      order.append(object)
      return true
    }
  }

  private func remove(_ gone: Cascade, named: [ObjectReference]) -> [ObjectReference] {
    noteDeletion(of: gone.order)
    var dead: [Int: Set<Int64>] = [:]
    for object in gone.order { dead[object.type, default: []].insert(Int64(object.index)) }
    for id in state.tables.indices {
      if let gone = dead[id] { removeRows(of: gone, from: id) }
    }
    for id in state.tables.indices where state.tables[id] != nil {
      removeLinks(in: id) { dead[$0.type]?.contains(Int64($0.index)) ?? false }
    }
    state.origins = [:]
    let isNamed = Set(named)
    let cascade = gone.order.filter { !isNamed.contains($0) }
    return named + cascade.sorted { ($0.type, $0.index) < ($1.type, $1.index) }
  }

  /// A column that holds embedded objects.
  private struct ChildColumn {
    var index: Int
    var isDictionary: Bool
  }

  /// In the order in which they count.
  private func childColumns(of id: Int) -> [ChildColumn] {
    guard let layout = state.tables[id]?.layout else { return [] }
    let ranks = state.slots.ranks(of: layout.properties, in: id)
    return layout.properties.indices.filter { index in
      target(of: layout.properties[index]).map { table($0).layout.isEmbedded } ?? false
    }
    .sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    .map { ChildColumn(index: $0, isDictionary: layout.properties[$0].collection == .dictionary) }
  }

  private func children(
    of object: ObjectReference, in columns: [ChildColumn]
  ) -> [ObjectReference] {
    guard !columns.isEmpty, let table = state.tables[object.type],
      let row = table.row(of: Int64(object.index))
    else { return [] }
    return columns.flatMap { table.contents.columns[$0.index][row].links }
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
