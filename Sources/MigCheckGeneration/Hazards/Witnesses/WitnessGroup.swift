import MigCheckModel

/// Objects of one type that matter only together, such as two keys that are the same in lower case.
///
/// What a step does to them hardly ever depends on other objects of their type, so one graph may hold several
/// groups. A graph of one group alone is made where something fails, or where a store does not take all of them.
struct WitnessGroup: Sendable {
  /// Its place in the schema.
  let type: Int
  /// What each is asked to have; its other properties are filled in.
  private(set) var objects: [WitnessObject]

  /// Objects are filled with values that tell a hundred of them apart.
  private static let mostObjects = 96

  /// Objects that both groups have are there once.
  ///
  /// - Parameters:
  ///   - other: of the same type.
  ///   - unique: properties of which no two objects of the type have the same values.
  /// - Returns: `nil` if they exclude each other, or are too many.
  /// - Complexity: O(*n* · *m*) in the numbers of objects.
  func joined(with other: WitnessGroup, unique: [[Name]]) -> WitnessGroup? {
    var result = self
    for object in other.objects where !objects.contains(where: { $0.isIdentical(to: object) }) {
      guard !objects.contains(where: { $0.repeats(object, in: unique) }) else { return nil }
      result.objects.append(object)
    }
    return result.objects.count <= Self.mostObjects ? result : nil
  }

  /// - Parameter empty: a graph without objects.
  func graph(in empty: ObjectGraph) -> ObjectGraph {
    var builder = WitnessBuilder(empty)
    for object in objects { builder.add(type, object) }
    return builder.graph
  }
}

extension WitnessObject {
  fileprivate func isIdentical(to other: WitnessObject) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0 == $1 }
  }

  /// Whether both ask for the same values of properties of which no two objects have the same.
  fileprivate func repeats(_ other: WitnessObject, in unique: [[Name]]) -> Bool {
    unique.contains { properties in
      properties.allSatisfy { property in
        guard let value = first(where: { $0.0 == property })?.1 else { return false }
        return other.contains { $0.0 == property && $0.1 == value }
      }
    }
  }
}

extension ObjectGraph {
  /// Whether it holds this number of objects of a type, and no others.
  func holdsOnly(_ count: Int, of type: Int) -> Bool {
    tables.indices.allSatisfy { tables[$0].count == ($0 == type ? count : 0) }
  }

  /// Whether no two objects of a type have the same values of unique properties; `null` may repeat.
  ///
  /// - Complexity: O(*n*²) in the number of objects.
  func areUnique(_ properties: [Name], of type: Int) -> Bool {
    let columns = properties.compactMap(schema.types[type].storedIndex)
    guard columns.count == properties.count else { return true }
    let values = (0..<tables[type].count).map { row in
      columns.map { tables[type].columns[$0][row] }
    }.filter { !$0.contains(where: \.isNull) }
    return values.enumerated().allSatisfy { place, own in !values[..<place].contains(own) }
  }
}
