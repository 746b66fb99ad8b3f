import MigCheckModel
import MigCheckSQLite

extension FileStore {
  @discardableResult
  package func delete(_ keys: [Int64], from table: Int) throws -> [ObjectReference] {
    try translatingErrors {
      try remove(try present(keys, in: table), from: table, isCleared: false)
    }
  }

  @discardableResult
  package func clear(_ table: Int) throws -> [ObjectReference] {
    try translatingErrors { try remove(try keys(of: table), from: table, isCleared: true) }
  }

  private func remove(
    _ named: [Int64], from table: Int, isCleared: Bool
  ) throws -> [ObjectReference] {
    guard !named.isEmpty else { return [] }
    let objects = named.map { ObjectReference(type: table, index: Int($0)) }
    let gone = try withDescendants(objects, isCleared: isCleared)
    try noteDeletion(of: gone)
    // Those that were named are the first of all, or the first of what goes with them.
    let isNamed = gone.count == objects.count ? [] : Set(objects)
    let cascade =
      isNamed.isEmpty
      ? []
      : gone.filter { !isNamed.contains($0) }
        .sorted { ($0.type, $0.index) < ($1.type, $1.index) }
    for id in catalogue.tables.indices {
      let children = cascade.filter { $0.type == id }.map { Int64($0.index) }
      if id == table {
        try removeRows(children.isEmpty ? named : (named + children).sorted(), of: id)
      } else if !children.isEmpty {
        try removeRows(children, of: id)
      }
    }
    return objects + cascade
  }

  /// Those of some increasing keys that objects have.
  private func present(_ keys: [Int64], in table: Int) throws -> [Int64] {
    let present = self.table(table)
    if present.isDense || keys.count <= FileKeySet.smallCount {
      return try keys.filter { try contains($0, in: present) }
    }
    let all = try self.keys(of: present, below: present.nextKey, in: connection)
    var place = 0
    return keys.filter { key in
      while place < all.count, all[place] < key { place += 1 }
      return place < all.count && all[place] == key
    }
  }

  /// An object that goes, and the one among those that were named with which it does.
  private struct Descendant {
    var object: ObjectReference
    var root: Int
  }

  /// Some objects and those of embedded tables that go with them, in the order in which they go:
  /// each with its own, or first all that were named where a table is cleared.
  private func withDescendants(
    _ named: [ObjectReference], isCleared: Bool
  ) throws -> [ObjectReference] {
    guard catalogue.tables.contains(where: { $0?.layout.isEmbedded ?? false }) else { return named }
    var found = named.enumerated().map { Descendant(object: $1, root: isCleared ? 0 : $0) }
    // Objects that were named are not found again, wherever a link to them stands.
    var seen = Set(named)
    var generation = found
    var isFirst = isCleared
    while !generation.isEmpty {
      generation = try children(of: generation, isCleared: isFirst)
        .filter { seen.insert($0.object).inserted }
      found += generation
      isFirst = false
    }
    if found.count == named.count { return named }
    return found.indices.sorted { (found[$0].root, $0) < (found[$1].root, $1) }
      .map { found[$0].object }
  }

