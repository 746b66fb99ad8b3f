import MigCheckModel
import MigCheckText

/// Builds tiny graphs object by object: values tell objects and properties apart, and objects of
/// embedded types get parents.
struct WitnessBuilder {
  private var builder: GraphBuilder
  /// Made when it is first needed.
  private var owners: EmbeddedOwners?

  /// - Parameter empty: a graph without objects.
  init(_ empty: ObjectGraph) {
    builder = GraphBuilder(empty)
  }

  var schema: Schema { builder.schema }
  var graph: ObjectGraph { builder.graph }

  /// What a property gets when nobody asked for anything.
  enum Filling {
    /// Values that tell every property and every object apart.
    case distinct
    /// What a new object has.
    case initial
    /// Distinct values, and links to the first two objects of every type, which must be added.
    case linked
  }

  /// Adds an object; one of an embedded type within parents of its own, and instead of one of an
  /// abstract type one of the first type of that kind.
  ///
  /// - Parameter values: properties by name; names that the type does not have are ignored;
  ///   `address.city` is a property of the object that the link `address` leads to.
  /// - Returns: the object, or the top-level object that it lives in; `nil` if no top-level type
  ///   leads to it, or there is none of the kind.
  @discardableResult
  mutating func add(
    _ type: Int, _ values: [(Name, Value)] = [], filling: Filling = .distinct
  ) -> ObjectReference? {
    let objectType = schema.types[type]
    if objectType.isAbstract {
      return schema.concreteTypes(of: type).first.flatMap { add($0, values, filling: filling) }
    }
    guard objectType.isEmbedded else {
      let values = linking(values, of: objectType, filling: filling)
      return builder.add(
        type, values, fill: fill(objectType, number: graph.tables[type].count, filling))
    }
    let owners = owners ?? EmbeddedOwners(schema: schema)
    self.owners = owners
    guard let (owner, property) = owners.owner(of: type) else { return nil }
    let object = embedded(type, values, filling: filling, number: graph.tables[owner.top].count)
    let value = property.wrap([.embedded(object)]) ?? .embedded(object)
    return add(owner.type, [(property.name, value)], filling: filling)
  }

  /// An object of an embedded type, for the object that is to hold it.
  ///
  /// - Parameter number: tells its values from those of others.
  mutating func embedded(
    _ type: Int, _ values: [(Name, Value)], filling: Filling, number: Int = 0
  ) -> EmbeddedObject {
    let objectType = schema.types[type]
    let values = linking(values, of: objectType, filling: filling)
    return EmbeddedObject(
      type: type,
      values: builder.values(
        of: objectType, number: number, values, fill: fill(objectType, number: number, filling)))
  }

  /// What properties of an object get that nobody asked for.
  private func fill(
    _ type: ObjectType, number: Int, _ filling: Filling
  ) -> (Int, Property) -> Value {
    guard filling != .initial else { return { _, property in property.initialValue } }
    // Without the builder, whose graph would be copied for it.
    let schema = schema
    let depth = schema.fillingDepth(of: type)
    return { place, property in
      schema.filler(
        of: property, place: place, number: number, isLinked: filling == .linked, depth: depth)
    }
  }
}

extension Schema {
  /// A value that no other property, and no other object up to a hundred, is filled with.
  ///
  /// - Parameter depth: how deep embedded objects are nested.
  fileprivate func filler(
    of property: Property, place: Int, number: Int, isLinked: Bool, depth: Int
  ) -> Value {
    let single: Value
    if property.isLink {
      guard let target = property.objectType.flatMap(index(of:)) else {
        return property.zeroValue
      }
      let type = types[target]
      if type.isEmbedded, depth > 0, property.collection != .set {
        single = .embedded(
          EmbeddedObject(
            type: target,
            values: type.storedProperties.enumerated().map {
              filler(
                of: $1, place: place * 8 + $0, number: number, isLinked: isLinked,
                depth: depth - 1)
            }))
      } else if !type.isEmbedded, isLinked, let concrete = concreteTypes(of: target).first {
        single = .link(ObjectReference(type: concrete, index: number % 2))
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
