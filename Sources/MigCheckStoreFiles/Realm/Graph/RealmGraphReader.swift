import MigCheckModel

/// Makes an object graph of what a Realm file holds.
///
/// What a graph cannot hold becomes null, or is left out, and a note names it.
struct RealmGraphReader {
  private let content: RealmContent
  private let schema: Schema
  /// The table of each type of the schema.
  private let tables: [Int]
  /// The type of each table; `nil`: its objects are not in the graph.
  private let types: [Int?]
  /// The columns of each type's stored properties.
  private let columns: [[Int]]
  private(set) var notes = [RealmNote]()
  /// How many parents each embedded object was found in so far, by table.
  private var parents: [[Int]]
  private var nested = [RealmPlace: Int]()
  private var nulls = [RealmPlace: Int]()
  private var outside = [RealmPlace: Int]()

  /// - Parameter schema: its types and stored properties are those of the content, in any order.
  init(_ content: RealmContent, schema: Schema) {
    self.content = content
    self.schema = schema
    let known = content.classTables
    tables = schema.types.map { type in
      known.first { content.tables[$0].className == type.name } ?? -1
    }
    var types = [Int?](repeating: nil, count: content.tables.count)
    for (type, table) in tables.enumerated() where table >= 0 { types[table] = type }
    self.types = types
    columns = zip(schema.types, tables).map { type, table in
      type.storedProperties.map { property in
        content.tables[table].columns.firstIndex { Name($0.name) == property.name } ?? -1
      }
    }
    parents = content.tables.map { table in
      table.kind == .embedded ? Array(repeating: 0, count: table.keys.count) : []
    }
  }

  /// - Throws: `RealmFileError` for embedded objects that contain each other.
  mutating func read() throws(RealmFileError) -> Snapshot {
    var graph = ObjectGraph(schema: schema)
    var keys = schema.types.map { _ in [Int64]() }
    for type in schema.types.indices where !schema.types[type].isEmbedded {
      let table = content.tables[tables[type]]
      keys[type] = table.keys
      graph.tables[type].count = table.keys.count
      for (place, property) in schema.types[type].storedProperties.enumerated() {
        graph.tables[type].columns[place] = try values(of: property, at: place, type: type)
      }
    }
    var snapshot = Snapshot(version: content.schemaVersion ?? 0, graph: graph, keys: keys)
    addNotes(to: &snapshot)
    return snapshot
  }

  private mutating func values(
    of property: Property, at place: Int, type: Int
  ) throws(RealmFileError) -> [Value] {
    let position = columns[type][place]
    let values = content.tables[tables[type]].values[position]
    if property.keepsValues, property.isOptional { return values }
    var result = [Value]()
    result.reserveCapacity(values.count)
    let column = RealmPlace(table: tables[type], column: position)
    for value in values { result.append(try convert(value, of: property, column, depth: 0)) }
    return result
  }

  private mutating func convert(
    _ value: Value, of property: Property, _ column: RealmPlace, depth: Int
  ) throws(RealmFileError) -> Value {
    guard property.collection != nil else {
      let single = try single(value, of: property, column, depth: depth)
      if !single.isNull || property.isOptional { return single }
      nulls[column, default: 0] += 1
      return property.zeroValue
    }
    switch value {
    case .list(let elements):
      return .list(try self.elements(elements, of: property, column, depth: depth))
    case .set(let elements):
      return .set(try self.elements(elements, of: property, column, depth: depth))
    case .dictionary(let entries):
      var result = [DictionaryEntry]()
      for entry in entries {
        let value = try single(entry.value, of: property, column, depth: depth)
        result.append(DictionaryEntry(entry.key, filled(value, of: property, column)))
      }
      return .dictionary(result)
    default: return property.zeroValue
    }
  }

