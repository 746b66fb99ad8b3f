import MigCheckModel
import MigCheckText

// Passes that make values simpler: keys, equal and alike values together, then one by one.

extension ShrinkSession {
  /// Puts the simplest distinct keys into the rows of a type with a primary key.
  mutating func simplifyKeys() throws(Failure) {
    for (type, column) in keyColumns() {
      let property = graph.schema.types[type].storedProperties[column]
      let keys = (0..<graph.tables[type].count).compactMap { Value.simple(property.type, $0) }
      guard keys.count == graph.tables[type].count else { continue }
      var candidate = graph
      candidate.tables[type].columns[column] = keys
      if try attempt(candidate) { continue }
      if try attemptFewKeys(type: type, column: column) { continue }
      for row in keys.indices {
        for key in keys where !graph.tables[type].columns[column].contains(key) {
          if try attempt(graph.setting(key, type: type, column: column, row: row)) { break }
        }
      }
    }
  }

  /// Tries two or three objects with the simplest keys, the greatest first: where a failure is
  /// about keys and the places of their objects, neither deleting nor another key alone keeps it.
  /// Where places do not matter, any order will do, and the end puts them in order.
  private mutating func attemptFewKeys(type: Int, column: Int) throws(Failure) -> Bool {
    let property = graph.schema.types[type].storedProperties[column]
    let count = graph.tables[type].count
    for few in [2, 3] where few < count {
      let keys = (0..<few).compactMap { Value.simple(property.type, $0) }
      guard keys.count == few else { return false }
      var candidate = graph.removing(
        (0..<count - few).map { ObjectReference(type: type, index: $0) })
      candidate.tables[type].columns[column] = keys.reversed()
      if try attempt(candidate) { return true }
    }
    return false
  }

  private func keyColumns() -> [(type: Int, column: Int)] {
    graph.schema.types.enumerated().compactMap { index, type in
      guard graph.tables[index].count > 0, let key = type.primaryKey,
        let column = type.storedIndex(of: key)
      else { return nil }
      return (index, column)
    }
  }

  func isKey(type: Int, column: Int) -> Bool {
    let objectType = graph.schema.types[type]
    return objectType.primaryKey == objectType.storedProperties[column].name
  }

  private struct Place {
    let type: Int
    let column: Int
    let row: Int
    /// Where in the value of the property.
    let path: [Int]
    let value: Value
  }