  private func children(of parents: [Descendant], isCleared: Bool) throws -> [Descendant] {
    var places: [ObjectReference: Int] = [:]
    for (place, parent) in parents.enumerated() { places[parent.object] = place }
    var children = [(order: [Int], child: Descendant)]()
    for id in catalogue.tables.indices {
      let keys = parents.filter { $0.object.type == id }.map { Int64($0.object.index) }
      guard !keys.isEmpty else { continue }
      try forEachChild(of: keys.sorted(), in: id, inDictionaries: !isCleared) {
        (owner, rank, child) in
        guard let place = places[ObjectReference(type: id, index: Int(owner))] else { return }
        // A table is cleared group by group and property by property.
        let order =
          isCleared
          ? [Int(StoreCluster.number(of: owner)), rank, place, children.count]
          : [place, rank, children.count]
        children.append((order, Descendant(object: child, root: parents[place].root)))
      }
    }
    return children.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.child)
  }

  /// Calls `body` with each object of an embedded table that objects hold, with the key of its
  /// owner and the place of the property among those of the table.
  private func forEachChild(
    of keys: [Int64], in id: Int, inDictionaries: Bool,
    _ body: (_ owner: Int64, _ rank: Int, _ child: ObjectReference) -> Void
  ) throws {
    let table = self.table(id)
    let ranks = catalogue.slots.ranks(of: table.layout.properties, in: id)
    var owners: FileKeySet?
    for (index, property) in table.layout.properties.enumerated()
    where inDictionaries || property.collection != .dictionary {
      guard let target = catalogue.target(of: property),
        catalogue.tables[target]?.layout.isEmbedded ?? false
      else { continue }
      let set = try owners ?? FileKeySet(keys, of: id, in: connection)
      owners = set
      let sql: String
      switch table.slots[index] {
      case .column(let column, _):
        sql =
          "SELECT k, c\(column) FROM \(table.name) WHERE k IN \(set.keys) AND c\(column) NOT NULL"
      case .collection(let number, let isPhysical, _):
        guard isPhysical else { continue }
        sql =
          "SELECT o, v FROM x\(number) WHERE o IN \(set.keys) AND v NOT NULL ORDER BY o, p"
      }
      let statement = try connection.prepare(sql)
      while try statement.step() {
        body(
          statement.integer(0), ranks[index],
          ObjectReference(type: target, index: Int(statement.integer(1))))
      }
    }
  }

  /// Removes objects of one table, and the links to them.
  ///
  /// - Parameter keys: increasing, all of objects that are there; there may be repeats.
  private func removeRows(_ keys: [Int64], of id: Int) throws {
    let table = self.table(id)
    var distinct = [Int64]()
    distinct.reserveCapacity(keys.count)
    for key in keys where key != distinct.last { distinct.append(key) }
    let gone =
      Int64(distinct.count) == table.count
      ? Gone.all : .some(try FileKeySet(distinct, of: id, in: connection))
    try connection.execute("DELETE FROM \(table.name)\(gone.condition(on: "k"))")
    for case .collection(let number, isPhysical: true, _) in table.slots {
      try connection.execute("DELETE FROM x\(number)\(gone.condition(on: "o"))")
    }
    changes.deletedObjects(of: id)
    update(id) { $0.count -= Int64(distinct.count) }
    try removeLinks(to: gone, in: id)
  }

  /// Objects of one table that go.
  private enum Gone {
    case all
    case some(FileKeySet)

    func condition(on column: String) -> String {
      switch self {
      case .all: ""
      case .some(let set): " WHERE \(column) IN \(set.keys)"
      }
    }

    /// The condition that a column of links, or of `mixed` values, leads to one of them.
    func leads(from column: String, of property: Property, to table: Int) -> String {
      switch (self, property.type) {
      case (.all, .mixed):
        let prefix = FileEncoding.mixedLinkPrefix(to: table)
        return "typeof(\(column)) = 'blob' AND substr(\(column), 1, \(prefix.count)) = "
          + "x'\(FileKeySet.hexadecimal(prefix))'"
      case (.all, _): return "\(column) NOT NULL"
      case (.some(let set), .mixed): return "\(column) IN \(set.links)"
      case (.some(let set), _): return "\(column) IN \(set.keys)"
      }
    }

    var isSmall: Bool { if case .some(let set) = self { set.isSmall } else { false } }
  }

  private func removeLinks(to gone: Gone, in id: Int) throws {
    for origin in catalogue.tables.indices {
      guard let table = catalogue.tables[origin], table.count > 0 else { continue }
      for (index, property) in table.layout.properties.enumerated()
      where property.type == .mixed || catalogue.target(of: property) == id {
        let sql: String
        switch table.slots[index] {
        case .column(let column, _):
          if gone.isSmall, table.count > 256 {
            try prepareToFind(in: table.name, column: "c\(column)")
          }
          sql =
            "UPDATE \(table.name) SET c\(column) = NULL WHERE "
            + gone.leads(from: "c\(column)", of: property, to: id)
        case .collection(let number, let isPhysical, _):
          guard isPhysical else { continue }
          if gone.isSmall { try prepareToFind(in: "x\(number)", column: "v") }
          let condition = gone.leads(from: "v", of: property, to: id)
          sql =
            property.collection == .dictionary
            ? "UPDATE x\(number) SET v = NULL WHERE \(condition)"
            : "DELETE FROM x\(number) WHERE \(condition)"
        }
        try connection.prepare(sql).run()
        guard connection.changes > 0 else { continue }
        changes.wrote(table.slots[index], of: origin)
        if case .collection(let number, let isPhysical, _) = table.slots[index] {
          update(origin) {
            $0.slots[index] = .collection(number, isPhysical: isPhysical, hasGaps: true)
          }
        }
      }
    }
  }

  /// Makes an index once it is clear that a column is searched again and again.
  func prepareToFind(in table: String, column: String) throws {
    changes.scans += 1
    let name = "scratch_\(table)_\(column)"
    guard changes.scans > 16, !changes.scratchIndexes.contains(name) else { return }
    try connection.execute(
      "CREATE INDEX \(name) ON \(table)(\(column)) WHERE \(column) NOT NULL")
    changes.scratchIndexes.append(name)
  }

  func dropScratchIndexes() throws {
    // An index goes with its table, so it may be gone already.
    for name in changes.scratchIndexes { try connection.execute("DROP INDEX IF EXISTS \(name)") }
    changes.scratchIndexes = []
  }
}
