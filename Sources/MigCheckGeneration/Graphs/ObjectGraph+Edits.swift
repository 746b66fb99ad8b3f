import MigCheckModel
import MigCheckText

// Edits keep a graph valid: a link whose target goes becomes null or leaves its collection, an
// embedded object goes with its parent, primary keys stay distinct.

extension ObjectGraph {
  /// The graph without some objects.
  ///
  /// - Parameters:
  ///   - objects: which ones go.
  ///   - replacement: where links to an object that goes lead instead; `nil`: nowhere. An object
  ///     that stays, and of the same type.
  /// - Complexity: O(*n*) in the size of the graph.
  package func removing(
    _ objects: [ObjectReference],
    replacement: (ObjectReference) -> ObjectReference? = { _ in nil }
  ) -> ObjectGraph {
    var isKept = tables.map { Array(repeating: true, count: $0.count) }
    for object in objects { isKept[object.type][object.index] = false }
    let places = isKept.map { kept in
      var next = 0
      return kept.map { isKept in
        defer { if isKept { next += 1 } }
        return next
      }
    }
    func moved(_ target: ObjectReference) -> ObjectReference? {
      if isKept[target.type][target.index] {
        return ObjectReference(type: target.type, index: places[target.type][target.index])
      }
      guard let other = replacement(target), isKept[other.type][other.index] else { return nil }
      return ObjectReference(type: other.type, index: places[other.type][other.index])
    }
    var result = self
    for (index, type) in schema.types.enumerated() where tables[index].count > 0 {
      let kept = isKept[index]
      let isWhole = !kept.contains(false)
      result.tables[index].count = kept.count { $0 }
      for (column, property) in type.storedProperties.enumerated() {
        let mayLink = property.isLink || property.type == .mixed
        if isWhole, !mayLink { continue }
        var values = [Value]()
        values.reserveCapacity(result.tables[index].count)
        for (row, value) in tables[index].columns[column].enumerated() where kept[row] {
          values.append(mayLink ? value.relinked(moved) : value)
        }
        result.tables[index].columns[column] = values
      }
    }
    return result
  }

  /// The graph without the objects of some types.
  package func dropping(types: [Int]) -> ObjectGraph {
    removing(
      types.flatMap { type in
        (0..<tables[type].count).map { ObjectReference(type: type, index: $0) }
      })
  }

  /// The graph without an object, whose incoming links lead on to its successor.
  package func contracting(_ object: ObjectReference, to successor: ObjectReference) -> ObjectGraph
  {
    removing([object]) { _ in successor }
  }

  /// The graph with one object standing for two: links to `object` lead to `other`.
  package func merging(_ object: ObjectReference, into other: ObjectReference) -> ObjectGraph {
    removing([object]) { _ in other }
  }

  /// The graph with one object for two of a type: it has the values of `other`, and the links of
  /// both as far as there is room for them in properties with the same target.
  package func joining(_ object: ObjectReference, into other: ObjectReference) -> ObjectGraph {
    let properties = schema.types[other.type].storedProperties
    var values = self.values(of: other)
    for (column, value) in self.values(of: object).enumerated() where properties[column].isLink {
      let target = properties[column].objectType ?? ""
      let places = [column] + properties.indices.filter { $0 != column }
      for place in places
      where properties[place].isLink
        && properties[place].objectType == target
      {
        guard let joined = values[place].joined(with: value) else { continue }
        values[place] = joined
        break
      }
    }
    var result = self
    for column in values.indices {
      result.tables[other.type].columns[column][other.index] = values[column]
    }
    return result.merging(object, into: other)
  }

  /// The graph with another value in one place.
  package func setting(_ value: Value, type: Int, column: Int, row: Int) -> ObjectGraph {
    var result = self
    result.tables[type].columns[column][row] = value
    return result
  }

