import MigCheckModel

/// What a start graph holds that an upgrade could lose: types with objects, properties with values
/// that no new object has.
struct Exercise {
  /// Parallel to the types of the schema.
  private(set) var types: [Bool]
  /// Parallel to the types of the schema and their stored properties.
  private(set) var properties: [[Bool]]

  /// - Complexity: O(*n*) in the size of the graph at worst; where no type is embedded, columns are
  ///   read to their first value that counts.
  init(_ graph: ObjectGraph) {
    let schema = graph.schema
    types = graph.tables.map { $0.count > 0 }
    properties = zip(schema.types, graph.tables).map { type, table in
      zip(type.storedProperties, table.columns).map { property, column in
        column.contains(where: property.isDistinctive)
      }
    }
    guard schema.types.contains(where: \.isEmbedded) else { return }
    graph.forEachEmbedded { object in
      types[object.type] = true
      for (column, property) in schema.types[object.type].storedProperties.enumerated()
      where !properties[object.type][column] && property.isDistinctive(object.values[column]) {
        properties[object.type][column] = true
      }
    }
  }
}

extension Exercise {
  /// - Parameter other: of a graph of the same schema.
  mutating func formUnion(_ other: Exercise) {
    for type in types.indices {
      types[type] = types[type] || other.types[type]
      for column in properties[type].indices where other.properties[type][column] {
        properties[type][column] = true
      }
    }
  }
}

/// How many trials exercised each type and property of one start version.
struct ExerciseCount: Sendable {
  struct OfType: Sendable {
    var trials = 0
    var randomTrials = 0
    /// Parallel to the stored properties.
    var properties: [Int]
  }

  /// Parallel to the types of the schema.
  private(set) var types: [OfType]
  private(set) var randomTrials = 0

  init(schema: Schema) {
    types = schema.types.map {
      OfType(properties: Array(repeating: 0, count: $0.storedProperties.count))
    }
  }

  mutating func add(_ exercise: Exercise, isRandom: Bool) {
    if isRandom { randomTrials += 1 }
    for type in types.indices where exercise.types[type] {
      types[type].trials += 1
      if isRandom { types[type].randomTrials += 1 }
      for (column, isExercised) in exercise.properties[type].enumerated() where isExercised {
        types[type].properties[column] += 1
      }
    }
  }
}
