import MigCheckModel
import MigCheckText

// Passes that make embedded objects simpler by means of others: dropping them, and simplifying what
// they hold, is part of the passes for values.

extension ShrinkSession {
  /// Lets an embedded object take the place of one that it lives in, which goes.
  mutating func hoistEmbedded() throws(Failure) {
    for type in graph.tables.indices where !graph.schema.types[type].isEmbedded {
      for row in (0..<graph.tables[type].count).reversed() {
        var isSimpler = true
        while isSimpler, !isGivenUp {
          isSimpler = false
          let object = ObjectReference(type: type, index: row)
          for values in Hoisting(graph.schema).candidates(graph.values(of: object), of: type) {
            if try attempt(graph.setting(values, of: object)) {
              isSimpler = true
              break
            }
          }
        }
      }
    }
  }

  /// Lets an embedded object be a clone of a simpler one, with all that it holds.
  mutating func cloneEmbedded() throws(Failure) {
    var place = 0
    while !isGivenUp {
      let places = embeddedPlaces(limit: 24)
      guard place < places.count else { return }
      for other in places.indices
      where other != place && places[other].object.type == places[place].object.type {
        let (target, clone) = (places[place], places[other].object)
        let column = graph.tables[target.type].columns[target.column]
        let value = column[target.row].replacing(at: target.path[...], with: .embedded(clone))
        if try attempt(
          graph.setting(value, type: target.type, column: target.column, row: target.row))
        {
          break
        }
      }
      place += 1
    }
  }

  private struct EmbeddedPlace {
    let type: Int
    let column: Int
    let row: Int
    let path: [Int]
    let object: EmbeddedObject
  }

  private func embeddedPlaces(limit: Int) -> [EmbeddedPlace] {
    var places = [EmbeddedPlace]()
    for (type, table) in graph.tables.enumerated() {
      for (column, values) in table.columns.enumerated() {
        for (row, value) in values.enumerated() {
          guard places.count < limit else { return places }
          value.forEachEmbedded { path, object in
            places.append(
              EmbeddedPlace(type: type, column: column, row: row, path: path, object: object))
          }
        }
      }
    }
    return places
  }
}

extension ObjectGraph {
  fileprivate func setting(_ values: [Value], of object: ObjectReference) -> ObjectGraph {
    var result = self
    for (column, value) in values.enumerated() {
      result.tables[object.type].columns[column][object.index] = value
    }
    return result
  }
}

extension Value {
  /// Calls `body` for each embedded object in the value, parents first.
  fileprivate func forEachEmbedded(path: [Int] = [], _ body: ([Int], EmbeddedObject) -> Void) {
    switch self {
    case .embedded(let object):
      body(path, object)
      for (place, value) in object.values.enumerated() {
        value.forEachEmbedded(path: path + [place], body)
      }
    case .list(let elements):
      for (place, element) in elements.enumerated() {
        element.forEachEmbedded(path: path + [place], body)
      }
    case .dictionary(let entries):
      for (place, entry) in entries.enumerated() {
        entry.value.forEachEmbedded(path: path + [place], body)
      }
    default: break
    }
  }
}

/// The ways to put an embedded object in the place of one that it lives in.
private struct Hoisting {
  let schema: Schema

  init(_ schema: Schema) { self.schema = schema }

  /// The values of an object, with one embedded object less each time.
  func candidates(_ values: [Value], of type: Int) -> [[Value]] {
    var candidates = [[Value]]()
    let properties = schema.types[type].storedProperties
    for (column, value) in values.enumerated() where properties[column].isLink {
      for (rest, outer) in value.withoutEachEmbedded {
        for inner in outer.values.flatMap(\.embeddedObjects) {
          for place in properties.indices {
            let target = properties[place].objectType ?? ""
            guard target == schema.types[inner.type].name else { continue }
            var changed = values
            changed[column] = rest
            guard let filled = changed[place].holding(inner, in: properties[place]) else {
              continue
            }
            changed[place] = filled
            candidates.append(changed)
          }
        }
      }
      for (path, outer) in value.outermostEmbedded {
        for inner in self.candidates(outer.values, of: outer.type) {
          var changed = outer
          changed.values = inner
          var result = values
          result[column] = value.replacing(at: path[...], with: .embedded(changed))
          candidates.append(result)
        }
      }
    }
    return candidates
  }
}

extension Value {
  /// The embedded objects in the value that do not live in another one there, with their places.
  fileprivate var outermostEmbedded: [(path: [Int], object: EmbeddedObject)] {
    var objects = [(path: [Int], object: EmbeddedObject)]()
    forEachEmbedded { path, object in
      let isInside = objects.contains {
        $0.path.count < path.count && Array(path.prefix($0.path.count)) == $0.path
      }
      if !isInside { objects.append((path, object)) }
    }
    return objects
  }

  /// Each of the outermost embedded objects, and the value without it.
  fileprivate var withoutEachEmbedded: [(rest: Value, object: EmbeddedObject)] {
    switch self {
    case .embedded(let object): return [(.null, object)]
    case .list(let elements):
      return elements.indices.compactMap { place in
        guard case .embedded(let object) = elements[place] else { return nil }
        var rest = elements
        rest.remove(at: place)
        return (.list(rest), object)
      }
    case .dictionary(let entries):
      return entries.indices.compactMap { place in
        guard case .embedded(let object) = entries[place].value else { return nil }
        var rest = entries
        rest.remove(at: place)
        return (.dictionary(rest), object)
      }
    default: return []
    }
  }

  /// All embedded objects in the value.
  fileprivate var embeddedObjects: [EmbeddedObject] {
    var objects = [EmbeddedObject]()
    forEachEmbedded { _, object in objects.append(object) }
    return objects
  }

  /// The value with one embedded object more, or in place of the one that it is.
  fileprivate func holding(_ object: EmbeddedObject, in property: Property) -> Value? {
    switch self {
    case .null, .embedded: return property.collection == nil ? .embedded(object) : nil
    case .list(let elements): return .list(elements + [.embedded(object)])
    case .dictionary(let entries):
      let keys = ["a", "b", "c"]
      guard let key = keys.first(where: { key in !entries.contains { $0.key == key } }) else {
        return nil
      }
      let entry = DictionaryEntry(key, .embedded(object))
      return .dictionary((entries + [entry]).sorted { $0.key.precedes($1.key) })
    default: return nil
    }
  }
}