  /// The elements of a list or set; those that are links have a target.
  private mutating func elements(
    _ elements: [Value], of property: Property, _ column: RealmPlace, depth: Int
  ) throws(RealmFileError) -> [Value] {
    var result = [Value]()
    result.reserveCapacity(elements.count)
    for element in elements {
      let value = try single(element, of: property, column, depth: depth)
      if value.isNull, property.isLink { continue }
      result.append(filled(value, of: property, column))
    }
    return result
  }

  private mutating func filled(
    _ value: Value, of property: Property, _ column: RealmPlace
  ) -> Value {
    guard value.isNull, !property.isOptional else { return value }
    nulls[column, default: 0] += 1
    return property.type.zeroValue
  }

  private mutating func single(
    _ value: Value, of property: Property, _ column: RealmPlace, depth: Int
  ) throws(RealmFileError) -> Value {
    switch value {
    case .float(let number) where number.isNaN: return .float(.nan)
    case .double(let number) where number.isNaN: return .double(.nan)
    case .list, .set, .dictionary:
      nested[column, default: 0] += 1
      return .null
    case .link(let target):
      guard let type = types[target.type] else {
        outside[column, default: 0] += 1
        return .null
      }
      guard schema.types[type].isEmbedded else {
        return .link(ObjectReference(type: type, index: target.index))
      }
      guard property.isLink else {
        outside[column, default: 0] += 1
        return .null
      }
      return try embedded(target, type: type, depth: depth)
    default: return value
    }
  }

  /// An embedded object, which the first parent that is found keeps.
  private mutating func embedded(
    _ object: ObjectReference, type: Int, depth: Int
  ) throws(RealmFileError) -> Value {
    parents[object.type][object.index] += 1
    guard parents[object.type][object.index] == 1 else { return .null }
    guard depth < schema.types.count else {
      throw .damaged(at: 0, "embedded objects of \(schema.types[type].name) contain each other")
    }
    var values = [Value]()
    for (place, property) in schema.types[type].storedProperties.enumerated() {
      let position = columns[type][place]
      values.append(
        try convert(
          content.tables[object.type].values[position][object.index], of: property,
          RealmPlace(table: object.type, column: position), depth: depth + 1))
    }
    return .embedded(
      EmbeddedObject(
        type: type, values: values, key: content.tables[object.type].keys[object.index]))
  }

  // MARK: Notes

  private mutating func addNotes(to snapshot: inout Snapshot) {
    for (index, table) in content.tables.enumerated() {
      guard let name = table.className else {
        if !table.keys.isEmpty { notes.append(.otherTable(table.name, objects: table.keys.count)) }
        continue
      }
      if table.kind == .asymmetric { notes.append(.asymmetricClass(name)) }
      guard types[index] != nil else {
        if table.kind == .topLevel, !table.keys.isEmpty {
          notes.append(.otherClass(name, objects: table.keys.count))
        }
        continue
      }
      for (position, column) in table.columns.enumerated() {
        let place = RealmPlace(table: index, column: position)
        let path = PropertyPath(type: name, property: Name(column.name))
        if let count = nested[place] { notes.append(.nestedCollections(path, count: count)) }
        if let count = nulls[place] { notes.append(.nullInRequired(path, count: count)) }
        if let count = outside[place] { notes.append(.linksOutside(path, count: count)) }
      }
      for (row, count) in parents[index].enumerated() where count != 1 {
        snapshot.misplaced.append(
          Snapshot.MisplacedObject(type: name, key: table.keys[row], parents: count))
      }
      let orphans = parents[index].filter { $0 == 0 }.count
      if orphans > 0 { notes.append(.orphans(name, count: orphans)) }
      let shared = parents[index].filter { $0 > 1 }.count
      if shared > 0 { notes.append(.shared(name, count: shared)) }
    }
  }
}

extension Property {
  /// Whether values of the property are in graphs as they are in files.
  fileprivate var keepsValues: Bool {
    guard collection == nil else { return false }
    return switch type {
    case .object, .mixed, .float, .double, .linkingObjects: false
    default: true
    }
  }
}
