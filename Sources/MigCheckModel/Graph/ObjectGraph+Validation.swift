import MigCheckText

extension ObjectGraph {
  /// What makes this no graph of its schema.
  ///
  /// - Parameter rules: what the engine does with values; without them, what any engine may do.
  /// - Returns: one line for each fault, with the object type, row and property that it is in;
  ///   empty for a valid graph.
  /// - Complexity: O(*n*) in the size of the graph, O(*k*²) in the size of a set.
  public func validate(by rules: ValueRules = ValueRules()) -> [String] {
    guard tables.count == schema.types.count else {
      return ["the graph has \(tables.count) tables for \(schema.types.count) types"]
    }
    var validator = GraphValidator(graph: self, rules: rules)
    for place in tables.indices {
      // Of a large schema most graphs hold a few types only. (A key path would cost more than all the rest.)
      let isEmpty =
        tables[place].count == 0 && tables[place].columns.allSatisfy { $0.isEmpty }
        && tables[place].columns.count == schema.types[place].storedProperties.count
      if !isEmpty { validator.check(tables[place], of: schema.types[place]) }
    }
    return validator.faults
  }
}

/// Collects the faults of one graph.
///
/// A fault is noted at the value that it is about, without a place. Whoever asked for the check
/// then puts its own part of the place in front (``locate(since:_:)``). A valid graph, the
/// ordinary case, so costs no place at all.
private struct GraphValidator {
  let graph: ObjectGraph
  let schema: Schema
  let rules: ValueRules
  private var found = [(place: String, message: String)]()

  init(graph: ObjectGraph, rules: ValueRules) {
    self.graph = graph
    self.rules = rules
    self.schema = graph.schema
  }

  var faults: [String] { found.map { "\($0.place): \($0.message)" } }

  private mutating func note(_ message: String, at place: String = "") {
    found.append((place, message))
  }

  /// Puts a place in front of all faults that were found since there were `count` of them.
  private mutating func locate(since count: Int, _ place: @autoclosure () -> String) {
    guard found.count > count else { return }
    let place = place()
    for index in count..<found.count { found[index].place = place + found[index].place }
  }

  mutating func check(_ table: ObjectGraph.Table, of type: ObjectType) {
    let properties = type.storedProperties
    guard table.columns.count == properties.count else {
      note("\(table.columns.count) columns for \(properties.count) properties", at: type.name.text)
      return
    }
    if type.isEmbedded, table.count != 0 {
      note("objects of an embedded type stand in their parents", at: type.name.text)
    }
    for (property, column) in zip(properties, table.columns) {
      guard column.count == table.count else {
        note(
          "\(column.count) values for \(table.count) objects", at: "\(type.name).\(property.name)")
        continue
      }
      for (row, value) in column.enumerated() {
        let count = found.count
        check(value, of: property)
        locate(since: count, "\(type.name)#\(row).\(property.name)")
      }
      if let key = type.primaryKey, key == property.name {
        checkUniqueness(of: column, type: type.name, property: property.name)
      }
    }
  }

  private mutating func checkUniqueness(of column: [Value], type: Name, property: Name) {
    var seen = Set<[UInt8]>()
    for (row, value) in column.enumerated() where !seen.insert(value.keyBytes).inserted {
      note("the primary key stands twice", at: "\(type)#\(row).\(property)")
    }
  }

  private mutating func check(_ value: Value, of property: Property) {
    switch (property.collection, value) {
    case (nil, _): checkSingle(value, of: property)
    case (.list, .list(let elements)):
      for (index, element) in elements.enumerated() {
        let count = found.count
        checkSingle(element, of: property)
        locate(since: count, "[\(index)]")
      }
    case (.set, .set(let elements)):
      for element in elements { checkSingle(element, of: property) }
      checkDuplicates(in: elements)
    case (.dictionary, .dictionary(let entries)):
      for (index, entry) in entries.enumerated() {
        if index > 0, !entries[index - 1].key.precedes(entry.key) {
          note("the keys are not in increasing order")
        }
        if !rules.dictionaryKeys.allows(entry.key) {
          note("a key begins with $ or contains a full stop")
        }
        let count = found.count
        checkSingle(entry.value, of: property)
        locate(since: count, "[\"\(entry.key)\"]")
      }
    case (let kind?, _): note("this is no \(kind.rawValue)")
    }
  }

  private mutating func checkDuplicates(in elements: [Value]) {
    var links = Set<ObjectReference>()
    var others = [Value]()
    for element in elements {
      let isRepeated: Bool
      if case .link(let target) = element {
        isRepeated = !links.insert(target).inserted
      } else {
        isRepeated = others.contains { $0.isSameElement(as: element) }
        others.append(element)
      }
      if isRepeated { note("an element stands twice in the set") }
    }
  }

  private mutating func checkSingle(_ value: Value, of property: Property) {
    switch value {
    case .null:
      if !property.isOptional { note("null in a required property") }
    case .link(let target):
      checkLink(to: target, of: property)
    case .embedded(let object):
      checkEmbedded(object, of: property)
    case .list, .set, .dictionary:
      note("a collection where one value should stand")
    default:
      guard let scalar = value.scalarType, property.type == .mixed || property.type == scalar
      else {
        note("this is no \(property.type.rawValue)")
        return
      }
      if !value.isCanonicalScalar {
        note("the value is outside the range of \(scalar.rawValue)")
      }
    }
  }

  private mutating func checkLink(to target: ObjectReference, of property: Property) {
    guard property.type == .object || property.type == .mixed else {
      note("a link in a property of type \(property.type.rawValue)")
      return
    }
    guard schema.types.indices.contains(target.type),
      graph.tables[target.type].count > target.index, target.index >= 0
    else {
      note("the link leads nowhere")
      return
    }
    let type = schema.types[target.type]
    if type.isEmbedded {
      note("a link to the embedded type \(type.name)")
    }
    if property.type == .object, type.name != property.objectType,
      !schema.type(type.name, isKindOf: property.objectType ?? "")
    {
      note("a link to \(type.name), not \(property.objectType ?? "")")
    }
  }

  private mutating func checkEmbedded(_ object: EmbeddedObject, of property: Property) {
    guard schema.types.indices.contains(object.type), schema.types[object.type].isEmbedded,
      property.type == .object, property.collection != .set,
      schema.types[object.type].name == property.objectType
    else {
      note("an embedded object that the property does not admit")
      return
    }
    let properties = schema.types[object.type].storedProperties
    guard object.values.count == properties.count else {
      note("\(object.values.count) values for \(properties.count) properties")
      return
    }
    for (property, value) in zip(properties, object.values) {
      let count = found.count
      check(value, of: property)
      locate(since: count, ".\(property.name)")
    }
  }
}

extension Value {
  /// Whether a scalar is one that a store can hold and give back: a date with less than a second
  /// of nanoseconds, and a NaN without payload.
  var isCanonicalScalar: Bool {
    switch self {
    case .float(let value): !value.isNaN || value.bitPattern == Float.nan.bitPattern
    case .double(let value): !value.isNaN || value.bitPattern == Double.nan.bitPattern
    case .date(let value): value.isNormal
    default: true
    }
  }

  /// Bytes by which primary keys can be told apart: equal for equal values only.
  package var keyBytes: [UInt8] {
    switch self {
    case .string(let value): [1] + value.utf8
    case .null: [0]
    default: [2] + (scalarJSON?.compactText ?? "").utf8
    }
  }
}