  /// Scalars that are not initial, in order; those in collections and embedded objects too.
  private func places(limit: Int) -> [Place] {
    var places = [Place]()
    for (index, type) in graph.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated() {
        for (row, value) in graph.tables[index].columns[column].enumerated() {
          guard places.count < limit else { return places }
          value.forEachScalar(of: property, in: graph.schema) { inner, path, scalar in
            let initial = inner.collection == nil ? inner.initialValue : inner.type.zeroValue
            guard scalar.scalarType != nil, scalar != initial else { return }
            places.append(
              Place(type: index, column: column, row: row, path: path, value: scalar))
          }
        }
      }
    }
    return places
  }

  /// Equal values keep being equal, and values that differ by case, white space or form keep
  /// differing in that way.
  mutating func simplifyTogether() throws(Failure) {
    var place = 0
    while !isGivenUp {
      let places = self.places(limit: 64)
      guard place < places.count else { return }
      let first = places[place]
      place += 1
      let equal = places.filter { $0.value == first.value }
      if equal.count > 1 {
        for value in SimplerValues.scalars(simplerThan: first.value) {
          if try attempt(setting(equal.map { ($0, value) })) { break }
        }
      }
      for other in places[place...].prefix(16) where other.value != first.value {
        guard case .string(let a) = first.value, case .string(let b) = other.value else { break }
        for (simple, otherSimple) in StringRelation.pairs(like: a, b) {
          let values = [(first, Value.string(simple)), (other, .string(otherSimple))]
          if try attempt(setting(values)) { break }
        }
      }
    }
  }

  private func setting(_ values: [(Place, Value)]) -> ObjectGraph {
    var candidate = graph
    for (place, value) in values {
      let whole = candidate.tables[place.type].columns[place.column][place.row]
      candidate.tables[place.type].columns[place.column][place.row] = whole.replacing(
        at: place.path[...], with: value)
    }
    // Keys must stay distinct; the present graph is always simpler than itself, so this is no
    // candidate.
    for (place, _) in values
    where isKey(type: place.type, column: place.column)
      && !hasDistinctKeys(candidate, type: place.type, column: place.column)
    {
      return graph
    }
    return candidate
  }

  private func hasDistinctKeys(_ graph: ObjectGraph, type: Int, column: Int) -> Bool {
    var seen = Set<[UInt8]>()
    return graph.tables[type].columns[column].allSatisfy { seen.insert($0.keyBytes).inserted }
  }

  /// One value after the other: links, collections, embedded objects, scalars.
  mutating func simplifyValues() throws(Failure) {
    let simpler = SimplerValues(schema: graph.schema)
    for (index, type) in graph.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated() {
        let isKey = isKey(type: index, column: column)
        for row in graph.tables[index].columns[column].indices.reversed() {
          var isSimpler = true
          while isSimpler, !isGivenUp {
            isSimpler = false
            let values = graph.tables[index].columns[column]
            for value in simpler.candidates(for: values[row], of: property) {
              if isKey, values.contains(value) { continue }
              if try attempt(graph.setting(value, type: index, column: column, row: row)) {
                isSimpler = true
                break
              }
            }
          }
          try approachBound(type: index, column: column, row: row)
        }
      }
    }
  }
}

extension ShrinkSession {
  /// Finds the integer next to zero that fails still, if failing depends on a bound: what divides
  /// a number in two comes near to it only, and steps of one never arrive.
  private mutating func approachBound(
    type: Int, column: Int, row: Int
  ) throws(Failure) {
    guard case .int(var failing) = graph.tables[type].columns[column][row],
      failing.magnitude > 16
    else { return }
    var passing: Int64 = 0
    while failing.distance(beyond: passing) > 1, !isGivenUp {
      let middle = passing + (failing - passing) / 2
      let value = Value.int(middle)
      let isTaken =
        isKey(type: type, column: column) && graph.tables[type].columns[column].contains(value)
      if !isTaken, try attempt(graph.setting(value, type: type, column: column, row: row)) {
        failing = middle
      } else {
        passing = middle
      }
    }
  }
}

extension Int64 {
  /// How far the number is from one between zero and itself.
  fileprivate func distance(beyond other: Int64) -> UInt64 { magnitude - other.magnitude }
}

/// In which way two different texts may be taken for one, and the simplest two that may.
enum StringRelation {
  static func pairs(like first: String, _ second: String) -> [(String, String)] {
    var pairs = [(String, String)]()
    if first.lowercased().isIdentical(to: second.lowercased()) {
      pairs += [("A", "a"), ("a", "A")]
    }
    // Canonically equivalent, which is what `==` of strings means.
    if first == second { pairs += [("\u{E9}", "e\u{301}"), ("e\u{301}", "\u{E9}")] }
    if trimmed(first).isIdentical(to: trimmed(second)) {
      pairs += [("", " "), (" ", ""), ("0", "0 "), ("0 ", "0"), ("0", " 0"), (" 0", "0")]
    }
    if let a = Double(trimmed(first)), let b = Double(trimmed(second)), a == b {
      pairs += [("0", "00"), ("00", "0"), ("1", "01"), ("01", "1")]
    }
    let prefix = zip(first.unicodeScalars, second.unicodeScalars).prefix { $0 == $1 }
    if !prefix.isEmpty {
      let common = String(repeating: "0", count: prefix.count)
      pairs += [(common, common + "0"), (common + "0", common), (common + "0", common + "1")]
    }
    return pairs
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let end = scalars.lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? start
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }
}
