/// The content of one store at one version: a plain value.
///
/// Objects of top-level types stand in tables of columns, in the order of their creation. An
/// embedded object stands inside its parent's value, so that ownership is a tree and an embedded
/// object without a parent, or with two, cannot be expressed. The tables of embedded types are
/// empty.
public struct ObjectGraph: Sendable {
  /// The types and properties that the tables follow.
  public let schema: Schema
  /// Parallel to `schema.types`.
  public var tables: [Table]

  /// The objects of one type.
  public struct Table: Sendable, Codable {
    /// How many objects there are.
    public var count: Int
    /// Parallel to the type's `storedProperties`; each column holds `count` values.
    public var columns: [[Value]]

    /// A table of `count` objects; each column must hold `count` values.
    public init(count: Int, columns: [[Value]]) {
      self.count = count
      self.columns = columns
    }
  }

  /// A graph without objects.
  public init(schema: Schema) {
    self.schema = schema
    self.tables = schema.types.map { type in
      Table(count: 0, columns: Array(repeating: [], count: type.storedProperties.count))
    }
  }
}

extension ObjectGraph {
  /// All objects of top-level types.
  public var objectCount: Int { tables.reduce(0) { $0 + $1.count } }

  /// The values of one object, parallel to its type's `storedProperties`.
  public func values(of object: ObjectReference) -> [Value] {
    tables[object.type].columns.map { $0[object.index] }
  }

  /// Adds an object at the end of its type's table.
  ///
  /// - Parameter values: parallel to the type's `storedProperties`.
  @discardableResult
  public mutating func append(_ values: [Value], type: Int) -> ObjectReference {
    precondition(
      values.count == tables[type].columns.count, "an object needs a value for each property")
    for (column, value) in values.enumerated() {
      tables[type].columns[column].append(value)
    }
    tables[type].count += 1
    return ObjectReference(type: type, index: tables[type].count - 1)
  }

  /// All objects, embedded ones included, that live in this graph.
  /// - Complexity: O(*n*) in the size of the graph.
  public var totalObjectCount: Int {
    var count = objectCount
    forEachEmbedded { _ in count += 1 }
    return count
  }

  /// Calls `body` for each embedded object, a parent before its children.
  public func forEachEmbedded(_ body: (EmbeddedObject) -> Void) {
    func visit(_ value: Value) {
      switch value {
      case .embedded(let object):
        body(object)
        for value in object.values { visit(value) }
      case .list(let elements), .set(let elements): for element in elements { visit(element) }
      case .dictionary(let entries): for entry in entries { visit(entry.value) }
      default: break
      }
    }
    for (type, table) in zip(schema.types, tables) {
      for (property, column) in zip(type.storedProperties, table.columns) where property.isLink {
        guard let target = property.objectType.flatMap(schema.type(named:)), target.isEmbedded
        else { continue }
        for value in column { visit(value) }
      }
    }
  }

  /// Calls `body` for each link between top-level objects, and from embedded ones; not for the
  /// ownership of embedded objects.
  public func forEachLink(in value: Value, _ body: (ObjectReference) -> Void) {
    switch value {
    case .link(let target): body(target)
    case .embedded(let object): for value in object.values { forEachLink(in: value, body) }
    case .list(let elements), .set(let elements):
      for element in elements { forEachLink(in: element, body) }
    case .dictionary(let entries): for entry in entries { forEachLink(in: entry.value, body) }
    default: break
    }
  }

  /// How many links the graph holds.
  /// - Complexity: O(*n*) in the size of the graph.
  public var linkCount: Int {
    var count = 0
    for table in tables {
      for column in table.columns {
        for value in column { forEachLink(in: value) { _ in count += 1 } }
      }
    }
    return count
  }
}

extension Value {
  /// The same value with every link replaced, inside collections and embedded objects too.
  ///
  /// - Parameter transform: gives the new target, or `nil` where the link is to vanish: a single
  ///   link becomes null, an entry of a list or set is removed, a dictionary's value becomes null.
  public func mapLinks(_ transform: (ObjectReference) -> ObjectReference?) -> Value {
    switch self {
    case .link(let target): return transform(target).map(Value.link) ?? .null
    case .embedded(var object):
      object.values = object.values.map { $0.mapLinks(transform) }
      return .embedded(object)
    case .list(let elements): return .list(Self.mapElements(elements, transform))
    case .set(let elements): return .set(Self.mapElements(elements, transform))
    case .dictionary(let entries):
      return .dictionary(
        entries.map { DictionaryEntry($0.key, $0.value.mapLinks(transform)) })
    default: return self
    }
  }

  private static func mapElements(
    _ elements: [Value], _ transform: (ObjectReference) -> ObjectReference?
  ) -> [Value] {
    elements.compactMap { element in
      if case .link(let target) = element {
        return transform(target).map(Value.link)
      }
      return element.mapLinks(transform)
    }
  }
}
