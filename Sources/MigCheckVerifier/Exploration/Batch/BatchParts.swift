import MigCheckModel

/// The content of a store that holds the start graphs of several trials, with the trial that each
/// object belongs to.
///
/// Objects keep the keys that they have in the store, so that the part of one trial can be judged
/// together with what an upgrade recorded of its objects.
struct BatchParts {
  let index: SnapshotIndex
  private let count: Int
  /// By type and row: the part that the object belongs to.
  private let owners: [[Int]]
  /// By embedded type and key: the part that the object belongs to.
  private let embeddedOwners: [[Int64: Int]]

  var schema: Schema { index.schema }

  /// - Parameter owner: gives the part of a top-level object by its type and key; `nil`: unknown.
  /// - Returns: `nil` where some object has no part, or has a place that its type does not allow.
  /// - Complexity: O(*n*) in the size of the content.
  init?(_ index: SnapshotIndex, count: Int, owner: (_ type: Int, _ key: Int64) -> Int?) {
    let snapshot = index.snapshot
    guard snapshot.misplaced.isEmpty, snapshot.danglingLinks.isEmpty,
      snapshot.brokenLinks.isEmpty
    else { return nil }
    let schema = index.schema
    var owners = [[Int]]()
    for type in schema.types.indices {
      var own = [Int]()
      if !schema.types[type].isEmbedded {
        own.reserveCapacity(snapshot.keys[type].count)
        for key in snapshot.keys[type] {
          guard let part = owner(type, key) else { return nil }
          own.append(part)
        }
      }
      owners.append(own)
    }
    self.index = index
    self.count = count
    self.owners = owners
    embeddedOwners = Self.embeddedOwners(in: snapshot.graph, owners: owners)
  }

  private static func embeddedOwners(
    in graph: ObjectGraph, owners: [[Int]]
  ) -> [[Int64: Int]] {
    var result = graph.schema.types.map { _ in [Int64: Int]() }
    guard graph.schema.types.contains(where: \.isEmbedded) else { return result }
    func visit(_ value: Value, part: Int) {
      switch value {
      case .embedded(let object):
        result[object.type][object.key] = part
        for value in object.values { visit(value, part: part) }
      case .list(let elements), .set(let elements):
        for element in elements { visit(element, part: part) }
      case .dictionary(let entries): for entry in entries { visit(entry.value, part: part) }
      default: break
      }
    }
    for (type, table) in zip(graph.schema.types.indices, graph.tables) {
      let properties = graph.schema.types[type].storedProperties
      for (property, column) in zip(properties, table.columns) where property.isLink {
        for (row, value) in column.enumerated() { visit(value, part: owners[type][row]) }
      }
    }
    return result
  }

  /// The part that an object belongs to; `nil`: there is no such object.
  func owner(of key: Int64, type: Int) -> Int? {
    if schema.types[type].isEmbedded { return embeddedOwners[type][key] }
    return index.position(of: key, type: type).map { owners[type][$0] }
  }

  func owner(of key: Int64, type: Name) -> Int? {
    schema.index(of: type).flatMap { owner(of: key, type: $0) }
  }

  /// Whether each object that both have belongs to the same part.
  ///
  /// - Parameter other: of a store of the same version.
  /// - Complexity: O(*n* log *n*) in the size of the content.
  func hasSameOwners(as other: BatchParts) -> Bool {
    for type in schema.types.indices {
      if schema.types[type].isEmbedded {
        for (key, part) in embeddedOwners[type] {
          if let owner = other.embeddedOwners[type][key], owner != part { return false }
        }
      } else if index.snapshot.keys[type] == other.index.snapshot.keys[type] {
        if owners[type] != other.owners[type] { return false }
      } else {
        for (row, key) in index.snapshot.keys[type].enumerated() {
          if let owner = other.owner(of: key, type: type), owner != owners[type][row] {
            return false
          }
        }
      }
    }
    return true
  }

  /// The parts of which two objects have the same values where they are to be unique.
  ///
  /// - Complexity: O(*n* · *m*) in the numbers of objects and constraints.
  func repeating(_ constraints: [UniqueProperties]) -> Set<Int> {
    var repeating = Set<Int>()
    for constraint in constraints {
      var seen = Array(repeating: Set<[KeyValue]>(), count: count)
      for type in constraint.types.compactMap(schema.index(of:)) {
        let columns = constraint.properties.compactMap(schema.types[type].storedIndex)
        guard columns.count == constraint.properties.count, !columns.isEmpty else { continue }
        for (row, part) in owners[type].enumerated() {
          let values = columns.map { index.snapshot.graph.tables[type].columns[$0][row] }
          guard !values.contains(where: \.isNull) else { continue }
          if !seen[part].insert(values.map(KeyValue.init)).inserted { repeating.insert(part) }
        }
      }
    }
    return repeating
  }

