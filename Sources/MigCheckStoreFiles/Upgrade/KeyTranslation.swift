import MigCheckModel

/// Gives objects that come out of an upgrade the keys that they had before it.
///
/// A store file numbers its objects in its own way. Objects of the start keep their keys; those that
/// the upgrade made get the next free ones, in the order of their keys in the file.
struct KeyTranslation {
  private struct Table {
    var keys = [Int64: Int64]()
    var next: Int64 = 0

    mutating func add(_ key: Int64, as known: Int64) {
      keys[key] = known
      next = max(next, known + 1)
    }

    mutating func translate(_ key: Int64) -> Int64 {
      if let known = keys[key] { return known }
      add(key, as: next)
      return next - 1
    }
  }

  /// By the name of the type before the upgrade.
  private var tables = [Name: Table]()
  private let mapping: HopMapping?

  /// - Parameters:
  ///   - before: the content as it was written, with the keys that objects keep.
  ///   - keys: those that the same objects have in the file, as `StoreFormat.write` gives them.
  ///   - mapping: how types are called after the upgrade; `nil`: as before.
  init(_ before: Snapshot, written keys: [[Int64]], mapping: HopMapping?) {
    self.mapping = mapping
    for (index, type) in before.graph.schema.types.enumerated() where !type.isEmbedded {
      var table = Table()
      for (key, known) in zip(keys[index], before.keys[index]) { table.add(key, as: known) }
      tables[type.name] = table
    }
    for object in EmbeddedOrder(before.graph).objects {
      let type = before.graph.schema.types[object.type].name
      let count = tables[type]?.keys.count ?? 0
      let known = keys[object.type]
      let key = known.isEmpty ? Int64(count) : known.indices.contains(count) ? known[count] : -1
      tables[type, default: Table()].add(key, as: object.key)
    }
  }

  /// - Parameter type: as it is called after the upgrade.
  private mutating func translate(_ key: Int64, of type: Name) -> Int64 {
    let source = mapping.map { $0.source(of: type) } ?? type
    // No object of a type that comes from none has an earlier key.
    return tables[source ?? Name("\u{0}" + type.text), default: Table()].translate(key)
  }

  // MARK: After the upgrade

  /// - Complexity: O(*n* log *n*) in the number of objects.
  mutating func translate(_ snapshot: Snapshot) -> Snapshot {
    var result = snapshot
    let types = snapshot.graph.schema.types
    for index in types.indices where !types[index].isEmbedded {
      result.keys[index] = snapshot.keys[index].map { translate($0, of: types[index].name) }
    }
    for index in types.indices {
      for (column, property) in types[index].storedProperties.enumerated() where property.isLink {
        guard let target = property.objectType.flatMap(snapshot.graph.schema.type(named:)),
          target.isEmbedded
        else { continue }
        result.graph.tables[index].columns[column] = snapshot.graph.tables[index].columns[column]
          .map { translated($0, types) }
      }
    }
    for place in result.misplaced.indices {
      let object = result.misplaced[place]
      result.misplaced[place].key = translate(object.key, of: object.type)
    }
    for place in result.danglingLinks.indices {
      let link = result.danglingLinks[place]
      result.danglingLinks[place].key = translate(link.key, of: link.type)
    }
    return result
  }

  private mutating func translated(_ value: Value, _ types: [ObjectType]) -> Value {
    switch value {
    case .embedded(var object):
      object.key = translate(object.key, of: types[object.type].name)
      for place in object.values.indices {
        object.values[place] = translated(object.values[place], types)
      }
      return .embedded(object)
    case .list(let elements):
      var result = [Value]()
      for element in elements { result.append(translated(element, types)) }
      return .list(result)
    case .dictionary(let entries):
      var result = [DictionaryEntry]()
      for entry in entries {
        result.append(DictionaryEntry(entry.key, translated(entry.value, types)))
      }
      return .dictionary(result)
    default: return value
    }
  }

  /// What a model says of the upgrade, whose objects have the keys that the file gave them.
  mutating func translate(_ trace: MigrationTrace) -> MigrationTrace {
    guard case .objects(var record) = trace else { return trace }
    for place in record.writes.indices {
      let write = record.writes[place]
      record.writes[place].keys = write.keys.map { translate($0, of: write.type) }.sorted()
    }
    for place in record.creations.indices {
      let creation = record.creations[place]
      record.creations[place].keys = creation.keys.map { translate($0, of: creation.type) }
      record.creations[place].originals = creation.originals.map {
        $0 < 0 ? $0 : translate($0, of: creation.type)
      }
    }
    for place in record.deletions.indices {
      let deletion = record.deletions[place]
      record.deletions[place].keys = deletion.keys.map { former($0, of: deletion.type) }.sorted()
    }
    return .objects(record)
  }

  /// - Parameter type: as it is called before the upgrade.
  private mutating func former(_ key: Int64, of type: Name) -> Int64 {
    tables[type, default: Table()].translate(key)
  }
}

/// All embedded objects of a graph in the order in which engines make them: depth first, those in an
/// object before the object itself, types and properties in the order of their names.
struct EmbeddedOrder {
  private(set) var objects = [EmbeddedObject]()
  private let schema: Schema
  /// Per type: the stored properties in the order of their names.
  private let order: [[Int]]

  init(_ graph: ObjectGraph) {
    schema = graph.schema
    let types = schema.types
    order = types.map { type in
      type.storedProperties.indices.sorted {
        type.storedProperties[$0].name < type.storedProperties[$1].name
      }
    }
    guard types.contains(where: \.isEmbedded) else { return }
    let byName = types.indices.filter { !types[$0].isEmbedded }
      .sorted { types[$0].name < types[$1].name }
    for type in byName {
      for row in 0..<graph.tables[type].count {
        for column in order[type] { visit(graph.tables[type].columns[column][row]) }
      }
    }
  }

  private mutating func visit(_ value: Value) {
    switch value {
    case .embedded(let object):
      for column in order[object.type] { visit(object.values[column]) }
      objects.append(object)
    case .list(let elements): for element in elements { visit(element) }
    case .dictionary(let entries): for entry in entries { visit(entry.value) }
    default: break
    }
  }
}
