import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// The objects of a small graph as reports draw them: each value in words, and what it leads to.
struct ShownGraph {
  struct Object {
    /// `Reader#0`.
    var name: String
    var values: [Value]
  }

  struct Value {
    var property: String
    var text: String
    /// The names of the objects that links in the value lead to; of a foreign key, its row.
    var links: [String] = []
    /// Whether others would do.
    var isAny = false
    /// Whether the finding is about it.
    var isDecisive = false
  }

  /// Further objects are only counted.
  static let limit = 20

  var objects: [Object]
  /// How many more there are.
  var more = 0
}

extension ShownGraph {
  /// - Parameters:
  ///   - subject: the property that a finding is about.
  ///   - references: properties whose values name other objects of the graph.
  ///   - before: objects that stand before those of the graph, which values of it may name.
  init(
    _ graph: FindingPresentation.Graph, subject: PropertyPath?, references: [PropertyReference]
  ) {
    let (schema, own) = (graph.graph.schema, graph.graph)
    func name(_ object: ObjectReference) -> String {
      let first =
        graph.firstNumbers.indices.contains(object.type) ? graph.firstNumbers[object.type] : 0
      return "\(ValueText.escaped(schema.types[object.type].name))#\(first + object.index)"
    }
    let rows = schema.types.indices.flatMap { type in
      (0..<own.tables[type].count).map { ObjectReference(type: type, index: $0) }
    }
    more = max(0, rows.count - Self.limit)
    objects = rows.prefix(Self.limit).map { row in
      let type = schema.types[row.type]
      let anyValues = graph.anyValues.filter { $0.row == row.index && $0.type == type.name }
      let values = zip(type.storedProperties, own.values(of: row)).map { property, value in
        let marks = anyValues.filter { $0.property == property.name }
        let isSubject = subject?.type == type.name && subject?.property == property.name
        let text = ValueText.text(
          of: value, schema: schema, label: { Int64(Self.number($0, graph)) },
          isAny: { path in
            marks.contains { $0.path == path && !($0.path.isEmpty && isSubject) }
          })
        let keys = references.filter { $0.type == type.name && $0.property == property.name }
        let found = value.links + keys.flatMap { own.objects(named: value, by: $0) }
        return Value(
          property: ValueText.escaped(property.name), text: text, links: found.map(name),
          isAny: !isSubject && marks.contains { $0.path.isEmpty }, isDecisive: isSubject)
      }
      return Object(name: name(row), values: values)
    }
  }

  private static func number(_ object: ObjectReference, _ graph: FindingPresentation.Graph) -> Int {
    let numbers = graph.firstNumbers
    return (numbers.indices.contains(object.type) ? numbers[object.type] : 0) + object.index
  }
}

extension Value {
  /// The targets of all links in it, in their order.
  fileprivate var links: [ObjectReference] {
    switch self {
    case .link(let target): [target]
    case .list(let elements), .set(let elements): elements.flatMap(\.links)
    case .dictionary(let entries): entries.flatMap(\.value.links)
    case .embedded(let object): object.values.flatMap(\.links)
    default: []
    }
  }
}

extension ObjectGraph {
  /// The objects that a value names as a foreign key does.
  fileprivate func objects(named value: Value, by key: PropertyReference) -> [ObjectReference] {
    guard value != .null, let type = schema.index(of: key.targetType),
      let column = schema.types[type].storedIndex(of: key.targetProperty)
    else { return [] }
    return tables[type].columns[column].indices.prefix { _ in true }
      .filter { tables[type].columns[column][$0] == value }
      .map { ObjectReference(type: type, index: $0) }
  }
}

extension ShownGraph {
  var json: JSON {
    .array(
      objects.map { object in
        .object([
          .init("object", .string(object.name)),
          .init("values", .array(object.values.map(Self.json))),
        ])
      })
  }

  private static func json(_ value: Value) -> JSON {
    var members: [JSON.Member] = [
      .init("property", .string(value.property)), .init("text", .string(value.text)),
    ]
    if !value.links.isEmpty {
      members.append(.init("links", .array(value.links.map(JSON.string))))
    }
    if value.isAny { members.append(.init("any", .bool(true))) }
    if value.isDecisive { members.append(.init("decisive", .bool(true))) }
    return .object(members)
  }
}
