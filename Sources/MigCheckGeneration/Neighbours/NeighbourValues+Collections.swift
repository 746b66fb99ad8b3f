import MigCheckModel

extension NeighbourValues {
  /// Other collections, and the same one with an element less or another one.
  ///
  /// Order and repeated elements stay as they are: an author may sort a list, or remove duplicates.
  static func collections(of property: Property, besides current: Value) -> [Candidate] {
    var element = property
    element.collection = nil
    let examples = candidates(of: element, besides: .null, pool: []).filter { $0.kind == .far }
      .map(\.value)
    guard let first = examples.first, let second = examples.last else { return [] }
    var result = [Candidate]()
    func add(_ values: [Value], _ kind: Class) {
      guard let value = current.holding(values, named: ["fig", "plum"]), value != current,
        !result.contains(where: { $0.value == value })
      else { return }
      result.append(Candidate(value: value, kind: kind))
    }
    add([first], .far)
    if first != second { add([first, second], .far) }
    let elements = current.elements
    if let last = elements.last, !elements.dropLast().contains(last) {
      if let other = examples.first(where: { !elements.contains($0) }) {
        add(elements.dropLast() + [other], .near)
      }
      if let near = near(last).first(where: { !elements.contains($0) }) {
        add(elements.dropLast() + [near], .near)
      }
      if elements.count > 1 { add(elements.dropLast(), .near) }
    }
    add([], .empty)
    return result
  }

  /// The same embedded objects with other values in one property of one of them, an element less, or none.
  ///
  /// - Parameter isKept: whether a property of an embedded type, by its place, is one that is compared.
  package static func embedded(
    of property: Property, besides current: Value, in schema: Schema,
    isKept: (_ type: Int, _ column: Int) -> Bool
  ) -> [Candidate] {
    var result = [Candidate]()
    func others(_ object: EmbeddedObject) -> [Value] {
      schema.types[object.type].storedProperties.enumerated().flatMap { column, own in
        guard !own.isLink, own.collection == nil, isKept(object.type, column) else {
          return [Value]()
        }
        return candidates(of: own, besides: object.values[column], pool: [])
          .filter { $0.kind == .far }.prefix(2).map { candidate in
            var other = object
            other.values[column] = candidate.value
            return .embedded(other)
          }
      }
    }
    if case .embedded(let object) = current {
      result = others(object).map { Candidate(value: $0, kind: .far) }
      if property.isOptional, !result.isEmpty {
        result.append(Candidate(value: .null, kind: .empty))
      }
      return result
    }
    let elements = current.elements
    guard case .embedded(let object)? = elements.last else { return [] }
    result = others(object).compactMap { other in
      current.holding(elements.dropLast() + [other]).map { Candidate(value: $0, kind: .far) }
    }
    guard !result.isEmpty else { return [] }
    for (rest, kind) in [(elements.dropLast(), Class.near), ([], .empty)]
    where kind == .empty || !rest.isEmpty {
      if let value = current.holding(Array(rest)) {
        result.append(Candidate(value: value, kind: kind))
      }
    }
    return result
  }
}

extension Value {
  /// The elements of a collection; of a dictionary, its values.
  fileprivate var elements: [Value] {
    switch self {
    case .list(let elements), .set(let elements): elements
    case .dictionary(let entries): entries.map(\.value)
    default: []
    }
  }

  /// A collection of the same kind with other elements; those of a dictionary keep their keys.
  ///
  /// - Parameter names: keys for elements beyond those.
  fileprivate func holding(_ elements: [Value], named names: [String] = []) -> Value? {
    switch self {
    case .list: return .list(elements)
    case .set: return .set(elements)
    case .dictionary(let entries):
      let known = entries.map(\.key)
      let keys = (known + names.filter { !known.contains($0) }).prefix(elements.count)
      guard keys.count == elements.count else { return nil }
      return .dictionary(
        zip(keys, elements).map { DictionaryEntry($0, $1) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    default: return nil
    }
  }
}
