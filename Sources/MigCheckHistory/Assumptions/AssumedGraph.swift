import MigCheckModel
import MigCheckText

/// A graph that holds what is assumed of the data of its version, as much like a given one as can be.
struct AssumedGraph {
  private(set) var graph: ObjectGraph

  /// - Complexity: O(*n*) in the size of the graph, for each assumption.
  init(_ graph: ObjectGraph, _ assumptions: [DataAssumption]) {
    self.graph = graph
    for assumption in assumptions {
      if case .atMost(let count) = assumption.rule { keep(count, of: assumption.path.type) }
    }
    for assumption in assumptions { change(by: assumption) }
    for assumption in assumptions {
      makeUnique(assumption, among: assumptions)
    }
  }

  /// Removes the objects of a type from a place on, and the links to them.
  private mutating func keep(_ count: Int, of name: Name) {
    guard let type = graph.schema.index(of: name), graph.tables[type].count > count else { return }
    remove(Array(count..<graph.tables[type].count), of: type)
  }

  private mutating func remove(_ rows: [Int], of type: Int) {
    guard !rows.isEmpty else { return }
    let gone = Set(rows)
    var places = [Int: Int]()
    for row in 0..<graph.tables[type].count where !gone.contains(row) { places[row] = places.count }
    for column in graph.tables[type].columns.indices {
      let values = graph.tables[type].columns[column]
      graph.tables[type].columns[column] = values.indices.filter { !gone.contains($0) }
        .map { values[$0] }
    }
    graph.tables[type].count = places.count
    for table in graph.tables.indices {
      for column in graph.tables[table].columns.indices {
        graph.tables[table].columns[column] = graph.tables[table].columns[column].map { value in
          value.mapLinks { link in
            guard link.type == type else { return link }
            return places[link.index].map { ObjectReference(type: type, index: $0) }
          }
        }
      }
    }
  }

  private mutating func change(by assumption: DataAssumption) {
    guard let (type, column, property) = place(of: assumption) else { return }
    for row in 0..<graph.tables[type].count {
      let value = graph.tables[type].columns[column][row]
      guard !assumption.holds(of: value, optional: property.isOptional) else { continue }
      let seed = Self.seed(value)
      if let other = assumption.value(like: value, seed: seed, of: property) {
        graph.tables[type].columns[column][row] = other
      }
    }
  }

  private func place(
    of assumption: DataAssumption
  ) -> (type: Int, column: Int, property: Property)? {
    guard let type = graph.schema.index(of: assumption.path.type),
      let name = assumption.path.property,
      let column = graph.schema.types[type].storedIndex(of: name)
    else { return nil }
    return (type, column, graph.schema.types[type].storedProperties[column])
  }

  /// Gives values that repeat another value, one that is assumed as well; where there is none, their
  /// objects go.
  private mutating func makeUnique(
    _ assumption: DataAssumption, among assumptions: [DataAssumption]
  ) {
    guard let (type, column, property) = place(of: assumption),
      assumption.isUnique(for: property)
    else { return }
    let others = assumptions.filter { $0.path == assumption.path }
    var seen = Set<[UInt8]>()
    var surplus = [Int]()
    for row in 0..<graph.tables[type].count {
      let value = graph.tables[type].columns[column][row]
      if value.isNull || seen.insert(value.keyBytes).inserted { continue }
      let free = (1...64).lazy.compactMap { attempt in
        Self.variant(of: value, attempt: attempt, others, property)
      }.first { candidate in
        !seen.contains(candidate.keyBytes)
          && others.allSatisfy { $0.holds(of: candidate, optional: false) }
      }
      if let free {
        seen.insert(free.keyBytes)
        graph.tables[type].columns[column][row] = free
      } else {
        surplus.append(row)
      }
    }
    remove(surplus, of: type)
  }

  private static func variant(
    of value: Value, attempt: Int, _ assumptions: [DataAssumption], _ property: Property
  ) -> Value? {
    let seed = seed(value) &+ UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15
    for assumption in assumptions {
      if let other = assumption.value(like: value, seed: seed, of: property) { return other }
    }
    switch value {
    case .int(let number): return .int(number &+ Int64(attempt))
    case .double(let number):
      return .double(number.isFinite ? number + Double(attempt) : Double(attempt))
    case .float(let number):
      return .float(number.isFinite ? number + Float(attempt) : Float(attempt))
    case .string(let text): return .string(text + String(attempt))
    case .data(let bytes): return .data(bytes + [UInt8(attempt)])
    case .date(let moment):
      return .date(
        Timestamp(seconds: moment.seconds &+ Int64(attempt), nanoseconds: moment.nanoseconds))
    case .uuid(let id): return .uuid(UUIDBytes(high: id.high, low: id.low &+ UInt64(attempt)))
    case .objectId(let id):
      return .objectId(ObjectIDBytes(high: id.high, low: id.low &+ UInt32(attempt)))
    case .decimal128: return .decimal128(Decimal128(Int64(attempt)))
    case .bool(let value): return .bool(!value)
    default: return nil
    }
  }

  private static func seed(_ value: Value) -> UInt64 {
    // FNV-1a: the same value always becomes the same other one.
    value.keyBytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension DataAssumption {
  /// A value as it is assumed, in place of one that is not; `nil`: the rule is not about single
  /// values, or there is none.
  fileprivate func value(like value: Value, seed: UInt64, of property: Property) -> Value? {
    switch rule {
    case .oneOf(let values), .generated(let values):
      return values.isEmpty ? nil : values[Int(seed % UInt64(values.count))]
    case .range(.int(let low), .int(let high)) where property.type == .int:
      let span = UInt64(bitPattern: high) &- UInt64(bitPattern: low)
      return .int(low &+ Int64(bitPattern: span == .max ? seed : seed % (span + 1)))
    case .range(.date(let low), .date(let high)):
      let span = UInt64(bitPattern: high.seconds) &- UInt64(bitPattern: low.seconds)
      let seconds = low.seconds &+ Int64(bitPattern: span == 0 ? 0 : seed % span)
      return .date(Timestamp(seconds: seconds, nanoseconds: low.nanoseconds))
    case .range(let low, let high):
      guard let low = low.number, let high = high.number else { return nil }
      let number = low + (high - low) * Double(seed >> 11) / 0x1p53
      return property.type == .float ? .float(Float(number)) : .double(number)
    case .pattern(let pattern): return .string(pattern.example(seed: seed))
    case .unique, .fresh, .atMost: return nil
    }
  }
}

/// The graphs that stores begin with, as they are assumed.
struct AssumedStarts: StartGraphs {
  let assumptions: [UInt64: [DataAssumption]]

  /// `nil`: nothing is assumed.
  init?(_ history: History) {
    let pairs = history.stages.filter { !$0.assumptions.isEmpty }.map {
      ($0.number, $0.assumptions)
    }
    guard !pairs.isEmpty else { return nil }
    assumptions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    guard let known = assumptions[version] else { return graph }
    return AssumedGraph(graph, known).graph
  }
}
