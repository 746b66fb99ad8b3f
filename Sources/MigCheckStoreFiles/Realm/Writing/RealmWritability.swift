import MigCheckModel
import MigCheckStores
import MigCheckText

/// Finds what a Realm file cannot hold, before anything is written.
struct RealmWritability {
  private let content: RealmContent
  private let format: Int
  private(set) var problems = [String]()

  init(_ content: RealmContent, format: Int) {
    self.content = content
    self.format = format
    guard RealmFile.writtenFormats.contains(format) else {
      problems.append("file format \(format) is read and not written; write 24 or 23")
      return
    }
    if content.schemaVersion == .max { problems.append("version \(UInt64.max) means no version") }
    checkNames(content.tables.map(\.name), longest: 63, of: "table")
    for table in content.tables.indices { check(table) }
    if problems.isEmpty { checkParents() }
  }

  private mutating func checkNames(_ names: [String], longest: Int, of kind: String) {
    var seen = Set<Name>()
    for name in names {
      if name.utf8.count > longest {
        problems.append("the name of \(kind) \(name) is longer than \(longest) bytes")
      }
      if name.isEmpty { problems.append("a \(kind) has no name") }
      if !seen.insert(Name(name)).inserted { problems.append("there are two \(kind)s \(name)") }
    }
  }

  private mutating func check(_ index: Int) {
    let table = content.tables[index]
    let name = table.className?.text ?? table.name
    checkNames(table.columns.map { "\(name).\($0.name)" }, longest: .max, of: "property")
    for column in table.columns where column.name.utf8.count > 63 {
      problems.append("the name of property \(name).\(column.name) is longer than 63 bytes")
    }
    // A column key has 16 bits for the place of a column.
    if table.columns.count > 0xFFFF { problems.append("\(name) has more than 65535 properties") }
    guard table.values.count == table.columns.count else {
      problems.append("\(name) has \(table.values.count) columns of values")
      return
    }
    if table.kind == .asymmetric, !table.keys.isEmpty {
      problems.append("\(name) is asymmetric, and its objects are never held on disk")
    }
    for (position, column) in table.columns.enumerated() {
      guard table.values[position].count == table.keys.count else {
        problems.append("\(name).\(column.name) does not have a value for each object")
        continue
      }
      checkColumn(column, name: "\(name).\(column.name)")
      for value in table.values[position] {
        guard let problem = problem(with: value, in: column) else { continue }
        problems.append("\(name).\(column.name): \(problem)")
        break
      }
    }
    if let key = table.primaryKey { checkKey(key, of: table, name: name) }
  }

  private mutating func checkColumn(_ column: RealmColumn, name: String) {
    if column.type == .linkingObjects { problems.append("\(name) is computed and never stored") }
    guard column.type == .object else { return }
    guard let target = column.target, content.tables.indices.contains(target) else {
      problems.append("\(name) links to a class that does not exist")
      return
    }
    if column.collection == .set, content.tables[target].kind == .embedded {
      problems.append("\(name) is a set of embedded objects")
    }
  }

  private mutating func checkKey(_ key: Int, of table: RealmTable, name: String) {
    guard table.columns.indices.contains(key) else {
      problems.append("the primary key of \(name) is not one of its properties")
      return
    }
    let column = table.columns[key]
    switch column.type {
    case .int, .string, .objectId, .uuid: break
    default: problems.append("\(name).\(column.name) cannot be a primary key")
    }
    if column.collection != nil {
      problems.append("\(name).\(column.name) cannot be a primary key")
    }
    if table.kind != .topLevel { problems.append("\(name) is embedded and has a primary key") }
    var seen = Set<[UInt8]>()
    for value in table.values[key] where !seen.insert(value.keyBytes).inserted {
      problems.append("\(name).\(column.name): two objects have one primary key")
      return
    }
  }

  /// Every embedded object has exactly one parent, in which it is a link of a column.
  private mutating func checkParents() {
    var parents = content.tables.map { Array(repeating: 0, count: $0.keys.count) }
    for table in content.tables {
      for (column, values) in zip(table.columns, table.values) where column.type == .object {
        for value in values { value.forEachLink { parents[$0.type][$0.index] += 1 } }
      }
    }
    for (table, counts) in zip(content.tables, parents) where table.kind == .embedded {
      let name = table.className?.text ?? table.name
      if counts.contains(0) { problems.append("an embedded object of \(name) has no parent") }
      if counts.contains(where: { $0 > 1 }) {
        problems.append("an embedded object of \(name) has several parents")
      }
    }
  }