  /// The content of each part.
  ///
  /// - Returns: `nil` where a link leads from one part to another.
  /// - Complexity: O(*n*) in the size of the content.
  func separated() -> [SnapshotIndex]? {
    let whole = index.snapshot
    var parts = Array(
      repeating: Snapshot(
        version: whole.version, graph: ObjectGraph(schema: schema),
        keys: schema.types.map { _ in [] }), count: count)
    // By type and part: the rows of the part. By type and row: the row in the part.
    var members = [[[Int]]]()
    var rows = [[Int]]()
    for owners in owners {
      var own = Array(repeating: [Int](), count: count)
      rows.append(
        owners.enumerated().map { row, part in
          own[part].append(row)
          return own[part].count - 1
        })
      members.append(own)
    }
    var isClosed = true
    for (type, table) in whole.graph.tables.enumerated() where table.count > 0 {
      let holdLinks = schema.types[type].storedProperties.map { $0.isLink || $0.type == .mixed }
      for (part, own) in members[type].enumerated() where !own.isEmpty {
        parts[part].keys[type] = own.map { whole.keys[type][$0] }
        let columns = zip(table.columns, holdLinks).map { column, holdsLinks in
          guard holdsLinks else { return own.map { column[$0] } }
          return own.map { row in
            column[row].mapLinks { link in
              if owners[link.type][link.index] != part { isClosed = false }
              return ObjectReference(type: link.type, index: rows[link.type][link.index])
            }
          }
        }
        parts[part].graph.tables[type] = ObjectGraph.Table(count: own.count, columns: columns)
      }
    }
    return isClosed ? parts.map(SnapshotIndex.init) : nil
  }
}

/// What an upgrade of a batch recorded of the objects of each part.
struct BatchRecord {
  let records: [UpgradeRecord]
  /// The part that each object belongs to that the upgrade made, by the name of the type.
  private let created: [(type: Name, owners: [Int64: Int])]

  /// - Parameter before: the content before the hop.
  /// - Returns: `nil` where an object was made from none, so that it belongs to no part.
  /// - Complexity: O(*n* log *n*) in the number of recorded objects.
  init?(_ record: UpgradeRecord, count: Int, before: BatchParts) {
    var created = [(type: Name, owners: [Int64: Int])]()
    // By type and key: the object that it is a copy of.
    var originals = [Name: [Int64: Int64]]()
    for creation in record.creations {
      var owners = [Int64: Int]()
      originals[creation.type, default: [:]].merge(
        zip(creation.keys, creation.originals), uniquingKeysWith: { first, _ in first })
      for (key, original) in zip(creation.keys, creation.originals) {
        let known = owners[original] ?? before.owner(of: original, type: creation.type)
        guard original >= 0, let known else { return nil }
        owners[key] = known
      }
      created.append((creation.type, owners))
    }
    self.created = created
    func divided(_ keys: [Int64], type: Name) -> [[Int64]]? {
      let owners = created.filter { $0.type == type }.map(\.owners)
      var parts = Array(repeating: [Int64](), count: count)
      for key in keys {
        let made = owners.lazy.compactMap { $0[key] }.first
        guard let part = made ?? before.owner(of: key, type: type) else { return nil }
        parts[part].append(key)
      }
      return parts
    }
    var records = Array(repeating: UpgradeRecord(renames: record.renames), count: count)
    /// Gives each part the entries about its objects, and those about none to all.
    func divide<Entry>(
      _ entries: WritableKeyPath<UpgradeRecord, [Entry]>, type: KeyPath<Entry, Name>,
      keys: WritableKeyPath<Entry, [Int64]>, finish: (inout Entry) -> Void = { _ in }
    ) -> Bool {
      for entry in record[keyPath: entries] {
        let all = entry[keyPath: keys]
        guard let divided = divided(all, type: entry[keyPath: type]) else { return false }
        for part in records.indices where !divided[part].isEmpty || all.isEmpty {
          var own = entry
          own[keyPath: keys] = divided[part]
          finish(&own)
          records[part][keyPath: entries].append(own)
        }
      }
      return true
    }
    guard divide(\.writes, type: \.type, keys: \.keys),
      divide(\.deletions, type: \.type, keys: \.keys),
      divide(
        \.creations, type: \.type, keys: \.keys,
        finish: { own in
          own.originals = own.keys.map { originals[own.type]?[$0] ?? -1 }
        })
    else { return nil }
    self.records = records
  }

  /// The part that an object belongs to; `nil`: the upgrade did not make it.
  func owner(of key: Int64, type: Name) -> Int? {
    created.lazy.filter { $0.type == type }.compactMap { $0.owners[key] }.first
  }
}

extension ObjectGraph {
  /// The objects of several graphs of one schema in one, those of the first graph first, with no link
  /// between them.
  ///
  /// - Complexity: O(*n*) in the size of all graphs.
  static func joined(_ graphs: [ObjectGraph], schema: Schema) -> ObjectGraph {
    var result = ObjectGraph(schema: schema)
    for graph in graphs {
      let offsets = result.tables.map(\.count)
      for (type, table) in graph.tables.enumerated() where table.count > 0 {
        result.tables[type].count += table.count
        for (column, property) in schema.types[type].storedProperties.enumerated() {
          let holdsLinks = property.isLink || property.type == .mixed
          result.tables[type].columns[column] +=
            holdsLinks
            ? table.columns[column].map { value in
              value.mapLinks {
                ObjectReference(type: $0.type, index: $0.index + offsets[$0.type])
              }
            } : table.columns[column]
        }
      }
    }
    return result
  }
}
