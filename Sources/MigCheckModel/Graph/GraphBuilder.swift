/// Builds a small graph object by object: a few properties are given, all others are filled in, and
/// primary keys are distinct.
package struct GraphBuilder {
  package let schema: Schema
  package private(set) var graph: ObjectGraph

  package init(schema: Schema) { self.init(ObjectGraph(schema: schema)) }

  /// - Parameter empty: a graph without objects. Of a large schema, graphs that begin as one share the
  ///   tables that stay empty.
  package init(_ empty: ObjectGraph) {
    schema = empty.schema
    graph = empty
  }

  /// Adds an object of a top-level type.
  ///
  /// - Parameters:
  ///   - given: properties by name; names that the type does not have are ignored.
  ///   - fill: gives every other property but the primary key its value; is told its position
  ///     among the stored properties.
  @discardableResult
  package mutating func add(
    _ type: Int, _ given: [(Name, Value)] = [],
    fill: (_ place: Int, _ property: Property) -> Value = { _, property in property.initialValue }
  ) -> ObjectReference {
    let number = graph.tables[type].count
    return graph.append(
      values(of: schema.types[type], number: number, given, fill: fill), type: type)
  }

  /// The values of an object, which may be of an embedded type.
  ///
  /// - Parameter number: what tells its primary key from those of other objects.
  package func values(
    of type: ObjectType, number: Int, _ given: [(Name, Value)],
    fill: (_ place: Int, _ property: Property) -> Value = { _, property in property.initialValue }
  ) -> [Value] {
    type.storedProperties.enumerated().map { place, property in
      if let value = given.first(where: { $0.0 == property.name })?.1 { return value }
      if let key = type.primaryKey, key == property.name {
        return Value.simple(property.type, number + 1) ?? property.zeroValue
      }
      return fill(place, property)
    }
  }
}

extension Property {
  /// The single values in the property's collection.
  ///
  /// - Returns: `nil` where they do not fit: two values in a property that holds one.
  package func wrap(_ values: [Value]) -> Value? {
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