  // MARK: Values

  private func problem(with value: Value, in column: RealmColumn) -> String? {
    func first(_ elements: [Value]) -> String? {
      for element in elements {
        if let problem = single(element, in: column) { return problem }
      }
      return nil
    }
    switch (column.collection, value) {
    case (nil, _): return single(value, in: column)
    case (.list, .list(let elements)): return first(elements)
    case (.set, .set(let elements)): return first(elements) ?? self.set(elements, of: column)
    case (.dictionary, .dictionary(let entries)):
      return keys(of: entries) ?? first(entries.map(\.value))
    case (let kind?, _): return "a value is not a \(kind.rawValue)"
    }
  }

  private func set(_ elements: [Value], of column: RealmColumn) -> String? {
    if elements.count < 2 { return nil }
    if format < 24, column.type == .mixed {
      return "sets of mixed values had another order in file format \(format); write 24"
    }
    for element in elements {
      switch element {
      case .float(let number) where number.isNaN && column.type == .float: return unordered
      case .double(let number) where number.isNaN && column.type == .double: return unordered
      default: break
      }
    }
    let distinct = SetElements.arrange(elements, of: column.type, byValue: true)
    return distinct.count == elements.count ? nil : "an element is twice in a set"
  }

  private func keys(of entries: [DictionaryEntry]) -> String? {
    for (index, entry) in entries.enumerated() {
      if entry.key.utf8.count > RealmTextLimits.longestText { return tooLong }
      if !ValueRules.DictionaryKeys.noPaths.allows(entry.key) {
        return "a key of a dictionary begins with $ or contains a full stop"
      }
      if index > 0, !entries[index - 1].key.precedes(entry.key) {
        return "the keys of a dictionary do not ascend"
      }
    }
    return nil
  }

  private var unordered: String { "Realm itself does not keep the order of a set with NaN" }

  private var tooLong: String {
    "a value is longer than the \(RealmTextLimits.longestData) bytes that Realm stores"
  }

  private func single(_ value: Value, in column: RealmColumn, depth: Int = 0) -> String? {
    switch value {
    case .null: return column.admitsNull ? nil : "null in a required property"
    case .link(let object): return link(object, in: column)
    case .embedded: return "an embedded object has no table of its own"
    case .set: return "a set where one value should be"
    case .list(let elements):
      return nested(depth, in: column)
        ?? elements.lazy.compactMap {
          single($0, in: column, depth: depth + 1)
        }.first
    case .dictionary(let entries):
      return nested(depth, in: column) ?? keys(of: entries)
        ?? entries.lazy.compactMap {
          single($0.value, in: column, depth: depth + 1)
        }.first
    case .string(let text):
      return text.utf8.count > RealmTextLimits.longestText ? tooLong : type(of: value, in: column)
    case .data(let bytes):
      return bytes.count > RealmTextLimits.longestData ? tooLong : type(of: value, in: column)
    case .date(let date):
      return date.isNormal
        ? type(of: value, in: column) : "a date has more than a second of nanoseconds"
    default: return type(of: value, in: column)
    }
  }

  private func type(of value: Value, in column: RealmColumn) -> String? {
    column.type == .mixed || value.scalarType == column.type
      ? nil : "a value is not of type \(column.type.rawValue)"
  }

  private func nested(_ depth: Int, in column: RealmColumn) -> String? {
    guard column.type == .mixed, column.collection != .set else {
      return "a collection where one value should be"
    }
    if format < 24 { return "mixed values hold no collections before file format 24" }
    return depth < 99 ? nil : "collections are nested too deeply"
  }

  private func link(_ object: ObjectReference, in column: RealmColumn) -> String? {
    guard content.tables.indices.contains(object.type),
      content.tables[object.type].keys.indices.contains(object.index)
    else { return "a link is dangling" }
    switch column.type {
    case .mixed:
      return content.tables[object.type].kind == .embedded
        ? "a mixed value links to an embedded object" : nil
    case .object:
      return object.type == column.target ? nil : "a link leads to another class"
    default: return "a link where a \(column.type.rawValue) should be"
    }
  }
}
