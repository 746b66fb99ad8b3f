import MigCheckModel
import MigCheckText

/// A small graph that is put together for one question: every value is the initial one, but for a
/// few.
struct ProbeGraph {
  private var builder: GraphBuilder
  /// The schema after the upgrade: what becomes embedded there needs a parent already.
  let later: Schema

  init(_ schema: Schema, later: Schema) {
    builder = GraphBuilder(schema: schema)
    self.later = later
  }

  var schema: Schema { builder.schema }
  var graph: ObjectGraph { builder.graph }

  /// One object of each top-level type.
  mutating func addOneOfEach() {
    for (index, type) in schema.types.enumerated() where !type.isEmbedded { add(index) }
  }

  /// Adds an object of a top-level type.
  @discardableResult
  mutating func add(
    _ index: Int, setting property: Name? = nil, to value: Value = .null
  ) -> ObjectReference {
    builder.add(index, property.map { [($0, value)] } ?? [])
  }

  /// Adds an object with one property set; of an embedded type inside a parent, of one that will be
  /// embedded with a link from a parent.
  ///
  /// - Returns: the top-level object that holds the property, or its outermost parent; `nil` if
  ///   the type can have no objects.
  mutating func addHolder(
    of property: Property, in index: Int, value: Value, visited: [Int] = []
  ) -> ObjectReference? {
    guard !visited.contains(index) else { return nil }
    let type = schema.types[index]
    let visited = visited + [index]
    if type.isEmbedded {
      let inner = builder.values(of: type, number: 0, [(property.name, value)])
      guard let (owner, link) = link(to: type.name, notIn: visited) else { return nil }
      let object = Value.embedded(EmbeddedObject(type: index, values: inner))
      return addHolder(of: link, in: owner, value: link.holding(object), visited: visited)
    }
    let object = add(index, setting: property.name, to: value)
    if later.type(named: type.name)?.isEmbedded ?? false,
      let (owner, link) = link(to: type.name, notIn: visited)
    {
      _ = addHolder(of: link, in: owner, value: link.holding(.link(object)), visited: visited)
    }
    return object
  }

  /// A property that leads to a type and still does so after the upgrade, if there is one.
  private func link(to type: Name, notIn visited: [Int]) -> (Int, Property)? {
    var candidates = [(Int, Property)]()
    for (index, owner) in schema.types.enumerated() where !visited.contains(index) {
      for property in owner.storedProperties where property.links(to: type) {
        candidates.append((index, property))
      }
    }
    return candidates.first { index, property in
      later.type(named: schema.types[index].name)?.property(named: property.name)
        .map { $0.hasSameContent(as: property) } ?? false
    } ?? candidates.first
  }
}

extension Property {
  func links(to type: Name) -> Bool {
    isLink && objectType == type
  }

  /// The value of the property that holds one link, or one element.
  func holding(_ element: Value) -> Value {
    switch collection {
    case nil: element
    case .list: .list([element])
    case .set: .set([element])
    case .dictionary: .dictionary([DictionaryEntry("a", element)])
    }
  }
}
