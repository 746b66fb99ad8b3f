import MigCheckModel

extension Value {
  /// Calls `body` for each scalar in the value: the value itself, elements of lists, values of
  /// dictionaries, fields of embedded objects. Not for elements of sets, whose order means nothing.
  ///
  /// - Parameter body: is given the property that the scalar belongs to, its place (positions from
  ///   the outside in; empty: the value itself) and the scalar.
  func forEachScalar(
    of property: Property, in schema: Schema, path: [Int] = [],
    _ body: (Property, [Int], Value) -> Void
  ) {
    switch self {
    case .list(let elements):
      for (place, element) in elements.enumerated() {
        element.forEachScalar(of: property, in: schema, path: path + [place], body)
      }
    case .dictionary(let entries):
      for (place, entry) in entries.enumerated() {
        entry.value.forEachScalar(of: property, in: schema, path: path + [place], body)
      }
    case .embedded(let object):
      let properties = schema.types[object.type].storedProperties
      for (place, (property, value)) in zip(properties, object.values).enumerated() {
        value.forEachScalar(of: property, in: schema, path: path + [place], body)
      }
    case .set, .link: break
    default:
      // Null stands for no object where a link may be.
      if !property.isLink { body(property, path, self) }
    }
  }

  /// The value with another one at a place inside it.
  func replacing(at path: ArraySlice<Int>, with value: Value) -> Value {
    guard let first = path.first else { return value }
    let rest = path.dropFirst()
    switch self {
    case .list(var elements):
      elements[first] = elements[first].replacing(at: rest, with: value)
      return .list(elements)
    case .dictionary(var entries):
      entries[first].value = entries[first].value.replacing(at: rest, with: value)
      return .dictionary(entries)
    case .embedded(var object):
      object.values[first] = object.values[first].replacing(at: rest, with: value)
      return .embedded(object)
    default: return self
    }
  }
}
