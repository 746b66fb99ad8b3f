import MigCheckModel
import MigCheckSQLite

extension FileStore {
  @discardableResult
  package func delete(_ keys: [Int64], from table: Int) throws -> [ObjectReference] {
    try translatingErrors {
      let named = try present(keys, in: table)
      guard !named.isEmpty else { return [] }
      let cascade = try embeddedDescendants(of: named, in: table)
      var dead = [(table: Int, keys: [Int64])]()
      for id in catalogue.tables.indices {
        let children = cascade.filter { $0.type == id }.map { Int64($0.index) }
        if id == table {
          dead.append((id, children.isEmpty ? named : (named + children).sorted()))
        } else if !children.isEmpty {
          dead.append((id, children))
        }
      }
      for (table, keys) in dead { try removeRows(keys, of: table) }
      return named.map { ObjectReference(type: table, index: Int($0)) } + cascade
    }
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

  /// The objects of embedded tables that go with others, by table and key.
  private func embeddedDescendants(
    of keys: [Int64], in table: Int
  ) throws -> [ObjectReference] {
    guard catalogue.tables.contains(where: { $0?.layout.isEmbedded ?? false }) else { return [] }
    var found = [ObjectReference]()
    // Objects that were named are not found again, wherever a link to them stands.
    var seen = Set<ObjectReference>()
    if self.table(table).layout.isEmbedded {
      for key in keys { seen.insert(ObjectReference(type: table, index: Int(key))) }
    }
    var generation = [(table: table, keys: keys)]
    while !generation.isEmpty {
      var children = [Int: [Int64]]()
      for (table, keys) in generation {
        for child in try embeddedChildren(of: keys, in: table)
        where seen.insert(child).inserted {
          children[child.type, default: []].append(Int64(child.index))
          found.append(child)
        }
      }
      generation = catalogue.tables.indices.compactMap { id in
        children[id].map { (id, $0.sorted()) }
      }
    }
    return found.sorted { ($0.type, $0.index) < ($1.type, $1.index) }
  }

  private func embeddedChildren(of keys: [Int64], in id: Int) throws -> [ObjectReference] {
    let table = self.table(id)
    var owners: FileKeySet?
    var children = [ObjectReference]()
    for (property, slot) in zip(table.layout.properties, table.slots) {
      guard let target = catalogue.target(of: property),
        catalogue.tables[target]?.layout.isEmbedded ?? false
      else { continue }
      let set = try owners ?? FileKeySet(keys, of: id, in: connection)
      owners = set
      let sql: String
      switch slot {
      case .column(let column, _):
        sql =
          "SELECT c\(column) FROM \(table.name) WHERE k IN \(set.keys) AND c\(column) NOT NULL"
      case .collection(let number, let isPhysical, _):
        guard isPhysical else { continue }
        sql = "SELECT v FROM x\(number) WHERE o IN \(set.keys) AND v NOT NULL"
      }
      let statement = try connection.prepare(sql)
      while try statement.step() {
        children.append(ObjectReference(type: target, index: Int(statement.integer(0))))
      }
    }
    return children
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
  private func prepareToFind(in table: String, column: String) throws {
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