  /// The graph with the initial values in some properties of some types, embedded ones too;
  /// primary keys stay.
  package func defaulting(_ columns: [(type: Int, column: Int)]) -> ObjectGraph {
    var result = self
    var inEmbedded = [(type: Int, column: Int, value: Value)]()
    for (type, column) in columns {
      let property = schema.types[type].storedProperties[column]
      if schema.types[type].isEmbedded {
        inEmbedded.append((type, column, property.initialValue))
      } else {
        result.tables[type].columns[column] = Array(
          repeating: property.initialValue, count: tables[type].count)
      }
    }
    guard !inEmbedded.isEmpty else { return result }
    return result.mappingEmbedded { object in
      var object = object
      for (type, column, value) in inEmbedded where type == object.type {
        object.values[column] = value
      }
      return object
    }
  }

  /// The graph with every embedded object replaced, children before their parents.
  func mappingEmbedded(_ transform: (EmbeddedObject) -> EmbeddedObject) -> ObjectGraph {
    func map(_ value: Value) -> Value {
      switch value {
      case .embedded(var object):
        object.values = object.values.map(map)
        return .embedded(transform(object))
      case .list(let elements): return .list(elements.map(map))
      case .dictionary(let entries):
        return .dictionary(entries.map { DictionaryEntry($0.key, map($0.value)) })
      default: return value
      }
    }
    var result = self
    for (index, type) in schema.types.enumerated() where tables[index].count > 0 {
      for (column, property) in type.storedProperties.enumerated() where property.isLink {
        guard let target = property.objectType.flatMap(schema.type(named:)), target.isEmbedded
        else { continue }
        result.tables[index].columns[column] = tables[index].columns[column].map(map)
      }
    }
    return result
  }

  /// The graph with its objects in other rows.
  ///
  /// - Parameter order: per type, the present rows in their new order.
  package func reordered(_ order: [[Int]]) -> ObjectGraph {
    let places = order.map { rows in
      var places = Array(repeating: 0, count: rows.count)
      for (place, row) in rows.enumerated() { places[row] = place }
      return places
    }
    var result = self
    for type in tables.indices {
      for column in tables[type].columns.indices {
        result.tables[type].columns[column] = order[type].map { row in
          tables[type].columns[column][row].relinked {
            ObjectReference(type: $0.type, index: places[$0.type][$0.index])
          }
        }
      }
    }
    return result
  }
}

extension Value {
  /// The value with other link targets; a set that would hold one of them twice holds it once.
  func relinked(_ transform: (ObjectReference) -> ObjectReference?) -> Value {
    switch self {
    case .set(let elements):
      var links = Set<ObjectReference>()
      return .set(
        elements.compactMap { element in
          guard case .link(let target) = element else { return element }
          guard let moved = transform(target), links.insert(moved).inserted else { return nil }
          return .link(moved)
        })
    case .embedded(var object):
      object.values = object.values.map { $0.relinked(transform) }
      return .embedded(object)
    case .list(let elements):
      return .list(
        elements.compactMap { element in
          guard case .link(let target) = element else { return element.relinked(transform) }
          return transform(target).map(Value.link)
        })
    case .dictionary(let entries):
      return .dictionary(entries.map { DictionaryEntry($0.key, $0.value.relinked(transform)) })
    case .link(let target): return transform(target).map(Value.link) ?? .null
    default: return self
    }
  }
}

extension Value {
  /// The links of two values, in the shape of this one.
  ///
  /// - Returns: `nil` if there is no room for them.
  fileprivate func joined(with other: Value) -> Value? {
    switch (self, other) {
    case (_, .null): return self
    case (.null, .link), (.null, .embedded): return other
    case (.list(let elements), .list(let others)): return .list(elements + others)
    case (.list(let elements), .link): return .list(elements + [other])
    case (.set(let elements), .set(let others)):
      return .set(elements + others.filter { !elements.contains($0) })
    case (.dictionary(let entries), .dictionary(let others)):
      var joined = entries
      for var entry in others {
        // Another key where this one is taken: links must not get lost.
        for key in [entry.key, "a", "b", "c", entry.key + "'"]
        where !joined.contains(where: { $0.key.isIdentical(to: key) }) {
          entry.key = key
          joined.append(entry)
          break
        }
      }
      return .dictionary(joined.sorted { $0.key.precedes($1.key) })
    default: return nil
    }
  }
}
