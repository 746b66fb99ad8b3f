import MigCheckModel
import MigCheckText

/// Builds tiny graphs object by object; what nobody asked for is filled in.
struct WitnessBuilder {
  let schema: Schema
  private(set) var graph: ObjectGraph
  /// Made when it is first needed.
  private var owners: EmbeddedOwners?

  init(schema: Schema) {
    self.schema = schema
    graph = ObjectGraph(schema: schema)
  }

  /// What a property gets when nobody asked for anything.
  enum Filling {
    /// Values that tell every property and every object apart.
    case distinct
    /// What a new object has.
    case initial
    /// Distinct values, and links to the first two objects of every type, which must be added.
    case linked
  }

  /// Adds an object; one of an embedded type within parents of its own.
  ///
  /// - Parameter values: properties by name; names that the type does not have are ignored.
  /// - Returns: the object, or the top-level object that it lives in; `nil` if no top-level type
  ///   leads to it.
  @discardableResult
  mutating func add(
    _ type: Int, _ values: [(Name, Value)] = [], filling: Filling = .distinct
  ) -> ObjectReference? {
    let objectType = schema.types[type]
    guard objectType.isEmbedded else {
      let number = graph.tables[type].count
      return graph.append(
        self.values(of: objectType, number: number, values, filling), type: type)
    }
    let owners = owners ?? EmbeddedOwners(schema: schema)
    self.owners = owners
    guard let (owner, property) = owners.owner(of: type) else { return nil }
    let number = graph.tables[owner.top].count
    let object = EmbeddedObject(
      type: type, values: self.values(of: objectType, number: number, values, filling))
    let value = property.wrap([.embedded(object)]) ?? .embedded(object)
    return add(owner.type, [(property.name, value)], filling: filling)
  }

  private func values(
    of type: ObjectType, number: Int, _ given: [(Name, Value)], _ filling: Filling
  ) -> [Value] {
    let depth = filling == .initial ? 0 : schema.fillingDepth(of: type)
    return type.storedProperties.enumerated().map { place, property in
      if let value = given.first(where: { $0.0 == property.name })?.1 {
        return value
      }
      if let key = type.primaryKey, key == property.name {
        return Value.simple(property.type, number + 1) ?? property.zeroValue
      }
      return filling == .initial
        ? property.initialValue
        : filler(
          of: property, place: place, number: number, isLinked: filling == .linked, depth: depth)
    }
  }

  /// A value that no other property, and no other object up to a hundred, is filled with.
  ///
  /// - Parameter depth: how deep embedded objects are nested.
  private func filler(
    of property: Property, place: Int, number: Int, isLinked: Bool, depth: Int
  ) -> Value {
    let single: Value
    if property.isLink {
      guard let target = property.objectType.flatMap(schema.index(of:)) else {
        return property.zeroValue
      }
      let type = schema.types[target]
      if type.isEmbedded, depth > 0, property.collection != .set {
        single = .embedded(
          EmbeddedObject(
            type: target,
            values: type.storedProperties.enumerated().map {
              filler(
                of: $1, place: place * 8 + $0, number: number, isLinked: isLinked,
                depth: depth - 1)
            }))
      } else if !type.isEmbedded, isLinked {
        single = .link(ObjectReference(type: target, index: number % 2))
      } else {
        return property.zeroValue
      }
    } else if property.type == .bool, isLinked {
      single = .bool(number % 2 == 0)
    } else if property.type == .string || property.type == .mixed {
      single = .string("\(property.name) \(number + 1)")
    } else {
      single =
        Value.simple(property.type, property.type == .bool ? 1 : 100 * (place + 1) + number)
        ?? property.zeroValue
    }
    return property.wrap([single]) ?? single
  }
}

extension Property {
  /// The single values in the property's collection.
  ///
  /// - Returns: `nil` where they do not fit: two values in a property that holds one.
  func wrap(_ values: [Value]) -> Value? {
    switch collection {
    case nil: return values.count == 1 ? values[0] : nil
    case .list: return .list(values)
    case .set:
      var distinct = [Value]()
      for value in values where !distinct.contains(where: { $0.isSameElement(as: value) }) {
        distinct.append(value)
      }
      return .set(distinct)
    case .dictionary:
      return .dictionary(
        values.enumerated().map { DictionaryEntry(String(UnicodeScalar(UInt8(97 + $0 % 26))), $1) })
    }
  }
}
